import HostProtocol
import HostSupervision
import Leases
import PageCache
import PageModel
import Pressure
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import SheafReaders

// What operators are told, as it goes over the wire.

extension CacheAmount {
    /// The amount as it goes over the wire.
    var wire: ManagerInterface.Amount { .init(pages: pages, bytes: bytes) }
}

extension LeaseAmount {
    /// The amount as it goes over the wire.
    var wire: ManagerInterface.Amount { .init(pages: pages, bytes: bytes) }
}

extension CacheLimits {
    /// The limits of the cache as they go over the wire.
    var wire: ManagerInterface.CacheLimits { .init(soft: soft, hard: hard, pages: pages, hardPages: hardPages) }
}

extension CacheSums {
    /// Returns the sums of the cache as they go over the wire, with what is counted elsewhere.
    func wire(leased: LeaseAccount, thumbnails: Thumbnails) -> ManagerInterface.CacheStates {
        .init(
            cached: cached.wire, deferred: deferred.wire, rendering: reserved.wire, shown: shown.wire,
            moving: moving.wire, leased: leased.total.wire, leasedOutside: leased.outside.wire,
            thumbnails: .init(pages: thumbnails.count, bytes: thumbnails.bytes))
    }
}

extension CacheCounters {
    /// The counters of the cache as they go over the wire.
    var wire: ManagerInterface.CacheCounters {
        .init(
            hits: hits, misses: misses, joined: joined, evicted: evicted, notKept: notKept, deferred: deferred,
            readmitted: readmitted, readAhead: prefetched, readAheadUsed: prefetchedUsed,
            readAheadWasted: prefetchedWasted)
    }
}

extension RenderCounters {
    /// Returns the counters of renders as they go over the wire.
    func wire(underWay: Int) -> ManagerInterface.Renders {
        .init(
            underWay: underWay, rendered: rendered, failed: failed, cancelled: cancelled,
            cancelledAhead: cancelledPrefetches, seconds: Double(microseconds) / 1_000_000)
    }
}

extension PageWaits {
    /// The waits for pages as they go over the wire.
    var wire: ManagerInterface.Waits {
        .init(waits: count, seconds: Double(microseconds) / 1_000_000, droppedFrames: droppedFrames)
    }
}

extension CacheContent {
    /// Returns the page in the cache as it goes over the wire.
    ///
    /// - Parameter leases: how often viewers hold it.
    func wire(of document: ServedDocument, leases: Int) -> ManagerInterface.CachePage {
        .init(
            document: document.name, provider: document.opened.provider, page: Int(rendition.page.number), index: index,
            label: document.pages.known(page: rendition.page)?.label, width: rendition.region.width,
            height: rendition.region.height, whole: rendition.isWholePage, scale: rendition.scale,
            rotation: rendition.rotation.rawValue, format: rendition.format.wire.rawValue, bytes: bytes,
            state: state.wire, need: need.wire, leases: leases,
            renderTime: state == .rendering ? nil : Int(clamping: renderTime), readAhead: isPrefetched,
            paper: rendition.paper.wire)
    }
}

extension Paper {
    fileprivate var wire: ManagerInterface.Paper {
        switch self {
        case .day: .day
        case .sepia: .sepia
        case .night: .night
        case .inverted: .inverted
        }
    }
}

extension DocumentLooks {
    /// The looks as they go over the wire; nil where nothing is other than it would be.
    var entry: ManagerInterface.DocumentLooks? {
        guard self != DocumentLooks() else { return nil }
        let trim: ManagerInterface.Trim =
            switch trim {
            case .no: .no
            case .page: .page
            case .document: .document
            }
        return .init(
            trim: trim,
            flow: flow.map {
                .init(
                    width: $0.width, height: $0.height, fontSize: $0.fontSize, fontFamily: $0.fontFamily,
                    lineHeight: $0.lineHeight, margin: $0.margin, columns: $0.columns, justify: $0.justify,
                    unwrap: $0.unwrap, encoding: $0.encoding, styles: $0.plain.map { $0 ? .plain : .book })
            }, ordered: !order.named.isEmpty)
    }
}

extension CacheContent.State {
    fileprivate var wire: ManagerInterface.CachePageState {
        switch self {
        case .cached: .cached
        case .deferred: .deferred
        case .rendering: .rendering
        }
    }
}

extension CacheContent.Need {
    fileprivate var wire: ManagerInterface.CachePageNeed {
        switch self {
        case .none: .none
        case .moving: .moving
        case .shown: .shown
        }
    }
}

extension PressureLevel {
    /// Takes the level as it comes over the wire.
    init(_ level: ManagerInterface.PressureLevel) {
        self =
            switch level {
            case .low: .low
            case .medium: .medium
            case .critical: .critical
            }
    }

    /// The level as it goes over the wire.
    var wire: ManagerInterface.PressureLevel {
        switch self {
        case .low: .low
        case .medium: .medium
        case .critical: .critical
        }
    }
}

extension PressureSource {
    /// The source of pressure as it goes over the wire.
    var wire: ManagerInterface.PressureSource {
        switch self {
        case .serviceManager: .serviceManager
        case .cgroup: .cgroup
        case .machine: .machine
        case .availableMemory: .availableMemory
        case .signal: .signal
        case .call: .call
        }
    }
}

extension PressureAccount {
    /// Returns the account of pressure as it goes over the wire.
    ///
    /// - Parameter now: the time, in microseconds.
    func wire(now: UInt64) -> ManagerInterface.Pressure {
        func seconds(_ microseconds: UInt64) -> Double { Double(microseconds) / 1_000_000 }
        return ManagerInterface.Pressure(
            watched: watched?.wire, level: reason?.level.wire, source: reason?.source.wire,
            since: reason.map { seconds(now - min($0.since.microseconds, now)) },
            next: reason.map { seconds(max($0.next.microseconds, now) - now) },
            until: reason.map { seconds(max($0.until.microseconds, now) - now) },
            recovering: reason?.isRecovering ?? false, sustained: reason?.isSustained ?? false,
            configuredLimit: configured.soft,
            warnings: PressureSource.allCases.flatMap { source in
                PressureLevel.allCases.filter { counts[source, $0] > 0 }.map { level in
                    ManagerInterface.PressureCount(
                        source: source.wire, level: level.wire, warnings: counts[source, level])
                }
            },
            lastReaction: lastReaction.map { reaction in
                ManagerInterface.PressureReaction(
                    level: reaction.level.wire, source: reaction.source.wire, freedPages: reaction.freed.pages,
                    freedBytes: reaction.freed.bytes, withinLimit: Int(clamping: reaction.withinLimit),
                    returned: reaction.returned.map { Int(clamping: $0) })
            })
    }
}

extension HostDescription {
    /// The entry of the host on the wire.
    var entry: ManagerInterface.HostEntry {
        let state: ManagerInterface.HostState =
            switch state {
            case .starting: .starting
            case .idle: .idle
            case .busy: .busy
            case .ending: .ending
            }
        return ManagerInterface.HostEntry(
            pid: Int(pid), program: program.map { Int($0) }, provider: provider, uid: owner.uid.map { Int($0) },
            documents: documents, state: state,
            isolated: isIsolated,
            memory: ProcessMemory.ownBytes(of: pid).map { $0 + (program.flatMap(ProcessMemory.ownBytes) ?? 0) },
            confinement: confinement.map(\.wire),
            readablePaths: manifest.readablePaths, executableMemory: manifest.executableMemory)
    }
}

extension Confinement {
    fileprivate var wire: ManagerInterface.Confinement {
        switch self {
        case .privileges: .privileges
        case .limits: .limits
        case .files: .files
        case .network: .network
        case .scopes: .scopes
        case .systemCalls: .systemCalls
        }
    }
}

/// The pages of the cache in an order that people can follow, as many as one answer takes (``ListLimits/entries``).
struct CacheListing {
    /// The pages by document, then by index, then by size; those without an index last.
    let pages: [CacheContent]
    /// How many more pages there are.
    let leftOut: Int

    init(_ contents: [CacheContent]) {
        let sorted = contents.sorted { Self.key($0) < Self.key($1) }
        pages = Array(sorted.prefix(ListLimits.entries))
        leftOut = sorted.count - pages.count
    }

    private static func key(_ content: CacheContent) -> (UInt64, Int, Int64, Int, Int) {
        let rendition = content.rendition
        return (
            rendition.document.number, content.index ?? .max, rendition.page.number, rendition.pixelBytes,
            rendition.edition
        )
    }
}
