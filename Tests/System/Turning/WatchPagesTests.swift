import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// The pages that watches are handed: beside their events, and in formats.
@Suite struct WatchPagesTests {
    private static func open(
        _ service: RunningService, width: Int = 800, height: Int = 1_000, spread: ReaderInterface.SpreadKind? = nil
    ) throws -> TestReader {
        let axis = ReaderInterface.AxisSetup(axis: .horizontal, arrangement: .init(spread: spread))
        let reader = try TestReader(
            service, service.pattern("pages = 9\nwidth = 400\nheight = 500\n"), width: width, height: height,
            axes: [axis])
        // All pages are there.
        for index in 0..<9 { _ = try reader.page(index, handover: .some(.none)) }
        return reader
    }

    private static func service() throws -> RunningService {
        try RunningService(configuration: "[Cache]\nReadAhead=0\nThumbnailMax=0\n")
    }

    /// Returns the events of a watch beside pages and states, a line each.
    private static func events(_ told: [ReaderInterface.WatchReply]) -> [String] {
        told.compactMap { reply in
            if let event = reply.appearance { return "\(event.transition): \(Notation.name(event))" }
            return Notation.step(reply)
        }
    }

    // MARK: Slow watches

    /// Of a page of 3.2 MB, that is 4.3 MB inline, a socket takes some hundred kilobytes.
    @Test func aJumpAndADragAreToldBehindAPageThatIsNotReadYet() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        let slow = try Watching(reader, on: service, handover: .inline)
        let plain = try Watching(reader, on: service)
        let jump = try reader.jump(.init(index: 4), milliseconds: 60_000)
        try reader.settle(jump.transition)
        try reader.beginDrag()
        for offset in [4.2, 4.7, 5.1, 4.8] { try reader.sendDrag(to: offset) }
        try reader.releaseDrag(velocity: 0)
        try reader.settle(reader.state().transition)
        let state = try reader.state()
        let last = try #require(state.location?.index)
        #expect(last == 5)
        try plain.wait { $0.end?.transition == state.transition ? true : nil }
        // Nothing was read of the slow one until now.
        try slow.wait { $0.page?.index == last ? true : nil }
        #expect(slow.told.allSatisfy { $0.missed == nil && $0.state == nil })
        #expect(Self.events(slow.told) == Self.events(plain.told))
        // The page that it began with, and the one that is shown by now; those between were not to be seen any more.
        #expect(slow.told.compactMap(\.page).map(\.index) == [0, 5])
        try reader.close()
        try slow.waitForTheEnd()
    }

    /// Pages whose pixels, as they travel, are within the allowance wait beside each other, as far as it goes.
    @Test func pagesWaitUpToTheirAllowanceAndNoFurther() throws {
        let service = try Self.service()
        // 90 KB of pixels, 120 KB inline: the socket takes one or two.
        let reader = try Self.open(service, width: 134, height: 168)
        let slow = try Watching(reader, on: service, handover: .inline)
        for index in 1...3 { try reader.jump(.init(index: index)) }
        try slow.wait { $0.page?.index == 3 ? true : nil }
        #expect(slow.told.compactMap(\.page).map(\.index) == [0, 1, 2, 3])
        let turns = 60
        for turn in 1...turns { try reader.jump(.init(index: turn % 9)) }
        try slow.wait { $0.end?.transition == turns + 3 ? true : nil }
        let state = try reader.state()
        while slow.told.last(where: { $0.page != nil })?.page?.index != state.location?.index { try slow.next() }
        #expect(slow.told.allSatisfy { $0.missed == nil })
        #expect(slow.told.compactMap(\.end).map(\.transition) == Array(1...turns + 3))
        #expect(slow.told.compactMap(\.page).count < turns / 2)
        try reader.close()
        try slow.waitForTheEnd()
    }

    // MARK: Formats

    private static let beginnings: [ReaderInterface.Format: [UInt8]] = [
        .png: [0x89, 0x50, 0x4e, 0x47], .jpeg: [0xff, 0xd8, 0xff], .webp: Array("RIFF".utf8),
    ]

    @Test(
        arguments: [ReaderInterface.Format.png, .jpeg, .webp],
        [ReaderInterface.Handover.descriptor, .inline])
    func aWatchGetsPagesInItsFormat(format: ReaderInterface.Format, handover: ReaderInterface.Handover) throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        let watch = try Watching(reader, on: service, handover: handover, format: format)
        let first = try watch.page()
        try reader.jump(.init(index: 4))
        let fourth = try watch.page()
        #expect([first.page.index, fourth.page.index] == [0, 4])
        for (page, index) in [(first, 0), (fourth, 4)] {
            #expect(page.page.format == format && page.page.stride == 0 && page.page.size == page.bytes.count)
            #expect(page.page.width == 800 && page.page.height == 1_000)
            #expect(page.bytes.starts(with: try #require(Self.beginnings[format])))
            #expect(try page.bytes == reader.page(index, format: format).bytes)
        }
        // One that has to be rendered comes so too.
        try reader.setViewport(.init(width: 400, height: 500))
        let small = try watch.page()
        #expect(small.page.index == 4 && small.page.format == format && small.page.width == 400)
        #expect(watch.told.allSatisfy { $0.missed == nil && $0.failure == nil })
    }

    @Test func aSpreadComesInAFormatAsAWhole() throws {
        let service = try Self.service()
        let reader = try Self.open(service, spread: .double)
        let watch = try Watching(reader, on: service, handover: .inline, format: .png)
        _ = try watch.page()
        try reader.jump(.init(index: 4))
        _ = try watch.page()
        let told = try #require(watch.told.last)
        #expect(told.page?.index == 4 && told.second?.index == 5 && told.second?.format == .png)
        let turn = try reader.client.call(
            ReaderInterface.Navigate.self,
            .init(reader: reader.id, target: .init(index: 6), handover: .inline, format: .jpeg, quality: 40)
        ).parameters
        #expect(turn.page?.index == 6 && turn.second?.index == 7 && turn.second?.format == .jpeg)
        #expect(turn.page?.size == (try reader.page(6, format: .jpeg, quality: 40).bytes.count))
    }

    /// Pages that a reader has left are not encoded for its watches.
    @Test func aReaderThatTurnsOnGetsThePageThatItRestsOn() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        let watch = try Watching(reader, on: service, handover: .descriptor, format: .png)
        for turn in 1...40 { try reader.jump(.init(index: turn % 8)) }
        try reader.jump(.init(index: 8))
        try watch.wait { $0.page?.index == 8 ? true : nil }
        #expect(watch.told.compactMap(\.end).map(\.transition).last == 41)
        #expect(watch.told.allSatisfy { $0.missed == nil && $0.failure == nil })
        let status = try reader.client.status()
        #expect(status.cache.pages <= 9 + 9)
    }

    @Test(
        arguments: [ReaderInterface.Format.bgrx8888, .png, .jpeg, .webp],
        [ReaderInterface.Handover.descriptor, .inline])
    func aTurnHandsItsPageOverInAFormat(format: ReaderInterface.Format, handover: ReaderInterface.Handover) throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        for _ in 0..<2 {
            let reply = try reader.client.call(
                ReaderInterface.Navigate.self,
                .init(reader: reader.id, target: .init(index: 6), handover: handover, format: format))
            #expect(reply.parameters.hit && reply.parameters.location.index == 6)
            let page = try HandedPage(#require(reply.parameters.page), reply.descriptors)
            #expect(page.page.format == format)
            #expect(try page.bytes == reader.page(6, format: format).bytes)
            if handover == .descriptor { try reader.release(page.page) }
            // It is the same out of the cache.
            try reader.jump(.init(index: 0))
        }
    }

    @Test func ofATurnToAPageThatIsNotThereNothingComesInAFormat() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = 9\nwidth = 400\nheight = 500\n"))
        let reply = try reader.client.call(
            ReaderInterface.Navigate.self, .init(reader: reader.id, target: .init(index: 6), format: .png)
        ).parameters
        #expect(!reply.hit && reply.page == nil && reply.failure == nil && reply.location.index == 6)
    }

    @Test func aFormatThatMakesNoSenseIsRefused() throws {
        let service = try Self.service()
        let reader = try Self.open(service)
        for (format, quality) in [(ReaderInterface.Format?.none, 50), (.png, 50), (.webp, 0), (.jpeg, 101)] {
            let turn = ReaderInterface.NavigateParameters(
                reader: reader.id, target: .init(index: 6), format: format, quality: quality)
            let refused = ReaderInterface.Failure.invalidCall(
                field: "quality", reason: "it is from 1 to 100, and with format jpeg or webp only")
            #expect(try failure(of: { _ = try reader.client.call(ReaderInterface.Navigate.self, turn) }) == refused)
            #expect(try failure(of: { _ = try reader.page(0, format: format, quality: quality) }) == refused)
        }
        #expect(try reader.state().location?.index == 0)
    }

    // MARK: WebP

    /// The format has 14 bits for each side.
    @Test func aWebPIsAsLongAsItsFormatAllows() throws {
        let service = try Self.service()
        let path = try service.pattern("pages = 1\nwidth = 10\nheight = 10000\n")
        let reader = try TestReader(
            service, path, viewport: .init(width: 100, height: 100, fit: .scale, scale: 2))
        let whole = try reader.page(0, format: .webp).page
        #expect(whole.height == 16_383 && whole.reducedFrom?.pageHeight == 20_000)
        #expect(try reader.page(0, format: .jpeg).page.height == 20_000)
        let longest = ReaderInterface.Region(x: 0, y: 0, width: 2, height: 16_383)
        #expect(try reader.page(0, region: longest, format: .webp).page.height == 16_383)
        var longer = longest
        longer.height += 1
        let refused = try failure(of: { _ = try reader.page(0, region: longer, format: .webp) })
        guard case .pageFailed(0, let reason) = refused else { throw TestFailure("\(String(describing: refused))") }
        #expect(reason.contains("16383"))
    }

    @Test func theQualityOfAWebPIsThatAskedFor() throws {
        let service = try RunningService()
        let reader = try TestReader(service, Documents.policy.get(), width: 600, height: 800)
        let webp = try reader.page(3, format: .webp)
        #expect(webp.bytes.starts(with: Array("RIFF".utf8)) && webp.bytes[8..<12].elementsEqual("WEBP".utf8))
        #expect(try reader.page(3, format: .webp, quality: 10).bytes.count < webp.bytes.count)
    }
}
