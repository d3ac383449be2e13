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
    package static var text: StaticString { ##"# Between sheafd and a provider host, over a pair of sockets that nobody else has. It may change with every version.\##n#\##n# A host serves one call at a time. `serial` is what the word in shared memory holds when the call is to end early.\##n# `document` is a number that sheafd chose when it had the document opened.\##ninterface org.sheaf.Host\##n\##n# `counting`: an estimate, of which `counted` are there for sure; asked for again it is further.\##ntype CountKind (exact, estimated, unknown, counting)\##n\##ntype Count (kind: CountKind, pages: int, counted: ?int)\##n\##ntype Metrics (width: float, height: float, label: string, exact: bool)\##n\##n# A text run, an outline entry, a link, a match, an entry of metadata, an annotation; `kind` as in sheaf_provider.h. `carets` of a run\##n# as org.sheaf.Document has them.\##ntype Item (\##n  kind: int,\##n  level: int,\##n  page: ?int,\##n  x0: float,\##n  y0: float,\##n  x1: float,\##n  y1: float,\##n  targetX: float,\##n  targetY: float,\##n  key: ?string,\##n  text: ?string,\##n  uri: ?string,\##n  author: ?string,\##n  modified: ?int,\##n  carets: ?[]float\##n)\##n\##n# Confines the host for good, before it has loaded anything: it is the first call. `library` is the file of the provider that is\##n# loaded next, `readablePaths` and `executableMemory` are what its manifest declares, `folders` the descriptors of folders whose\##n# documents it opens. `program`: the provider is one, which is started first, confined as well. Where not `required`, `missing` says in sentences what the kernel can't do.\##nmethod Confine(\##n  library: string,\##n  readablePaths: []string,\##n  executableMemory: bool,\##n  folders: []int,\##n  required: bool,\##n  program: ?bool\##n) -> (confinement: []string, missing: []string)\##n\##n# Loads the provider. It is the second call. `process` is that of a provider that is a program.\##nmethod Load(path: string) -> (\##n  name: string,\##n  version: string,\##n  summary: string,\##n  abiVersion: int,\##n  capabilities: []string,\##n  process: ?int\##n)\##n\##n# One setting of the provider.\##nmethod Configure(serial: int, key: string, value: string) -> ()\##n\##n# Looks at a file: at the one passed as `fileDescriptor`, or at `path` below the one passed as `folderDescriptor`, which\##n# is opened and comes back as `fileDescriptor`. Numbers without a sign are passed by their bits. `signatures` are those of all\##n# manifests; `matching` are the indices of those that the file begins with. With `album`, the names of its files, the document is\##n# in all descriptors of the call, here and below, and `fileDescriptor` is that of the first. `folders` are the paths of folders in a\##n# folder, whose files are of the document too.\##nmethod Examine(\##n  serial: int,\##n  fileDescriptor: ?int,\##n  album: ?[]string,\##n  folderDescriptor: ?int,\##n  path: ?string,\##n  signatures: ?[]string\##n) -> (\##n  device: int,\##n  inode: int,\##n  size: int,\##n  changed: int,\##n  fileDescriptor: ?int,\##n  matching: ?[]int,\##n  folders: ?[]string\##n)\##n\##n# How sure the provider is that it opens this, from 0 to 100. `suffix` is how the name of the file ends, in small letters (".md").\##nmethod Probe(serial: int, fileDescriptor: int, album: ?[]string, suffix: ?string) -> (certainty: int)\##n\##n# How the text of a document that flows is laid out; lengths in points. Left out: as the provider would have it.\##ntype Flow (\##n  width: ?float,\##n  height: ?float,\##n  fontSize: ?float,\##n  fontFamily: ?string,\##n  lineHeight: ?float,\##n  margin: ?float,\##n  columns: ?int,\##n  justify: ?bool,\##n  unwrap: ?bool,\##n  encoding: ?string,\##n  plain: ?bool\##n)\##n\##n# How the pages of a document are to look: whether their margins are cut off, how they are laid out, and in which order those come that\##n# `order` names by their own indexes, before all others. Pages that flow, or have ids of their own, keep their order. `suffix` is how the\##n# name of the file ends: how a text is read may go by that.\##ntype Looks (trim: (no, page, document), flow: ?Flow, order: ?[]int, suffix: ?string)\##n\##n# `unmeasured` are pages whose measuring has ended hosts: they are measured by PageMetrics alone. `untitled`: opening it has ended a host,\##n# and it is not asked for its title. `kept`, in base64: what the provider has kept of it (PageCount). `locked`: it can't be opened without a\##n# password. `title` is what the document calls itself. `flows`: its pages are laid out. `sequential`: a region of a page takes about as long as the page.\##nmethod Open(\##n  serial: int,\##n  document: int,\##n  fileDescriptor: int,\##n  album: ?[]string,\##n  password: ?string,\##n  looks: ?Looks,\##n  unmeasured: ?[]int,\##n  untitled: ?bool,\##n  kept: ?string\##n) -> (\##n  count: Count,\##n  firstPage: ?int,\##n  locked: bool,\##n  title: ?string,\##n  flows: ?bool,\##n  sequential: ?bool\##n)\##n\##n# Called oneway.\##nmethod Close(document: int) -> ()\##n\##n# `kept`, in base64: what the provider wants to have when the document is opened again so.\##nmethod PageCount(serial: int, document: int) -> (count: Count, kept: ?string)\##n\##nmethod PageIds(serial: int, document: int, index: int, length: int) -> (pages: []int)\##n\##n# PageIds, and the metrics of the first of those pages: as many as can be measured one after the other, up to one of `unmeasured`.\##nmethod LookUp(serial: int, document: int, index: int, length: int) -> (pages: []int, metrics: []Metrics)\##n\##n# The page `step` pages after `page`, or after the first one.\##nmethod PageStep(serial: int, document: int, page: ?int, step: int) -> (page: int)\##n\##n# Why LookUp has none of a page.\##nmethod PageMetrics(serial: int, document: int, page: int) -> (metrics: Metrics)\##n\##n# Where in the text of a document that flows some pages begin; -1 of one that can't be told.\##nmethod Positions(serial: int, document: int, pages: []int) -> (positions: []int)\##n\##n# The pages on which such positions are; -1 where that can't be told.\##nmethod PagesAt(serial: int, document: int, positions: []int) -> (pages: []int)\##n\##n# The EPUB CFI of the text from `position` to before `end`; in a book that does not flow, of the page with that id.\##nmethod GetCFI(serial: int, document: int, position: int, end: int) -> (cfi: string)\##n\##n# Where an EPUB CFI leads: Invalid where that is nowhere in the book.\##nmethod FindCFI(serial: int, document: int, cfi: string) -> (position: int, end: int)\##n\##nmethod FindLabel(serial: int, document: int, label: string) -> (index: int)\##n\##n# The format of pixels: that of sheaf_provider.h, or one that the host encodes them to.\##ntype Format (bgrx8888, png, jpeg, webp)\##n\##n# Memory for the rendering in small: four bytes a pixel, rows without gaps.\##ntype Thumbnail (fileDescriptor: int, width: int, height: int)\##n\##n# The colours of paper and ink; left out: day.\##ntype Paper (day, sepia, night, inverted)\##n\##n# The pixels to be encoded, which are rendered already: row `y` begins `offset` + `y` x `stride` bytes into the memory. With `shrink`, from\##n# 2 to 4, each is the mean of a square of so many; where rows or the memory end sooner, of what there is.\##ntype Pixels (fileDescriptor: int, offset: int, stride: int, shrink: ?int)\##n\##n# Memory that the next page may be rendered into, as long as that page: it is mapped now, and the page is drawn there then. Without one\##n# what was mapped is let go. Called oneway.\##nmethod Prepare(fileDescriptor: ?int) -> ()\##n\##n# Renders into the memory passed as `fileDescriptor`. A `thumbnail` is made after the reply, with format bgrx8888; a notice\##n# says whether it was, and comes before the reply to the next Render. With `pixels` nothing is rendered: they are encoded. `frame`: of a\##n# page that moves, from 0; refused where the page has fewer.\##nmethod Render(\##n  serial: int,\##n  document: int,\##n  page: int,\##n  frame: ?int,\##n  scale: float,\##n  rotation: int,\##n  x: int,\##n  y: int,\##n  width: int,\##n  height: int,\##n  format: Format,\##n  quality: ?int,\##n  paper: ?Paper,\##n  fileDescriptor: int,\##n  thumbnail: ?Thumbnail,\##n  pixels: ?Pixels\##n) -> (bytes: int, stride: int, cuttable: bool, microseconds: int)\##n\##nmethod Prefetch(serial: int, document: int, pages: []int) -> ()\##n\##nmethod CancelPrefetch(serial: int, document: int, pages: []int) -> ()\##n\##n# Tells the provider which appearance events its pages went through on screens, in this order: `events` has one for each\##n# of `pages`.\##nmethod Appearance(serial: int, document: int, pages: []int, events: []int) -> ()\##n\##nmethod Refresh(serial: int, document: int) -> ()\##n\##nmethod Move(serial: int, document: int, page: int, stage: int, index: int) -> ()\##n\##ntype Target (claimed, unclaimed, background)\##n\##nmethod Hit(serial: int, document: int, page: int, x: float, y: float) -> (target: Target)\##n\##n# A box, with its corners in points.\##ntype Clip (x0: float, y0: float, x1: float, y1: float)\##n\##n# Returns the items of a `kind` (as in sheaf_provider.h) that a document has, in parts: `count` items from the one\##n# numbered `first` on, or as many of them as an answer holds. `truncated`: there are more behind them. `page` is left\##n# out where the kind is about the document as a whole; `needle` is what is searched for. Of text with a `clip` the items\##n# are those parts of runs that are in it; with a `selection` those from its first corner to its second, in reading\##n# order. With `carets` runs tell theirs.\##nmethod Contents(\##n  serial: int,\##n  document: int,\##n  kind: int,\##n  page: ?int,\##n  needle: ?string,\##n  clip: ?Clip,\##n  selection: ?Clip,\##n  carets: ?bool,\##n  first: int,\##n  count: int\##n) -> (items: []Item, truncated: bool)\##n\##n# A match of what is searched for: what stands before it, the match itself, and what stands behind it; its boxes, in points; and those on\##n# the page behind, where it goes on there (`rest`). `position` is where in the text of a document that flows it begins.\##ntype Match (before: string, text: string, after: string, boxes: []Clip, rest: ?[]Clip, position: ?int)\##n\##n# Matches that begin in the text of a page, found by the host itself; of a document that flows they may end on the page behind. `anyCase`: upper and lower case are the same; `anyMarks`: letters are\##n# the same with marks on them and without. `backward`: the last match is the first. `alone`: the page behind is not looked at, since that\##n# may have ended a host.\##nmethod Find(\##n  serial: int,\##n  document: int,\##n  page: int,\##n  needle: string,\##n  anyCase: bool,\##n  anyMarks: bool,\##n  wholeWords: bool,\##n  backward: bool,\##n  alone: ?bool,\##n  first: int,\##n  count: int\##n) -> (matches: []Match, truncated: bool)\##n\##n# Matches in a part of the text of a document that flows, from a `position` on, without its pages: they have positions and no boxes. `next`\##n# is the position to go on from, left out where the text ends, and `end` where it ends, as far as is known.\##nmethod FindAhead(\##n  serial: int,\##n  document: int,\##n  position: int,\##n  needle: string,\##n  anyCase: bool,\##n  anyMarks: bool,\##n  wholeWords: bool\##n) -> (matches: []Match, next: ?int, end: int)\##n\##nmethod Trim(serial: int, level: int) -> ()\##n\##n# The provider can't be loaded.\##nerror ProviderRefused (message: string)\##n\##n# The call was ended early.\##nerror Cancelled ()\##n\##n# The provider failed.\##nerror DocumentFailed (errno: int, message: string)\##n\##n# The provider has no such function.\##nerror Unsupported (function: string)\##n\##nerror NoSuchPage (message: string)\##n\##nerror EndOfDocument ()\##n\##n# The provider is still counting the pages, and it lies behind those that it has counted: to be asked again after PageCount.\##nerror NotCounted ()\##n\##n# The file can't be opened or looked at.\##nerror FileNotFound (errno: int, message: string)\##n\##nerror Invalid (name: string, message: string)\##n\##nerror TooLarge (message: string)\##n\##n# The document is locked, and the password is missing, or `wrong`.\##nerror PasswordNeeded (wrong: bool)\##n"## }

    /// `counting`: an estimate, of which `counted` are there for sure; asked for again it is further.
    package enum CountKind: String, JSONEnumeration { case exact, estimated, unknown, counting }

    package struct Count: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var kind: HostInterface.CountKind
        package var pages: Int
        package var counted: Int?
        package init(kind: HostInterface.CountKind, pages: Int, counted: Int? = nil) { self.kind = kind; self.pages = pages; self.counted = counted }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{5}pages\u{7}counted")
            var _kind: HostInterface.CountKind?, _pages: Int?, _counted: Int?
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

    package struct Metrics: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var width: Double
        package var height: Double
        package var label: String
        package var exact: Bool
        package init(width: Double, height: Double, label: String, exact: Bool) { self.width = width; self.height = height; self.label = label; self.exact = exact }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}width\u{6}height\u{5}label\u{5}exact")
            var _width: Double?, _height: Double?, _label: String?, _exact: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_width)
                case 1: try fields.read(&_height)
                case 2: try fields.read(&_label)
                default: try fields.read(&_exact)
            } }
            guard let _width, let _height, let _label, let _exact else { throw fields.missing(15) }
            self.width = _width; self.height = _height; self.label = _label; self.exact = _exact
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","label":"#, self.label)
            writer.field(#","exact":"#, self.exact)
            writer.endObject()
        }
    }

    /// A text run, an outline entry, a link, a match, an entry of metadata, an annotation; `kind` as in sheaf_provider.h. `carets` of a run
    /// as org.sheaf.Document has them.
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
        package var author: String?
        package var modified: Int?
        package var carets: [Double]?
        package init(kind: Int, level: Int, page: Int? = nil, x0: Double, y0: Double, x1: Double, y1: Double, targetX: Double, targetY: Double, key: String? = nil, text: String? = nil, uri: String? = nil, author: String? = nil, modified: Int? = nil, carets: [Double]? = nil) { self.kind = kind; self.level = level; self.page = page; self.x0 = x0; self.y0 = y0; self.x1 = x1; self.y1 = y1; self.targetX = targetX; self.targetY = targetY; self.key = key; self.text = text; self.uri = uri; self.author = author; self.modified = modified; self.carets = carets }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}kind\u{5}level\u{4}page\u{2}x0\u{2}y0\u{2}x1\u{2}y1\u{7}targetX\u{7}targetY\u{3}key\u{4}text\u{3}uri\u{6}author\u{8}modified\u{6}carets")
            var _kind: Int?, _level: Int?, _page: Int?, _x0: Double?, _y0: Double?, _x1: Double?, _y1: Double?, _targetX: Double?, _targetY: Double?, _key: String?, _text: String?, _uri: String?, _author: String?, _modified: Int?, _carets: [Double]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_kind)
                case 1: try fields.read(&_level)
                case 2: try fields.readOptional(&_page)
                case 3: try fields.read(&_x0)
                case 4: try fields.read(&_y0)
                case 5: try fields.read(&_x1)
                case 6: try fields.read(&_y1)
                case 7: try fields.read(&_targetX)
                case 8: try fields.read(&_targetY)
                case 9: try fields.readOptional(&_key)
                case 10: try fields.readOptional(&_text)
                case 11: try fields.readOptional(&_uri)
                case 12: try fields.readOptional(&_author)
                case 13: try fields.readOptional(&_modified)
                default: try fields.readOptional(&_carets)
            } }
            guard let _kind, let _level, let _x0, let _y0, let _x1, let _y1, let _targetX, let _targetY else { throw fields.missing(507) }
            self.kind = _kind; self.level = _level; self.page = _page; self.x0 = _x0; self.y0 = _y0; self.x1 = _x1; self.y1 = _y1; self.targetX = _targetX; self.targetY = _targetY; self.key = _key; self.text = _text; self.uri = _uri; self.author = _author; self.modified = _modified; self.carets = _carets
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"kind":"#, self.kind)
            writer.field(#","level":"#, self.level)
            writer.optional(#","page":"#, self.page)
            writer.field(#","x0":"#, self.x0)
            writer.field(#","y0":"#, self.y0)
            writer.field(#","x1":"#, self.x1)
            writer.field(#","y1":"#, self.y1)
            writer.field(#","targetX":"#, self.targetX)
            writer.field(#","targetY":"#, self.targetY)
            writer.optional(#","key":"#, self.key)
            writer.optional(#","text":"#, self.text)
            writer.optional(#","uri":"#, self.uri)
            writer.optional(#","author":"#, self.author)
            writer.optional(#","modified":"#, self.modified)
            writer.optional(#","carets":"#, self.carets)
            writer.endObject()
        }
    }

    /// Confines the host for good, before it has loaded anything: it is the first call. `library` is the file of the provider that is
    /// loaded next, `readablePaths` and `executableMemory` are what its manifest declares, `folders` the descriptors of folders whose
    /// documents it opens. `program`: the provider is one, which is started first, confined as well. Where not `required`, `missing` says in sentences what the kernel can't do.
    package enum Confine: VarlinkMethod {
        package typealias Parameters = HostInterface.ConfineParameters; package typealias Reply = HostInterface.ConfineReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Confine" }
    }

    /// The parameters of ``Confine``.
    package struct ConfineParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var library: String
        package var readablePaths: [String]
        package var executableMemory: Bool
        package var folders: [Int]
        package var required: Bool
        package var program: Bool?
        package init(library: String, readablePaths: [String], executableMemory: Bool, folders: [Int], required: Bool, program: Bool? = nil) { self.library = library; self.readablePaths = readablePaths; self.executableMemory = executableMemory; self.folders = folders; self.required = required; self.program = program }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}library\u{d}readablePaths\u{10}executableMemory\u{7}folders\u{8}required\u{7}program")
            var _library: String?, _readablePaths: [String]?, _executableMemory: Bool?, _folders: [Int]?, _required: Bool?, _program: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_library)
                case 1: try fields.read(&_readablePaths)
                case 2: try fields.read(&_executableMemory)
                case 3: try fields.read(&_folders)
                case 4: try fields.read(&_required)
                default: try fields.readOptional(&_program)
            } }
            guard let _library, let _readablePaths, let _executableMemory, let _folders, let _required else { throw fields.missing(31) }
            self.library = _library; self.readablePaths = _readablePaths; self.executableMemory = _executableMemory; self.folders = _folders; self.required = _required; self.program = _program
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"library":"#, self.library)
            writer.field(#","readablePaths":"#, self.readablePaths)
            writer.field(#","executableMemory":"#, self.executableMemory)
            writer.field(#","folders":"#, self.folders)
            writer.field(#","required":"#, self.required)
            writer.optional(#","program":"#, self.program)
            writer.endObject()
        }
    }

    /// The reply to ``Confine``.
    package struct ConfineReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var confinement: [String]
        package var missing: [String]
        package init(confinement: [String], missing: [String]) { self.confinement = confinement; self.missing = missing }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{b}confinement\u{7}missing")
            var _confinement: [String]?, _missing: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_confinement)
                default: try fields.read(&_missing)
            } }
            guard let _confinement, let _missing else { throw fields.missing(3) }
            self.confinement = _confinement; self.missing = _missing
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"confinement":"#, self.confinement)
            writer.field(#","missing":"#, self.missing)
            writer.endObject()
        }
    }

    /// Loads the provider. It is the second call. `process` is that of a provider that is a program.
    package enum Load: VarlinkMethod {
        package typealias Parameters = HostInterface.LoadParameters; package typealias Reply = HostInterface.LoadReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Load" }
    }

    /// The parameters of ``Load``.
    package struct LoadParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var path: String
        package init(path: String) { self.path = path }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}path")
            var _path: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_path)
            } }
            guard let _path else { throw fields.missing(1) }
            self.path = _path
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"path":"#, self.path)
            writer.endObject()
        }
    }

    /// The reply to ``Load``.
    package struct LoadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package var version: String
        package var summary: String
        package var abiVersion: Int
        package var capabilities: [String]
        package var process: Int?
        package init(name: String, version: String, summary: String, abiVersion: Int, capabilities: [String], process: Int? = nil) { self.name = name; self.version = version; self.summary = summary; self.abiVersion = abiVersion; self.capabilities = capabilities; self.process = process }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name\u{7}version\u{7}summary\u{a}abiVersion\u{c}capabilities\u{7}process")
            var _name: String?, _version: String?, _summary: String?, _abiVersion: Int?, _capabilities: [String]?, _process: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_name)
                case 1: try fields.read(&_version)
                case 2: try fields.read(&_summary)
                case 3: try fields.read(&_abiVersion)
                case 4: try fields.read(&_capabilities)
                default: try fields.readOptional(&_process)
            } }
            guard let _name, let _version, let _summary, let _abiVersion, let _capabilities else { throw fields.missing(31) }
            self.name = _name; self.version = _version; self.summary = _summary; self.abiVersion = _abiVersion; self.capabilities = _capabilities; self.process = _process
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.field(#","version":"#, self.version)
            writer.field(#","summary":"#, self.summary)
            writer.field(#","abiVersion":"#, self.abiVersion)
            writer.field(#","capabilities":"#, self.capabilities)
            writer.optional(#","process":"#, self.process)
            writer.endObject()
        }
    }

    /// One setting of the provider.
    package enum Configure: VarlinkMethod {
        package typealias Parameters = HostInterface.ConfigureParameters; package typealias Reply = HostInterface.ConfigureReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Configure" }
    }

    /// The parameters of ``Configure``.
    package struct ConfigureParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var key: String
        package var value: String
        package init(serial: Int, key: String, value: String) { self.serial = serial; self.key = key; self.value = value }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{3}key\u{5}value")
            var _serial: Int?, _key: String?, _value: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_key)
                default: try fields.read(&_value)
            } }
            guard let _serial, let _key, let _value else { throw fields.missing(7) }
            self.serial = _serial; self.key = _key; self.value = _value
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","key":"#, self.key)
            writer.field(#","value":"#, self.value)
            writer.endObject()
        }
    }

    /// The reply to ``Configure``.
    package typealias ConfigureReply = JSONEmpty

    /// Looks at a file: at the one passed as `fileDescriptor`, or at `path` below the one passed as `folderDescriptor`, which
    /// is opened and comes back as `fileDescriptor`. Numbers without a sign are passed by their bits. `signatures` are those of all
    /// manifests; `matching` are the indices of those that the file begins with. With `album`, the names of its files, the document is
    /// in all descriptors of the call, here and below, and `fileDescriptor` is that of the first. `folders` are the paths of folders in a
    /// folder, whose files are of the document too.
    package enum Examine: VarlinkMethod {
        package typealias Parameters = HostInterface.ExamineParameters; package typealias Reply = HostInterface.ExamineReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Examine" }
    }

    /// The parameters of ``Examine``.
    package struct ExamineParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var fileDescriptor: Int?
        package var album: [String]?
        package var folderDescriptor: Int?
        package var path: String?
        package var signatures: [String]?
        package init(serial: Int, fileDescriptor: Int? = nil, album: [String]? = nil, folderDescriptor: Int? = nil, path: String? = nil, signatures: [String]? = nil) { self.serial = serial; self.fileDescriptor = fileDescriptor; self.album = album; self.folderDescriptor = folderDescriptor; self.path = path; self.signatures = signatures }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{e}fileDescriptor\u{5}album\u{10}folderDescriptor\u{4}path\u{a}signatures")
            var _serial: Int?, _fileDescriptor: Int?, _album: [String]?, _folderDescriptor: Int?, _path: String?, _signatures: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.readOptional(&_fileDescriptor)
                case 2: try fields.readOptional(&_album)
                case 3: try fields.readOptional(&_folderDescriptor)
                case 4: try fields.readOptional(&_path)
                default: try fields.readOptional(&_signatures)
            } }
            guard let _serial else { throw fields.missing(1) }
            self.serial = _serial; self.fileDescriptor = _fileDescriptor; self.album = _album; self.folderDescriptor = _folderDescriptor; self.path = _path; self.signatures = _signatures
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.optional(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","album":"#, self.album)
            writer.optional(#","folderDescriptor":"#, self.folderDescriptor)
            writer.optional(#","path":"#, self.path)
            writer.optional(#","signatures":"#, self.signatures)
            writer.endObject()
        }
    }

    /// The reply to ``Examine``.
    package struct ExamineReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var device: Int
        package var inode: Int
        package var size: Int
        package var changed: Int
        package var fileDescriptor: Int?
        package var matching: [Int]?
        package var folders: [String]?
        package init(device: Int, inode: Int, size: Int, changed: Int, fileDescriptor: Int? = nil, matching: [Int]? = nil, folders: [String]? = nil) { self.device = device; self.inode = inode; self.size = size; self.changed = changed; self.fileDescriptor = fileDescriptor; self.matching = matching; self.folders = folders }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}device\u{5}inode\u{4}size\u{7}changed\u{e}fileDescriptor\u{8}matching\u{7}folders")
            var _device: Int?, _inode: Int?, _size: Int?, _changed: Int?, _fileDescriptor: Int?, _matching: [Int]?, _folders: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_device)
                case 1: try fields.read(&_inode)
                case 2: try fields.read(&_size)
                case 3: try fields.read(&_changed)
                case 4: try fields.readOptional(&_fileDescriptor)
                case 5: try fields.readOptional(&_matching)
                default: try fields.readOptional(&_folders)
            } }
            guard let _device, let _inode, let _size, let _changed else { throw fields.missing(15) }
            self.device = _device; self.inode = _inode; self.size = _size; self.changed = _changed; self.fileDescriptor = _fileDescriptor; self.matching = _matching; self.folders = _folders
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"device":"#, self.device)
            writer.field(#","inode":"#, self.inode)
            writer.field(#","size":"#, self.size)
            writer.field(#","changed":"#, self.changed)
            writer.optional(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","matching":"#, self.matching)
            writer.optional(#","folders":"#, self.folders)
            writer.endObject()
        }
    }

    /// How sure the provider is that it opens this, from 0 to 100. `suffix` is how the name of the file ends, in small letters (".md").
    package enum Probe: VarlinkMethod {
        package typealias Parameters = HostInterface.ProbeParameters; package typealias Reply = HostInterface.ProbeReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Probe" }
    }

    /// The parameters of ``Probe``.
    package struct ProbeParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var fileDescriptor: Int
        package var album: [String]?
        package var suffix: String?
        package init(serial: Int, fileDescriptor: Int, album: [String]? = nil, suffix: String? = nil) { self.serial = serial; self.fileDescriptor = fileDescriptor; self.album = album; self.suffix = suffix }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{e}fileDescriptor\u{5}album\u{6}suffix")
            var _serial: Int?, _fileDescriptor: Int?, _album: [String]?, _suffix: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_fileDescriptor)
                case 2: try fields.readOptional(&_album)
                default: try fields.readOptional(&_suffix)
            } }
            guard let _serial, let _fileDescriptor else { throw fields.missing(3) }
            self.serial = _serial; self.fileDescriptor = _fileDescriptor; self.album = _album; self.suffix = _suffix
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","album":"#, self.album)
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

    /// How the text of a document that flows is laid out; lengths in points. Left out: as the provider would have it.
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

    /// How the pages of a document are to look: whether their margins are cut off, how they are laid out, and in which order those come that
    /// `order` names by their own indexes, before all others. Pages that flow, or have ids of their own, keep their order. `suffix` is how the
    /// name of the file ends: how a text is read may go by that.
    package struct Looks: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Trim: String, JSONEnumeration { case no, page, document }

        package var trim: Trim
        package var flow: HostInterface.Flow?
        package var order: [Int]?
        package var suffix: String?
        package init(trim: Trim, flow: HostInterface.Flow? = nil, order: [Int]? = nil, suffix: String? = nil) { self.trim = trim; self.flow = flow; self.order = order; self.suffix = suffix }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}trim\u{4}flow\u{5}order\u{6}suffix")
            var _trim: Trim?, _flow: HostInterface.Flow?, _order: [Int]?, _suffix: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_trim)
                case 1: try fields.readOptional(&_flow)
                case 2: try fields.readOptional(&_order)
                default: try fields.readOptional(&_suffix)
            } }
            guard let _trim else { throw fields.missing(1) }
            self.trim = _trim; self.flow = _flow; self.order = _order; self.suffix = _suffix
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"trim":"#, self.trim)
            writer.optional(#","flow":"#, self.flow)
            writer.optional(#","order":"#, self.order)
            writer.optional(#","suffix":"#, self.suffix)
            writer.endObject()
        }
    }

    /// `unmeasured` are pages whose measuring has ended hosts: they are measured by PageMetrics alone. `untitled`: opening it has ended a host,
    /// and it is not asked for its title. `kept`, in base64: what the provider has kept of it (PageCount). `locked`: it can't be opened without a
    /// password. `title` is what the document calls itself. `flows`: its pages are laid out. `sequential`: a region of a page takes about as long as the page.
    package enum Open: VarlinkMethod {
        package typealias Parameters = HostInterface.OpenParameters; package typealias Reply = HostInterface.OpenReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Open" }
    }

    /// The parameters of ``Open``.
    package struct OpenParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var fileDescriptor: Int
        package var album: [String]?
        package var password: String?
        package var looks: HostInterface.Looks?
        package var unmeasured: [Int]?
        package var untitled: Bool?
        package var kept: String?
        package init(serial: Int, document: Int, fileDescriptor: Int, album: [String]? = nil, password: String? = nil, looks: HostInterface.Looks? = nil, unmeasured: [Int]? = nil, untitled: Bool? = nil, kept: String? = nil) { self.serial = serial; self.document = document; self.fileDescriptor = fileDescriptor; self.album = album; self.password = password; self.looks = looks; self.unmeasured = unmeasured; self.untitled = untitled; self.kept = kept }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{e}fileDescriptor\u{5}album\u{8}password\u{5}looks\u{a}unmeasured\u{8}untitled\u{4}kept")
            var _serial: Int?, _document: Int?, _fileDescriptor: Int?, _album: [String]?, _password: String?, _looks: HostInterface.Looks?, _unmeasured: [Int]?, _untitled: Bool?, _kept: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_fileDescriptor)
                case 3: try fields.readOptional(&_album)
                case 4: try fields.readOptional(&_password)
                case 5: try fields.readOptional(&_looks)
                case 6: try fields.readOptional(&_unmeasured)
                case 7: try fields.readOptional(&_untitled)
                default: try fields.readOptional(&_kept)
            } }
            guard let _serial, let _document, let _fileDescriptor else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.fileDescriptor = _fileDescriptor; self.album = _album; self.password = _password; self.looks = _looks; self.unmeasured = _unmeasured; self.untitled = _untitled; self.kept = _kept
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","album":"#, self.album)
            writer.optional(#","password":"#, self.password)
            writer.optional(#","looks":"#, self.looks)
            writer.optional(#","unmeasured":"#, self.unmeasured)
            writer.optional(#","untitled":"#, self.untitled)
            writer.optional(#","kept":"#, self.kept)
            writer.endObject()
        }
    }

    /// The reply to ``Open``.
    package struct OpenReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var count: HostInterface.Count
        package var firstPage: Int?
        package var locked: Bool
        package var title: String?
        package var flows: Bool?
        package var sequential: Bool?
        package init(count: HostInterface.Count, firstPage: Int? = nil, locked: Bool, title: String? = nil, flows: Bool? = nil, sequential: Bool? = nil) { self.count = count; self.firstPage = firstPage; self.locked = locked; self.title = title; self.flows = flows; self.sequential = sequential }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}count\u{9}firstPage\u{6}locked\u{5}title\u{5}flows\u{a}sequential")
            var _count: HostInterface.Count?, _firstPage: Int?, _locked: Bool?, _title: String?, _flows: Bool?, _sequential: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_count)
                case 1: try fields.readOptional(&_firstPage)
                case 2: try fields.read(&_locked)
                case 3: try fields.readOptional(&_title)
                case 4: try fields.readOptional(&_flows)
                default: try fields.readOptional(&_sequential)
            } }
            guard let _count, let _locked else { throw fields.missing(5) }
            self.count = _count; self.firstPage = _firstPage; self.locked = _locked; self.title = _title; self.flows = _flows; self.sequential = _sequential
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"count":"#, self.count)
            writer.optional(#","firstPage":"#, self.firstPage)
            writer.field(#","locked":"#, self.locked)
            writer.optional(#","title":"#, self.title)
            writer.optional(#","flows":"#, self.flows)
            writer.optional(#","sequential":"#, self.sequential)
            writer.endObject()
        }
    }

    /// Called oneway.
    package enum Close: VarlinkMethod {
        package typealias Parameters = HostInterface.CloseParameters; package typealias Reply = HostInterface.CloseReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Close" }
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

    /// `kept`, in base64: what the provider wants to have when the document is opened again so.
    package enum PageCount: VarlinkMethod {
        package typealias Parameters = HostInterface.PageCountParameters; package typealias Reply = HostInterface.PageCountReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageCount" }
    }

    /// The parameters of ``PageCount``.
    package struct PageCountParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package init(serial: Int, document: Int) { self.serial = serial; self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document")
            var _serial: Int?, _document: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                default: try fields.read(&_document)
            } }
            guard let _serial, let _document else { throw fields.missing(3) }
            self.serial = _serial; self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``PageCount``.
    package struct PageCountReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var count: HostInterface.Count
        package var kept: String?
        package init(count: HostInterface.Count, kept: String? = nil) { self.count = count; self.kept = kept }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}count\u{4}kept")
            var _count: HostInterface.Count?, _kept: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_count)
                default: try fields.readOptional(&_kept)
            } }
            guard let _count else { throw fields.missing(1) }
            self.count = _count; self.kept = _kept
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"count":"#, self.count)
            writer.optional(#","kept":"#, self.kept)
            writer.endObject()
        }
    }

    package enum PageIds: VarlinkMethod {
        package typealias Parameters = HostInterface.PageIdsParameters; package typealias Reply = HostInterface.PageIdsReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageIds" }
    }

    /// The parameters of ``PageIds``.
    package struct PageIdsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var index: Int
        package var length: Int
        package init(serial: Int, document: Int, index: Int, length: Int) { self.serial = serial; self.document = document; self.index = index; self.length = length }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}index\u{6}length")
            var _serial: Int?, _document: Int?, _index: Int?, _length: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_index)
                default: try fields.read(&_length)
            } }
            guard let _serial, let _document, let _index, let _length else { throw fields.missing(15) }
            self.serial = _serial; self.document = _document; self.index = _index; self.length = _length
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
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

    /// PageIds, and the metrics of the first of those pages: as many as can be measured one after the other, up to one of `unmeasured`.
    package enum LookUp: VarlinkMethod {
        package typealias Parameters = HostInterface.LookUpParameters; package typealias Reply = HostInterface.LookUpReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.LookUp" }
    }

    /// The parameters of ``LookUp``.
    package struct LookUpParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var index: Int
        package var length: Int
        package init(serial: Int, document: Int, index: Int, length: Int) { self.serial = serial; self.document = document; self.index = index; self.length = length }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}index\u{6}length")
            var _serial: Int?, _document: Int?, _index: Int?, _length: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_index)
                default: try fields.read(&_length)
            } }
            guard let _serial, let _document, let _index, let _length else { throw fields.missing(15) }
            self.serial = _serial; self.document = _document; self.index = _index; self.length = _length
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","index":"#, self.index)
            writer.field(#","length":"#, self.length)
            writer.endObject()
        }
    }

    /// The reply to ``LookUp``.
    package struct LookUpReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pages: [Int]
        package var metrics: [HostInterface.Metrics]
        package init(pages: [Int], metrics: [HostInterface.Metrics]) { self.pages = pages; self.metrics = metrics }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}pages\u{7}metrics")
            var _pages: [Int]?, _metrics: [HostInterface.Metrics]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_pages)
                default: try fields.read(&_metrics)
            } }
            guard let _pages, let _metrics else { throw fields.missing(3) }
            self.pages = _pages; self.metrics = _metrics
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"pages":"#, self.pages)
            writer.field(#","metrics":"#, self.metrics)
            writer.endObject()
        }
    }

    /// The page `step` pages after `page`, or after the first one.
    package enum PageStep: VarlinkMethod {
        package typealias Parameters = HostInterface.PageStepParameters; package typealias Reply = HostInterface.PageStepReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageStep" }
    }

    /// The parameters of ``PageStep``.
    package struct PageStepParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int?
        package var step: Int
        package init(serial: Int, document: Int, page: Int? = nil, step: Int) { self.serial = serial; self.document = document; self.page = page; self.step = step }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}page\u{4}step")
            var _serial: Int?, _document: Int?, _page: Int?, _step: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.readOptional(&_page)
                default: try fields.read(&_step)
            } }
            guard let _serial, let _document, let _step else { throw fields.missing(11) }
            self.serial = _serial; self.document = _document; self.page = _page; self.step = _step
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.optional(#","page":"#, self.page)
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

    /// Why LookUp has none of a page.
    package enum PageMetrics: VarlinkMethod {
        package typealias Parameters = HostInterface.PageMetricsParameters; package typealias Reply = HostInterface.PageMetricsReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PageMetrics" }
    }

    /// The parameters of ``PageMetrics``.
    package struct PageMetricsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package init(serial: Int, document: Int, page: Int) { self.serial = serial; self.document = document; self.page = page }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}page")
            var _serial: Int?, _document: Int?, _page: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_page)
            } }
            guard let _serial, let _document, let _page else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.page = _page
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.endObject()
        }
    }

    /// The reply to ``PageMetrics``.
    package struct PageMetricsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var metrics: HostInterface.Metrics
        package init(metrics: HostInterface.Metrics) { self.metrics = metrics }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}metrics")
            var _metrics: HostInterface.Metrics?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_metrics)
            } }
            guard let _metrics else { throw fields.missing(1) }
            self.metrics = _metrics
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"metrics":"#, self.metrics)
            writer.endObject()
        }
    }

    /// Where in the text of a document that flows some pages begin; -1 of one that can't be told.
    package enum Positions: VarlinkMethod {
        package typealias Parameters = HostInterface.PositionsParameters; package typealias Reply = HostInterface.PositionsReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Positions" }
    }

    /// The parameters of ``Positions``.
    package struct PositionsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]
        package init(serial: Int, document: Int, pages: [Int]) { self.serial = serial; self.document = document; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}pages")
            var _serial: Int?, _document: Int?, _pages: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_pages)
            } }
            guard let _serial, let _document, let _pages else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// The reply to ``Positions``.
    package struct PositionsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var positions: [Int]
        package init(positions: [Int]) { self.positions = positions }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}positions")
            var _positions: [Int]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_positions)
            } }
            guard let _positions else { throw fields.missing(1) }
            self.positions = _positions
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"positions":"#, self.positions)
            writer.endObject()
        }
    }

    /// The pages on which such positions are; -1 where that can't be told.
    package enum PagesAt: VarlinkMethod {
        package typealias Parameters = HostInterface.PagesAtParameters; package typealias Reply = HostInterface.PagesAtReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.PagesAt" }
    }

    /// The parameters of ``PagesAt``.
    package struct PagesAtParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var positions: [Int]
        package init(serial: Int, document: Int, positions: [Int]) { self.serial = serial; self.document = document; self.positions = positions }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{9}positions")
            var _serial: Int?, _document: Int?, _positions: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_positions)
            } }
            guard let _serial, let _document, let _positions else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.positions = _positions
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","positions":"#, self.positions)
            writer.endObject()
        }
    }

    /// The reply to ``PagesAt``.
    package struct PagesAtReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
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

    /// The EPUB CFI of the text from `position` to before `end`; in a book that does not flow, of the page with that id.
    package enum GetCFI: VarlinkMethod {
        package typealias Parameters = HostInterface.GetCFIParameters; package typealias Reply = HostInterface.GetCFIReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.GetCFI" }
    }

    /// The parameters of ``GetCFI``.
    package struct GetCFIParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var position: Int
        package var end: Int
        package init(serial: Int, document: Int, position: Int, end: Int) { self.serial = serial; self.document = document; self.position = position; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{8}position\u{3}end")
            var _serial: Int?, _document: Int?, _position: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_position)
                default: try fields.read(&_end)
            } }
            guard let _serial, let _document, let _position, let _end else { throw fields.missing(15) }
            self.serial = _serial; self.document = _document; self.position = _position; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","position":"#, self.position)
            writer.field(#","end":"#, self.end)
            writer.endObject()
        }
    }

    /// The reply to ``GetCFI``.
    package struct GetCFIReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var cfi: String
        package init(cfi: String) { self.cfi = cfi }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}cfi")
            var _cfi: String?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_cfi)
            } }
            guard let _cfi else { throw fields.missing(1) }
            self.cfi = _cfi
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"cfi":"#, self.cfi)
            writer.endObject()
        }
    }

    /// Where an EPUB CFI leads: Invalid where that is nowhere in the book.
    package enum FindCFI: VarlinkMethod {
        package typealias Parameters = HostInterface.FindCFIParameters; package typealias Reply = HostInterface.FindCFIReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.FindCFI" }
    }

    /// The parameters of ``FindCFI``.
    package struct FindCFIParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var cfi: String
        package init(serial: Int, document: Int, cfi: String) { self.serial = serial; self.document = document; self.cfi = cfi }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{3}cfi")
            var _serial: Int?, _document: Int?, _cfi: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_cfi)
            } }
            guard let _serial, let _document, let _cfi else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.cfi = _cfi
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","cfi":"#, self.cfi)
            writer.endObject()
        }
    }

    /// The reply to ``FindCFI``.
    package struct FindCFIReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var position: Int
        package var end: Int
        package init(position: Int, end: Int) { self.position = position; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}position\u{3}end")
            var _position: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_position)
                default: try fields.read(&_end)
            } }
            guard let _position, let _end else { throw fields.missing(3) }
            self.position = _position; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"position":"#, self.position)
            writer.field(#","end":"#, self.end)
            writer.endObject()
        }
    }

    package enum FindLabel: VarlinkMethod {
        package typealias Parameters = HostInterface.FindLabelParameters; package typealias Reply = HostInterface.FindLabelReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.FindLabel" }
    }

    /// The parameters of ``FindLabel``.
    package struct FindLabelParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var label: String
        package init(serial: Int, document: Int, label: String) { self.serial = serial; self.document = document; self.label = label }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}label")
            var _serial: Int?, _document: Int?, _label: String?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_label)
            } }
            guard let _serial, let _document, let _label else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.label = _label
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","label":"#, self.label)
            writer.endObject()
        }
    }

    /// The reply to ``FindLabel``.
    package struct FindLabelReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var index: Int
        package init(index: Int) { self.index = index }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}index")
            var _index: Int?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_index)
            } }
            guard let _index else { throw fields.missing(1) }
            self.index = _index
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"index":"#, self.index)
            writer.endObject()
        }
    }

    /// The format of pixels: that of sheaf_provider.h, or one that the host encodes them to.
    package enum Format: String, JSONEnumeration { case bgrx8888, png, jpeg, webp }

    /// Memory for the rendering in small: four bytes a pixel, rows without gaps.
    package struct Thumbnail: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package var width: Int
        package var height: Int
        package init(fileDescriptor: Int, width: Int, height: Int) { self.fileDescriptor = fileDescriptor; self.width = width; self.height = height }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor\u{5}width\u{6}height")
            var _fileDescriptor: Int?, _width: Int?, _height: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_fileDescriptor)
                case 1: try fields.read(&_width)
                default: try fields.read(&_height)
            } }
            guard let _fileDescriptor, let _width, let _height else { throw fields.missing(7) }
            self.fileDescriptor = _fileDescriptor; self.width = _width; self.height = _height
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"fileDescriptor":"#, self.fileDescriptor)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.endObject()
        }
    }

    /// The colours of paper and ink; left out: day.
    package enum Paper: String, JSONEnumeration { case day, sepia, night, inverted }

    /// The pixels to be encoded, which are rendered already: row `y` begins `offset` + `y` x `stride` bytes into the memory. With `shrink`, from
    /// 2 to 4, each is the mean of a square of so many; where rows or the memory end sooner, of what there is.
    package struct Pixels: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int
        package var offset: Int
        package var stride: Int
        package var shrink: Int?
        package init(fileDescriptor: Int, offset: Int, stride: Int, shrink: Int? = nil) { self.fileDescriptor = fileDescriptor; self.offset = offset; self.stride = stride; self.shrink = shrink }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor\u{6}offset\u{6}stride\u{6}shrink")
            var _fileDescriptor: Int?, _offset: Int?, _stride: Int?, _shrink: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_fileDescriptor)
                case 1: try fields.read(&_offset)
                case 2: try fields.read(&_stride)
                default: try fields.readOptional(&_shrink)
            } }
            guard let _fileDescriptor, let _offset, let _stride else { throw fields.missing(7) }
            self.fileDescriptor = _fileDescriptor; self.offset = _offset; self.stride = _stride; self.shrink = _shrink
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"fileDescriptor":"#, self.fileDescriptor)
            writer.field(#","offset":"#, self.offset)
            writer.field(#","stride":"#, self.stride)
            writer.optional(#","shrink":"#, self.shrink)
            writer.endObject()
        }
    }

    /// Memory that the next page may be rendered into, as long as that page: it is mapped now, and the page is drawn there then. Without one
    /// what was mapped is let go. Called oneway.
    package enum Prepare: VarlinkMethod {
        package typealias Parameters = HostInterface.PrepareParameters; package typealias Reply = HostInterface.PrepareReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Prepare" }
    }

    /// The parameters of ``Prepare``.
    package struct PrepareParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int?
        package init(fileDescriptor: Int? = nil) { self.fileDescriptor = fileDescriptor }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor")
            var _fileDescriptor: Int?
            while let field = try fields.next() { switch field {
                default: try fields.readOptional(&_fileDescriptor)
            } }
            self.fileDescriptor = _fileDescriptor
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","fileDescriptor":"#, self.fileDescriptor)
            writer.endObject()
        }
    }

    /// The reply to ``Prepare``.
    package typealias PrepareReply = JSONEmpty

    /// Renders into the memory passed as `fileDescriptor`. A `thumbnail` is made after the reply, with format bgrx8888; a notice
    /// says whether it was, and comes before the reply to the next Render. With `pixels` nothing is rendered: they are encoded. `frame`: of a
    /// page that moves, from 0; refused where the page has fewer.
    package enum Render: VarlinkMethod {
        package typealias Parameters = HostInterface.RenderParameters; package typealias Reply = HostInterface.RenderReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Render" }
    }

    /// The parameters of ``Render``.
    package struct RenderParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var frame: Int?
        package var scale: Double
        package var rotation: Int
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        package var format: HostInterface.Format
        package var quality: Int?
        package var paper: HostInterface.Paper?
        package var fileDescriptor: Int
        package var thumbnail: HostInterface.Thumbnail?
        package var pixels: HostInterface.Pixels?
        package init(serial: Int, document: Int, page: Int, frame: Int? = nil, scale: Double, rotation: Int, x: Int, y: Int, width: Int, height: Int, format: HostInterface.Format, quality: Int? = nil, paper: HostInterface.Paper? = nil, fileDescriptor: Int, thumbnail: HostInterface.Thumbnail? = nil, pixels: HostInterface.Pixels? = nil) { self.serial = serial; self.document = document; self.page = page; self.frame = frame; self.scale = scale; self.rotation = rotation; self.x = x; self.y = y; self.width = width; self.height = height; self.format = format; self.quality = quality; self.paper = paper; self.fileDescriptor = fileDescriptor; self.thumbnail = thumbnail; self.pixels = pixels }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}page\u{5}frame\u{5}scale\u{8}rotation\u{1}x\u{1}y\u{5}width\u{6}height\u{6}format\u{7}quality\u{5}paper\u{e}fileDescriptor\u{9}thumbnail\u{6}pixels")
            var _serial: Int?, _document: Int?, _page: Int?, _frame: Int?, _scale: Double?, _rotation: Int?, _x: Int?, _y: Int?, _width: Int?, _height: Int?, _format: HostInterface.Format?, _quality: Int?, _paper: HostInterface.Paper?, _fileDescriptor: Int?, _thumbnail: HostInterface.Thumbnail?, _pixels: HostInterface.Pixels?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                case 3: try fields.readOptional(&_frame)
                case 4: try fields.read(&_scale)
                case 5: try fields.read(&_rotation)
                case 6: try fields.read(&_x)
                case 7: try fields.read(&_y)
                case 8: try fields.read(&_width)
                case 9: try fields.read(&_height)
                case 10: try fields.read(&_format)
                case 11: try fields.readOptional(&_quality)
                case 12: try fields.readOptional(&_paper)
                case 13: try fields.read(&_fileDescriptor)
                case 14: try fields.readOptional(&_thumbnail)
                default: try fields.readOptional(&_pixels)
            } }
            guard let _serial, let _document, let _page, let _scale, let _rotation, let _x, let _y, let _width, let _height, let _format, let _fileDescriptor else { throw fields.missing(10231) }
            self.serial = _serial; self.document = _document; self.page = _page; self.frame = _frame; self.scale = _scale; self.rotation = _rotation; self.x = _x; self.y = _y; self.width = _width; self.height = _height; self.format = _format; self.quality = _quality; self.paper = _paper; self.fileDescriptor = _fileDescriptor; self.thumbnail = _thumbnail; self.pixels = _pixels
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.optional(#","frame":"#, self.frame)
            writer.field(#","scale":"#, self.scale)
            writer.field(#","rotation":"#, self.rotation)
            writer.field(#","x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","format":"#, self.format)
            writer.optional(#","quality":"#, self.quality)
            writer.optional(#","paper":"#, self.paper)
            writer.field(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optional(#","thumbnail":"#, self.thumbnail)
            writer.optional(#","pixels":"#, self.pixels)
            writer.endObject()
        }
    }

    /// The reply to ``Render``.
    package struct RenderReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var bytes: Int
        package var stride: Int
        package var cuttable: Bool
        package var microseconds: Int
        package init(bytes: Int, stride: Int, cuttable: Bool, microseconds: Int) { self.bytes = bytes; self.stride = stride; self.cuttable = cuttable; self.microseconds = microseconds }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}bytes\u{6}stride\u{8}cuttable\u{c}microseconds")
            var _bytes: Int?, _stride: Int?, _cuttable: Bool?, _microseconds: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_bytes)
                case 1: try fields.read(&_stride)
                case 2: try fields.read(&_cuttable)
                default: try fields.read(&_microseconds)
            } }
            guard let _bytes, let _stride, let _cuttable, let _microseconds else { throw fields.missing(15) }
            self.bytes = _bytes; self.stride = _stride; self.cuttable = _cuttable; self.microseconds = _microseconds
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"bytes":"#, self.bytes)
            writer.field(#","stride":"#, self.stride)
            writer.field(#","cuttable":"#, self.cuttable)
            writer.field(#","microseconds":"#, self.microseconds)
            writer.endObject()
        }
    }

    package enum Prefetch: VarlinkMethod {
        package typealias Parameters = HostInterface.PrefetchParameters; package typealias Reply = HostInterface.PrefetchReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Prefetch" }
    }

    /// The parameters of ``Prefetch``.
    package struct PrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]
        package init(serial: Int, document: Int, pages: [Int]) { self.serial = serial; self.document = document; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}pages")
            var _serial: Int?, _document: Int?, _pages: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_pages)
            } }
            guard let _serial, let _document, let _pages else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// The reply to ``Prefetch``.
    package typealias PrefetchReply = JSONEmpty

    package enum CancelPrefetch: VarlinkMethod {
        package typealias Parameters = HostInterface.CancelPrefetchParameters; package typealias Reply = HostInterface.CancelPrefetchReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.CancelPrefetch" }
    }

    /// The parameters of ``CancelPrefetch``.
    package struct CancelPrefetchParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]
        package init(serial: Int, document: Int, pages: [Int]) { self.serial = serial; self.document = document; self.pages = pages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}pages")
            var _serial: Int?, _document: Int?, _pages: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                default: try fields.read(&_pages)
            } }
            guard let _serial, let _document, let _pages else { throw fields.missing(7) }
            self.serial = _serial; self.document = _document; self.pages = _pages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","pages":"#, self.pages)
            writer.endObject()
        }
    }

    /// The reply to ``CancelPrefetch``.
    package typealias CancelPrefetchReply = JSONEmpty

    /// Tells the provider which appearance events its pages went through on screens, in this order: `events` has one for each
    /// of `pages`.
    package enum Appearance: VarlinkMethod {
        package typealias Parameters = HostInterface.AppearanceParameters; package typealias Reply = HostInterface.AppearanceReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Appearance" }
    }

    /// The parameters of ``Appearance``.
    package struct AppearanceParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var pages: [Int]
        package var events: [Int]
        package init(serial: Int, document: Int, pages: [Int], events: [Int]) { self.serial = serial; self.document = document; self.pages = pages; self.events = events }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{5}pages\u{6}events")
            var _serial: Int?, _document: Int?, _pages: [Int]?, _events: [Int]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_pages)
                default: try fields.read(&_events)
            } }
            guard let _serial, let _document, let _pages, let _events else { throw fields.missing(15) }
            self.serial = _serial; self.document = _document; self.pages = _pages; self.events = _events
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","events":"#, self.events)
            writer.endObject()
        }
    }

    /// The reply to ``Appearance``.
    package typealias AppearanceReply = JSONEmpty

    package enum Refresh: VarlinkMethod {
        package typealias Parameters = HostInterface.RefreshParameters; package typealias Reply = HostInterface.RefreshReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Refresh" }
    }

    /// The parameters of ``Refresh``.
    package struct RefreshParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package init(serial: Int, document: Int) { self.serial = serial; self.document = document }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document")
            var _serial: Int?, _document: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                default: try fields.read(&_document)
            } }
            guard let _serial, let _document else { throw fields.missing(3) }
            self.serial = _serial; self.document = _document
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.endObject()
        }
    }

    /// The reply to ``Refresh``.
    package typealias RefreshReply = JSONEmpty

    package enum Move: VarlinkMethod {
        package typealias Parameters = HostInterface.MoveParameters; package typealias Reply = HostInterface.MoveReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Move" }
    }

    /// The parameters of ``Move``.
    package struct MoveParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var stage: Int
        package var index: Int
        package init(serial: Int, document: Int, page: Int, stage: Int, index: Int) { self.serial = serial; self.document = document; self.page = page; self.stage = stage; self.index = index }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}page\u{5}stage\u{5}index")
            var _serial: Int?, _document: Int?, _page: Int?, _stage: Int?, _index: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                case 3: try fields.read(&_stage)
                default: try fields.read(&_index)
            } }
            guard let _serial, let _document, let _page, let _stage, let _index else { throw fields.missing(31) }
            self.serial = _serial; self.document = _document; self.page = _page; self.stage = _stage; self.index = _index
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","stage":"#, self.stage)
            writer.field(#","index":"#, self.index)
            writer.endObject()
        }
    }

    /// The reply to ``Move``.
    package typealias MoveReply = JSONEmpty

    package enum Target: String, JSONEnumeration { case claimed, unclaimed, background }

    package enum Hit: VarlinkMethod {
        package typealias Parameters = HostInterface.HitParameters; package typealias Reply = HostInterface.HitReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Hit" }
    }

    /// The parameters of ``Hit``.
    package struct HitParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var x: Double
        package var y: Double
        package init(serial: Int, document: Int, page: Int, x: Double, y: Double) { self.serial = serial; self.document = document; self.page = page; self.x = x; self.y = y }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}page\u{1}x\u{1}y")
            var _serial: Int?, _document: Int?, _page: Int?, _x: Double?, _y: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                case 3: try fields.read(&_x)
                default: try fields.read(&_y)
            } }
            guard let _serial, let _document, let _page, let _x, let _y else { throw fields.missing(31) }
            self.serial = _serial; self.document = _document; self.page = _page; self.x = _x; self.y = _y
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","x":"#, self.x)
            writer.field(#","y":"#, self.y)
            writer.endObject()
        }
    }

    /// The reply to ``Hit``.
    package struct HitReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var target: HostInterface.Target
        package init(target: HostInterface.Target) { self.target = target }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}target")
            var _target: HostInterface.Target?
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

    /// A box, with its corners in points.
    package struct Clip: JSONDecodable, JSONEncodable, Equatable, Sendable {
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

    /// Returns the items of a `kind` (as in sheaf_provider.h) that a document has, in parts: `count` items from the one
    /// numbered `first` on, or as many of them as an answer holds. `truncated`: there are more behind them. `page` is left
    /// out where the kind is about the document as a whole; `needle` is what is searched for. Of text with a `clip` the items
    /// are those parts of runs that are in it; with a `selection` those from its first corner to its second, in reading
    /// order. With `carets` runs tell theirs.
    package enum Contents: VarlinkMethod {
        package typealias Parameters = HostInterface.ContentsParameters; package typealias Reply = HostInterface.ContentsReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Contents" }
    }

    /// The parameters of ``Contents``.
    package struct ContentsParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var kind: Int
        package var page: Int?
        package var needle: String?
        package var clip: HostInterface.Clip?
        package var selection: HostInterface.Clip?
        package var carets: Bool?
        package var first: Int
        package var count: Int
        package init(serial: Int, document: Int, kind: Int, page: Int? = nil, needle: String? = nil, clip: HostInterface.Clip? = nil, selection: HostInterface.Clip? = nil, carets: Bool? = nil, first: Int, count: Int) { self.serial = serial; self.document = document; self.kind = kind; self.page = page; self.needle = needle; self.clip = clip; self.selection = selection; self.carets = carets; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}kind\u{4}page\u{6}needle\u{4}clip\u{9}selection\u{6}carets\u{5}first\u{5}count")
            var _serial: Int?, _document: Int?, _kind: Int?, _page: Int?, _needle: String?, _clip: HostInterface.Clip?, _selection: HostInterface.Clip?, _carets: Bool?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_kind)
                case 3: try fields.readOptional(&_page)
                case 4: try fields.readOptional(&_needle)
                case 5: try fields.readOptional(&_clip)
                case 6: try fields.readOptional(&_selection)
                case 7: try fields.readOptional(&_carets)
                case 8: try fields.read(&_first)
                default: try fields.read(&_count)
            } }
            guard let _serial, let _document, let _kind, let _first, let _count else { throw fields.missing(775) }
            self.serial = _serial; self.document = _document; self.kind = _kind; self.page = _page; self.needle = _needle; self.clip = _clip; self.selection = _selection; self.carets = _carets; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","kind":"#, self.kind)
            writer.optional(#","page":"#, self.page)
            writer.optional(#","needle":"#, self.needle)
            writer.optional(#","clip":"#, self.clip)
            writer.optional(#","selection":"#, self.selection)
            writer.optional(#","carets":"#, self.carets)
            writer.field(#","first":"#, self.first)
            writer.field(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``Contents``.
    package struct ContentsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var items: [HostInterface.Item]
        package var truncated: Bool
        package init(items: [HostInterface.Item], truncated: Bool) { self.items = items; self.truncated = truncated }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}items\u{9}truncated")
            var _items: [HostInterface.Item]?, _truncated: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_items)
                default: try fields.read(&_truncated)
            } }
            guard let _items, let _truncated else { throw fields.missing(3) }
            self.items = _items; self.truncated = _truncated
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"items":"#, self.items)
            writer.field(#","truncated":"#, self.truncated)
            writer.endObject()
        }
    }

    /// A match of what is searched for: what stands before it, the match itself, and what stands behind it; its boxes, in points; and those on
    /// the page behind, where it goes on there (`rest`). `position` is where in the text of a document that flows it begins.
    package struct Match: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var before: String
        package var text: String
        package var after: String
        package var boxes: [HostInterface.Clip]
        package var rest: [HostInterface.Clip]?
        package var position: Int?
        package init(before: String, text: String, after: String, boxes: [HostInterface.Clip], rest: [HostInterface.Clip]? = nil, position: Int? = nil) { self.before = before; self.text = text; self.after = after; self.boxes = boxes; self.rest = rest; self.position = position }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}before\u{4}text\u{5}after\u{5}boxes\u{4}rest\u{8}position")
            var _before: String?, _text: String?, _after: String?, _boxes: [HostInterface.Clip]?, _rest: [HostInterface.Clip]?, _position: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_before)
                case 1: try fields.read(&_text)
                case 2: try fields.read(&_after)
                case 3: try fields.read(&_boxes)
                case 4: try fields.readOptional(&_rest)
                default: try fields.readOptional(&_position)
            } }
            guard let _before, let _text, let _after, let _boxes else { throw fields.missing(15) }
            self.before = _before; self.text = _text; self.after = _after; self.boxes = _boxes; self.rest = _rest; self.position = _position
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"before":"#, self.before)
            writer.field(#","text":"#, self.text)
            writer.field(#","after":"#, self.after)
            writer.field(#","boxes":"#, self.boxes)
            writer.optional(#","rest":"#, self.rest)
            writer.optional(#","position":"#, self.position)
            writer.endObject()
        }
    }

    /// Matches that begin in the text of a page, found by the host itself; of a document that flows they may end on the page behind. `anyCase`: upper and lower case are the same; `anyMarks`: letters are
    /// the same with marks on them and without. `backward`: the last match is the first. `alone`: the page behind is not looked at, since that
    /// may have ended a host.
    package enum Find: VarlinkMethod {
        package typealias Parameters = HostInterface.FindParameters; package typealias Reply = HostInterface.FindReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Find" }
    }

    /// The parameters of ``Find``.
    package struct FindParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var page: Int
        package var needle: String
        package var anyCase: Bool
        package var anyMarks: Bool
        package var wholeWords: Bool
        package var backward: Bool
        package var alone: Bool?
        package var first: Int
        package var count: Int
        package init(serial: Int, document: Int, page: Int, needle: String, anyCase: Bool, anyMarks: Bool, wholeWords: Bool, backward: Bool, alone: Bool? = nil, first: Int, count: Int) { self.serial = serial; self.document = document; self.page = page; self.needle = needle; self.anyCase = anyCase; self.anyMarks = anyMarks; self.wholeWords = wholeWords; self.backward = backward; self.alone = alone; self.first = first; self.count = count }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{4}page\u{6}needle\u{7}anyCase\u{8}anyMarks\u{a}wholeWords\u{8}backward\u{5}alone\u{5}first\u{5}count")
            var _serial: Int?, _document: Int?, _page: Int?, _needle: String?, _anyCase: Bool?, _anyMarks: Bool?, _wholeWords: Bool?, _backward: Bool?, _alone: Bool?, _first: Int?, _count: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_page)
                case 3: try fields.read(&_needle)
                case 4: try fields.read(&_anyCase)
                case 5: try fields.read(&_anyMarks)
                case 6: try fields.read(&_wholeWords)
                case 7: try fields.read(&_backward)
                case 8: try fields.readOptional(&_alone)
                case 9: try fields.read(&_first)
                default: try fields.read(&_count)
            } }
            guard let _serial, let _document, let _page, let _needle, let _anyCase, let _anyMarks, let _wholeWords, let _backward, let _first, let _count else { throw fields.missing(1791) }
            self.serial = _serial; self.document = _document; self.page = _page; self.needle = _needle; self.anyCase = _anyCase; self.anyMarks = _anyMarks; self.wholeWords = _wholeWords; self.backward = _backward; self.alone = _alone; self.first = _first; self.count = _count
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","page":"#, self.page)
            writer.field(#","needle":"#, self.needle)
            writer.field(#","anyCase":"#, self.anyCase)
            writer.field(#","anyMarks":"#, self.anyMarks)
            writer.field(#","wholeWords":"#, self.wholeWords)
            writer.field(#","backward":"#, self.backward)
            writer.optional(#","alone":"#, self.alone)
            writer.field(#","first":"#, self.first)
            writer.field(#","count":"#, self.count)
            writer.endObject()
        }
    }

    /// The reply to ``Find``.
    package struct FindReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var matches: [HostInterface.Match]
        package var truncated: Bool
        package init(matches: [HostInterface.Match], truncated: Bool) { self.matches = matches; self.truncated = truncated }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}matches\u{9}truncated")
            var _matches: [HostInterface.Match]?, _truncated: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_matches)
                default: try fields.read(&_truncated)
            } }
            guard let _matches, let _truncated else { throw fields.missing(3) }
            self.matches = _matches; self.truncated = _truncated
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"matches":"#, self.matches)
            writer.field(#","truncated":"#, self.truncated)
            writer.endObject()
        }
    }

    /// Matches in a part of the text of a document that flows, from a `position` on, without its pages: they have positions and no boxes. `next`
    /// is the position to go on from, left out where the text ends, and `end` where it ends, as far as is known.
    package enum FindAhead: VarlinkMethod {
        package typealias Parameters = HostInterface.FindAheadParameters; package typealias Reply = HostInterface.FindAheadReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.FindAhead" }
    }

    /// The parameters of ``FindAhead``.
    package struct FindAheadParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var document: Int
        package var position: Int
        package var needle: String
        package var anyCase: Bool
        package var anyMarks: Bool
        package var wholeWords: Bool
        package init(serial: Int, document: Int, position: Int, needle: String, anyCase: Bool, anyMarks: Bool, wholeWords: Bool) { self.serial = serial; self.document = document; self.position = position; self.needle = needle; self.anyCase = anyCase; self.anyMarks = anyMarks; self.wholeWords = wholeWords }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{8}document\u{8}position\u{6}needle\u{7}anyCase\u{8}anyMarks\u{a}wholeWords")
            var _serial: Int?, _document: Int?, _position: Int?, _needle: String?, _anyCase: Bool?, _anyMarks: Bool?, _wholeWords: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                case 1: try fields.read(&_document)
                case 2: try fields.read(&_position)
                case 3: try fields.read(&_needle)
                case 4: try fields.read(&_anyCase)
                case 5: try fields.read(&_anyMarks)
                default: try fields.read(&_wholeWords)
            } }
            guard let _serial, let _document, let _position, let _needle, let _anyCase, let _anyMarks, let _wholeWords else { throw fields.missing(127) }
            self.serial = _serial; self.document = _document; self.position = _position; self.needle = _needle; self.anyCase = _anyCase; self.anyMarks = _anyMarks; self.wholeWords = _wholeWords
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","document":"#, self.document)
            writer.field(#","position":"#, self.position)
            writer.field(#","needle":"#, self.needle)
            writer.field(#","anyCase":"#, self.anyCase)
            writer.field(#","anyMarks":"#, self.anyMarks)
            writer.field(#","wholeWords":"#, self.wholeWords)
            writer.endObject()
        }
    }

    /// The reply to ``FindAhead``.
    package struct FindAheadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var matches: [HostInterface.Match]
        package var next: Int?
        package var end: Int
        package init(matches: [HostInterface.Match], next: Int? = nil, end: Int) { self.matches = matches; self.next = next; self.end = end }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}matches\u{4}next\u{3}end")
            var _matches: [HostInterface.Match]?, _next: Int?, _end: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_matches)
                case 1: try fields.readOptional(&_next)
                default: try fields.read(&_end)
            } }
            guard let _matches, let _end else { throw fields.missing(5) }
            self.matches = _matches; self.next = _next; self.end = _end
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"matches":"#, self.matches)
            writer.optional(#","next":"#, self.next)
            writer.field(#","end":"#, self.end)
            writer.endObject()
        }
    }

    package enum Trim: VarlinkMethod {
        package typealias Parameters = HostInterface.TrimParameters; package typealias Reply = HostInterface.TrimReply; package typealias Failure = HostInterface.Failure
        package static var name: StaticString { "org.sheaf.Host.Trim" }
    }

    /// The parameters of ``Trim``.
    package struct TrimParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var serial: Int
        package var level: Int
        package init(serial: Int, level: Int) { self.serial = serial; self.level = level }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}serial\u{5}level")
            var _serial: Int?, _level: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_serial)
                default: try fields.read(&_level)
            } }
            guard let _serial, let _level else { throw fields.missing(3) }
            self.serial = _serial; self.level = _level
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"serial":"#, self.serial)
            writer.field(#","level":"#, self.level)
            writer.endObject()
        }
    }

    /// The reply to ``Trim``.
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
        /// The provider is still counting the pages, and it lies behind those that it has counted: to be asked again after PageCount.
        case notCounted
        /// The file can't be opened or looked at.
        case fileNotFound(errno: Int, message: String)
        case invalid(name: String, message: String)
        case tooLarge(message: String)
        /// The document is locked, and the password is missing, or `wrong`.
        case passwordNeeded(wrong: Bool)
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
                case .notCounted: "org.sheaf.Host.NotCounted"
                case .fileNotFound: "org.sheaf.Host.FileNotFound"
                case .invalid: "org.sheaf.Host.Invalid"
                case .tooLarge: "org.sheaf.Host.TooLarge"
                case .passwordNeeded: "org.sheaf.Host.PasswordNeeded"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .providerRefused(let _message): writer.field(#"{"message":"#, _message); writer.endObject()
                case .cancelled: writer.beginObject(); writer.endObject()
                case .documentFailed(let _errno, let _message): writer.field(#"{"errno":"#, _errno); writer.field(#","message":"#, _message); writer.endObject()
                case .unsupported(let _function): writer.field(#"{"function":"#, _function); writer.endObject()
                case .noSuchPage(let _message): writer.field(#"{"message":"#, _message); writer.endObject()
                case .endOfDocument: writer.beginObject(); writer.endObject()
                case .notCounted: writer.beginObject(); writer.endObject()
                case .fileNotFound(let _errno, let _message): writer.field(#"{"errno":"#, _errno); writer.field(#","message":"#, _message); writer.endObject()
                case .invalid(let _name, let _message): writer.field(#"{"name":"#, _name); writer.field(#","message":"#, _message); writer.endObject()
                case .tooLarge(let _message): writer.field(#"{"message":"#, _message); writer.endObject()
                case .passwordNeeded(let _wrong): writer.field(#"{"wrong":"#, _wrong); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.ProviderRefused", ["message"]) { self = .providerRefused(message: try fields.read("message")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Host.Cancelled", []) != nil { self = .cancelled; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.DocumentFailed", ["errno", "message"]) { self = .documentFailed(errno: try fields.read("errno"), message: try fields.read("message")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.Unsupported", ["function"]) { self = .unsupported(function: try fields.read("function")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.NoSuchPage", ["message"]) { self = .noSuchPage(message: try fields.read("message")); return }
            if try parameters.fields(of: errorName, "org.sheaf.Host.EndOfDocument", []) != nil { self = .endOfDocument; return }
            if try parameters.fields(of: errorName, "org.sheaf.Host.NotCounted", []) != nil { self = .notCounted; return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.FileNotFound", ["errno", "message"]) { self = .fileNotFound(errno: try fields.read("errno"), message: try fields.read("message")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.Invalid", ["name", "message"]) { self = .invalid(name: try fields.read("name"), message: try fields.read("message")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.TooLarge", ["message"]) { self = .tooLarge(message: try fields.read("message")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Host.PasswordNeeded", ["wrong"]) { self = .passwordNeeded(wrong: try fields.read("wrong")); return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Host. What a method throws is its answer.
package protocol HostHandler: AnyObject {
    func confine(_ parameters: HostInterface.ConfineParameters, _ call: VarlinkCall<HostInterface.Confine>) throws(HostInterface.Failure)
    func load(_ parameters: HostInterface.LoadParameters, _ call: VarlinkCall<HostInterface.Load>) throws(HostInterface.Failure)
    func configure(_ parameters: HostInterface.ConfigureParameters, _ call: VarlinkCall<HostInterface.Configure>) throws(HostInterface.Failure)
    func examine(_ parameters: HostInterface.ExamineParameters, _ call: VarlinkCall<HostInterface.Examine>) throws(HostInterface.Failure)
    func probe(_ parameters: HostInterface.ProbeParameters, _ call: VarlinkCall<HostInterface.Probe>) throws(HostInterface.Failure)
    func open(_ parameters: HostInterface.OpenParameters, _ call: VarlinkCall<HostInterface.Open>) throws(HostInterface.Failure)
    func close(_ parameters: HostInterface.CloseParameters, _ call: VarlinkCall<HostInterface.Close>) throws(HostInterface.Failure)
    func pageCount(_ parameters: HostInterface.PageCountParameters, _ call: VarlinkCall<HostInterface.PageCount>) throws(HostInterface.Failure)
    func pageIds(_ parameters: HostInterface.PageIdsParameters, _ call: VarlinkCall<HostInterface.PageIds>) throws(HostInterface.Failure)
    func lookUp(_ parameters: HostInterface.LookUpParameters, _ call: VarlinkCall<HostInterface.LookUp>) throws(HostInterface.Failure)
    func pageStep(_ parameters: HostInterface.PageStepParameters, _ call: VarlinkCall<HostInterface.PageStep>) throws(HostInterface.Failure)
    func pageMetrics(_ parameters: HostInterface.PageMetricsParameters, _ call: VarlinkCall<HostInterface.PageMetrics>) throws(HostInterface.Failure)
    func positions(_ parameters: HostInterface.PositionsParameters, _ call: VarlinkCall<HostInterface.Positions>) throws(HostInterface.Failure)
    func pagesAt(_ parameters: HostInterface.PagesAtParameters, _ call: VarlinkCall<HostInterface.PagesAt>) throws(HostInterface.Failure)
    func getCFI(_ parameters: HostInterface.GetCFIParameters, _ call: VarlinkCall<HostInterface.GetCFI>) throws(HostInterface.Failure)
    func findCFI(_ parameters: HostInterface.FindCFIParameters, _ call: VarlinkCall<HostInterface.FindCFI>) throws(HostInterface.Failure)
    func findLabel(_ parameters: HostInterface.FindLabelParameters, _ call: VarlinkCall<HostInterface.FindLabel>) throws(HostInterface.Failure)
    func prepare(_ parameters: HostInterface.PrepareParameters, _ call: VarlinkCall<HostInterface.Prepare>) throws(HostInterface.Failure)
    func render(_ parameters: HostInterface.RenderParameters, _ call: VarlinkCall<HostInterface.Render>) throws(HostInterface.Failure)
    func prefetch(_ parameters: HostInterface.PrefetchParameters, _ call: VarlinkCall<HostInterface.Prefetch>) throws(HostInterface.Failure)
    func cancelPrefetch(_ parameters: HostInterface.CancelPrefetchParameters, _ call: VarlinkCall<HostInterface.CancelPrefetch>) throws(HostInterface.Failure)
    func appearance(_ parameters: HostInterface.AppearanceParameters, _ call: VarlinkCall<HostInterface.Appearance>) throws(HostInterface.Failure)
    func refresh(_ parameters: HostInterface.RefreshParameters, _ call: VarlinkCall<HostInterface.Refresh>) throws(HostInterface.Failure)
    func move(_ parameters: HostInterface.MoveParameters, _ call: VarlinkCall<HostInterface.Move>) throws(HostInterface.Failure)
    func hit(_ parameters: HostInterface.HitParameters, _ call: VarlinkCall<HostInterface.Hit>) throws(HostInterface.Failure)
    func contents(_ parameters: HostInterface.ContentsParameters, _ call: VarlinkCall<HostInterface.Contents>) throws(HostInterface.Failure)
    func find(_ parameters: HostInterface.FindParameters, _ call: VarlinkCall<HostInterface.Find>) throws(HostInterface.Failure)
    func findAhead(_ parameters: HostInterface.FindAheadParameters, _ call: VarlinkCall<HostInterface.FindAhead>) throws(HostInterface.Failure)
    func trim(_ parameters: HostInterface.TrimParameters, _ call: VarlinkCall<HostInterface.Trim>) throws(HostInterface.Failure)
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
        switch incoming.method(in: "\u{7}Confine\u{4}Load\u{9}Configure\u{7}Examine\u{5}Probe\u{4}Open\u{5}Close\u{9}PageCount\u{7}PageIds\u{6}LookUp\u{8}PageStep\u{b}PageMetrics\u{9}Positions\u{7}PagesAt\u{6}GetCFI\u{7}FindCFI\u{9}FindLabel\u{7}Prepare\u{6}Render\u{8}Prefetch\u{e}CancelPrefetch\u{a}Appearance\u{7}Refresh\u{4}Move\u{3}Hit\u{8}Contents\u{4}Find\u{9}FindAhead\u{4}Trim") {
        case 0: try serve(incoming, HostInterface.Confine.self) { (parameters, call) throws(HostInterface.Failure) in try handler.confine(parameters, call) }
        case 1: try serve(incoming, HostInterface.Load.self) { (parameters, call) throws(HostInterface.Failure) in try handler.load(parameters, call) }
        case 2: try serve(incoming, HostInterface.Configure.self) { (parameters, call) throws(HostInterface.Failure) in try handler.configure(parameters, call) }
        case 3: try serve(incoming, HostInterface.Examine.self) { (parameters, call) throws(HostInterface.Failure) in try handler.examine(parameters, call) }
        case 4: try serve(incoming, HostInterface.Probe.self) { (parameters, call) throws(HostInterface.Failure) in try handler.probe(parameters, call) }
        case 5: try serve(incoming, HostInterface.Open.self) { (parameters, call) throws(HostInterface.Failure) in try handler.open(parameters, call) }
        case 6: try serve(incoming, HostInterface.Close.self) { (parameters, call) throws(HostInterface.Failure) in try handler.close(parameters, call) }
        case 7: try serve(incoming, HostInterface.PageCount.self) { (parameters, call) throws(HostInterface.Failure) in try handler.pageCount(parameters, call) }
        case 8: try serve(incoming, HostInterface.PageIds.self) { (parameters, call) throws(HostInterface.Failure) in try handler.pageIds(parameters, call) }
        case 9: try serve(incoming, HostInterface.LookUp.self) { (parameters, call) throws(HostInterface.Failure) in try handler.lookUp(parameters, call) }
        case 10: try serve(incoming, HostInterface.PageStep.self) { (parameters, call) throws(HostInterface.Failure) in try handler.pageStep(parameters, call) }
        case 11: try serve(incoming, HostInterface.PageMetrics.self) { (parameters, call) throws(HostInterface.Failure) in try handler.pageMetrics(parameters, call) }
        case 12: try serve(incoming, HostInterface.Positions.self) { (parameters, call) throws(HostInterface.Failure) in try handler.positions(parameters, call) }
        case 13: try serve(incoming, HostInterface.PagesAt.self) { (parameters, call) throws(HostInterface.Failure) in try handler.pagesAt(parameters, call) }
        case 14: try serve(incoming, HostInterface.GetCFI.self) { (parameters, call) throws(HostInterface.Failure) in try handler.getCFI(parameters, call) }
        case 15: try serve(incoming, HostInterface.FindCFI.self) { (parameters, call) throws(HostInterface.Failure) in try handler.findCFI(parameters, call) }
        case 16: try serve(incoming, HostInterface.FindLabel.self) { (parameters, call) throws(HostInterface.Failure) in try handler.findLabel(parameters, call) }
        case 17: try serve(incoming, HostInterface.Prepare.self) { (parameters, call) throws(HostInterface.Failure) in try handler.prepare(parameters, call) }
        case 18: try serve(incoming, HostInterface.Render.self) { (parameters, call) throws(HostInterface.Failure) in try handler.render(parameters, call) }
        case 19: try serve(incoming, HostInterface.Prefetch.self) { (parameters, call) throws(HostInterface.Failure) in try handler.prefetch(parameters, call) }
        case 20: try serve(incoming, HostInterface.CancelPrefetch.self) { (parameters, call) throws(HostInterface.Failure) in try handler.cancelPrefetch(parameters, call) }
        case 21: try serve(incoming, HostInterface.Appearance.self) { (parameters, call) throws(HostInterface.Failure) in try handler.appearance(parameters, call) }
        case 22: try serve(incoming, HostInterface.Refresh.self) { (parameters, call) throws(HostInterface.Failure) in try handler.refresh(parameters, call) }
        case 23: try serve(incoming, HostInterface.Move.self) { (parameters, call) throws(HostInterface.Failure) in try handler.move(parameters, call) }
        case 24: try serve(incoming, HostInterface.Hit.self) { (parameters, call) throws(HostInterface.Failure) in try handler.hit(parameters, call) }
        case 25: try serve(incoming, HostInterface.Contents.self) { (parameters, call) throws(HostInterface.Failure) in try handler.contents(parameters, call) }
        case 26: try serve(incoming, HostInterface.Find.self) { (parameters, call) throws(HostInterface.Failure) in try handler.find(parameters, call) }
        case 27: try serve(incoming, HostInterface.FindAhead.self) { (parameters, call) throws(HostInterface.Failure) in try handler.findAhead(parameters, call) }
        case 28: try serve(incoming, HostInterface.Trim.self) { (parameters, call) throws(HostInterface.Failure) in try handler.trim(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(HostInterface.Failure) -> Void) throws(JSONError) where Method.Failure == HostInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(HostInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }
}
