import SheafInterface
import Testing
import Varlink

/// Pages that would have more pixels than MaxRenditionPixels= allows.
@Suite struct ReducedPageTests {
    private static let square = "pages = 9\nwidth = 100\nheight = 100"
    private static let full = ReaderInterface.PageScale(scale: 2, pageWidth: 200, pageHeight: 200)

    private static func service(_ limit: String = "MaxRenditionPixels=10000") throws -> RunningService {
        try RunningService(configuration: "[Cache]\n\(limit)\nReadAhead=1\nRegionDelayMSec=0\n")
    }

    private static func isReduced(_ page: ReaderInterface.Page) -> Bool {
        page.width == 100 && page.height == 100 && page.pageWidth == 100 && page.pageHeight == 100 && page.stride == 400
            && page.reducedFrom == full && abs(page.scale - 1) < 0.001
    }

    @Test(arguments: ["MaxRenditionPixels=10000", "PageMax=40000"])
    func aPageAboveTheLimitIsRenderedAsLargeAsMayBeAndSaysSo(limit: String) throws {
        let service = try Self.service(limit)
        let path = try service.pattern(Self.square)
        let exact = try TestReader(service, path, width: 100, height: 100).page().page
        #expect(exact.width == 100 && exact.reducedFrom == nil && exact.scale == 1)
        let reader = try TestReader(service, path, width: 200, height: 200)
        #expect(Self.isReduced(try reader.page().page))
        let png = try reader.page(5, format: .png).page
        #expect(png.width == 100 && png.reducedFrom == Self.full)
    }

    @Test func turnsAndWhatIsReadAheadAreReducedToo() throws {
        let service = try Self.service()
        let viewer = try Viewer(
            service, service.pattern(Self.square), viewport: .init(width: 200, height: 200), handover: .descriptor)
        try viewer.turn(.init(index: 5))
        let turned = try viewer.pages(at: 5).first
        #expect(Self.isReduced(turned.page) && turned.bytes.count == 40_000)
        // The next one is read ahead in the form in which it is shown.
        _ = try viewer.page(6)
        let next = try viewer.turn(.init(index: 6), handover: .descriptor).parameters
        let page = try #require(next.page)
        #expect(next.hit && Self.isReduced(page))
    }

    @Test func regionsKeepTheScaleThatIsAskedFor() throws {
        let service = try Self.service()
        let reader = try TestReader(service, service.pattern(Self.square), width: 200, height: 200)
        #expect(Self.isReduced(try reader.page(3).page))
        let region = try reader.page(3, region: .init(x: 120, y: 110, width: 80, height: 90)).page
        #expect(region.origin == .rendered && region.scale == 2 && region.reducedFrom == nil)
        #expect([region.width, region.height, region.pageWidth, region.pageHeight] == [80, 90, 200, 200])
    }

    @Test func placesAreCountedInTheViewportsPixels() throws {
        let service = try Self.service()
        let viewer = try Viewer(service, service.pattern(Self.square), viewport: .init(width: 200, height: 200))
        #expect(Self.isReduced(try viewer.page(0).page))
        let frame = try #require(viewer.layout().frames.first)
        #expect(frame.width == 200 && frame.height == 200)
        let hit = try viewer.hit(150, 50)
        #expect(hit.location?.index == 0 && hit.x == 75 && hit.y == 25)
    }

    @Test func viewportsThatDifferOnlyInWhatIsTooMuchShareThePage() throws {
        let service = try Self.service()
        let path = try service.pattern(Self.square)
        let page = try TestReader(service, path, width: 200, height: 200).page(3).page
        let other = try TestReader(service, path, width: 300, height: 300).page(3).page
        #expect(other.rendition == page.rendition && other.origin == .cached)
        #expect(other.reducedFrom == .init(scale: 3, pageWidth: 300, pageHeight: 300))
    }
}
