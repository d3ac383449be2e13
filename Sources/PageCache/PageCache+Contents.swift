package import PageModel

/// What is in the cache, for people and for tests: each of these looks at every page.
extension PageCache {
    /// What is cached, in the order in which it would go.
    package var cachedInOrder: [Rendition] {
        var order: [Rendition] = []
        policy.rank(near: currentPlaces, at: now) { rendition in
            order.append(rendition)
            return true
        }
        return order
    }

    /// What is deferred.
    package var deferred: Set<Rendition> {
        Set(entries.lazy.filter { $0.value.place == .deferred }.map(\.key))
    }

    /// What is alive or being rendered, in no order.
    package var contents: [CacheContent] { entries.compactMap { CacheContent($0.key, $0.value) } }

    /// The pages that are alive and their bytes, by document.
    package var usage: [DocumentID: (pages: Int, bytes: Int)] {
        entries.reduce(into: [:]) { usage, entry in
            guard entry.value.isAlive else { return }
            let sum = usage[entry.key.document] ?? (pages: 0, bytes: 0)
            usage[entry.key.document] = (sum.pages + 1, sum.bytes + entry.value.bytes)
        }
    }

    /// Where a page is in its document, and what its render took, in microseconds.
    package func details(of rendition: Rendition) -> (index: Int?, renderTime: UInt64) {
        let entry = entries[rendition]
        return (entry?.index, entry?.renderTime ?? 0)
    }
}
