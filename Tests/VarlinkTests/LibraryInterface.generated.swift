// Generated from org.example.Library.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// Interface of the tests' service: something of everything that a description can hold.
package enum LibraryInterface {
    /// "org.example.Library"
    package static var name: StaticString { "org.example.Library" }

    /// The text of the description.
    package static var text: StaticString { ##"# Interface of the tests' service: something of everything that a description can hold.\##ninterface org.example.Library\##n\##ntype Shelf (\##n  name: string,\##n  # From the floor, in metres.\##n  height: float,\##n  books: []Book,\##n  neighbours: [string]Shelf,\##n  labels: [string](),\##n  extra: ?object\##n)\##n\##ntype Book (\##n  title: string,\##n  binding: (hard, soft, spiral),\##n  size: ?(width: int, height: int),\##n  default: ?bool\##n)\##n\##ntype Mood (happy, sad)\##n\##n# Answers what it is asked.\##nmethod Echo(text: string, number: ?int, mood: ?Mood) -> (text: string, number: ?int, mood: ?Mood)\##n\##n# Puts a shelf somewhere, and takes it back.\##nmethod Store(shelf: Shelf) -> (shelf: Shelf)\##n\##n# Counts from 1. Each number is a reply.\##nmethod Count(to: int) -> (number: int)\##n\##n# Where a book may be.\##ntype Spot (\##n  shelf: ?string,\##n  number: ?int,\##n  mood: ?Mood,\##n  edge: ?(left, right),\##n  lit: ?bool,\##n  near: ?[]string\##n)\##n\##n# Answers with what it was asked for.\##nmethod Find(title: string, spot: Spot, other: ?Spot, height: ?float, exact: bool) -> (\##n  title: string,\##n  spot: Spot,\##n  other: ?Spot,\##n  height: ?float,\##n  exact: bool\##n)\##n\##n# Answers when the test says so.\##nmethod Wait(name: string) -> (name: string)\##n\##n# Takes descriptors, and gives a copy of one back.\##nmethod Exchange(fileDescriptor: int) -> (fileDescriptor: int, received: int)\##n\##n# Fails, as it is told.\##nmethod Fail(reason: string) -> ()\##n\##n# Speaks another protocol from then on.\##nmethod Become(protocol: string) -> (protocol: string)\##n\##nerror NotThere (title: string, shelf: ?int)\##n\##nerror Closed ()\##n"## }

    package struct Shelf: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        /// From the floor, in metres.
        package var height: Double
        package var books: [LibraryInterface.Book]
        package var neighbours: [String: LibraryInterface.Shelf]
        package var labels: Set<String>
        package var extra: JSONText?
        package init(name: String, height: Double, books: [LibraryInterface.Book], neighbours: [String: LibraryInterface.Shelf], labels: Set<String>, extra: JSONText? = nil) { self.name = name; self.height = height; self.books = books; self.neighbours = neighbours; self.labels = labels; self.extra = extra }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name\u{6}height\u{5}books\u{a}neighbours\u{6}labels\u{5}extra")
            var _name: String?, _height: Double?, _books: [LibraryInterface.Book]?, _neighbours: [String: LibraryInterface.Shelf]?, _labels: Set<String>?, _extra: JSONText?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_name)
                case 1: try fields.read(&_height)
                case 2: try fields.read(&_books)
                case 3: try fields.read(&_neighbours)
                case 4: try fields.read(&_labels)
                default: try fields.readOptional(&_extra)
            } }
            guard let _name, let _height, let _books, let _neighbours, let _labels else { throw fields.missing(31) }
            self.name = _name; self.height = _height; self.books = _books; self.neighbours = _neighbours; self.labels = _labels; self.extra = _extra
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.field(#","height":"#, self.height)
            writer.field(#","books":"#, self.books)
            writer.field(#","neighbours":"#, self.neighbours)
            writer.field(#","labels":"#, self.labels)
            writer.optional(#","extra":"#, self.extra)
            writer.endObject()
        }
    }

    package struct Book: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Binding: String, JSONEnumeration { case hard, soft, spiral }

        package struct Size: JSONDecodable, JSONEncodable, Equatable, Sendable {
            package var width: Int
            package var height: Int
            package init(width: Int, height: Int) { self.width = width; self.height = height }
            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                var fields = try value.fields("\u{5}width\u{6}height")
                var _width: Int?, _height: Int?
                while let field = try fields.next() { switch field {
                    case 0: try fields.read(&_width)
                    default: try fields.read(&_height)
                } }
                guard let _width, let _height else { throw fields.missing(3) }
                self.width = _width; self.height = _height
            }
            package func encode(into writer: inout JSONWriter) {
                writer.field(#"{"width":"#, self.width)
                writer.field(#","height":"#, self.height)
                writer.endObject()
            }
        }

        package var title: String
        package var binding: Binding
        package var size: Size?
        package var `default`: Bool?
        package init(title: String, binding: Binding, size: Size? = nil, `default`: Bool? = nil) { self.title = title; self.binding = binding; self.size = size; self.default = `default` }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}title\u{7}binding\u{4}size\u{7}default")
            var _title: String?, _binding: Binding?, _size: Size?, _default: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_title)
                case 1: try fields.read(&_binding)
                case 2: try fields.readOptional(&_size)
                default: try fields.readOptional(&_default)
            } }
            guard let _title, let _binding else { throw fields.missing(3) }
            self.title = _title; self.binding = _binding; self.size = _size; self.default = _default
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"title":"#, self.title)
            writer.field(#","binding":"#, self.binding)
            writer.optional(#","size":"#, self.size)
            writer.optional(#","default":"#, self.default)
            writer.endObject()
        }
    }

    package enum Mood: String, JSONEnumeration { case happy, sad }

    /// Answers what it is asked.
    package enum Echo: VarlinkMethod {
        package typealias Parameters = LibraryInterface.EchoParameters; package typealias Reply = LibraryInterface.EchoReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Echo" }
    }

    /// The parameters of ``Echo``.
    package struct EchoParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var text: String
        package var number: Int?
        package var mood: LibraryInterface.Mood?
        package init(text: String, number: Int? = nil, mood: LibraryInterface.Mood? = nil) { self.text = text; self.number = number; self.mood = mood }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}text\u{6}number\u{4}mood")
            var _text: String?, _number: Int?, _mood: LibraryInterface.Mood?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_text)
                case 1: try fields.readOptional(&_number)
                default: try fields.readOptional(&_mood)
            } }
            guard let _text else { throw fields.missing(1) }
            self.text = _text; self.number = _number; self.mood = _mood
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"text":"#, self.text)
            writer.optional(#","number":"#, self.number)
            writer.optional(#","mood":"#, self.mood)
            writer.endObject()
        }
    }

    /// The reply to ``Echo``.
    package struct EchoReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var text: String
        package var number: Int?
        package var mood: LibraryInterface.Mood?
        package init(text: String, number: Int? = nil, mood: LibraryInterface.Mood? = nil) { self.text = text; self.number = number; self.mood = mood }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}text\u{6}number\u{4}mood")
            var _text: String?, _number: Int?, _mood: LibraryInterface.Mood?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_text)
                case 1: try fields.readOptional(&_number)
                default: try fields.readOptional(&_mood)
            } }
            guard let _text else { throw fields.missing(1) }
            self.text = _text; self.number = _number; self.mood = _mood
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"text":"#, self.text)
            writer.optional(#","number":"#, self.number)
            writer.optional(#","mood":"#, self.mood)
            writer.endObject()
        }
    }

    /// Puts a shelf somewhere, and takes it back.
    package enum Store: VarlinkMethod {
        package typealias Parameters = LibraryInterface.StoreParameters; package typealias Reply = LibraryInterface.StoreReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Store" }
    }

    /// The parameters of ``Store``.
    package struct StoreParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var shelf: LibraryInterface.Shelf
        package init(shelf: LibraryInterface.Shelf) { self.shelf = shelf }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}shelf")
            var _shelf: LibraryInterface.Shelf?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_shelf)
            } }
            guard let _shelf else { throw fields.missing(1) }
            self.shelf = _shelf
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"shelf":"#, self.shelf)
            writer.endObject()
        }
    }

    /// The reply to ``Store``.
    package struct StoreReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var shelf: LibraryInterface.Shelf
        package init(shelf: LibraryInterface.Shelf) { self.shelf = shelf }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}shelf")
            var _shelf: LibraryInterface.Shelf?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_shelf)
            } }
            guard let _shelf else { throw fields.missing(1) }
            self.shelf = _shelf
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"shelf":"#, self.shelf)
            writer.endObject()
        }
    }

    /// Counts from 1. Each number is a reply.
    package enum Count: VarlinkMethod {
        package typealias Parameters = LibraryInterface.CountParameters; package typealias Reply = LibraryInterface.CountReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Count" }
    }

    /// The parameters of ``Count``.
    package struct CountParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var to: Int
        package init(to: Int) { self.to = to }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{2}to")
            var _to: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_to)
            } }
            guard let _to else { throw fields.missing(1) }
            self.to = _to
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"to":"#, self.to)
            writer.endObject()
        }
    }

    /// The reply to ``Count``.
    package struct CountReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var number: Int
        package init(number: Int) { self.number = number }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}number")
            var _number: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_number)
            } }
            guard let _number else { throw fields.missing(1) }
            self.number = _number
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"number":"#, self.number)
            writer.endObject()
        }
    }

    /// Where a book may be.
    package struct Spot: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Edge: String, JSONEnumeration { case left, right }

        package var shelf: String?
        package var number: Int?
        package var mood: LibraryInterface.Mood?
        package var edge: Edge?
        package var lit: Bool?
        package var near: [String]?
        package init(shelf: String? = nil, number: Int? = nil, mood: LibraryInterface.Mood? = nil, edge: Edge? = nil, lit: Bool? = nil, near: [String]? = nil) { self.shelf = shelf; self.number = number; self.mood = mood; self.edge = edge; self.lit = lit; self.near = near }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}shelf\u{6}number\u{4}mood\u{4}edge\u{3}lit\u{4}near")
            var _shelf: String?, _number: Int?, _mood: LibraryInterface.Mood?, _edge: Edge?, _lit: Bool?, _near: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_shelf)
                case 1: try fields.readOptional(&_number)
                case 2: try fields.readOptional(&_mood)
                case 3: try fields.readOptional(&_edge)
                case 4: try fields.readOptional(&_lit)
                default: try fields.readOptional(&_near)
            } }
            self.shelf = _shelf; self.number = _number; self.mood = _mood; self.edge = _edge; self.lit = _lit; self.near = _near
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","shelf":"#, self.shelf)
            writer.optionalOrFirst(#","number":"#, self.number)
            writer.optionalOrFirst(#","mood":"#, self.mood)
            writer.optionalOrFirst(#","edge":"#, self.edge)
            writer.optionalOrFirst(#","lit":"#, self.lit)
            writer.optionalOrFirst(#","near":"#, self.near)
            writer.endObject()
        }
    }

    /// Answers with what it was asked for.
    package enum Find: VarlinkMethod {
        package typealias Parameters = LibraryInterface.FindParameters; package typealias Reply = LibraryInterface.FindReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Find" }
    }

    /// The parameters of ``Find``.
    package struct FindParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var title: String
        package var spot: LibraryInterface.Spot
        package var other: LibraryInterface.Spot?
        package var height: Double?
        package var exact: Bool
        package init(title: String, spot: LibraryInterface.Spot, other: LibraryInterface.Spot? = nil, height: Double? = nil, exact: Bool) { self.title = title; self.spot = spot; self.other = other; self.height = height; self.exact = exact }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}title\u{4}spot\u{5}other\u{6}height\u{5}exact")
            var _title: String?, _spot: LibraryInterface.Spot?, _other: LibraryInterface.Spot?, _height: Double?, _exact: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_title)
                case 1: try fields.read(&_spot)
                case 2: try fields.readOptional(&_other)
                case 3: try fields.readOptional(&_height)
                default: try fields.read(&_exact)
            } }
            guard let _title, let _spot, let _exact else { throw fields.missing(19) }
            self.title = _title; self.spot = _spot; self.other = _other; self.height = _height; self.exact = _exact
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"title":"#, self.title)
            writer.field(#","spot":"#, self.spot)
            writer.optional(#","other":"#, self.other)
            writer.optional(#","height":"#, self.height)
            writer.field(#","exact":"#, self.exact)
            writer.endObject()
        }
    }

    /// The reply to ``Find``.
    package struct FindReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var title: String
        package var spot: LibraryInterface.Spot
        package var other: LibraryInterface.Spot?
        package var height: Double?
        package var exact: Bool
        package init(title: String, spot: LibraryInterface.Spot, other: LibraryInterface.Spot? = nil, height: Double? = nil, exact: Bool) { self.title = title; self.spot = spot; self.other = other; self.height = height; self.exact = exact }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}title\u{4}spot\u{5}other\u{6}height\u{5}exact")
            var _title: String?, _spot: LibraryInterface.Spot?, _other: LibraryInterface.Spot?, _height: Double?, _exact: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_title)
                case 1: try fields.read(&_spot)
                case 2: try fields.readOptional(&_other)
                case 3: try fields.readOptional(&_height)
                default: try fields.read(&_exact)
            } }
            guard let _title, let _spot, let _exact else { throw fields.missing(19) }
            self.title = _title; self.spot = _spot; self.other = _other; self.height = _height; self.exact = _exact
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"title":"#, self.title)
            writer.field(#","spot":"#, self.spot)
            writer.optional(#","other":"#, self.other)
            writer.optional(#","height":"#, self.height)
            writer.field(#","exact":"#, self.exact)
            writer.endObject()
        }
    }

    /// Answers when the test says so.
    package enum Wait: VarlinkMethod {
        package typealias Parameters = LibraryInterface.WaitParameters; package typealias Reply = LibraryInterface.WaitReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Wait" }
    }

    /// The parameters of ``Wait``.
    package struct WaitParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package init(name: String) { self.name = name }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name")
            var _name: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_name)
            } }
            guard let _name else { throw fields.missing(1) }
            self.name = _name
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.endObject()
        }
    }

    /// The reply to ``Wait``.
    package struct WaitReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package init(name: String) { self.name = name }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name")
            var _name: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_name)
            } }
            guard let _name else { throw fields.missing(1) }
            self.name = _name
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.endObject()
        }
    }

    /// Takes descriptors, and gives a copy of one back.
    package enum Exchange: VarlinkMethod {
        package typealias Parameters = LibraryInterface.ExchangeParameters; package typealias Reply = LibraryInterface.ExchangeReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Exchange" }
    }

    /// The parameters of ``Exchange``.
    package struct ExchangeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package init(fileDescriptor: Int) { self.fileDescriptor = fileDescriptor }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor")
            var _fileDescriptor: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_fileDescriptor)
            } }
            guard let _fileDescriptor else { throw fields.missing(1) }
            self.fileDescriptor = _fileDescriptor
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"fileDescriptor":"#, self.fileDescriptor)
            writer.endObject()
        }
    }

    /// The reply to ``Exchange``.
    package struct ExchangeReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package var received: Int
        package init(fileDescriptor: Int, received: Int) { self.fileDescriptor = fileDescriptor; self.received = received }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor\u{8}received")
            var _fileDescriptor: Int?, _received: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_fileDescriptor)
                default: try fields.read(&_received)
            } }
            guard let _fileDescriptor, let _received else { throw fields.missing(3) }
            self.fileDescriptor = _fileDescriptor; self.received = _received
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"fileDescriptor":"#, self.fileDescriptor)
            writer.field(#","received":"#, self.received)
            writer.endObject()
        }
    }

    /// Fails, as it is told.
    package enum Fail: VarlinkMethod {
        package typealias Parameters = LibraryInterface.FailParameters; package typealias Reply = LibraryInterface.FailReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Fail" }
    }

    /// The parameters of ``Fail``.
    package struct FailParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reason: String
        package init(reason: String) { self.reason = reason }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reason")
            var _reason: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_reason)
            } }
            guard let _reason else { throw fields.missing(1) }
            self.reason = _reason
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reason":"#, self.reason)
            writer.endObject()
        }
    }

    /// The reply to ``Fail``.
    package typealias FailReply = JSONEmpty

    /// Speaks another protocol from then on.
    package enum Become: VarlinkMethod {
        package typealias Parameters = LibraryInterface.BecomeParameters; package typealias Reply = LibraryInterface.BecomeReply; package typealias Failure = LibraryInterface.Failure
        package static var name: StaticString { "org.example.Library.Become" }
    }

    /// The parameters of ``Become``.
    package struct BecomeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var `protocol`: String
        package init(`protocol`: String) { self.protocol = `protocol` }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}protocol")
            var _protocol: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_protocol)
            } }
            guard let _protocol else { throw fields.missing(1) }
            self.protocol = _protocol
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"protocol":"#, self.protocol)
            writer.endObject()
        }
    }

    /// The reply to ``Become``.
    package struct BecomeReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var `protocol`: String
        package init(`protocol`: String) { self.protocol = `protocol` }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}protocol")
            var _protocol: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_protocol)
            } }
            guard let _protocol else { throw fields.missing(1) }
            self.protocol = _protocol
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"protocol":"#, self.protocol)
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
                case .notThere(let _title, let _shelf): writer.field(#"{"title":"#, _title); writer.optional(#","shelf":"#, _shelf); writer.endObject()
                case .closed: writer.beginObject(); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.example.Library.NotThere", ["title", "shelf"]) { self = .notThere(title: try fields.read("title"), shelf: try fields.readOptional("shelf")); return }
            if try parameters.fields(of: errorName, "org.example.Library.Closed", []) != nil { self = .closed; return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.example.Library. What a method throws is its answer.
package protocol LibraryHandler: AnyObject {
    func echo(_ parameters: LibraryInterface.EchoParameters, _ call: VarlinkCall<LibraryInterface.Echo>) throws(LibraryInterface.Failure)
    func store(_ parameters: LibraryInterface.StoreParameters, _ call: VarlinkCall<LibraryInterface.Store>) throws(LibraryInterface.Failure)
    func count(_ parameters: LibraryInterface.CountParameters, _ call: VarlinkCall<LibraryInterface.Count>) throws(LibraryInterface.Failure)
    func find(_ parameters: LibraryInterface.FindParameters, _ call: VarlinkCall<LibraryInterface.Find>) throws(LibraryInterface.Failure)
    func wait(_ parameters: LibraryInterface.WaitParameters, _ call: VarlinkCall<LibraryInterface.Wait>) throws(LibraryInterface.Failure)
    func exchange(_ parameters: LibraryInterface.ExchangeParameters, _ call: VarlinkCall<LibraryInterface.Exchange>) throws(LibraryInterface.Failure)
    func fail(_ parameters: LibraryInterface.FailParameters, _ call: VarlinkCall<LibraryInterface.Fail>) throws(LibraryInterface.Failure)
    func become(_ parameters: LibraryInterface.BecomeParameters, _ call: VarlinkCall<LibraryInterface.Become>) throws(LibraryInterface.Failure)

    /// Answers a call that was read in place, or returns false. Nothing must have been said then, and it comes again, decoded.
    func echo(scanned: borrowing LibraryInterface.EchoScan, _ call: borrowing ScannedCall) -> Bool

    /// Answers a call that was read in place, or returns false. Nothing must have been said then, and it comes again, decoded.
    func find(scanned: borrowing LibraryInterface.FindScan, _ call: borrowing ScannedCall) -> Bool
}

extension LibraryHandler {
    package func echo(scanned: borrowing LibraryInterface.EchoScan, _ call: borrowing ScannedCall) -> Bool { false }
    package func find(scanned: borrowing LibraryInterface.FindScan, _ call: borrowing ScannedCall) -> Bool { false }
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
        switch incoming.method(in: "\u{4}Echo\u{5}Store\u{5}Count\u{4}Find\u{4}Wait\u{8}Exchange\u{4}Fail\u{6}Become") {
        case 0: try serve(incoming, LibraryInterface.Echo.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.echo(parameters, call) }
        case 1: try serve(incoming, LibraryInterface.Store.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.store(parameters, call) }
        case 2: try serve(incoming, LibraryInterface.Count.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.count(parameters, call) }
        case 3: try serve(incoming, LibraryInterface.Find.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.find(parameters, call) }
        case 4: try serve(incoming, LibraryInterface.Wait.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.wait(parameters, call) }
        case 5: try serve(incoming, LibraryInterface.Exchange.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.exchange(parameters, call) }
        case 6: try serve(incoming, LibraryInterface.Fail.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.fail(parameters, call) }
        case 7: try serve(incoming, LibraryInterface.Become.self) { (parameters, call) throws(LibraryInterface.Failure) in try handler.become(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(LibraryInterface.Failure) -> Void) throws(JSONError) where Method.Failure == LibraryInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(LibraryInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }

    package var scansCalls: Bool { true }

    package func dispatch(scanning call: borrowing CallScanner, on connection: VarlinkConnection) -> Bool {
        var scanner = copy call
        if scanner.takes(#"org.example.Library.Echo""#) {
            guard scanner.reachesParameters() else { return false }
            var scan = LibraryInterface.EchoScan(scanner)
            scan.read(&scanner)
            guard scanner.ends() else { return false }
            let call = ScannedCall(on: connection, scanner.flags)
            return call.end(isAnswered: handler.echo(scanned: scan, call))
        }
        if scanner.takes(#"org.example.Library.Find""#) {
            guard scanner.reachesParameters() else { return false }
            var scan = LibraryInterface.FindScan(scanner)
            scan.read(&scanner)
            guard scanner.ends() else { return false }
            let call = ScannedCall(on: connection, scanner.flags)
            return call.end(isAnswered: handler.find(scanned: scan, call))
        }
        return false
    }
}

// Calls that are read in place.

extension LibraryInterface {
    /// A call of ``Echo`` that is read in place.
    package struct EchoScan: ~Escapable {
        package private(set) var text: RawSpan
        package private(set) var number: Int?
        package private(set) var mood: LibraryInterface.Mood?

        @_lifetime(copy scanner)
        @inline(__always)
        package init(_ scanner: borrowing CallScanner) {
            self.text = scanner.none
        }

        @_lifetime(self: copy scanner)
        @inline(__always)
        package mutating func read(_ scanner: inout CallScanner) {
            var seen: UInt64 = 0
            if scanner.beginsObject() {
                repeat {
                    if scanner.isField(#""text":"#, 0, &seen) {
                        self.text = scanner.string()
                    } else if scanner.isField(#""number":"#, 1, &seen) {
                        if !scanner.takesNull() { self.number = scanner.int() }
                    } else if scanner.isField(#""mood":"#, 2, &seen) {
                        if !scanner.takesNull() { self.mood = LibraryInterface.Mood(scanning: &scanner) }
                    } else { return scanner.doubt() }
                } while scanner.takesSeparator()
                scanner.endObject()
            }
            if seen & 1 != 1 { scanner.doubt() }
        }

        /// The value, as the general way decodes it.
        package var parameters: LibraryInterface.EchoParameters {
            LibraryInterface.EchoParameters(text: CallScanner.text(text), number: number, mood: mood)
        }
    }
}

extension LibraryInterface.Mood {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""happy""#) { self = .happy }
        else if scanner.takes(#""sad""#) { self = .sad }
        else { self = .happy; scanner.doubt() }
    }
}

extension LibraryInterface {
    /// A call of ``Find`` that is read in place.
    package struct FindScan: ~Escapable {
        package private(set) var title: RawSpan
        package private(set) var spot: LibraryInterface.SpotScan
        package private(set) var other: Optional<LibraryInterface.SpotScan>
        package private(set) var height: Double?
        package private(set) var exact: Bool = false

        @_lifetime(copy scanner)
        @inline(__always)
        package init(_ scanner: borrowing CallScanner) {
            self.title = scanner.none
            self.spot = LibraryInterface.SpotScan(scanner)
            self.other = nil
        }

        @_lifetime(self: copy scanner)
        @inline(__always)
        package mutating func read(_ scanner: inout CallScanner) {
            var seen: UInt64 = 0
            if scanner.beginsObject() {
                repeat {
                    if scanner.isField(#""title":"#, 0, &seen) {
                        self.title = scanner.string()
                    } else if scanner.isField(#""spot":"#, 1, &seen) {
                        self.spot.read(&scanner)
                    } else if scanner.isField(#""other":"#, 2, &seen) {
                        if !scanner.takesNull() { var value = LibraryInterface.SpotScan(scanner); value.read(&scanner); self.other = value }
                    } else if scanner.isField(#""height":"#, 3, &seen) {
                        if !scanner.takesNull() { self.height = scanner.double() }
                    } else if scanner.isField(#""exact":"#, 4, &seen) {
                        self.exact = scanner.bool()
                    } else { return scanner.doubt() }
                } while scanner.takesSeparator()
                scanner.endObject()
            }
            if seen & 19 != 19 { scanner.doubt() }
        }

        /// The value, as the general way decodes it.
        package var parameters: LibraryInterface.FindParameters {
            LibraryInterface.FindParameters(title: CallScanner.text(title), spot: spot.value, other: other?.value, height: height, exact: exact)
        }
    }
}

extension LibraryInterface {
    /// A ``Spot`` that is read in place.
    package struct SpotScan: ~Escapable {
        package private(set) var shelf: Optional<RawSpan>
        package private(set) var number: Int?
        package private(set) var mood: LibraryInterface.Mood?
        package private(set) var edge: LibraryInterface.Spot.Edge?
        package private(set) var lit: Bool?

        @_lifetime(copy scanner)
        @inline(__always)
        package init(_ scanner: borrowing CallScanner) {
            self.shelf = nil
        }

        @_lifetime(self: copy scanner)
        @inline(__always)
        package mutating func read(_ scanner: inout CallScanner) {
            var seen: UInt64 = 0
            if scanner.beginsObject() {
                repeat {
                    if scanner.isField(#""shelf":"#, 0, &seen) {
                        if !scanner.takesNull() { self.shelf = scanner.string() }
                    } else if scanner.isField(#""number":"#, 1, &seen) {
                        if !scanner.takesNull() { self.number = scanner.int() }
                    } else if scanner.isField(#""mood":"#, 2, &seen) {
                        if !scanner.takesNull() { self.mood = LibraryInterface.Mood(scanning: &scanner) }
                    } else if scanner.isField(#""edge":"#, 3, &seen) {
                        if !scanner.takesNull() { self.edge = LibraryInterface.Spot.Edge(scanning: &scanner) }
                    } else if scanner.isField(#""lit":"#, 4, &seen) {
                        if !scanner.takesNull() { self.lit = scanner.bool() }
                    } else if scanner.isField(#""near":"#, 5, &seen) {
                        if !scanner.takesNull() { scanner.doubt() }
                    } else { return scanner.doubt() }
                } while scanner.takesSeparator()
                scanner.endObject()
            }
        }

        /// The value, as the general way decodes it.
        package var value: LibraryInterface.Spot {
            LibraryInterface.Spot(shelf: CallScanner.text(shelf), number: number, mood: mood, edge: edge, lit: lit)
        }
    }
}

extension LibraryInterface.Spot.Edge {
    init(scanning scanner: inout CallScanner) {
        if scanner.takes(#""left""#) { self = .left }
        else if scanner.takes(#""right""#) { self = .right }
        else { self = .left; scanner.doubt() }
    }
}
