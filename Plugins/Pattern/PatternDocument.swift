import Glibc
import SheafProvider

/// An open pattern document. What else it can do is in the files beside this one.
final class PatternDocument: Document, Counted {
    /// How far the seeds of two looks are apart: no seed that a person writes is on the way.
    private static let lookStep: Int64 = 1 << 40 + 1

    let source: Source
    let provider: PatternProvider
    var settings: Settings
    var order: PageOrder
    /// The page that a hand holds.
    var held: PageID?

    init(source: Source, settings: Settings, provider: PatternProvider) {
        self.source = source
        self.provider = provider
        self.settings = settings
        self.order = PageOrder(settings.list)
    }

    deinit {
        provider.layouts.remove(self)
    }

    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount {
        if let order = settings.order { return .exact(order.count) }
        return switch settings.pages {
        case .exact(let number): .exact(number)
        case .estimated(let number): .estimated(number)
        case .unknown: .unknown
        }
    }

    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics {
        try layout(of: page).metrics
    }

    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError) {
        let layout = try layout(of: rendering.page)
        guard let size = layout.metrics.pixelSize(scale: rendering.scale, rotation: rendering.rotation) else {
            throw ProviderError(errno: EOVERFLOW, "page \(rendering.page) is too large at scale \(rendering.scale)")
        }
        guard rendering.region.lies(withinWidth: size.width, height: size.height) else {
            throw ProviderError(
                errno: EINVAL, "the region is not on page \(rendering.page) of \(size.width) x \(size.height) pixels")
        }
        let time = min(settings.renderMilliseconds, provider.renderLimit)
        try Workload(milliseconds: time, cost: settings.cost).run(request: request)
        guard !settings.broken.contains(rendering.page.rawValue) else {
            throw ProviderError(errno: EIO, "page \(rendering.page) is broken: the document says so")
        }
        let painter = PagePainter(
            layout, rendering: rendering, turn: PageTurn(rendering.rotation, turnedSize: size),
            scramble: Scramble(
                seed: settings.seed &+ settings.look(of: rendering.page.rawValue) &* Self.lookStep, page: rendering.page
            ), fill: settings.fill)
        try painter.paint(into: &pixels, request: request)
    }

    /// Where things stand on a page.
    func layout(of page: PageID) throws(ProviderError) -> PageLayout {
        guard order.index(of: page) != nil else { throw .noPage }
        return provider.layouts.layout(of: page, in: self) {
            PageLayout(page: page, metrics: metrics(of: page), text: settings.text, hasLinks: settings.links)
        }
    }

    /// What a person calls a page: the first ones are counted in Roman numerals.
    func label(of page: PageID) -> String {
        let number = page.rawValue + 1
        return number <= settings.romanFront ? romanNumeral(number) : String(number - settings.romanFront)
    }

    private func metrics(of page: PageID) -> PageMetrics {
        let scramble = Scramble(seed: settings.seed, page: page)
        let width = settings.width * (1 + scramble.share(0) * settings.vary / 100)
        let height = settings.height * (1 + scramble.share(1) * settings.vary / 100)
        return PageMetrics(width: width, height: height, label: label(of: page))
    }
}
