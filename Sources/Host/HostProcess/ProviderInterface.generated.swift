// Generated from org.sheaf.Provider.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// The interface of a page provider that is a program. The host calls, the provider answers, one call at a time. It is
/// the C ABI in other words: functions, rules and units are those of sheaf_provider.h, by the same names
/// (docs/external-providers.md).
///
/// The program is started with a connected socket as descriptor 3 and the cancel word as descriptor 4 (LISTEN_FDS=2,
/// LISTEN_FDNAMES=varlink:cancel). The word is the first 32-bit number, in the machine's byte order, of memory that can be mapped or read:
/// a call whose `request` it holds is to end soon, with Cancelled. Descriptors come with the call that names their index.
package enum ProviderInterface {
    /// "org.sheaf.Provider"
    package static var name: StaticString { "org.sheaf.Provider" }

    /// The text of the description.
    package static var text: StaticString { ##"# The interface of a page provider that is a program. The host calls, the provider answers, one call at a time. It is\##n# the C ABI in other words: functions, rules and units are those of sheaf_provider.h, by the same names\##n# (docs/external-providers.md).\##n#\##n# The program is started with a connected socket as descriptor 3 and the cancel word as descriptor 4 (LISTEN_FDS=2,\##n# LISTEN_FDNAMES=varlink:cancel). The word is the first 32-bit number, in the machine's byte order, of memory that can be mapped or read:\##n# a call whose `request` it holds is to end soon, with Cancelled. Descriptors come with the call that names their index.\##ninterface org.sheaf.Provider\##n\##n# How many pages there are. `counting`: an estimate, of which `counted` are there for sure; asked again it has counted on.\##ntype CountKind (exact, estimated, unknown, counting)\##n\##n# How the text of a document that flows is to be laid out; lengths in points. `unwrap`: whether lines of a text that were broken to a width\##n# are joined; `encoding`: what it is encoded in, as IANA names it; `plain`: whether its own style sheets and fonts\##n# are left out. Left out: as the provider would have it.\##ntype Flow (\##n  width: ?float,\##n  height: ?float,\##n  fontSize: ?float,\##n  fontFamily: ?string,\##n  lineHeight: ?float,\##n  margin: ?float,\##n  columns: ?int,\##n  justify: ?bool,\##n  unwrap: ?bool,\##n  encoding: ?string,\##n  plain: ?bool\##n)\##n\##n# A box on a page, in points; the origin is top left.\##ntype Box (x0: float, y0: float, x1: float, y1: float)\##n\##n# A run of text, an entry of the outline, a link, a match, an annotation, a picture, a block, an entry of metadata: which fields each has is in\##n# docs/provider-abi.md. What is left out is nothing, empty or 0. `boxes` are those of the characters of a run of text, `positions` where in\##n# a document that flows each of them stands.\##ntype Item (\##n  level: ?int,\##n  page: ?int,\##n  box: ?Box,\##n  targetX: ?float,\##n  targetY: ?float,\##n  key: ?string,\##n  text: ?string,\##n  uri: ?string,\##n  boxes: ?[]Box,\##n  author: ?string,\##n  modified: ?int,\##n  positions: ?[]int\##n)\##n\##n# A change of a document: which pages it has, the look of one page, or anything.\##ntype Change (kind: (pages, page, all), page: ?int)\##n\##n# The first call. `functions` are those of the methods below that the provider has beside Load, Open, Close, Metrics and Render. `takes` are\##n# the parameters that are given only to providers that know them: `suffix`.\##nmethod Load() -> (name: string, version: string, summary: string, functions: []string, takes: ?[]string)\##n\##n# One setting, before the first document is opened and again when the configuration changes.\##nmethod Config(request: int, key: string, value: string) -> ()\##n\##n# How sure the provider is that it opens the file passed as `fileDescriptor`, from 0 to 100. `suffix`: how its name ends, from the last dot\##n# on, in small letters (".md"), absent where that is not known, and for a provider that does not take it. It is a hint: the content decides.\##nmethod Probe(request: int, fileDescriptor: int, suffix: ?string) -> (certainty: int)\##n\##n# Opens a file, which is read by its descriptor until Close; pread(2) it, since its offset is others' too. `document` is the number\##n# that the host gives the document. `suffix` as for Probe. `locked`: it can't be opened without a password. `flows`: its pages are laid out. `sequential`: a region\##n# of a page takes about as long as the page.\##nmethod Open(request: int, document: int, fileDescriptor: int, password: ?string, flow: ?Flow, suffix: ?string) -> (\##n  locked: ?bool,\##n  flows: ?bool,\##n  sequential: ?bool\##n)\##n\##nmethod Close(document: int) -> ()\##n\##n# The size of a page in points, what is printed on it as its number, and how many frames it has where it moves.\##nmethod Metrics(request: int, document: int, page: int) -> (\##n  width: float,\##n  height: float,\##n  label: ?string,\##n  estimated: ?bool,\##n  frames: ?int\##n)\##n\##n# Fills every pixel of a region, four bytes each (blue, green, red, 255), into the memory passed as `fileDescriptor`: row `n` begins\##n# `n` x `stride` bytes into it. `cuttable`: every region within, rendered by itself, has these same pixels. `frame`:\##n# of a page that has several, from 0, which is the one where it is left out.\##nmethod Render(\##n  request: int,\##n  document: int,\##n  page: int,\##n  scale: float,\##n  rotation: int,\##n  x: int,\##n  y: int,\##n  width: int,\##n  height: int,\##n  stride: int,\##n  fileDescriptor: int,\##n  frame: ?int\##n) -> (cuttable: ?bool)\##n\##nmethod Count(request: int, document: int) -> (kind: CountKind, pages: int, counted: ?int)\##n\##nmethod PageIds(request: int, document: int, index: int, length: int) -> (pages: []int)\##n\##n# `from` is left out for the first page.\##nmethod PageStep(request: int, document: int, from: ?int, step: int) -> (page: int)\##n\##nmethod Prefetch(request: int, document: int, pages: []int) -> ()\##n\##nmethod CancelPrefetch(request: int, document: int, pages: []int) -> ()\##n\##nmethod Appearance(\##n  request: int,\##n  document: int,\##n  page: int,\##n  event: (willAppear, didAppear, willDisappear, didDisappear)\##n) -> ()\##n\##nmethod Refresh(request: int, document: int) -> (changes: []Change)\##n\##nmethod Move(request: int, document: int, stage: (begin, update, end, cancel), page: int, index: int) -> (\##n  changes: []Change\##n)\##n\##nmethod Hit(request: int, document: int, page: int, x: float, y: float) -> (\##n  target: (claimed, unclaimed, background)\##n)\##n\##nmethod Text(request: int, document: int, page: int) -> (items: []Item)\##n\##nmethod Outline(request: int, document: int) -> (items: []Item)\##n\##nmethod Links(request: int, document: int, page: int) -> (items: []Item)\##n\##nmethod Search(request: int, document: int, page: int, needle: string) -> (items: []Item)\##n\##nmethod Metadata(request: int, document: int) -> (items: []Item)\##n\##nmethod Annotations(request: int, document: int, page: int) -> (items: []Item)\##n\##nmethod Pictures(request: int, document: int, page: int) -> (items: []Item)\##n\##nmethod Blocks(request: int, document: int, page: int) -> (items: []Item)\##n\##n# The smallest box with all that is drawn on a page; left out where it is blank.\##nmethod Ink(request: int, document: int, page: int) -> (box: ?Box)\##n\##nmethod Position(request: int, document: int, page: int) -> (position: int)\##n\##nmethod PageAt(request: int, document: int, position: int) -> (page: int)\##n\##n# The text of a document that flows, from a position on, without its pages; NoSuchPage where none is behind that.\##nmethod Passage(request: int, document: int, position: int) -> (items: []Item, next: int, end: int)\##n\##nmethod Trim(level: (low, medium, critical)) -> ()\##n\##n# The call failed: an errno above 0, and a message for a person: what was tried on what, and why it failed.\##nerror Failed (errno: int, message: string)\##n\##n# The document has no such page.\##nerror NoSuchPage ()\##n\##nerror Cancelled ()\##n\##n# The document is locked, and the password is missing or wrong.\##nerror PasswordNeeded ()\##n"## }

    /// How many pages there are. `counting`: an estimate, of which `counted` are there for sure; asked again it has counted on.
    package enum CountKind: String, JSONEnumeration { case exact, estimated, unknown, counting }

    /// How the text of a document that flows is to be laid out; lengths in points. `unwrap`: whether lines of a text that were broken to a width
    /// are joined; `encoding`: what it is encoded in, as IANA names it; `plain`: whether its own style sheets and fonts
    /// are left out. Left out: as the provider would have it.
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

    /// A box on a page, in points; the origin is top left.
    package struct Box: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var x0: Double
        package var y0: Double
        package var x1: Double
        package var y1: Double
        package init(x0: Double, y0: Double, x1: Double, y1: Double) { self.x0 = x0; self.y0 = y0; self.x1 = x1; self.y1 = y1 }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{2}x0\u{2}y0\u{2}x1\u{2}y1")
            var _x0: Double?, _y0: Double?, _x1: Double?, _y1: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_x0)
                case 1: try fields.read(&_y0)
                case 2: try fields.read(&_x1)
                default: try fields.read(&_y1)
            } }
            guard let _x0, let _y0, let _x1, let _y1 else { throw fields.missing(15) }
            self.x0 = _x0; self.y0 = _y0; self.x1 = _x1; self.y1 = _y1
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"x0":"#, self.x0)
            writer.field(#","y0":"#, self.y0)
            writer.field(#","x1":"#, self.x1)
            writer.field(#","y1":"#, self.y1)
            writer.endObject()
        }
    }

    /// A run of text, an entry of the outline, a link, a match, an annotation, a picture, a block, an entry of metadata: which fields each has is in
    /// docs/provider-abi.md. What is left out is nothing, empty or 0. `boxes` are those of the characters of a run of text, `positions` where in
    /// a document that flows each of them stands.
    package struct Item: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: Int?
        package var page: Int?
        package var box: ProviderInterface.Box?
        package var targetX: Double?
        package var targetY: Double?
        package var key: String?
        package var text: String?
        package var uri: String?
        package var boxes: [ProviderInterface.Box]?
        package var author: String?
        package var modified: Int?
        package var positions: [Int]?
        package init(level: Int? = nil, page: Int? = nil, box: ProviderInterface.Box? = nil, targetX: Double? = nil, targetY: Double? = nil, key: String? = nil, text: String? = nil, uri: String? = nil, boxes: [ProviderInterface.Box]? = nil, author: String? = nil, modified: Int? = nil, positions: [Int]? = nil) { self.level = level; self.page = page; self.box = box; self.targetX = targetX; self.targetY = targetY; self.key = key; self.text = text; self.uri = uri; self.boxes = boxes; self.author = author; self.modified = modified; self.positions = positions }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level\u{4}page\u{3}box\u{7}targetX\u{7}targetY\u{3}key\u{4}text\u{3}uri\u{5}boxes\u{6}author\u{8}modified\u{9}positions")
            var _level: Int?, _page: Int?, _box: ProviderInterface.Box?, _targetX: Double?, _targetY: Double?, _key: String?, _text: String?, _uri: String?, _boxes: [ProviderInterface.Box]?, _author: String?, _modified: Int?, _positions: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_level)
                case 1: try fields.readOptional(&_page)
                case 2: try fields.readOptional(&_box)
                case 3: try fields.readOptional(&_targetX)
                case 4: try fields.readOptional(&_targetY)
                case 5: try fields.readOptional(&_key)
                case 6: try fields.readOptional(&_text)
                case 7: try fields.readOptional(&_uri)
                case 8: try fields.readOptional(&_boxes)
                case 9: try fields.readOptional(&_author)
                case 10: try fields.readOptional(&_modified)
                default: try fields.readOptional(&_positions)
            } }
            self.level = _level; self.page = _page; self.box = _box; self.targetX = _targetX; self.targetY = _targetY; self.key = _key; self.text = _text; self.uri = _uri; self.boxes = _boxes; self.author = _author; self.modified = _modified; self.positions = _positions
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","level":"#, self.level)
            writer.optionalOrFirst(#","page":"#, self.page)
            writer.optionalOrFirst(#","box":"#, self.box)
            writer.optionalOrFirst(#","targetX":"#, self.targetX)
            writer.optionalOrFirst(#","targetY":"#, self.targetY)
            writer.optionalOrFirst(#","key":"#, self.key)
            writer.optionalOrFirst(#","text":"#, self.text)
            writer.optionalOrFirst(#","uri":"#, self.uri)
            writer.optionalOrFirst(#","boxes":"#, self.boxes)
            writer.optionalOrFirst(#","author":"#, self.author)
            writer.optionalOrFirst(#","modified":"#, self.modified)
            writer.optionalOrFirst(#","positions":"#, self.positions)
            writer.endObject()
        }
    }

    /// A change of a document: which pages it has, the look of one page, or anything.
    package struct Change: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Kind: String, JSONEnumeration { case pages, page, all }

        package var kind: Kind
        package var page: Int?
        package init(kind: Kind, page: Int? = nil) { self.kind = kind; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{4}page")
            var _kind: Kind?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_kind)
                default: try fields.readOptional(&_page)
            } }
            guard let _kind else { throw fields.missing(1) }
            self.kind = _kind; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"kind":"#, self.kind)
            writer.optional(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The first call. `functions` are those of the methods below that the provider has beside Load, Open, Close, Metrics and Render. `takes` are
    /// the parameters that are given only to providers that know them: `suffix`.
    package enum Load: VarlinkMethod {
        package typealias Parameters = ProviderInterface.LoadParameters; package typealias Reply = ProviderInterface.LoadReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Load" }
    }

    /// The parameters of ``Load``.
    package typealias LoadParameters = JSONEmpty

    /// The reply to ``Load``.
    package struct LoadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package var version: String
        package var summary: String
        package var functions: [String]
        package var takes: [String]?
        package init(name: String, version: String, summary: String, functions: [String], takes: [String]? = nil) { self.name = name; self.version = version; self.summary = summary; self.functions = functions; self.takes = takes }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name\u{7}version\u{7}summary\u{9}functions\u{5}takes")
            var _name: String?, _version: String?, _summary: String?, _functions: [String]?, _takes: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_name)
                case 1: try fields.read(&_version)
                case 2: try fields.read(&_summary)
                case 3: try fields.read(&_functions)
                default: try fields.readOptional(&_takes)
            } }
            guard let _name, let _version, let _summary, let _functions else { throw fields.missing(15) }
            self.name = _name; self.version = _version; self.summary = _summary; self.functions = _functions; self.takes = _takes
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.field(#","version":"#, self.version)
            writer.field(#","summary":"#, self.summary)
            writer.field(#","functions":"#, self.functions)
            writer.optional(#","takes":"#, self.takes)
            writer.endObject()
        }
    }

    /// One setting, before the first document is opened and again when the configuration changes.
    package enum Config: VarlinkMethod {
        package typealias Parameters = ProviderInterface.ConfigParameters; package typealias Reply = ProviderInterface.ConfigReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Config" }
    }

    /// The parameters of ``Config``.
    package struct ConfigParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var key: String
        package var value: String
        package init(request: Int, key: String, value: String) { self.request = request; self.key = key; self.value = value }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{3}key\u{5}value")
            var _request: Int?, _key: String?, _value: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_key)
                default: try fields.read(&_value)
            } }
            guard let _request, let _key, let _value else { throw fields.missing(7) }
            self.request = _request; self.key = _key; self.value = _value
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","key":"#, self.key)
            writer.field(#","value":"#, self.value)
            writer.endObject()
        }
    }

    /// The reply to ``Config``.
    package typealias ConfigReply = JSONEmpty

    /// How sure the provider is that it opens the file passed as `fileDescriptor`, from 0 to 100. `suffix`: how its name ends, from the last dot
    /// on, in small letters (".md"), absent where that is not known, and for a provider that does not take it. It is a hint: the content decides.
    package enum Probe: VarlinkMethod {
        package typealias Parameters = ProviderInterface.ProbeParameters; package typealias Reply = ProviderInterface.ProbeReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Probe" }
    }

    /// The parameters of ``Probe``.
    package struct ProbeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var fileDescriptor: Int
        package var suffix: String?
        package init(request: Int, fileDescriptor: Int, suffix: String? = nil) { self.request = request; self.fileDescriptor = fileDescriptor; self.suffix = suffix }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{e}fileDescriptor\u{6}suffix")
            var _request: Int?, _fileDescriptor: Int?, _suffix: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_fileDescriptor)
                default: try fields.readOptional(&_suffix)
            } }
            guard let _request, let _fileDescriptor else { throw fields.missing(3) }
            self.request = _request; self.fileDescriptor = _fileDescriptor; self.suffix = _suffix
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","suffix":"#, self.suffix)
            writer.endObject()
        }
    }

    /// The reply to ``Probe``.
    package struct ProbeReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var certainty: Int
        package init(certainty: Int) { self.certainty = certainty }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}certainty")
            var _certainty: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_certainty)
            } }
            guard let _certainty else { throw fields.missing(1) }
            self.certainty = _certainty
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"certainty":"#, self.certainty)
            writer.endObject()
        }
    }

    /// Opens a file, which is read by its descriptor until Close; pread(2) it, since its offset is others' too. `document` is the number
    /// that the host gives the document. `suffix` as for Probe. `locked`: it can't be opened without a password. `flows`: its pages are laid out. `sequential`: a region
    /// of a page takes about as long as the page.
    package enum Open: VarlinkMethod {
        package typealias Parameters = ProviderInterface.OpenParameters; package typealias Reply = ProviderInterface.OpenReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Open" }
    }

    /// The parameters of ``Open``.
    package struct OpenParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var fileDescriptor: Int
        package var password: String?
        package var flow: ProviderInterface.Flow?
        package var suffix: String?
        package init(request: Int, document: Int, fileDescriptor: Int, password: String? = nil, flow: ProviderInterface.Flow? = nil, suffix: String? = nil) { self.request = request; self.document = document; self.fileDescriptor = fileDescriptor; self.password = password; self.flow = flow; self.suffix = suffix }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{e}fileDescriptor\u{8}password\u{4}flow\u{6}suffix")
            var _request: Int?, _document: Int?, _fileDescriptor: Int?, _password: String?, _flow: ProviderInterface.Flow?, _suffix: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_fileDescriptor)
                case 3: try fields.readOptional(&_password)
                case 4: try fields.readOptional(&_flow)
                default: try fields.readOptional(&_suffix)
            } }
            guard let _request, let _document, let _fileDescriptor else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.fileDescriptor = _fileDescriptor; self.password = _password; self.flow = _flow; self.suffix = _suffix
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","password":"#, self.password)
            writer.optional(#","flow":"#, self.flow)
            writer.optional(#","suffix":"#, self.suffix)
            writer.endObject()
        }
    }

    /// The reply to ``Open``.
    package struct OpenReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var locked: Bool?
        package var flows: Bool?
        package var sequential: Bool?
        package init(locked: Bool? = nil, flows: Bool? = nil, sequential: Bool? = nil) { self.locked = locked; self.flows = flows; self.sequential = sequential }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}locked\u{5}flows\u{a}sequential")
            var _locked: Bool?, _flows: Bool?, _sequential: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_locked)
                case 1: try fields.readOptional(&_flows)
                default: try fields.readOptional(&_sequential)
            } }
            self.locked = _locked; self.flows = _flows; self.sequential = _sequential
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","locked":"#, self.locked)
            writer.optionalOrFirst(#","flows":"#, self.flows)
            writer.optionalOrFirst(#","sequential":"#, self.sequential)
            writer.endObject()
        }
    }

    package enum Close: VarlinkMethod {
        package typealias Parameters = ProviderInterface.CloseParameters; package typealias Reply = ProviderInterface.CloseReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Close" }
    }

    /// The parameters of ``Close``.
    package struct CloseParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: Int
        package init(document: Int) { self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}document")
            var _document: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_document)
            } }
            guard let _document else { throw fields.missing(1) }
            self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``Close``.
    package typealias CloseReply = JSONEmpty

    /// The size of a page in points, what is printed on it as its number, and how many frames it has where it moves.
    package enum Metrics: VarlinkMethod {
        package typealias Parameters = ProviderInterface.MetricsParameters; package typealias Reply = ProviderInterface.MetricsReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Metrics" }
    }

    /// The parameters of ``Metrics``.
    package struct MetricsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Metrics``.
    package struct MetricsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Double
        package var height: Double
        package var label: String?
        package var estimated: Bool?
        package var frames: Int?
        package init(width: Double, height: Double, label: String? = nil, estimated: Bool? = nil, frames: Int? = nil) { self.width = width; self.height = height; self.label = label; self.estimated = estimated; self.frames = frames }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}width\u{6}height\u{5}label\u{9}estimated\u{6}frames")
            var _width: Double?, _height: Double?, _label: String?, _estimated: Bool?, _frames: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_width)
                case 1: try fields.read(&_height)
                case 2: try fields.readOptional(&_label)
                case 3: try fields.readOptional(&_estimated)
                default: try fields.readOptional(&_frames)
            } }
            guard let _width, let _height else { throw fields.missing(3) }
            self.width = _width; self.height = _height; self.label = _label; self.estimated = _estimated; self.frames = _frames
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.optional(#","label":"#, self.label)
            writer.optional(#","estimated":"#, self.estimated)
            writer.optional(#","frames":"#, self.frames)
            writer.endObject()
        }
    }

    /// Fills every pixel of a region, four bytes each (blue, green, red, 255), into the memory passed as `fileDescriptor`: row `n` begins
    /// `n` x `stride` bytes into it. `cuttable`: every region within, rendered by itself, has these same pixels. `frame`:
    /// of a page that has several, from 0, which is the one where it is left out.
    package enum Render: VarlinkMethod {
        package typealias Parameters = ProviderInterface.RenderParameters; package typealias Reply = ProviderInterface.RenderReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Render" }
    }

    /// The parameters of ``Render``.
    package struct RenderParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package var scale: Double
        package var rotation: Int
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        package var stride: Int
        package var fileDescriptor: Int
        package var frame: Int?
        package init(request: Int, document: Int, page: Int, scale: Double, rotation: Int, x: Int, y: Int, width: Int, height: Int, stride: Int, fileDescriptor: Int, frame: Int? = nil) { self.request = request; self.document = document; self.page = page; self.scale = scale; self.rotation = rotation; self.x = x; self.y = y; self.width = width; self.height = height; self.stride = stride; self.fileDescriptor = fileDescriptor; self.frame = frame }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page\u{5}scale\u{8}rotation\u{1}x\u{1}y\u{5}width\u{6}height\u{6}stride\u{e}fileDescriptor\u{5}frame")
            var _request: Int?, _document: Int?, _page: Int?, _scale: Double?, _rotation: Int?, _x: Int?, _y: Int?, _width: Int?, _height: Int?, _stride: Int?, _fileDescriptor: Int?, _frame: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                case 3: try fields.read(&_scale)
                case 4: try fields.read(&_rotation)
                case 5: try fields.read(&_x)
                case 6: try fields.read(&_y)
                case 7: try fields.read(&_width)
                case 8: try fields.read(&_height)
                case 9: try fields.read(&_stride)
                case 10: try fields.read(&_fileDescriptor)
                default: try fields.readOptional(&_frame)
            } }
            guard let _request, let _document, let _page, let _scale, let _rotation, let _x, let _y, let _width, let _height, let _stride, let _fileDescriptor else { throw fields.missing(2047) }
            self.request = _request; self.document = _document; self.page = _page; self.scale = _scale; self.rotation = _rotation; self.x = _x; self.y = _y; self.width = _width; self.height = _height; self.stride = _stride; self.fileDescriptor = _fileDescriptor; self.frame = _frame
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","scale":"#, self.scale)
            writer.field(#","rotation":"#, self.rotation)
            writer.field(#","x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","stride":"#, self.stride)
            writer.field(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","frame":"#, self.frame)
            writer.endObject()
        }
    }

    /// The reply to ``Render``.
    package struct RenderReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var cuttable: Bool?
        package init(cuttable: Bool? = nil) { self.cuttable = cuttable }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}cuttable")
            var _cuttable: Bool?
            while let field = try fields.next() { switch field {
                default: try fields.readOptional(&_cuttable)
            } }
            self.cuttable = _cuttable
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","cuttable":"#, self.cuttable)
            writer.endObject()
        }
    }

    package enum Count: VarlinkMethod {
        package typealias Parameters = ProviderInterface.CountParameters; package typealias Reply = ProviderInterface.CountReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Count" }
    }

    /// The parameters of ``Count``.
    package struct CountParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package init(request: Int, document: Int) { self.request = request; self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document")
            var _request: Int?, _document: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                default: try fields.read(&_document)
            } }
            guard let _request, let _document else { throw fields.missing(3) }
            self.request = _request; self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``Count``.
    package struct CountReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var kind: ProviderInterface.CountKind
        package var pages: Int
        package var counted: Int?
        package init(kind: ProviderInterface.CountKind, pages: Int, counted: Int? = nil) { self.kind = kind; self.pages = pages; self.counted = counted }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{5}pages\u{7}counted")
            var _kind: ProviderInterface.CountKind?, _pages: Int?, _counted: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_kind)
                case 1: try fields.read(&_pages)
                default: try fields.readOptional(&_counted)
            } }
            guard let _kind, let _pages else { throw fields.missing(3) }
            self.kind = _kind; self.pages = _pages; self.counted = _counted
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"kind":"#, self.kind)
            writer.field(#","pages":"#, self.pages)
            writer.optional(#","counted":"#, self.counted)
            writer.endObject()
        }
    }

    package enum PageIds: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PageIdsParameters; package typealias Reply = ProviderInterface.PageIdsReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.PageIds" }
    }

    /// The parameters of ``PageIds``.
    package struct PageIdsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var index: Int
        package var length: Int
        package init(request: Int, document: Int, index: Int, length: Int) { self.request = request; self.document = document; self.index = index; self.length = length }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{5}index\u{6}length")
            var _request: Int?, _document: Int?, _index: Int?, _length: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_index)
                default: try fields.read(&_length)
            } }
            guard let _request, let _document, let _index, let _length else { throw fields.missing(15) }
            self.request = _request; self.document = _document; self.index = _index; self.length = _length
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","index":"#, self.index)
            writer.field(#","length":"#, self.length)
            writer.endObject()
        }
    }

    /// The reply to ``PageIds``.
    package struct PageIdsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pages: [Int]
        package init(pages: [Int]) { self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}pages")
            var _pages: [Int]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_pages)
            } }
            guard let _pages else { throw fields.missing(1) }
            self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// `from` is left out for the first page.
    package enum PageStep: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PageStepParameters; package typealias Reply = ProviderInterface.PageStepReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.PageStep" }
    }

    /// The parameters of ``PageStep``.
    package struct PageStepParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var from: Int?
        package var step: Int
        package init(request: Int, document: Int, from: Int? = nil, step: Int) { self.request = request; self.document = document; self.from = from; self.step = step }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}from\u{4}step")
            var _request: Int?, _document: Int?, _from: Int?, _step: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.readOptional(&_from)
                default: try fields.read(&_step)
            } }
            guard let _request, let _document, let _step else { throw fields.missing(11) }
            self.request = _request; self.document = _document; self.from = _from; self.step = _step
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.optional(#","from":"#, self.from)
            writer.field(#","step":"#, self.step)
            writer.endObject()
        }
    }

    /// The reply to ``PageStep``.
    package struct PageStepReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package init(page: Int) { self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page")
            var _page: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_page)
            } }
            guard let _page else { throw fields.missing(1) }
            self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.endObject()
        }
    }

    package enum Prefetch: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PrefetchParameters; package typealias Reply = ProviderInterface.PrefetchReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Prefetch" }
    }

    /// The parameters of ``Prefetch``.
    package struct PrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var pages: [Int]
        package init(request: Int, document: Int, pages: [Int]) { self.request = request; self.document = document; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{5}pages")
            var _request: Int?, _document: Int?, _pages: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_pages)
            } }
            guard let _request, let _document, let _pages else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// The reply to ``Prefetch``.
    package typealias PrefetchReply = JSONEmpty

    package enum CancelPrefetch: VarlinkMethod {
        package typealias Parameters = ProviderInterface.CancelPrefetchParameters; package typealias Reply = ProviderInterface.CancelPrefetchReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.CancelPrefetch" }
    }

    /// The parameters of ``CancelPrefetch``.
    package struct CancelPrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var pages: [Int]
        package init(request: Int, document: Int, pages: [Int]) { self.request = request; self.document = document; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{5}pages")
            var _request: Int?, _document: Int?, _pages: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_pages)
            } }
            guard let _request, let _document, let _pages else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// The reply to ``CancelPrefetch``.
    package typealias CancelPrefetchReply = JSONEmpty

    package enum Appearance: VarlinkMethod {
        package typealias Parameters = ProviderInterface.AppearanceParameters; package typealias Reply = ProviderInterface.AppearanceReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Appearance" }
    }

    /// The parameters of ``Appearance``.
    package struct AppearanceParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Event: String, JSONEnumeration { case willAppear, didAppear, willDisappear, didDisappear }

        package var request: Int
        package var document: Int
        package var page: Int
        package var event: Event
        package init(request: Int, document: Int, page: Int, event: Event) { self.request = request; self.document = document; self.page = page; self.event = event }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page\u{5}event")
            var _request: Int?, _document: Int?, _page: Int?, _event: Event?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                default: try fields.read(&_event)
            } }
            guard let _request, let _document, let _page, let _event else { throw fields.missing(15) }
            self.request = _request; self.document = _document; self.page = _page; self.event = _event
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","event":"#, self.event)
            writer.endObject()
        }
    }

    /// The reply to ``Appearance``.
    package typealias AppearanceReply = JSONEmpty

    package enum Refresh: VarlinkMethod {
        package typealias Parameters = ProviderInterface.RefreshParameters; package typealias Reply = ProviderInterface.RefreshReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Refresh" }
    }

    /// The parameters of ``Refresh``.
    package struct RefreshParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package init(request: Int, document: Int) { self.request = request; self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document")
            var _request: Int?, _document: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                default: try fields.read(&_document)
            } }
            guard let _request, let _document else { throw fields.missing(3) }
            self.request = _request; self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``Refresh``.
    package struct RefreshReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var changes: [ProviderInterface.Change]
        package init(changes: [ProviderInterface.Change]) { self.changes = changes }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}changes")
            var _changes: [ProviderInterface.Change]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_changes)
            } }
            guard let _changes else { throw fields.missing(1) }
            self.changes = _changes
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"changes":"#, self.changes)
            writer.endObject()
        }
    }

    package enum Move: VarlinkMethod {
        package typealias Parameters = ProviderInterface.MoveParameters; package typealias Reply = ProviderInterface.MoveReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Move" }
    }

    /// The parameters of ``Move``.
    package struct MoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Stage: String, JSONEnumeration { case begin, update, end, cancel }

        package var request: Int
        package var document: Int
        package var stage: Stage
        package var page: Int
        package var index: Int
        package init(request: Int, document: Int, stage: Stage, page: Int, index: Int) { self.request = request; self.document = document; self.stage = stage; self.page = page; self.index = index }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{5}stage\u{4}page\u{5}index")
            var _request: Int?, _document: Int?, _stage: Stage?, _page: Int?, _index: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_stage)
                case 3: try fields.read(&_page)
                default: try fields.read(&_index)
            } }
            guard let _request, let _document, let _stage, let _page, let _index else { throw fields.missing(31) }
            self.request = _request; self.document = _document; self.stage = _stage; self.page = _page; self.index = _index
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","stage":"#, self.stage)
            writer.field(#","page":"#, self.page)
            writer.field(#","index":"#, self.index)
            writer.endObject()
        }
    }

    /// The reply to ``Move``.
    package struct MoveReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var changes: [ProviderInterface.Change]
        package init(changes: [ProviderInterface.Change]) { self.changes = changes }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}changes")
            var _changes: [ProviderInterface.Change]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_changes)
            } }
            guard let _changes else { throw fields.missing(1) }
            self.changes = _changes
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"changes":"#, self.changes)
            writer.endObject()
        }
    }

    package enum Hit: VarlinkMethod {
        package typealias Parameters = ProviderInterface.HitParameters; package typealias Reply = ProviderInterface.HitReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Hit" }
    }

    /// The parameters of ``Hit``.
    package struct HitParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package var x: Double
        package var y: Double
        package init(request: Int, document: Int, page: Int, x: Double, y: Double) { self.request = request; self.document = document; self.page = page; self.x = x; self.y = y }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page\u{1}x\u{1}y")
            var _request: Int?, _document: Int?, _page: Int?, _x: Double?, _y: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                case 3: try fields.read(&_x)
                default: try fields.read(&_y)
            } }
            guard let _request, let _document, let _page, let _x, let _y else { throw fields.missing(31) }
            self.request = _request; self.document = _document; self.page = _page; self.x = _x; self.y = _y
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.endObject()
        }
    }

    /// The reply to ``Hit``.
    package struct HitReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Target: String, JSONEnumeration { case claimed, unclaimed, background }

        package var target: Target
        package init(target: Target) { self.target = target }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}target")
            var _target: Target?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_target)
            } }
            guard let _target else { throw fields.missing(1) }
            self.target = _target
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"target":"#, self.target)
            writer.endObject()
        }
    }

    package enum Text: VarlinkMethod {
        package typealias Parameters = ProviderInterface.TextParameters; package typealias Reply = ProviderInterface.TextReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Text" }
    }

    /// The parameters of ``Text``.
    package struct TextParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Text``.
    package struct TextReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Outline: VarlinkMethod {
        package typealias Parameters = ProviderInterface.OutlineParameters; package typealias Reply = ProviderInterface.OutlineReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Outline" }
    }

    /// The parameters of ``Outline``.
    package struct OutlineParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package init(request: Int, document: Int) { self.request = request; self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document")
            var _request: Int?, _document: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                default: try fields.read(&_document)
            } }
            guard let _request, let _document else { throw fields.missing(3) }
            self.request = _request; self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``Outline``.
    package struct OutlineReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Links: VarlinkMethod {
        package typealias Parameters = ProviderInterface.LinksParameters; package typealias Reply = ProviderInterface.LinksReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Links" }
    }

    /// The parameters of ``Links``.
    package struct LinksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Links``.
    package struct LinksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Search: VarlinkMethod {
        package typealias Parameters = ProviderInterface.SearchParameters; package typealias Reply = ProviderInterface.SearchReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Search" }
    }

    /// The parameters of ``Search``.
    package struct SearchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package var needle: String
        package init(request: Int, document: Int, page: Int, needle: String) { self.request = request; self.document = document; self.page = page; self.needle = needle }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page\u{6}needle")
            var _request: Int?, _document: Int?, _page: Int?, _needle: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                default: try fields.read(&_needle)
            } }
            guard let _request, let _document, let _page, let _needle else { throw fields.missing(15) }
            self.request = _request; self.document = _document; self.page = _page; self.needle = _needle
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","needle":"#, self.needle)
            writer.endObject()
        }
    }

    /// The reply to ``Search``.
    package struct SearchReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Metadata: VarlinkMethod {
        package typealias Parameters = ProviderInterface.MetadataParameters; package typealias Reply = ProviderInterface.MetadataReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Metadata" }
    }

    /// The parameters of ``Metadata``.
    package struct MetadataParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package init(request: Int, document: Int) { self.request = request; self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document")
            var _request: Int?, _document: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                default: try fields.read(&_document)
            } }
            guard let _request, let _document else { throw fields.missing(3) }
            self.request = _request; self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``Metadata``.
    package struct MetadataReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Annotations: VarlinkMethod {
        package typealias Parameters = ProviderInterface.AnnotationsParameters; package typealias Reply = ProviderInterface.AnnotationsReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Annotations" }
    }

    /// The parameters of ``Annotations``.
    package struct AnnotationsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Annotations``.
    package struct AnnotationsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Pictures: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PicturesParameters; package typealias Reply = ProviderInterface.PicturesReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Pictures" }
    }

    /// The parameters of ``Pictures``.
    package struct PicturesParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Pictures``.
    package struct PicturesReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    package enum Blocks: VarlinkMethod {
        package typealias Parameters = ProviderInterface.BlocksParameters; package typealias Reply = ProviderInterface.BlocksReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Blocks" }
    }

    /// The parameters of ``Blocks``.
    package struct BlocksParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Blocks``.
    package struct BlocksReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package init(items: [ProviderInterface.Item]) { self.items = items }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items")
            var _items: [ProviderInterface.Item]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_items)
            } }
            guard let _items else { throw fields.missing(1) }
            self.items = _items
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.endObject()
        }
    }

    /// The smallest box with all that is drawn on a page; left out where it is blank.
    package enum Ink: VarlinkMethod {
        package typealias Parameters = ProviderInterface.InkParameters; package typealias Reply = ProviderInterface.InkReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Ink" }
    }

    /// The parameters of ``Ink``.
    package struct InkParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Ink``.
    package struct InkReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var box: ProviderInterface.Box?
        package init(box: ProviderInterface.Box? = nil) { self.box = box }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}box")
            var _box: ProviderInterface.Box?
            while let field = try fields.next() { switch field {
                default: try fields.readOptional(&_box)
            } }
            self.box = _box
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","box":"#, self.box)
            writer.endObject()
        }
    }

    package enum Position: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PositionParameters; package typealias Reply = ProviderInterface.PositionReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Position" }
    }

    /// The parameters of ``Position``.
    package struct PositionParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var page: Int
        package init(request: Int, document: Int, page: Int) { self.request = request; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{4}page")
            var _request: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _request, let _document, let _page else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``Position``.
    package struct PositionReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var position: Int
        package init(position: Int) { self.position = position }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}position")
            var _position: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_position)
            } }
            guard let _position else { throw fields.missing(1) }
            self.position = _position
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"position":"#, self.position)
            writer.endObject()
        }
    }

    package enum PageAt: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PageAtParameters; package typealias Reply = ProviderInterface.PageAtReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.PageAt" }
    }

    /// The parameters of ``PageAt``.
    package struct PageAtParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var position: Int
        package init(request: Int, document: Int, position: Int) { self.request = request; self.document = document; self.position = position }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{8}position")
            var _request: Int?, _document: Int?, _position: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_position)
            } }
            guard let _request, let _document, let _position else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.position = _position
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","position":"#, self.position)
            writer.endObject()
        }
    }

    /// The reply to ``PageAt``.
    package struct PageAtReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var page: Int
        package init(page: Int) { self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}page")
            var _page: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_page)
            } }
            guard let _page else { throw fields.missing(1) }
            self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"page":"#, self.page)
            writer.endObject()
        }
    }

    /// The text of a document that flows, from a position on, without its pages; NoSuchPage where none is behind that.
    package enum Passage: VarlinkMethod {
        package typealias Parameters = ProviderInterface.PassageParameters; package typealias Reply = ProviderInterface.PassageReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Passage" }
    }

    /// The parameters of ``Passage``.
    package struct PassageParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var request: Int
        package var document: Int
        package var position: Int
        package init(request: Int, document: Int, position: Int) { self.request = request; self.document = document; self.position = position }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}request\u{8}document\u{8}position")
            var _request: Int?, _document: Int?, _position: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_request)
                case 1: try fields.read(&_document)
                default: try fields.read(&_position)
            } }
            guard let _request, let _document, let _position else { throw fields.missing(7) }
            self.request = _request; self.document = _document; self.position = _position
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"request":"#, self.request)
            writer.field(#","document":"#, self.document)
            writer.field(#","position":"#, self.position)
            writer.endObject()
        }
    }

    /// The reply to ``Passage``.
    package struct PassageReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [ProviderInterface.Item]
        package var next: Int
        package var end: Int
        package init(items: [ProviderInterface.Item], next: Int, end: Int) { self.items = items; self.next = next; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items\u{4}next\u{3}end")
            var _items: [ProviderInterface.Item]?, _next: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_items)
                case 1: try fields.read(&_next)
                default: try fields.read(&_end)
            } }
            guard let _items, let _next, let _end else { throw fields.missing(7) }
            self.items = _items; self.next = _next; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.field(#","next":"#, self.next)
            writer.field(#","end":"#, self.end)
            writer.endObject()
        }
    }

    package enum Trim: VarlinkMethod {
        package typealias Parameters = ProviderInterface.TrimParameters; package typealias Reply = ProviderInterface.TrimReply; package typealias Failure = ProviderInterface.Failure
        package static var name: StaticString { "org.sheaf.Provider.Trim" }
    }

    /// The parameters of ``Trim``.
    package struct TrimParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Level: String, JSONEnumeration { case low, medium, critical }

        package var level: Level
        package init(level: Level) { self.level = level }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level")
            var _level: Level?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_level)
            } }
            guard let _level else { throw fields.missing(1) }
            self.level = _level
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"level":"#, self.level)
            writer.endObject()
        }
    }

    /// The reply to ``Trim``.
    package typealias TrimReply = JSONEmpty

    /// The errors that org.sheaf.Provider declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// The call failed: an errno above 0, and a message for a person: what was tried on what, and why it failed.
        case failed(errno: Int, message: String)
        /// The document has no such page.
        case noSuchPage
        case cancelled
        /// The document is locked, and the password is missing or wrong.
        case passwordNeeded
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .failed: "org.sheaf.Provider.Failed"
                case .noSuchPage: "org.sheaf.Provider.NoSuchPage"
                case .cancelled: "org.sheaf.Provider.Cancelled"
                case .passwordNeeded: "org.sheaf.Provider.PasswordNeeded"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .failed(let _errno, let _message): writer.field(#"{"errno":"#, _errno); writer.field(#","message":"#, _message); writer.endObject()
                case .noSuchPage: writer.beginObject(); writer.endObject()
                case .cancelled: writer.beginObject(); writer.endObject()
                case .passwordNeeded: writer.beginObject(); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Provider.Failed", ["errno", "message"]) { self = .failed(errno: try fields.read("errno"), message: try fields.read("message")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Provider.NoSuchPage", []) != nil { self = .noSuchPage; return }
            if try parameters.fields(of: errorName, "org.sheaf.Provider.Cancelled", []) != nil { self = .cancelled; return }
            if try parameters.fields(of: errorName, "org.sheaf.Provider.PasswordNeeded", []) != nil { self = .passwordNeeded; return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Provider. What a method throws is its answer.
package protocol ProviderHandler: AnyObject {
    func load(_ parameters: ProviderInterface.LoadParameters, _ call: VarlinkCall<ProviderInterface.Load>) throws(ProviderInterface.Failure)
    func config(_ parameters: ProviderInterface.ConfigParameters, _ call: VarlinkCall<ProviderInterface.Config>) throws(ProviderInterface.Failure)
    func probe(_ parameters: ProviderInterface.ProbeParameters, _ call: VarlinkCall<ProviderInterface.Probe>) throws(ProviderInterface.Failure)
    func open(_ parameters: ProviderInterface.OpenParameters, _ call: VarlinkCall<ProviderInterface.Open>) throws(ProviderInterface.Failure)
    func close(_ parameters: ProviderInterface.CloseParameters, _ call: VarlinkCall<ProviderInterface.Close>) throws(ProviderInterface.Failure)
    func metrics(_ parameters: ProviderInterface.MetricsParameters, _ call: VarlinkCall<ProviderInterface.Metrics>) throws(ProviderInterface.Failure)
    func render(_ parameters: ProviderInterface.RenderParameters, _ call: VarlinkCall<ProviderInterface.Render>) throws(ProviderInterface.Failure)
    func count(_ parameters: ProviderInterface.CountParameters, _ call: VarlinkCall<ProviderInterface.Count>) throws(ProviderInterface.Failure)
    func pageIds(_ parameters: ProviderInterface.PageIdsParameters, _ call: VarlinkCall<ProviderInterface.PageIds>) throws(ProviderInterface.Failure)
    func pageStep(_ parameters: ProviderInterface.PageStepParameters, _ call: VarlinkCall<ProviderInterface.PageStep>) throws(ProviderInterface.Failure)
    func prefetch(_ parameters: ProviderInterface.PrefetchParameters, _ call: VarlinkCall<ProviderInterface.Prefetch>) throws(ProviderInterface.Failure)
    func cancelPrefetch(_ parameters: ProviderInterface.CancelPrefetchParameters, _ call: VarlinkCall<ProviderInterface.CancelPrefetch>) throws(ProviderInterface.Failure)
    func appearance(_ parameters: ProviderInterface.AppearanceParameters, _ call: VarlinkCall<ProviderInterface.Appearance>) throws(ProviderInterface.Failure)
    func refresh(_ parameters: ProviderInterface.RefreshParameters, _ call: VarlinkCall<ProviderInterface.Refresh>) throws(ProviderInterface.Failure)
    func move(_ parameters: ProviderInterface.MoveParameters, _ call: VarlinkCall<ProviderInterface.Move>) throws(ProviderInterface.Failure)
    func hit(_ parameters: ProviderInterface.HitParameters, _ call: VarlinkCall<ProviderInterface.Hit>) throws(ProviderInterface.Failure)
    func text(_ parameters: ProviderInterface.TextParameters, _ call: VarlinkCall<ProviderInterface.Text>) throws(ProviderInterface.Failure)
    func outline(_ parameters: ProviderInterface.OutlineParameters, _ call: VarlinkCall<ProviderInterface.Outline>) throws(ProviderInterface.Failure)
    func links(_ parameters: ProviderInterface.LinksParameters, _ call: VarlinkCall<ProviderInterface.Links>) throws(ProviderInterface.Failure)
    func search(_ parameters: ProviderInterface.SearchParameters, _ call: VarlinkCall<ProviderInterface.Search>) throws(ProviderInterface.Failure)
    func metadata(_ parameters: ProviderInterface.MetadataParameters, _ call: VarlinkCall<ProviderInterface.Metadata>) throws(ProviderInterface.Failure)
    func annotations(_ parameters: ProviderInterface.AnnotationsParameters, _ call: VarlinkCall<ProviderInterface.Annotations>) throws(ProviderInterface.Failure)
    func pictures(_ parameters: ProviderInterface.PicturesParameters, _ call: VarlinkCall<ProviderInterface.Pictures>) throws(ProviderInterface.Failure)
    func blocks(_ parameters: ProviderInterface.BlocksParameters, _ call: VarlinkCall<ProviderInterface.Blocks>) throws(ProviderInterface.Failure)
    func ink(_ parameters: ProviderInterface.InkParameters, _ call: VarlinkCall<ProviderInterface.Ink>) throws(ProviderInterface.Failure)
    func position(_ parameters: ProviderInterface.PositionParameters, _ call: VarlinkCall<ProviderInterface.Position>) throws(ProviderInterface.Failure)
    func pageAt(_ parameters: ProviderInterface.PageAtParameters, _ call: VarlinkCall<ProviderInterface.PageAt>) throws(ProviderInterface.Failure)
    func passage(_ parameters: ProviderInterface.PassageParameters, _ call: VarlinkCall<ProviderInterface.Passage>) throws(ProviderInterface.Failure)
    func trim(_ parameters: ProviderInterface.TrimParameters, _ call: VarlinkCall<ProviderInterface.Trim>) throws(ProviderInterface.Failure)
}

/// Decodes the calls of org.sheaf.Provider for a handler, which it holds.
package final class ProviderDispatcher: VarlinkInterface {
    private let handler: any ProviderHandler

    package init(_ handler: any ProviderHandler) {
        self.handler = handler
    }

    package var name: StaticString { ProviderInterface.name }
    package var description: StaticString { ProviderInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        switch incoming.method(in: "\u{4}Load\u{6}Config\u{5}Probe\u{4}Open\u{5}Close\u{7}Metrics\u{6}Render\u{5}Count\u{7}PageIds\u{8}PageStep\u{8}Prefetch\u{e}CancelPrefetch\u{a}Appearance\u{7}Refresh\u{4}Move\u{3}Hit\u{4}Text\u{7}Outline\u{5}Links\u{6}Search\u{8}Metadata\u{b}Annotations\u{8}Pictures\u{6}Blocks\u{3}Ink\u{8}Position\u{6}PageAt\u{7}Passage\u{4}Trim") {
        case 0: try serve(incoming, ProviderInterface.Load.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.load(parameters, call) }
        case 1: try serve(incoming, ProviderInterface.Config.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.config(parameters, call) }
        case 2: try serve(incoming, ProviderInterface.Probe.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.probe(parameters, call) }
        case 3: try serve(incoming, ProviderInterface.Open.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.open(parameters, call) }
        case 4: try serve(incoming, ProviderInterface.Close.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.close(parameters, call) }
        case 5: try serve(incoming, ProviderInterface.Metrics.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.metrics(parameters, call) }
        case 6: try serve(incoming, ProviderInterface.Render.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.render(parameters, call) }
        case 7: try serve(incoming, ProviderInterface.Count.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.count(parameters, call) }
        case 8: try serve(incoming, ProviderInterface.PageIds.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.pageIds(parameters, call) }
        case 9: try serve(incoming, ProviderInterface.PageStep.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.pageStep(parameters, call) }
        case 10: try serve(incoming, ProviderInterface.Prefetch.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.prefetch(parameters, call) }
        case 11: try serve(incoming, ProviderInterface.CancelPrefetch.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.cancelPrefetch(parameters, call) }
        case 12: try serve(incoming, ProviderInterface.Appearance.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.appearance(parameters, call) }
        case 13: try serve(incoming, ProviderInterface.Refresh.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.refresh(parameters, call) }
        case 14: try serve(incoming, ProviderInterface.Move.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.move(parameters, call) }
        case 15: try serve(incoming, ProviderInterface.Hit.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.hit(parameters, call) }
        case 16: try serve(incoming, ProviderInterface.Text.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.text(parameters, call) }
        case 17: try serve(incoming, ProviderInterface.Outline.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.outline(parameters, call) }
        case 18: try serve(incoming, ProviderInterface.Links.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.links(parameters, call) }
        case 19: try serve(incoming, ProviderInterface.Search.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.search(parameters, call) }
        case 20: try serve(incoming, ProviderInterface.Metadata.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.metadata(parameters, call) }
        case 21: try serve(incoming, ProviderInterface.Annotations.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.annotations(parameters, call) }
        case 22: try serve(incoming, ProviderInterface.Pictures.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.pictures(parameters, call) }
        case 23: try serve(incoming, ProviderInterface.Blocks.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.blocks(parameters, call) }
        case 24: try serve(incoming, ProviderInterface.Ink.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.ink(parameters, call) }
        case 25: try serve(incoming, ProviderInterface.Position.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.position(parameters, call) }
        case 26: try serve(incoming, ProviderInterface.PageAt.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.pageAt(parameters, call) }
        case 27: try serve(incoming, ProviderInterface.Passage.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.passage(parameters, call) }
        case 28: try serve(incoming, ProviderInterface.Trim.self) { (parameters, call) throws(ProviderInterface.Failure) in try handler.trim(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(ProviderInterface.Failure) -> Void) throws(JSONError) where Method.Failure == ProviderInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(ProviderInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }
}
