import SheafProvider

extension PatternDocument: Prefetching {
    /// Pages beyond these are not prepared: the call has to return soon.
    private static let prefetchLimit = 32

    func prefetch(_ pages: [PageID], request: borrowing Request) throws(ProviderError) {
        provider.host.log(.debug, "pattern: prefetch \(pages.prefix(Self.prefetchLimit))")
        for page in pages.prefix(Self.prefetchLimit) { _ = try layout(of: page) }
    }

    func cancelPrefetch(_ pages: [PageID], request: borrowing Request) throws(ProviderError) {
        // Nothing is under way: the layouts were made at once.
        provider.host.log(.debug, "pattern: prefetch of \(pages.prefix(Self.prefetchLimit)) cancelled")
    }
}

extension PatternDocument: AppearanceObserving {
    func appearance(of page: PageID, _ event: AppearanceEvent, request: borrowing Request) throws(ProviderError) {
        provider.host.log(.debug, "pattern: page \(page) \(event)")
    }
}

extension PatternDocument: HitTesting {
    /// The number takes drags for itself, as a map would; the margins are blank.
    func hit(_ point: Point, on page: PageID, request: borrowing Request) throws(ProviderError) -> Hit {
        let layout = try layout(of: page)
        if layout.numberBox.contains(point) { return .claimed }
        return layout.frame.contains(point) ? .content : .background
    }
}
