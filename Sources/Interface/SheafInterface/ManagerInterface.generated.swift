// Generated from org.sheaf.Manager.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// The operator's view of the service. Operators are root, the user whom the service runs as where that is a person, and members of the group that
/// OperatorGroup= names (sheaf), as they were when they connected. They see everything, though they can't use the readers of
/// others; others see what is theirs.
package enum ManagerInterface {
    /// "org.sheaf.Manager"
    package static var name: StaticString { "org.sheaf.Manager" }

    /// The text of the description.
    package static var text: StaticString { ##"# The operator's view of the service. Operators are root, the user whom the service runs as where that is a person, and members of the group that\##n# OperatorGroup= names (sheaf), as they were when they connected. They see everything, though they can't use the readers of\##n# others; others see what is theirs.\##ninterface org.sheaf.Manager\##n\##n# The page cache, in bytes. `reserved` is what renders under way will take. `hits`, `misses`, `joined` and `evicted`\##n# count pages since the start; `notKept` those that were handed over and not kept, for want of room. `leasedPages` and\##n# `leasedBytes` are what viewers were handed and have not returned, each page once; `leasedOutside` the bytes of those that\##n# the cache does not hold any more: it may hold so much less than `hardLimit`. `thumbnails` are kept beside it, within a\##n# limit of their own, and take `thumbnailBytes`.\##ntype Cache (\##n    softLimit: int,\##n    hardLimit: int,\##n    bytes: int,\##n    reserved: int,\##n    pages: int,\##n    hits: int,\##n    misses: int,\##n    joined: int,\##n    evicted: int,\##n    notKept: int,\##n    leasedPages: int,\##n    leasedBytes: int,\##n    leasedOutside: int,\##n    thumbnails: int,\##n    thumbnailBytes: int\##n)\##n\##n# How short memory is. The cache is limited to 60 or 20 % of what is configured, or to protected pages.\##ntype PressureLevel (low, medium, critical)\##n\##n# The source of a warning that memory is short: what systemd has the service watch (MEMORY_PRESSURE_WATCH), the unit's\##n# own cgroup, the machine, a look at what memory is available, a signal, a call of WarnMemory.\##ntype PressureSource (serviceManager, cgroup, machine, availableMemory, signal, call)\##n\##n# How many warnings there were from one source at one level.\##ntype PressureCount (source: PressureSource, level: PressureLevel, warnings: int)\##n\##n# The effects of the last warning. `withinLimit` is when the cache was within its new limit, and `returned` when the\##n# memory was back with the system, in microseconds from the warning; `returned` is absent where that is not so yet, or\##n# could not be learnt. `freedPages` and `freedBytes` are what was let go.\##ntype PressureReaction (\##n    level: PressureLevel,\##n    source: PressureSource,\##n    freedPages: int,\##n    freedBytes: int,\##n    withinLimit: int,\##n    returned: ?int\##n)\##n\##n# Memory pressure. `watched` is the source that the kernel's events come from, absent where there is none. While a limit is\##n# in force that is lower than configured, `level` is its level, `source` who asked for it, `since` and `until` the seconds\##n# since then and until it is gone unless another warning comes, `next` those until it rises next; `recovering` while it rises already; `sustained` where\##n# there were so many warnings that it stays down until a minute has passed without one. `warnings` are counted since the\##n# start.\##ntype Pressure (\##n    watched: ?PressureSource,\##n    level: ?PressureLevel,\##n    source: ?PressureSource,\##n    since: ?float,\##n    next: ?float,\##n    until: ?float,\##n    recovering: bool,\##n    sustained: bool,\##n    configuredLimit: int,\##n    warnings: []PressureCount,\##n    lastReaction: ?PressureReaction\##n)\##n\##n# How much of something a user has, and how much one user may have (`value`). `limit` is its name in sheafd.conf.\##ntype Quota (limit: string, used: int, value: int)\##n\##n# The account of a user: one quota for each limit on users. `leasedPages` are the pages that the user's viewers were\##n# handed and have not returned.\##ntype UserAccount (uid: int, quotas: []Quota, leasedPages: int)\##n\##n# A reader. `title` is what people call its document, absent where that is not known. `pagesHeld` and `bytesHeld` are what was handed to its viewers as descriptors and not returned; `connections` how many\##n# connections use it. `current`: of the readers of its user it is the one that was called last; left out of the others.\##ntype ReaderEntry (\##n    reader: string,\##n    uid: int,\##n    document: string,\##n    title: ?string,\##n    provider: string,\##n    index: int,\##n    pages: int,\##n    connections: int,\##n    pagesHeld: int,\##n    bytesHeld: int,\##n    current: ?bool\##n)\##n\##n# The paper that a page is shown on. Paper, Trim and TextFlow are as org.sheaf.Reader has them.\##ntype Paper (day, sepia, night, inverted)\##ntype Trim (no, page, document)\##ntype TextFlow (\##n    width: ?float,\##n    height: ?float,\##n    fontSize: ?float,\##n    fontFamily: ?string,\##n    lineHeight: ?float,\##n    margin: ?float,\##n    columns: ?int,\##n    justify: ?bool,\##n    unwrap: ?bool,\##n    encoding: ?string,\##n    styles: ?TextStyles\##n)\##ntype TextStyles (book, plain)\##n\##n# The looks with which a document was opened. `flow` is left out where it is as the provider is set; `ordered`: its pages come in an order\##n# that a reader wants.\##ntype DocumentLooks (trim: Trim, flow: ?TextFlow, ordered: bool)\##n\##n# An open document. `title` is what people call it, absent where that is not known; `name` its path below a library folder, absent where it\##n# came as a descriptor. `readers` are on it, and `cachedPages` with `cachedBytes` in the cache: for operators those of all users, for others\##n# their own, of a document of the library the pages that were rendered for them. `state` tells whether it can be read, or why not. `looks`\##n# tells apart what is one file; it is left out where all is as the document and its provider have it.\##ntype DocumentEntry (\##n    document: string,\##n    provider: string,\##n    uid: ?int,\##n    title: ?string,\##n    name: ?string,\##n    pages: int,\##n    bytes: int,\##n    readers: int,\##n    cachedPages: int,\##n    cachedBytes: int,\##n    state: string,\##n    looks: ?DocumentLooks\##n)\##n\##n# A provider: its file, and what it can do. `refused` says why it could not be loaded. `priority` is that of its section in the\##n# configuration. Where a file was given, `certainty` is how sure it is that it opens it, from 1 to 100; absent where it is `refused`.\##n# `suffixes` are what the names of its files end in, in small letters (".pdf"), `unlisted` those of them whose files no library lists, and\##n# `mediaTypes` what its documents are: as its .provider file declares them, absent where that declares none.\##ntype ProviderEntry (\##n    name: string,\##n    path: string,\##n    version: ?string,\##n    summary: ?string,\##n    capabilities: []string,\##n    refused: ?string,\##n    priority: ?int,\##n    certainty: ?int,\##n    suffixes: ?[]string,\##n    unlisted: ?[]string,\##n    mediaTypes: ?[]string\##n)\##n\##n# A change of a provider's file.\##ntype ProviderChange (provider: string, change: (added, replaced, removed))\##n\##ntype HostState (starting, idle, busy, ending)\##n\##n# One part of what confines a provider host. `privileges`: it has none and gains none; `limits`: on what it takes; `files`: it reads\##n# only those that it is meant to read; `network`, `scopes`: no TCP, no signals to others and no abstract sockets, refused by Landlock\##n# too; `systemCalls`: only those that rendering needs.\##ntype Confinement (privileges, limits, files, network, scopes, systemCalls)\##n\##n# A provider host: a process that runs a provider for one user, or for the library where `uid` is absent. `documents` are open in\##n# it; `isolated`: it has one document alone, which has ended another host before. `memory` is what it has for itself, in bytes;\##n# absent where the kernel does not tell. `confinement` is what confines it; `readablePaths` and `executableMemory` are what its\##n# provider is allowed beyond the others, since it declares that it needs them. `program` is the process of a provider that is a\##n# program: what is said of the host is said of both.\##ntype HostEntry (\##n    pid: int,\##n    program: ?int,\##n    provider: string,\##n    uid: ?int,\##n    documents: int,\##n    state: HostState,\##n    isolated: bool,\##n    memory: ?int,\##n    confinement: []Confinement,\##n    readablePaths: []string,\##n    executableMemory: bool\##n)\##n\##n# A number of pages and their bytes.\##ntype Amount (pages: int, bytes: int)\##n\##n# How much the cache may hold: `soft` bytes and `pages` pages of what it keeps and what is being rendered; `hard` bytes and\##n# `hardPages` pages with what is deferred.\##ntype CacheLimits (soft: int, hard: int, pages: int, hardPages: int)\##n\##n# The memory that pages take, by state. Each page that is alive is `cached` or `deferred`: out of the cache, and needed\##n# until its transition has settled. `rendering` is reserved for renders under way. Of the pages that are alive, readers\##n# at rest show `shown`, and `moving` are needed otherwise. `leased` are the pages that viewers were handed and have not\##n# returned, each page once, and `leasedOutside` those of them that are alive for viewers only. `thumbnails` are kept\##n# beside the cache.\##ntype CacheStates (\##n    cached: Amount,\##n    deferred: Amount,\##n    rendering: Amount,\##n    shown: Amount,\##n    moving: Amount,\##n    leased: Amount,\##n    leasedOutside: Amount,\##n    thumbnails: Amount\##n)\##n\##n# The counts of pages since the start: those of `Cache`; `deferred` ones, and those of them that were cached again,\##n# since somebody asked for them (`readmitted`); those rendered before anybody asked (`readAhead`), those of them that\##n# somebody asked for later (`readAheadUsed`), and those that went before that (`readAheadWasted`).\##ntype CacheCounters (\##n    hits: int,\##n    misses: int,\##n    joined: int,\##n    evicted: int,\##n    notKept: int,\##n    deferred: int,\##n    readmitted: int,\##n    readAhead: int,\##n    readAheadUsed: int,\##n    readAheadWasted: int\##n)\##n\##n# Renders: how many are under way, and how those since the start have ended. Those that gave a page took `seconds` in all. Of those that\##n# were cancelled, `cancelledAhead` were read ahead.\##ntype Renders (\##n    underWay: int,\##n    rendered: int,\##n    failed: int,\##n    cancelled: int,\##n    cancelledAhead: int,\##n    seconds: float\##n)\##n\##n# How often readers have waited for pages that they were to show, openings among it, since the start: until all of them were there, or the\##n# reader had gone on. `seconds` in all; on a screen that draws 60 frames a second `droppedFrames` went by.\##ntype Waits (waits: int, seconds: float, droppedFrames: int)\##n\##ntype CachePageState (cached, deferred, rendering)\##n\##n# Why a page is kept alive: some reader at rest shows it, or it is needed otherwise, as in a transition.\##ntype CachePageNeed (none, moving, shown)\##n\##n# A page in the cache, or on its way there. `index` is absent where it is not known, `label` where the page has none but its number, or\##n# nobody has asked for it. `width` and `height` are those of the picture, in pixels; `whole` tells whether it is all of the page.\##n# `bytes` is what it takes, or what is reserved for it. `leases` is how often viewers hold it. `renderTime` is how long it took, in\##n# microseconds; absent until it is rendered. `readAhead`: nobody has asked for it yet.\##ntype CachePage (\##n    document: string,\##n    provider: string,\##n    page: int,\##n    index: ?int,\##n    label: ?string,\##n    width: int,\##n    height: int,\##n    whole: bool,\##n    scale: float,\##n    rotation: int,\##n    format: string,\##n    bytes: int,\##n    state: CachePageState,\##n    need: CachePageNeed,\##n    leases: int,\##n    renderTime: ?int,\##n    readAhead: bool,\##n    paper: Paper\##n)\##n\##n# The service as a whole. `uptime` in seconds. `memoryLimit` is how much memory its cgroup allows it and its hosts, in bytes; absent where\##n# that sets no limit. The cache takes no more than half of it, whatever is configured. `users` has those who take anything, by uid: for operators all, for others only\##n# themselves.\##n#\##n# Repeatable.\##nmethod Status() -> (\##n    version: string,\##n    pid: int,\##n    uptime: int,\##n    readers: int,\##n    documents: int,\##n    hosts: int,\##n    connections: int,\##n    memoryLimit: ?int,\##n    cache: Cache,\##n    pressure: Pressure,\##n    users: []UserAccount\##n)\##n\##n# The cache as a whole. `limits` are in force: less than those `configured` while `pressure` has a level, and by what is\##n# `leasedOutside`. `thumbnailLimit` is in bytes. With `list`, `pages` has the pages of documents that the caller has passed as descriptors, for\##n# operators those of all; by document, then by index. It has 1024 at most, and `leftOut` is how many more there are.\##n# A render of a document that was closed meanwhile counts in `states` until it has ended, and is in no list.\##n#\##n# Repeatable.\##nmethod GetCache(list: ?bool) -> (\##n    policy: string,\##n    configured: CacheLimits,\##n    limits: CacheLimits,\##n    states: CacheStates,\##n    thumbnailLimit: int,\##n    counters: CacheCounters,\##n    renders: Renders,\##n    waits: Waits,\##n    pressure: Pressure,\##n    pages: ?[]CachePage,\##n    leftOut: ?int\##n)\##n\##n# Lists the readers of the caller, for operators all, by id. A call with `more` gets all of them, 256 in a reply.\##n# Between two replies others are served, and readers may come or go. A call without `more` gets 1024 at most, and\##n# `leftOut` is how many more there are.\##n#\##n# Repeatable.\##nmethod ListReaders() -> (readers: []ReaderEntry, leftOut: ?int)\##n\##n# Lists the documents that readers of the caller are on, for operators all; in as many replies as ListReaders.\##n#\##n# Repeatable.\##nmethod ListDocuments() -> (documents: []DocumentEntry, leftOut: ?int)\##n\##n# The providers, in the order in which they are asked. With a `fileDescriptor` of a file, those that claim it: the first is the one\##n# that opens it, or whose own it is and which is `refused`: nobody opens it then. `name` is what the file is called. A file that can't be\##n# opened at all is FileRefused. With `declared`, none is loaded for the answer: of one that was not used yet there is what its file declares.\##n#\##n# Repeatable.\##nmethod ListProviders(fileDescriptor: ?int, name: ?string, declared: ?bool) -> (providers: []ProviderEntry)\##n\##n# The provider hosts that run, oldest first: those of the caller and of the library, for operators all.\##n#\##n# Repeatable.\##nmethod ListHosts() -> (hosts: []HostEntry)\##n\##n# Tells the service that memory is short. Operators may; others get PermissionDenied. Answers when\##n# the cache is within its new limit: what is in force then, which is lower than what `level` asks for where another warning\##n# has asked for less, and what was let go for it. `microseconds` is how long that took.\##nmethod WarnMemory(level: PressureLevel) -> (\##n    softLimit: int,\##n    hardLimit: int,\##n    freedPages: int,\##n    freedBytes: int,\##n    microseconds: int,\##n    pressure: Pressure\##n)\##n\##n# How much a log line matters, the worst first.\##ntype LogLevel (error, warning, notice, info, debug)\##n\##n# Where log lines go: the journal where standard error is one and else standard error (`auto`), the journal, standard error (`console`), nowhere.\##ntype LogTarget (auto, journal, console, null)\##n\##n# Returns which lines are logged, those of `level` and worse, and where they go.\##n#\##n# Repeatable.\##nmethod GetLog() -> (level: LogLevel, target: LogTarget)\##n\##n# Changes what is given, until the service ends or reads its configuration again; answers with what holds then. Operators\##n# may; others get PermissionDenied.\##n#\##n# Repeatable.\##nmethod SetLog(level: ?LogLevel, target: ?LogTarget) -> (level: LogLevel, target: LogTarget)\##n\##n# Has the service read its configuration again, as SIGHUP does. Those may who may warn (WarnMemory); others get PermissionDenied.\##n# `changed` has the keys whose values are others than before, and "Provider NAME" for a provider with other\##n# settings; `afterRestart` those of them that take effect when the service is started again; `warnings` the lines that were\##n# ignored, with their file and what is wrong; `providers` those whose files came, went or were replaced since it was asked last: what is open\##n# with one that was replaced is opened again with the new one, and its readers stay where they are. A configuration that can't be used is\##n# refused as a whole, and so is one with a section for a provider that is not there, or with a setting that its provider refuses: the\##n# one before stays in force then.\##n#\##n# Repeatable.\##nmethod Reload() -> (changed: []string, afterRestart: []string, warnings: []string, providers: ?[]ProviderChange)\##n\##n# The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"), `reason` says what it must\##n# be: "unknown field", "missing", "not of the type int", "not one of page, width, height, scale".\##nerror InvalidCall (field: string, reason: string)\##n\##n# A file can't be looked at.\##nerror FileRefused (reason: string)\##n\##n# Why a configuration was not taken. `line` counts from 1; absent for a file as a whole.\##nerror ConfigurationRefused (file: string, line: ?int, reason: string)\##n"## }

    /// The page cache, in bytes. `reserved` is what renders under way will take. `hits`, `misses`, `joined` and `evicted`
    /// count pages since the start; `notKept` those that were handed over and not kept, for want of room. `leasedPages` and
    /// `leasedBytes` are what viewers were handed and have not returned, each page once; `leasedOutside` the bytes of those that
    /// the cache does not hold any more: it may hold so much less than `hardLimit`. `thumbnails` are kept beside it, within a
    /// limit of their own, and take `thumbnailBytes`.
    package struct Cache: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var softLimit: Int
        package var hardLimit: Int
        package var bytes: Int
        package var reserved: Int
        package var pages: Int
        package var hits: Int
        package var misses: Int
        package var joined: Int
        package var evicted: Int
        package var notKept: Int
        package var leasedPages: Int
        package var leasedBytes: Int
        package var leasedOutside: Int
        package var thumbnails: Int
        package var thumbnailBytes: Int
        package init(softLimit: Int, hardLimit: Int, bytes: Int, reserved: Int, pages: Int, hits: Int, misses: Int, joined: Int, evicted: Int, notKept: Int, leasedPages: Int, leasedBytes: Int, leasedOutside: Int, thumbnails: Int, thumbnailBytes: Int) { self.softLimit = softLimit; self.hardLimit = hardLimit; self.bytes = bytes; self.reserved = reserved; self.pages = pages; self.hits = hits; self.misses = misses; self.joined = joined; self.evicted = evicted; self.notKept = notKept; self.leasedPages = leasedPages; self.leasedBytes = leasedBytes; self.leasedOutside = leasedOutside; self.thumbnails = thumbnails; self.thumbnailBytes = thumbnailBytes }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}softLimit\u{9}hardLimit\u{5}bytes\u{8}reserved\u{5}pages\u{4}hits\u{6}misses\u{6}joined\u{7}evicted\u{7}notKept\u{b}leasedPages\u{b}leasedBytes\u{d}leasedOutside\u{a}thumbnails\u{e}thumbnailBytes")
            var _softLimit: Int?, _hardLimit: Int?, _bytes: Int?, _reserved: Int?, _pages: Int?, _hits: Int?, _misses: Int?, _joined: Int?, _evicted: Int?, _notKept: Int?, _leasedPages: Int?, _leasedBytes: Int?, _leasedOutside: Int?, _thumbnails: Int?, _thumbnailBytes: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_softLimit)
                case 1: try fields.read(&_hardLimit)
                case 2: try fields.read(&_bytes)
                case 3: try fields.read(&_reserved)
                case 4: try fields.read(&_pages)
                case 5: try fields.read(&_hits)
                case 6: try fields.read(&_misses)
                case 7: try fields.read(&_joined)
                case 8: try fields.read(&_evicted)
                case 9: try fields.read(&_notKept)
                case 10: try fields.read(&_leasedPages)
                case 11: try fields.read(&_leasedBytes)
                case 12: try fields.read(&_leasedOutside)
                case 13: try fields.read(&_thumbnails)
                default: try fields.read(&_thumbnailBytes)
            } }
            guard let _softLimit, let _hardLimit, let _bytes, let _reserved, let _pages, let _hits, let _misses, let _joined, let _evicted, let _notKept, let _leasedPages, let _leasedBytes, let _leasedOutside, let _thumbnails, let _thumbnailBytes else { throw fields.missing(32767) }
            self.softLimit = _softLimit; self.hardLimit = _hardLimit; self.bytes = _bytes; self.reserved = _reserved; self.pages = _pages; self.hits = _hits; self.misses = _misses; self.joined = _joined; self.evicted = _evicted; self.notKept = _notKept; self.leasedPages = _leasedPages; self.leasedBytes = _leasedBytes; self.leasedOutside = _leasedOutside; self.thumbnails = _thumbnails; self.thumbnailBytes = _thumbnailBytes
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"softLimit":"#, self.softLimit)
            writer.field(#","hardLimit":"#, self.hardLimit)
            writer.field(#","bytes":"#, self.bytes)
            writer.field(#","reserved":"#, self.reserved)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","hits":"#, self.hits)
            writer.field(#","misses":"#, self.misses)
            writer.field(#","joined":"#, self.joined)
            writer.field(#","evicted":"#, self.evicted)
            writer.field(#","notKept":"#, self.notKept)
            writer.field(#","leasedPages":"#, self.leasedPages)
            writer.field(#","leasedBytes":"#, self.leasedBytes)
            writer.field(#","leasedOutside":"#, self.leasedOutside)
            writer.field(#","thumbnails":"#, self.thumbnails)
            writer.field(#","thumbnailBytes":"#, self.thumbnailBytes)
            writer.endObject()
        }
    }

    /// How short memory is. The cache is limited to 60 or 20 % of what is configured, or to protected pages.
    package enum PressureLevel: String, JSONEnumeration { case low, medium, critical }

    /// The source of a warning that memory is short: what systemd has the service watch (MEMORY_PRESSURE_WATCH), the unit's
    /// own cgroup, the machine, a look at what memory is available, a signal, a call of WarnMemory.
    package enum PressureSource: String, JSONEnumeration { case serviceManager, cgroup, machine, availableMemory, signal, call }

    /// How many warnings there were from one source at one level.
    package struct PressureCount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var source: ManagerInterface.PressureSource
        package var level: ManagerInterface.PressureLevel
        package var warnings: Int
        package init(source: ManagerInterface.PressureSource, level: ManagerInterface.PressureLevel, warnings: Int) { self.source = source; self.level = level; self.warnings = warnings }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}source\u{5}level\u{8}warnings")
            var _source: ManagerInterface.PressureSource?, _level: ManagerInterface.PressureLevel?, _warnings: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_source)
                case 1: try fields.read(&_level)
                default: try fields.read(&_warnings)
            } }
            guard let _source, let _level, let _warnings else { throw fields.missing(7) }
            self.source = _source; self.level = _level; self.warnings = _warnings
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"source":"#, self.source)
            writer.field(#","level":"#, self.level)
            writer.field(#","warnings":"#, self.warnings)
            writer.endObject()
        }
    }

    /// The effects of the last warning. `withinLimit` is when the cache was within its new limit, and `returned` when the
    /// memory was back with the system, in microseconds from the warning; `returned` is absent where that is not so yet, or
    /// could not be learnt. `freedPages` and `freedBytes` are what was let go.
    package struct PressureReaction: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.PressureLevel
        package var source: ManagerInterface.PressureSource
        package var freedPages: Int
        package var freedBytes: Int
        package var withinLimit: Int
        package var returned: Int?
        package init(level: ManagerInterface.PressureLevel, source: ManagerInterface.PressureSource, freedPages: Int, freedBytes: Int, withinLimit: Int, returned: Int? = nil) { self.level = level; self.source = source; self.freedPages = freedPages; self.freedBytes = freedBytes; self.withinLimit = withinLimit; self.returned = returned }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level\u{6}source\u{a}freedPages\u{a}freedBytes\u{b}withinLimit\u{8}returned")
            var _level: ManagerInterface.PressureLevel?, _source: ManagerInterface.PressureSource?, _freedPages: Int?, _freedBytes: Int?, _withinLimit: Int?, _returned: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_level)
                case 1: try fields.read(&_source)
                case 2: try fields.read(&_freedPages)
                case 3: try fields.read(&_freedBytes)
                case 4: try fields.read(&_withinLimit)
                default: try fields.readOptional(&_returned)
            } }
            guard let _level, let _source, let _freedPages, let _freedBytes, let _withinLimit else { throw fields.missing(31) }
            self.level = _level; self.source = _source; self.freedPages = _freedPages; self.freedBytes = _freedBytes; self.withinLimit = _withinLimit; self.returned = _returned
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"level":"#, self.level)
            writer.field(#","source":"#, self.source)
            writer.field(#","freedPages":"#, self.freedPages)
            writer.field(#","freedBytes":"#, self.freedBytes)
            writer.field(#","withinLimit":"#, self.withinLimit)
            writer.optional(#","returned":"#, self.returned)
            writer.endObject()
        }
    }

    /// Memory pressure. `watched` is the source that the kernel's events come from, absent where there is none. While a limit is
    /// in force that is lower than configured, `level` is its level, `source` who asked for it, `since` and `until` the seconds
    /// since then and until it is gone unless another warning comes, `next` those until it rises next; `recovering` while it rises already; `sustained` where
    /// there were so many warnings that it stays down until a minute has passed without one. `warnings` are counted since the
    /// start.
    package struct Pressure: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var watched: ManagerInterface.PressureSource?
        package var level: ManagerInterface.PressureLevel?
        package var source: ManagerInterface.PressureSource?
        package var since: Double?
        package var next: Double?
        package var until: Double?
        package var recovering: Bool
        package var sustained: Bool
        package var configuredLimit: Int
        package var warnings: [ManagerInterface.PressureCount]
        package var lastReaction: ManagerInterface.PressureReaction?
        package init(watched: ManagerInterface.PressureSource? = nil, level: ManagerInterface.PressureLevel? = nil, source: ManagerInterface.PressureSource? = nil, since: Double? = nil, next: Double? = nil, until: Double? = nil, recovering: Bool, sustained: Bool, configuredLimit: Int, warnings: [ManagerInterface.PressureCount], lastReaction: ManagerInterface.PressureReaction? = nil) { self.watched = watched; self.level = level; self.source = source; self.since = since; self.next = next; self.until = until; self.recovering = recovering; self.sustained = sustained; self.configuredLimit = configuredLimit; self.warnings = warnings; self.lastReaction = lastReaction }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}watched\u{5}level\u{6}source\u{5}since\u{4}next\u{5}until\u{a}recovering\u{9}sustained\u{f}configuredLimit\u{8}warnings\u{c}lastReaction")
            var _watched: ManagerInterface.PressureSource?, _level: ManagerInterface.PressureLevel?, _source: ManagerInterface.PressureSource?, _since: Double?, _next: Double?, _until: Double?, _recovering: Bool?, _sustained: Bool?, _configuredLimit: Int?, _warnings: [ManagerInterface.PressureCount]?, _lastReaction: ManagerInterface.PressureReaction?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_watched)
                case 1: try fields.readOptional(&_level)
                case 2: try fields.readOptional(&_source)
                case 3: try fields.readOptional(&_since)
                case 4: try fields.readOptional(&_next)
                case 5: try fields.readOptional(&_until)
                case 6: try fields.read(&_recovering)
                case 7: try fields.read(&_sustained)
                case 8: try fields.read(&_configuredLimit)
                case 9: try fields.read(&_warnings)
                default: try fields.readOptional(&_lastReaction)
            } }
            guard let _recovering, let _sustained, let _configuredLimit, let _warnings else { throw fields.missing(960) }
            self.watched = _watched; self.level = _level; self.source = _source; self.since = _since; self.next = _next; self.until = _until; self.recovering = _recovering; self.sustained = _sustained; self.configuredLimit = _configuredLimit; self.warnings = _warnings; self.lastReaction = _lastReaction
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","watched":"#, self.watched)
            writer.optionalOrFirst(#","level":"#, self.level)
            writer.optionalOrFirst(#","source":"#, self.source)
            writer.optionalOrFirst(#","since":"#, self.since)
            writer.optionalOrFirst(#","next":"#, self.next)
            writer.optionalOrFirst(#","until":"#, self.until)
            writer.fieldOrFirst(#","recovering":"#, self.recovering)
            writer.field(#","sustained":"#, self.sustained)
            writer.field(#","configuredLimit":"#, self.configuredLimit)
            writer.field(#","warnings":"#, self.warnings)
            writer.optional(#","lastReaction":"#, self.lastReaction)
            writer.endObject()
        }
    }

    /// How much of something a user has, and how much one user may have (`value`). `limit` is its name in sheafd.conf.
    package struct Quota: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var limit: String
        package var used: Int
        package var value: Int
        package init(limit: String, used: Int, value: Int) { self.limit = limit; self.used = used; self.value = value }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}limit\u{4}used\u{5}value")
            var _limit: String?, _used: Int?, _value: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_limit)
                case 1: try fields.read(&_used)
                default: try fields.read(&_value)
            } }
            guard let _limit, let _used, let _value else { throw fields.missing(7) }
            self.limit = _limit; self.used = _used; self.value = _value
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"limit":"#, self.limit)
            writer.field(#","used":"#, self.used)
            writer.field(#","value":"#, self.value)
            writer.endObject()
        }
    }

    /// The account of a user: one quota for each limit on users. `leasedPages` are the pages that the user's viewers were
    /// handed and have not returned.
    package struct UserAccount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var uid: Int
        package var quotas: [ManagerInterface.Quota]
        package var leasedPages: Int
        package init(uid: Int, quotas: [ManagerInterface.Quota], leasedPages: Int) { self.uid = uid; self.quotas = quotas; self.leasedPages = leasedPages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}uid\u{6}quotas\u{b}leasedPages")
            var _uid: Int?, _quotas: [ManagerInterface.Quota]?, _leasedPages: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_uid)
                case 1: try fields.read(&_quotas)
                default: try fields.read(&_leasedPages)
            } }
            guard let _uid, let _quotas, let _leasedPages else { throw fields.missing(7) }
            self.uid = _uid; self.quotas = _quotas; self.leasedPages = _leasedPages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"uid":"#, self.uid)
            writer.field(#","quotas":"#, self.quotas)
            writer.field(#","leasedPages":"#, self.leasedPages)
            writer.endObject()
        }
    }

    /// A reader. `title` is what people call its document, absent where that is not known. `pagesHeld` and `bytesHeld` are what was handed to its viewers as descriptors and not returned; `connections` how many
    /// connections use it. `current`: of the readers of its user it is the one that was called last; left out of the others.
    package struct ReaderEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var uid: Int
        package var document: String
        package var title: String?
        package var provider: String
        package var index: Int
        package var pages: Int
        package var connections: Int
        package var pagesHeld: Int
        package var bytesHeld: Int
        package var current: Bool?
        package init(reader: String, uid: Int, document: String, title: String? = nil, provider: String, index: Int, pages: Int, connections: Int, pagesHeld: Int, bytesHeld: Int, current: Bool? = nil) { self.reader = reader; self.uid = uid; self.document = document; self.title = title; self.provider = provider; self.index = index; self.pages = pages; self.connections = connections; self.pagesHeld = pagesHeld; self.bytesHeld = bytesHeld; self.current = current }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}reader\u{3}uid\u{8}document\u{5}title\u{8}provider\u{5}index\u{5}pages\u{b}connections\u{9}pagesHeld\u{9}bytesHeld\u{7}current")
            var _reader: String?, _uid: Int?, _document: String?, _title: String?, _provider: String?, _index: Int?, _pages: Int?, _connections: Int?, _pagesHeld: Int?, _bytesHeld: Int?, _current: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_reader)
                case 1: try fields.read(&_uid)
                case 2: try fields.read(&_document)
                case 3: try fields.readOptional(&_title)
                case 4: try fields.read(&_provider)
                case 5: try fields.read(&_index)
                case 6: try fields.read(&_pages)
                case 7: try fields.read(&_connections)
                case 8: try fields.read(&_pagesHeld)
                case 9: try fields.read(&_bytesHeld)
                default: try fields.readOptional(&_current)
            } }
            guard let _reader, let _uid, let _document, let _provider, let _index, let _pages, let _connections, let _pagesHeld, let _bytesHeld else { throw fields.missing(1015) }
            self.reader = _reader; self.uid = _uid; self.document = _document; self.title = _title; self.provider = _provider; self.index = _index; self.pages = _pages; self.connections = _connections; self.pagesHeld = _pagesHeld; self.bytesHeld = _bytesHeld; self.current = _current
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"reader":"#, self.reader)
            writer.field(#","uid":"#, self.uid)
            writer.field(#","document":"#, self.document)
            writer.optional(#","title":"#, self.title)
            writer.field(#","provider":"#, self.provider)
            writer.field(#","index":"#, self.index)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","connections":"#, self.connections)
            writer.field(#","pagesHeld":"#, self.pagesHeld)
            writer.field(#","bytesHeld":"#, self.bytesHeld)
            writer.optional(#","current":"#, self.current)
            writer.endObject()
        }
    }

    /// The paper that a page is shown on. Paper, Trim and TextFlow are as org.sheaf.Reader has them.
    package enum Paper: String, JSONEnumeration { case day, sepia, night, inverted }

    package enum Trim: String, JSONEnumeration { case no, page, document }

    package struct TextFlow: JSONDecodable, JSONEncodable, Equatable, Sendable {
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
        package var styles: ManagerInterface.TextStyles?
        package init(width: Double? = nil, height: Double? = nil, fontSize: Double? = nil, fontFamily: String? = nil, lineHeight: Double? = nil, margin: Double? = nil, columns: Int? = nil, justify: Bool? = nil, unwrap: Bool? = nil, encoding: String? = nil, styles: ManagerInterface.TextStyles? = nil) { self.width = width; self.height = height; self.fontSize = fontSize; self.fontFamily = fontFamily; self.lineHeight = lineHeight; self.margin = margin; self.columns = columns; self.justify = justify; self.unwrap = unwrap; self.encoding = encoding; self.styles = styles }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}width\u{6}height\u{8}fontSize\u{a}fontFamily\u{a}lineHeight\u{6}margin\u{7}columns\u{7}justify\u{6}unwrap\u{8}encoding\u{6}styles")
            var _width: Double?, _height: Double?, _fontSize: Double?, _fontFamily: String?, _lineHeight: Double?, _margin: Double?, _columns: Int?, _justify: Bool?, _unwrap: Bool?, _encoding: String?, _styles: ManagerInterface.TextStyles?
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
                default: try fields.readOptional(&_styles)
            } }
            self.width = _width; self.height = _height; self.fontSize = _fontSize; self.fontFamily = _fontFamily; self.lineHeight = _lineHeight; self.margin = _margin; self.columns = _columns; self.justify = _justify; self.unwrap = _unwrap; self.encoding = _encoding; self.styles = _styles
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
            writer.optionalOrFirst(#","styles":"#, self.styles)
            writer.endObject()
        }
    }

    package enum TextStyles: String, JSONEnumeration { case book, plain }

    /// The looks with which a document was opened. `flow` is left out where it is as the provider is set; `ordered`: its pages come in an order
    /// that a reader wants.
    package struct DocumentLooks: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var trim: ManagerInterface.Trim
        package var flow: ManagerInterface.TextFlow?
        package var ordered: Bool
        package init(trim: ManagerInterface.Trim, flow: ManagerInterface.TextFlow? = nil, ordered: Bool) { self.trim = trim; self.flow = flow; self.ordered = ordered }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}trim\u{4}flow\u{7}ordered")
            var _trim: ManagerInterface.Trim?, _flow: ManagerInterface.TextFlow?, _ordered: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_trim)
                case 1: try fields.readOptional(&_flow)
                default: try fields.read(&_ordered)
            } }
            guard let _trim, let _ordered else { throw fields.missing(5) }
            self.trim = _trim; self.flow = _flow; self.ordered = _ordered
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"trim":"#, self.trim)
            writer.optional(#","flow":"#, self.flow)
            writer.field(#","ordered":"#, self.ordered)
            writer.endObject()
        }
    }

    /// An open document. `title` is what people call it, absent where that is not known; `name` its path below a library folder, absent where it
    /// came as a descriptor. `readers` are on it, and `cachedPages` with `cachedBytes` in the cache: for operators those of all users, for others
    /// their own, of a document of the library the pages that were rendered for them. `state` tells whether it can be read, or why not. `looks`
    /// tells apart what is one file; it is left out where all is as the document and its provider have it.
    package struct DocumentEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String
        package var provider: String
        package var uid: Int?
        package var title: String?
        package var name: String?
        package var pages: Int
        package var bytes: Int
        package var readers: Int
        package var cachedPages: Int
        package var cachedBytes: Int
        package var state: String
        package var looks: ManagerInterface.DocumentLooks?
        package init(document: String, provider: String, uid: Int? = nil, title: String? = nil, name: String? = nil, pages: Int, bytes: Int, readers: Int, cachedPages: Int, cachedBytes: Int, state: String, looks: ManagerInterface.DocumentLooks? = nil) { self.document = document; self.provider = provider; self.uid = uid; self.title = title; self.name = name; self.pages = pages; self.bytes = bytes; self.readers = readers; self.cachedPages = cachedPages; self.cachedBytes = cachedBytes; self.state = state; self.looks = looks }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}document\u{8}provider\u{3}uid\u{5}title\u{4}name\u{5}pages\u{5}bytes\u{7}readers\u{b}cachedPages\u{b}cachedBytes\u{5}state\u{5}looks")
            var _document: String?, _provider: String?, _uid: Int?, _title: String?, _name: String?, _pages: Int?, _bytes: Int?, _readers: Int?, _cachedPages: Int?, _cachedBytes: Int?, _state: String?, _looks: ManagerInterface.DocumentLooks?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_document)
                case 1: try fields.read(&_provider)
                case 2: try fields.readOptional(&_uid)
                case 3: try fields.readOptional(&_title)
                case 4: try fields.readOptional(&_name)
                case 5: try fields.read(&_pages)
                case 6: try fields.read(&_bytes)
                case 7: try fields.read(&_readers)
                case 8: try fields.read(&_cachedPages)
                case 9: try fields.read(&_cachedBytes)
                case 10: try fields.read(&_state)
                default: try fields.readOptional(&_looks)
            } }
            guard let _document, let _provider, let _pages, let _bytes, let _readers, let _cachedPages, let _cachedBytes, let _state else { throw fields.missing(2019) }
            self.document = _document; self.provider = _provider; self.uid = _uid; self.title = _title; self.name = _name; self.pages = _pages; self.bytes = _bytes; self.readers = _readers; self.cachedPages = _cachedPages; self.cachedBytes = _cachedBytes; self.state = _state; self.looks = _looks
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"document":"#, self.document)
            writer.field(#","provider":"#, self.provider)
            writer.optional(#","uid":"#, self.uid)
            writer.optional(#","title":"#, self.title)
            writer.optional(#","name":"#, self.name)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","bytes":"#, self.bytes)
            writer.field(#","readers":"#, self.readers)
            writer.field(#","cachedPages":"#, self.cachedPages)
            writer.field(#","cachedBytes":"#, self.cachedBytes)
            writer.field(#","state":"#, self.state)
            writer.optional(#","looks":"#, self.looks)
            writer.endObject()
        }
    }

    /// A provider: its file, and what it can do. `refused` says why it could not be loaded. `priority` is that of its section in the
    /// configuration. Where a file was given, `certainty` is how sure it is that it opens it, from 1 to 100; absent where it is `refused`.
    /// `suffixes` are what the names of its files end in, in small letters (".pdf"), `unlisted` those of them whose files no library lists, and
    /// `mediaTypes` what its documents are: as its .provider file declares them, absent where that declares none.
    package struct ProviderEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package var path: String
        package var version: String?
        package var summary: String?
        package var capabilities: [String]
        package var refused: String?
        package var priority: Int?
        package var certainty: Int?
        package var suffixes: [String]?
        package var unlisted: [String]?
        package var mediaTypes: [String]?
        package init(name: String, path: String, version: String? = nil, summary: String? = nil, capabilities: [String], refused: String? = nil, priority: Int? = nil, certainty: Int? = nil, suffixes: [String]? = nil, unlisted: [String]? = nil, mediaTypes: [String]? = nil) { self.name = name; self.path = path; self.version = version; self.summary = summary; self.capabilities = capabilities; self.refused = refused; self.priority = priority; self.certainty = certainty; self.suffixes = suffixes; self.unlisted = unlisted; self.mediaTypes = mediaTypes }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}name\u{4}path\u{7}version\u{7}summary\u{c}capabilities\u{7}refused\u{8}priority\u{9}certainty\u{8}suffixes\u{8}unlisted\u{a}mediaTypes")
            var _name: String?, _path: String?, _version: String?, _summary: String?, _capabilities: [String]?, _refused: String?, _priority: Int?, _certainty: Int?, _suffixes: [String]?, _unlisted: [String]?, _mediaTypes: [String]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_name)
                case 1: try fields.read(&_path)
                case 2: try fields.readOptional(&_version)
                case 3: try fields.readOptional(&_summary)
                case 4: try fields.read(&_capabilities)
                case 5: try fields.readOptional(&_refused)
                case 6: try fields.readOptional(&_priority)
                case 7: try fields.readOptional(&_certainty)
                case 8: try fields.readOptional(&_suffixes)
                case 9: try fields.readOptional(&_unlisted)
                default: try fields.readOptional(&_mediaTypes)
            } }
            guard let _name, let _path, let _capabilities else { throw fields.missing(19) }
            self.name = _name; self.path = _path; self.version = _version; self.summary = _summary; self.capabilities = _capabilities; self.refused = _refused; self.priority = _priority; self.certainty = _certainty; self.suffixes = _suffixes; self.unlisted = _unlisted; self.mediaTypes = _mediaTypes
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"name":"#, self.name)
            writer.field(#","path":"#, self.path)
            writer.optional(#","version":"#, self.version)
            writer.optional(#","summary":"#, self.summary)
            writer.field(#","capabilities":"#, self.capabilities)
            writer.optional(#","refused":"#, self.refused)
            writer.optional(#","priority":"#, self.priority)
            writer.optional(#","certainty":"#, self.certainty)
            writer.optional(#","suffixes":"#, self.suffixes)
            writer.optional(#","unlisted":"#, self.unlisted)
            writer.optional(#","mediaTypes":"#, self.mediaTypes)
            writer.endObject()
        }
    }

    /// A change of a provider's file.
    package struct ProviderChange: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package enum Change: String, JSONEnumeration { case added, replaced, removed }

        package var provider: String
        package var change: Change
        package init(provider: String, change: Change) { self.provider = provider; self.change = change }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}provider\u{6}change")
            var _provider: String?, _change: Change?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_provider)
                default: try fields.read(&_change)
            } }
            guard let _provider, let _change else { throw fields.missing(3) }
            self.provider = _provider; self.change = _change
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"provider":"#, self.provider)
            writer.field(#","change":"#, self.change)
            writer.endObject()
        }
    }

    package enum HostState: String, JSONEnumeration { case starting, idle, busy, ending }

    /// One part of what confines a provider host. `privileges`: it has none and gains none; `limits`: on what it takes; `files`: it reads
    /// only those that it is meant to read; `network`, `scopes`: no TCP, no signals to others and no abstract sockets, refused by Landlock
    /// too; `systemCalls`: only those that rendering needs.
    package enum Confinement: String, JSONEnumeration { case privileges, limits, files, network, scopes, systemCalls }

    /// A provider host: a process that runs a provider for one user, or for the library where `uid` is absent. `documents` are open in
    /// it; `isolated`: it has one document alone, which has ended another host before. `memory` is what it has for itself, in bytes;
    /// absent where the kernel does not tell. `confinement` is what confines it; `readablePaths` and `executableMemory` are what its
    /// provider is allowed beyond the others, since it declares that it needs them. `program` is the process of a provider that is a
    /// program: what is said of the host is said of both.
    package struct HostEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pid: Int
        package var program: Int?
        package var provider: String
        package var uid: Int?
        package var documents: Int
        package var state: ManagerInterface.HostState
        package var isolated: Bool
        package var memory: Int?
        package var confinement: [ManagerInterface.Confinement]
        package var readablePaths: [String]
        package var executableMemory: Bool
        package init(pid: Int, program: Int? = nil, provider: String, uid: Int? = nil, documents: Int, state: ManagerInterface.HostState, isolated: Bool, memory: Int? = nil, confinement: [ManagerInterface.Confinement], readablePaths: [String], executableMemory: Bool) { self.pid = pid; self.program = program; self.provider = provider; self.uid = uid; self.documents = documents; self.state = state; self.isolated = isolated; self.memory = memory; self.confinement = confinement; self.readablePaths = readablePaths; self.executableMemory = executableMemory }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{3}pid\u{7}program\u{8}provider\u{3}uid\u{9}documents\u{5}state\u{8}isolated\u{6}memory\u{b}confinement\u{d}readablePaths\u{10}executableMemory")
            var _pid: Int?, _program: Int?, _provider: String?, _uid: Int?, _documents: Int?, _state: ManagerInterface.HostState?, _isolated: Bool?, _memory: Int?, _confinement: [ManagerInterface.Confinement]?, _readablePaths: [String]?, _executableMemory: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_pid)
                case 1: try fields.readOptional(&_program)
                case 2: try fields.read(&_provider)
                case 3: try fields.readOptional(&_uid)
                case 4: try fields.read(&_documents)
                case 5: try fields.read(&_state)
                case 6: try fields.read(&_isolated)
                case 7: try fields.readOptional(&_memory)
                case 8: try fields.read(&_confinement)
                case 9: try fields.read(&_readablePaths)
                default: try fields.read(&_executableMemory)
            } }
            guard let _pid, let _provider, let _documents, let _state, let _isolated, let _confinement, let _readablePaths, let _executableMemory else { throw fields.missing(1909) }
            self.pid = _pid; self.program = _program; self.provider = _provider; self.uid = _uid; self.documents = _documents; self.state = _state; self.isolated = _isolated; self.memory = _memory; self.confinement = _confinement; self.readablePaths = _readablePaths; self.executableMemory = _executableMemory
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"pid":"#, self.pid)
            writer.optional(#","program":"#, self.program)
            writer.field(#","provider":"#, self.provider)
            writer.optional(#","uid":"#, self.uid)
            writer.field(#","documents":"#, self.documents)
            writer.field(#","state":"#, self.state)
            writer.field(#","isolated":"#, self.isolated)
            writer.optional(#","memory":"#, self.memory)
            writer.field(#","confinement":"#, self.confinement)
            writer.field(#","readablePaths":"#, self.readablePaths)
            writer.field(#","executableMemory":"#, self.executableMemory)
            writer.endObject()
        }
    }

    /// A number of pages and their bytes.
    package struct Amount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pages: Int
        package var bytes: Int
        package init(pages: Int, bytes: Int) { self.pages = pages; self.bytes = bytes }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}pages\u{5}bytes")
            var _pages: Int?, _bytes: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_pages)
                default: try fields.read(&_bytes)
            } }
            guard let _pages, let _bytes else { throw fields.missing(3) }
            self.pages = _pages; self.bytes = _bytes
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"pages":"#, self.pages)
            writer.field(#","bytes":"#, self.bytes)
            writer.endObject()
        }
    }

    /// How much the cache may hold: `soft` bytes and `pages` pages of what it keeps and what is being rendered; `hard` bytes and
    /// `hardPages` pages with what is deferred.
    package struct CacheLimits: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var soft: Int
        package var hard: Int
        package var pages: Int
        package var hardPages: Int
        package init(soft: Int, hard: Int, pages: Int, hardPages: Int) { self.soft = soft; self.hard = hard; self.pages = pages; self.hardPages = hardPages }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}soft\u{4}hard\u{5}pages\u{9}hardPages")
            var _soft: Int?, _hard: Int?, _pages: Int?, _hardPages: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_soft)
                case 1: try fields.read(&_hard)
                case 2: try fields.read(&_pages)
                default: try fields.read(&_hardPages)
            } }
            guard let _soft, let _hard, let _pages, let _hardPages else { throw fields.missing(15) }
            self.soft = _soft; self.hard = _hard; self.pages = _pages; self.hardPages = _hardPages
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"soft":"#, self.soft)
            writer.field(#","hard":"#, self.hard)
            writer.field(#","pages":"#, self.pages)
            writer.field(#","hardPages":"#, self.hardPages)
            writer.endObject()
        }
    }

    /// The memory that pages take, by state. Each page that is alive is `cached` or `deferred`: out of the cache, and needed
    /// until its transition has settled. `rendering` is reserved for renders under way. Of the pages that are alive, readers
    /// at rest show `shown`, and `moving` are needed otherwise. `leased` are the pages that viewers were handed and have not
    /// returned, each page once, and `leasedOutside` those of them that are alive for viewers only. `thumbnails` are kept
    /// beside the cache.
    package struct CacheStates: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var cached: ManagerInterface.Amount
        package var deferred: ManagerInterface.Amount
        package var rendering: ManagerInterface.Amount
        package var shown: ManagerInterface.Amount
        package var moving: ManagerInterface.Amount
        package var leased: ManagerInterface.Amount
        package var leasedOutside: ManagerInterface.Amount
        package var thumbnails: ManagerInterface.Amount
        package init(cached: ManagerInterface.Amount, deferred: ManagerInterface.Amount, rendering: ManagerInterface.Amount, shown: ManagerInterface.Amount, moving: ManagerInterface.Amount, leased: ManagerInterface.Amount, leasedOutside: ManagerInterface.Amount, thumbnails: ManagerInterface.Amount) { self.cached = cached; self.deferred = deferred; self.rendering = rendering; self.shown = shown; self.moving = moving; self.leased = leased; self.leasedOutside = leasedOutside; self.thumbnails = thumbnails }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}cached\u{8}deferred\u{9}rendering\u{5}shown\u{6}moving\u{6}leased\u{d}leasedOutside\u{a}thumbnails")
            var _cached: ManagerInterface.Amount?, _deferred: ManagerInterface.Amount?, _rendering: ManagerInterface.Amount?, _shown: ManagerInterface.Amount?, _moving: ManagerInterface.Amount?, _leased: ManagerInterface.Amount?, _leasedOutside: ManagerInterface.Amount?, _thumbnails: ManagerInterface.Amount?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_cached)
                case 1: try fields.read(&_deferred)
                case 2: try fields.read(&_rendering)
                case 3: try fields.read(&_shown)
                case 4: try fields.read(&_moving)
                case 5: try fields.read(&_leased)
                case 6: try fields.read(&_leasedOutside)
                default: try fields.read(&_thumbnails)
            } }
            guard let _cached, let _deferred, let _rendering, let _shown, let _moving, let _leased, let _leasedOutside, let _thumbnails else { throw fields.missing(255) }
            self.cached = _cached; self.deferred = _deferred; self.rendering = _rendering; self.shown = _shown; self.moving = _moving; self.leased = _leased; self.leasedOutside = _leasedOutside; self.thumbnails = _thumbnails
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"cached":"#, self.cached)
            writer.field(#","deferred":"#, self.deferred)
            writer.field(#","rendering":"#, self.rendering)
            writer.field(#","shown":"#, self.shown)
            writer.field(#","moving":"#, self.moving)
            writer.field(#","leased":"#, self.leased)
            writer.field(#","leasedOutside":"#, self.leasedOutside)
            writer.field(#","thumbnails":"#, self.thumbnails)
            writer.endObject()
        }
    }

    /// The counts of pages since the start: those of `Cache`; `deferred` ones, and those of them that were cached again,
    /// since somebody asked for them (`readmitted`); those rendered before anybody asked (`readAhead`), those of them that
    /// somebody asked for later (`readAheadUsed`), and those that went before that (`readAheadWasted`).
    package struct CacheCounters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var hits: Int
        package var misses: Int
        package var joined: Int
        package var evicted: Int
        package var notKept: Int
        package var deferred: Int
        package var readmitted: Int
        package var readAhead: Int
        package var readAheadUsed: Int
        package var readAheadWasted: Int
        package init(hits: Int, misses: Int, joined: Int, evicted: Int, notKept: Int, deferred: Int, readmitted: Int, readAhead: Int, readAheadUsed: Int, readAheadWasted: Int) { self.hits = hits; self.misses = misses; self.joined = joined; self.evicted = evicted; self.notKept = notKept; self.deferred = deferred; self.readmitted = readmitted; self.readAhead = readAhead; self.readAheadUsed = readAheadUsed; self.readAheadWasted = readAheadWasted }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}hits\u{6}misses\u{6}joined\u{7}evicted\u{7}notKept\u{8}deferred\u{a}readmitted\u{9}readAhead\u{d}readAheadUsed\u{f}readAheadWasted")
            var _hits: Int?, _misses: Int?, _joined: Int?, _evicted: Int?, _notKept: Int?, _deferred: Int?, _readmitted: Int?, _readAhead: Int?, _readAheadUsed: Int?, _readAheadWasted: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_hits)
                case 1: try fields.read(&_misses)
                case 2: try fields.read(&_joined)
                case 3: try fields.read(&_evicted)
                case 4: try fields.read(&_notKept)
                case 5: try fields.read(&_deferred)
                case 6: try fields.read(&_readmitted)
                case 7: try fields.read(&_readAhead)
                case 8: try fields.read(&_readAheadUsed)
                default: try fields.read(&_readAheadWasted)
            } }
            guard let _hits, let _misses, let _joined, let _evicted, let _notKept, let _deferred, let _readmitted, let _readAhead, let _readAheadUsed, let _readAheadWasted else { throw fields.missing(1023) }
            self.hits = _hits; self.misses = _misses; self.joined = _joined; self.evicted = _evicted; self.notKept = _notKept; self.deferred = _deferred; self.readmitted = _readmitted; self.readAhead = _readAhead; self.readAheadUsed = _readAheadUsed; self.readAheadWasted = _readAheadWasted
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"hits":"#, self.hits)
            writer.field(#","misses":"#, self.misses)
            writer.field(#","joined":"#, self.joined)
            writer.field(#","evicted":"#, self.evicted)
            writer.field(#","notKept":"#, self.notKept)
            writer.field(#","deferred":"#, self.deferred)
            writer.field(#","readmitted":"#, self.readmitted)
            writer.field(#","readAhead":"#, self.readAhead)
            writer.field(#","readAheadUsed":"#, self.readAheadUsed)
            writer.field(#","readAheadWasted":"#, self.readAheadWasted)
            writer.endObject()
        }
    }

    /// Renders: how many are under way, and how those since the start have ended. Those that gave a page took `seconds` in all. Of those that
    /// were cancelled, `cancelledAhead` were read ahead.
    package struct Renders: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var underWay: Int
        package var rendered: Int
        package var failed: Int
        package var cancelled: Int
        package var cancelledAhead: Int
        package var seconds: Double
        package init(underWay: Int, rendered: Int, failed: Int, cancelled: Int, cancelledAhead: Int, seconds: Double) { self.underWay = underWay; self.rendered = rendered; self.failed = failed; self.cancelled = cancelled; self.cancelledAhead = cancelledAhead; self.seconds = seconds }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}underWay\u{8}rendered\u{6}failed\u{9}cancelled\u{e}cancelledAhead\u{7}seconds")
            var _underWay: Int?, _rendered: Int?, _failed: Int?, _cancelled: Int?, _cancelledAhead: Int?, _seconds: Double?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_underWay)
                case 1: try fields.read(&_rendered)
                case 2: try fields.read(&_failed)
                case 3: try fields.read(&_cancelled)
                case 4: try fields.read(&_cancelledAhead)
                default: try fields.read(&_seconds)
            } }
            guard let _underWay, let _rendered, let _failed, let _cancelled, let _cancelledAhead, let _seconds else { throw fields.missing(63) }
            self.underWay = _underWay; self.rendered = _rendered; self.failed = _failed; self.cancelled = _cancelled; self.cancelledAhead = _cancelledAhead; self.seconds = _seconds
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"underWay":"#, self.underWay)
            writer.field(#","rendered":"#, self.rendered)
            writer.field(#","failed":"#, self.failed)
            writer.field(#","cancelled":"#, self.cancelled)
            writer.field(#","cancelledAhead":"#, self.cancelledAhead)
            writer.field(#","seconds":"#, self.seconds)
            writer.endObject()
        }
    }

    /// How often readers have waited for pages that they were to show, openings among it, since the start: until all of them were there, or the
    /// reader had gone on. `seconds` in all; on a screen that draws 60 frames a second `droppedFrames` went by.
    package struct Waits: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var waits: Int
        package var seconds: Double
        package var droppedFrames: Int
        package init(waits: Int, seconds: Double, droppedFrames: Int) { self.waits = waits; self.seconds = seconds; self.droppedFrames = droppedFrames }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}waits\u{7}seconds\u{d}droppedFrames")
            var _waits: Int?, _seconds: Double?, _droppedFrames: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_waits)
                case 1: try fields.read(&_seconds)
                default: try fields.read(&_droppedFrames)
            } }
            guard let _waits, let _seconds, let _droppedFrames else { throw fields.missing(7) }
            self.waits = _waits; self.seconds = _seconds; self.droppedFrames = _droppedFrames
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"waits":"#, self.waits)
            writer.field(#","seconds":"#, self.seconds)
            writer.field(#","droppedFrames":"#, self.droppedFrames)
            writer.endObject()
        }
    }

    package enum CachePageState: String, JSONEnumeration { case cached, deferred, rendering }

    /// Why a page is kept alive: some reader at rest shows it, or it is needed otherwise, as in a transition.
    package enum CachePageNeed: String, JSONEnumeration { case none, moving, shown }

    /// A page in the cache, or on its way there. `index` is absent where it is not known, `label` where the page has none but its number, or
    /// nobody has asked for it. `width` and `height` are those of the picture, in pixels; `whole` tells whether it is all of the page.
    /// `bytes` is what it takes, or what is reserved for it. `leases` is how often viewers hold it. `renderTime` is how long it took, in
    /// microseconds; absent until it is rendered. `readAhead`: nobody has asked for it yet.
    package struct CachePage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String
        package var provider: String
        package var page: Int
        package var index: Int?
        package var label: String?
        package var width: Int
        package var height: Int
        package var whole: Bool
        package var scale: Double
        package var rotation: Int
        package var format: String
        package var bytes: Int
        package var state: ManagerInterface.CachePageState
        package var need: ManagerInterface.CachePageNeed
        package var leases: Int
        package var renderTime: Int?
        package var readAhead: Bool
        package var paper: ManagerInterface.Paper
        package init(document: String, provider: String, page: Int, index: Int? = nil, label: String? = nil, width: Int, height: Int, whole: Bool, scale: Double, rotation: Int, format: String, bytes: Int, state: ManagerInterface.CachePageState, need: ManagerInterface.CachePageNeed, leases: Int, renderTime: Int? = nil, readAhead: Bool, paper: ManagerInterface.Paper) { self.document = document; self.provider = provider; self.page = page; self.index = index; self.label = label; self.width = width; self.height = height; self.whole = whole; self.scale = scale; self.rotation = rotation; self.format = format; self.bytes = bytes; self.state = state; self.need = need; self.leases = leases; self.renderTime = renderTime; self.readAhead = readAhead; self.paper = paper }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{8}document\u{8}provider\u{4}page\u{5}index\u{5}label\u{5}width\u{6}height\u{5}whole\u{5}scale\u{8}rotation\u{6}format\u{5}bytes\u{5}state\u{4}need\u{6}leases\u{a}renderTime\u{9}readAhead\u{5}paper")
            var _document: String?, _provider: String?, _page: Int?, _index: Int?, _label: String?, _width: Int?, _height: Int?, _whole: Bool?, _scale: Double?, _rotation: Int?, _format: String?, _bytes: Int?, _state: ManagerInterface.CachePageState?, _need: ManagerInterface.CachePageNeed?, _leases: Int?, _renderTime: Int?, _readAhead: Bool?, _paper: ManagerInterface.Paper?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_document)
                case 1: try fields.read(&_provider)
                case 2: try fields.read(&_page)
                case 3: try fields.readOptional(&_index)
                case 4: try fields.readOptional(&_label)
                case 5: try fields.read(&_width)
                case 6: try fields.read(&_height)
                case 7: try fields.read(&_whole)
                case 8: try fields.read(&_scale)
                case 9: try fields.read(&_rotation)
                case 10: try fields.read(&_format)
                case 11: try fields.read(&_bytes)
                case 12: try fields.read(&_state)
                case 13: try fields.read(&_need)
                case 14: try fields.read(&_leases)
                case 15: try fields.readOptional(&_renderTime)
                case 16: try fields.read(&_readAhead)
                default: try fields.read(&_paper)
            } }
            guard let _document, let _provider, let _page, let _width, let _height, let _whole, let _scale, let _rotation, let _format, let _bytes, let _state, let _need, let _leases, let _readAhead, let _paper else { throw fields.missing(229351) }
            self.document = _document; self.provider = _provider; self.page = _page; self.index = _index; self.label = _label; self.width = _width; self.height = _height; self.whole = _whole; self.scale = _scale; self.rotation = _rotation; self.format = _format; self.bytes = _bytes; self.state = _state; self.need = _need; self.leases = _leases; self.renderTime = _renderTime; self.readAhead = _readAhead; self.paper = _paper
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"document":"#, self.document)
            writer.field(#","provider":"#, self.provider)
            writer.field(#","page":"#, self.page)
            writer.optional(#","index":"#, self.index)
            writer.optional(#","label":"#, self.label)
            writer.field(#","width":"#, self.width)
            writer.field(#","height":"#, self.height)
            writer.field(#","whole":"#, self.whole)
            writer.field(#","scale":"#, self.scale)
            writer.field(#","rotation":"#, self.rotation)
            writer.field(#","format":"#, self.format)
            writer.field(#","bytes":"#, self.bytes)
            writer.field(#","state":"#, self.state)
            writer.field(#","need":"#, self.need)
            writer.field(#","leases":"#, self.leases)
            writer.optional(#","renderTime":"#, self.renderTime)
            writer.field(#","readAhead":"#, self.readAhead)
            writer.field(#","paper":"#, self.paper)
            writer.endObject()
        }
    }

    /// The service as a whole. `uptime` in seconds. `memoryLimit` is how much memory its cgroup allows it and its hosts, in bytes; absent where
    /// that sets no limit. The cache takes no more than half of it, whatever is configured. `users` has those who take anything, by uid: for operators all, for others only
    /// themselves.
    ///
    /// Repeatable.
    package enum Status: VarlinkMethod {
        package typealias Parameters = ManagerInterface.StatusParameters; package typealias Reply = ManagerInterface.StatusReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.Status" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``Status``.
    package typealias StatusParameters = JSONEmpty

    /// The reply to ``Status``.
    package struct StatusReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var version: String
        package var pid: Int
        package var uptime: Int
        package var readers: Int
        package var documents: Int
        package var hosts: Int
        package var connections: Int
        package var memoryLimit: Int?
        package var cache: ManagerInterface.Cache
        package var pressure: ManagerInterface.Pressure
        package var users: [ManagerInterface.UserAccount]
        package init(version: String, pid: Int, uptime: Int, readers: Int, documents: Int, hosts: Int, connections: Int, memoryLimit: Int? = nil, cache: ManagerInterface.Cache, pressure: ManagerInterface.Pressure, users: [ManagerInterface.UserAccount]) { self.version = version; self.pid = pid; self.uptime = uptime; self.readers = readers; self.documents = documents; self.hosts = hosts; self.connections = connections; self.memoryLimit = memoryLimit; self.cache = cache; self.pressure = pressure; self.users = users }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}version\u{3}pid\u{6}uptime\u{7}readers\u{9}documents\u{5}hosts\u{b}connections\u{b}memoryLimit\u{5}cache\u{8}pressure\u{5}users")
            var _version: String?, _pid: Int?, _uptime: Int?, _readers: Int?, _documents: Int?, _hosts: Int?, _connections: Int?, _memoryLimit: Int?, _cache: ManagerInterface.Cache?, _pressure: ManagerInterface.Pressure?, _users: [ManagerInterface.UserAccount]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_version)
                case 1: try fields.read(&_pid)
                case 2: try fields.read(&_uptime)
                case 3: try fields.read(&_readers)
                case 4: try fields.read(&_documents)
                case 5: try fields.read(&_hosts)
                case 6: try fields.read(&_connections)
                case 7: try fields.readOptional(&_memoryLimit)
                case 8: try fields.read(&_cache)
                case 9: try fields.read(&_pressure)
                default: try fields.read(&_users)
            } }
            guard let _version, let _pid, let _uptime, let _readers, let _documents, let _hosts, let _connections, let _cache, let _pressure, let _users else { throw fields.missing(1919) }
            self.version = _version; self.pid = _pid; self.uptime = _uptime; self.readers = _readers; self.documents = _documents; self.hosts = _hosts; self.connections = _connections; self.memoryLimit = _memoryLimit; self.cache = _cache; self.pressure = _pressure; self.users = _users
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"version":"#, self.version)
            writer.field(#","pid":"#, self.pid)
            writer.field(#","uptime":"#, self.uptime)
            writer.field(#","readers":"#, self.readers)
            writer.field(#","documents":"#, self.documents)
            writer.field(#","hosts":"#, self.hosts)
            writer.field(#","connections":"#, self.connections)
            writer.optional(#","memoryLimit":"#, self.memoryLimit)
            writer.field(#","cache":"#, self.cache)
            writer.field(#","pressure":"#, self.pressure)
            writer.field(#","users":"#, self.users)
            writer.endObject()
        }
    }

    /// The cache as a whole. `limits` are in force: less than those `configured` while `pressure` has a level, and by what is
    /// `leasedOutside`. `thumbnailLimit` is in bytes. With `list`, `pages` has the pages of documents that the caller has passed as descriptors, for
    /// operators those of all; by document, then by index. It has 1024 at most, and `leftOut` is how many more there are.
    /// A render of a document that was closed meanwhile counts in `states` until it has ended, and is in no list.
    ///
    /// Repeatable.
    package enum GetCache: VarlinkMethod {
        package typealias Parameters = ManagerInterface.GetCacheParameters; package typealias Reply = ManagerInterface.GetCacheReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.GetCache" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetCache``.
    package struct GetCacheParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var list: Bool?
        package init(list: Bool? = nil) { self.list = list }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{4}list")
            var _list: Bool?
            while let field = try fields.next() { switch field {
                default: try fields.readOptional(&_list)
            } }
            self.list = _list
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","list":"#, self.list)
            writer.endObject()
        }
    }

    /// The reply to ``GetCache``.
    package struct GetCacheReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var policy: String
        package var configured: ManagerInterface.CacheLimits
        package var limits: ManagerInterface.CacheLimits
        package var states: ManagerInterface.CacheStates
        package var thumbnailLimit: Int
        package var counters: ManagerInterface.CacheCounters
        package var renders: ManagerInterface.Renders
        package var waits: ManagerInterface.Waits
        package var pressure: ManagerInterface.Pressure
        package var pages: [ManagerInterface.CachePage]?
        package var leftOut: Int?
        package init(policy: String, configured: ManagerInterface.CacheLimits, limits: ManagerInterface.CacheLimits, states: ManagerInterface.CacheStates, thumbnailLimit: Int, counters: ManagerInterface.CacheCounters, renders: ManagerInterface.Renders, waits: ManagerInterface.Waits, pressure: ManagerInterface.Pressure, pages: [ManagerInterface.CachePage]? = nil, leftOut: Int? = nil) { self.policy = policy; self.configured = configured; self.limits = limits; self.states = states; self.thumbnailLimit = thumbnailLimit; self.counters = counters; self.renders = renders; self.waits = waits; self.pressure = pressure; self.pages = pages; self.leftOut = leftOut }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{6}policy\u{a}configured\u{6}limits\u{6}states\u{e}thumbnailLimit\u{8}counters\u{7}renders\u{5}waits\u{8}pressure\u{5}pages\u{7}leftOut")
            var _policy: String?, _configured: ManagerInterface.CacheLimits?, _limits: ManagerInterface.CacheLimits?, _states: ManagerInterface.CacheStates?, _thumbnailLimit: Int?, _counters: ManagerInterface.CacheCounters?, _renders: ManagerInterface.Renders?, _waits: ManagerInterface.Waits?, _pressure: ManagerInterface.Pressure?, _pages: [ManagerInterface.CachePage]?, _leftOut: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_policy)
                case 1: try fields.read(&_configured)
                case 2: try fields.read(&_limits)
                case 3: try fields.read(&_states)
                case 4: try fields.read(&_thumbnailLimit)
                case 5: try fields.read(&_counters)
                case 6: try fields.read(&_renders)
                case 7: try fields.read(&_waits)
                case 8: try fields.read(&_pressure)
                case 9: try fields.readOptional(&_pages)
                default: try fields.readOptional(&_leftOut)
            } }
            guard let _policy, let _configured, let _limits, let _states, let _thumbnailLimit, let _counters, let _renders, let _waits, let _pressure else { throw fields.missing(511) }
            self.policy = _policy; self.configured = _configured; self.limits = _limits; self.states = _states; self.thumbnailLimit = _thumbnailLimit; self.counters = _counters; self.renders = _renders; self.waits = _waits; self.pressure = _pressure; self.pages = _pages; self.leftOut = _leftOut
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"policy":"#, self.policy)
            writer.field(#","configured":"#, self.configured)
            writer.field(#","limits":"#, self.limits)
            writer.field(#","states":"#, self.states)
            writer.field(#","thumbnailLimit":"#, self.thumbnailLimit)
            writer.field(#","counters":"#, self.counters)
            writer.field(#","renders":"#, self.renders)
            writer.field(#","waits":"#, self.waits)
            writer.field(#","pressure":"#, self.pressure)
            writer.optional(#","pages":"#, self.pages)
            writer.optional(#","leftOut":"#, self.leftOut)
            writer.endObject()
        }
    }

    /// Lists the readers of the caller, for operators all, by id. A call with `more` gets all of them, 256 in a reply.
    /// Between two replies others are served, and readers may come or go. A call without `more` gets 1024 at most, and
    /// `leftOut` is how many more there are.
    ///
    /// Repeatable.
    package enum ListReaders: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListReadersParameters; package typealias Reply = ManagerInterface.ListReadersReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListReaders" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``ListReaders``.
    package typealias ListReadersParameters = JSONEmpty

    /// The reply to ``ListReaders``.
    package struct ListReadersReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var readers: [ManagerInterface.ReaderEntry]
        package var leftOut: Int?
        package init(readers: [ManagerInterface.ReaderEntry], leftOut: Int? = nil) { self.readers = readers; self.leftOut = leftOut }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}readers\u{7}leftOut")
            var _readers: [ManagerInterface.ReaderEntry]?, _leftOut: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_readers)
                default: try fields.readOptional(&_leftOut)
            } }
            guard let _readers else { throw fields.missing(1) }
            self.readers = _readers; self.leftOut = _leftOut
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"readers":"#, self.readers)
            writer.optional(#","leftOut":"#, self.leftOut)
            writer.endObject()
        }
    }

    /// Lists the documents that readers of the caller are on, for operators all; in as many replies as ListReaders.
    ///
    /// Repeatable.
    package enum ListDocuments: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListDocumentsParameters; package typealias Reply = ManagerInterface.ListDocumentsReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListDocuments" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``ListDocuments``.
    package typealias ListDocumentsParameters = JSONEmpty

    /// The reply to ``ListDocuments``.
    package struct ListDocumentsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var documents: [ManagerInterface.DocumentEntry]
        package var leftOut: Int?
        package init(documents: [ManagerInterface.DocumentEntry], leftOut: Int? = nil) { self.documents = documents; self.leftOut = leftOut }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}documents\u{7}leftOut")
            var _documents: [ManagerInterface.DocumentEntry]?, _leftOut: Int?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_documents)
                default: try fields.readOptional(&_leftOut)
            } }
            guard let _documents else { throw fields.missing(1) }
            self.documents = _documents; self.leftOut = _leftOut
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"documents":"#, self.documents)
            writer.optional(#","leftOut":"#, self.leftOut)
            writer.endObject()
        }
    }

    /// The providers, in the order in which they are asked. With a `fileDescriptor` of a file, those that claim it: the first is the one
    /// that opens it, or whose own it is and which is `refused`: nobody opens it then. `name` is what the file is called. A file that can't be
    /// opened at all is FileRefused. With `declared`, none is loaded for the answer: of one that was not used yet there is what its file declares.
    ///
    /// Repeatable.
    package enum ListProviders: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListProvidersParameters; package typealias Reply = ManagerInterface.ListProvidersReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListProviders" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``ListProviders``.
    package struct ListProvidersParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var fileDescriptor: Int?
        package var name: String?
        package var declared: Bool?
        package init(fileDescriptor: Int? = nil, name: String? = nil, declared: Bool? = nil) { self.fileDescriptor = fileDescriptor; self.name = name; self.declared = declared }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{e}fileDescriptor\u{4}name\u{8}declared")
            var _fileDescriptor: Int?, _name: String?, _declared: Bool?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_fileDescriptor)
                case 1: try fields.readOptional(&_name)
                default: try fields.readOptional(&_declared)
            } }
            self.fileDescriptor = _fileDescriptor; self.name = _name; self.declared = _declared
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","fileDescriptor":"#, self.fileDescriptor)
            writer.optionalOrFirst(#","name":"#, self.name)
            writer.optionalOrFirst(#","declared":"#, self.declared)
            writer.endObject()
        }
    }

    /// The reply to ``ListProviders``.
    package struct ListProvidersReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var providers: [ManagerInterface.ProviderEntry]
        package init(providers: [ManagerInterface.ProviderEntry]) { self.providers = providers }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}providers")
            var _providers: [ManagerInterface.ProviderEntry]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_providers)
            } }
            guard let _providers else { throw fields.missing(1) }
            self.providers = _providers
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"providers":"#, self.providers)
            writer.endObject()
        }
    }

    /// The provider hosts that run, oldest first: those of the caller and of the library, for operators all.
    ///
    /// Repeatable.
    package enum ListHosts: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListHostsParameters; package typealias Reply = ManagerInterface.ListHostsReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListHosts" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``ListHosts``.
    package typealias ListHostsParameters = JSONEmpty

    /// The reply to ``ListHosts``.
    package struct ListHostsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var hosts: [ManagerInterface.HostEntry]
        package init(hosts: [ManagerInterface.HostEntry]) { self.hosts = hosts }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}hosts")
            var _hosts: [ManagerInterface.HostEntry]?
            while let field = try fields.next() { switch field {
                default: try fields.read(&_hosts)
            } }
            guard let _hosts else { throw fields.missing(1) }
            self.hosts = _hosts
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"hosts":"#, self.hosts)
            writer.endObject()
        }
    }

    /// Tells the service that memory is short. Operators may; others get PermissionDenied. Answers when
    /// the cache is within its new limit: what is in force then, which is lower than what `level` asks for where another warning
    /// has asked for less, and what was let go for it. `microseconds` is how long that took.
    package enum WarnMemory: VarlinkMethod {
        package typealias Parameters = ManagerInterface.WarnMemoryParameters; package typealias Reply = ManagerInterface.WarnMemoryReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.WarnMemory" }
    }

    /// The parameters of ``WarnMemory``.
    package struct WarnMemoryParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.PressureLevel
        package init(level: ManagerInterface.PressureLevel) { self.level = level }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level")
            var _level: ManagerInterface.PressureLevel?
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

    /// The reply to ``WarnMemory``.
    package struct WarnMemoryReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var softLimit: Int
        package var hardLimit: Int
        package var freedPages: Int
        package var freedBytes: Int
        package var microseconds: Int
        package var pressure: ManagerInterface.Pressure
        package init(softLimit: Int, hardLimit: Int, freedPages: Int, freedBytes: Int, microseconds: Int, pressure: ManagerInterface.Pressure) { self.softLimit = softLimit; self.hardLimit = hardLimit; self.freedPages = freedPages; self.freedBytes = freedBytes; self.microseconds = microseconds; self.pressure = pressure }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{9}softLimit\u{9}hardLimit\u{a}freedPages\u{a}freedBytes\u{c}microseconds\u{8}pressure")
            var _softLimit: Int?, _hardLimit: Int?, _freedPages: Int?, _freedBytes: Int?, _microseconds: Int?, _pressure: ManagerInterface.Pressure?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_softLimit)
                case 1: try fields.read(&_hardLimit)
                case 2: try fields.read(&_freedPages)
                case 3: try fields.read(&_freedBytes)
                case 4: try fields.read(&_microseconds)
                default: try fields.read(&_pressure)
            } }
            guard let _softLimit, let _hardLimit, let _freedPages, let _freedBytes, let _microseconds, let _pressure else { throw fields.missing(63) }
            self.softLimit = _softLimit; self.hardLimit = _hardLimit; self.freedPages = _freedPages; self.freedBytes = _freedBytes; self.microseconds = _microseconds; self.pressure = _pressure
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"softLimit":"#, self.softLimit)
            writer.field(#","hardLimit":"#, self.hardLimit)
            writer.field(#","freedPages":"#, self.freedPages)
            writer.field(#","freedBytes":"#, self.freedBytes)
            writer.field(#","microseconds":"#, self.microseconds)
            writer.field(#","pressure":"#, self.pressure)
            writer.endObject()
        }
    }

    /// How much a log line matters, the worst first.
    package enum LogLevel: String, JSONEnumeration { case error, warning, notice, info, debug }

    /// Where log lines go: the journal where standard error is one and else standard error (`auto`), the journal, standard error (`console`), nowhere.
    package enum LogTarget: String, JSONEnumeration { case auto, journal, console, null }

    /// Returns which lines are logged, those of `level` and worse, and where they go.
    ///
    /// Repeatable.
    package enum GetLog: VarlinkMethod {
        package typealias Parameters = ManagerInterface.GetLogParameters; package typealias Reply = ManagerInterface.GetLogReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.GetLog" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``GetLog``.
    package typealias GetLogParameters = JSONEmpty

    /// The reply to ``GetLog``.
    package struct GetLogReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.LogLevel
        package var target: ManagerInterface.LogTarget
        package init(level: ManagerInterface.LogLevel, target: ManagerInterface.LogTarget) { self.level = level; self.target = target }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level\u{6}target")
            var _level: ManagerInterface.LogLevel?, _target: ManagerInterface.LogTarget?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_level)
                default: try fields.read(&_target)
            } }
            guard let _level, let _target else { throw fields.missing(3) }
            self.level = _level; self.target = _target
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"level":"#, self.level)
            writer.field(#","target":"#, self.target)
            writer.endObject()
        }
    }

    /// Changes what is given, until the service ends or reads its configuration again; answers with what holds then. Operators
    /// may; others get PermissionDenied.
    ///
    /// Repeatable.
    package enum SetLog: VarlinkMethod {
        package typealias Parameters = ManagerInterface.SetLogParameters; package typealias Reply = ManagerInterface.SetLogReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.SetLog" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``SetLog``.
    package struct SetLogParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.LogLevel?
        package var target: ManagerInterface.LogTarget?
        package init(level: ManagerInterface.LogLevel? = nil, target: ManagerInterface.LogTarget? = nil) { self.level = level; self.target = target }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level\u{6}target")
            var _level: ManagerInterface.LogLevel?, _target: ManagerInterface.LogTarget?
            while let field = try fields.next() { switch field {
                case 0: try fields.readOptional(&_level)
                default: try fields.readOptional(&_target)
            } }
            self.level = _level; self.target = _target
        }
        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalOrFirst(#","level":"#, self.level)
            writer.optionalOrFirst(#","target":"#, self.target)
            writer.endObject()
        }
    }

    /// The reply to ``SetLog``.
    package struct SetLogReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.LogLevel
        package var target: ManagerInterface.LogTarget
        package init(level: ManagerInterface.LogLevel, target: ManagerInterface.LogTarget) { self.level = level; self.target = target }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{5}level\u{6}target")
            var _level: ManagerInterface.LogLevel?, _target: ManagerInterface.LogTarget?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_level)
                default: try fields.read(&_target)
            } }
            guard let _level, let _target else { throw fields.missing(3) }
            self.level = _level; self.target = _target
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"level":"#, self.level)
            writer.field(#","target":"#, self.target)
            writer.endObject()
        }
    }

    /// Has the service read its configuration again, as SIGHUP does. Those may who may warn (WarnMemory); others get PermissionDenied.
    /// `changed` has the keys whose values are others than before, and "Provider NAME" for a provider with other
    /// settings; `afterRestart` those of them that take effect when the service is started again; `warnings` the lines that were
    /// ignored, with their file and what is wrong; `providers` those whose files came, went or were replaced since it was asked last: what is open
    /// with one that was replaced is opened again with the new one, and its readers stay where they are. A configuration that can't be used is
    /// refused as a whole, and so is one with a section for a provider that is not there, or with a setting that its provider refuses: the
    /// one before stays in force then.
    ///
    /// Repeatable.
    package enum Reload: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ReloadParameters; package typealias Reply = ManagerInterface.ReloadReply; package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.Reload" }
        package static var isRepeatable: Bool { true }
    }

    /// The parameters of ``Reload``.
    package typealias ReloadParameters = JSONEmpty

    /// The reply to ``Reload``.
    package struct ReloadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var changed: [String]
        package var afterRestart: [String]
        package var warnings: [String]
        package var providers: [ManagerInterface.ProviderChange]?
        package init(changed: [String], afterRestart: [String], warnings: [String], providers: [ManagerInterface.ProviderChange]? = nil) { self.changed = changed; self.afterRestart = afterRestart; self.warnings = warnings; self.providers = providers }
        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var fields = try value.fields("\u{7}changed\u{c}afterRestart\u{8}warnings\u{9}providers")
            var _changed: [String]?, _afterRestart: [String]?, _warnings: [String]?, _providers: [ManagerInterface.ProviderChange]?
            while let field = try fields.next() { switch field {
                case 0: try fields.read(&_changed)
                case 1: try fields.read(&_afterRestart)
                case 2: try fields.read(&_warnings)
                default: try fields.readOptional(&_providers)
            } }
            guard let _changed, let _afterRestart, let _warnings else { throw fields.missing(7) }
            self.changed = _changed; self.afterRestart = _afterRestart; self.warnings = _warnings; self.providers = _providers
        }
        package func encode(into writer: inout JSONWriter) {
            writer.field(#"{"changed":"#, self.changed)
            writer.field(#","afterRestart":"#, self.afterRestart)
            writer.field(#","warnings":"#, self.warnings)
            writer.optional(#","providers":"#, self.providers)
            writer.endObject()
        }
    }

    /// The errors that org.sheaf.Manager declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"), `reason` says what it must
        /// be: "unknown field", "missing", "not of the type int", "not one of page, width, height, scale".
        case invalidCall(field: String, reason: String)
        /// A file can't be looked at.
        case fileRefused(reason: String)
        /// Why a configuration was not taken. `line` counts from 1; absent for a file as a whole.
        case configurationRefused(file: String, line: Int?, reason: String)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .invalidCall: "org.sheaf.Manager.InvalidCall"
                case .fileRefused: "org.sheaf.Manager.FileRefused"
                case .configurationRefused: "org.sheaf.Manager.ConfigurationRefused"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .invalidCall(let _field, let _reason): writer.field(#"{"field":"#, _field); writer.field(#","reason":"#, _reason); writer.endObject()
                case .fileRefused(let _reason): writer.field(#"{"reason":"#, _reason); writer.endObject()
                case .configurationRefused(let _file, let _line, let _reason): writer.field(#"{"file":"#, _file); writer.optional(#","line":"#, _line); writer.field(#","reason":"#, _reason); writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(errorName: borrowing JSONString, parameters: borrowing JSONValue) throws(JSONError) {
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Manager.InvalidCall", ["field", "reason"]) { self = .invalidCall(field: try fields.read("field"), reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Manager.FileRefused", ["reason"]) { self = .fileRefused(reason: try fields.read("reason")); return }
            if let fields = try parameters.fields(of: errorName, "org.sheaf.Manager.ConfigurationRefused", ["file", "line", "reason"]) { self = .configurationRefused(file: try fields.read("file"), line: try fields.readOptional("line"), reason: try fields.read("reason")); return }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters) else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Manager. What a method throws is its answer.
package protocol ManagerHandler: AnyObject {
    func status(_ parameters: ManagerInterface.StatusParameters, _ call: VarlinkCall<ManagerInterface.Status>) throws(ManagerInterface.Failure)
    func getCache(_ parameters: ManagerInterface.GetCacheParameters, _ call: VarlinkCall<ManagerInterface.GetCache>) throws(ManagerInterface.Failure)
    func listReaders(_ parameters: ManagerInterface.ListReadersParameters, _ call: VarlinkCall<ManagerInterface.ListReaders>) throws(ManagerInterface.Failure)
    func listDocuments(_ parameters: ManagerInterface.ListDocumentsParameters, _ call: VarlinkCall<ManagerInterface.ListDocuments>) throws(ManagerInterface.Failure)
    func listProviders(_ parameters: ManagerInterface.ListProvidersParameters, _ call: VarlinkCall<ManagerInterface.ListProviders>) throws(ManagerInterface.Failure)
    func listHosts(_ parameters: ManagerInterface.ListHostsParameters, _ call: VarlinkCall<ManagerInterface.ListHosts>) throws(ManagerInterface.Failure)
    func warnMemory(_ parameters: ManagerInterface.WarnMemoryParameters, _ call: VarlinkCall<ManagerInterface.WarnMemory>) throws(ManagerInterface.Failure)
    func getLog(_ parameters: ManagerInterface.GetLogParameters, _ call: VarlinkCall<ManagerInterface.GetLog>) throws(ManagerInterface.Failure)
    func setLog(_ parameters: ManagerInterface.SetLogParameters, _ call: VarlinkCall<ManagerInterface.SetLog>) throws(ManagerInterface.Failure)
    func reload(_ parameters: ManagerInterface.ReloadParameters, _ call: VarlinkCall<ManagerInterface.Reload>) throws(ManagerInterface.Failure)
}

/// Decodes the calls of org.sheaf.Manager for a handler, which it holds.
package final class ManagerDispatcher: VarlinkInterface {
    private let handler: any ManagerHandler

    package init(_ handler: any ManagerHandler) {
        self.handler = handler
    }

    package var name: StaticString { ManagerInterface.name }
    package var description: StaticString { ManagerInterface.text }

    package func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool {
        switch incoming.method(in: "\u{6}Status\u{8}GetCache\u{b}ListReaders\u{d}ListDocuments\u{d}ListProviders\u{9}ListHosts\u{a}WarnMemory\u{6}GetLog\u{6}SetLog\u{6}Reload") {
        case 0: try serve(incoming, ManagerInterface.Status.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.status(parameters, call) }
        case 1: try serve(incoming, ManagerInterface.GetCache.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.getCache(parameters, call) }
        case 2: try serve(incoming, ManagerInterface.ListReaders.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.listReaders(parameters, call) }
        case 3: try serve(incoming, ManagerInterface.ListDocuments.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.listDocuments(parameters, call) }
        case 4: try serve(incoming, ManagerInterface.ListProviders.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.listProviders(parameters, call) }
        case 5: try serve(incoming, ManagerInterface.ListHosts.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.listHosts(parameters, call) }
        case 6: try serve(incoming, ManagerInterface.WarnMemory.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.warnMemory(parameters, call) }
        case 7: try serve(incoming, ManagerInterface.GetLog.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.getLog(parameters, call) }
        case 8: try serve(incoming, ManagerInterface.SetLog.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.setLog(parameters, call) }
        case 9: try serve(incoming, ManagerInterface.Reload.self) { (parameters, call) throws(ManagerInterface.Failure) in try handler.reload(parameters, call) }
        default: return false
        }
        return true
    }

    private func serve<Method: VarlinkMethod>(_ incoming: borrowing VarlinkIncoming, _ method: Method.Type, _ body: (Method.Parameters, VarlinkCall<Method>) throws(ManagerInterface.Failure) -> Void) throws(JSONError) where Method.Failure == ManagerInterface.Failure {
        let parameters = try Method.Parameters(decoding: incoming.parameters)
        let call = incoming.call(of: method)
        do throws(ManagerInterface.Failure) { try body(parameters, call) } catch { call.fail(error) }
    }

    package func failure(of call: JSONError) -> any VarlinkFailure {
        ManagerInterface.Failure.invalidCall(field: call.field, reason: call.problem)
    }
}
