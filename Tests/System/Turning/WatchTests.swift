import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Watches of readers, fast ones and slow ones.
@Suite struct WatchTests {
    private static let small = "width = 100\nheight = 100\n"

    private static func open(
        _ service: RunningService, pages: Int = 9, spread: ReaderInterface.SpreadKind? = nil, at start: Int = 0
    ) throws -> TestReader {
        let axis = ReaderInterface.AxisSetup(axis: .horizontal, arrangement: .init(spread: spread))
        return try TestReader(
            service, service.pattern("pages = \(pages)\n\(small)"), width: 64, height: 64, target: .init(index: start),
            axes: [axis])
    }

    /// The memory of a process that is in use, in bytes.
    private static func memory(of service: RunningService) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(service.process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) << 10
    }

    @Test func aWatchThatDoesNotReadIsToldWhatItMissedAndTheState() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service)
        // Nothing is looked for then, and no turn waits for another.
        for index in 0..<9 { _ = try reader.page(index, handover: .some(.none)) }
        let slow = try Watching(reader, on: service)
        let turns = 20_000
        let before = try Self.memory(of: service)
        for turn in 1...turns {
            try reader.client.send(
                ReaderInterface.Navigate.self,
                .init(reader: reader.id, target: .init(index: turn % 9), handover: .some(.none)), flags: .oneway)
        }
        let state = try reader.state()
        #expect(state.transition == turns)
        // Six events a turn, 200 bytes and more each: none of it is kept for the watch.
        if !isSanitized { #expect(try Self.memory(of: service) - before < 12 << 20) }
        let missed = try slow.wait { $0.missed }
        // What is made of a turn, with the page that comes with it.
        let events = slow.told.dropLast()
        #expect(events.allSatisfy { $0.missed == nil && $0.state == nil })
        #expect(events.count + missed >= turns * 6)
        #expect(events.count < turns)
        let next = try slow.next().parameters
        #expect(next.state == state)
        // From there on it is told everything again.
        try reader.jump(.init(index: state.location?.index == 4 ? 5 : 4), milliseconds: 60_000)
        #expect(try slow.next().parameters.begin?.transition == turns + 1)
        try reader.close()
        try slow.waitForTheEnd()
    }

    @Test func aWatchThatDoesNotTakeItsPagesHoldsFew() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service)
        for index in 0..<9 { _ = try reader.page(index, handover: .some(.none)) }
        let slow = try Watching(reader, on: service, handover: .descriptor)
        for turn in 1...600 { try reader.jump(.init(index: turn % 9)) }
        _ = try slow.wait { $0.missed }
        #expect(slow.told.compactMap(\.page).count <= 128)
        let state = try #require(try slow.next().parameters.state)
        #expect(state.location?.index == 600 % 9)
        #expect(try slow.next().parameters.page?.index == 600 % 9)
        try reader.close()
        try slow.waitForTheEnd()
    }

    @Test func oneThatIsBehindKeepsNothingFromTheOthers() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service)
        let slow = try Watching(reader, on: service)
        let quick = try Watching(reader, on: service)
        for turn in 1...4_000 {
            try reader.jump(.init(index: turn % 9))
            try quick.wait { $0.end }
        }
        try reader.close()
        try quick.waitForTheEnd()
        #expect(quick.told.allSatisfy { $0.missed == nil })
        #expect(quick.told.compactMap(\.end).map(\.transition) == Array(1...4_000))
        try slow.waitForTheEnd()
        let missed = try #require(slow.told.compactMap(\.missed).first)
        #expect(slow.told.last?.closed == true && slow.told.count - 2 + missed >= 4_000 * 6)
    }

    @Test func allWatchesOfAReaderGetTheSameBytes() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=2\n")
        let reader = try Self.open(service)
        _ = try reader.page()
        let watches = try (0..<8).map { _ in
            let watch = try RawConnection(service.socket)
            try watch.send(#"{"method":"org.sheaf.Reader.Watch","parameters":{"reader":"\#(reader.id)"},"more":true}"#)
            _ = try watch.receive()
            return watch
        }
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        try reader.jump(.init(index: 6), milliseconds: 20)
        try reader.beginDrag()
        for offset in [6.3, 6.8, 5.4] { try reader.sendDrag(to: offset) }
        try reader.releaseDrag(velocity: -1)
        try reader.settle(reader.state().transition)
        try reader.setAxis(.horizontal, arrangement: .init(spread: .double))
        try reader.setViewport(.init(width: 32, height: 32))
        _ = try reader.page()
        try reader.close()
        let streams = try watches.map { try $0.receiveAll() }
        #expect(Set(streams).count == 1)
        #expect(streams[0].contains(#""event":"didDisappear""#))
        #expect(streams[0].hasSuffix(#"{"parameters":{"closed":true}}"# + "\0"))
    }

    @Test func aWatchBeginsWithWhatIsShown() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service, spread: .double, at: 2)
        for index in [2, 3] { _ = try reader.page(index) }
        let watch = try Watching(reader, on: service, handover: .descriptor)
        let first = try watch.next()
        let (page, second) = (try #require(first.parameters.page), try #require(first.parameters.second))
        #expect(page.index == 2 && second.index == 3 && page.origin == .cached)
        for page in [page, second] { #expect(try HandedPage(page, first.descriptors).bytes.count == page.size) }
        // In a transition, also what it turns to. What is not there comes when it is rendered, to all.
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        let other = try Watching(reader, on: service, handover: .inline)
        #expect(try other.wait { $0.page }.index == 2)
        #expect(try other.wait { $0.page }.index == 4)
        #expect(try watch.wait { $0.page }.index == 4)
        // One that wants no pages gets none.
        let blind = try Watching(reader, on: service)
        try reader.close()
        for watch in [other, blind] { try watch.waitForTheEnd() }
        #expect(other.told.compactMap(\.page).count == 2 && blind.told.compactMap(\.page).isEmpty)
    }

    @Test func thePagesOfADragComeTogetherAndOnce() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service, spread: .double, at: 2)
        for index in [2, 3] { _ = try reader.page(index) }
        let watch = try Watching(reader, on: service, handover: .descriptor)
        // Pages of a spread come in a reply with both; it begins with those that are shown.
        func handed(_ index: Int) throws {
            while true {
                let reply = try watch.next()
                guard let page = reply.parameters.page else { continue }
                let second = try #require(reply.parameters.second)
                #expect(page.index == index && second.index == index + 1)
                for page in [page, second] {
                    let taken = try HandedPage(page, reply.descriptors)
                    #expect(taken.bytes.count == page.size && taken.seals == Memfd.finalSeals)
                }
                return
            }
        }
        try handed(2)
        try reader.beginDrag()
        for step in 1...6 { try reader.sendDrag(to: 1 + Double(step) / 10) }
        try handed(4)
        for step in 7...9 { try reader.sendDrag(to: 1 + Double(step) / 10) }
        try reader.releaseDrag(velocity: 1)
        try reader.beginDrag(at: 1.95)
        for step in 1...9 { try reader.sendDrag(to: 2 + Double(step) / 10) }
        try handed(6)
        try reader.releaseDrag(velocity: 1)
        try reader.settle(reader.state().transition)
        try reader.close()
        try watch.waitForTheEnd()
        let pages = watch.told.flatMap { [$0.page, $0.second].compactMap { $0?.index } }
        #expect(pages == [2, 3, 4, 5, 6, 7])
        #expect(
            watch.appearances == "WA4 WA5 WD2 WD3 WA6 WA7 WD4 WD5 | DA6 DA7 DD4 DD5 DD2 DD3; WD6 WD7 DD6 DD7")
    }

    @Test func positionsAreWhereTheAxisIs() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service)
        let watch = try Watching(reader, on: service)
        try reader.jump(.init(index: 8), milliseconds: 20_000)
        try eventually {
            try reader.state().axes[0].position
        } until: {
            $0 > 0
        }
        try reader.jump(.init(index: 1), milliseconds: 60_000)
        try reader.settle(2)
        try reader.beginDrag()
        for offset in [1.25, 0.5] { try reader.sendDrag(to: offset) }
        try reader.releaseDrag()
        try reader.settle(3)
        try reader.close()
        try watch.waitForTheEnd()
        let begins = watch.told.compactMap(\.begin)
        let ends = watch.told.compactMap(\.end)
        #expect(begins.map(\.interactive) == [false, false, true])
        // The second jump starts where the first one was: linear in time.
        let place = 8 * Double(begins[1].time - begins[0].time) / 20_000_000
        #expect(abs(begins[1].position - place) < 1e-9 && place > 0)
        #expect(ends[0].position == begins[1].position)
        #expect(begins.map(\.position)[2] == 1.25)
        let drag = watch.told.compactMap(\.appearance).filter { $0.transition == 3 }
        #expect(drag.map(\.position) == [1.25, 1.25, 0.5, 0.5, 0.5, 1, 1, 1, 1, 1, 1])
        #expect(ends.map(\.finished) == [false, true, true])
        #expect(ends.map(\.completed) == [false, true, false])
        #expect(ends.map(\.previous).map { $0.map(\.index) } == [[0], [0], [1]])
    }
}
