import SheafInterface
import Testing
import Varlink

/// Regions of pages, as a viewer asks for them that zooms and pans.
@Suite struct RegionTests {
    private typealias Region = ReaderInterface.Region
    private typealias GetPage = ReaderInterface.GetPage

    /// No region is rendered in the time of a test.
    private static let neverStill = "[Cache]\nReadAhead=0\nRegionDelayMSec=10000\n"
    private static let atOnce = "[Cache]\nReadAhead=0\nRegionDelayMSec=0\n"
    private static let text = "pages = 9\nwidth = 300\nheight = 400\nfill = gradient\ntext = words in lines on the page"
    private static let slow = text + "\nrender-ms = 400\ncost = sleep"
    private static let regions = [
        Region(x: 0, y: 0, width: 100, height: 90), Region(x: 101, y: 57, width: 333, height: 211),
        Region(x: 598, y: 799, width: 2, height: 1), Region(x: 0, y: 333, width: 600, height: 20),
    ]

    private static func send(
        _ region: Region?, _ index: Int? = 3, of reader: TestReader, over client: VarlinkBlockingClient
    ) throws {
        try client.send(GetPage.self, .init(reader: reader.id, index: index, region: region))
    }

    /// A connection that the service has accepted: what is sent over several of them it takes in that order.
    private static func connect(_ service: RunningService) throws -> VarlinkBlockingClient {
        let client = try service.connect()
        _ = try client.call(ManagerInterface.Status.self, .init())
        return client
    }

    private static func failure(_ client: VarlinkBlockingClient) throws -> ReaderInterface.Failure? {
        try SystemTests.failure { _ = try client.receive(GetPage.self) }
    }

    /// The rows of a page, without what lies between them.
    private static func rows(_ page: HandedPage) -> [ArraySlice<UInt8>] {
        (0..<page.page.height).map { page.bytes[$0 * page.page.stride..<$0 * page.page.stride + page.page.width * 4] }
    }

    @Test func aRegionOfAPageThatIsThereIsCutFromItWithoutCopying() throws {
        let rendering = try RunningService(configuration: Self.atOnce)
        let alone = try TestReader(rendering, rendering.pattern(Self.text))
        let service = try RunningService(configuration: Self.neverStill)
        let reader = try TestReader(service, service.pattern(Self.text))
        let whole = try reader.page(3).page
        for region in Self.regions {
            let expected = try alone.page(3, region: region)
            #expect(expected.page.origin == .rendered && expected.page.offset == nil)
            let cut = try reader.page(3, region: region)
            #expect(cut.page.origin == .cut && cut.page.rendition == whole.rendition)
            #expect([cut.page.stride, cut.page.size] == [whole.stride, whole.size])
            #expect(cut.page.offset ?? 0 == region.y * whole.stride + region.x * 4)
            #expect(cut.page.region == region && cut.page.pageWidth == 600 && cut.page.pageHeight == 800)
            #expect(Self.rows(cut) == Self.rows(expected))
            let inline = try reader.page(3, region: region, handover: .inline)
            #expect(inline.page.origin == .cut && inline.page.offset == nil && inline.page.stride == region.width * 4)
            #expect(inline.page.size == inline.bytes.count && inline.bytes == expected.bytes)
        }
    }

    @Test func aRegionIsCutFromALargerOneAndNotFromOneThatLacksAPixel() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(Self.text))
        let large = try reader.page(3, region: .init(x: 100, y: 50, width: 200, height: 300))
        let part = try reader.page(3, region: .init(x: 110, y: 80, width: 190, height: 270))
        #expect(part.page.origin == .cut && part.page.rendition == large.page.rendition)
        #expect(part.page.offset == 30 * 800 + 10 * 4)
        #expect(Self.rows(part).first == Self.rows(large)[30].dropFirst(40))
        #expect(try reader.page(3, region: .init(x: 110, y: 80, width: 191, height: 270)).page.origin == .rendered)
    }

    @Test func encodedRegionsAreRendered() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(Self.text))
        _ = try reader.page(3)
        let png = try reader.page(3, region: Self.regions[1], format: .png)
        #expect(png.page.origin == .rendered && png.page.offset == nil && png.page.stride == 0)
        #expect(try reader.page(3, region: Self.regions[1], format: .png).page.origin == .cached)
    }

    @Test func aRegionIsNoStandInForThePage() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(Self.slow))
        _ = try reader.page(3, region: Self.regions[0])
        #expect(try reader.navigate(.init(index: 3)).parameters.page == nil)
    }

    @Test func aNewerRegionSupersedesOneThatWaits() throws {
        let service = try RunningService(configuration: Self.neverStill)
        let reader = try TestReader(service, service.pattern(Self.text))
        _ = try reader.page(4)
        // Whichever page, however it is answered, over whichever connection.
        let other = try Self.connect(service)
        try Self.send(Self.regions[1], of: reader, over: other)
        _ = try reader.page(3)
        #expect(try reader.page(4, region: Self.regions[1]).page.origin == .cut)
        #expect(try Self.failure(other) == .superseded)
    }

    @Test func whatSupersedesCancelsTheRender() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(Self.slow))
        let other = try Self.connect(service)
        try Self.send(Self.regions[1], of: reader, over: other)
        let newer = try reader.page(3, region: Self.regions[0])
        #expect(newer.page.origin == .rendered)
        #expect(try Self.failure(other) == .superseded)
        #expect(try reader.page(3, region: Self.regions[1]).page.origin == .rendered)
    }

    @Test func aRenderThatSomebodyElseWaitsForGoesOn() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let path = try service.pattern(Self.slow)
        let reader = try TestReader(service, path)
        let neighbour = try TestReader(service, path)
        let other = try Self.connect(service)
        try Self.send(Self.regions[1], of: reader, over: other)
        try Self.send(Self.regions[1], of: neighbour, over: neighbour.client)
        #expect(try reader.page(3, region: Self.regions[0]).page.origin == .rendered)
        #expect(try Self.failure(other) == .superseded)
        #expect(try [.joined, .rendered].contains(neighbour.client.receive(GetPage.self).parameters.page.origin))
    }

    @Test func ofRegionsInARowOnOneConnectionOnlyTheLastIsRendered() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern(Self.text))
        let regions = (0..<30).map { Region(x: $0 * 10, y: $0, width: 300, height: 300) }
        for region in regions { try Self.send(region, of: reader, over: reader.client) }
        for _ in regions.dropLast() { #expect(try Self.failure(reader.client) == .superseded) }
        let last = try reader.client.receive(GetPage.self).parameters.page
        #expect(last.region == regions.last && last.origin == .rendered)
        #expect(try reader.page(3, region: regions[7]).page.origin == .rendered)
    }

    @Test func whatElseIsAskedOnItsConnectionIsAnsweredInOrder() throws {
        let service = try RunningService(configuration: Self.neverStill)
        let path = try service.pattern(Self.text)
        let reader = try TestReader(service, path)
        let neighbour = try TestReader(service, path)
        _ = try reader.page(4)
        let client = reader.client
        try Self.send(Self.regions[1], of: reader, over: client)
        // Neither another call nor another reader's region supersedes it.
        try client.send(ReaderInterface.GetState.self, .init(reader: reader.id))
        try Self.send(Self.regions[1], 4, of: neighbour, over: client)
        try Self.send(Self.regions[1], 4, of: reader, over: client)
        #expect(try Self.failure(client) == .superseded)
        #expect(try client.receive(ReaderInterface.GetState.self).parameters.state.reader == reader.id)
        #expect(try client.receive(GetPage.self).parameters.page.origin == .cut)
        #expect(try client.receive(GetPage.self).parameters.page.origin == .cut)
    }

    @Test func aRegionThatIsBeingRenderedIsWaitedFor() throws {
        let service = try RunningService(configuration: Self.neverStill)
        let reader = try TestReader(service, service.pattern(Self.slow))
        try reader.navigate(.init(index: 3), handover: .some(.none))
        let all = try reader.page(3, region: .init(x: 0, y: 0, width: 600, height: 800))
        #expect(all.page.origin == .joined)
    }

    @Test func closingTheReaderAnswersWhatWaits() throws {
        let service = try RunningService(configuration: Self.neverStill)
        let reader = try TestReader(service, service.pattern(Self.text))
        let other = try Self.connect(service)
        try Self.send(Self.regions[1], of: reader, over: other)
        try reader.close()
        #expect(try Self.failure(other) == .noSuchReader(reader: reader.id))
    }

    @Test func aViewerThatGoesWhileItsRegionWaitsLeavesNothingBehind() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\nRegionDelayMSec=100\n")
        let reader = try TestReader(service, service.pattern(Self.text))
        do {
            let other = try Self.connect(service)
            try Self.send(Self.regions[1], of: reader, over: other)
        }
        // Asked for later, and rendered later: had the other one been, this would be cut from it.
        let part = Region(x: 102, y: 58, width: 9, height: 9)
        #expect(try reader.page(3, region: part).page.origin == .rendered)
    }
}
