import SheafProvider

/// A provider that can do everything. What its documents do is in their bytes: "fail 13 no entry" makes every function
/// of the document fail so, "cancelled" and "end" answer these conditions, everything else works.
final class FullProvider: Provider, Configurable, Probing, Trimmable {
    static let name = "full"
    static let version = "0.1"
    static let summary = "everything"

    let host: Host
    private var probed: Source?

    init(host: Host) throws(ProviderError) {
        self.host = host
    }

    func open(_ source: Source, request: borrowing Request) throws(ProviderError) -> FullDocument {
        // Nobody can be told yet: the host does not know the document.
        let document = FullDocument(source, host: host)
        host.changed(.all, in: document)
        if try document.script().hasPrefix("locked ") {
            guard let password = request.password, try document.script() == "locked \(password)" else {
                throw .passwordNeeded
            }
        }
        if try document.script() == "flows" { document.flow = request.flow }
        if try document.script() == "refuse" { throw ProviderError(errno: 22, "refused") }
        return document
    }

    func configure(_ key: String, _ value: String, request: borrowing Request) throws(ProviderError) {
        guard key == "known" else { throw ProviderError(errno: 22, "no setting \(key)") }
        host.log(.info, "\(key) is \(value)")
    }

    func probe(_ source: Source, request: borrowing Request) throws(ProviderError) -> Certainty {
        // A source ends with its probe: reading from the last one fails.
        if let probed { _ = try probed.read(1) }
        probed = source
        switch try source.read(1).first {
        case nil: return .no
        case UInt8(ascii: "m"): return .maybe
        case UInt8(ascii: "l"): return .likely
        default: return .certain
        }
    }

    func trim(_ level: TrimLevel) {
        host.log(.warning, "trim \(level)")
    }
}

final class FullDocument: Counted, PageListing, Steppable, Prefetching, AppearanceObserving, Refreshable, Reorderable,
    HitTesting, Inked, Illustrated, Structured, Flowing, Textual, Outlined, Linked, Annotated, Searchable, Described
{
    let source: Source
    let host: Host
    /// How it is laid out.
    var flow: Flow?
    private let box = Box(x0: 1, y0: 2, x1: 3, y1: 4)

    init(_ source: Source, host: Host) {
        self.source = source
        self.host = host
    }

    deinit {
        // Its source ended before it.
        do throws(ProviderError) {
            _ = try source.size()
        } catch {
            host.log(.info, "closed: \(error)")
        }
        host.changed(.all, in: self)
    }

    func script() throws(ProviderError) -> String {
        String(decoding: try source.read(1000), as: UTF8.self)
    }

    private func act() throws(ProviderError) {
        let words = try script().split(separator: " ", maxSplits: 2)
        switch words.first {
        case "fail": throw ProviderError(errno: Int32(words[1]) ?? 0, String(words[2]))
        case "cancelled": throw .cancelled
        case "end": throw .noPage
        case "unsupported": throw .unsupported("not this one")
        default: break
        }
    }

    func metrics(of page: PageID, request: borrowing Request) throws(ProviderError) -> PageMetrics {
        try act()
        return PageMetrics(width: 10, height: 20, label: try script(), frames: 3)
    }

    func render(
        _ rendering: RenderRequest, into pixels: inout PixelBuffer, request: borrowing Request
    ) throws(ProviderError) {
        try act()
        let rows = try script() == "overrun" ? pixels.height + 1 : pixels.height
        for y in 0..<rows {
            try request.checkCancelled()
            var row = pixels.row(y)
            for x in row.indices {
                row[x] = UInt32(rendering.frame << 24 + (rendering.region.y + y) * 1000 + rendering.region.x + x)
            }
        }
    }

    func pageCount(request: borrowing Request) throws(ProviderError) -> PageCount {
        try act()
        return try source.size() == 0 ? .unknown : .estimated(try source.size())
    }

    func pages(from index: Int64, length: Int, request: borrowing Request) throws(ProviderError) -> [PageID] {
        try act()
        // One more than asked for: the kit must not hand it over.
        return (0...Int64(length)).map { PageID(100 + index + $0) }
    }

    func page(_ step: Int64, from page: PageID?, request: borrowing Request) throws(ProviderError) -> PageID? {
        try act()
        guard let page else { return PageID(7) }
        return step > 0 ? PageID(page.rawValue + step) : nil
    }

    func prefetch(_ pages: [PageID], request: borrowing Request) throws(ProviderError) {
        try act()
        host.log(.debug, "prefetch \(pages)")
    }

    func cancelPrefetch(_ pages: [PageID], request: borrowing Request) throws(ProviderError) {
        try act()
        host.log(.debug, "cancel \(pages)")
    }

    func appearance(of page: PageID, _ event: AppearanceEvent, request: borrowing Request) throws(ProviderError) {
        try act()
        host.log(.debug, "\(page) \(event)")
    }

    func refresh(request: borrowing Request) throws(ProviderError) {
        try act()
        host.changed(.pages, in: self)
        host.changed(.page(PageID(5)), in: self)
        host.changed(.all, in: self)
    }

    func move(_ move: PageMove, request: borrowing Request) throws(ProviderError) {
        try act()
        host.log(.debug, "\(move.stage) \(move.page) \(move.index)")
    }

    func hit(_ point: Point, on page: PageID, request: borrowing Request) throws(ProviderError) -> Hit {
        try act()
        if point.x < 0 { return .background }
        return point.y < 0 ? .claimed : .content
    }

    func text(
        on page: PageID, request: borrowing Request, emit: (TextRun) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        try emit(TextRun("Grüße\n", in: box))
        try emit(TextRun("\n", in: box))
        try emit(TextRun("ab", in: box, characters: [box, Box(x0: 5, y0: 6, x1: 7, y1: 8)]))
    }

    func outline(
        request: borrowing Request, emit: (OutlineEntry) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        let place = Destination(page: PageID(8), point: Point(x: 5, y: 6))
        try emit(OutlineEntry(level: 2, title: "Two", destination: place))
        try emit(OutlineEntry(level: 0, title: "Nowhere", destination: nil))
    }

    func links(
        on page: PageID, request: borrowing Request, emit: (Link) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        try emit(Link(box: box, target: .uri("https://example.org/")))
        try emit(Link(box: box, target: .destination(Destination(page: page))))
    }

    func annotations(
        on page: PageID, request: borrowing Request, emit: (Annotation) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        try emit(
            Annotation(kind: "highlight", box: box, text: "Wörter", author: "Zoë", modified: 1_700_000_000))
        try emit(Annotation(kind: "ink", box: box))
    }

    func ink(on page: PageID, request: borrowing Request) throws(ProviderError) -> Box? {
        try act()
        return page.rawValue == 0 ? nil : box
    }

    func pictures(
        on page: PageID, request: borrowing Request, emit: (Box) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        try emit(box)
        try emit(Box(x0: 5, y0: 6, x1: 7, y1: 8))
    }

    func blocks(
        on page: PageID, request: borrowing Request, emit: (TextBlock) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        try emit(TextBlock(kind: "heading", box: box, text: "Größe", level: 2))
        try emit(TextBlock(kind: "table", box: box, text: "a\tb\nc\td"))
    }

    func position(of page: PageID, request: borrowing Request) throws(ProviderError) -> Int64 {
        try act()
        return page.rawValue * 100
    }

    func page(at position: Int64, request: borrowing Request) throws(ProviderError) -> PageID {
        try act()
        return PageID(position / 100)
    }

    func search(
        for needle: String, on page: PageID, request: borrowing Request, emit: (Match) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        host.log(.debug, "search \(needle)")
        try emit(Match(box: box, group: 3))
    }

    func metadata(
        request: borrowing Request, emit: (MetadataItem) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try act()
        try emit(MetadataItem(key: "title", value: "T"))
    }
}
