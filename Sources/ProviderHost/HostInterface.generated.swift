// Generated from org.sheaf.Host.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// Between sheafd and a provider host, over a pair of sockets that nobody else has. It may change with every version.
///
/// A host serves one call at a time. `serial` is what the word in shared memory holds when the call is to end early.
/// `document` is a number that sheafd chose when it had the document opened.
package enum HostInterface {
    /// "org.sheaf.Host"
    package static var name: StaticString { "org.sheaf.Host" }

    /// The text of the description.
    package static var text: StaticString {
        ##"""
        # Between sheafd and a provider host, over a pair of sockets that nobody else has. It may change with every version.
        #
        # A host serves one call at a time. `serial` is what the word in shared memory holds when the call is to end early.
        # `document` is a number that sheafd chose when it had the document opened.
        interface org.sheaf.Host

        type CountKind (exact, estimated, unknown)

        type Count (kind: CountKind, pages: int)

        type Metrics (width: float, height: float, label: string, exact: bool)

        # A text run, an outline entry, a link, a match, an entry of metadata; `kind` as in sheaf_provider.h.
        type Item (
          kind: int,
          level: int,
          page: ?int,
          x0: float,
          y0: float,
          x1: float,
          y1: float,
          targetX: float,
          targetY: float,
          key: ?string,
          text: ?string,
          uri: ?string
        )

        # Loads the provider. It is the first call.
        method Load(path: string) -> (
          name: string,
          version: string,
          summary: string,
          abiVersion: int,
          capabilities: []string
        )

        # One setting of the provider.
        method Configure(serial: int, key: string, value: string) -> ()

        # Looks at a file: at the one passed as `fileDescriptor`, or at `path` below the one passed as `folderDescriptor`, which
        # is opened and comes back as `fileDescriptor`. Numbers without a sign are passed by their bits.
        method Examine(serial: int, fileDescriptor: ?int, folderDescriptor: ?int, path: ?string) -> (
          device: int,
          inode: int,
          size: int,
          changed: int,
          regular: bool,
          readable: bool,
          remote: bool,
          fileDescriptor: ?int
        )

        # How sure the provider is that it opens this, from 0 to 100.
        method Probe(serial: int, fileDescriptor: int) -> (certainty: int)

        method Open(serial: int, document: int, fileDescriptor: int) -> (count: Count, firstPage: ?int)

        # Called oneway.
        method Close(document: int) -> ()

        method PageCount(serial: int, document: int) -> (count: Count)

        method PageIds(serial: int, document: int, index: int, length: int) -> (pages: []int)

        # The page `step` pages after `page`, or after the first one.
        method PageStep(serial: int, document: int, page: ?int, step: int) -> (page: int)

        method PageMetrics(serial: int, document: int, pages: []int) -> (metrics: []Metrics)

        method FindLabel(serial: int, document: int, label: string) -> (index: int)

        # As in sheaf_provider.h, and what the host makes of it.
        type Format (bgrx8888, png, jpeg)

        # Memory for the rendering in small: four bytes a pixel, rows without gaps.
        type Thumbnail (fileDescriptor: int, width: int, height: int)

        # Renders into the memory passed as `fileDescriptor`, and in small into that of `thumbnail`, with format bgrx8888. The
        # reply's `thumbnail`: whether it was made.
        method Render(
          serial: int,
          document: int,
          page: int,
          scale: float,
          rotation: int,
          x: int,
          y: int,
          width: int,
          height: int,
          format: Format,
          quality: ?int,
          fileDescriptor: int,
          thumbnail: ?Thumbnail
        ) -> (bytes: int, stride: int, cuttable: bool, microseconds: int, thumbnail: bool)

        method Prefetch(serial: int, document: int, pages: []int) -> ()

        method CancelPrefetch(serial: int, document: int, pages: []int) -> ()

        # What pages went through on screens, in this order: `events` has one for each of `pages`.
        method Appearance(serial: int, document: int, pages: []int, events: []int) -> ()

        method Refresh(serial: int, document: int) -> ()

        method Move(serial: int, document: int, page: int, stage: int, index: int) -> ()

        type Target (claimed, unclaimed, background)

        method Hit(serial: int, document: int, page: int, x: float, y: float) -> (target: Target)

        method Text(serial: int, document: int, page: int) -> (items: []Item, truncated: bool)

        method Outline(serial: int, document: int) -> (items: []Item, truncated: bool)

        method Links(serial: int, document: int, page: int) -> (items: []Item, truncated: bool)

        method Search(serial: int, document: int, page: int, needle: string) -> (items: []Item, truncated: bool)

        method Metadata(serial: int, document: int) -> (items: []Item, truncated: bool)

        method Trim(serial: int, level: int) -> ()

        # The provider can't be loaded.
        error ProviderRefused (message: string)

        # The call was ended early.
        error Cancelled ()

        # The provider failed.
        error DocumentFailed (errno: int, message: string)

        # The provider has no such function.
        error Unsupported (function: string)

        error NoSuchPage (message: string)

        error EndOfDocument ()

        # The file can't be opened or looked at.
        error FileNotFound (errno: int, message: string)

        error Invalid (name: string, message: string)

        error TooLarge (message: string)

        """##
    }

    package enum CountKind: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case exact
        case estimated
        case unknown

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("exact") {
                self = .exact
                return
            }
            if text.equals("estimated") {
                self = .estimated
                return
            }
            if text.equals("unknown") {
                self = .unknown
                return
            }
            throw JSONError(.wrongType(expected: "CountKind"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .exact: writer.raw(#""exact""#)
                case .estimated: writer.raw(#""estimated""#)
                case .unknown: writer.raw(#""unknown""#)
            }
        }
    }

    package struct Count: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var kind: HostInterface.CountKind
        package var pages: Int

        package init(kind: HostInterface.CountKind, pages: Int) {
            self.kind = kind
            self.pages = pages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _kind: HostInterface.CountKind?
            var _pages: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("kind", 0) {
                        _kind = try HostInterface.CountKind(decoding: fields.value)
                    } else if try fields.isField("pages", 1) {
                        _pages = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _kind else { throw JSONError(.missing, path: "kind") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            self.kind = _kind
            self.pages = _pages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"kind":"#)
            self.kind.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.endObject()
        }
    }

    package struct Metrics: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Double
        package var height: Double
        package var label: String
        package var exact: Bool

        package init(width: Double, height: Double, label: String, exact: Bool) {
            self.width = width
            self.height = height
            self.label = label
            self.exact = exact
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _width: Double?
            var _height: Double?
            var _label: String?
            var _exact: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("width", 0) {
                        _width = try Double(decoding: fields.value)
                    } else if try fields.isField("height", 1) {
                        _height = try Double(decoding: fields.value)
                    } else if try fields.isField("label", 2) {
                        _label = try String(decoding: fields.value)
                    } else if try fields.isField("exact", 3) {
                        _exact = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _label else { throw JSONError(.missing, path: "label") }
            guard let _exact else { throw JSONError(.missing, path: "exact") }
            self.width = _width
            self.height = _height
            self.label = _label
            self.exact = _exact
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.raw(#","label":"#)
            self.label.encode(into: &writer)
            writer.raw(#","exact":"#)
            self.exact.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A text run, an outline entry, a link, a match, an entry of metadata; `kind` as in sheaf_provider.h.
    package struct Item: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var kind: Int
        package var level: Int
        package var page: Int?
        package var x0: Double
        package var y0: Double
        package var x1: Double
        package var y1: Double
        package var targetX: Double
        package var targetY: Double
        package var key: String?
        package var text: String?
        package var uri: String?

        package init(kind: Int, level: Int, page: Int? = nil, x0: Double, y0: Double, x1: Double, y1: Double, targetX: Double, targetY: Double, key: String? = nil, text: String? = nil, uri: String? = nil) {
            self.kind = kind
            self.level = level
            self.page = page
            self.x0 = x0
            self.y0 = y0
            self.x1 = x1
            self.y1 = y1
            self.targetX = targetX
            self.targetY = targetY
            self.key = key
            self.text = text
            self.uri = uri
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _kind: Int?
            var _level: Int?
            var _page: Int?
            var _x0: Double?
            var _y0: Double?
            var _x1: Double?
            var _y1: Double?
            var _targetX: Double?
            var _targetY: Double?
            var _key: String?
            var _text: String?
            var _uri: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("kind", 0) {
                        _kind = try Int(decoding: fields.value)
                    } else if try fields.isField("level", 1) {
                        _level = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        if !fields.value.isNull { _page = try Int(decoding: fields.value) }
                    } else if try fields.isField("x0", 3) {
                        _x0 = try Double(decoding: fields.value)
                    } else if try fields.isField("y0", 4) {
                        _y0 = try Double(decoding: fields.value)
                    } else if try fields.isField("x1", 5) {
                        _x1 = try Double(decoding: fields.value)
                    } else if try fields.isField("y1", 6) {
                        _y1 = try Double(decoding: fields.value)
                    } else if try fields.isField("targetX", 7) {
                        _targetX = try Double(decoding: fields.value)
                    } else if try fields.isField("targetY", 8) {
                        _targetY = try Double(decoding: fields.value)
                    } else if try fields.isField("key", 9) {
                        if !fields.value.isNull { _key = try String(decoding: fields.value) }
                    } else if try fields.isField("text", 10) {
                        if !fields.value.isNull { _text = try String(decoding: fields.value) }
                    } else if try fields.isField("uri", 11) {
                        if !fields.value.isNull { _uri = try String(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _kind else { throw JSONError(.missing, path: "kind") }
            guard let _level else { throw JSONError(.missing, path: "level") }
            guard let _x0 else { throw JSONError(.missing, path: "x0") }
            guard let _y0 else { throw JSONError(.missing, path: "y0") }
            guard let _x1 else { throw JSONError(.missing, path: "x1") }
            guard let _y1 else { throw JSONError(.missing, path: "y1") }
            guard let _targetX else { throw JSONError(.missing, path: "targetX") }
            guard let _targetY else { throw JSONError(.missing, path: "targetY") }
            self.kind = _kind
            self.level = _level
            self.page = _page
            self.x0 = _x0
            self.y0 = _y0
            self.x1 = _x1
            self.y1 = _y1
            self.targetX = _targetX
            self.targetY = _targetY
            self.key = _key
            self.text = _text
            self.uri = _uri
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"kind":"#)
            self.kind.encode(into: &writer)
            writer.raw(#","level":"#)
            self.level.encode(into: &writer)
            if let _page = self.page {
                writer.raw(#","page":"#)
                _page.encode(into: &writer)
            }
            writer.raw(#","x0":"#)
            self.x0.encode(into: &writer)
            writer.raw(#","y0":"#)
            self.y0.encode(into: &writer)
            writer.raw(#","x1":"#)
            self.x1.encode(into: &writer)
            writer.raw(#","y1":"#)
            self.y1.encode(into: &writer)
            writer.raw(#","targetX":"#)
            self.targetX.encode(into: &writer)
            writer.raw(#","targetY":"#)
            self.targetY.encode(into: &writer)
            if let _key = self.key {
                writer.raw(#","key":"#)
                _key.encode(into: &writer)
            }
            if let _text = self.text {
                writer.raw(#","text":"#)
                _text.encode(into: &writer)
            }
            if let _uri = self.uri {
                writer.raw(#","uri":"#)
                _uri.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Loads the provider. It is the first call.
    package enum Load: VarlinkMethod {
        package typealias Parameters = HostInterface.LoadParameters
        package typealias Reply = HostInterface.LoadReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Load" }
    }

    /// What ``Load`` takes.
    package struct LoadParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var path: String

        package init(path: String) {
            self.path = path
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _path: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("path", 0) {
                        _path = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _path else { throw JSONError(.missing, path: "path") }
            self.path = _path
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"path":"#)
            self.path.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Load`` answers.
    package struct LoadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package var version: String
        package var summary: String
        package var abiVersion: Int
        package var capabilities: [String]

        package init(name: String, version: String, summary: String, abiVersion: Int, capabilities: [String]) {
            self.name = name
            self.version = version
            self.summary = summary
            self.abiVersion = abiVersion
            self.capabilities = capabilities
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var _version: String?
            var _summary: String?
            var _abiVersion: Int?
            var _capabilities: [String]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else if try fields.isField("version", 1) {
                        _version = try String(decoding: fields.value)
                    } else if try fields.isField("summary", 2) {
                        _summary = try String(decoding: fields.value)
                    } else if try fields.isField("abiVersion", 3) {
                        _abiVersion = try Int(decoding: fields.value)
                    } else if try fields.isField("capabilities", 4) {
                        _capabilities = try [String](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            guard let _version else { throw JSONError(.missing, path: "version") }
            guard let _summary else { throw JSONError(.missing, path: "summary") }
            guard let _abiVersion else { throw JSONError(.missing, path: "abiVersion") }
            guard let _capabilities else { throw JSONError(.missing, path: "capabilities") }
            self.name = _name
            self.version = _version
            self.summary = _summary
            self.abiVersion = _abiVersion
            self.capabilities = _capabilities
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.raw(#","version":"#)
            self.version.encode(into: &writer)
            writer.raw(#","summary":"#)
            self.summary.encode(into: &writer)
            writer.raw(#","abiVersion":"#)
            self.abiVersion.encode(into: &writer)
            writer.raw(#","capabilities":"#)
            self.capabilities.encode(into: &writer)
            writer.endObject()
        }
    }

    /// One setting of the provider.
    package enum Configure: VarlinkMethod {
        package typealias Parameters = HostInterface.ConfigureParameters
        package typealias Reply = HostInterface.ConfigureReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Configure" }
    }

    /// What ``Configure`` takes.
    package struct ConfigureParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var key: String
        package var value: String

        package init(serial: Int, key: String, value: String) {
            self.serial = serial
            self.key = key
            self.value = value
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _key: String?
            var _value: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("key", 1) {
                        _key = try String(decoding: fields.value)
                    } else if try fields.isField("value", 2) {
                        _value = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _key else { throw JSONError(.missing, path: "key") }
            guard let _value else { throw JSONError(.missing, path: "value") }
            self.serial = _serial
            self.key = _key
            self.value = _value
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","key":"#)
            self.key.encode(into: &writer)
            writer.raw(#","value":"#)
            self.value.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Configure`` answers.
    package typealias ConfigureReply = JSONEmpty

    /// Looks at a file: at the one passed as `fileDescriptor`, or at `path` below the one passed as `folderDescriptor`, which
    /// is opened and comes back as `fileDescriptor`. Numbers without a sign are passed by their bits.
    package enum Examine: VarlinkMethod {
        package typealias Parameters = HostInterface.ExamineParameters
        package typealias Reply = HostInterface.ExamineReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Examine" }
    }

    /// What ``Examine`` takes.
    package struct ExamineParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var fileDescriptor: Int?
        package var folderDescriptor: Int?
        package var path: String?

        package init(serial: Int, fileDescriptor: Int? = nil, folderDescriptor: Int? = nil, path: String? = nil) {
            self.serial = serial
            self.fileDescriptor = fileDescriptor
            self.folderDescriptor = folderDescriptor
            self.path = path
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _fileDescriptor: Int?
            var _folderDescriptor: Int?
            var _path: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("fileDescriptor", 1) {
                        if !fields.value.isNull { _fileDescriptor = try Int(decoding: fields.value) }
                    } else if try fields.isField("folderDescriptor", 2) {
                        if !fields.value.isNull { _folderDescriptor = try Int(decoding: fields.value) }
                    } else if try fields.isField("path", 3) {
                        if !fields.value.isNull { _path = try String(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            self.serial = _serial
            self.fileDescriptor = _fileDescriptor
            self.folderDescriptor = _folderDescriptor
            self.path = _path
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            if let _fileDescriptor = self.fileDescriptor {
                writer.raw(#","fileDescriptor":"#)
                _fileDescriptor.encode(into: &writer)
            }
            if let _folderDescriptor = self.folderDescriptor {
                writer.raw(#","folderDescriptor":"#)
                _folderDescriptor.encode(into: &writer)
            }
            if let _path = self.path {
                writer.raw(#","path":"#)
                _path.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``Examine`` answers.
    package struct ExamineReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var device: Int
        package var inode: Int
        package var size: Int
        package var changed: Int
        package var regular: Bool
        package var readable: Bool
        package var remote: Bool
        package var fileDescriptor: Int?

        package init(device: Int, inode: Int, size: Int, changed: Int, regular: Bool, readable: Bool, remote: Bool, fileDescriptor: Int? = nil) {
            self.device = device
            self.inode = inode
            self.size = size
            self.changed = changed
            self.regular = regular
            self.readable = readable
            self.remote = remote
            self.fileDescriptor = fileDescriptor
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _device: Int?
            var _inode: Int?
            var _size: Int?
            var _changed: Int?
            var _regular: Bool?
            var _readable: Bool?
            var _remote: Bool?
            var _fileDescriptor: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("device", 0) {
                        _device = try Int(decoding: fields.value)
                    } else if try fields.isField("inode", 1) {
                        _inode = try Int(decoding: fields.value)
                    } else if try fields.isField("size", 2) {
                        _size = try Int(decoding: fields.value)
                    } else if try fields.isField("changed", 3) {
                        _changed = try Int(decoding: fields.value)
                    } else if try fields.isField("regular", 4) {
                        _regular = try Bool(decoding: fields.value)
                    } else if try fields.isField("readable", 5) {
                        _readable = try Bool(decoding: fields.value)
                    } else if try fields.isField("remote", 6) {
                        _remote = try Bool(decoding: fields.value)
                    } else if try fields.isField("fileDescriptor", 7) {
                        if !fields.value.isNull { _fileDescriptor = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _device else { throw JSONError(.missing, path: "device") }
            guard let _inode else { throw JSONError(.missing, path: "inode") }
            guard let _size else { throw JSONError(.missing, path: "size") }
            guard let _changed else { throw JSONError(.missing, path: "changed") }
            guard let _regular else { throw JSONError(.missing, path: "regular") }
            guard let _readable else { throw JSONError(.missing, path: "readable") }
            guard let _remote else { throw JSONError(.missing, path: "remote") }
            self.device = _device
            self.inode = _inode
            self.size = _size
            self.changed = _changed
            self.regular = _regular
            self.readable = _readable
            self.remote = _remote
            self.fileDescriptor = _fileDescriptor
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"device":"#)
            self.device.encode(into: &writer)
            writer.raw(#","inode":"#)
            self.inode.encode(into: &writer)
            writer.raw(#","size":"#)
            self.size.encode(into: &writer)
            writer.raw(#","changed":"#)
            self.changed.encode(into: &writer)
            writer.raw(#","regular":"#)
            self.regular.encode(into: &writer)
            writer.raw(#","readable":"#)
            self.readable.encode(into: &writer)
            writer.raw(#","remote":"#)
            self.remote.encode(into: &writer)
            if let _fileDescriptor = self.fileDescriptor {
                writer.raw(#","fileDescriptor":"#)
                _fileDescriptor.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// How sure the provider is that it opens this, from 0 to 100.
    package enum Probe: VarlinkMethod {
        package typealias Parameters = HostInterface.ProbeParameters
        package typealias Reply = HostInterface.ProbeReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Probe" }
    }

    /// What ``Probe`` takes.
    package struct ProbeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var fileDescriptor: Int

        package init(serial: Int, fileDescriptor: Int) {
            self.serial = serial
            self.fileDescriptor = fileDescriptor
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _fileDescriptor: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("fileDescriptor", 1) {
                        _fileDescriptor = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _fileDescriptor else { throw JSONError(.missing, path: "fileDescriptor") }
            self.serial = _serial
            self.fileDescriptor = _fileDescriptor
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","fileDescriptor":"#)
            self.fileDescriptor.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Probe`` answers.
    package struct ProbeReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var certainty: Int

        package init(certainty: Int) {
            self.certainty = certainty
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _certainty: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("certainty", 0) {
                        _certainty = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _certainty else { throw JSONError(.missing, path: "certainty") }
            self.certainty = _certainty
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"certainty":"#)
            self.certainty.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Open: VarlinkMethod {
        package typealias Parameters = HostInterface.OpenParameters
        package typealias Reply = HostInterface.OpenReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Open" }
    }

    /// What ``Open`` takes.
    package struct OpenParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var fileDescriptor: Int

        package init(serial: Int, document: Int, fileDescriptor: Int) {
            self.serial = serial
            self.document = document
            self.fileDescriptor = fileDescriptor
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _fileDescriptor: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("fileDescriptor", 2) {
                        _fileDescriptor = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _fileDescriptor else { throw JSONError(.missing, path: "fileDescriptor") }
            self.serial = _serial
            self.document = _document
            self.fileDescriptor = _fileDescriptor
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","fileDescriptor":"#)
            self.fileDescriptor.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Open`` answers.
    package struct OpenReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var count: HostInterface.Count
        package var firstPage: Int?

        package init(count: HostInterface.Count, firstPage: Int? = nil) {
            self.count = count
            self.firstPage = firstPage
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _count: HostInterface.Count?
            var _firstPage: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("count", 0) {
                        _count = try HostInterface.Count(decoding: fields.value)
                    } else if try fields.isField("firstPage", 1) {
                        if !fields.value.isNull { _firstPage = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _count else { throw JSONError(.missing, path: "count") }
            self.count = _count
            self.firstPage = _firstPage
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"count":"#)
            self.count.encode(into: &writer)
            if let _firstPage = self.firstPage {
                writer.raw(#","firstPage":"#)
                _firstPage.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Called oneway.
    package enum Close: VarlinkMethod {
        package typealias Parameters = HostInterface.CloseParameters
        package typealias Reply = HostInterface.CloseReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Close" }
    }

    /// What ``Close`` takes.
    package struct CloseParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: Int

        package init(document: Int) {
            self.document = document
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _document: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("document", 0) {
                        _document = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _document else { throw JSONError(.missing, path: "document") }
            self.document = _document
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"document":"#)
            self.document.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Close`` answers.
    package typealias CloseReply = JSONEmpty

    package enum PageCount: VarlinkMethod {
        package typealias Parameters = HostInterface.PageCountParameters
        package typealias Reply = HostInterface.PageCountReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageCount" }
    }

    /// What ``PageCount`` takes.
    package struct PageCountParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int

        package init(serial: Int, document: Int) {
            self.serial = serial
            self.document = document
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            self.serial = _serial
            self.document = _document
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``PageCount`` answers.
    package struct PageCountReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var count: HostInterface.Count

        package init(count: HostInterface.Count) {
            self.count = count
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _count: HostInterface.Count?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("count", 0) {
                        _count = try HostInterface.Count(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _count else { throw JSONError(.missing, path: "count") }
            self.count = _count
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"count":"#)
            self.count.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum PageIds: VarlinkMethod {
        package typealias Parameters = HostInterface.PageIdsParameters
        package typealias Reply = HostInterface.PageIdsReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageIds" }
    }

    /// What ``PageIds`` takes.
    package struct PageIdsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var index: Int
        package var length: Int

        package init(serial: Int, document: Int, index: Int, length: Int) {
            self.serial = serial
            self.document = document
            self.index = index
            self.length = length
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _index: Int?
            var _length: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 2) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("length", 3) {
                        _length = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _length else { throw JSONError(.missing, path: "length") }
            self.serial = _serial
            self.document = _document
            self.index = _index
            self.length = _length
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","length":"#)
            self.length.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``PageIds`` answers.
    package struct PageIdsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pages: [Int]

        package init(pages: [Int]) {
            self.pages = pages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _pages: [Int]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("pages", 0) {
                        _pages = try [Int](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            self.pages = _pages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"pages":"#)
            self.pages.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The page `step` pages after `page`, or after the first one.
    package enum PageStep: VarlinkMethod {
        package typealias Parameters = HostInterface.PageStepParameters
        package typealias Reply = HostInterface.PageStepReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageStep" }
    }

    /// What ``PageStep`` takes.
    package struct PageStepParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int?
        package var step: Int

        package init(serial: Int, document: Int, page: Int? = nil, step: Int) {
            self.serial = serial
            self.document = document
            self.page = page
            self.step = step
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var _step: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        if !fields.value.isNull { _page = try Int(decoding: fields.value) }
                    } else if try fields.isField("step", 3) {
                        _step = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _step else { throw JSONError(.missing, path: "step") }
            self.serial = _serial
            self.document = _document
            self.page = _page
            self.step = _step
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            if let _page = self.page {
                writer.raw(#","page":"#)
                _page.encode(into: &writer)
            }
            writer.raw(#","step":"#)
            self.step.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``PageStep`` answers.
    package struct PageStepReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int

        package init(page: Int) {
            self.page = page
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            self.page = _page
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum PageMetrics: VarlinkMethod {
        package typealias Parameters = HostInterface.PageMetricsParameters
        package typealias Reply = HostInterface.PageMetricsReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageMetrics" }
    }

    /// What ``PageMetrics`` takes.
    package struct PageMetricsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]

        package init(serial: Int, document: Int, pages: [Int]) {
            self.serial = serial
            self.document = document
            self.pages = pages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _pages: [Int]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 2) {
                        _pages = try [Int](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            self.serial = _serial
            self.document = _document
            self.pages = _pages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``PageMetrics`` answers.
    package struct PageMetricsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var metrics: [HostInterface.Metrics]

        package init(metrics: [HostInterface.Metrics]) {
            self.metrics = metrics
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _metrics: [HostInterface.Metrics]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("metrics", 0) {
                        _metrics = try [HostInterface.Metrics](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _metrics else { throw JSONError(.missing, path: "metrics") }
            self.metrics = _metrics
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"metrics":"#)
            self.metrics.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum FindLabel: VarlinkMethod {
        package typealias Parameters = HostInterface.FindLabelParameters
        package typealias Reply = HostInterface.FindLabelReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.FindLabel" }
    }

    /// What ``FindLabel`` takes.
    package struct FindLabelParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var label: String

        package init(serial: Int, document: Int, label: String) {
            self.serial = serial
            self.document = document
            self.label = label
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _label: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("label", 2) {
                        _label = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _label else { throw JSONError(.missing, path: "label") }
            self.serial = _serial
            self.document = _document
            self.label = _label
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","label":"#)
            self.label.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``FindLabel`` answers.
    package struct FindLabelReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var index: Int

        package init(index: Int) {
            self.index = index
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _index: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("index", 0) {
                        _index = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _index else { throw JSONError(.missing, path: "index") }
            self.index = _index
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"index":"#)
            self.index.encode(into: &writer)
            writer.endObject()
        }
    }

    /// As in sheaf_provider.h, and what the host makes of it.
    package enum Format: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case bgrx8888
        case png
        case jpeg

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("bgrx8888") {
                self = .bgrx8888
                return
            }
            if text.equals("png") {
                self = .png
                return
            }
            if text.equals("jpeg") {
                self = .jpeg
                return
            }
            throw JSONError(.wrongType(expected: "Format"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .bgrx8888: writer.raw(#""bgrx8888""#)
                case .png: writer.raw(#""png""#)
                case .jpeg: writer.raw(#""jpeg""#)
            }
        }
    }

    /// Memory for the rendering in small: four bytes a pixel, rows without gaps.
    package struct Thumbnail: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package var width: Int
        package var height: Int

        package init(fileDescriptor: Int, width: Int, height: Int) {
            self.fileDescriptor = fileDescriptor
            self.width = width
            self.height = height
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _fileDescriptor: Int?
            var _width: Int?
            var _height: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("fileDescriptor", 0) {
                        _fileDescriptor = try Int(decoding: fields.value)
                    } else if try fields.isField("width", 1) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 2) {
                        _height = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _fileDescriptor else { throw JSONError(.missing, path: "fileDescriptor") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            self.fileDescriptor = _fileDescriptor
            self.width = _width
            self.height = _height
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"fileDescriptor":"#)
            self.fileDescriptor.encode(into: &writer)
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Renders into the memory passed as `fileDescriptor`, and in small into that of `thumbnail`, with format bgrx8888. The
    /// reply's `thumbnail`: whether it was made.
    package enum Render: VarlinkMethod {
        package typealias Parameters = HostInterface.RenderParameters
        package typealias Reply = HostInterface.RenderReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Render" }
    }

    /// What ``Render`` takes.
    package struct RenderParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var scale: Double
        package var rotation: Int
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        package var format: HostInterface.Format
        package var quality: Int?
        package var fileDescriptor: Int
        package var thumbnail: HostInterface.Thumbnail?

        package init(serial: Int, document: Int, page: Int, scale: Double, rotation: Int, x: Int, y: Int, width: Int, height: Int, format: HostInterface.Format, quality: Int? = nil, fileDescriptor: Int, thumbnail: HostInterface.Thumbnail? = nil) {
            self.serial = serial
            self.document = document
            self.page = page
            self.scale = scale
            self.rotation = rotation
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.format = format
            self.quality = quality
            self.fileDescriptor = fileDescriptor
            self.thumbnail = thumbnail
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var _scale: Double?
            var _rotation: Int?
            var _x: Int?
            var _y: Int?
            var _width: Int?
            var _height: Int?
            var _format: HostInterface.Format?
            var _quality: Int?
            var _fileDescriptor: Int?
            var _thumbnail: HostInterface.Thumbnail?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("scale", 3) {
                        _scale = try Double(decoding: fields.value)
                    } else if try fields.isField("rotation", 4) {
                        _rotation = try Int(decoding: fields.value)
                    } else if try fields.isField("x", 5) {
                        _x = try Int(decoding: fields.value)
                    } else if try fields.isField("y", 6) {
                        _y = try Int(decoding: fields.value)
                    } else if try fields.isField("width", 7) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 8) {
                        _height = try Int(decoding: fields.value)
                    } else if try fields.isField("format", 9) {
                        _format = try HostInterface.Format(decoding: fields.value)
                    } else if try fields.isField("quality", 10) {
                        if !fields.value.isNull { _quality = try Int(decoding: fields.value) }
                    } else if try fields.isField("fileDescriptor", 11) {
                        _fileDescriptor = try Int(decoding: fields.value)
                    } else if try fields.isField("thumbnail", 12) {
                        if !fields.value.isNull { _thumbnail = try HostInterface.Thumbnail(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _scale else { throw JSONError(.missing, path: "scale") }
            guard let _rotation else { throw JSONError(.missing, path: "rotation") }
            guard let _x else { throw JSONError(.missing, path: "x") }
            guard let _y else { throw JSONError(.missing, path: "y") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _format else { throw JSONError(.missing, path: "format") }
            guard let _fileDescriptor else { throw JSONError(.missing, path: "fileDescriptor") }
            self.serial = _serial
            self.document = _document
            self.page = _page
            self.scale = _scale
            self.rotation = _rotation
            self.x = _x
            self.y = _y
            self.width = _width
            self.height = _height
            self.format = _format
            self.quality = _quality
            self.fileDescriptor = _fileDescriptor
            self.thumbnail = _thumbnail
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","scale":"#)
            self.scale.encode(into: &writer)
            writer.raw(#","rotation":"#)
            self.rotation.encode(into: &writer)
            writer.raw(#","x":"#)
            self.x.encode(into: &writer)
            writer.raw(#","y":"#)
            self.y.encode(into: &writer)
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.raw(#","format":"#)
            self.format.encode(into: &writer)
            if let _quality = self.quality {
                writer.raw(#","quality":"#)
                _quality.encode(into: &writer)
            }
            writer.raw(#","fileDescriptor":"#)
            self.fileDescriptor.encode(into: &writer)
            if let _thumbnail = self.thumbnail {
                writer.raw(#","thumbnail":"#)
                _thumbnail.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``Render`` answers.
    package struct RenderReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var bytes: Int
        package var stride: Int
        package var cuttable: Bool
        package var microseconds: Int
        package var thumbnail: Bool

        package init(bytes: Int, stride: Int, cuttable: Bool, microseconds: Int, thumbnail: Bool) {
            self.bytes = bytes
            self.stride = stride
            self.cuttable = cuttable
            self.microseconds = microseconds
            self.thumbnail = thumbnail
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _bytes: Int?
            var _stride: Int?
            var _cuttable: Bool?
            var _microseconds: Int?
            var _thumbnail: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("bytes", 0) {
                        _bytes = try Int(decoding: fields.value)
                    } else if try fields.isField("stride", 1) {
                        _stride = try Int(decoding: fields.value)
                    } else if try fields.isField("cuttable", 2) {
                        _cuttable = try Bool(decoding: fields.value)
                    } else if try fields.isField("microseconds", 3) {
                        _microseconds = try Int(decoding: fields.value)
                    } else if try fields.isField("thumbnail", 4) {
                        _thumbnail = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            guard let _stride else { throw JSONError(.missing, path: "stride") }
            guard let _cuttable else { throw JSONError(.missing, path: "cuttable") }
            guard let _microseconds else { throw JSONError(.missing, path: "microseconds") }
            guard let _thumbnail else { throw JSONError(.missing, path: "thumbnail") }
            self.bytes = _bytes
            self.stride = _stride
            self.cuttable = _cuttable
            self.microseconds = _microseconds
            self.thumbnail = _thumbnail
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"bytes":"#)
            self.bytes.encode(into: &writer)
            writer.raw(#","stride":"#)
            self.stride.encode(into: &writer)
            writer.raw(#","cuttable":"#)
            self.cuttable.encode(into: &writer)
            writer.raw(#","microseconds":"#)
            self.microseconds.encode(into: &writer)
            writer.raw(#","thumbnail":"#)
            self.thumbnail.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Prefetch: VarlinkMethod {
        package typealias Parameters = HostInterface.PrefetchParameters
        package typealias Reply = HostInterface.PrefetchReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Prefetch" }
    }

    /// What ``Prefetch`` takes.
    package struct PrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]

        package init(serial: Int, document: Int, pages: [Int]) {
            self.serial = serial
            self.document = document
            self.pages = pages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _pages: [Int]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 2) {
                        _pages = try [Int](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            self.serial = _serial
            self.document = _document
            self.pages = _pages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Prefetch`` answers.
    package typealias PrefetchReply = JSONEmpty

    package enum CancelPrefetch: VarlinkMethod {
        package typealias Parameters = HostInterface.CancelPrefetchParameters
        package typealias Reply = HostInterface.CancelPrefetchReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.CancelPrefetch" }
    }

    /// What ``CancelPrefetch`` takes.
    package struct CancelPrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]

        package init(serial: Int, document: Int, pages: [Int]) {
            self.serial = serial
            self.document = document
            self.pages = pages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _pages: [Int]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 2) {
                        _pages = try [Int](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            self.serial = _serial
            self.document = _document
            self.pages = _pages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``CancelPrefetch`` answers.
    package typealias CancelPrefetchReply = JSONEmpty

    /// What pages went through on screens, in this order: `events` has one for each of `pages`.
    package enum Appearance: VarlinkMethod {
        package typealias Parameters = HostInterface.AppearanceParameters
        package typealias Reply = HostInterface.AppearanceReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Appearance" }
    }

    /// What ``Appearance`` takes.
    package struct AppearanceParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]
        package var events: [Int]

        package init(serial: Int, document: Int, pages: [Int], events: [Int]) {
            self.serial = serial
            self.document = document
            self.pages = pages
            self.events = events
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _pages: [Int]?
            var _events: [Int]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 2) {
                        _pages = try [Int](decoding: fields.value)
                    } else if try fields.isField("events", 3) {
                        _events = try [Int](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _events else { throw JSONError(.missing, path: "events") }
            self.serial = _serial
            self.document = _document
            self.pages = _pages
            self.events = _events
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","events":"#)
            self.events.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Appearance`` answers.
    package typealias AppearanceReply = JSONEmpty

    package enum Refresh: VarlinkMethod {
        package typealias Parameters = HostInterface.RefreshParameters
        package typealias Reply = HostInterface.RefreshReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Refresh" }
    }

    /// What ``Refresh`` takes.
    package struct RefreshParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int

        package init(serial: Int, document: Int) {
            self.serial = serial
            self.document = document
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            self.serial = _serial
            self.document = _document
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Refresh`` answers.
    package typealias RefreshReply = JSONEmpty

    package enum Move: VarlinkMethod {
        package typealias Parameters = HostInterface.MoveParameters
        package typealias Reply = HostInterface.MoveReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Move" }
    }

    /// What ``Move`` takes.
    package struct MoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var stage: Int
        package var index: Int

        package init(serial: Int, document: Int, page: Int, stage: Int, index: Int) {
            self.serial = serial
            self.document = document
            self.page = page
            self.stage = stage
            self.index = index
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var _stage: Int?
            var _index: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("stage", 3) {
                        _stage = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 4) {
                        _index = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _stage else { throw JSONError(.missing, path: "stage") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            self.serial = _serial
            self.document = _document
            self.page = _page
            self.stage = _stage
            self.index = _index
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","stage":"#)
            self.stage.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Move`` answers.
    package typealias MoveReply = JSONEmpty

    package enum Target: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case claimed
        case unclaimed
        case background

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("claimed") {
                self = .claimed
                return
            }
            if text.equals("unclaimed") {
                self = .unclaimed
                return
            }
            if text.equals("background") {
                self = .background
                return
            }
            throw JSONError(.wrongType(expected: "Target"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .claimed: writer.raw(#""claimed""#)
                case .unclaimed: writer.raw(#""unclaimed""#)
                case .background: writer.raw(#""background""#)
            }
        }
    }

    package enum Hit: VarlinkMethod {
        package typealias Parameters = HostInterface.HitParameters
        package typealias Reply = HostInterface.HitReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Hit" }
    }

    /// What ``Hit`` takes.
    package struct HitParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var x: Double
        package var y: Double

        package init(serial: Int, document: Int, page: Int, x: Double, y: Double) {
            self.serial = serial
            self.document = document
            self.page = page
            self.x = x
            self.y = y
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var _x: Double?
            var _y: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("x", 3) {
                        _x = try Double(decoding: fields.value)
                    } else if try fields.isField("y", 4) {
                        _y = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _x else { throw JSONError(.missing, path: "x") }
            guard let _y else { throw JSONError(.missing, path: "y") }
            self.serial = _serial
            self.document = _document
            self.page = _page
            self.x = _x
            self.y = _y
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","x":"#)
            self.x.encode(into: &writer)
            writer.raw(#","y":"#)
            self.y.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Hit`` answers.
    package struct HitReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var target: HostInterface.Target

        package init(target: HostInterface.Target) {
            self.target = target
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _target: HostInterface.Target?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("target", 0) {
                        _target = try HostInterface.Target(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _target else { throw JSONError(.missing, path: "target") }
            self.target = _target
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"target":"#)
            self.target.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Text: VarlinkMethod {
        package typealias Parameters = HostInterface.TextParameters
        package typealias Reply = HostInterface.TextReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Text" }
    }

    /// What ``Text`` takes.
    package struct TextParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int

        package init(serial: Int, document: Int, page: Int) {
            self.serial = serial
            self.document = document
            self.page = page
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            self.serial = _serial
            self.document = _document
            self.page = _page
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Text`` answers.
    package struct TextReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [HostInterface.Item]
        package var truncated: Bool

        package init(items: [HostInterface.Item], truncated: Bool) {
            self.items = items
            self.truncated = truncated
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _items: [HostInterface.Item]?
            var _truncated: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("items", 0) {
                        _items = try [HostInterface.Item](decoding: fields.value)
                    } else if try fields.isField("truncated", 1) {
                        _truncated = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _items else { throw JSONError(.missing, path: "items") }
            guard let _truncated else { throw JSONError(.missing, path: "truncated") }
            self.items = _items
            self.truncated = _truncated
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"items":"#)
            self.items.encode(into: &writer)
            writer.raw(#","truncated":"#)
            self.truncated.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Outline: VarlinkMethod {
        package typealias Parameters = HostInterface.OutlineParameters
        package typealias Reply = HostInterface.OutlineReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Outline" }
    }

    /// What ``Outline`` takes.
    package struct OutlineParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int

        package init(serial: Int, document: Int) {
            self.serial = serial
            self.document = document
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            self.serial = _serial
            self.document = _document
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Outline`` answers.
    package struct OutlineReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [HostInterface.Item]
        package var truncated: Bool

        package init(items: [HostInterface.Item], truncated: Bool) {
            self.items = items
            self.truncated = truncated
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _items: [HostInterface.Item]?
            var _truncated: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("items", 0) {
                        _items = try [HostInterface.Item](decoding: fields.value)
                    } else if try fields.isField("truncated", 1) {
                        _truncated = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _items else { throw JSONError(.missing, path: "items") }
            guard let _truncated else { throw JSONError(.missing, path: "truncated") }
            self.items = _items
            self.truncated = _truncated
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"items":"#)
            self.items.encode(into: &writer)
            writer.raw(#","truncated":"#)
            self.truncated.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Links: VarlinkMethod {
        package typealias Parameters = HostInterface.LinksParameters
        package typealias Reply = HostInterface.LinksReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Links" }
    }

    /// What ``Links`` takes.
    package struct LinksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int

        package init(serial: Int, document: Int, page: Int) {
            self.serial = serial
            self.document = document
            self.page = page
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            self.serial = _serial
            self.document = _document
            self.page = _page
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Links`` answers.
    package struct LinksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [HostInterface.Item]
        package var truncated: Bool

        package init(items: [HostInterface.Item], truncated: Bool) {
            self.items = items
            self.truncated = truncated
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _items: [HostInterface.Item]?
            var _truncated: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("items", 0) {
                        _items = try [HostInterface.Item](decoding: fields.value)
                    } else if try fields.isField("truncated", 1) {
                        _truncated = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _items else { throw JSONError(.missing, path: "items") }
            guard let _truncated else { throw JSONError(.missing, path: "truncated") }
            self.items = _items
            self.truncated = _truncated
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"items":"#)
            self.items.encode(into: &writer)
            writer.raw(#","truncated":"#)
            self.truncated.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Search: VarlinkMethod {
        package typealias Parameters = HostInterface.SearchParameters
        package typealias Reply = HostInterface.SearchReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Search" }
    }

    /// What ``Search`` takes.
    package struct SearchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var needle: String

        package init(serial: Int, document: Int, page: Int, needle: String) {
            self.serial = serial
            self.document = document
            self.page = page
            self.needle = needle
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var _page: Int?
            var _needle: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("needle", 3) {
                        _needle = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _needle else { throw JSONError(.missing, path: "needle") }
            self.serial = _serial
            self.document = _document
            self.page = _page
            self.needle = _needle
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","needle":"#)
            self.needle.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Search`` answers.
    package struct SearchReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [HostInterface.Item]
        package var truncated: Bool

        package init(items: [HostInterface.Item], truncated: Bool) {
            self.items = items
            self.truncated = truncated
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _items: [HostInterface.Item]?
            var _truncated: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("items", 0) {
                        _items = try [HostInterface.Item](decoding: fields.value)
                    } else if try fields.isField("truncated", 1) {
                        _truncated = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _items else { throw JSONError(.missing, path: "items") }
            guard let _truncated else { throw JSONError(.missing, path: "truncated") }
            self.items = _items
            self.truncated = _truncated
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"items":"#)
            self.items.encode(into: &writer)
            writer.raw(#","truncated":"#)
            self.truncated.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Metadata: VarlinkMethod {
        package typealias Parameters = HostInterface.MetadataParameters
        package typealias Reply = HostInterface.MetadataReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Metadata" }
    }

    /// What ``Metadata`` takes.
    package struct MetadataParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int

        package init(serial: Int, document: Int) {
            self.serial = serial
            self.document = document
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _document: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 1) {
                        _document = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            self.serial = _serial
            self.document = _document
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Metadata`` answers.
    package struct MetadataReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [HostInterface.Item]
        package var truncated: Bool

        package init(items: [HostInterface.Item], truncated: Bool) {
            self.items = items
            self.truncated = truncated
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _items: [HostInterface.Item]?
            var _truncated: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("items", 0) {
                        _items = try [HostInterface.Item](decoding: fields.value)
                    } else if try fields.isField("truncated", 1) {
                        _truncated = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _items else { throw JSONError(.missing, path: "items") }
            guard let _truncated else { throw JSONError(.missing, path: "truncated") }
            self.items = _items
            self.truncated = _truncated
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"items":"#)
            self.items.encode(into: &writer)
            writer.raw(#","truncated":"#)
            self.truncated.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum Trim: VarlinkMethod {
        package typealias Parameters = HostInterface.TrimParameters
        package typealias Reply = HostInterface.TrimReply
        package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Trim" }
    }

    /// What ``Trim`` takes.
    package struct TrimParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var level: Int

        package init(serial: Int, level: Int) {
            self.serial = serial
            self.level = level
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _serial: Int?
            var _level: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("serial", 0) {
                        _serial = try Int(decoding: fields.value)
                    } else if try fields.isField("level", 1) {
                        _level = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _serial else { throw JSONError(.missing, path: "serial") }
            guard let _level else { throw JSONError(.missing, path: "level") }
            self.serial = _serial
            self.level = _level
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"serial":"#)
            self.serial.encode(into: &writer)
            writer.raw(#","level":"#)
            self.level.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``Trim`` answers.
    package typealias TrimReply = JSONEmpty

    /// The errors that org.sheaf.Host declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// The provider can't be loaded.
        case providerRefused(message: String)
        /// The call was ended early.
        case cancelled
        /// The provider failed.
        case documentFailed(errno: Int, message: String)
        /// The provider has no such function.
        case unsupported(function: String)
        case noSuchPage(message: String)
        case endOfDocument
        /// The file can't be opened or looked at.
        case fileNotFound(errno: Int, message: String)
        case invalid(name: String, message: String)
        case tooLarge(message: String)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .providerRefused: "org.sheaf.Host.ProviderRefused"
                case .cancelled: "org.sheaf.Host.Cancelled"
                case .documentFailed: "org.sheaf.Host.DocumentFailed"
                case .unsupported: "org.sheaf.Host.Unsupported"
                case .noSuchPage: "org.sheaf.Host.NoSuchPage"
                case .endOfDocument: "org.sheaf.Host.EndOfDocument"
                case .fileNotFound: "org.sheaf.Host.FileNotFound"
                case .invalid: "org.sheaf.Host.Invalid"
                case .tooLarge: "org.sheaf.Host.TooLarge"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .providerRefused(let _message):
                    writer.raw(#"{"message":"#)
                    _message.encode(into: &writer)
                    writer.endObject()
                case .cancelled:
                    writer.beginObject()
                    writer.endObject()
                case .documentFailed(let _errno, let _message):
                    writer.raw(#"{"errno":"#)
                    _errno.encode(into: &writer)
                    writer.raw(#","message":"#)
                    _message.encode(into: &writer)
                    writer.endObject()
                case .unsupported(let _function):
                    writer.raw(#"{"function":"#)
                    _function.encode(into: &writer)
                    writer.endObject()
                case .noSuchPage(let _message):
                    writer.raw(#"{"message":"#)
                    _message.encode(into: &writer)
                    writer.endObject()
                case .endOfDocument:
                    writer.beginObject()
                    writer.endObject()
                case .fileNotFound(let _errno, let _message):
                    writer.raw(#"{"errno":"#)
                    _errno.encode(into: &writer)
                    writer.raw(#","message":"#)
                    _message.encode(into: &writer)
                    writer.endObject()
                case .invalid(let _name, let _message):
                    writer.raw(#"{"name":"#)
                    _name.encode(into: &writer)
                    writer.raw(#","message":"#)
                    _message.encode(into: &writer)
                    writer.endObject()
                case .tooLarge(let _message):
                    writer.raw(#"{"message":"#)
                    _message.encode(into: &writer)
                    writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            if errorName.equals("org.sheaf.Host.ProviderRefused") {
                var _message: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("message", 0) {
                            _message = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _message else { throw JSONError(.missing, path: "message") }
                self = .providerRefused(message: _message)
                return
            }
            if errorName.equals("org.sheaf.Host.Cancelled") {
                _ = try JSONEmpty(decoding: parameters)
                self = .cancelled
                return
            }
            if errorName.equals("org.sheaf.Host.DocumentFailed") {
                var _errno: Int?
                var _message: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("errno", 0) {
                            _errno = try Int(decoding: fields.value)
                        } else if try fields.isField("message", 1) {
                            _message = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _errno else { throw JSONError(.missing, path: "errno") }
                guard let _message else { throw JSONError(.missing, path: "message") }
                self = .documentFailed(errno: _errno, message: _message)
                return
            }
            if errorName.equals("org.sheaf.Host.Unsupported") {
                var _function: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("function", 0) {
                            _function = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _function else { throw JSONError(.missing, path: "function") }
                self = .unsupported(function: _function)
                return
            }
            if errorName.equals("org.sheaf.Host.NoSuchPage") {
                var _message: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("message", 0) {
                            _message = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _message else { throw JSONError(.missing, path: "message") }
                self = .noSuchPage(message: _message)
                return
            }
            if errorName.equals("org.sheaf.Host.EndOfDocument") {
                _ = try JSONEmpty(decoding: parameters)
                self = .endOfDocument
                return
            }
            if errorName.equals("org.sheaf.Host.FileNotFound") {
                var _errno: Int?
                var _message: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("errno", 0) {
                            _errno = try Int(decoding: fields.value)
                        } else if try fields.isField("message", 1) {
                            _message = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _errno else { throw JSONError(.missing, path: "errno") }
                guard let _message else { throw JSONError(.missing, path: "message") }
                self = .fileNotFound(errno: _errno, message: _message)
                return
            }
            if errorName.equals("org.sheaf.Host.Invalid") {
                var _name: String?
                var _message: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("name", 0) {
                            _name = try String(decoding: fields.value)
                        } else if try fields.isField("message", 1) {
                            _message = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _name else { throw JSONError(.missing, path: "name") }
                guard let _message else { throw JSONError(.missing, path: "message") }
                self = .invalid(name: _name, message: _message)
                return
            }
            if errorName.equals("org.sheaf.Host.TooLarge") {
                var _message: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("message", 0) {
                            _message = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _message else { throw JSONError(.missing, path: "message") }
                self = .tooLarge(message: _message)
                return
            }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)
            else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Host. What a method throws is its answer.
package protocol HostHandler: AnyObject {
    /// Loads the provider. It is the first call.
    func load(
        _ parameters: HostInterface.LoadParameters,
        _ call: VarlinkCall<HostInterface.Load>
    ) throws(HostInterface.Failure)

    /// One setting of the provider.
    func configure(
        _ parameters: HostInterface.ConfigureParameters,
        _ call: VarlinkCall<HostInterface.Configure>
    ) throws(HostInterface.Failure)

    /// Looks at a file: at the one passed as `fileDescriptor`, or at `path` below the one passed as `folderDescriptor`, which
    /// is opened and comes back as `fileDescriptor`. Numbers without a sign are passed by their bits.
    func examine(
        _ parameters: HostInterface.ExamineParameters,
        _ call: VarlinkCall<HostInterface.Examine>
    ) throws(HostInterface.Failure)

    /// How sure the provider is that it opens this, from 0 to 100.
    func probe(
        _ parameters: HostInterface.ProbeParameters,
        _ call: VarlinkCall<HostInterface.Probe>
    ) throws(HostInterface.Failure)

    func open(
        _ parameters: HostInterface.OpenParameters,
        _ call: VarlinkCall<HostInterface.Open>
    ) throws(HostInterface.Failure)

    /// Called oneway.
    func close(
        _ parameters: HostInterface.CloseParameters,
        _ call: VarlinkCall<HostInterface.Close>
    ) throws(HostInterface.Failure)

    func pageCount(
        _ parameters: HostInterface.PageCountParameters,
        _ call: VarlinkCall<HostInterface.PageCount>
    ) throws(HostInterface.Failure)

    func pageIds(
        _ parameters: HostInterface.PageIdsParameters,
        _ call: VarlinkCall<HostInterface.PageIds>
    ) throws(HostInterface.Failure)

    /// The page `step` pages after `page`, or after the first one.
    func pageStep(
        _ parameters: HostInterface.PageStepParameters,
        _ call: VarlinkCall<HostInterface.PageStep>
    ) throws(HostInterface.Failure)

    func pageMetrics(
        _ parameters: HostInterface.PageMetricsParameters,
        _ call: VarlinkCall<HostInterface.PageMetrics>
    ) throws(HostInterface.Failure)

    func findLabel(
        _ parameters: HostInterface.FindLabelParameters,
        _ call: VarlinkCall<HostInterface.FindLabel>
    ) throws(HostInterface.Failure)

    /// Renders into the memory passed as `fileDescriptor`, and in small into that of `thumbnail`, with format bgrx8888. The
    /// reply's `thumbnail`: whether it was made.
    func render(
        _ parameters: HostInterface.RenderParameters,
        _ call: VarlinkCall<HostInterface.Render>
    ) throws(HostInterface.Failure)

    func prefetch(
        _ parameters: HostInterface.PrefetchParameters,
        _ call: VarlinkCall<HostInterface.Prefetch>
    ) throws(HostInterface.Failure)

    func cancelPrefetch(
        _ parameters: HostInterface.CancelPrefetchParameters,
        _ call: VarlinkCall<HostInterface.CancelPrefetch>
    ) throws(HostInterface.Failure)

    /// What pages went through on screens, in this order: `events` has one for each of `pages`.
    func appearance(
        _ parameters: HostInterface.AppearanceParameters,
        _ call: VarlinkCall<HostInterface.Appearance>
    ) throws(HostInterface.Failure)

    func refresh(
        _ parameters: HostInterface.RefreshParameters,
        _ call: VarlinkCall<HostInterface.Refresh>
    ) throws(HostInterface.Failure)

    func move(
        _ parameters: HostInterface.MoveParameters,
        _ call: VarlinkCall<HostInterface.Move>
    ) throws(HostInterface.Failure)

    func hit(
        _ parameters: HostInterface.HitParameters,
        _ call: VarlinkCall<HostInterface.Hit>
    ) throws(HostInterface.Failure)

    func text(
        _ parameters: HostInterface.TextParameters,
        _ call: VarlinkCall<HostInterface.Text>
    ) throws(HostInterface.Failure)

    func outline(
        _ parameters: HostInterface.OutlineParameters,
        _ call: VarlinkCall<HostInterface.Outline>
    ) throws(HostInterface.Failure)

    func links(
        _ parameters: HostInterface.LinksParameters,
        _ call: VarlinkCall<HostInterface.Links>
    ) throws(HostInterface.Failure)

    func search(
        _ parameters: HostInterface.SearchParameters,
        _ call: VarlinkCall<HostInterface.Search>
    ) throws(HostInterface.Failure)

    func metadata(
        _ parameters: HostInterface.MetadataParameters,
        _ call: VarlinkCall<HostInterface.Metadata>
    ) throws(HostInterface.Failure)

    func trim(
        _ parameters: HostInterface.TrimParameters,
        _ call: VarlinkCall<HostInterface.Trim>
    ) throws(HostInterface.Failure)
}

/// Decodes the calls of org.sheaf.Host for a handler, which it holds.
package final class HostDispatcher: VarlinkInterface {
    private let handler: any HostHandler

    package init(_ handler: any HostHandler) {
        self.handler = handler
    }

    package var name: StaticString { HostInterface.name }
    package var description: StaticString { HostInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        if incoming.isMethod("Load") {
            let parameters = try HostInterface.LoadParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Load.self)
            do throws(HostInterface.Failure) {
                try handler.load(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Configure") {
            let parameters = try HostInterface.ConfigureParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Configure.self)
            do throws(HostInterface.Failure) {
                try handler.configure(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Examine") {
            let parameters = try HostInterface.ExamineParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Examine.self)
            do throws(HostInterface.Failure) {
                try handler.examine(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Probe") {
            let parameters = try HostInterface.ProbeParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Probe.self)
            do throws(HostInterface.Failure) {
                try handler.probe(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Open") {
            let parameters = try HostInterface.OpenParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Open.self)
            do throws(HostInterface.Failure) {
                try handler.open(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Close") {
            let parameters = try HostInterface.CloseParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Close.self)
            do throws(HostInterface.Failure) {
                try handler.close(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("PageCount") {
            let parameters = try HostInterface.PageCountParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.PageCount.self)
            do throws(HostInterface.Failure) {
                try handler.pageCount(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("PageIds") {
            let parameters = try HostInterface.PageIdsParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.PageIds.self)
            do throws(HostInterface.Failure) {
                try handler.pageIds(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("PageStep") {
            let parameters = try HostInterface.PageStepParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.PageStep.self)
            do throws(HostInterface.Failure) {
                try handler.pageStep(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("PageMetrics") {
            let parameters = try HostInterface.PageMetricsParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.PageMetrics.self)
            do throws(HostInterface.Failure) {
                try handler.pageMetrics(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("FindLabel") {
            let parameters = try HostInterface.FindLabelParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.FindLabel.self)
            do throws(HostInterface.Failure) {
                try handler.findLabel(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Render") {
            let parameters = try HostInterface.RenderParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Render.self)
            do throws(HostInterface.Failure) {
                try handler.render(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Prefetch") {
            let parameters = try HostInterface.PrefetchParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Prefetch.self)
            do throws(HostInterface.Failure) {
                try handler.prefetch(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("CancelPrefetch") {
            let parameters = try HostInterface.CancelPrefetchParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.CancelPrefetch.self)
            do throws(HostInterface.Failure) {
                try handler.cancelPrefetch(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Appearance") {
            let parameters = try HostInterface.AppearanceParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Appearance.self)
            do throws(HostInterface.Failure) {
                try handler.appearance(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Refresh") {
            let parameters = try HostInterface.RefreshParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Refresh.self)
            do throws(HostInterface.Failure) {
                try handler.refresh(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Move") {
            let parameters = try HostInterface.MoveParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Move.self)
            do throws(HostInterface.Failure) {
                try handler.move(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Hit") {
            let parameters = try HostInterface.HitParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Hit.self)
            do throws(HostInterface.Failure) {
                try handler.hit(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Text") {
            let parameters = try HostInterface.TextParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Text.self)
            do throws(HostInterface.Failure) {
                try handler.text(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Outline") {
            let parameters = try HostInterface.OutlineParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Outline.self)
            do throws(HostInterface.Failure) {
                try handler.outline(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Links") {
            let parameters = try HostInterface.LinksParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Links.self)
            do throws(HostInterface.Failure) {
                try handler.links(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Search") {
            let parameters = try HostInterface.SearchParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Search.self)
            do throws(HostInterface.Failure) {
                try handler.search(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Metadata") {
            let parameters = try HostInterface.MetadataParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Metadata.self)
            do throws(HostInterface.Failure) {
                try handler.metadata(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Trim") {
            let parameters = try HostInterface.TrimParameters(decoding: incoming.parameters)
            let call = incoming.call(of: HostInterface.Trim.self)
            do throws(HostInterface.Failure) {
                try handler.trim(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        return false
    }
}
