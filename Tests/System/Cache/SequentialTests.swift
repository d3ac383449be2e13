import SheafInterface
import TestSupport
import Testing
import Varlink

/// Regions of a page that takes as long to render in part as in whole: they are cut from all of it, which is rendered once. Pages have
/// 600 by 800 pixels.
@Suite struct SequentialTests {
    private typealias GetPage = ReaderInterface.GetPage

    private static let wholeBytes = 600 * 800 * 4
    /// In whole pages of memory.
    private static let wholeCost = 469 * 4096
    private static let bandBytes = 600 * (800 - 512) * 4
    private static let regionBytes = 301 * 203 * 4
    private static let settings = "pages = 3\nwidth = 600\nheight = 800\nfill = gradient\ntext = words to be read"
    private static let sequential = settings + "\nsequential = on"
    private static let region = ReaderInterface.Region(x: 31, y: 517, width: 301, height: 203)
    private static let before = ReaderInterface.Region(x: 0, y: 0, width: 100, height: 100)

    /// - Parameter more: settings beside those by which nothing is read ahead, and a region is rendered at once.
    private static func service(cache: Int = 16 << 20, _ more: String = "") throws -> RunningService {
        try RunningService(
            configuration: "[Cache]\nReadAhead=0\nRegionDelayMSec=0\nCacheMax=\(cache)\n\(more)")
    }

    private static func rows(_ page: HandedPage) -> [ArraySlice<UInt8>] {
        (0..<page.page.height).map { page.bytes[$0 * page.page.stride..<$0 * page.page.stride + page.page.width * 4] }
    }

    /// The origin of the second region of a page.
    private static func origin(
        of index: Int, _ reader: TestReader, _ handover: ReaderInterface.Handover? = nil
    ) throws -> ReaderInterface.Page.Origin {
        let first = try reader.page(index, region: before, handover: .inline)
        if first.page.origin != .rendered { throw TestFailure("the first region is \(first.page.origin)") }
        return try reader.page(index, region: region, handover: handover).page.origin
    }

    @Test func tilesThatWaitTogetherTakeOneRender() throws {
        let service = try Self.service()
        let reader = try TestReader(service, service.pattern(Self.sequential + "\nrender-ms = 300\ncost = sleep"))
        let plain = try Self.service()
        let alone = try TestReader(plain, plain.pattern(Self.settings), target: .init(index: 1))
        _ = try reader.page(0)
        let before = try reader.client.cache().renders.rendered
        // With the looks of each request, as sheaf-web asks: the latest does not count alone.
        let viewport = ReaderInterface.Viewport(width: 600, height: 800)
        let tiles = (0..<12).map { ReaderInterface.Region(x: $0 % 3 * 200, y: $0 / 3 * 200, width: 200, height: 200) }
        let clients = try tiles.map { _ in try service.connect() }
        for (client, tile) in zip(clients, tiles) {
            try client.send(
                GetPage.self, .init(reader: reader.id, index: 2, region: tile, format: .png, viewport: viewport))
        }
        for (client, tile) in zip(clients, tiles) {
            let reply = try client.receive(GetPage.self)
            let page = try HandedPage(reply.parameters.page, reply.descriptors)
            #expect(page.page.origin == .encoded && page.page.region == tile)
            #expect(try page.bytes == alone.page(2, region: tile, format: .png).bytes)
        }
        #expect(try reader.client.cache().renders.rendered == before + 1)
    }

    @Test(arguments: [true, false]) func pixelsAreCutWhereTheProviderSaysSo(isSequential: Bool) throws {
        let service = try Self.service()
        let reader = try TestReader(service, service.pattern(isSequential ? Self.sequential : Self.settings))
        let plain = try Self.service()
        let expected = try TestReader(plain, plain.pattern(Self.settings)).page(2, region: Self.region)
        // Who zooms in is not to wait for more than they see.
        #expect(try reader.page(2, region: Self.before).page.origin == .rendered)
        let page = try reader.page(2, region: Self.region)
        #expect(page.page.origin == (isSequential ? .cut : .rendered))
        #expect(page.page.size == (isSequential ? Self.wholeBytes : expected.page.size))
        #expect(Self.rows(page) == Self.rows(expected))
        // The page itself is there then.
        #expect(try reader.page(2).page.origin == (isSequential ? .cached : .rendered))
    }

    /// A page has to find room beside what is shown.
    @Test(arguments: [(2 * Self.wholeCost, true), (2 * Self.wholeCost - 2, false)])
    func aPageThatFindsNoRoomIsNotKeptForItsRegions(cache: Int, isCut: Bool) throws {
        let service = try Self.service(cache: cache)
        let reader = try TestReader(service, service.pattern(Self.sequential))
        #expect(try Self.origin(of: 2, reader) == (isCut ? .cut : .rendered))
    }

    /// All of a page takes five eighths of the cache at most. Of a larger one the rows from 512 on are kept, which are less.
    @Test(arguments: [(Self.wholeCost / 5 * 8 + 8, Self.wholeBytes), (Self.wholeCost / 5 * 8, Self.bandBytes)])
    func ofAPageThatIsTooLargeForTheCacheRowsAreKept(cache: Int, bytes: Int) throws {
        let service = try Self.service(cache: cache)
        // What it shows takes nearly no room.
        let reader = try TestReader(service, service.pattern(Self.sequential), width: 6, height: 8)
        let plain = try Self.service()
        let expected = try TestReader(plain, plain.pattern(Self.settings)).page(2, region: Self.region)
        func page(_ region: ReaderInterface.Region) throws -> HandedPage {
            let reply = try reader.client.call(
                GetPage.self,
                .init(reader: reader.id, index: 2, region: region, viewport: .init(width: 600, height: 800)))
            return try HandedPage(reply.parameters.page, reply.descriptors)
        }
        // The first one that a viewer holds is rendered by itself.
        #expect(try page(Self.before).page.origin == .rendered)
        let second = try page(Self.region)
        #expect(second.page.origin == .cut && second.page.size == bytes)
        #expect(Self.rows(second) == Self.rows(expected))
    }

    /// Around a region that is higher than a tile half as much more on each side is there: tiles of it are encoded of that.
    @Test func aroundALargerRegionTilesAreThere() throws {
        let service = try Self.service(cache: Self.wholeCost / 5 * 8)
        let reader = try TestReader(service, service.pattern(Self.sequential), width: 6, height: 8)
        func page(_ region: ReaderInterface.Region, _ format: ReaderInterface.Format) throws -> HandedPage {
            let reply = try reader.client.call(
                GetPage.self,
                .init(
                    reader: reader.id, index: 2, region: region, format: format,
                    viewport: .init(width: 600, height: 800)))
            return try HandedPage(reply.parameters.page, reply.descriptors)
        }
        _ = try page(Self.before, .bgrx8888)
        let large = try page(.init(x: 100, y: 100, width: 100, height: 520), .bgrx8888)
        #expect(large.page.origin == .cut && large.page.size == 200 * 800 * 4)
        let rendered = try reader.client.cache().renders.rendered
        #expect(try page(.init(x: 55, y: 300, width: 190, height: 60), .png).page.origin == .encoded)
        #expect(try reader.client.cache().renders.rendered == rendered)
    }

    /// A viewer holds what it has a part of, but where it gets the bytes themselves; and may hold as much again.
    @Test(arguments: [
        (3 * Self.wholeCost, Self.wholeBytes), (3 * Self.wholeCost - 1, Self.bandBytes),
        (Self.wholeCost + 2 * Self.bandBytes - 1, Self.regionBytes),
    ])
    func aViewerThatMayNotHoldThePageGetsRowsOfItOrTheRegionAlone(most: Int, bytes: Int) throws {
        let service = try Self.service("LeaseMaxPerUser=\(most)\n")
        let reader = try TestReader(service, service.pattern(Self.sequential))
        _ = try reader.page(0)
        _ = try reader.page(1, region: Self.before, handover: .inline)
        #expect(try reader.page(1, region: Self.region).page.size == bytes)
        #expect(try Self.origin(of: 2, reader, .inline) == .cut)
    }

    /// A page that was rendered for regions serves smaller ones too, where they are encoded with losses. 600 by 800 halves to 300 by 400.
    @Test(arguments: [ReaderInterface.Format.jpeg, .webp, .png]) func aSmallerScaleIsMadeOfWhatIsThere(
        format: ReaderInterface.Format
    ) throws {
        let service = try Self.service()
        let reader = try TestReader(service, service.pattern(Self.sequential))
        let half = ReaderInterface.Viewport(width: 300, height: 400)
        let whole = ReaderInterface.Viewport(width: 600, height: 800)
        func rendersFor(_ viewport: ReaderInterface.Viewport, _ region: ReaderInterface.Region) throws -> Int {
            let before = try reader.client.cache().renders.rendered
            let reply = try reader.client.call(
                GetPage.self,
                .init(reader: reader.id, index: 2, region: region, format: format, viewport: viewport))
            let page = try HandedPage(reply.parameters.page, reply.descriptors)
            #expect(page.page.origin == .encoded && page.page.region == region)
            return try reader.client.cache().renders.rendered - before
        }
        _ = try reader.page(0)
        let first = try rendersFor(whole, Self.region)
        #expect(first == 1)
        let isLossy = format != .png
        #expect(try rendersFor(half, .init(x: 41, y: 99, width: 150, height: 120)) == (isLossy ? 0 : 1))
        #expect(try rendersFor(half, .init(x: 200, y: 300, width: 100, height: 100)) == 0)
    }

    @Test func aPageThatCannotBeRenderedFailsInEachOfItsRegions() throws {
        let service = try Self.service()
        let reader = try TestReader(service, service.pattern(Self.sequential + "\nbroken = 2"))
        let failure = #expect(throws: VarlinkCallError<ReaderInterface.Failure>.self) {
            try reader.page(2, region: Self.region)
        }
        guard case .failed(.pageFailed(index: 2, _)) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(try Self.origin(of: 1, reader) == .cut)
    }

    /// Of two that wait for parts of a page one goes: the other gets its part.
    @Test func whoGoesTakesTheirPartAlone() throws {
        let service = try Self.service()
        let reader = try TestReader(service, service.pattern(Self.sequential + "\nrender-ms = 400\ncost = sleep"))
        _ = try reader.page(0)
        let viewport = ReaderInterface.Viewport(width: 600, height: 800)
        let parameters = GetPage.Parameters(
            reader: reader.id, index: 2, region: Self.region, format: .png, viewport: viewport)
        var first: VarlinkBlockingClient? = try service.connect()
        let second = try service.connect()
        let joined = try reader.client.status().cache.joined
        try first?.send(GetPage.self, parameters)
        try second.send(GetPage.self, parameters)
        try eventually {
            let isUnderWay = try reader.client.cache().renders.underWay == 1
            return try isUnderWay && reader.client.status().cache.joined > joined
        }
        first = nil
        let reply = try second.receive(GetPage.self)
        #expect(try HandedPage(reply.parameters.page, reply.descriptors).bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(try reader.client.cache().renders.cancelled == 0)
    }
}
