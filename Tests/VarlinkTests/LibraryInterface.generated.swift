// Generated from org.example.Library.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// What the tests speak: something of everything that a description can hold.
package enum LibraryInterface {
    /// "org.example.Library"
    package static var name: StaticString { "org.example.Library" }

    /// The text of the description.
    package static var text: StaticString {
        ##"""
        # What the tests speak: something of everything that a description can hold.
        interface org.example.Library

        type Shelf (
          name: string,
          # From the floor, in metres.
          height: float,
          books: []Book,
          neighbours: [string]Shelf,
          labels: [string](),
          extra: ?object
        )

        type Book (
          title: string,
          binding: (hard, soft, spiral),
          size: ?(width: int, height: int),
          default: ?bool
        )

        type Mood (happy, sad)

        # Answers what it is asked.
        method Echo(text: string, number: ?int, mood: ?Mood) -> (text: string, number: ?int, mood: ?Mood)

        # Puts a shelf somewhere, and takes it back.
        method Store(shelf: Shelf) -> (shelf: Shelf)

        # Counts from 1. Each number is a reply.
        method Count(to: int) -> (number: int)

        # Answers when the test says so.
        method Wait(name: string) -> (name: string)

        # Takes descriptors, and gives a copy of one back.
        method Exchange(fileDescriptor: int) -> (fileDescriptor: int, received: int)

        # Fails, as it is told.
        method Fail(reason: string) -> ()

        # Speaks another protocol from then on.
        method Become(protocol: string) -> (protocol: string)

        error NotThere (title: string, shelf: ?int)

        error Closed ()

        """##
    }

    package struct Shelf: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        /// From the floor, in metres.
        package var height: Double
        package var books: [LibraryInterface.Book]
        package var neighbours: [String: LibraryInterface.Shelf]
        package var labels: Set<String>
        package var extra: JSONText?

        package init(name: String, height: Double, books: [LibraryInterface.Book], neighbours: [String: LibraryInterface.Shelf], labels: Set<String>, extra: JSONText? = nil) {
            self.name = name
            self.height = height
            self.books = books
            self.neighbours = neighbours
            self.labels = labels
            self.extra = extra
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var _height: Double?
            var _books: [LibraryInterface.Book]?
            var _neighbours: [String: LibraryInterface.Shelf]?
            var _labels: Set<String>?
            var _extra: JSONText?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else if try fields.isField("height", 1) {
                        _height = try Double(decoding: fields.value)
                    } else if try fields.isField("books", 2) {
                        _books = try [LibraryInterface.Book](decoding: fields.value)
                    } else if try fields.isField("neighbours", 3) {
                        _neighbours = try [String: LibraryInterface.Shelf](decoding: fields.value)
                    } else if try fields.isField("labels", 4) {
                        _labels = try Set<String>(decoding: fields.value)
                    } else if try fields.isField("extra", 5) {
                        if !fields.value.isNull { _extra = try JSONText(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _books else { throw JSONError(.missing, path: "books") }
            guard let _neighbours else { throw JSONError(.missing, path: "neighbours") }
            guard let _labels else { throw JSONError(.missing, path: "labels") }
            self.name = _name
            self.height = _height
            self.books = _books
            self.neighbours = _neighbours
            self.labels = _labels
            self.extra = _extra
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.raw(#","books":"#)
            self.books.encode(into: &writer)
            writer.raw(#","neighbours":"#)
            self.neighbours.encode(into: &writer)
            writer.raw(#","labels":"#)
            self.labels.encode(into: &writer)
            if let _extra = self.extra {
                writer.raw(#","extra":"#)
                _extra.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    package struct Book: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Binding: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case hard
            case soft
            case spiral

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("hard") {
                    self = .hard
                    return
                }
                if text.equals("soft") {
                    self = .soft
                    return
                }
                if text.equals("spiral") {
                    self = .spiral
                    return
                }
                throw JSONError(.wrongType(expected: "Binding"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .hard: writer.raw(#""hard""#)
                    case .soft: writer.raw(#""soft""#)
                    case .spiral: writer.raw(#""spiral""#)
                }
            }
        }

        package struct Size: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var width: Int
            package var height: Int

            package init(width: Int, height: Int) {
                self.width = width
                self.height = height
            }

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var _width: Int?
                var _height: Int?
                var fields = try value.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("width", 0) {
                            _width = try Int(decoding: fields.value)
                        } else if try fields.isField("height", 1) {
                            _height = try Int(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _width else { throw JSONError(.missing, path: "width") }
                guard let _height else { throw JSONError(.missing, path: "height") }
                self.width = _width
                self.height = _height
            }

            package func encode(into writer: inout JSONWriter) {
                writer.raw(#"{"width":"#)
                self.width.encode(into: &writer)
                writer.raw(#","height":"#)
                self.height.encode(into: &writer)
                writer.endObject()
            }
        }

        package var title: String
        package var binding: Binding
        package var size: Size?
        package var `default`: Bool?

        package init(title: String, binding: Binding, size: Size? = nil, `default`: Bool? = nil) {
            self.title = title
            self.binding = binding
            self.size = size
            self.default = `default`
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _title: String?
            var _binding: Binding?
            var _size: Size?
            var _default: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("title", 0) {
                        _title = try String(decoding: fields.value)
                    } else if try fields.isField("binding", 1) {
                        _binding = try Binding(decoding: fields.value)
                    } else if try fields.isField("size", 2) {
                        if !fields.value.isNull { _size = try Size(decoding: fields.value) }
                    } else if try fields.isField("default", 3) {
                        if !fields.value.isNull { _default = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _title else { throw JSONError(.missing, path: "title") }
            guard let _binding else { throw JSONError(.missing, path: "binding") }
            self.title = _title
            self.binding = _binding
            self.size = _size
            self.default = _default
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"title":"#)
            self.title.encode(into: &writer)
            writer.raw(#","binding":"#)
            self.binding.encode(into: &writer)
            if let _size = self.size {
                writer.raw(#","size":"#)
                _size.encode(into: &writer)
            }
            if let _default = self.default {
                writer.raw(#","default":"#)
                _default.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    package enum Mood: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case happy
        case sad

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("happy") {
                self = .happy
                return
            }
            if text.equals("sad") {
                self = .sad
                return
            }
            throw JSONError(.wrongType(expected: "Mood"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .happy: writer.raw(#""happy""#)
                case .sad: writer.raw(#""sad""#)
            }
        }
    }

    /// Answers what it is asked.
    package enum Echo: VarlinkMethod {
        package typealias Parameters = LibraryInterface.EchoParameters
        package typealias Reply = LibraryInterface.EchoReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Echo" }
    }

    /// What ``Echo`` takes.
    package struct EchoParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var text: String
        package var number: Int?
        package var mood: LibraryInterface.Mood?

        package init(text: String, number: Int? = nil, mood: LibraryInterface.Mood? = nil) {
            self.text = text
            self.number = number
            self.mood = mood
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _text: String?
            var _number: Int?
            var _mood: LibraryInterface.Mood?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("text", 0) {
                        _text = try String(decoding: fields.value)
                    } else if try fields.isField("number", 1) {
                        if !fields.value.isNull { _number = try Int(decoding: fields.value) }
                    } else if try fields.isField("mood", 2) {
                        if !fields.value.isNull { _mood = try LibraryInterface.Mood(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _text else { throw JSONError(.missing, path: "text") }
            self.text = _text
            self.number = _number
            self.mood = _mood
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"text":"#)
            self.text.encode(into: &writer)
            if let _number = self.number {
                writer.raw(#","number":"#)
                _number.encode(into: &writer)
            }
            if let _mood = self.mood {
                writer.raw(#","mood":"#)
                _mood.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``Echo`` answers.
    package struct EchoReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var text: String
        package var number: Int?
        package var mood: LibraryInterface.Mood?

        package init(text: String, number: Int? = nil, mood: LibraryInterface.Mood? = nil) {
            self.text = text
            self.number = number
            self.mood = mood
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _text: String?
            var _number: Int?
            var _mood: LibraryInterface.Mood?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("text", 0) {
                        _text = try String(decoding: fields.value)
                    } else if try fields.isField("number", 1) {
                        if !fields.value.isNull { _number = try Int(decoding: fields.value) }
                    } else if try fields.isField("mood", 2) {
                        if !fields.value.isNull { _mood = try LibraryInterface.Mood(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _text else { throw JSONError(.missing, path: "text") }
            self.text = _text
            self.number = _number
            self.mood = _mood
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"text":"#)
            self.text.encode(into: &writer)
            if let _number = self.number {
                writer.raw(#","number":"#)
                _number.encode(into: &writer)
            }
            if let _mood = self.mood {
                writer.raw(#","mood":"#)
                _mood.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Puts a shelf somewhere, and takes it back.
    package enum Store: VarlinkMethod {
        package typealias Parameters = LibraryInterface.StoreParameters
        package typealias Reply = LibraryInterface.StoreReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Store" }
    }

    /// What ``Store`` takes.
    package struct StoreParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var shelf: LibraryInterface.Shelf

        package init(shelf: LibraryInterface.Shelf) {
            self.shelf = shelf
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _shelf: LibraryInterface.Shelf?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("shelf", 0) {
                        _shelf = try LibraryInterface.Shelf(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _shelf else { throw JSONError(.missing, path: "shelf") }
            self.shelf = _shelf
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"shelf":"#)
            self.shelf.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Store`` answers.
    package struct StoreReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var shelf: LibraryInterface.Shelf

        package init(shelf: LibraryInterface.Shelf) {
            self.shelf = shelf
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _shelf: LibraryInterface.Shelf?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("shelf", 0) {
                        _shelf = try LibraryInterface.Shelf(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _shelf else { throw JSONError(.missing, path: "shelf") }
            self.shelf = _shelf
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"shelf":"#)
            self.shelf.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Counts from 1. Each number is a reply.
    package enum Count: VarlinkMethod {
        package typealias Parameters = LibraryInterface.CountParameters
        package typealias Reply = LibraryInterface.CountReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Count" }
    }

    /// What ``Count`` takes.
    package struct CountParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var to: Int

        package init(to: Int) {
            self.to = to
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _to: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("to", 0) {
                        _to = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _to else { throw JSONError(.missing, path: "to") }
            self.to = _to
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"to":"#)
            self.to.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Count`` answers.
    package struct CountReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var number: Int

        package init(number: Int) {
            self.number = number
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _number: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("number", 0) {
                        _number = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _number else { throw JSONError(.missing, path: "number") }
            self.number = _number
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"number":"#)
            self.number.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Answers when the test says so.
    package enum Wait: VarlinkMethod {
        package typealias Parameters = LibraryInterface.WaitParameters
        package typealias Reply = LibraryInterface.WaitReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Wait" }
    }

    /// What ``Wait`` takes.
    package struct WaitParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String

        package init(name: String) {
            self.name = name
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            self.name = _name
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Wait`` answers.
    package struct WaitReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String

        package init(name: String) {
            self.name = name
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            self.name = _name
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Takes descriptors, and gives a copy of one back.
    package enum Exchange: VarlinkMethod {
        package typealias Parameters = LibraryInterface.ExchangeParameters
        package typealias Reply = LibraryInterface.ExchangeReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Exchange" }
    }

    /// What ``Exchange`` takes.
    package struct ExchangeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int

        package init(fileDescriptor: Int) {
            self.fileDescriptor = fileDescriptor
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _fileDescriptor: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("fileDescriptor", 0) {
                        _fileDescriptor = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _fileDescriptor else { throw JSONError(.missing, path: "fileDescriptor") }
            self.fileDescriptor = _fileDescriptor
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"fileDescriptor":"#)
            self.fileDescriptor.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Exchange`` answers.
    package struct ExchangeReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package var received: Int

        package init(fileDescriptor: Int, received: Int) {
            self.fileDescriptor = fileDescriptor
            self.received = received
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _fileDescriptor: Int?
            var _received: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("fileDescriptor", 0) {
                        _fileDescriptor = try Int(decoding: fields.value)
                    } else if try fields.isField("received", 1) {
                        _received = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _fileDescriptor else { throw JSONError(.missing, path: "fileDescriptor") }
            guard let _received else { throw JSONError(.missing, path: "received") }
            self.fileDescriptor = _fileDescriptor
            self.received = _received
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"fileDescriptor":"#)
            self.fileDescriptor.encode(into: &writer)
            writer.raw(#","received":"#)
            self.received.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Fails, as it is told.
    package enum Fail: VarlinkMethod {
        package typealias Parameters = LibraryInterface.FailParameters
        package typealias Reply = LibraryInterface.FailReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Fail" }
    }

    /// What ``Fail`` takes.
    package struct FailParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reason: String

        package init(reason: String) {
            self.reason = reason
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reason: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reason", 0) {
                        _reason = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reason else { throw JSONError(.missing, path: "reason") }
            self.reason = _reason
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reason":"#)
            self.reason.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Fail`` answers.
    package typealias FailReply = JSONEmpty

    /// Speaks another protocol from then on.
    package enum Become: VarlinkMethod {
        package typealias Parameters = LibraryInterface.BecomeParameters
        package typealias Reply = LibraryInterface.BecomeReply
        package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Become" }
    }

    /// What ``Become`` takes.
    package struct BecomeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var `protocol`: String

        package init(`protocol`: String) {
            self.protocol = `protocol`
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _protocol: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("protocol", 0) {
                        _protocol = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _protocol else { throw JSONError(.missing, path: "protocol") }
            self.protocol = _protocol
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"protocol":"#)
            self.protocol.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Become`` answers.
    package struct BecomeReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var `protocol`: String

        package init(`protocol`: String) {
            self.protocol = `protocol`
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _protocol: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("protocol", 0) {
                        _protocol = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _protocol else { throw JSONError(.missing, path: "protocol") }
            self.protocol = _protocol
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"protocol":"#)
            self.protocol.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The errors that org.example.Library declares.
    package enum Failure: VarlinkFailure, Equatable {
        case notThere(title: String, shelf: Int?)
        case closed
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .notThere: "org.example.Library.NotThere"
                case .closed: "org.example.Library.Closed"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .notThere(let _title, let _shelf):
                    writer.raw(#"{"title":"#)
                    _title.encode(into: &writer)
                    if let _shelf = _shelf {
                        writer.raw(#","shelf":"#)
                        _shelf.encode(into: &writer)
                    }
                    writer.endObject()
                case .closed:
                    writer.beginObject()
                    writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            if errorName.equals("org.example.Library.NotThere") {
                var _title: String?
                var _shelf: Int?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("title", 0) {
                            _title = try String(decoding: fields.value)
                        } else if try fields.isField("shelf", 1) {
                            if !fields.value.isNull { _shelf = try Int(decoding: fields.value) }
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _title else { throw JSONError(.missing, path: "title") }
                self = .notThere(title: _title, shelf: _shelf)
                return
            }
            if errorName.equals("org.example.Library.Closed") {
                _ = try JSONEmpty(decoding: parameters)
                self = .closed
                return
            }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)
            else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.example.Library. What a method throws is its answer.
package protocol LibraryHandler: AnyObject {
    /// Answers what it is asked.
    func echo(
        _ parameters: LibraryInterface.EchoParameters,
        _ call: VarlinkCall<LibraryInterface.Echo>
    ) throws(LibraryInterface.Failure)

    /// Puts a shelf somewhere, and takes it back.
    func store(
        _ parameters: LibraryInterface.StoreParameters,
        _ call: VarlinkCall<LibraryInterface.Store>
    ) throws(LibraryInterface.Failure)

    /// Counts from 1. Each number is a reply.
    func count(
        _ parameters: LibraryInterface.CountParameters,
        _ call: VarlinkCall<LibraryInterface.Count>
    ) throws(LibraryInterface.Failure)

    /// Answers when the test says so.
    func wait(
        _ parameters: LibraryInterface.WaitParameters,
        _ call: VarlinkCall<LibraryInterface.Wait>
    ) throws(LibraryInterface.Failure)

    /// Takes descriptors, and gives a copy of one back.
    func exchange(
        _ parameters: LibraryInterface.ExchangeParameters,
        _ call: VarlinkCall<LibraryInterface.Exchange>
    ) throws(LibraryInterface.Failure)

    /// Fails, as it is told.
    func fail(
        _ parameters: LibraryInterface.FailParameters,
        _ call: VarlinkCall<LibraryInterface.Fail>
    ) throws(LibraryInterface.Failure)

    /// Speaks another protocol from then on.
    func become(
        _ parameters: LibraryInterface.BecomeParameters,
        _ call: VarlinkCall<LibraryInterface.Become>
    ) throws(LibraryInterface.Failure)
}

/// Decodes the calls of org.example.Library for a handler, which it holds.
package final class LibraryDispatcher: VarlinkInterface {
    private let handler: any LibraryHandler

    package init(_ handler: any LibraryHandler) {
        self.handler = handler
    }

    package var name: StaticString { LibraryInterface.name }
    package var description: StaticString { LibraryInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        if incoming.isMethod("Echo") {
            let parameters = try LibraryInterface.EchoParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Echo.self)
            do throws(LibraryInterface.Failure) {
                try handler.echo(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Store") {
            let parameters = try LibraryInterface.StoreParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Store.self)
            do throws(LibraryInterface.Failure) {
                try handler.store(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Count") {
            let parameters = try LibraryInterface.CountParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Count.self)
            do throws(LibraryInterface.Failure) {
                try handler.count(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Wait") {
            let parameters = try LibraryInterface.WaitParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Wait.self)
            do throws(LibraryInterface.Failure) {
                try handler.wait(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Exchange") {
            let parameters = try LibraryInterface.ExchangeParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Exchange.self)
            do throws(LibraryInterface.Failure) {
                try handler.exchange(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Fail") {
            let parameters = try LibraryInterface.FailParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Fail.self)
            do throws(LibraryInterface.Failure) {
                try handler.fail(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Become") {
            let parameters = try LibraryInterface.BecomeParameters(decoding: incoming.parameters)
            let call = incoming.call(of: LibraryInterface.Become.self)
            do throws(LibraryInterface.Failure) {
                try handler.become(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        return false
    }
}
