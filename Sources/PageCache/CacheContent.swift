package import PageModel

/// A page that the cache counts, for people.
package struct CacheContent: Equatable, Sendable {
    /// Where it is.
    package enum State: Equatable, Sendable {
        case cached
        /// Out of the cache, and alive as long as it is protected.
        case deferred
        /// Room is reserved for it.
        case rendering
    }

    /// Why it is protected.
    package enum Need: Equatable, Sendable {
        case none
        /// For a transition, or what else is not shown at rest.
        case moving
        /// A reader at rest shows it.
        case shown
    }

    package let rendition: Rendition
    /// Where it is in its document, from 0; nil where that is not known.
    package let index: Int?
    package let state: State
    package let need: Need
    /// What it takes; while it is being rendered, what it may take.
    package let bytes: Int
    /// How long it took to render, in microseconds; 0 until then.
    package let renderTime: UInt64
    /// Whether it was rendered, or is, before anybody has asked for it.
    package let isReadAhead: Bool

    /// - Parameter bytes: what it takes, or may take.
    package init(
        rendition: Rendition, index: Int?, state: State, need: Need = .none, bytes: Int, renderTime: UInt64 = 0,
        isReadAhead: Bool = false
    ) {
        self.rendition = rendition
        self.index = index
        self.state = state
        self.need = need
        self.bytes = bytes
        self.renderTime = renderTime
        self.isReadAhead = isReadAhead
    }

    /// nil for one that is only protected: there is nothing of it.
    init?(_ rendition: Rendition, _ entry: CacheEntry) {
        let need: Need = entry.shown > 0 ? .shown : entry.moving > 0 ? .moving : .none
        func content(_ state: State, _ bytes: Int) -> CacheContent {
            CacheContent(
                rendition: rendition, index: entry.index, state: state, need: need, bytes: bytes,
                renderTime: entry.renderTime, isReadAhead: entry.isReadAhead)
        }
        switch entry.place {
        case .cached: self = content(.cached, entry.bytes)
        case .deferred: self = content(.deferred, entry.bytes)
        case .none:
            guard let reserved = entry.reserved else { return nil }
            self = content(.rendering, reserved)
        }
    }
}
