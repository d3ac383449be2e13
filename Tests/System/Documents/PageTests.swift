import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Pages as a viewer gets them: they equal MuPDF's drawing, byte for byte.
@Suite struct PixelTests {
    /// The pages of the manual at scale 2 equal those of `mutool draw -r 144`.
    @Test func everyPageOfThePolicyManualEqualsMutool() throws {
        let path = try Documents.policy.get()
        let service = try RunningService()
        let reader = try TestReader(
            service, path, viewport: .init(width: 1, height: 1, fit: .scale, scale: 2))
        #expect(reader.opened.document.count.pages == Documents.pages)
        let folder = service.folder.appendingPathComponent("mutool")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // In parts: all pages take a gigabyte.
        for first in stride(from: 1, through: Documents.pages, by: 16) {
            let last = min(first + 15, Documents.pages)
            let drawn = try Command.run(
                "/usr/bin/mutool",
                ["draw", "-q", "-r", "144", "-F", "ppm", "-o", folder.path + "/%d.ppm", path, "\(first)-\(last)"])
            try #require(drawn.status == 0, "\(drawn.errors)")
            for number in first...last {
                let file = folder.appendingPathComponent("\(number).ppm")
                let expected = try PPM(Data(contentsOf: file))
                let page = try reader.page(number - 1)
                #expect(page.page.width == expected.width && page.page.height == expected.height)
                #expect(page.shows(rgb: expected.rgb), "page \(number) differs")
                try reader.release(page.page)
                try FileManager.default.removeItem(at: file)
            }
        }
    }

    @Test func regionsOfTextEqualTheCutOfTheWholePage() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\nRegionDelayMSec=0\n")
        let viewport = ReaderInterface.Viewport(width: 1, height: 1, fit: .scale, scale: 2)
        let reader = try TestReader(service, Documents.policy.get(), viewport: viewport)
        let other = try RunningService()
        let whole = try TestReader(other, Documents.policy.get(), viewport: viewport).page(20)
        for region in [
            ReaderInterface.Region(x: 0, y: 0, width: 100, height: 100), .init(x: 333, y: 777, width: 257, height: 123),
            .init(x: whole.page.width - 50, y: whole.page.height - 60, width: 50, height: 60),
        ] {
            let cut = try reader.page(20, region: region)
            #expect(cut.page.origin == .rendered)
            for row in 0..<region.height {
                let start = (region.y + row) * whole.page.stride + region.x * 4
                let expected = whole.bytes[start..<start + region.width * 4]
                #expect(
                    expected.elementsEqual(cut.bytes[row * cut.page.stride..<row * cut.page.stride + region.width * 4]))
            }
        }
    }
}

/// A binary PPM image of eight bits a channel.
struct PPM {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    init(_ data: Data) throws {
        var fields: [String] = []
        var place = data.startIndex
        while fields.count < 4 {
            let end = data[place...].firstIndex { $0 == 0x0a || $0 == 0x20 } ?? data.endIndex
            let field = String(decoding: data[place..<end], as: UTF8.self)
            place = end + 1
            if field.first == "#" {
                place = (data[place...].firstIndex(of: 0x0a) ?? data.endIndex) + 1
            } else if !field.isEmpty {
                fields.append(field)
            }
        }
        guard fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]), fields[3] == "255" else {
            throw TestFailure("no PPM: \(fields)")
        }
        self.width = width
        self.height = height
        rgb = Array(data[place...])
    }
}

/// Regions of pages, as a viewer asks for them that zooms and pans.
@Suite struct RegionTests {
    private typealias Region = ReaderInterface.Region
    private typealias GetPage = ReaderInterface.GetPage

    /// A configuration in which no region is rendered within the time of a test.
    private static let neverStill = "[Cache]\nReadAhead=0\nRegionDelayMSec=10000\n"
    private static let atOnce = "[Cache]\nReadAhead=0\nRegionDelayMSec=0\n"
    private static let text = "pages = 9\nwidth = 300\nheight = 400\nfill = gradient\ntext = words in lines on the page"
    private static let slow = text + "\nrender-ms = 1500\ncost = sleep"
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
        _ = try client.status()
        return client
    }

    private static func failure(_ client: VarlinkBlockingClient) throws -> ReaderInterface.Failure? {
        try SystemTests.failure { _ = try client.receive(GetPage.self) }
    }

    /// The rows of a page, without what lies between them.
    private static func rows(_ page: HandedPage) -> [ArraySlice<UInt8>] {
        (0..<page.page.height).map { page.bytes[$0 * page.page.stride..<$0 * page.page.stride + page.page.width * 4] }
    }

    @Test func aPageThatIsThereIsEncodedFromItsPixels() throws {
        let settings = "pages = 3\nfill = gradient\ntext = words to be read"
        let region = ReaderInterface.Region(x: 31, y: 17, width: 301, height: 203)
        let rendering = try RunningService(configuration: Self.atOnce)
        // It shows another page: this one is not there as pixels.
        let alone = try TestReader(rendering, rendering.pattern(settings), target: .init(index: 2))
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(settings))
        let pixels = try reader.page(0)
        let before = try reader.client.cache().renders
        for format in [ReaderInterface.Format.png, .jpeg] {
            for region in [nil, region] {
                let rendered = try alone.page(0, region: region, format: format)
                let encoded = try reader.page(0, region: region, format: format)
                #expect(rendered.page.origin == .rendered && encoded.page.origin == .encoded)
                #expect(rendered.bytes == encoded.bytes && encoded.seals == Memfd.finalSeals)
                #expect(encoded.page.region == region ?? pixels.page.region)
                #expect(try reader.page(0, region: region, format: format).page.origin == .cached)
            }
        }
        // Nothing was rendered for them, and no time was learnt that no rendering takes.
        #expect(try reader.client.cache().renders == before)
        // Of a page that is not there as pixels there is nothing to encode.
        #expect(try reader.page(2, format: .png).page.origin == .rendered)
    }

    @Test func aPageThatIsBeingRenderedIsEncodedFromItsPixels() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(Self.slow))
        _ = try reader.page(0)
        let others = try (0..<2).map { _ in try Self.connect(service) }
        let before = try reader.client.cache().renders.rendered
        try reader.navigate(.init(index: 3), handover: .some(.none))
        for other in others {
            try other.send(GetPage.self, .init(reader: reader.id, index: 3, format: .png))
        }
        let pages = try others.map { other in
            let reply = try other.receive(GetPage.self)
            return try HandedPage(reply.parameters.page, reply.descriptors)
        }
        #expect(Set(pages.map(\.page.origin)) == [.encoded, .joined])
        #expect(pages[0].bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) && pages[0].bytes == pages[1].bytes)
        #expect(try reader.page(3).page.origin == .cached)
        #expect(try reader.client.cache().renders.rendered == before + 1)
        // Where the reader is closed nobody waits any more.
        try reader.navigate(.init(index: 5), handover: .some(.none))
        try Self.send(nil, 5, of: reader, over: others[0])
        try others[1].send(GetPage.self, .init(reader: reader.id, index: 5, format: .jpeg))
        try service.answer()
        try reader.close()
        for other in others { #expect(try Self.failure(other) == .noSuchReader(reader: reader.id)) }
        try eventually {
            try service.connect().cache().renders.underWay
        } until: {
            $0 == 0
        }
    }

    /// The pixels are not kept, and what is encoded is.
    @Test func pixelsWithoutRoomAreEncodedAllTheSame() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\nRegionDelayMSec=0\nCacheMax=2M\nCacheHardMax=2M\n")
        let reader = try TestReader(service, service.pattern(Self.slow))
        _ = try reader.page(0)
        let other = try Self.connect(service)
        let before = try reader.client.cache()
        try Self.send(nil, 3, of: reader, over: reader.client)
        try service.answer()
        try other.send(GetPage.self, .init(reader: reader.id, index: 3, format: .png))
        let reply = try other.receive(GetPage.self)
        #expect(reply.parameters.page.origin == .encoded)
        let after = try service.connect().cache()
        #expect(
            after.counters.notKept > before.counters.notKept && after.renders.rendered == before.renders.rendered + 1)
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
            #expect(cut.page.stride == whole.stride && cut.page.size == whole.size)
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

    @Test func encodedRegionsAreNotCut() throws {
        let service = try RunningService(configuration: Self.atOnce)
        let reader = try TestReader(service, service.pattern(Self.text))
        _ = try reader.page(3)
        let png = try reader.page(3, region: Self.regions[1], format: .png)
        #expect(png.page.origin == .encoded && png.page.offset == nil && png.page.stride == 0)
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
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\nRegionDelayMSec=2000\n")
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

    @Test func regionsInViewportsOfTheirOwnComeAtOnceAndLeaveTheReaderAsItIs() throws {
        let service = try RunningService(configuration: Self.neverStill)
        let path = try service.pattern(Self.text)
        let reader = try TestReader(service, path)
        let before = try reader.state()
        let other = try Self.connect(service)
        try Self.send(Self.regions[1], of: reader, over: other)
        // At twice the scale that the reader has, turned, out of the page that is shown and out of another.
        let large = ReaderInterface.Viewport(width: 1, height: 1, fit: .scale, scale: 4, rotation: 90)
        let wide = try TestReader(service, path, viewport: large)
        for index in [0, 3] {
            let region = Region(x: 700, y: 100, width: 256, height: 256)
            let tile = try reader.client.call(
                GetPage.self, .init(reader: reader.id, index: index, region: region, viewport: large))
            let handed = try HandedPage(tile.parameters.page, tile.descriptors)
            #expect(handed.page.origin == .rendered && handed.page.rotation == 90 && handed.page.scale == 4)
            let whole = try wide.page(index)
            #expect(handed.page.pageWidth == whole.page.width && handed.page.pageHeight == whole.page.height)
            #expect(
                Self.rows(handed).first
                    == Self.rows(whole)[100][whole.page.stride * 100 + 2_800..<whole.page.stride * 100 + 3_824])
        }
        let after = try reader.state()
        #expect(after.viewport == before.viewport && after.location == before.location && after.shown == before.shown)
        // The one that waits was superseded by none of them, and is by the next of the screen.
        try reader.client.send(GetPage.self, .init(reader: reader.id, index: 0, region: Self.regions[0]))
        #expect(try Self.failure(other) == .superseded)
    }

    @Test func aViewportOfItsOwnIsCheckedAndLimitedAsTheReaders() throws {
        let service = try RunningService(configuration: "[Cache]\nMaxRenditionPixels=10000\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 2\nwidth = 100\nheight = 100"))
        let get = { (scale: Double, region: Region?) in
            try reader.client.call(
                GetPage.self,
                .init(
                    reader: reader.id, index: 1, region: region,
                    viewport: .init(width: 1, height: 1, fit: .scale, scale: scale))
            ).parameters.page
        }
        #expect(try get(2, nil).reducedFrom == .init(scale: 2, pageWidth: 200, pageHeight: 200))
        #expect(try get(2, .init(x: 100, y: 100, width: 100, height: 100)).reducedFrom == nil)
        #expect(throws: ReaderError.self) { try get(2, .init(x: 0, y: 0, width: 101, height: 100)) }
        #expect(throws: ReaderError.self) { try get(65, nil) }
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
        #expect(region.width == 80 && region.height == 90 && region.pageWidth == 200 && region.pageHeight == 200)
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
