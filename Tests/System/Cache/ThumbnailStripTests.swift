import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Thumbnails of a range of pages, as org.sheaf.Document hands them over.
@Suite struct ThumbnailStripTests {
    private typealias StripError = VarlinkCallError<DocumentInterface.Failure>

    private static let document = "pages = 40\nwidth = 300\nheight = 400\nfill = gradient\nvary = 30\nroman-front = 3"

    private func failure(of body: () throws -> Void) throws -> DocumentInterface.Failure? {
        do {
            try body()
            return nil
        } catch StripError.failed(let failure) {
            return failure
        }
    }

    private static func thumbnails(_ reader: TestReader) throws -> Int {
        try reader.client.status().cache.thumbnails
    }

    @Test(arguments: [0, 90])
    func theyArePagesInSmallInTheirOrder(rotation: Int) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern(Self.document)
        let viewport = ReaderInterface.Viewport(width: 700, height: 900, rotation: rotation)
        let reader = try TestReader(service, path, viewport: viewport)
        let strip = try reader.strip(first: 5, count: 12)
        #expect(strip.thumbnails.map(\.wire.index) == Array(5..<17) && strip.failed.isEmpty && strip.next == 17)
        #expect(strip.thumbnails.allSatisfy { $0.seals == 15 && !$0.wire.kept && $0.wire.rotation == rotation })
        #expect(strip.thumbnails.first?.wire.label == "3" && strip.thumbnails.first?.wire.page == 5)
        // What a reader with a viewport of that size is shown.
        let small = ReaderInterface.Viewport(width: 128, height: 128, rotation: rotation)
        let other = try TestReader(service, path, viewport: small)
        for thumbnail in strip.thumbnails {
            let page = try other.page(thumbnail.wire.index)
            #expect(max(thumbnail.wire.width, thumbnail.wire.height) == 128)
            #expect(page.page.width == thumbnail.wire.width && page.page.height == thumbnail.wire.height)
            #expect(thumbnail.wire.stride == thumbnail.wire.width * 4 && page.bytes == thumbnail.bytes)
        }
        #expect(try reader.strip(first: 38).thumbnails.map(\.wire.index) == [38, 39])
        #expect(try reader.strip(first: 38).next == nil && reader.strip(first: 40).thumbnails.isEmpty)
    }

    @Test func theyAreThoseOfADocumentOfPeople() throws {
        let service = try RunningService()
        let reader = try TestReader(service, try Documents.policy.get())
        let strip = try reader.strip()
        #expect(
            strip.thumbnails.map(\.wire.index) == Array(0..<Documents.pages) && strip.next == nil
                && strip.failed.isEmpty)
        #expect(strip.thumbnails.allSatisfy { $0.wire.height == 128 && $0.wire.width == 99 })
        // Pages of text are not white.
        #expect(strip.thumbnails[40].bytes.contains { $0 < 200 })
    }

    @Test func thoseThatAreKeptAreHandedOverAsTheyAre() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern(Self.document), width: 600, height: 800)
        for index in 3...6 { _ = try reader.page(index) }
        // One of each page that was rendered, made when that was answered; and of the one that it was opened on.
        try eventually { try Self.thumbnails(reader) == 5 }
        let strip = try reader.strip(count: 10)
        #expect(strip.thumbnails.map(\.wire.kept) == (0..<10).map { $0 == 0 || (3...6).contains($0) })
        #expect(try Self.thumbnails(reader) == 10)
        let again = try reader.strip(count: 10)
        #expect(again.thumbnails.allSatisfy { $0.wire.kept })
        #expect(again.thumbnails.map(\.bytes) == strip.thumbnails.map(\.bytes))
        #expect(again.thumbnails.map(\.wire.rendition) == strip.thumbnails.map(\.wire.rendition))
        // Turned to another side they are others. Page 0, where the reader is, is rendered at once.
        try reader.setViewport(.init(width: 600, height: 800, rotation: 90))
        let turned = try reader.strip(first: 8, count: 1)
        #expect(turned.thumbnails.first?.wire.kept == false && turned.thumbnails.first?.wire.width == 128)
        // They stand in for a page that is not there.
        let turn = try reader.navigate(.init(index: 9))
        #expect(turn.parameters.page?.origin == .thumbnail || turn.parameters.hit)
    }

    @Test func aPageThatHasChangedIsRenderedAnew() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern(Self.document))
        let before = try reader.strip(count: 3)
        let watching = try Watching(reader, on: service)
        _ = try service.pattern(Self.document + "\nrevision = 1")
        try watching.wait { $0.document }
        let after = try reader.strip(count: 3)
        #expect(after.thumbnails.dropFirst().allSatisfy { !$0.wire.kept })
        #expect(zip(before.thumbnails, after.thumbnails).allSatisfy { $0.bytes != $1.bytes })
    }

    @Test func inlineTheyAreTheSame() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern(Self.document))
        // That of the page that it was opened on is made when that is answered.
        try eventually { try Self.thumbnails(reader) == 1 }
        let memory = try reader.strip(count: 5)
        let inline = try reader.strip(count: 5, handover: .inline)
        #expect(inline.thumbnails.map(\.bytes) == memory.thumbnails.map(\.bytes))
        #expect(inline.thumbnails.allSatisfy { $0.wire.fileDescriptor == nil && $0.seals == nil })
        // Nothing is held of those.
        for thumbnail in memory.thumbnails { try reader.release(thumbnail.wire.rendition) }
        #expect(try reader.client.status().cache.leasedPages == 0)
    }

    @Test func aPageThatFailsIsToldAndTheNextOneFollows() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern(Self.document + "\nbroken = 2, 4-5"))
        let strip = try reader.strip(count: 8)
        #expect(strip.thumbnails.map(\.wire.index) == [0, 1, 3, 6, 7] && strip.failed.map(\.index) == [2, 4, 5])
        #expect(strip.failed.allSatisfy { $0.reason.contains("broken") } && strip.next == 8)
        // Without a size.
        let odd = try RunningService(providers: ["test-odd"])
        let other = try TestReader(odd, try odd.file("odd", Data("odd 1".utf8)))
        let failed = try other.strip()
        #expect(failed.failed.map(\.index) == [0, 1, 2, 3, 4, 9] && failed.next == nil)
        #expect(failed.thumbnails.map(\.wire.index) == [5, 6, 7, 8])
    }

    @Test func aPageThatCrashesItsProviderIsToldAndTheNextOneFollows() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["test-plain"])
        let text = "plain 1\npages=6\npage=3 crash=segv\n"
        let reader = try TestReader(service, try service.file("plain", Data(text.utf8)))
        let strip = try reader.strip()
        #expect(strip.thumbnails.map(\.wire.index) == [0, 1, 2, 4, 5] && strip.failed.map(\.index) == [3])
        #expect(strip.failed.allSatisfy { $0.reason.contains("SIGSEGV") })
        // Nobody waited for it: once is enough.
        #expect(service.deadHosts == 1)
        #expect(try reader.strip().failed.map(\.index) == [3] && service.deadHosts == 1)
    }

    @Test func nobodyKnowsHowManyPagesThereAre() throws {
        let service = try RunningService()
        let estimated = try TestReader(service, service.pattern("pages = about 9"))
        let strip = try estimated.strip(first: 6)
        #expect(strip.thumbnails.map(\.wire.index) == [6, 7, 8] && strip.next == nil)
        let endless = try TestReader(
            service, try service.file("endless", Data("sheaf-pattern 1\npages = unknown\n".utf8)))
        #expect(try endless.strip(first: 1_000, count: 2).next == 1_002)
        let empty = try TestReader(service, try service.file("empty", Data("sheaf-pattern 1\npages = 0\n".utf8)))
        #expect(try empty.strip().thumbnails.isEmpty)
    }

    /// Sizes that no page of people has.
    @Test(arguments: [("1", "1", 128, 128), ("14400", "1", 128, 1), ("10", "20", 64, 128)])
    func longAndSmallPagesHaveOneToo(width: String, height: String, smallWidth: Int, smallHeight: Int) throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 1\nwidth = \(width)\nheight = \(height)"))
        let thumbnail = try #require(try reader.strip(handover: .inline).thumbnails.first?.wire)
        #expect(thumbnail.width == smallWidth && thumbnail.height == smallHeight)
    }

    @Test func itGoesAlongTheAxis() throws {
        let service = try RunningService()
        let reader = try TestReader(
            service, try service.pattern(Self.document),
            axes: [.init(axis: .horizontal), .init(axis: .vertical, first: 10, pages: 5)])
        let strip = try reader.strip(first: 1, axis: .vertical)
        #expect(
            strip.thumbnails.map(\.wire.index) == [1, 2, 3, 4] && strip.thumbnails.map(\.wire.page) == [11, 12, 13, 14])
        #expect(strip.next == nil)
    }

    // MARK: Limits

    @Test func numbersOutOfRangeAreRefused() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 1030\nwidth = 4\nheight = 4"))
        for count in [0, -1, 1_025] {
            #expect(
                try failure { _ = try reader.strip(count: count) }
                    == .invalidRange(field: "count", reason: "\(count) is not within 1 and 1024"))
        }
        let strip = try reader.strip(count: 1_024, handover: .inline)
        #expect(strip.thumbnails.count == 1_024 && strip.next == 1_024)
        guard case .invalidRange(field: "first", _) = try failure(of: { _ = try reader.strip(first: -1) }) else {
            Issue.record("a page is before the first")
            return
        }
        #expect(
            try failure {
                _ = try reader.client.call(DocumentInterface.GetThumbnails.self, .init(reader: reader.id))
            } == .service(.expectedMore))
        #expect(try failure { _ = try reader.strip(axis: .vertical) } == .noSuchAxis(axis: .vertical))
    }

    @Test func theyAreLeasedAsPagesAre() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\nLeaseMaxPerUser=300K\nThumbnailMax=100K\n")
        let reader = try TestReader(service, service.pattern("pages = 40\nwidth = 400\nheight = 400"))
        // 64 KiB each.
        let strip = try reader.strip(count: 4)
        let held = try reader.client.status().cache
        #expect(held.leasedPages == 4 && held.leasedBytes == 256 << 10 && held.leasedOutside == 192 << 10)
        guard
            case .limitReached(limit: "LeaseMaxPerUser", _) = try failure(of: {
                _ = try reader.strip(first: 10, count: 2)
            })
        else {
            Issue.record("more is handed over than may be held")
            return
        }
        for thumbnail in strip.thumbnails { try reader.release(thumbnail.wire.rendition) }
        #expect(try reader.client.status().cache.leasedPages == 0)
        #expect(try reader.strip(first: 10, count: 2).thumbnails.count == 2)
    }

    @Test func withoutRoomForThemTheyAreHandedOverAndNotKept() throws {
        let service = try RunningService(configuration: "[Cache]\nThumbnailMax=0\n")
        let reader = try TestReader(service, service.pattern(Self.document))
        for _ in 0..<2 {
            let strip = try reader.strip(count: 3)
            #expect(strip.thumbnails.count == 3 && strip.thumbnails.allSatisfy { !$0.wire.kept })
        }
        #expect(try Self.thumbnails(reader) == 0)
    }

    // MARK: Ends

    @Test func aNewerStripAndClosingEndAStrip() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 1000\nrender-ms = 20\ncost = sleep"))
        func begin() throws -> VarlinkBlockingClient {
            let client = try service.connect()
            try client.send(
                DocumentInterface.GetThumbnails.self, .init(reader: reader.id, handover: .inline), flags: .more)
            _ = try client.receive(DocumentInterface.GetThumbnails.self)
            return client
        }
        let first = try begin()
        let second = try begin()
        #expect(
            try failure { while true { _ = try first.receive(DocumentInterface.GetThumbnails.self) } } == .superseded)
        // Pages are rendered meanwhile, before the strip is through.
        let page = try reader.page(700).page
        #expect(page.index == 700)
        let next = try second.receive(DocumentInterface.GetThumbnails.self)
        #expect(next.continues)
        try reader.close()
        #expect(
            try failure { while true { _ = try second.receive(DocumentInterface.GetThumbnails.self) } }
                == .noSuchReader(reader: reader.id))
    }

    /// A strip goes no further than its client reads, and ends with the client's connection.
    @Test func aClientThatDoesNotReadHoldsItsStripUp() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 1000\nwidth = 100\nheight = 100"))
        func isAtRest() throws -> Bool {
            // Between two pages a host is idle for a moment.
            try (0..<20).allSatisfy { _ in
                try reader.client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
                    .allSatisfy { $0.state == .idle }
            }
        }
        var client: VarlinkBlockingClient? = try service.connect()
        try client?.send(DocumentInterface.GetThumbnails.self, .init(reader: reader.id), flags: .more)
        try eventually { try isAtRest() }
        let held = try reader.client.status().cache.leasedPages
        #expect((1...512).contains(held))
        for index in 0..<held {
            let reply = try #require(try client?.receive(DocumentInterface.GetThumbnails.self))
            #expect(reply.parameters.thumbnail?.index == index)
        }
        try eventually { try reader.client.status().cache.leasedPages > held }
        client = nil
        try eventually { try isAtRest() }
        #expect(try Self.thumbnails(reader) < 1_000)
    }
}

/// A thumbnail that was handed over.
struct HandedThumbnail {
    let wire: DocumentInterface.Thumbnail
    let bytes: [UInt8]
    let seals: UInt32?

    init(_ wire: DocumentInterface.Thumbnail, _ descriptors: VarlinkDescriptors) throws {
        self.wire = wire
        if let index = wire.fileDescriptor {
            guard let memory = descriptors.take(at: index) else { throw TestFailure("no descriptor \(index)") }
            seals = try Memfd.seals(of: memory.number)
            let mapping = try SharedMemory(mappingSealed: memory.number, size: wire.size)
            bytes = mapping.withBytes { span in span.withUnsafeBytes { Array($0) } }
        } else {
            seals = nil
            bytes = wire.data.flatMap { Base64.decode($0) } ?? []
        }
    }
}

extension ReaderCaller {
    /// Returns the thumbnails of a range, the pages that failed, and where the next part begins.
    func strip(
        first: Int? = nil, count: Int? = nil, axis: DocumentInterface.Axis? = nil,
        handover: DocumentInterface.Handover? = nil
    ) throws -> (thumbnails: [HandedThumbnail], failed: [DocumentInterface.FailedPage], next: Int?) {
        try client.send(
            DocumentInterface.GetThumbnails.self,
            .init(reader: id, axis: axis, first: first, count: count, handover: handover), flags: .more)
        var thumbnails: [HandedThumbnail] = []
        var failed: [DocumentInterface.FailedPage] = []
        while true {
            let reply = try client.receive(DocumentInterface.GetThumbnails.self)
            let parameters = reply.parameters
            if let thumbnail = parameters.thumbnail {
                thumbnails.append(try HandedThumbnail(thumbnail, reply.descriptors))
            }
            if let page = parameters.failed { failed.append(page) }
            #expect(reply.continues == (parameters.thumbnail != nil || parameters.failed != nil))
            guard reply.continues else { return (thumbnails, failed, parameters.next) }
        }
    }
}
