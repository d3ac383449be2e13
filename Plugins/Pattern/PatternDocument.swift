import Glibc
import SheafProvider

/// An open pattern document. What is on its pages beside pixels is in PatternDocument+Contents.swift.
final class PatternDocument: Document, Counted {
    /// How far the seeds of two looks are apart: no seed that a person writes is on the way.
    private static let lookStep: Int64 = 1 << 40 + 1

    let source: Source
    let provider: PatternProvider
    /// How it is laid out; nil where nobody has a wish, or it does not flow.
    let flow: Flow?
    /// The settings of the document, with the pages that it has in this layout.
    var settings: Settings
    /// How many characters of its text stand on each page, where it flows.
    var charactersOnPage: Int64
    var order: PageOrder
    /// The page that a hand holds.
    var held: PageID?
    /// How many pages it has counted so far.
    private var counted: Int64 = 0

    init(source: Source, settings: Settings, flow: Flow?, provider: PatternProvider) {
        self.source = source
        self.provider = provider
        self.flow = flow
        self.settings = settings.laidOut(flow)
        charactersOnPage = settings.charactersOnPage(flow)
        self.order = PageOrder(self.settings.list)
    }

    deinit {
        provider.layouts.remove(self)
    }

    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount {
        if let order = settings.order { return .exact(order.count) }
        if case .exact(let number) = settings.pages, settings.countedBy > 0, counted < number {
            counted = min(counted + settings.countedBy, number)
            if counted < number { return .counting(number + (number - counted) / 10, counted: counted) }
        }
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
            PageLayout(
                page: page, metrics: metrics(of: page), text: settings.text, hasLinks: settings.links,
                annotations: settings.annotations,
                picture: settings.picture.map { box($0, on: metrics(of: page)) })
        }
    }

    /// Returns the label of a page: the first ones are counted in Roman numerals.
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

extension PatternDocument: PageListing, Steppable {
    func pages(from index: Int64, length: Int, request: borrowing Request) throws(ProviderError) -> [PageID] {
        var pages: [PageID] = []
        while pages.count < length, let page = order.page(at: index + Int64(pages.count)) {
            pages.append(page)
            if pages.count % 4096 == 0 { try request.checkCancelled() }
        }
        return pages
    }

    func page(_ step: Int64, from page: PageID?, request: borrowing Request) throws(ProviderError) -> PageID? {
        guard let page else { return order.page(at: 0) }
        guard let index = order.index(of: page) else { throw .noPage }
        let (target, overflow) = index.addingReportingOverflow(step)
        return overflow ? nil : order.page(at: target)
    }
}

extension PatternDocument: Reorderable {
    func move(_ move: PageMove, request: borrowing Request) throws(ProviderError) {
        guard settings.movable else { throw .unsupported("cannot move pages: the document does not say movable = on") }
        guard order.index(of: move.page) != nil else { throw .noPage }
        if move.stage == .begin {
            held = move.page
        } else if held != move.page {
            throw ProviderError(errno: EINVAL, "cannot move page \(move.page): its move has not begun")
        }
        switch move.stage {
        case .begin, .update:
            try order.check(move.index)
        case .end:
            held = nil
            if try order.move(move.page, to: move.index) { provider.host.changed(.pages, in: self) }
        case .cancel:
            held = nil
        }
    }
}

extension PatternDocument: Refreshable {
    func refresh(request: borrowing Request) throws(ProviderError) {
        let read = try SettingsFile.read(source)
        let fresh = read.laidOut(flow)
        guard fresh != settings else { return }
        let change = SettingsChange(from: settings, to: fresh)
        settings = fresh
        charactersOnPage = read.charactersOnPage(flow)
        provider.layouts.remove(self)
        if change.isOfPages {
            order = PageOrder(fresh.list)
            held = nil
        }
        if change.isOfAll { return provider.host.changed(.all, in: self) }
        if change.isOfPages { provider.host.changed(.pages, in: self) }
        for page in change.pages where order.index(of: page) != nil {
            provider.host.changed(.page(page), in: self)
        }
    }
}

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

extension PatternDocument: Inked, Illustrated {
    /// All but the margins, and the picture wherever it is.
    func ink(on page: PageID, request: borrowing Request) throws(ProviderError) -> Box? {
        let layout = try layout(of: page)
        let (frame, picture) = (layout.frame, layout.picture ?? layout.frame)
        // The margin lines are a point wide.
        return Box(
            x0: min(frame.x0, picture.x0), y0: min(frame.y0, picture.y0), x1: max(frame.x1 + 1, picture.x1),
            y1: max(frame.y1 + 1, picture.y1))
    }

    func pictures(
        on page: PageID, request: borrowing Request, emit: (Box) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        if let picture = try layout(of: page).picture { try emit(picture) }
    }
}

extension PatternDocument: Flowing {
    func position(of page: PageID, request: borrowing Request) throws(ProviderError) -> Int64 {
        guard let index = order.index(of: page) else { throw .noPage }
        return index * charactersOnPage
    }

    func page(at position: Int64, request: borrowing Request) throws(ProviderError) -> PageID {
        guard position >= 0, let page = order.page(at: position / charactersOnPage) else { throw .noPage }
        return page
    }
}

extension PatternDocument: HitTesting {
    /// The number takes drags for itself, as a map would; the margins are blank. The document may say otherwise.
    func hit(_ point: Point, on page: PageID, request: borrowing Request) throws(ProviderError) -> Hit {
        let layout = try layout(of: page)
        if (settings.claims.map { box($0, on: layout.metrics) } ?? layout.numberBox).contains(point) { return .claimed }
        return (settings.blank.map { inner($0, of: layout) } ?? layout.frame).contains(point) ? .content : .background
    }

    private func box(_ area: Settings.Area, on metrics: PageMetrics) -> Box {
        let (width, height) = (metrics.width / 100, metrics.height / 100)
        return Box(
            x0: area.x * width, y0: area.y * height, x1: (area.x + area.width) * width,
            y1: (area.y + area.height) * height)
    }

    /// The page without margins of so many percent.
    private func inner(_ margin: Double, of layout: PageLayout) -> Box {
        let rest = 100 - 2 * margin
        return box(Settings.Area(x: margin, y: margin, width: rest, height: rest), on: layout.metrics)
    }
}

/// Time that a rendering is made to take.
struct Workload {
    private static let slice = 1_000_000

    let milliseconds: Int
    let cost: Settings.Cost

    /// Spends the time, and throws within a millisecond after the request is cancelled.
    func run(request: borrowing Request) throws(ProviderError) {
        guard milliseconds > 0 else { return }
        let end = Self.now() + milliseconds * 1_000_000
        var rest = end - Self.now()
        while rest > 0 {
            try request.checkCancelled()
            switch cost {
            case .busy:
                let pause = Self.now() + min(rest, Self.slice)
                while Self.now() < pause {}
            case .sleep:
                var pause = timespec(tv_sec: 0, tv_nsec: min(rest, Self.slice))
                unsafe nanosleep(&pause, nil)
            }
            rest = end - Self.now()
        }
    }

    /// Nanoseconds of the monotonic clock.
    private static func now() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
