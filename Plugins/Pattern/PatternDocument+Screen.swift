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
    /// The number takes drags for itself, as a map would; the margins are blank. The document may say otherwise.
    func hit(_ point: Point, on page: PageID, request: borrowing Request) throws(ProviderError) -> Hit {
        let layout = try layout(of: page)
        if (settings.claims.map { box($0, on: layout) } ?? layout.numberBox).contains(point) { return .claimed }
        return (settings.blank.map { inner($0, of: layout) } ?? layout.frame).contains(point) ? .content : .background
    }

    private func box(_ area: Settings.Area, on layout: PageLayout) -> Box {
        let (width, height) = (layout.metrics.width / 100, layout.metrics.height / 100)
        return Box(
            x0: area.x * width, y0: area.y * height, x1: (area.x + area.width) * width,
            y1: (area.y + area.height) * height)
    }

    /// The page without margins of so many percent.
    private func inner(_ margin: Double, of layout: PageLayout) -> Box {
        let rest = 100 - 2 * margin
        return box(Settings.Area(x: margin, y: margin, width: rest, height: rest), on: layout)
    }
}
