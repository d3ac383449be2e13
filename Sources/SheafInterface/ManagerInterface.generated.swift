// Generated from org.sheaf.Manager.varlink by varlink-generate. Do not edit.
// swift-format-ignore-file

package import Varlink

/// The operator's view of the service. Operators are root, the user whom the service runs as, and members of the group that
/// OperatorGroup= names (sheaf), as they were when they connected. They see everything, though they can't use the readers of
/// others; others see what is theirs.
package enum ManagerInterface {
    /// "org.sheaf.Manager"
    package static var name: StaticString { "org.sheaf.Manager" }

    /// The text of the description.
    package static var text: StaticString {
        ##"""
        # The operator's view of the service. Operators are root, the user whom the service runs as, and members of the group that
        # OperatorGroup= names (sheaf), as they were when they connected. They see everything, though they can't use the readers of
        # others; others see what is theirs.
        interface org.sheaf.Manager

        # The page cache, in bytes. `reserved` is what renders under way will take. `hits`, `misses`, `joined` and `evicted`
        # count pages since the start; `notKept` those that were handed over and not kept, for want of room. `leasedPages` and
        # `leasedBytes` are what viewers were handed and have not returned, each page once; `leasedOutside` the bytes of those that
        # the cache does not hold any more: it may hold so much less than `hardLimit`. `thumbnails` are kept beside it, within a
        # limit of their own, and take `thumbnailBytes`.
        type Cache (
            softLimit: int,
            hardLimit: int,
            bytes: int,
            reserved: int,
            pages: int,
            hits: int,
            misses: int,
            joined: int,
            evicted: int,
            notKept: int,
            leasedPages: int,
            leasedBytes: int,
            leasedOutside: int,
            thumbnails: int,
            thumbnailBytes: int
        )

        # How short memory is. The cache is limited to 60 or 20 % of what is configured, or to protected pages.
        type PressureLevel (low, medium, critical)

        # Who says that memory is short: what systemd has the service watch (MEMORY_PRESSURE_WATCH), the unit's own cgroup, the
        # machine, a look at what memory is available, a signal, a call of WarnMemory.
        type PressureSource (serviceManager, cgroup, machine, availableMemory, signal, call)

        # How many warnings there were from one source at one level.
        type PressureCount (source: PressureSource, level: PressureLevel, warnings: int)

        # What the last warning led to, in microseconds from the warning: when the cache was within its new limit, and when the memory
        # was back with the system (absent where that is not so yet, or could not be learnt); and what was let go.
        type PressureReaction (
            level: PressureLevel,
            source: PressureSource,
            freedPages: int,
            freedBytes: int,
            withinLimit: int,
            returned: ?int
        )

        # Memory pressure. `watched` is the source that the kernel's events come from, absent where there is none. While a limit is
        # in force that is lower than configured, `level` is its level, `source` who asked for it, `since` and `until` the seconds
        # since then and until it is gone unless another warning comes, `next` those until it rises next; `recovering` while it rises already; `sustained` where
        # there were so many warnings that it stays down until a minute has passed without one. `warnings` are counted since the
        # start.
        type Pressure (
            watched: ?PressureSource,
            level: ?PressureLevel,
            source: ?PressureSource,
            since: ?float,
            next: ?float,
            until: ?float,
            recovering: bool,
            sustained: bool,
            configuredLimit: int,
            warnings: []PressureCount,
            lastReaction: ?PressureReaction
        )

        # What the viewers of a user were handed and have not returned, and the `limit` on its bytes.
        type UserLeases (
            uid: int,
            pages: int,
            bytes: int,
            limit: int
        )

        # A reader. `pagesHeld` and `bytesHeld` are what was handed to its viewers as descriptors and not returned; `connections` how many
        # connections use it.
        type ReaderEntry (
            reader: string,
            uid: int,
            document: string,
            provider: string,
            index: int,
            pages: int,
            connections: int,
            pagesHeld: int,
            bytesHeld: int
        )

        # An open document. `state` tells whether it can be read, or why not.
        type DocumentEntry (
            document: string,
            provider: string,
            uid: ?int,
            name: ?string,
            pages: int,
            bytes: int,
            readers: int,
            cachedPages: int,
            cachedBytes: int,
            state: string
        )

        # A provider: its library, and what it can do. `refused` says why it could not be loaded.
        type ProviderEntry (
            name: string,
            path: string,
            version: ?string,
            summary: ?string,
            capabilities: []string,
            refused: ?string
        )

        type HostState (starting, idle, busy, ending)

        # A provider host: a process that runs a provider for one user, or for the library where `uid` is absent. `documents` are open in
        # it; `isolated`: it has one document alone, which has ended another host before. `memory` is what it has for itself, in bytes;
        # absent where the kernel does not tell.
        type HostEntry (
            pid: int,
            provider: string,
            uid: ?int,
            documents: int,
            state: HostState,
            isolated: bool,
            memory: ?int
        )

        # A number of pages and their bytes.
        type Amount (pages: int, bytes: int)

        # How much the cache may hold: `soft` bytes and `pages` pages of what it keeps and what is being rendered; `hard` bytes and
        # `hardPages` pages with what is deferred.
        type CacheLimits (soft: int, hard: int, pages: int, hardPages: int)

        # What takes memory, by state. Each page that is alive is `cached` or `deferred`: out of the cache, and needed until its
        # transition has settled. `rendering` is reserved for renders under way. Of what is alive, readers at rest show `shown`, and `moving` is
        # what else is needed. `leased` is what viewers were handed and have not returned, each page once, and `leasedOutside` what of that is
        # alive for them only. `thumbnails` are kept beside the cache.
        type CacheStates (
            cached: Amount,
            deferred: Amount,
            rendering: Amount,
            shown: Amount,
            moving: Amount,
            leased: Amount,
            leasedOutside: Amount,
            thumbnails: Amount
        )

        # What happened to pages since the start: those of `Cache`; `deferred` ones, and those of them that were cached again, since somebody
        # asked for them (`readmitted`); those rendered before anybody asked (`readAhead`), and those of them that somebody asked for later.
        type CacheCounters (
            hits: int,
            misses: int,
            joined: int,
            evicted: int,
            notKept: int,
            deferred: int,
            readmitted: int,
            readAhead: int,
            readAheadUsed: int
        )

        # Renders: how many are under way, and how those since the start have ended. Those that gave a page took `seconds` in all.
        type Renders (underWay: int, rendered: int, failed: int, cancelled: int, seconds: float)

        type CachePageState (cached, deferred, rendering)

        # Why a page is kept alive: some reader at rest shows it, or it is needed otherwise, as in a transition.
        type CachePageNeed (none, moving, shown)

        # A page in the cache, or on its way there. `index` is absent where it is not known, `label` where the page has none but its number, or
        # nobody has asked for it. `width` and `height` are those of the picture, in pixels; `whole` tells whether it is all of the page.
        # `bytes` is what it takes, or what is reserved for it. `leases` is how often viewers hold it. `renderTime` is how long it took, in
        # microseconds; absent until it is rendered. `readAhead`: nobody has asked for it yet.
        type CachePage (
            document: string,
            provider: string,
            page: int,
            index: ?int,
            label: ?string,
            width: int,
            height: int,
            whole: bool,
            scale: float,
            rotation: int,
            format: string,
            bytes: int,
            state: CachePageState,
            need: CachePageNeed,
            leases: int,
            renderTime: ?int,
            readAhead: bool
        )

        # The service as a whole. `uptime` in seconds. `leases`: one for each user who holds pages.
        method Status() -> (
            version: string,
            pid: int,
            uptime: int,
            readers: int,
            documents: int,
            hosts: int,
            connections: int,
            cache: Cache,
            pressure: Pressure,
            leases: []UserLeases
        )

        # The cache as a whole. `limits` are in force: less than those `configured` while `pressure` has a level, and by what is
        # `leasedOutside`. `thumbnailLimit` is in bytes. With `list`, `pages` has the pages of documents that the caller has passed as descriptors, for
        # operators those of all; by document, then by index. It has 4096 at most, and `leftOut` is how many more there are.
        # A render of a document that was closed meanwhile counts in `states` until it has ended, and is in no list.
        method GetCache(list: ?bool) -> (
            policy: string,
            configured: CacheLimits,
            limits: CacheLimits,
            states: CacheStates,
            thumbnailLimit: int,
            counters: CacheCounters,
            renders: Renders,
            pressure: Pressure,
            pages: ?[]CachePage,
            leftOut: ?int
        )

        method ListReaders() -> (readers: []ReaderEntry)

        method ListDocuments() -> (documents: []DocumentEntry)

        method ListProviders() -> (providers: []ProviderEntry)

        # The provider hosts that run, oldest first: those of the caller and of the library, for operators all.
        method ListHosts() -> (hosts: []HostEntry)

        # Tells the service that memory is short. Operators may; others get PermissionDenied. Answers when
        # the cache is within its new limit: what is in force then, which is lower than what `level` asks for where another warning
        # has asked for less, and what was let go for it. `microseconds` is how long that took.
        method WarnMemory(level: PressureLevel) -> (
            softLimit: int,
            hardLimit: int,
            freedPages: int,
            freedBytes: int,
            microseconds: int,
            pressure: Pressure
        )

        # How much a log line matters, the worst first.
        type LogLevel (error, warning, notice, info, debug)

        # Where log lines go: the journal where standard error is one and else standard error (`auto`), the journal, standard error (`console`), nowhere.
        type LogTarget (auto, journal, console, null)

        # What is logged: lines of `level` and worse.
        method GetLog() -> (level: LogLevel, target: LogTarget)

        # Changes what is given, until the service ends or reads its configuration again; answers with what holds then. Operators
        # may; others get PermissionDenied.
        method SetLog(level: ?LogLevel, target: ?LogTarget) -> (level: LogLevel, target: LogTarget)

        # Has the service read its configuration again, as SIGHUP does. Those may who may warn (WarnMemory); others get PermissionDenied.
        # `changed` has the keys whose values are others than before, and "Provider NAME" for a provider with other
        # settings; `afterRestart` those of them that take effect when the service is started again; `warnings` the lines that were
        # ignored, with their file and what is wrong. A configuration that can't be used is refused as a whole, and the one before stays in force.
        method Reload() -> (changed: []string, afterRestart: []string, warnings: []string)

        # Why a configuration was not taken. `line` counts from 1; absent for a file as a whole.
        error ConfigurationRefused (file: string, line: ?int, reason: string)

        """##
    }

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

        package init(softLimit: Int, hardLimit: Int, bytes: Int, reserved: Int, pages: Int, hits: Int, misses: Int, joined: Int, evicted: Int, notKept: Int, leasedPages: Int, leasedBytes: Int, leasedOutside: Int, thumbnails: Int, thumbnailBytes: Int) {
            self.softLimit = softLimit
            self.hardLimit = hardLimit
            self.bytes = bytes
            self.reserved = reserved
            self.pages = pages
            self.hits = hits
            self.misses = misses
            self.joined = joined
            self.evicted = evicted
            self.notKept = notKept
            self.leasedPages = leasedPages
            self.leasedBytes = leasedBytes
            self.leasedOutside = leasedOutside
            self.thumbnails = thumbnails
            self.thumbnailBytes = thumbnailBytes
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _softLimit: Int?
            var _hardLimit: Int?
            var _bytes: Int?
            var _reserved: Int?
            var _pages: Int?
            var _hits: Int?
            var _misses: Int?
            var _joined: Int?
            var _evicted: Int?
            var _notKept: Int?
            var _leasedPages: Int?
            var _leasedBytes: Int?
            var _leasedOutside: Int?
            var _thumbnails: Int?
            var _thumbnailBytes: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("softLimit", 0) {
                        _softLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("hardLimit", 1) {
                        _hardLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("bytes", 2) {
                        _bytes = try Int(decoding: fields.value)
                    } else if try fields.isField("reserved", 3) {
                        _reserved = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 4) {
                        _pages = try Int(decoding: fields.value)
                    } else if try fields.isField("hits", 5) {
                        _hits = try Int(decoding: fields.value)
                    } else if try fields.isField("misses", 6) {
                        _misses = try Int(decoding: fields.value)
                    } else if try fields.isField("joined", 7) {
                        _joined = try Int(decoding: fields.value)
                    } else if try fields.isField("evicted", 8) {
                        _evicted = try Int(decoding: fields.value)
                    } else if try fields.isField("notKept", 9) {
                        _notKept = try Int(decoding: fields.value)
                    } else if try fields.isField("leasedPages", 10) {
                        _leasedPages = try Int(decoding: fields.value)
                    } else if try fields.isField("leasedBytes", 11) {
                        _leasedBytes = try Int(decoding: fields.value)
                    } else if try fields.isField("leasedOutside", 12) {
                        _leasedOutside = try Int(decoding: fields.value)
                    } else if try fields.isField("thumbnails", 13) {
                        _thumbnails = try Int(decoding: fields.value)
                    } else if try fields.isField("thumbnailBytes", 14) {
                        _thumbnailBytes = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _softLimit else { throw JSONError(.missing, path: "softLimit") }
            guard let _hardLimit else { throw JSONError(.missing, path: "hardLimit") }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            guard let _reserved else { throw JSONError(.missing, path: "reserved") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _hits else { throw JSONError(.missing, path: "hits") }
            guard let _misses else { throw JSONError(.missing, path: "misses") }
            guard let _joined else { throw JSONError(.missing, path: "joined") }
            guard let _evicted else { throw JSONError(.missing, path: "evicted") }
            guard let _notKept else { throw JSONError(.missing, path: "notKept") }
            guard let _leasedPages else { throw JSONError(.missing, path: "leasedPages") }
            guard let _leasedBytes else { throw JSONError(.missing, path: "leasedBytes") }
            guard let _leasedOutside else { throw JSONError(.missing, path: "leasedOutside") }
            guard let _thumbnails else { throw JSONError(.missing, path: "thumbnails") }
            guard let _thumbnailBytes else { throw JSONError(.missing, path: "thumbnailBytes") }
            self.softLimit = _softLimit
            self.hardLimit = _hardLimit
            self.bytes = _bytes
            self.reserved = _reserved
            self.pages = _pages
            self.hits = _hits
            self.misses = _misses
            self.joined = _joined
            self.evicted = _evicted
            self.notKept = _notKept
            self.leasedPages = _leasedPages
            self.leasedBytes = _leasedBytes
            self.leasedOutside = _leasedOutside
            self.thumbnails = _thumbnails
            self.thumbnailBytes = _thumbnailBytes
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"softLimit":"#)
            self.softLimit.encode(into: &writer)
            writer.raw(#","hardLimit":"#)
            self.hardLimit.encode(into: &writer)
            writer.raw(#","bytes":"#)
            self.bytes.encode(into: &writer)
            writer.raw(#","reserved":"#)
            self.reserved.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","hits":"#)
            self.hits.encode(into: &writer)
            writer.raw(#","misses":"#)
            self.misses.encode(into: &writer)
            writer.raw(#","joined":"#)
            self.joined.encode(into: &writer)
            writer.raw(#","evicted":"#)
            self.evicted.encode(into: &writer)
            writer.raw(#","notKept":"#)
            self.notKept.encode(into: &writer)
            writer.raw(#","leasedPages":"#)
            self.leasedPages.encode(into: &writer)
            writer.raw(#","leasedBytes":"#)
            self.leasedBytes.encode(into: &writer)
            writer.raw(#","leasedOutside":"#)
            self.leasedOutside.encode(into: &writer)
            writer.raw(#","thumbnails":"#)
            self.thumbnails.encode(into: &writer)
            writer.raw(#","thumbnailBytes":"#)
            self.thumbnailBytes.encode(into: &writer)
            writer.endObject()
        }
    }

    /// How short memory is. The cache is limited to 60 or 20 % of what is configured, or to protected pages.
    package enum PressureLevel: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case low
        case medium
        case critical

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("low") {
                self = .low
                return
            }
            if text.equals("medium") {
                self = .medium
                return
            }
            if text.equals("critical") {
                self = .critical
                return
            }
            throw JSONError(.wrongType(expected: "PressureLevel"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .low: writer.raw(#""low""#)
                case .medium: writer.raw(#""medium""#)
                case .critical: writer.raw(#""critical""#)
            }
        }
    }

    /// Who says that memory is short: what systemd has the service watch (MEMORY_PRESSURE_WATCH), the unit's own cgroup, the
    /// machine, a look at what memory is available, a signal, a call of WarnMemory.
    package enum PressureSource: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case serviceManager
        case cgroup
        case machine
        case availableMemory
        case signal
        case call

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("serviceManager") {
                self = .serviceManager
                return
            }
            if text.equals("cgroup") {
                self = .cgroup
                return
            }
            if text.equals("machine") {
                self = .machine
                return
            }
            if text.equals("availableMemory") {
                self = .availableMemory
                return
            }
            if text.equals("signal") {
                self = .signal
                return
            }
            if text.equals("call") {
                self = .call
                return
            }
            throw JSONError(.wrongType(expected: "PressureSource"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .serviceManager: writer.raw(#""serviceManager""#)
                case .cgroup: writer.raw(#""cgroup""#)
                case .machine: writer.raw(#""machine""#)
                case .availableMemory: writer.raw(#""availableMemory""#)
                case .signal: writer.raw(#""signal""#)
                case .call: writer.raw(#""call""#)
            }
        }
    }

    /// How many warnings there were from one source at one level.
    package struct PressureCount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var source: ManagerInterface.PressureSource
        package var level: ManagerInterface.PressureLevel
        package var warnings: Int

        package init(source: ManagerInterface.PressureSource, level: ManagerInterface.PressureLevel, warnings: Int) {
            self.source = source
            self.level = level
            self.warnings = warnings
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _source: ManagerInterface.PressureSource?
            var _level: ManagerInterface.PressureLevel?
            var _warnings: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("source", 0) {
                        _source = try ManagerInterface.PressureSource(decoding: fields.value)
                    } else if try fields.isField("level", 1) {
                        _level = try ManagerInterface.PressureLevel(decoding: fields.value)
                    } else if try fields.isField("warnings", 2) {
                        _warnings = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _source else { throw JSONError(.missing, path: "source") }
            guard let _level else { throw JSONError(.missing, path: "level") }
            guard let _warnings else { throw JSONError(.missing, path: "warnings") }
            self.source = _source
            self.level = _level
            self.warnings = _warnings
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"source":"#)
            self.source.encode(into: &writer)
            writer.raw(#","level":"#)
            self.level.encode(into: &writer)
            writer.raw(#","warnings":"#)
            self.warnings.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What the last warning led to, in microseconds from the warning: when the cache was within its new limit, and when the memory
    /// was back with the system (absent where that is not so yet, or could not be learnt); and what was let go.
    package struct PressureReaction: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.PressureLevel
        package var source: ManagerInterface.PressureSource
        package var freedPages: Int
        package var freedBytes: Int
        package var withinLimit: Int
        package var returned: Int?

        package init(level: ManagerInterface.PressureLevel, source: ManagerInterface.PressureSource, freedPages: Int, freedBytes: Int, withinLimit: Int, returned: Int? = nil) {
            self.level = level
            self.source = source
            self.freedPages = freedPages
            self.freedBytes = freedBytes
            self.withinLimit = withinLimit
            self.returned = returned
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _level: ManagerInterface.PressureLevel?
            var _source: ManagerInterface.PressureSource?
            var _freedPages: Int?
            var _freedBytes: Int?
            var _withinLimit: Int?
            var _returned: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("level", 0) {
                        _level = try ManagerInterface.PressureLevel(decoding: fields.value)
                    } else if try fields.isField("source", 1) {
                        _source = try ManagerInterface.PressureSource(decoding: fields.value)
                    } else if try fields.isField("freedPages", 2) {
                        _freedPages = try Int(decoding: fields.value)
                    } else if try fields.isField("freedBytes", 3) {
                        _freedBytes = try Int(decoding: fields.value)
                    } else if try fields.isField("withinLimit", 4) {
                        _withinLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("returned", 5) {
                        if !fields.value.isNull { _returned = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _level else { throw JSONError(.missing, path: "level") }
            guard let _source else { throw JSONError(.missing, path: "source") }
            guard let _freedPages else { throw JSONError(.missing, path: "freedPages") }
            guard let _freedBytes else { throw JSONError(.missing, path: "freedBytes") }
            guard let _withinLimit else { throw JSONError(.missing, path: "withinLimit") }
            self.level = _level
            self.source = _source
            self.freedPages = _freedPages
            self.freedBytes = _freedBytes
            self.withinLimit = _withinLimit
            self.returned = _returned
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"level":"#)
            self.level.encode(into: &writer)
            writer.raw(#","source":"#)
            self.source.encode(into: &writer)
            writer.raw(#","freedPages":"#)
            self.freedPages.encode(into: &writer)
            writer.raw(#","freedBytes":"#)
            self.freedBytes.encode(into: &writer)
            writer.raw(#","withinLimit":"#)
            self.withinLimit.encode(into: &writer)
            if let _returned = self.returned {
                writer.raw(#","returned":"#)
                _returned.encode(into: &writer)
            }
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

        package init(watched: ManagerInterface.PressureSource? = nil, level: ManagerInterface.PressureLevel? = nil, source: ManagerInterface.PressureSource? = nil, since: Double? = nil, next: Double? = nil, until: Double? = nil, recovering: Bool, sustained: Bool, configuredLimit: Int, warnings: [ManagerInterface.PressureCount], lastReaction: ManagerInterface.PressureReaction? = nil) {
            self.watched = watched
            self.level = level
            self.source = source
            self.since = since
            self.next = next
            self.until = until
            self.recovering = recovering
            self.sustained = sustained
            self.configuredLimit = configuredLimit
            self.warnings = warnings
            self.lastReaction = lastReaction
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _watched: ManagerInterface.PressureSource?
            var _level: ManagerInterface.PressureLevel?
            var _source: ManagerInterface.PressureSource?
            var _since: Double?
            var _next: Double?
            var _until: Double?
            var _recovering: Bool?
            var _sustained: Bool?
            var _configuredLimit: Int?
            var _warnings: [ManagerInterface.PressureCount]?
            var _lastReaction: ManagerInterface.PressureReaction?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("watched", 0) {
                        if !fields.value.isNull { _watched = try ManagerInterface.PressureSource(decoding: fields.value) }
                    } else if try fields.isField("level", 1) {
                        if !fields.value.isNull { _level = try ManagerInterface.PressureLevel(decoding: fields.value) }
                    } else if try fields.isField("source", 2) {
                        if !fields.value.isNull { _source = try ManagerInterface.PressureSource(decoding: fields.value) }
                    } else if try fields.isField("since", 3) {
                        if !fields.value.isNull { _since = try Double(decoding: fields.value) }
                    } else if try fields.isField("next", 4) {
                        if !fields.value.isNull { _next = try Double(decoding: fields.value) }
                    } else if try fields.isField("until", 5) {
                        if !fields.value.isNull { _until = try Double(decoding: fields.value) }
                    } else if try fields.isField("recovering", 6) {
                        _recovering = try Bool(decoding: fields.value)
                    } else if try fields.isField("sustained", 7) {
                        _sustained = try Bool(decoding: fields.value)
                    } else if try fields.isField("configuredLimit", 8) {
                        _configuredLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("warnings", 9) {
                        _warnings = try [ManagerInterface.PressureCount](decoding: fields.value)
                    } else if try fields.isField("lastReaction", 10) {
                        if !fields.value.isNull { _lastReaction = try ManagerInterface.PressureReaction(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _recovering else { throw JSONError(.missing, path: "recovering") }
            guard let _sustained else { throw JSONError(.missing, path: "sustained") }
            guard let _configuredLimit else { throw JSONError(.missing, path: "configuredLimit") }
            guard let _warnings else { throw JSONError(.missing, path: "warnings") }
            self.watched = _watched
            self.level = _level
            self.source = _source
            self.since = _since
            self.next = _next
            self.until = _until
            self.recovering = _recovering
            self.sustained = _sustained
            self.configuredLimit = _configuredLimit
            self.warnings = _warnings
            self.lastReaction = _lastReaction
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _watched = self.watched {
                writer.key(#","watched":"#)
                _watched.encode(into: &writer)
            }
            if let _level = self.level {
                writer.key(#","level":"#)
                _level.encode(into: &writer)
            }
            if let _source = self.source {
                writer.key(#","source":"#)
                _source.encode(into: &writer)
            }
            if let _since = self.since {
                writer.key(#","since":"#)
                _since.encode(into: &writer)
            }
            if let _next = self.next {
                writer.key(#","next":"#)
                _next.encode(into: &writer)
            }
            if let _until = self.until {
                writer.key(#","until":"#)
                _until.encode(into: &writer)
            }
            writer.key(#","recovering":"#)
            self.recovering.encode(into: &writer)
            writer.raw(#","sustained":"#)
            self.sustained.encode(into: &writer)
            writer.raw(#","configuredLimit":"#)
            self.configuredLimit.encode(into: &writer)
            writer.raw(#","warnings":"#)
            self.warnings.encode(into: &writer)
            if let _lastReaction = self.lastReaction {
                writer.raw(#","lastReaction":"#)
                _lastReaction.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What the viewers of a user were handed and have not returned, and the `limit` on its bytes.
    package struct UserLeases: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var uid: Int
        package var pages: Int
        package var bytes: Int
        package var limit: Int

        package init(uid: Int, pages: Int, bytes: Int, limit: Int) {
            self.uid = uid
            self.pages = pages
            self.bytes = bytes
            self.limit = limit
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _uid: Int?
            var _pages: Int?
            var _bytes: Int?
            var _limit: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("uid", 0) {
                        _uid = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 1) {
                        _pages = try Int(decoding: fields.value)
                    } else if try fields.isField("bytes", 2) {
                        _bytes = try Int(decoding: fields.value)
                    } else if try fields.isField("limit", 3) {
                        _limit = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _uid else { throw JSONError(.missing, path: "uid") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            guard let _limit else { throw JSONError(.missing, path: "limit") }
            self.uid = _uid
            self.pages = _pages
            self.bytes = _bytes
            self.limit = _limit
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"uid":"#)
            self.uid.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","bytes":"#)
            self.bytes.encode(into: &writer)
            writer.raw(#","limit":"#)
            self.limit.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A reader. `pagesHeld` and `bytesHeld` are what was handed to its viewers as descriptors and not returned; `connections` how many
    /// connections use it.
    package struct ReaderEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var reader: String
        package var uid: Int
        package var document: String
        package var provider: String
        package var index: Int
        package var pages: Int
        package var connections: Int
        package var pagesHeld: Int
        package var bytesHeld: Int

        package init(reader: String, uid: Int, document: String, provider: String, index: Int, pages: Int, connections: Int, pagesHeld: Int, bytesHeld: Int) {
            self.reader = reader
            self.uid = uid
            self.document = document
            self.provider = provider
            self.index = index
            self.pages = pages
            self.connections = connections
            self.pagesHeld = pagesHeld
            self.bytesHeld = bytesHeld
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _reader: String?
            var _uid: Int?
            var _document: String?
            var _provider: String?
            var _index: Int?
            var _pages: Int?
            var _connections: Int?
            var _pagesHeld: Int?
            var _bytesHeld: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("reader", 0) {
                        _reader = try String(decoding: fields.value)
                    } else if try fields.isField("uid", 1) {
                        _uid = try Int(decoding: fields.value)
                    } else if try fields.isField("document", 2) {
                        _document = try String(decoding: fields.value)
                    } else if try fields.isField("provider", 3) {
                        _provider = try String(decoding: fields.value)
                    } else if try fields.isField("index", 4) {
                        _index = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 5) {
                        _pages = try Int(decoding: fields.value)
                    } else if try fields.isField("connections", 6) {
                        _connections = try Int(decoding: fields.value)
                    } else if try fields.isField("pagesHeld", 7) {
                        _pagesHeld = try Int(decoding: fields.value)
                    } else if try fields.isField("bytesHeld", 8) {
                        _bytesHeld = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _reader else { throw JSONError(.missing, path: "reader") }
            guard let _uid else { throw JSONError(.missing, path: "uid") }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _provider else { throw JSONError(.missing, path: "provider") }
            guard let _index else { throw JSONError(.missing, path: "index") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _connections else { throw JSONError(.missing, path: "connections") }
            guard let _pagesHeld else { throw JSONError(.missing, path: "pagesHeld") }
            guard let _bytesHeld else { throw JSONError(.missing, path: "bytesHeld") }
            self.reader = _reader
            self.uid = _uid
            self.document = _document
            self.provider = _provider
            self.index = _index
            self.pages = _pages
            self.connections = _connections
            self.pagesHeld = _pagesHeld
            self.bytesHeld = _bytesHeld
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"reader":"#)
            self.reader.encode(into: &writer)
            writer.raw(#","uid":"#)
            self.uid.encode(into: &writer)
            writer.raw(#","document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","provider":"#)
            self.provider.encode(into: &writer)
            writer.raw(#","index":"#)
            self.index.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","connections":"#)
            self.connections.encode(into: &writer)
            writer.raw(#","pagesHeld":"#)
            self.pagesHeld.encode(into: &writer)
            writer.raw(#","bytesHeld":"#)
            self.bytesHeld.encode(into: &writer)
            writer.endObject()
        }
    }

    /// An open document. `state` tells whether it can be read, or why not.
    package struct DocumentEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var document: String
        package var provider: String
        package var uid: Int?
        package var name: String?
        package var pages: Int
        package var bytes: Int
        package var readers: Int
        package var cachedPages: Int
        package var cachedBytes: Int
        package var state: String

        package init(document: String, provider: String, uid: Int? = nil, name: String? = nil, pages: Int, bytes: Int, readers: Int, cachedPages: Int, cachedBytes: Int, state: String) {
            self.document = document
            self.provider = provider
            self.uid = uid
            self.name = name
            self.pages = pages
            self.bytes = bytes
            self.readers = readers
            self.cachedPages = cachedPages
            self.cachedBytes = cachedBytes
            self.state = state
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _document: String?
            var _provider: String?
            var _uid: Int?
            var _name: String?
            var _pages: Int?
            var _bytes: Int?
            var _readers: Int?
            var _cachedPages: Int?
            var _cachedBytes: Int?
            var _state: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("document", 0) {
                        _document = try String(decoding: fields.value)
                    } else if try fields.isField("provider", 1) {
                        _provider = try String(decoding: fields.value)
                    } else if try fields.isField("uid", 2) {
                        if !fields.value.isNull { _uid = try Int(decoding: fields.value) }
                    } else if try fields.isField("name", 3) {
                        if !fields.value.isNull { _name = try String(decoding: fields.value) }
                    } else if try fields.isField("pages", 4) {
                        _pages = try Int(decoding: fields.value)
                    } else if try fields.isField("bytes", 5) {
                        _bytes = try Int(decoding: fields.value)
                    } else if try fields.isField("readers", 6) {
                        _readers = try Int(decoding: fields.value)
                    } else if try fields.isField("cachedPages", 7) {
                        _cachedPages = try Int(decoding: fields.value)
                    } else if try fields.isField("cachedBytes", 8) {
                        _cachedBytes = try Int(decoding: fields.value)
                    } else if try fields.isField("state", 9) {
                        _state = try String(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _provider else { throw JSONError(.missing, path: "provider") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            guard let _readers else { throw JSONError(.missing, path: "readers") }
            guard let _cachedPages else { throw JSONError(.missing, path: "cachedPages") }
            guard let _cachedBytes else { throw JSONError(.missing, path: "cachedBytes") }
            guard let _state else { throw JSONError(.missing, path: "state") }
            self.document = _document
            self.provider = _provider
            self.uid = _uid
            self.name = _name
            self.pages = _pages
            self.bytes = _bytes
            self.readers = _readers
            self.cachedPages = _cachedPages
            self.cachedBytes = _cachedBytes
            self.state = _state
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","provider":"#)
            self.provider.encode(into: &writer)
            if let _uid = self.uid {
                writer.raw(#","uid":"#)
                _uid.encode(into: &writer)
            }
            if let _name = self.name {
                writer.raw(#","name":"#)
                _name.encode(into: &writer)
            }
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","bytes":"#)
            self.bytes.encode(into: &writer)
            writer.raw(#","readers":"#)
            self.readers.encode(into: &writer)
            writer.raw(#","cachedPages":"#)
            self.cachedPages.encode(into: &writer)
            writer.raw(#","cachedBytes":"#)
            self.cachedBytes.encode(into: &writer)
            writer.raw(#","state":"#)
            self.state.encode(into: &writer)
            writer.endObject()
        }
    }

    /// A provider: its library, and what it can do. `refused` says why it could not be loaded.
    package struct ProviderEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var name: String
        package var path: String
        package var version: String?
        package var summary: String?
        package var capabilities: [String]
        package var refused: String?

        package init(name: String, path: String, version: String? = nil, summary: String? = nil, capabilities: [String], refused: String? = nil) {
            self.name = name
            self.path = path
            self.version = version
            self.summary = summary
            self.capabilities = capabilities
            self.refused = refused
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _name: String?
            var _path: String?
            var _version: String?
            var _summary: String?
            var _capabilities: [String]?
            var _refused: String?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("name", 0) {
                        _name = try String(decoding: fields.value)
                    } else if try fields.isField("path", 1) {
                        _path = try String(decoding: fields.value)
                    } else if try fields.isField("version", 2) {
                        if !fields.value.isNull { _version = try String(decoding: fields.value) }
                    } else if try fields.isField("summary", 3) {
                        if !fields.value.isNull { _summary = try String(decoding: fields.value) }
                    } else if try fields.isField("capabilities", 4) {
                        _capabilities = try [String](decoding: fields.value)
                    } else if try fields.isField("refused", 5) {
                        if !fields.value.isNull { _refused = try String(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _name else { throw JSONError(.missing, path: "name") }
            guard let _path else { throw JSONError(.missing, path: "path") }
            guard let _capabilities else { throw JSONError(.missing, path: "capabilities") }
            self.name = _name
            self.path = _path
            self.version = _version
            self.summary = _summary
            self.capabilities = _capabilities
            self.refused = _refused
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"name":"#)
            self.name.encode(into: &writer)
            writer.raw(#","path":"#)
            self.path.encode(into: &writer)
            if let _version = self.version {
                writer.raw(#","version":"#)
                _version.encode(into: &writer)
            }
            if let _summary = self.summary {
                writer.raw(#","summary":"#)
                _summary.encode(into: &writer)
            }
            writer.raw(#","capabilities":"#)
            self.capabilities.encode(into: &writer)
            if let _refused = self.refused {
                writer.raw(#","refused":"#)
                _refused.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    package enum HostState: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case starting
        case idle
        case busy
        case ending

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("starting") {
                self = .starting
                return
            }
            if text.equals("idle") {
                self = .idle
                return
            }
            if text.equals("busy") {
                self = .busy
                return
            }
            if text.equals("ending") {
                self = .ending
                return
            }
            throw JSONError(.wrongType(expected: "HostState"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .starting: writer.raw(#""starting""#)
                case .idle: writer.raw(#""idle""#)
                case .busy: writer.raw(#""busy""#)
                case .ending: writer.raw(#""ending""#)
            }
        }
    }

    /// A provider host: a process that runs a provider for one user, or for the library where `uid` is absent. `documents` are open in
    /// it; `isolated`: it has one document alone, which has ended another host before. `memory` is what it has for itself, in bytes;
    /// absent where the kernel does not tell.
    package struct HostEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pid: Int
        package var provider: String
        package var uid: Int?
        package var documents: Int
        package var state: ManagerInterface.HostState
        package var isolated: Bool
        package var memory: Int?

        package init(pid: Int, provider: String, uid: Int? = nil, documents: Int, state: ManagerInterface.HostState, isolated: Bool, memory: Int? = nil) {
            self.pid = pid
            self.provider = provider
            self.uid = uid
            self.documents = documents
            self.state = state
            self.isolated = isolated
            self.memory = memory
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _pid: Int?
            var _provider: String?
            var _uid: Int?
            var _documents: Int?
            var _state: ManagerInterface.HostState?
            var _isolated: Bool?
            var _memory: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("pid", 0) {
                        _pid = try Int(decoding: fields.value)
                    } else if try fields.isField("provider", 1) {
                        _provider = try String(decoding: fields.value)
                    } else if try fields.isField("uid", 2) {
                        if !fields.value.isNull { _uid = try Int(decoding: fields.value) }
                    } else if try fields.isField("documents", 3) {
                        _documents = try Int(decoding: fields.value)
                    } else if try fields.isField("state", 4) {
                        _state = try ManagerInterface.HostState(decoding: fields.value)
                    } else if try fields.isField("isolated", 5) {
                        _isolated = try Bool(decoding: fields.value)
                    } else if try fields.isField("memory", 6) {
                        if !fields.value.isNull { _memory = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _pid else { throw JSONError(.missing, path: "pid") }
            guard let _provider else { throw JSONError(.missing, path: "provider") }
            guard let _documents else { throw JSONError(.missing, path: "documents") }
            guard let _state else { throw JSONError(.missing, path: "state") }
            guard let _isolated else { throw JSONError(.missing, path: "isolated") }
            self.pid = _pid
            self.provider = _provider
            self.uid = _uid
            self.documents = _documents
            self.state = _state
            self.isolated = _isolated
            self.memory = _memory
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"pid":"#)
            self.pid.encode(into: &writer)
            writer.raw(#","provider":"#)
            self.provider.encode(into: &writer)
            if let _uid = self.uid {
                writer.raw(#","uid":"#)
                _uid.encode(into: &writer)
            }
            writer.raw(#","documents":"#)
            self.documents.encode(into: &writer)
            writer.raw(#","state":"#)
            self.state.encode(into: &writer)
            writer.raw(#","isolated":"#)
            self.isolated.encode(into: &writer)
            if let _memory = self.memory {
                writer.raw(#","memory":"#)
                _memory.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// A number of pages and their bytes.
    package struct Amount: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var pages: Int
        package var bytes: Int

        package init(pages: Int, bytes: Int) {
            self.pages = pages
            self.bytes = bytes
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _pages: Int?
            var _bytes: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("pages", 0) {
                        _pages = try Int(decoding: fields.value)
                    } else if try fields.isField("bytes", 1) {
                        _bytes = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            self.pages = _pages
            self.bytes = _bytes
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","bytes":"#)
            self.bytes.encode(into: &writer)
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

        package init(soft: Int, hard: Int, pages: Int, hardPages: Int) {
            self.soft = soft
            self.hard = hard
            self.pages = pages
            self.hardPages = hardPages
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _soft: Int?
            var _hard: Int?
            var _pages: Int?
            var _hardPages: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("soft", 0) {
                        _soft = try Int(decoding: fields.value)
                    } else if try fields.isField("hard", 1) {
                        _hard = try Int(decoding: fields.value)
                    } else if try fields.isField("pages", 2) {
                        _pages = try Int(decoding: fields.value)
                    } else if try fields.isField("hardPages", 3) {
                        _hardPages = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _soft else { throw JSONError(.missing, path: "soft") }
            guard let _hard else { throw JSONError(.missing, path: "hard") }
            guard let _pages else { throw JSONError(.missing, path: "pages") }
            guard let _hardPages else { throw JSONError(.missing, path: "hardPages") }
            self.soft = _soft
            self.hard = _hard
            self.pages = _pages
            self.hardPages = _hardPages
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"soft":"#)
            self.soft.encode(into: &writer)
            writer.raw(#","hard":"#)
            self.hard.encode(into: &writer)
            writer.raw(#","pages":"#)
            self.pages.encode(into: &writer)
            writer.raw(#","hardPages":"#)
            self.hardPages.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What takes memory, by state. Each page that is alive is `cached` or `deferred`: out of the cache, and needed until its
    /// transition has settled. `rendering` is reserved for renders under way. Of what is alive, readers at rest show `shown`, and `moving` is
    /// what else is needed. `leased` is what viewers were handed and have not returned, each page once, and `leasedOutside` what of that is
    /// alive for them only. `thumbnails` are kept beside the cache.
    package struct CacheStates: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var cached: ManagerInterface.Amount
        package var deferred: ManagerInterface.Amount
        package var rendering: ManagerInterface.Amount
        package var shown: ManagerInterface.Amount
        package var moving: ManagerInterface.Amount
        package var leased: ManagerInterface.Amount
        package var leasedOutside: ManagerInterface.Amount
        package var thumbnails: ManagerInterface.Amount

        package init(cached: ManagerInterface.Amount, deferred: ManagerInterface.Amount, rendering: ManagerInterface.Amount, shown: ManagerInterface.Amount, moving: ManagerInterface.Amount, leased: ManagerInterface.Amount, leasedOutside: ManagerInterface.Amount, thumbnails: ManagerInterface.Amount) {
            self.cached = cached
            self.deferred = deferred
            self.rendering = rendering
            self.shown = shown
            self.moving = moving
            self.leased = leased
            self.leasedOutside = leasedOutside
            self.thumbnails = thumbnails
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _cached: ManagerInterface.Amount?
            var _deferred: ManagerInterface.Amount?
            var _rendering: ManagerInterface.Amount?
            var _shown: ManagerInterface.Amount?
            var _moving: ManagerInterface.Amount?
            var _leased: ManagerInterface.Amount?
            var _leasedOutside: ManagerInterface.Amount?
            var _thumbnails: ManagerInterface.Amount?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("cached", 0) {
                        _cached = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("deferred", 1) {
                        _deferred = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("rendering", 2) {
                        _rendering = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("shown", 3) {
                        _shown = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("moving", 4) {
                        _moving = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("leased", 5) {
                        _leased = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("leasedOutside", 6) {
                        _leasedOutside = try ManagerInterface.Amount(decoding: fields.value)
                    } else if try fields.isField("thumbnails", 7) {
                        _thumbnails = try ManagerInterface.Amount(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _cached else { throw JSONError(.missing, path: "cached") }
            guard let _deferred else { throw JSONError(.missing, path: "deferred") }
            guard let _rendering else { throw JSONError(.missing, path: "rendering") }
            guard let _shown else { throw JSONError(.missing, path: "shown") }
            guard let _moving else { throw JSONError(.missing, path: "moving") }
            guard let _leased else { throw JSONError(.missing, path: "leased") }
            guard let _leasedOutside else { throw JSONError(.missing, path: "leasedOutside") }
            guard let _thumbnails else { throw JSONError(.missing, path: "thumbnails") }
            self.cached = _cached
            self.deferred = _deferred
            self.rendering = _rendering
            self.shown = _shown
            self.moving = _moving
            self.leased = _leased
            self.leasedOutside = _leasedOutside
            self.thumbnails = _thumbnails
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"cached":"#)
            self.cached.encode(into: &writer)
            writer.raw(#","deferred":"#)
            self.deferred.encode(into: &writer)
            writer.raw(#","rendering":"#)
            self.rendering.encode(into: &writer)
            writer.raw(#","shown":"#)
            self.shown.encode(into: &writer)
            writer.raw(#","moving":"#)
            self.moving.encode(into: &writer)
            writer.raw(#","leased":"#)
            self.leased.encode(into: &writer)
            writer.raw(#","leasedOutside":"#)
            self.leasedOutside.encode(into: &writer)
            writer.raw(#","thumbnails":"#)
            self.thumbnails.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What happened to pages since the start: those of `Cache`; `deferred` ones, and those of them that were cached again, since somebody
    /// asked for them (`readmitted`); those rendered before anybody asked (`readAhead`), and those of them that somebody asked for later.
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

        package init(hits: Int, misses: Int, joined: Int, evicted: Int, notKept: Int, deferred: Int, readmitted: Int, readAhead: Int, readAheadUsed: Int) {
            self.hits = hits
            self.misses = misses
            self.joined = joined
            self.evicted = evicted
            self.notKept = notKept
            self.deferred = deferred
            self.readmitted = readmitted
            self.readAhead = readAhead
            self.readAheadUsed = readAheadUsed
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _hits: Int?
            var _misses: Int?
            var _joined: Int?
            var _evicted: Int?
            var _notKept: Int?
            var _deferred: Int?
            var _readmitted: Int?
            var _readAhead: Int?
            var _readAheadUsed: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("hits", 0) {
                        _hits = try Int(decoding: fields.value)
                    } else if try fields.isField("misses", 1) {
                        _misses = try Int(decoding: fields.value)
                    } else if try fields.isField("joined", 2) {
                        _joined = try Int(decoding: fields.value)
                    } else if try fields.isField("evicted", 3) {
                        _evicted = try Int(decoding: fields.value)
                    } else if try fields.isField("notKept", 4) {
                        _notKept = try Int(decoding: fields.value)
                    } else if try fields.isField("deferred", 5) {
                        _deferred = try Int(decoding: fields.value)
                    } else if try fields.isField("readmitted", 6) {
                        _readmitted = try Int(decoding: fields.value)
                    } else if try fields.isField("readAhead", 7) {
                        _readAhead = try Int(decoding: fields.value)
                    } else if try fields.isField("readAheadUsed", 8) {
                        _readAheadUsed = try Int(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _hits else { throw JSONError(.missing, path: "hits") }
            guard let _misses else { throw JSONError(.missing, path: "misses") }
            guard let _joined else { throw JSONError(.missing, path: "joined") }
            guard let _evicted else { throw JSONError(.missing, path: "evicted") }
            guard let _notKept else { throw JSONError(.missing, path: "notKept") }
            guard let _deferred else { throw JSONError(.missing, path: "deferred") }
            guard let _readmitted else { throw JSONError(.missing, path: "readmitted") }
            guard let _readAhead else { throw JSONError(.missing, path: "readAhead") }
            guard let _readAheadUsed else { throw JSONError(.missing, path: "readAheadUsed") }
            self.hits = _hits
            self.misses = _misses
            self.joined = _joined
            self.evicted = _evicted
            self.notKept = _notKept
            self.deferred = _deferred
            self.readmitted = _readmitted
            self.readAhead = _readAhead
            self.readAheadUsed = _readAheadUsed
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"hits":"#)
            self.hits.encode(into: &writer)
            writer.raw(#","misses":"#)
            self.misses.encode(into: &writer)
            writer.raw(#","joined":"#)
            self.joined.encode(into: &writer)
            writer.raw(#","evicted":"#)
            self.evicted.encode(into: &writer)
            writer.raw(#","notKept":"#)
            self.notKept.encode(into: &writer)
            writer.raw(#","deferred":"#)
            self.deferred.encode(into: &writer)
            writer.raw(#","readmitted":"#)
            self.readmitted.encode(into: &writer)
            writer.raw(#","readAhead":"#)
            self.readAhead.encode(into: &writer)
            writer.raw(#","readAheadUsed":"#)
            self.readAheadUsed.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Renders: how many are under way, and how those since the start have ended. Those that gave a page took `seconds` in all.
    package struct Renders: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var underWay: Int
        package var rendered: Int
        package var failed: Int
        package var cancelled: Int
        package var seconds: Double

        package init(underWay: Int, rendered: Int, failed: Int, cancelled: Int, seconds: Double) {
            self.underWay = underWay
            self.rendered = rendered
            self.failed = failed
            self.cancelled = cancelled
            self.seconds = seconds
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _underWay: Int?
            var _rendered: Int?
            var _failed: Int?
            var _cancelled: Int?
            var _seconds: Double?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("underWay", 0) {
                        _underWay = try Int(decoding: fields.value)
                    } else if try fields.isField("rendered", 1) {
                        _rendered = try Int(decoding: fields.value)
                    } else if try fields.isField("failed", 2) {
                        _failed = try Int(decoding: fields.value)
                    } else if try fields.isField("cancelled", 3) {
                        _cancelled = try Int(decoding: fields.value)
                    } else if try fields.isField("seconds", 4) {
                        _seconds = try Double(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _underWay else { throw JSONError(.missing, path: "underWay") }
            guard let _rendered else { throw JSONError(.missing, path: "rendered") }
            guard let _failed else { throw JSONError(.missing, path: "failed") }
            guard let _cancelled else { throw JSONError(.missing, path: "cancelled") }
            guard let _seconds else { throw JSONError(.missing, path: "seconds") }
            self.underWay = _underWay
            self.rendered = _rendered
            self.failed = _failed
            self.cancelled = _cancelled
            self.seconds = _seconds
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"underWay":"#)
            self.underWay.encode(into: &writer)
            writer.raw(#","rendered":"#)
            self.rendered.encode(into: &writer)
            writer.raw(#","failed":"#)
            self.failed.encode(into: &writer)
            writer.raw(#","cancelled":"#)
            self.cancelled.encode(into: &writer)
            writer.raw(#","seconds":"#)
            self.seconds.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum CachePageState: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case cached
        case deferred
        case rendering

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("cached") {
                self = .cached
                return
            }
            if text.equals("deferred") {
                self = .deferred
                return
            }
            if text.equals("rendering") {
                self = .rendering
                return
            }
            throw JSONError(.wrongType(expected: "CachePageState"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .cached: writer.raw(#""cached""#)
                case .deferred: writer.raw(#""deferred""#)
                case .rendering: writer.raw(#""rendering""#)
            }
        }
    }

    /// Why a page is kept alive: some reader at rest shows it, or it is needed otherwise, as in a transition.
    package enum CachePageNeed: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case none
        case moving
        case shown

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("none") {
                self = .none
                return
            }
            if text.equals("moving") {
                self = .moving
                return
            }
            if text.equals("shown") {
                self = .shown
                return
            }
            throw JSONError(.wrongType(expected: "CachePageNeed"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .none: writer.raw(#""none""#)
                case .moving: writer.raw(#""moving""#)
                case .shown: writer.raw(#""shown""#)
            }
        }
    }

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

        package init(document: String, provider: String, page: Int, index: Int? = nil, label: String? = nil, width: Int, height: Int, whole: Bool, scale: Double, rotation: Int, format: String, bytes: Int, state: ManagerInterface.CachePageState, need: ManagerInterface.CachePageNeed, leases: Int, renderTime: Int? = nil, readAhead: Bool) {
            self.document = document
            self.provider = provider
            self.page = page
            self.index = index
            self.label = label
            self.width = width
            self.height = height
            self.whole = whole
            self.scale = scale
            self.rotation = rotation
            self.format = format
            self.bytes = bytes
            self.state = state
            self.need = need
            self.leases = leases
            self.renderTime = renderTime
            self.readAhead = readAhead
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _document: String?
            var _provider: String?
            var _page: Int?
            var _index: Int?
            var _label: String?
            var _width: Int?
            var _height: Int?
            var _whole: Bool?
            var _scale: Double?
            var _rotation: Int?
            var _format: String?
            var _bytes: Int?
            var _state: ManagerInterface.CachePageState?
            var _need: ManagerInterface.CachePageNeed?
            var _leases: Int?
            var _renderTime: Int?
            var _readAhead: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("document", 0) {
                        _document = try String(decoding: fields.value)
                    } else if try fields.isField("provider", 1) {
                        _provider = try String(decoding: fields.value)
                    } else if try fields.isField("page", 2) {
                        _page = try Int(decoding: fields.value)
                    } else if try fields.isField("index", 3) {
                        if !fields.value.isNull { _index = try Int(decoding: fields.value) }
                    } else if try fields.isField("label", 4) {
                        if !fields.value.isNull { _label = try String(decoding: fields.value) }
                    } else if try fields.isField("width", 5) {
                        _width = try Int(decoding: fields.value)
                    } else if try fields.isField("height", 6) {
                        _height = try Int(decoding: fields.value)
                    } else if try fields.isField("whole", 7) {
                        _whole = try Bool(decoding: fields.value)
                    } else if try fields.isField("scale", 8) {
                        _scale = try Double(decoding: fields.value)
                    } else if try fields.isField("rotation", 9) {
                        _rotation = try Int(decoding: fields.value)
                    } else if try fields.isField("format", 10) {
                        _format = try String(decoding: fields.value)
                    } else if try fields.isField("bytes", 11) {
                        _bytes = try Int(decoding: fields.value)
                    } else if try fields.isField("state", 12) {
                        _state = try ManagerInterface.CachePageState(decoding: fields.value)
                    } else if try fields.isField("need", 13) {
                        _need = try ManagerInterface.CachePageNeed(decoding: fields.value)
                    } else if try fields.isField("leases", 14) {
                        _leases = try Int(decoding: fields.value)
                    } else if try fields.isField("renderTime", 15) {
                        if !fields.value.isNull { _renderTime = try Int(decoding: fields.value) }
                    } else if try fields.isField("readAhead", 16) {
                        _readAhead = try Bool(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _document else { throw JSONError(.missing, path: "document") }
            guard let _provider else { throw JSONError(.missing, path: "provider") }
            guard let _page else { throw JSONError(.missing, path: "page") }
            guard let _width else { throw JSONError(.missing, path: "width") }
            guard let _height else { throw JSONError(.missing, path: "height") }
            guard let _whole else { throw JSONError(.missing, path: "whole") }
            guard let _scale else { throw JSONError(.missing, path: "scale") }
            guard let _rotation else { throw JSONError(.missing, path: "rotation") }
            guard let _format else { throw JSONError(.missing, path: "format") }
            guard let _bytes else { throw JSONError(.missing, path: "bytes") }
            guard let _state else { throw JSONError(.missing, path: "state") }
            guard let _need else { throw JSONError(.missing, path: "need") }
            guard let _leases else { throw JSONError(.missing, path: "leases") }
            guard let _readAhead else { throw JSONError(.missing, path: "readAhead") }
            self.document = _document
            self.provider = _provider
            self.page = _page
            self.index = _index
            self.label = _label
            self.width = _width
            self.height = _height
            self.whole = _whole
            self.scale = _scale
            self.rotation = _rotation
            self.format = _format
            self.bytes = _bytes
            self.state = _state
            self.need = _need
            self.leases = _leases
            self.renderTime = _renderTime
            self.readAhead = _readAhead
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"document":"#)
            self.document.encode(into: &writer)
            writer.raw(#","provider":"#)
            self.provider.encode(into: &writer)
            writer.raw(#","page":"#)
            self.page.encode(into: &writer)
            if let _index = self.index {
                writer.raw(#","index":"#)
                _index.encode(into: &writer)
            }
            if let _label = self.label {
                writer.raw(#","label":"#)
                _label.encode(into: &writer)
            }
            writer.raw(#","width":"#)
            self.width.encode(into: &writer)
            writer.raw(#","height":"#)
            self.height.encode(into: &writer)
            writer.raw(#","whole":"#)
            self.whole.encode(into: &writer)
            writer.raw(#","scale":"#)
            self.scale.encode(into: &writer)
            writer.raw(#","rotation":"#)
            self.rotation.encode(into: &writer)
            writer.raw(#","format":"#)
            self.format.encode(into: &writer)
            writer.raw(#","bytes":"#)
            self.bytes.encode(into: &writer)
            writer.raw(#","state":"#)
            self.state.encode(into: &writer)
            writer.raw(#","need":"#)
            self.need.encode(into: &writer)
            writer.raw(#","leases":"#)
            self.leases.encode(into: &writer)
            if let _renderTime = self.renderTime {
                writer.raw(#","renderTime":"#)
                _renderTime.encode(into: &writer)
            }
            writer.raw(#","readAhead":"#)
            self.readAhead.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The service as a whole. `uptime` in seconds. `leases`: one for each user who holds pages.
    package enum Status: VarlinkMethod {
        package typealias Parameters = ManagerInterface.StatusParameters
        package typealias Reply = ManagerInterface.StatusReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.Status" }
    }

    /// What ``Status`` takes.
    package typealias StatusParameters = JSONEmpty

    /// What ``Status`` answers.
    package struct StatusReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var version: String
        package var pid: Int
        package var uptime: Int
        package var readers: Int
        package var documents: Int
        package var hosts: Int
        package var connections: Int
        package var cache: ManagerInterface.Cache
        package var pressure: ManagerInterface.Pressure
        package var leases: [ManagerInterface.UserLeases]

        package init(version: String, pid: Int, uptime: Int, readers: Int, documents: Int, hosts: Int, connections: Int, cache: ManagerInterface.Cache, pressure: ManagerInterface.Pressure, leases: [ManagerInterface.UserLeases]) {
            self.version = version
            self.pid = pid
            self.uptime = uptime
            self.readers = readers
            self.documents = documents
            self.hosts = hosts
            self.connections = connections
            self.cache = cache
            self.pressure = pressure
            self.leases = leases
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _version: String?
            var _pid: Int?
            var _uptime: Int?
            var _readers: Int?
            var _documents: Int?
            var _hosts: Int?
            var _connections: Int?
            var _cache: ManagerInterface.Cache?
            var _pressure: ManagerInterface.Pressure?
            var _leases: [ManagerInterface.UserLeases]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("version", 0) {
                        _version = try String(decoding: fields.value)
                    } else if try fields.isField("pid", 1) {
                        _pid = try Int(decoding: fields.value)
                    } else if try fields.isField("uptime", 2) {
                        _uptime = try Int(decoding: fields.value)
                    } else if try fields.isField("readers", 3) {
                        _readers = try Int(decoding: fields.value)
                    } else if try fields.isField("documents", 4) {
                        _documents = try Int(decoding: fields.value)
                    } else if try fields.isField("hosts", 5) {
                        _hosts = try Int(decoding: fields.value)
                    } else if try fields.isField("connections", 6) {
                        _connections = try Int(decoding: fields.value)
                    } else if try fields.isField("cache", 7) {
                        _cache = try ManagerInterface.Cache(decoding: fields.value)
                    } else if try fields.isField("pressure", 8) {
                        _pressure = try ManagerInterface.Pressure(decoding: fields.value)
                    } else if try fields.isField("leases", 9) {
                        _leases = try [ManagerInterface.UserLeases](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _version else { throw JSONError(.missing, path: "version") }
            guard let _pid else { throw JSONError(.missing, path: "pid") }
            guard let _uptime else { throw JSONError(.missing, path: "uptime") }
            guard let _readers else { throw JSONError(.missing, path: "readers") }
            guard let _documents else { throw JSONError(.missing, path: "documents") }
            guard let _hosts else { throw JSONError(.missing, path: "hosts") }
            guard let _connections else { throw JSONError(.missing, path: "connections") }
            guard let _cache else { throw JSONError(.missing, path: "cache") }
            guard let _pressure else { throw JSONError(.missing, path: "pressure") }
            guard let _leases else { throw JSONError(.missing, path: "leases") }
            self.version = _version
            self.pid = _pid
            self.uptime = _uptime
            self.readers = _readers
            self.documents = _documents
            self.hosts = _hosts
            self.connections = _connections
            self.cache = _cache
            self.pressure = _pressure
            self.leases = _leases
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"version":"#)
            self.version.encode(into: &writer)
            writer.raw(#","pid":"#)
            self.pid.encode(into: &writer)
            writer.raw(#","uptime":"#)
            self.uptime.encode(into: &writer)
            writer.raw(#","readers":"#)
            self.readers.encode(into: &writer)
            writer.raw(#","documents":"#)
            self.documents.encode(into: &writer)
            writer.raw(#","hosts":"#)
            self.hosts.encode(into: &writer)
            writer.raw(#","connections":"#)
            self.connections.encode(into: &writer)
            writer.raw(#","cache":"#)
            self.cache.encode(into: &writer)
            writer.raw(#","pressure":"#)
            self.pressure.encode(into: &writer)
            writer.raw(#","leases":"#)
            self.leases.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The cache as a whole. `limits` are in force: less than those `configured` while `pressure` has a level, and by what is
    /// `leasedOutside`. `thumbnailLimit` is in bytes. With `list`, `pages` has the pages of documents that the caller has passed as descriptors, for
    /// operators those of all; by document, then by index. It has 4096 at most, and `leftOut` is how many more there are.
    /// A render of a document that was closed meanwhile counts in `states` until it has ended, and is in no list.
    package enum GetCache: VarlinkMethod {
        package typealias Parameters = ManagerInterface.GetCacheParameters
        package typealias Reply = ManagerInterface.GetCacheReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.GetCache" }
    }

    /// What ``GetCache`` takes.
    package struct GetCacheParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var list: Bool?

        package init(list: Bool? = nil) {
            self.list = list
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _list: Bool?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("list", 0) {
                        if !fields.value.isNull { _list = try Bool(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            self.list = _list
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _list = self.list {
                writer.key(#","list":"#)
                _list.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``GetCache`` answers.
    package struct GetCacheReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var policy: String
        package var configured: ManagerInterface.CacheLimits
        package var limits: ManagerInterface.CacheLimits
        package var states: ManagerInterface.CacheStates
        package var thumbnailLimit: Int
        package var counters: ManagerInterface.CacheCounters
        package var renders: ManagerInterface.Renders
        package var pressure: ManagerInterface.Pressure
        package var pages: [ManagerInterface.CachePage]?
        package var leftOut: Int?

        package init(policy: String, configured: ManagerInterface.CacheLimits, limits: ManagerInterface.CacheLimits, states: ManagerInterface.CacheStates, thumbnailLimit: Int, counters: ManagerInterface.CacheCounters, renders: ManagerInterface.Renders, pressure: ManagerInterface.Pressure, pages: [ManagerInterface.CachePage]? = nil, leftOut: Int? = nil) {
            self.policy = policy
            self.configured = configured
            self.limits = limits
            self.states = states
            self.thumbnailLimit = thumbnailLimit
            self.counters = counters
            self.renders = renders
            self.pressure = pressure
            self.pages = pages
            self.leftOut = leftOut
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _policy: String?
            var _configured: ManagerInterface.CacheLimits?
            var _limits: ManagerInterface.CacheLimits?
            var _states: ManagerInterface.CacheStates?
            var _thumbnailLimit: Int?
            var _counters: ManagerInterface.CacheCounters?
            var _renders: ManagerInterface.Renders?
            var _pressure: ManagerInterface.Pressure?
            var _pages: [ManagerInterface.CachePage]?
            var _leftOut: Int?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("policy", 0) {
                        _policy = try String(decoding: fields.value)
                    } else if try fields.isField("configured", 1) {
                        _configured = try ManagerInterface.CacheLimits(decoding: fields.value)
                    } else if try fields.isField("limits", 2) {
                        _limits = try ManagerInterface.CacheLimits(decoding: fields.value)
                    } else if try fields.isField("states", 3) {
                        _states = try ManagerInterface.CacheStates(decoding: fields.value)
                    } else if try fields.isField("thumbnailLimit", 4) {
                        _thumbnailLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("counters", 5) {
                        _counters = try ManagerInterface.CacheCounters(decoding: fields.value)
                    } else if try fields.isField("renders", 6) {
                        _renders = try ManagerInterface.Renders(decoding: fields.value)
                    } else if try fields.isField("pressure", 7) {
                        _pressure = try ManagerInterface.Pressure(decoding: fields.value)
                    } else if try fields.isField("pages", 8) {
                        if !fields.value.isNull { _pages = try [ManagerInterface.CachePage](decoding: fields.value) }
                    } else if try fields.isField("leftOut", 9) {
                        if !fields.value.isNull { _leftOut = try Int(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _policy else { throw JSONError(.missing, path: "policy") }
            guard let _configured else { throw JSONError(.missing, path: "configured") }
            guard let _limits else { throw JSONError(.missing, path: "limits") }
            guard let _states else { throw JSONError(.missing, path: "states") }
            guard let _thumbnailLimit else { throw JSONError(.missing, path: "thumbnailLimit") }
            guard let _counters else { throw JSONError(.missing, path: "counters") }
            guard let _renders else { throw JSONError(.missing, path: "renders") }
            guard let _pressure else { throw JSONError(.missing, path: "pressure") }
            self.policy = _policy
            self.configured = _configured
            self.limits = _limits
            self.states = _states
            self.thumbnailLimit = _thumbnailLimit
            self.counters = _counters
            self.renders = _renders
            self.pressure = _pressure
            self.pages = _pages
            self.leftOut = _leftOut
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"policy":"#)
            self.policy.encode(into: &writer)
            writer.raw(#","configured":"#)
            self.configured.encode(into: &writer)
            writer.raw(#","limits":"#)
            self.limits.encode(into: &writer)
            writer.raw(#","states":"#)
            self.states.encode(into: &writer)
            writer.raw(#","thumbnailLimit":"#)
            self.thumbnailLimit.encode(into: &writer)
            writer.raw(#","counters":"#)
            self.counters.encode(into: &writer)
            writer.raw(#","renders":"#)
            self.renders.encode(into: &writer)
            writer.raw(#","pressure":"#)
            self.pressure.encode(into: &writer)
            if let _pages = self.pages {
                writer.raw(#","pages":"#)
                _pages.encode(into: &writer)
            }
            if let _leftOut = self.leftOut {
                writer.raw(#","leftOut":"#)
                _leftOut.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    package enum ListReaders: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListReadersParameters
        package typealias Reply = ManagerInterface.ListReadersReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListReaders" }
    }

    /// What ``ListReaders`` takes.
    package typealias ListReadersParameters = JSONEmpty

    /// What ``ListReaders`` answers.
    package struct ListReadersReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var readers: [ManagerInterface.ReaderEntry]

        package init(readers: [ManagerInterface.ReaderEntry]) {
            self.readers = readers
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _readers: [ManagerInterface.ReaderEntry]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("readers", 0) {
                        _readers = try [ManagerInterface.ReaderEntry](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _readers else { throw JSONError(.missing, path: "readers") }
            self.readers = _readers
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"readers":"#)
            self.readers.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum ListDocuments: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListDocumentsParameters
        package typealias Reply = ManagerInterface.ListDocumentsReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListDocuments" }
    }

    /// What ``ListDocuments`` takes.
    package typealias ListDocumentsParameters = JSONEmpty

    /// What ``ListDocuments`` answers.
    package struct ListDocumentsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var documents: [ManagerInterface.DocumentEntry]

        package init(documents: [ManagerInterface.DocumentEntry]) {
            self.documents = documents
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _documents: [ManagerInterface.DocumentEntry]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("documents", 0) {
                        _documents = try [ManagerInterface.DocumentEntry](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _documents else { throw JSONError(.missing, path: "documents") }
            self.documents = _documents
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"documents":"#)
            self.documents.encode(into: &writer)
            writer.endObject()
        }
    }

    package enum ListProviders: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListProvidersParameters
        package typealias Reply = ManagerInterface.ListProvidersReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListProviders" }
    }

    /// What ``ListProviders`` takes.
    package typealias ListProvidersParameters = JSONEmpty

    /// What ``ListProviders`` answers.
    package struct ListProvidersReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var providers: [ManagerInterface.ProviderEntry]

        package init(providers: [ManagerInterface.ProviderEntry]) {
            self.providers = providers
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _providers: [ManagerInterface.ProviderEntry]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("providers", 0) {
                        _providers = try [ManagerInterface.ProviderEntry](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _providers else { throw JSONError(.missing, path: "providers") }
            self.providers = _providers
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"providers":"#)
            self.providers.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The provider hosts that run, oldest first: those of the caller and of the library, for operators all.
    package enum ListHosts: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ListHostsParameters
        package typealias Reply = ManagerInterface.ListHostsReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.ListHosts" }
    }

    /// What ``ListHosts`` takes.
    package typealias ListHostsParameters = JSONEmpty

    /// What ``ListHosts`` answers.
    package struct ListHostsReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var hosts: [ManagerInterface.HostEntry]

        package init(hosts: [ManagerInterface.HostEntry]) {
            self.hosts = hosts
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _hosts: [ManagerInterface.HostEntry]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("hosts", 0) {
                        _hosts = try [ManagerInterface.HostEntry](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _hosts else { throw JSONError(.missing, path: "hosts") }
            self.hosts = _hosts
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"hosts":"#)
            self.hosts.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Tells the service that memory is short. Operators may; others get PermissionDenied. Answers when
    /// the cache is within its new limit: what is in force then, which is lower than what `level` asks for where another warning
    /// has asked for less, and what was let go for it. `microseconds` is how long that took.
    package enum WarnMemory: VarlinkMethod {
        package typealias Parameters = ManagerInterface.WarnMemoryParameters
        package typealias Reply = ManagerInterface.WarnMemoryReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.WarnMemory" }
    }

    /// What ``WarnMemory`` takes.
    package struct WarnMemoryParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.PressureLevel

        package init(level: ManagerInterface.PressureLevel) {
            self.level = level
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _level: ManagerInterface.PressureLevel?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("level", 0) {
                        _level = try ManagerInterface.PressureLevel(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _level else { throw JSONError(.missing, path: "level") }
            self.level = _level
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"level":"#)
            self.level.encode(into: &writer)
            writer.endObject()
        }
    }

    /// What ``WarnMemory`` answers.
    package struct WarnMemoryReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var softLimit: Int
        package var hardLimit: Int
        package var freedPages: Int
        package var freedBytes: Int
        package var microseconds: Int
        package var pressure: ManagerInterface.Pressure

        package init(softLimit: Int, hardLimit: Int, freedPages: Int, freedBytes: Int, microseconds: Int, pressure: ManagerInterface.Pressure) {
            self.softLimit = softLimit
            self.hardLimit = hardLimit
            self.freedPages = freedPages
            self.freedBytes = freedBytes
            self.microseconds = microseconds
            self.pressure = pressure
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _softLimit: Int?
            var _hardLimit: Int?
            var _freedPages: Int?
            var _freedBytes: Int?
            var _microseconds: Int?
            var _pressure: ManagerInterface.Pressure?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("softLimit", 0) {
                        _softLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("hardLimit", 1) {
                        _hardLimit = try Int(decoding: fields.value)
                    } else if try fields.isField("freedPages", 2) {
                        _freedPages = try Int(decoding: fields.value)
                    } else if try fields.isField("freedBytes", 3) {
                        _freedBytes = try Int(decoding: fields.value)
                    } else if try fields.isField("microseconds", 4) {
                        _microseconds = try Int(decoding: fields.value)
                    } else if try fields.isField("pressure", 5) {
                        _pressure = try ManagerInterface.Pressure(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _softLimit else { throw JSONError(.missing, path: "softLimit") }
            guard let _hardLimit else { throw JSONError(.missing, path: "hardLimit") }
            guard let _freedPages else { throw JSONError(.missing, path: "freedPages") }
            guard let _freedBytes else { throw JSONError(.missing, path: "freedBytes") }
            guard let _microseconds else { throw JSONError(.missing, path: "microseconds") }
            guard let _pressure else { throw JSONError(.missing, path: "pressure") }
            self.softLimit = _softLimit
            self.hardLimit = _hardLimit
            self.freedPages = _freedPages
            self.freedBytes = _freedBytes
            self.microseconds = _microseconds
            self.pressure = _pressure
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"softLimit":"#)
            self.softLimit.encode(into: &writer)
            writer.raw(#","hardLimit":"#)
            self.hardLimit.encode(into: &writer)
            writer.raw(#","freedPages":"#)
            self.freedPages.encode(into: &writer)
            writer.raw(#","freedBytes":"#)
            self.freedBytes.encode(into: &writer)
            writer.raw(#","microseconds":"#)
            self.microseconds.encode(into: &writer)
            writer.raw(#","pressure":"#)
            self.pressure.encode(into: &writer)
            writer.endObject()
        }
    }

    /// How much a log line matters, the worst first.
    package enum LogLevel: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case error
        case warning
        case notice
        case info
        case debug

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("error") {
                self = .error
                return
            }
            if text.equals("warning") {
                self = .warning
                return
            }
            if text.equals("notice") {
                self = .notice
                return
            }
            if text.equals("info") {
                self = .info
                return
            }
            if text.equals("debug") {
                self = .debug
                return
            }
            throw JSONError(.wrongType(expected: "LogLevel"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .error: writer.raw(#""error""#)
                case .warning: writer.raw(#""warning""#)
                case .notice: writer.raw(#""notice""#)
                case .info: writer.raw(#""info""#)
                case .debug: writer.raw(#""debug""#)
            }
        }
    }

    /// Where log lines go: the journal where standard error is one and else standard error (`auto`), the journal, standard error (`console`), nowhere.
    package enum LogTarget: String, JSONDecodable, JSONEncodable, CaseIterable, Sendable {
        case auto
        case journal
        case console
        case null

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            let text = try value.string()
            if text.equals("auto") {
                self = .auto
                return
            }
            if text.equals("journal") {
                self = .journal
                return
            }
            if text.equals("console") {
                self = .console
                return
            }
            if text.equals("null") {
                self = .null
                return
            }
            throw JSONError(.wrongType(expected: "LogTarget"))
        }

        package func encode(into writer: inout JSONWriter) {
            switch self {
                case .auto: writer.raw(#""auto""#)
                case .journal: writer.raw(#""journal""#)
                case .console: writer.raw(#""console""#)
                case .null: writer.raw(#""null""#)
            }
        }
    }

    /// What is logged: lines of `level` and worse.
    package enum GetLog: VarlinkMethod {
        package typealias Parameters = ManagerInterface.GetLogParameters
        package typealias Reply = ManagerInterface.GetLogReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.GetLog" }
    }

    /// What ``GetLog`` takes.
    package typealias GetLogParameters = JSONEmpty

    /// What ``GetLog`` answers.
    package struct GetLogReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.LogLevel
        package var target: ManagerInterface.LogTarget

        package init(level: ManagerInterface.LogLevel, target: ManagerInterface.LogTarget) {
            self.level = level
            self.target = target
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _level: ManagerInterface.LogLevel?
            var _target: ManagerInterface.LogTarget?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("level", 0) {
                        _level = try ManagerInterface.LogLevel(decoding: fields.value)
                    } else if try fields.isField("target", 1) {
                        _target = try ManagerInterface.LogTarget(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _level else { throw JSONError(.missing, path: "level") }
            guard let _target else { throw JSONError(.missing, path: "target") }
            self.level = _level
            self.target = _target
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"level":"#)
            self.level.encode(into: &writer)
            writer.raw(#","target":"#)
            self.target.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Changes what is given, until the service ends or reads its configuration again; answers with what holds then. Operators
    /// may; others get PermissionDenied.
    package enum SetLog: VarlinkMethod {
        package typealias Parameters = ManagerInterface.SetLogParameters
        package typealias Reply = ManagerInterface.SetLogReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.SetLog" }
    }

    /// What ``SetLog`` takes.
    package struct SetLogParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.LogLevel?
        package var target: ManagerInterface.LogTarget?

        package init(level: ManagerInterface.LogLevel? = nil, target: ManagerInterface.LogTarget? = nil) {
            self.level = level
            self.target = target
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _level: ManagerInterface.LogLevel?
            var _target: ManagerInterface.LogTarget?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("level", 0) {
                        if !fields.value.isNull { _level = try ManagerInterface.LogLevel(decoding: fields.value) }
                    } else if try fields.isField("target", 1) {
                        if !fields.value.isNull { _target = try ManagerInterface.LogTarget(decoding: fields.value) }
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            self.level = _level
            self.target = _target
        }

        package func encode(into writer: inout JSONWriter) {
            writer.beginObject()
            if let _level = self.level {
                writer.key(#","level":"#)
                _level.encode(into: &writer)
            }
            if let _target = self.target {
                writer.key(#","target":"#)
                _target.encode(into: &writer)
            }
            writer.endObject()
        }
    }

    /// What ``SetLog`` answers.
    package struct SetLogReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var level: ManagerInterface.LogLevel
        package var target: ManagerInterface.LogTarget

        package init(level: ManagerInterface.LogLevel, target: ManagerInterface.LogTarget) {
            self.level = level
            self.target = target
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _level: ManagerInterface.LogLevel?
            var _target: ManagerInterface.LogTarget?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("level", 0) {
                        _level = try ManagerInterface.LogLevel(decoding: fields.value)
                    } else if try fields.isField("target", 1) {
                        _target = try ManagerInterface.LogTarget(decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _level else { throw JSONError(.missing, path: "level") }
            guard let _target else { throw JSONError(.missing, path: "target") }
            self.level = _level
            self.target = _target
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"level":"#)
            self.level.encode(into: &writer)
            writer.raw(#","target":"#)
            self.target.encode(into: &writer)
            writer.endObject()
        }
    }

    /// Has the service read its configuration again, as SIGHUP does. Those may who may warn (WarnMemory); others get PermissionDenied.
    /// `changed` has the keys whose values are others than before, and "Provider NAME" for a provider with other
    /// settings; `afterRestart` those of them that take effect when the service is started again; `warnings` the lines that were
    /// ignored, with their file and what is wrong. A configuration that can't be used is refused as a whole, and the one before stays in force.
    package enum Reload: VarlinkMethod {
        package typealias Parameters = ManagerInterface.ReloadParameters
        package typealias Reply = ManagerInterface.ReloadReply
        package typealias Failure = ManagerInterface.Failure
        package static var name: StaticString { "org.sheaf.Manager.Reload" }
    }

    /// What ``Reload`` takes.
    package typealias ReloadParameters = JSONEmpty

    /// What ``Reload`` answers.
    package struct ReloadReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        package var changed: [String]
        package var afterRestart: [String]
        package var warnings: [String]

        package init(changed: [String], afterRestart: [String], warnings: [String]) {
            self.changed = changed
            self.afterRestart = afterRestart
            self.warnings = warnings
        }

        package init(decoding value: borrowing JSONValue) throws(JSONError) {
            var _changed: [String]?
            var _afterRestart: [String]?
            var _warnings: [String]?
            var fields = try value.fields()
            while fields.next() {
                do throws(JSONError) {
                    if try fields.isField("changed", 0) {
                        _changed = try [String](decoding: fields.value)
                    } else if try fields.isField("afterRestart", 1) {
                        _afterRestart = try [String](decoding: fields.value)
                    } else if try fields.isField("warnings", 2) {
                        _warnings = try [String](decoding: fields.value)
                    } else {
                        try fields.skipUnknown()
                    }
                } catch {
                    throw error.within(fields.name.text)
                }
            }
            guard let _changed else { throw JSONError(.missing, path: "changed") }
            guard let _afterRestart else { throw JSONError(.missing, path: "afterRestart") }
            guard let _warnings else { throw JSONError(.missing, path: "warnings") }
            self.changed = _changed
            self.afterRestart = _afterRestart
            self.warnings = _warnings
        }

        package func encode(into writer: inout JSONWriter) {
            writer.raw(#"{"changed":"#)
            self.changed.encode(into: &writer)
            writer.raw(#","afterRestart":"#)
            self.afterRestart.encode(into: &writer)
            writer.raw(#","warnings":"#)
            self.warnings.encode(into: &writer)
            writer.endObject()
        }
    }

    /// The errors that org.sheaf.Manager declares.
    package enum Failure: VarlinkFailure, Equatable {
        /// Why a configuration was not taken. `line` counts from 1; absent for a file as a whole.
        case configurationRefused(file: String, line: Int?, reason: String)
        /// An error that every method may answer.
        case service(ServiceInterface.Failure)

        package var errorName: StaticString {
            switch self {
                case .configurationRefused: "org.sheaf.Manager.ConfigurationRefused"
                case .service(let failure): failure.errorName
            }
        }

        package func encodeParameters(into writer: inout JSONWriter) {
            switch self {
                case .configurationRefused(let _file, let _line, let _reason):
                    writer.raw(#"{"file":"#)
                    _file.encode(into: &writer)
                    if let _line = _line {
                        writer.raw(#","line":"#)
                        _line.encode(into: &writer)
                    }
                    writer.raw(#","reason":"#)
                    _reason.encode(into: &writer)
                    writer.endObject()
                case .service(let failure): failure.encodeParameters(into: &writer)
            }
        }

        package init?(
            errorName: borrowing JSONString, parameters: borrowing JSONValue
        ) throws(JSONError) {
            if errorName.equals("org.sheaf.Manager.ConfigurationRefused") {
                var _file: String?
                var _line: Int?
                var _reason: String?
                var fields = try parameters.fields()
                while fields.next() {
                    do throws(JSONError) {
                        if try fields.isField("file", 0) {
                            _file = try String(decoding: fields.value)
                        } else if try fields.isField("line", 1) {
                            if !fields.value.isNull { _line = try Int(decoding: fields.value) }
                        } else if try fields.isField("reason", 2) {
                            _reason = try String(decoding: fields.value)
                        } else {
                            try fields.skipUnknown()
                        }
                    } catch {
                        throw error.within(fields.name.text)
                    }
                }
                guard let _file else { throw JSONError(.missing, path: "file") }
                guard let _reason else { throw JSONError(.missing, path: "reason") }
                self = .configurationRefused(file: _file, line: _line, reason: _reason)
                return
            }
            guard let failure = try ServiceInterface.Failure(errorName: errorName, parameters: parameters)
            else { return nil }
            self = .service(failure)
        }
    }
}

/// Answers the calls of org.sheaf.Manager. What a method throws is its answer.
package protocol ManagerHandler: AnyObject {
    /// The service as a whole. `uptime` in seconds. `leases`: one for each user who holds pages.
    func status(
        _ parameters: ManagerInterface.StatusParameters,
        _ call: VarlinkCall<ManagerInterface.Status>
    ) throws(ManagerInterface.Failure)

    /// The cache as a whole. `limits` are in force: less than those `configured` while `pressure` has a level, and by what is
    /// `leasedOutside`. `thumbnailLimit` is in bytes. With `list`, `pages` has the pages of documents that the caller has passed as descriptors, for
    /// operators those of all; by document, then by index. It has 4096 at most, and `leftOut` is how many more there are.
    /// A render of a document that was closed meanwhile counts in `states` until it has ended, and is in no list.
    func getCache(
        _ parameters: ManagerInterface.GetCacheParameters,
        _ call: VarlinkCall<ManagerInterface.GetCache>
    ) throws(ManagerInterface.Failure)

    func listReaders(
        _ parameters: ManagerInterface.ListReadersParameters,
        _ call: VarlinkCall<ManagerInterface.ListReaders>
    ) throws(ManagerInterface.Failure)

    func listDocuments(
        _ parameters: ManagerInterface.ListDocumentsParameters,
        _ call: VarlinkCall<ManagerInterface.ListDocuments>
    ) throws(ManagerInterface.Failure)

    func listProviders(
        _ parameters: ManagerInterface.ListProvidersParameters,
        _ call: VarlinkCall<ManagerInterface.ListProviders>
    ) throws(ManagerInterface.Failure)

    /// The provider hosts that run, oldest first: those of the caller and of the library, for operators all.
    func listHosts(
        _ parameters: ManagerInterface.ListHostsParameters,
        _ call: VarlinkCall<ManagerInterface.ListHosts>
    ) throws(ManagerInterface.Failure)

    /// Tells the service that memory is short. Operators may; others get PermissionDenied. Answers when
    /// the cache is within its new limit: what is in force then, which is lower than what `level` asks for where another warning
    /// has asked for less, and what was let go for it. `microseconds` is how long that took.
    func warnMemory(
        _ parameters: ManagerInterface.WarnMemoryParameters,
        _ call: VarlinkCall<ManagerInterface.WarnMemory>
    ) throws(ManagerInterface.Failure)

    /// What is logged: lines of `level` and worse.
    func getLog(
        _ parameters: ManagerInterface.GetLogParameters,
        _ call: VarlinkCall<ManagerInterface.GetLog>
    ) throws(ManagerInterface.Failure)

    /// Changes what is given, until the service ends or reads its configuration again; answers with what holds then. Operators
    /// may; others get PermissionDenied.
    func setLog(
        _ parameters: ManagerInterface.SetLogParameters,
        _ call: VarlinkCall<ManagerInterface.SetLog>
    ) throws(ManagerInterface.Failure)

    /// Has the service read its configuration again, as SIGHUP does. Those may who may warn (WarnMemory); others get PermissionDenied.
    /// `changed` has the keys whose values are others than before, and "Provider NAME" for a provider with other
    /// settings; `afterRestart` those of them that take effect when the service is started again; `warnings` the lines that were
    /// ignored, with their file and what is wrong. A configuration that can't be used is refused as a whole, and the one before stays in force.
    func reload(
        _ parameters: ManagerInterface.ReloadParameters,
        _ call: VarlinkCall<ManagerInterface.Reload>
    ) throws(ManagerInterface.Failure)
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
        if incoming.isMethod("Status") {
            let parameters = try ManagerInterface.StatusParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.Status.self)
            do throws(ManagerInterface.Failure) {
                try handler.status(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetCache") {
            let parameters = try ManagerInterface.GetCacheParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.GetCache.self)
            do throws(ManagerInterface.Failure) {
                try handler.getCache(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ListReaders") {
            let parameters = try ManagerInterface.ListReadersParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.ListReaders.self)
            do throws(ManagerInterface.Failure) {
                try handler.listReaders(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ListDocuments") {
            let parameters = try ManagerInterface.ListDocumentsParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.ListDocuments.self)
            do throws(ManagerInterface.Failure) {
                try handler.listDocuments(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ListProviders") {
            let parameters = try ManagerInterface.ListProvidersParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.ListProviders.self)
            do throws(ManagerInterface.Failure) {
                try handler.listProviders(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("ListHosts") {
            let parameters = try ManagerInterface.ListHostsParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.ListHosts.self)
            do throws(ManagerInterface.Failure) {
                try handler.listHosts(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("WarnMemory") {
            let parameters = try ManagerInterface.WarnMemoryParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.WarnMemory.self)
            do throws(ManagerInterface.Failure) {
                try handler.warnMemory(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("GetLog") {
            let parameters = try ManagerInterface.GetLogParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.GetLog.self)
            do throws(ManagerInterface.Failure) {
                try handler.getLog(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("SetLog") {
            let parameters = try ManagerInterface.SetLogParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.SetLog.self)
            do throws(ManagerInterface.Failure) {
                try handler.setLog(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        if incoming.isMethod("Reload") {
            let parameters = try ManagerInterface.ReloadParameters(decoding: incoming.parameters)
            let call = incoming.call(of: ManagerInterface.Reload.self)
            do throws(ManagerInterface.Failure) {
                try handler.reload(parameters, call)
            } catch {
                call.fail(error)
            }
            return true
        }
        return false
    }
}
