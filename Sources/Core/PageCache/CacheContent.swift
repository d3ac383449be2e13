package import PageModel

/// A page that the cache counts, for people.
package struct CacheContent: Equatable, Sendable {
    /// Whether it is there, and how.
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

    package let slot: CacheSlot
    package let rendition: Rendition
    /// The index of the page in its document, from 0; nil where that is not known.
    package let index: Int?
    package let state: State
    package var need = Need.none
    /// The bytes that the page takes; while it is being rendered, those that it may take.
    package let bytes: Int
    /// How long it took to render, in microseconds; 0 until then.
    package var renderTime: UInt64 = 0
    /// Whether it was rendered, or is, before anybody has asked for it.
    package var isPrefetched = false
}

extension CacheContent {
    /// nil for one that is only protected or held: there is nothing of it.
    fileprivate init?(_ slot: CacheSlot, _ rendition: Rendition, _ entry: CacheEntry) {
        let (state, bytes): (State, Int)
        switch entry.state {
        case .cached: (state, bytes) = (.cached, entry.bytes)
        case .deferred: (state, bytes) = (.deferred, entry.bytes)
        case .absent:
            guard let reserved = entry.reserved else { return nil }
            (state, bytes) = (.rendering, reserved)
        }
        self.init(
            slot: slot, rendition: rendition, index: entry.index, state: state,
            need: entry.shown > 0 ? .shown : entry.moving > 0 ? .moving : .none, bytes: bytes,
            renderTime: entry.renderTime, isPrefetched: entry.isPrefetched)
    }
}

/// The content of the cache, for people and for tests. Each of these but the last looks at every page.
extension PageCache {
    /// The cached pages, in the order in which they would go.
    package var cachedInOrder: [CacheSlot] {
        var order: [CacheSlot] = []
        policy.rank(near: readers.positions, at: now) { slot in
            order.append(slot)
            return true
        }
        return order
    }

    /// The deferred pages, in the order of the slots.
    package var deferred: [CacheSlot] {
        var deferred: [CacheSlot] = []
        entries.forEach { slot, _, entry in
            if entry.state == .deferred { deferred.append(slot) }
        }
        return deferred
    }

    /// The pages that are alive or being rendered, in the order of the slots.
    package var contents: [CacheContent] {
        var contents: [CacheContent] = []
        entries.forEach { slot, rendition, entry in
            if let content = CacheContent(slot, rendition, entry) { contents.append(content) }
        }
        return contents
    }

    /// The pages that are alive and their bytes, by document.
    ///
    /// - Parameter isCounted: whether pages of a document are meant that count for a user, or with nil for nobody.
    package func usage(
        where isCounted: (DocumentID, UInt32?) -> Bool = { _, _ in true }
    ) -> [DocumentID: (pages: Int, bytes: Int)] {
        var usage: [DocumentID: (pages: Int, bytes: Int)] = [:]
        entries.forEach { _, rendition, entry in
            guard entry.isAlive, isCounted(rendition.document, entry.user) else { return }
            let sum = usage[rendition.document] ?? (pages: 0, bytes: 0)
            usage[rendition.document] = (sum.pages + 1, sum.bytes + entry.bytes)
        }
        return usage
    }

    /// Where a page is in its document, and what its render took, in microseconds.
    package func details(of slot: CacheSlot) -> (index: Int?, renderTime: UInt64) {
        let entry = entries[slot]
        return (entry?.index, entry?.renderTime ?? 0)
    }
}
