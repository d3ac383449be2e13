// Generated from org.sheaf.Store.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// What the service notes for the one that is started after it, beside the memory and the files that systemd keeps
/// meanwhile (sd_notify(3), FDSTORE). It is read by later versions, and by earlier ones: fields are added, and an unknown one
/// is passed over. Nobody calls this.
package enum StoreInterface {
    /// "org.sheaf.Store"
    package static var name: StaticString { "org.sheaf.Store" }

    /// The text of the description.
    package static var text: StaticString {
        ##"""
        # What the service notes for the one that is started after it, beside the memory and the files that systemd keeps
        # meanwhile (sd_notify(3), FDSTORE). It is read by later versions, and by earlier ones: fields are added, and an unknown one
        # is passed over. Nobody calls this.
        interface org.sheaf.Store

        # A page of a document, as far as it was looked up. `width` and `height` in points.
        type KnownPage (page: int, index: int, width: float, height: float, label: ?string, measured: bool)

        # A page that has another edition than its document.
        type ChangedPage (page: int, edition: int)

        # An open document. `name` names its file in the store. `uid` is whose it is, absent where it is of the library; `path`
        # is where it is then. `library` is the file of its provider. `device`, `inode`, `size` and `changed` say what file it was, in bytes and
        # nanoseconds since 1970; they are the bits of unsigned numbers. `count` is -1 where it is not known. `edition` is that of
        # all pages but the `editions`. `renderTime` in microseconds.
        type Document (
            name: string,
            number: int,
            uid: ?int,
            path: ?string,
            library: string,
            provider: string,
            capabilities: []string,
            device: int,
            inode: int,
            size: int,
            changed: int,
            count: int,
            isExact: bool,
            firstPage: ?int,
            edition: int,
            editions: []ChangedPage,
            shapes: ?[]string,
            known: []KnownPage,
            renderTime: ?int
        )

        # A rendered page. `name` names its memory in the store, `number` is its own to viewers, and `inode` is that memory's own; `bytes` are its size. `quality` is
        # that of a JPEG. `cuttable`: a region that is cut from it is what rendering that region gives.
        type Page (
            name: string,
            number: int,
            inode: int,
            bytes: int,
            document: int,
            page: int,
            edition: int,
            scale: float,
            rotation: int,
            x: int,
            y: int,
            width: int,
            height: int,
            pageWidth: int,
            pageHeight: int,
            format: (bgrx8888, png, jpeg),
            quality: ?int,
            index: ?int,
            renderTime: int,
            cuttable: ?bool
        )

        # Where a reader was: a page of one of its axes.
        type Place (surface: (horizontal, vertical, background), page: int, index: int)

        # An open reader. `setup` is what it would be opened with now (the parameters of org.sheaf.Reader.Open, documents by their
        # names). `back` and `forward` are its jump history, the nearest last. `transition` is the number
        # of its last transition step.
        type Reader (
            id: string,
            uid: int,
            setup: object,
            back: []Place,
            forward: []Place,
            transition: int
        )

        # Everything. `version` is that of the service which wrote it, for people. `lastNumber` is the greatest number that the
        # memory of a page or of a thumbnail had.
        type Contents (
            version: string,
            lastNumber: ?int,
            documents: []Document,
            pages: []Page,
            readers: []Reader
        )

        """##
    }

    /// A page of a document, as far as it was looked up. `width` and `height` in points.
    package struct KnownPage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var width: Double
        package var height: Double
        package var label: String?
        package var measured: Bool

        package init(page: Int, index: Int, width: Double, height: Double, label: String? = nil, measured: Bool) {
            self.page = page
            self.index = index
            self.width = width
            self.height = height
            self.label = label
            self.measured = measured
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _index: Int?
            var _width: Double?
            var _height: Double?
            var _label: String?
            var _measured: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 1) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("width", 2) {
                        _width = try Double(decoding: fields.value)
                    } else if try fields.isField("height", 3) {
                        _height = try Double(decoding: fields.value)
                    } else if try fields.isField("label", 4) {
                        if !fields.value.isNull { _label = try String(decoding: fields.value) }
                    } else if try fields.isField("measured", 5) {
                        _measured = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _measured else { throw JSONError(.missing, path: "measured") }
            self.page = _page
            self.index = _index
            self.width = _width
            self.height = _height
            self.label = _label
            self.measured = _measured
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            if let _label = self.label {
                writer.raw(#","label":"#)
                _label.encode(into: &writer)
            }
            writer.raw(#","measured":"#)
            self.measured.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A page that has another edition than its document.
    package struct ChangedPage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var edition: Int

        package init(page: Int, edition: Int) {
            self.page = page
            self.edition = edition
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _page: Int?
            var _edition: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("page", 0) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("edition", 1) {
                        _edition = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _edition else { throw JSONError(.missing, path: "edition") }
            self.page = _page
            self.edition = _edition
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","edition":"#)
            self.edition.encode(into: &writer)
            writer.endObject()
        }
    }

    /// An open document. `name` names its file in the store. `uid` is whose it is, absent where it is of the library; `path`
    /// is where it is then. `library` is the file of its provider. `device`, `inode`, `size` and `changed` say what file it was, in bytes and
    /// nanoseconds since 1970; they are the bits of unsigned numbers. `count` is -1 where it is not known. `edition` is that of
    /// all pages but the `editions`. `renderTime` in microseconds.
    package struct Document: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package var number: Int
        package var uid: Int?
        package var path: String?
        package var library: String
        package var provider: String
        package var capabilities: [String]
        package var device: Int
        package var inode: Int
        package var size: Int
        package var changed: Int
        package var count: Int
        package var isExact: Bool
        package var firstPage: Int?
        package var edition: Int
        package var editions: [StoreInterface.ChangedPage]
        package var shapes: [String]?
        package var known: [StoreInterface.KnownPage]
        package var renderTime: Int?

        package init(name: String, number: Int, uid: Int? = nil, path: String? = nil, library: String, provider: String, capabilities: [String], device: Int, inode: Int, size: Int, changed: Int, count: Int, isExact: Bool, firstPage: Int? = nil, edition: Int, editions: [StoreInterface.ChangedPage], shapes: [String]? = nil, known: [StoreInterface.KnownPage], renderTime: Int? = nil) {
            self.name = name
            self.number = number
            self.uid = uid
            self.path = path
            self.library = library
            self.provider = provider
            self.capabilities = capabilities
            self.device = device
            self.inode = inode
            self.size = size
            self.changed = changed
            self.count = count
            self.isExact = isExact
            self.firstPage = firstPage
            self.edition = edition
            self.editions = editions
            self.shapes = shapes
            self.known = known
            self.renderTime = renderTime
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var _number: Int?
            var _uid: Int?
            var _path: String?
            var _library: String?
            var _provider: String?
            var _capabilities: [String]?
            var _device: Int?
            var _inode: Int?
            var _size: Int?
            var _changed: Int?
            var _count: Int?
            var _isExact: Bool?
            var _firstPage: Int?
            var _edition: Int?
            var _editions: [StoreInterface.ChangedPage]?
            var _shapes: [String]?
            var _known: [StoreInterface.KnownPage]?
            var _renderTime: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else if try fields.isField("number", 1) {
                        _number = try Int(decoding: fields.value)
                    } else if try fields.isField("uid", 2) {
                        if !fields.value.isNull { _uid = try Int(decoding: fields.value) }
                    } else if try fields.isField("path", 3) {
                        if !fields.value.isNull { _path = try String(decoding: fields.value) }
                    } else if try fields.isField("library", 4) {
                        _library = try String(decoding: fields.value)
                    } else if try fields.isField("provider", 5) {
                        _provider = try String(decoding: fields.value)
                    } else if try fields.isField("capabilities", 6) {
                        _capabilities = try [String](decoding: fields.value)
                    } else if try fields.isField("device", 7) {
                        _device = try Int(decoding: fields.value)
                    } else if try fields.isField("inode", 8) {
                        _inode = try Int(decoding: fields.value)
                    } else if try fields.isField("size", 9) {
                        _size = try Int(decoding: fields.value)
                    } else if try fields.isField("changed", 10) {
                        _changed = try Int(decoding: fields.value)
                    } else if try fields.isField("count", 11) {
                        _count = try Int(decoding: fields.value)
                    } else if try fields.isField("isExact", 12) {
                        _isExact = try Bool(decoding: fields.value)
                    } else if try fields.isField("firstPage", 13) {
                        if !fields.value.isNull { _firstPage = try Int(decoding: fields.value) }
                    } else if try fields.isField("edition", 14) {
                        _edition = try Int(decoding: fields.value)
                    } else if try fields.isField("editions", 15) {
                        _editions = try [StoreInterface.ChangedPage](decoding: fields.value)
                    } else if try fields.isField("shapes", 16) {
                        if !fields.value.isNull { _shapes = try [String](decoding: fields.value) }
                    } else if try fields.isField("known", 17) {
                        _known = try [StoreInterface.KnownPage](decoding: fields.value)
                    } else if try fields.isField("renderTime", 18) {
                        if !fields.value.isNull { _renderTime = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            guard let _number else { throw JSONError(.missing, path: "number") }
            guard let _library else { throw JSONError(.missing, path: "library") }
            guard let _provider else { throw JSONError(.missing, path: "provider") }
            guard let _capabilities else { throw JSONError(.missing, path: "capabilities") }
            guard let _device else { throw JSONError(.missing, path: "device") }
            guard let _inode else { throw JSONError(.missing, path: "inode") }
            guard let _size else { throw JSONError(.missing, path: "size") }
            guard let _changed else { throw JSONError(.missing, path: "changed") }
            guard let _count else { throw JSONError(.missing, path: "count") }
            guard let _isExact else { throw JSONError(.missing, path: "isExact") }
            guard let _edition else { throw JSONError(.missing, path: "edition") }
            guard let _editions else { throw JSONError(.missing, path: "editions") }
            guard let _known else { throw JSONError(.missing, path: "known") }
            self.name = _name
            self.number = _number
            self.uid = _uid
            self.path = _path
            self.library = _library
            self.provider = _provider
            self.capabilities = _capabilities
            self.device = _device
            self.inode = _inode
            self.size = _size
            self.changed = _changed
            self.count = _count
            self.isExact = _isExact
            self.firstPage = _firstPage
            self.edition = _edition
            self.editions = _editions
            self.shapes = _shapes
            self.known = _known
            self.renderTime = _renderTime
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.raw(#","number":"#)
            self.number.encode(into: &writer)
            if let _uid = self.uid {
                writer.raw(#","uid":"#)
                _uid.encode(into: &writer)
            }
            if let _path = self.path {
                writer.raw(#","path":"#)
                _path.encode(into: &writer)
            }
            writer.raw(#","library":"#)
            self.library.encode(into: &writer)
            writer.raw(#","provider":"#)
            self.provider.encode(into: &writer)
            writer.raw(#","capabilities":"#)
            self.capabilities.encode(into: &writer)
            writer.raw(#","device":"#)
            self.device.encode(into: &writer)
            writer.raw(#","inode":"#)
            self.inode.encode(into: &writer)
            writer.raw(#","size":"#)
            self.size.encode(into: &writer)
            writer.raw(#","changed":"#)
            self.changed.encode(into: &writer)
            writer.raw(#","count":"#)
            self.count.encode(into: &writer)
            writer.raw(#","isExact":"#)
            self.isExact.encode(into: &writer)
            if let _firstPage = self.firstPage {
                writer.raw(#","firstPage":"#)
                _firstPage.encode(into: &writer)
            }
            writer.raw(#","edition":"#)
            self.edition.encode(into: &writer)
            writer.raw(#","editions":"#)
            self.editions.encode(into: &writer)
            if let _shapes = self.shapes {
                writer.raw(#","shapes":"#)
                _shapes.encode(into: &writer)
            }
            writer.raw(#","known":"#)
            self.known.encode(into: &writer)
            if let _renderTime = self.renderTime {
                writer.raw(#","renderTime":"#)
                _renderTime.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// A rendered page. `name` names its memory in the store, `number` is its own to viewers, and `inode` is that memory's own; `bytes` are its size. `quality` is
    /// that of a JPEG. `cuttable`: a region that is cut from it is what rendering that region gives.
    package struct Page: JSONDecodable, JSONEncodable, Equatable, Sendable {
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

        package var name: String
        package var number: Int
        package var inode: Int
        package var bytes: Int
        package var document: Int
        package var page: Int
        package var edition: Int
        package var scale: Double
        package var rotation: Int
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        package var pageWidth: Int
        package var pageHeight: Int
        package var format: Format
        package var quality: Int?
        package var index: Int?
        package var renderTime: Int
        package var cuttable: Bool?

        package init(name: String, number: Int, inode: Int, bytes: Int, document: Int, page: Int, edition: Int, scale: Double, rotation: Int, x: Int, y: Int, width: Int, height: Int, pageWidth: Int, pageHeight: Int, format: Format, quality: Int? = nil, index: Int? = nil, renderTime: Int, cuttable: Bool? = nil) {
            self.name = name
            self.number = number
            self.inode = inode
            self.bytes = bytes
            self.document = document
            self.page = page
            self.edition = edition
            self.scale = scale
            self.rotation = rotation
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.pageWidth = pageWidth
            self.pageHeight = pageHeight
            self.format = format
            self.quality = quality
            self.index = index
            self.renderTime = renderTime
            self.cuttable = cuttable
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var _number: Int?
            var _inode: Int?
            var _bytes: Int?
            var _document: Int?
            var _page: Int?
            var _edition: Int?
            var _scale: Double?
            var _rotation: Int?
            var _x: Int?
            var _y: Int?
            var _width: Int?
            var _height: Int?
            var _pageWidth: Int?
            var _pageHeight: Int?
            var _format: Format?
            var _quality: Int?
            var _index: Int?
            var _renderTime: Int?
            var _cuttable: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else if try fields.isField("number", 1) {
                        _number = try Int(decoding: fields.value)
                    } else if try fields.isField("inode", 2) {
                        _inode = try Int(decoding: fields.value)
                    } else if try fields.isField("bytes", 3) {
                        _bytes = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 4) {
                        _document = try Int(decoding: fields.value)
                    } else if try fields.isField("page", 5) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("edition", 6) {
                        _edition = try Int(decoding: fields.value)
                    } else if try fields.isField("scale", 7) {
                        _scale = try Double(decoding: fields.value)
                    } else if try fields.isField("rotation", 8) {
                        _rotation = try Int(decoding: fields.value)
                    } else if try fields.isField("x", 9) {
                        _x = try Int(decoding: fields.value)
                    } else if try fields.isField("y", 10) {
                        _y = try Int(decoding: fields.value)
                    } else if try fields.isField("width", 11) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 12) {
                        _height = try Int(decoding: fields.value)
                    } else if try fields.isField("pageWidth", 13) {
                        _pageWidth = try Int(decoding: fields.value)
                    } else if try fields.isField("pageHeight", 14) {
                        _pageHeight = try Int(decoding: fields.value)
                    } else if try fields.isField("format", 15) {
                        _format = try Format(decoding: fields.value)
                    } else if try fields.isField("quality", 16) {
                        if !fields.value.isNull { _quality = try Int(decoding: fields.value) }
                    } else if try fields.isField("index", 17) {
                        if !fields.value.isNull { _index = try Int(decoding: fields.value) }
                    } else if try fields.isField("renderTime", 18) {
                        _renderTime = try Int(decoding: fields.value)
                    } else if try fields.isField("cuttable", 19) {
                        if !fields.value.isNull { _cuttable = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            guard let _number else { throw JSONError(.missing, path: "number") }
            guard let _inode else { throw JSONError(.missing, path: "inode") }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _edition else { throw JSONError(.missing, path: "edition") }
            guard let _scale else { throw JSONError(.missing, path: "scale") }
            guard let _rotation else { throw JSONError(.missing, path: "rotation") }
            guard let _x else { throw JSONError(.missing, path: "x") }
            guard let _y else { throw JSONError(.missing, path: "y") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _pageWidth else { throw JSONError(.missing, path: "pageWidth") }
            guard let _pageHeight else { throw JSONError(.missing, path: "pageHeight") }
            guard let _format else { throw JSONError(.missing, path: "format") }
            guard let _renderTime else { throw JSONError(.missing, path: "renderTime") }
            self.name = _name
            self.number = _number
            self.inode = _inode
            self.bytes = _bytes
            self.document = _document
            self.page = _page
            self.edition = _edition
            self.scale = _scale
            self.rotation = _rotation
            self.x = _x
            self.y = _y
            self.width = _width
            self.height = _height
            self.pageWidth = _pageWidth
            self.pageHeight = _pageHeight
            self.format = _format
            self.quality = _quality
            self.index = _index
            self.renderTime = _renderTime
            self.cuttable = _cuttable
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.raw(#","number":"#)
            self.number.encode(into: &writer)
            writer.raw(#","inode":"#)
            self.inode.encode(into: &writer)
            writer.raw(#","bytes":"#)
            self.bytes.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","edition":"#)
            self.edition.encode(into: &writer)
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
            writer.raw(#","pageWidth":"#)
            self.pageWidth.encode(into: &writer)
            writer.raw(#","pageHeight":"#)
            self.pageHeight.encode(into: &writer)
            writer.raw(#","format":"#)
            self.format.encode(into: &writer)
            if let _quality = self.quality {
                writer.raw(#","quality":"#)
                _quality.encode(into: &writer)
            }
            if let _index = self.index {
                writer.raw(#","index":"#)
                _index.encode(into: &writer)
            }
            writer.raw(#","renderTime":"#)
            self.renderTime.encode(into: &writer)
            if let _cuttable = self.cuttable {
                writer.raw(#","cuttable":"#)
                _cuttable.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// Where a reader was: a page of one of its axes.
    package struct Place: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Surface: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
            case horizontal
            case vertical
            case background

            package init(decoding value: borrowing JSONValue) throws(JSONError) {
                let text = try value.string()
                if text.equals("horizontal") {
                    self = .horizontal
                    return
                }
                if text.equals("vertical") {
                    self = .vertical
                    return
                }
                if text.equals("background") {
                    self = .background
                    return
                }
                throw JSONError(.wrongType(expected: "Surface"))
            }

            package func encode(into writer: inout JSONWriter) {
                switch self {
                    case .horizontal: writer.raw(#""horizontal""#)
                    case .vertical: writer.raw(#""vertical""#)
                    case .background: writer.raw(#""background""#)
                }
            }
        }

        package var surface: Surface
        package var page: Int
        package var index: Int

        package init(surface: Surface, page: Int, index: Int) {
            self.surface = surface
            self.page = page
            self.index = index
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _surface: Surface?
            var _page: Int?
            var _index: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("surface", 0) {
                        _surface = try Surface(decoding: fields.value)
                    } else if try fields.isField("page", 1) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 2) {
                        _index = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _surface else { throw JSONError(.missing, path: "surface") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            self.surface = _surface
            self.page = _page
            self.index = _index
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"surface":"#)
            self.surface.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.endObject()
        }
    }

    /// An open reader. `setup` is what it would be opened with now (the parameters of org.sheaf.Reader.Open, documents by their
    /// names). `back` and `forward` are its jump history, the nearest last. `transition` is the number
    /// of its last transition step.
    package struct Reader: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var id: String
        package var uid: Int
        package var setup: JSONText
        package var back: [StoreInterface.Place]
        package var forward: [StoreInterface.Place]
        package var transition: Int

        package init(id: String, uid: Int, setup: JSONText, back: [StoreInterface.Place], forward: [StoreInterface.Place], transition: Int) {
            self.id = id
            self.uid = uid
            self.setup = setup
            self.back = back
            self.forward = forward
            self.transition = transition
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _id: String?
            var _uid: Int?
            var _setup: JSONText?
            var _back: [StoreInterface.Place]?
            var _forward: [StoreInterface.Place]?
            var _transition: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("id", 0) {
                        _id = try String(decoding: fields.value)
                    } else if try fields.isField("uid", 1) {
                        _uid = try Int(decoding: fields.value)
                    } else if try fields.isField("setup", 2) {
                        _setup = try JSONText(decoding: fields.value)
                    } else if try fields.isField("back", 3) {
                        _back = try [StoreInterface.Place](decoding: fields.value)
                    } else if try fields.isField("forward", 4) {
                        _forward = try [StoreInterface.Place](decoding: fields.value)
                    } else if try fields.isField("transition", 5) {
                        _transition = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _id else { throw JSONError(.missing, path: "id") }
            guard let _uid else { throw JSONError(.missing, path: "uid") }
            guard let _setup else { throw JSONError(.missing, path: "setup") }
            guard let _back else { throw JSONError(.missing, path: "back") }
            guard let _forward else { throw JSONError(.missing, path: "forward") }
            guard let _transition else { throw JSONError(.missing, path: "transition") }
            self.id = _id
            self.uid = _uid
            self.setup = _setup
            self.back = _back
            self.forward = _forward
            self.transition = _transition
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"id":"#)
            self.id.encode(into: &writer)
            writer.raw(#","uid":"#)
            self.uid.encode(into: &writer)
            writer.raw(#","setup":"#)
            self.setup.encode(into: &writer)
            writer.raw(#","back":"#)
            self.back.encode(into: &writer)
            writer.raw(#","forward":"#)
            self.forward.encode(into: &writer)
            writer.raw(#","transition":"#)
            self.transition.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Everything. `version` is that of the service which wrote it, for people. `lastNumber` is the greatest number that the
    /// memory of a page or of a thumbnail had.
    package struct Contents: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var version: String
        package var lastNumber: Int?
        package var documents: [StoreInterface.Document]
        package var pages: [StoreInterface.Page]
        package var readers: [StoreInterface.Reader]

        package init(version: String, lastNumber: Int? = nil, documents: [StoreInterface.Document], pages: [StoreInterface.Page], readers: [StoreInterface.Reader]) {
            self.version = version
            self.lastNumber = lastNumber
            self.documents = documents
            self.pages = pages
            self.readers = readers
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _version: String?
            var _lastNumber: Int?
            var _documents: [StoreInterface.Document]?
            var _pages: [StoreInterface.Page]?
            var _readers: [StoreInterface.Reader]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("version", 0) {
                        _version = try String(decoding: fields.value)
                    } else if try fields.isField("lastNumber", 1) {
                        if !fields.value.isNull { _lastNumber = try Int(decoding: fields.value) }
                    } else if try fields.isField("documents", 2) {
                        _documents = try [StoreInterface.Document](decoding: fields.value)
                    } else if try fields.isField("pages", 3) {
                        _pages = try [StoreInterface.Page](decoding: fields.value)
                    } else if try fields.isField("readers", 4) {
                        _readers = try [StoreInterface.Reader](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _version else { throw JSONError(.missing, path: "version") }
            guard let _documents else { throw JSONError(.missing, path: "documents") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _readers else { throw JSONError(.missing, path: "readers") }
            self.version = _version
            self.lastNumber = _lastNumber
            self.documents = _documents
            self.pages = _pages
            self.readers = _readers
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"version":"#)
            self.version.encode(into: &writer)
            if let _lastNumber = self.lastNumber {
                writer.raw(#","lastNumber":"#)
                _lastNumber.encode(into: &writer)
            }
            writer.raw(#","documents":"#)
            self.documents.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","readers":"#)
            self.readers.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The errors that org.sheaf.Store declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)
            else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Store. What a method throws is its answer.
package protocol StoreHandler: AnyObject {
}

/// Decodes the calls of org.sheaf.Store for a handler, which it holds.
package final class StoreDispatcher: VarlinkInterface {
    private let handler: any StoreHandler

    package init(_ handler: any StoreHandler) {
        self.handler = handler
    }

    package var name: StaticString { StoreInterface.name }
    package var description: StaticString { StoreInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        return false
    }
}
