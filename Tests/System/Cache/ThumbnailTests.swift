import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Thumbnails of pages that were seen before and are not in the cache any more.
@Suite struct ThumbnailTests {
    private static let document = "pages = 30\nwidth = 300\nheight = 400\nfill = gradient\nvary = 20"

    /// A service whose cache holds a page of 300 by 400 pixels, and no second one.
    private static func service(_ settings: String = "") throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CacheMax=600K
                CacheHardMax=600K
                ReadAhead=0
                \(settings)

                """)
    }

    private static func open(_ service: RunningService, _ settings: String = document) throws -> TestReader {
        try TestReader(service, service.pattern(settings), width: 300, height: 400)
    }

    private static func cache(_ reader: TestReader) throws -> ManagerInterface.Cache {
        try reader.client.status().cache
    }

    /// Waits until there are so many: each is made after its page was answered.
    private static func waitFor(_ count: Int, _ reader: TestReader) throws {
        try eventually { try cache(reader).thumbnails == count }
    }

    /// Takes a page as a viewer that copies: it returns it at once.
    private static func page(_ index: Int, _ reader: TestReader) throws -> HandedPage {
        let page = try reader.page(index)
        try reader.release(page.page)
        return page
    }

    /// The mean of the pixels that each pixel of a smaller image stands for.
    private static func shrunk(_ page: HandedPage, width: Int, height: Int) -> [UInt8] {
        var small: [UInt8] = []
        for y in 0..<height {
            let rows = y * page.page.height / height..<(y + 1) * page.page.height / height
            for x in 0..<width {
                let columns = x * page.page.width / width..<(x + 1) * page.page.width / width
                for channel in 0..<4 {
                    var sum = 0
                    for row in rows {
                        for column in columns { sum += Int(page.bytes[row * page.page.stride + column * 4 + channel]) }
                    }
                    let count = rows.count * columns.count
                    small.append(UInt8((sum + count / 2) / count))
                }
            }
        }
        return small
    }

    @Test func itIsThePageInSmall() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        let whole = try Self.page(4, reader)
        for index in 5...9 { _ = try Self.page(index, reader) }
        let turn = try reader.navigate(.init(index: 4))
        let page = try #require(turn.parameters.page)
        #expect(!turn.parameters.hit && page.origin == .thumbnail && page.index == 4)
        #expect(max(page.width, page.height) == 128 && page.size == page.width * page.height * 4)
        #expect([page.pageWidth, page.pageHeight] == [page.width, page.height])
        let small = try HandedPage(page, turn.descriptors)
        #expect(small.seals == 15 && small.bytes == Self.shrunk(whole, width: page.width, height: page.height))
    }

    @Test func thePageItselfFollows() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        for index in 4...9 { _ = try Self.page(index, reader) }
        let watching = try Watching(reader, on: service, handover: .descriptor)
        #expect(try reader.navigate(.init(index: 4)).parameters.page?.origin == .thumbnail)
        let page = try watching.wait { $0.page?.index == 4 ? $0.page : nil }
        #expect([.rendered, .joined].contains(page.origin) && page.width > 128)
    }

    @Test func anotherSizeOfThePageIsBetter() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern(Self.document)
        let one = try TestReader(service, path, width: 300, height: 400)
        let other = try TestReader(service, path, width: 150, height: 200)
        _ = try Self.page(4, one)
        let page = try #require(other.navigate(.init(index: 4)).parameters.page)
        #expect(page.origin == .standIn && max(page.width, page.height) > 128)
    }

    @Test func theyHaveALimitOfTheirOwn() throws {
        let service = try Self.service("ThumbnailMax=200K")
        let reader = try Self.open(service)
        for index in 0..<20 { _ = try Self.page(index, reader) }
        let cache = try Self.cache(reader)
        #expect((3...8).contains(cache.thumbnails) && cache.thumbnailBytes <= 200 << 10)
        // The last ones, but not the first.
        #expect(try reader.navigate(.init(index: 18)).parameters.page?.origin == .thumbnail)
        #expect(try reader.navigate(.init(index: 2)).parameters.page == nil)
    }

    @Test func withoutRoomThereAreNone() throws {
        let service = try Self.service("ThumbnailMax=0")
        let reader = try Self.open(service)
        for index in 4...9 { _ = try Self.page(index, reader) }
        #expect(try reader.navigate(.init(index: 4)).parameters.page == nil)
        #expect(try Self.cache(reader).thumbnails == 0)
    }

    @Test func theyGoAtACriticalWarning() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        for index in 4...9 { _ = try Self.page(index, reader) }
        try Self.waitFor(7, reader)
        let warn = { (level: ManagerInterface.PressureLevel) in
            _ = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: level))
            return try Self.cache(reader).thumbnails
        }
        #expect(try warn(.medium) == 7)
        #expect(try warn(.critical) == 0)
    }

    @Test func theyGoWithTheirDocument() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        let client = reader.client
        for index in 4...9 { _ = try Self.page(index, reader) }
        // And of the page that it was opened on.
        try Self.waitFor(7, reader)
        try reader.close()
        let cache = try client.status().cache
        #expect(cache.thumbnails == 0 && cache.thumbnailBytes == 0)
    }

    @Test func theThumbnailOfAPageBeforeAChangeStandsInForIt() throws {
        let service = try Self.service()
        let reader = try Self.open(service, Self.document + "\nrevision = 0")
        let old = try Self.page(4, reader)
        for index in 5...9 { _ = try Self.page(index, reader) }
        let watching = try Watching(reader, on: service)
        _ = try service.pattern(Self.document + "\nrevision = 1")
        try watching.wait { $0.document }
        let turn = try reader.navigate(.init(index: 4))
        let page = try #require(turn.parameters.page)
        #expect(page.origin == .thumbnail)
        let small = try HandedPage(page, turn.descriptors)
        #expect(small.bytes == Self.shrunk(old, width: page.width, height: page.height))
        // As soon as the new one is there, that is what is shown.
        let new = try Self.page(4, reader)
        #expect(new.bytes != old.bytes)
        for index in 10...15 { _ = try Self.page(index, reader) }
        _ = try reader.jump(.init(index: 20))
        let again = try reader.navigate(.init(index: 4))
        let fresh = try #require(again.parameters.page)
        #expect(fresh.origin == .thumbnail)
        let handed = try HandedPage(fresh, again.descriptors)
        #expect(handed.bytes == Self.shrunk(new, width: fresh.width, height: fresh.height))
    }

    @Test func thumbnailsThatAreHeldAreLeasedAsPagesAre() throws {
        let service = try Self.service("ThumbnailMax=200K")
        let reader = try Self.open(service)
        for index in 0..<6 { _ = try Self.page(index, reader) }
        let page = try #require(reader.navigate(.init(index: 3)).parameters.page)
        #expect(page.origin == .thumbnail)
        let held = try eventually {
            try Self.cache(reader)
        } until: {
            $0.reserved == 0
        }
        #expect(held.leasedPages == 1 && held.leasedOutside == 0 && held.leasedBytes >= page.size)
        // Out of the store it takes from what the cache may hold.
        for index in 10..<20 { _ = try Self.page(index, reader) }
        #expect(try Self.cache(reader).leasedOutside == held.leasedBytes)
    }
}
