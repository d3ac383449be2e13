import SheafInterface
import TestSupport
import Testing
import Varlink

/// Text that is laid out in pages as large as the viewport, whatever that is.
@Suite struct ViewportLayoutTests {
    typealias Viewport = ReaderInterface.Viewport

    private static let looks = ReaderInterface.Looks(flow: .init(layout: .viewport))

    private static func service() throws -> RunningService {
        try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-mupdf", "sheaf-epub"])
    }

    private static func open(
        _ service: RunningService, _ viewport: Viewport, looks: ReaderInterface.Looks = looks
    ) throws -> TestReader {
        try TestReader(service, Documents.policyEPUB, viewport: viewport, looks: looks)
    }

    /// The width and height of a page in points.
    private static func size(_ reader: TestReader, _ index: Int = 3) throws -> [Double] {
        let page = try reader.page(index).page
        return [page.pageWidth, page.pageHeight].map { (Double($0) / page.scale).rounded() }
    }

    private static func letters(_ reader: TestReader) throws -> String {
        try reader.text().runs.map(\.text).joined().filter { $0.isLetter || $0.isNumber }
    }

    /// The sides are multiples of 16 pixels, and three quarters of a point each.
    @Test(arguments: [
        (Viewport(width: 400, height: 700), [300.0, 516]), (.init(width: 415, height: 703), [300, 516]),
        // As it is seen: upright it is 516 points wide.
        (.init(width: 400, height: 700, rotation: 90), [300, 516]),
        (.init(width: 400, height: 700, orientation: 90), [516, 300]),
    ])
    func pagesAreAsLargeAsTheViewport(viewport: Viewport, expected: [Double]) throws {
        let service = try Self.service()
        let reader = try Self.open(service, viewport)
        let size = try Self.size(reader)
        #expect(size == expected)
        #expect(reader.opened.looks.flow == .init(layout: .viewport, pixelsPerPoint: 4.0 / 3))
    }

    @Test func pixelsInAPointAreTheViewers() throws {
        let looks = ReaderInterface.Looks(flow: .init(fontSize: 20, layout: .viewport, pixelsPerPoint: 4))
        let service = try Self.service()
        let reader = try Self.open(service, .init(width: 1080, height: 2340), looks: looks)
        #expect(try Self.size(reader) == [268, 584])
        #expect(reader.opened.looks.flow == looks.flow)
    }

    @Test func theReaderStaysWhereItReadsInEachWindow() throws {
        let service = try Self.service()
        let reader = try Self.open(service, .init(width: 600, height: 800))
        try eventually { try reader.state().document.count.kind == .exact }
        try reader.navigate(.init(index: 40), handover: .some(.none))
        let (index, text, document) = (
            try reader.state().location?.index, try Self.letters(reader), try reader.state().document.document
        )
        // By less than a step of 16 pixels nothing is laid out anew.
        #expect(try reader.setViewport(.init(width: 607, height: 815)).document.document == document)
        for viewport in [
            Viewport(width: 360, height: 640), .init(width: 1200, height: 500),
            .init(width: 600, height: 800, rotation: 90),
        ] {
            let state = try reader.setViewport(viewport)
            #expect(state.document.document != document && state.viewport.width == viewport.width)
            let found = try Self.letters(reader)
            let start = (1...12).map { String(text.prefix($0)) }
            #expect(found.contains(start[11]) || start.contains { found.hasSuffix($0) }, "\(viewport)")
        }
        let back = try reader.setViewport(.init(width: 600, height: 800))
        #expect(back.location?.index == index)
        #expect(try Self.letters(reader) == text)
    }

    /// A page of a pair has half of the viewport.
    @Test func pagesOfAPairShareTheViewport() throws {
        let service = try Self.service()
        let reader = try Self.open(service, .init(width: 800, height: 640))
        #expect(try Self.size(reader) == [600, 480])
        _ = try reader.setAxis(.horizontal, arrangement: .init(spread: .double))
        #expect(try Self.size(reader) == [300, 480])
        _ = try reader.setViewport(.init(width: 1600, height: 640))
        #expect(try Self.size(reader) == [600, 480])
        _ = try reader.setAxis(.horizontal, arrangement: .init(spread: .single))
        #expect(try Self.size(reader) == [1200, 480])
    }

    @Test func otherLooksGoByTheViewportThatThereIs() throws {
        let service = try Self.service()
        let reader = try Self.open(service, .init(width: 400, height: 640), looks: .init(paper: .night))
        _ = try reader.setViewport(.init(width: 800, height: 640))
        let looks = ReaderInterface.Looks(paper: .night, flow: .init(fontSize: 14, layout: .viewport))
        #expect(try reader.look(looks).looks.flow?.layout == .viewport)
        #expect(try Self.size(reader) == [600, 480])
        // A page of a size of its own again.
        _ = try reader.look(.init(flow: .init(width: 300, height: 300)))
        _ = try reader.setViewport(.init(width: 400, height: 640))
        #expect(try Self.size(reader) == [300, 300])
    }

    /// A document with pages of its own has these, and remembers what is wanted of others.
    @Test func pagesOfTheirOwnStayAsTheyAre() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"), looks: Self.looks)
        let document = reader.opened.document.document
        let state = try reader.setViewport(.init(width: 333, height: 222))
        #expect(state.document.document == document && state.looks.flow?.layout == .viewport)
        #expect(try reader.page(1).page.height == 222)
    }

    @Test(arguments: [
        (ReaderInterface.TextFlow(width: 300, layout: .viewport), "width"),
        (.init(height: 300, layout: .viewport), "height"),
        (.init(pixelsPerPoint: 2), "pixelsPerPoint"),
        (.init(layout: .given, pixelsPerPoint: 2), "pixelsPerPoint"),
        (.init(layout: .viewport, pixelsPerPoint: 0), "pixelsPerPoint"),
        (.init(layout: .viewport, pixelsPerPoint: 64.5), "pixelsPerPoint"),
    ])
    func whatDoesNotGoTogetherIsRefused(flow: ReaderInterface.TextFlow, field: String) throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        let error = #expect(throws: ReaderError.self) { _ = try reader.look(.init(flow: flow)) }
        guard case .failed(.invalidLooks(field: field, _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func pixelsInAPointMayBeAsManyAsInAViewport() throws {
        let service = try Self.service()
        let reader = try Self.open(
            service, .init(width: 8000, height: 9600),
            looks: .init(flow: .init(layout: .viewport, pixelsPerPoint: 64)))
        #expect(reader.opened.looks.flow?.pixelsPerPoint == 64)
    }
}
