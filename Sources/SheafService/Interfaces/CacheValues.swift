import PageCache
import PageModel
import ProviderHost
import SheafInterface

// The cache, as it goes over the wire.

extension CacheAmount {
    /// As it goes over the wire.
    var wire: ManagerInterface.Amount { .init(pages: pages, bytes: bytes) }
}

extension LeaseAmount {
    /// As it goes over the wire.
    var wire: ManagerInterface.Amount { .init(pages: pages, bytes: bytes) }
}

extension CacheLimits {
    /// As they go over the wire.
    var wire: ManagerInterface.CacheLimits { .init(soft: soft, hard: hard, pages: pages, hardPages: hardPages) }
}

extension CacheSums {
    /// As they go over the wire, with what is counted elsewhere.
    func wire(leased: LeaseAccount, thumbnails: Thumbnails) -> ManagerInterface.CacheStates {
        .init(
            cached: cached.wire, deferred: deferred.wire, rendering: reserved.wire, shown: shown.wire,
            moving: moving.wire, leased: leased.total.wire, leasedOutside: leased.outside.wire,
            thumbnails: .init(pages: thumbnails.count, bytes: thumbnails.bytes))
    }
}

extension CacheCounters {
    /// As they go over the wire.
    var wire: ManagerInterface.CacheCounters {
        .init(
            hits: hits, misses: misses, joined: joined, evicted: evicted, notKept: notKept, deferred: deferred,
            readmitted: readmitted, readAhead: readAhead, readAheadUsed: readAheadUsed)
    }
}

extension RenderCounters {
    /// As they go over the wire.
    func wire(underWay: Int) -> ManagerInterface.Renders {
        .init(
            underWay: underWay, rendered: rendered, failed: failed, cancelled: cancelled,
            seconds: Double(microseconds) / 1_000_000)
    }
}

extension CacheContent {
    /// As it goes over the wire.
    ///
    /// - Parameter leases: how often viewers hold it.
    func wire(of document: ServedDocument, leases: Int) -> ManagerInterface.CachePage {
        .init(
            document: document.name, provider: document.opened.provider, page: Int(rendition.page.number), index: index,
            label: document.known(page: rendition.page)?.label, width: rendition.region.width,
            height: rendition.region.height, whole: rendition.isWholePage, scale: rendition.scale,
            rotation: rendition.rotation.rawValue, format: rendition.format.wire.rawValue, bytes: bytes,
            state: state.wire, need: need.wire, leases: leases,
            renderTime: state == .rendering ? nil : Int(clamping: renderTime), readAhead: isReadAhead)
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
