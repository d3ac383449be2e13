// Generated from org.sheaf.Store.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// The note of the service for the one that is started after it, beside the memory and the files that systemd keeps
/// meanwhile (sd_notify(3), FDSTORE). It is read by later versions, and by earlier ones: fields are added, and an unknown
/// one is passed over. Nobody calls this interface.
package enum StoreInterface {
    /// "org.sheaf.Store"
    package static var name: StaticString { "org.sheaf.Store" }

    /// The text of the description.
    package static var text: StaticString { ##"# The note of the service for the one that is started after it, beside the memory and the files that systemd keeps\##n# meanwhile (sd_notify(3), FDSTORE). It is read by later versions, and by earlier ones: fields are added, and an unknown\##n# one is passed over. Nobody calls this interface.\##ninterface org.sheaf.Store\##n\##n# A page of a document, as far as it was looked up. `width` and `height` in points.\##ntype KnownPage (page: int, index: int, width: float, height: float, label: ?string, measured: bool)\##n\##n# A page that has another edition than its document.\##ntype ChangedPage (page: int, edition: int)\##n\##n# How the text of a document is laid out, as in org.sheaf.Reader.\##ntype Flow (\##n    width: ?float,\##n    height: ?float,\##n    fontSize: ?float,\##n    fontFamily: ?string,\##n    lineHeight: ?float,\##n    margin: ?float,\##n    columns: ?int,\##n    justify: ?bool,\##n    unwrap: ?bool,\##n    encoding: ?string,\##n    plain: ?bool\##n)\##n\##n# An open document. `name` names its file in the store. `uid` is whose it is, absent where it is of the library; `path`\##n# is where it is then. `library` is the file of its provider. `device`, `inode`, `size` and `changed` say what file it was, in bytes and\##n# nanoseconds since 1970; they are the bits of unsigned numbers. `count` is -1 where it is not known. `edition` is that of\##n# all pages but the `editions`. `renderTime` in microseconds. `isChanging` says that a change of it was being taken in: where its\##n# pages are is to be looked up anew. `isLocked` that it needs a password, which is not noted. `title` is what it\##n# calls itself, where it is not locked, `fileName` what its file is called. `trim`, `flow` and `order` are the looks that\##n# it was opened in; `flows`: its pages are laid out. `album` is what the files of an album are called, which are kept by names of their own. `removed`\##n# that its file has lost its name, `named` that who opened it has named its provider.\##ntype Document (\##n    name: string,\##n    number: int,\##n    uid: ?int,\##n    path: ?string,\##n    library: string,\##n    provider: string,\##n    capabilities: []string,\##n    device: int,\##n    inode: int,\##n    size: int,\##n    changed: int,\##n    count: int,\##n    isExact: bool,\##n    firstPage: ?int,\##n    edition: int,\##n    editions: []ChangedPage,\##n    shapes: ?[]string,\##n    known: []KnownPage,\##n    renderTime: ?int,\##n    isChanging: ?bool,\##n    isLocked: ?bool,\##n    title: ?string,\##n    fileName: ?string,\##n    trim: ?string,\##n    flow: ?Flow,\##n    flows: ?bool,\##n  album: ?[]string,\##n  order: ?[]int,\##n  removed: ?bool,\##n  named: ?bool,\##n  suffix: ?string\##n)\##n\##n# Where in the text of an axis' document a reader was brought to by other looks: as long as its last step is the `transition`, it is at\##n# `position`.\##ntype Anchor (surface: (horizontal, vertical, background), page: int, position: int, transition: int)\##n\##n# Where a reader was: a page of one of its axes.\##ntype Place (surface: (horizontal, vertical, background), page: int, index: int)\##n\##n# An open reader. `setup` is what it would be opened with now (the parameters of org.sheaf.Reader.Open, documents by their\##n# names). `back` and `forward` are its jump history, the nearest last. `transition` is the number\##n# of its last transition step. `places` are the pages that it rests on in documents that are changing, where they were before that.\##ntype Reader (\##n    id: string,\##n    uid: int,\##n    setup: object,\##n    back: []Place,\##n    forward: []Place,\##n    transition: int,\##n    places: ?[]Place,\##n    anchors: ?[]Anchor\##n)\##n\##n# Hosts that have ended: by crashes, and each by how many pixels were too many for the time or the memory.\##ntype FailureTally (crashes: int, excesses: []int)\##n\##n# The work that has ended provider hosts. `kind` is the kind of work, on a `page`, or on the document as a whole.\##n# `device`, `inode`, `size` and `changed` say of which file, as for Document. `uid` is the user for whom it was asked,\##n# absent for the service itself. `library` is the file of the provider, and `stamp` tells whether it is still the same.\##n# `flow` is how the text was laid out. `asked` counts what people asked for, `ahead` what was asked ahead of them.\##n# `death` says how the last host ended.\##ntype HostFailure (\##n    uid: ?int,\##n    device: int,\##n    inode: int,\##n    size: int,\##n    changed: int,\##n    library: string,\##n    stamp: string,\##n    flow: ?Flow,\##n    kind: string,\##n    page: ?int,\##n    asked: FailureTally,\##n    ahead: FailureTally,\##n    death: string\##n)\##n\##n# Everything but pages, which have a note of their own. The `readers` that were used last come last. `version` is that of the service which wrote it, for people. `lastNumber` is\##n# the greatest number that the memory of a page or of a thumbnail had. `pages` is what versions before had of pages: it is\##n# written empty, since those want it, and whatever is in it is not read. `failures`: those that failed longest ago first.\##ntype Contents (\##n    version: string,\##n    lastNumber: ?int,\##n    documents: []Document,\##n    pages: ?[]object,\##n    readers: []Reader,\##n    failures: ?[]HostFailure\##n)\##n"## }

    /// A page of a document, as far as it was looked up. `width` and `height` in points.
    package struct KnownPage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var index: Int
        package var width: Double
        package var height: Double
        package var label: String?
        package var measured: Bool
        package init(page: Int, index: Int, width: Double, height: Double, label: String? = nil, measured: Bool) { self.page = page; self.index = index; self.width = width; self.height = height; self.label = label; self.measured = measured }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{5}index\u{5}width\u{6}height\u{5}label\u{8}measured")
            var _page: Int?, _index: Int?, _width: Double?, _height: Double?, _label: String?, _measured: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                case 1: try fields.read(&_index)
                case 2: try fields.read(&_width)
                case 3: try fields.read(&_height)
                case 4: try fields.readOptional(&_label)
                default: try fields.read(&_measured)
            } }
            guard let _page, let _index, let _width, let _height, let _measured else { throw fields.missing(47) }
            self.page = _page; self.index = _index; self.width = _width; self.height = _height; self.label = _label; self.measured = _measured
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.optional(#","label":"#, self.label)
            writer.field(#","measured":"#, self.measured)
            writer.endObject()
        }
    }

    /// A page that has another edition than its document.
    package struct ChangedPage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package var edition: Int
        package init(page: Int, edition: Int) { self.page = page; self.edition = edition }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page\u{7}edition")
            var _page: Int?, _edition: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_page)
                default: try fields.read(&_edition)
            } }
            guard let _page, let _edition else { throw fields.missing(3) }
            self.page = _page; self.edition = _edition
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.field(#","edition":"#, self.edition)
            writer.endObject()
        }
    }

    /// How the text of a document is laid out, as in org.sheaf.Reader.
    package struct Flow: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Double?
        package var height: Double?
        package var fontSize: Double?
        package var fontFamily: String?
        package var lineHeight: Double?
        package var margin: Double?
        package var columns: Int?
        package var justify: Bool?
        package var unwrap: Bool?
        package var encoding: String?
        package var plain: Bool?
        package init(width: Double? = nil, height: Double? = nil, fontSize: Double? = nil, fontFamily: String? = nil, lineHeight: Double? = nil, margin: Double? = nil, columns: Int? = nil, justify: Bool? = nil, unwrap: Bool? = nil, encoding: String? = nil, plain: Bool? = nil) { self.width = width; self.height = height; self.fontSize = fontSize; self.fontFamily = fontFamily; self.lineHeight = lineHeight; self.margin = margin; self.columns = columns; self.justify = justify; self.unwrap = unwrap; self.encoding = encoding; self.plain = plain }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}width\u{6}height\u{8}fontSize\u{a}fontFamily\u{a}lineHeight\u{6}margin\u{7}columns\u{7}justify\u{6}unwrap\u{8}encoding\u{5}plain")
            var _width: Double?, _height: Double?, _fontSize: Double?, _fontFamily: String?, _lineHeight: Double?, _margin: Double?, _columns: Int?, _justify: Bool?, _unwrap: Bool?, _encoding: String?, _plain: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_width)
                case 1: try fields.readOptional(&_height)
                case 2: try fields.readOptional(&_fontSize)
                case 3: try fields.readOptional(&_fontFamily)
                case 4: try fields.readOptional(&_lineHeight)
                case 5: try fields.readOptional(&_margin)
                case 6: try fields.readOptional(&_columns)
                case 7: try fields.readOptional(&_justify)
                case 8: try fields.readOptional(&_unwrap)
                case 9: try fields.readOptional(&_encoding)
                default: try fields.readOptional(&_plain)
            } }
            self.width = _width; self.height = _height; self.fontSize = _fontSize; self.fontFamily = _fontFamily; self.lineHeight = _lineHeight; self.margin = _margin; self.columns = _columns; self.justify = _justify; self.unwrap = _unwrap; self.encoding = _encoding; self.plain = _plain
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","width":"#, self.width)
            writer.optionalOrFirst(#","height":"#, self.height)
            writer.optionalOrFirst(#","fontSize":"#, self.fontSize)
            writer.optionalOrFirst(#","fontFamily":"#, self.fontFamily)
            writer.optionalOrFirst(#","lineHeight":"#, self.lineHeight)
            writer.optionalOrFirst(#","margin":"#, self.margin)
            writer.optionalOrFirst(#","columns":"#, self.columns)
            writer.optionalOrFirst(#","justify":"#, self.justify)
            writer.optionalOrFirst(#","unwrap":"#, self.unwrap)
            writer.optionalOrFirst(#","encoding":"#, self.encoding)
            writer.optionalOrFirst(#","plain":"#, self.plain)
            writer.endObject()
        }
    }

    /// An open document. `name` names its file in the store. `uid` is whose it is, absent where it is of the library; `path`
    /// is where it is then. `library` is the file of its provider. `device`, `inode`, `size` and `changed` say what file it was, in bytes and
    /// nanoseconds since 1970; they are the bits of unsigned numbers. `count` is -1 where it is not known. `edition` is that of
    /// all pages but the `editions`. `renderTime` in microseconds. `isChanging` says that a change of it was being taken in: where its
    /// pages are is to be looked up anew. `isLocked` that it needs a password, which is not noted. `title` is what it
    /// calls itself, where it is not locked, `fileName` what its file is called. `trim`, `flow` and `order` are the looks that
    /// it was opened in; `flows`: its pages are laid out. `album` is what the files of an album are called, which are kept by names of their own. `removed`
    /// that its file has lost its name, `named` that who opened it has named its provider.
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
        package var isChanging: Bool?
        package var isLocked: Bool?
        package var title: String?
        package var fileName: String?
        package var trim: String?
        package var flow: StoreInterface.Flow?
        package var flows: Bool?
        package var album: [String]?
        package var order: [Int]?
        package var removed: Bool?
        package var named: Bool?
        package var suffix: String?
        package init(name: String, number: Int, uid: Int? = nil, path: String? = nil, library: String, provider: String, capabilities: [String], device: Int, inode: Int, size: Int, changed: Int, count: Int, isExact: Bool, firstPage: Int? = nil, edition: Int, editions: [StoreInterface.ChangedPage], shapes: [String]? = nil, known: [StoreInterface.KnownPage], renderTime: Int? = nil, isChanging: Bool? = nil, isLocked: Bool? = nil, title: String? = nil, fileName: String? = nil, trim: String? = nil, flow: StoreInterface.Flow? = nil, flows: Bool? = nil, album: [String]? = nil, order: [Int]? = nil, removed: Bool? = nil, named: Bool? = nil, suffix: String? = nil) { self.name = name; self.number = number; self.uid = uid; self.path = path; self.library = library; self.provider = provider; self.capabilities = capabilities; self.device = device; self.inode = inode; self.size = size; self.changed = changed; self.count = count; self.isExact = isExact; self.firstPage = firstPage; self.edition = edition; self.editions = editions; self.shapes = shapes; self.known = known; self.renderTime = renderTime; self.isChanging = isChanging; self.isLocked = isLocked; self.title = title; self.fileName = fileName; self.trim = trim; self.flow = flow; self.flows = flows; self.album = album; self.order = order; self.removed = removed; self.named = named; self.suffix = suffix }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name\u{6}number\u{3}uid\u{4}path\u{7}library\u{8}provider\u{c}capabilities\u{6}device\u{5}inode\u{4}size\u{7}changed\u{5}count\u{7}isExact\u{9}firstPage\u{7}edition\u{8}editions\u{6}shapes\u{5}known\u{a}renderTime\u{a}isChanging\u{8}isLocked\u{5}title\u{8}fileName\u{4}trim\u{4}flow\u{5}flows\u{5}album\u{5}order\u{7}removed\u{5}named\u{6}suffix")
            var _name: String?, _number: Int?, _uid: Int?, _path: String?, _library: String?, _provider: String?, _capabilities: [String]?, _device: Int?, _inode: Int?, _size: Int?, _changed: Int?, _count: Int?, _isExact: Bool?, _firstPage: Int?, _edition: Int?, _editions: [StoreInterface.ChangedPage]?, _shapes: [String]?, _known: [StoreInterface.KnownPage]?, _renderTime: Int?, _isChanging: Bool?, _isLocked: Bool?, _title: String?, _fileName: String?, _trim: String?, _flow: StoreInterface.Flow?, _flows: Bool?, _album: [String]?, _order: [Int]?, _removed: Bool?, _named: Bool?, _suffix: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_name)
                case 1: try fields.read(&_number)
                case 2: try fields.readOptional(&_uid)
                case 3: try fields.readOptional(&_path)
                case 4: try fields.read(&_library)
                case 5: try fields.read(&_provider)
                case 6: try fields.read(&_capabilities)
                case 7: try fields.read(&_device)
                case 8: try fields.read(&_inode)
                case 9: try fields.read(&_size)
                case 10: try fields.read(&_changed)
                case 11: try fields.read(&_count)
                case 12: try fields.read(&_isExact)
                case 13: try fields.readOptional(&_firstPage)
                case 14: try fields.read(&_edition)
                case 15: try fields.read(&_editions)
                case 16: try fields.readOptional(&_shapes)
                case 17: try fields.read(&_known)
                case 18: try fields.readOptional(&_renderTime)
                case 19: try fields.readOptional(&_isChanging)
                case 20: try fields.readOptional(&_isLocked)
                case 21: try fields.readOptional(&_title)
                case 22: try fields.readOptional(&_fileName)
                case 23: try fields.readOptional(&_trim)
                case 24: try fields.readOptional(&_flow)
                case 25: try fields.readOptional(&_flows)
                case 26: try fields.readOptional(&_album)
                case 27: try fields.readOptional(&_order)
                case 28: try fields.readOptional(&_removed)
                case 29: try fields.readOptional(&_named)
                default: try fields.readOptional(&_suffix)
            } }
            guard let _name, let _number, let _library, let _provider, let _capabilities, let _device, let _inode, let _size, let _changed, let _count, let _isExact, let _edition, let _editions, let _known else { throw fields.missing(188403) }
            self.name = _name; self.number = _number; self.uid = _uid; self.path = _path; self.library = _library; self.provider = _provider; self.capabilities = _capabilities; self.device = _device; self.inode = _inode; self.size = _size; self.changed = _changed; self.count = _count; self.isExact = _isExact; self.firstPage = _firstPage; self.edition = _edition; self.editions = _editions; self.shapes = _shapes; self.known = _known; self.renderTime = _renderTime; self.isChanging = _isChanging; self.isLocked = _isLocked; self.title = _title; self.fileName = _fileName; self.trim = _trim; self.flow = _flow; self.flows = _flows; self.album = _album; self.order = _order; self.removed = _removed; self.named = _named; self.suffix = _suffix
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.field(#","number":"#, self.number)
            writer.optional(#","uid":"#, self.uid)
            writer.optional(#","path":"#, self.path)
            writer.field(#","library":"#, self.library)
            writer.field(#","provider":"#, self.provider)
            writer.field(#","capabilities":"#, self.capabilities)
            writer.field(#","device":"#, self.device)
            writer.field(#","inode":"#, self.inode)
            writer.field(#","size":"#, self.size)
            writer.field(#","changed":"#, self.changed)
            writer.field(#","count":"#, self.count)
            writer.field(#","isExact":"#, self.isExact)
            writer.optional(#","firstPage":"#, self.firstPage)
            writer.field(#","edition":"#, self.edition)
            writer.field(#","editions":"#, self.editions)
            writer.optional(#","shapes":"#, self.shapes)
            writer.field(#","known":"#, self.known)
            writer.optional(#","renderTime":"#, self.renderTime)
            writer.optional(#","isChanging":"#, self.isChanging)
            writer.optional(#","isLocked":"#, self.isLocked)
            writer.optional(#","title":"#, self.title)
            writer.optional(#","fileName":"#, self.fileName)
            writer.optional(#","trim":"#, self.trim)
            writer.optional(#","flow":"#, self.flow)
            writer.optional(#","flows":"#, self.flows)
            writer.optional(#","album":"#, self.album)
            writer.optional(#","order":"#, self.order)
            writer.optional(#","removed":"#, self.removed)
            writer.optional(#","named":"#, self.named)
            writer.optional(#","suffix":"#, self.suffix)
            writer.endObject()
        }
    }

    /// Where in the text of an axis' document a reader was brought to by other looks: as long as its last step is the `transition`, it is at
    /// `position`.
    package struct Anchor: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Surface: String, JSONEnumeration { case horizontal, vertical, background }

        package var surface: Surface
        package var page: Int
        package var position: Int
        package var transition: Int
        package init(surface: Surface, page: Int, position: Int, transition: Int) { self.surface = surface; self.page = page; self.position = position; self.transition = transition }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}surface\u{4}page\u{8}position\u{a}transition")
            var _surface: Surface?, _page: Int?, _position: Int?, _transition: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_surface)
                case 1: try fields.read(&_page)
                case 2: try fields.read(&_position)
                default: try fields.read(&_transition)
            } }
            guard let _surface, let _page, let _position, let _transition else { throw fields.missing(15) }
            self.surface = _surface; self.page = _page; self.position = _position; self.transition = _transition
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"surface":"#, self.surface)
            writer.field(#","page":"#, self.page)
            writer.field(#","position":"#, self.position)
            writer.field(#","transition":"#, self.transition)
            writer.endObject()
        }
    }

    /// Where a reader was: a page of one of its axes.
    package struct Place: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Surface: String, JSONEnumeration { case horizontal, vertical, background }

        package var surface: Surface
        package var page: Int
        package var index: Int
        package init(surface: Surface, page: Int, index: Int) { self.surface = surface; self.page = page; self.index = index }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}surface\u{4}page\u{5}index")
            var _surface: Surface?, _page: Int?, _index: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_surface)
                case 1: try fields.read(&_page)
                default: try fields.read(&_index)
            } }
            guard let _surface, let _page, let _index else { throw fields.missing(7) }
            self.surface = _surface; self.page = _page; self.index = _index
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"surface":"#, self.surface)
            writer.field(#","page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.endObject()
        }
    }

    /// An open reader. `setup` is what it would be opened with now (the parameters of org.sheaf.Reader.Open, documents by their
    /// names). `back` and `forward` are its jump history, the nearest last. `transition` is the number
    /// of its last transition step. `places` are the pages that it rests on in documents that are changing, where they were before that.
    package struct Reader: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var id: String
        package var uid: Int
        package var setup: JSONText
        package var back: [StoreInterface.Place]
        package var forward: [StoreInterface.Place]
        package var transition: Int
        package var places: [StoreInterface.Place]?
        package var anchors: [StoreInterface.Anchor]?
        package init(id: String, uid: Int, setup: JSONText, back: [StoreInterface.Place], forward: [StoreInterface.Place], transition: Int, places: [StoreInterface.Place]? = nil, anchors: [StoreInterface.Anchor]? = nil) { self.id = id; self.uid = uid; self.setup = setup; self.back = back; self.forward = forward; self.transition = transition; self.places = places; self.anchors = anchors }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{2}id\u{3}uid\u{5}setup\u{4}back\u{7}forward\u{a}transition\u{6}places\u{7}anchors")
            var _id: String?, _uid: Int?, _setup: JSONText?, _back: [StoreInterface.Place]?, _forward: [StoreInterface.Place]?, _transition: Int?, _places: [StoreInterface.Place]?, _anchors: [StoreInterface.Anchor]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_id)
                case 1: try fields.read(&_uid)
                case 2: try fields.read(&_setup)
                case 3: try fields.read(&_back)
                case 4: try fields.read(&_forward)
                case 5: try fields.read(&_transition)
                case 6: try fields.readOptional(&_places)
                default: try fields.readOptional(&_anchors)
            } }
            guard let _id, let _uid, let _setup, let _back, let _forward, let _transition else { throw fields.missing(63) }
            self.id = _id; self.uid = _uid; self.setup = _setup; self.back = _back; self.forward = _forward; self.transition = _transition; self.places = _places; self.anchors = _anchors
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"id":"#, self.id)
            writer.field(#","uid":"#, self.uid)
            writer.field(#","setup":"#, self.setup)
            writer.field(#","back":"#, self.back)
            writer.field(#","forward":"#, self.forward)
            writer.field(#","transition":"#, self.transition)
            writer.optional(#","places":"#, self.places)
            writer.optional(#","anchors":"#, self.anchors)
            writer.endObject()
        }
    }

    /// Hosts that have ended: by crashes, and each by how many pixels were too many for the time or the memory.
    package struct FailureTally: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var crashes: Int
        package var excesses: [Int]
        package init(crashes: Int, excesses: [Int]) { self.crashes = crashes; self.excesses = excesses }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}crashes\u{8}excesses")
            var _crashes: Int?, _excesses: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_crashes)
                default: try fields.read(&_excesses)
            } }
            guard let _crashes, let _excesses else { throw fields.missing(3) }
            self.crashes = _crashes; self.excesses = _excesses
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"crashes":"#, self.crashes)
            writer.field(#","excesses":"#, self.excesses)
            writer.endObject()
        }
    }

    /// The work that has ended provider hosts. `kind` is the kind of work, on a `page`, or on the document as a whole.
    /// `device`, `inode`, `size` and `changed` say of which file, as for Document. `uid` is the user for whom it was asked,
    /// absent for the service itself. `library` is the file of the provider, and `stamp` tells whether it is still the same.
    /// `flow` is how the text was laid out. `asked` counts what people asked for, `ahead` what was asked ahead of them.
    /// `death` says how the last host ended.
    package struct HostFailure: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var uid: Int?
        package var device: Int
        package var inode: Int
        package var size: Int
        package var changed: Int
        package var library: String
        package var stamp: String
        package var flow: StoreInterface.Flow?
        package var kind: String
        package var page: Int?
        package var asked: StoreInterface.FailureTally
        package var ahead: StoreInterface.FailureTally
        package var death: String
        package init(uid: Int? = nil, device: Int, inode: Int, size: Int, changed: Int, library: String, stamp: String, flow: StoreInterface.Flow? = nil, kind: String, page: Int? = nil, asked: StoreInterface.FailureTally, ahead: StoreInterface.FailureTally, death: String) { self.uid = uid; self.device = device; self.inode = inode; self.size = size; self.changed = changed; self.library = library; self.stamp = stamp; self.flow = flow; self.kind = kind; self.page = page; self.asked = asked; self.ahead = ahead; self.death = death }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}uid\u{6}device\u{5}inode\u{4}size\u{7}changed\u{7}library\u{5}stamp\u{4}flow\u{4}kind\u{4}page\u{5}asked\u{5}ahead\u{5}death")
            var _uid: Int?, _device: Int?, _inode: Int?, _size: Int?, _changed: Int?, _library: String?, _stamp: String?, _flow: StoreInterface.Flow?, _kind: String?, _page: Int?, _asked: StoreInterface.FailureTally?, _ahead: StoreInterface.FailureTally?, _death: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_uid)
                case 1: try fields.read(&_device)
                case 2: try fields.read(&_inode)
                case 3: try fields.read(&_size)
                case 4: try fields.read(&_changed)
                case 5: try fields.read(&_library)
                case 6: try fields.read(&_stamp)
                case 7: try fields.readOptional(&_flow)
                case 8: try fields.read(&_kind)
                case 9: try fields.readOptional(&_page)
                case 10: try fields.read(&_asked)
                case 11: try fields.read(&_ahead)
                default: try fields.read(&_death)
            } }
            guard let _device, let _inode, let _size, let _changed, let _library, let _stamp, let _kind, let _asked, let _ahead, let _death else { throw fields.missing(7550) }
            self.uid = _uid; self.device = _device; self.inode = _inode; self.size = _size; self.changed = _changed; self.library = _library; self.stamp = _stamp; self.flow = _flow; self.kind = _kind; self.page = _page; self.asked = _asked; self.ahead = _ahead; self.death = _death
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","uid":"#, self.uid)
            writer.fieldOrFirst(#","device":"#, self.device)
            writer.field(#","inode":"#, self.inode)
            writer.field(#","size":"#, self.size)
            writer.field(#","changed":"#, self.changed)
            writer.field(#","library":"#, self.library)
            writer.field(#","stamp":"#, self.stamp)
            writer.optional(#","flow":"#, self.flow)
            writer.field(#","kind":"#, self.kind)
            writer.optional(#","page":"#, self.page)
            writer.field(#","asked":"#, self.asked)
            writer.field(#","ahead":"#, self.ahead)
            writer.field(#","death":"#, self.death)
            writer.endObject()
        }
    }

    /// Everything but pages, which have a note of their own. The `readers` that were used last come last. `version` is that of the service which wrote it, for people. `lastNumber` is
    /// the greatest number that the memory of a page or of a thumbnail had. `pages` is what versions before had of pages: it is
    /// written empty, since those want it, and whatever is in it is not read. `failures`: those that failed longest ago first.
    package struct Contents: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var version: String
        package var lastNumber: Int?
        package var documents: [StoreInterface.Document]
        package var pages: [JSONText]?
        package var readers: [StoreInterface.Reader]
        package var failures: [StoreInterface.HostFailure]?
        package init(version: String, lastNumber: Int? = nil, documents: [StoreInterface.Document], pages: [JSONText]? = nil, readers: [StoreInterface.Reader], failures: [StoreInterface.HostFailure]? = nil) { self.version = version; self.lastNumber = lastNumber; self.documents = documents; self.pages = pages; self.readers = readers; self.failures = failures }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}version\u{a}lastNumber\u{9}documents\u{5}pages\u{7}readers\u{8}failures")
            var _version: String?, _lastNumber: Int?, _documents: [StoreInterface.Document]?, _pages: [JSONText]?, _readers: [StoreInterface.Reader]?, _failures: [StoreInterface.HostFailure]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_version)
                case 1: try fields.readOptional(&_lastNumber)
                case 2: try fields.read(&_documents)
                case 3: try fields.readOptional(&_pages)
                case 4: try fields.read(&_readers)
                default: try fields.readOptional(&_failures)
            } }
            guard let _version, let _documents, let _readers else { throw fields.missing(21) }
            self.version = _version; self.lastNumber = _lastNumber; self.documents = _documents; self.pages = _pages; self.readers = _readers; self.failures = _failures
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"version":"#, self.version)
            writer.optional(#","lastNumber":"#, self.lastNumber)
            writer.field(#","documents":"#, self.documents)
            writer.optional(#","pages":"#, self.pages)
            writer.field(#","readers":"#, self.readers)
            writer.optional(#","failures":"#, self.failures)
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

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
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
        false
    }
}
