import SheafInterface
import Testing
import Varlink

@testable import SheafControl

@Suite struct TurnTests {
    private func event(
        _ event: ReaderInterface.AppearanceStep, _ index: Int, transition: Int = 1
    ) -> ReaderInterface.Appearance {
        // Another id than the index, so that they can't be confused.
        .init(
            reader: "ab", event: event, page: index + 100, index: index, transition: transition, position: 0.5, time: 0)
    }

    private func appearance(
        _ kind: ReaderInterface.AppearanceStep, _ index: Int, transition: Int = 1
    ) -> ReaderInterface.WatchReply {
        .init(appearance: event(kind, index, transition: transition))
    }

    private func begin(_ transition: Int = 1, to pages: [Int] = [1]) -> ReaderInterface.WatchReply {
        let to = pages.map { ReaderInterface.Location(page: $0 + 100, index: $0) }
        return .init(
            begin: .init(
                reader: "ab", transition: transition, axis: .horizontal, from: [.init(page: 100, index: 0)], to: to,
                direction: .forward, interactive: false, position: 0, time: 0))
    }

    private func end(_ transition: Int = 1, finished: Bool = true) -> ReaderInterface.WatchReply {
        .init(
            end: .init(
                reader: "ab", transition: transition, axis: .horizontal, finished: finished, completed: true,
                previous: [.init(page: 100, index: 0)], position: 1, time: 0))
    }

    private func page(_ index: Int, origin: ReaderInterface.Page.Origin = .rendered) -> ReaderInterface.Page {
        .init(
            page: index + 100, index: index, rendition: 1, width: 1, height: 1, stride: 4, size: 4, format: .bgrx8888,
            region: .init(x: 0, y: 0, width: 1, height: 1), pageWidth: 1, pageHeight: 1, scale: 1, rotation: 0,
            origin: origin)
    }

    private func turned(hit: Bool = true) -> TurnLog {
        var log = TurnLog(transition: 1, page: 101, hasPage: hit)
        for event in [
            begin(to: [1, 2]), appearance(.willAppear, 1), appearance(.willDisappear, 0), appearance(.didAppear, 1),
            appearance(.didDisappear, 0), end(),
        ] {
            #expect(!log.isOver)
            log.add(event)
        }
        return log
    }

    @Test func eventsAreCountedFromOneAndTheSettleBeginsAtTheBar() {
        let log = turned()
        #expect(log.isOver)
        #expect(EventNotation.text(log.events) == "WA 2  WD 1 | DA 2  DD 1")
    }

    @Test func aMissIsOverWhenItsPageHasCome() {
        var log = turned(hit: false)
        #expect(!log.isOver)
        log.add(.init(page: page(0)))
        log.add(.init(page: page(1, origin: .standIn)))
        #expect(!log.isOver)
        log.add(.init(page: page(1)))
        #expect(log.isOver)
        #expect(log.hasPage)
    }

    @Test(arguments: [(1, true), (2, true), (3, false)])
    func aMissIsOverWhenAPageOfItsSpreadHasFailed(index: Int, isOver: Bool) {
        var log = turned(hit: false)
        log.add(.init(failure: .init(page: index + 100, index: index, reason: "broken")))
        #expect(log.isOver == isOver)
        #expect(log.failure?.reason == (isOver ? "broken" : nil))
    }

    @Test func onlyItsOwnEndEndsATurn() {
        var log = TurnLog(transition: 2, page: 101, hasPage: true)
        log.add(end(1))
        #expect(!log.isOver)
        log.add(end(2))
        #expect(log.isOver)
        #expect(!log.isOvertaken)
    }

    @Test func aTurnThatAnotherOvertakesSaysSo() {
        var log = TurnLog(transition: 1, page: 101, hasPage: false)
        log.add(end(1, finished: false))
        #expect(log.isOver && log.isOvertaken)
        let result = TurnResult(
            reader: "ab", isNoop: false, isHit: false, transition: 1, location: .init(page: 101, index: 1),
            spread: [.init(page: 101, index: 1)], count: .init(kind: .exact, pages: 9), microseconds: 0,
            isFinished: false, events: [event(.willAppear, 1)])
        #expect(result.line(Style(isColoured: false)).hasSuffix("WA 2   overtaken"))
    }

    @Test func nothingIsWaitedForOnceEventsWereMissed() {
        var log = TurnLog(transition: 1, page: 101, hasPage: false)
        log.add(.init(missed: 3))
        #expect(log.isOver)
    }

    @Test func aPageThatComesBeforeTheSettleCounts() {
        var log = TurnLog(transition: 1, page: 101, hasPage: false)
        log.add(.init(page: page(1)))
        for kind in [ReaderInterface.AppearanceStep.willAppear, .didAppear] { log.add(appearance(kind, 1)) }
        #expect(!log.isOver)
        log.add(end())
        #expect(log.isOver)
    }

    @Test func otherTurnsAreLeftOutAndALaterOneEndsIt() {
        var log = TurnLog(transition: 2, page: 101, hasPage: true)
        log.add(appearance(.didAppear, 1, transition: 1))
        #expect(log.events.isEmpty)
        log.add(appearance(.willAppear, 1, transition: 2))
        #expect(!log.isOver)
        log.add(appearance(.willAppear, 5, transition: 3))
        #expect(log.isOver)
        #expect(log.events.count == 1)
    }

    private func result(
        noop: Bool = false, hit: Bool = true, label: String? = nil, second: Bool = false
    ) -> TurnResult {
        let location = ReaderInterface.Location(page: 101, index: 1, label: label)
        return TurnResult(
            reader: "ab", isNoop: noop, isHit: hit, transition: 1,
            location: location, spread: [location] + (second ? [.init(page: 102, index: 2)] : []),
            count: .init(kind: .exact, pages: 193),
            microseconds: 421, events: noop ? [] : turned().events)
    }

    @Test(arguments: [
        (false, true, nil, "page   2 of 193          hit    0.42 ms   WA 2  WD 1 | DA 2  DD 1"),
        (false, false, "2", "page   2 of 193          miss   0.42 ms   WA 2  WD 1 | DA 2  DD 1"),
        (false, true, "ii", "page   2 of 193 (ii)     hit    0.42 ms   WA 2  WD 1 | DA 2  DD 1"),
        (true, true, nil, "page   2 of 193          noop   0.42 ms   on that page already"),
    ])
    func aTurnIsOneAlignedLine(noop: Bool, hit: Bool, label: String?, line: String) {
        #expect(result(noop: noop, hit: hit, label: label).line(Style(isColoured: false)) == line)
    }

    @Test func aSpreadIsTwoPagesInALine() {
        #expect(
            result(label: "ii", second: true).line(Style(isColoured: false))
                == "pages 2-3 of 193 (ii, 3)   hit    0.42 ms   WA 2  WD 1 | DA 2  DD 1")
    }

    @Test func aTurnIsOneObject() {
        var writer = JSONWriter()
        result(label: "i\"i\n").json.encode(into: &writer)
        let expected =
            #"{"reader":"ab","noop":false,"hit":true,"transition":1,"location":{"page":101,"index":1,"#
            + #""label":"i\"i\n"},"spread":[{"page":101,"index":1,"label":"i\"i\n"}],"#
            + #""count":{"kind":"exact","pages":193},"milliseconds":0.421,"finished":true,"events":["#
            + #"{"reader":"ab","event":"willAppear","page":101,"index":1,"transition":1,"position":0.5,"time":0},"#
            + #"{"reader":"ab","event":"willDisappear","page":100,"index":0,"transition":1,"position":0.5,"time":0},"#
            + #"{"reader":"ab","event":"didAppear","page":101,"index":1,"transition":1,"position":0.5,"time":0},"#
            + #"{"reader":"ab","event":"didDisappear","page":100,"index":0,"transition":1,"position":0.5,"time":0}]}"#
        #expect(writer.text == expected)
    }
}

/// The notation of events that docs/sheafctl.md describes.
@Suite struct EventNotationTests {
    /// - Parameter text: "WA2@5" is WA of the page with index 2, at time 5; "v2" and "b2" are pages of the vertical axis
    ///   and the background.
    private func events(_ text: String) throws -> [ReaderInterface.Appearance] {
        let steps: [Substring: ReaderInterface.AppearanceStep] = [
            "WA": .willAppear, "DA": .didAppear, "WD": .willDisappear, "DD": .didDisappear,
        ]
        let surfaces: [Character: ReaderInterface.Surface] = ["v": .vertical, "b": .background]
        return try text.split(separator: " ").map { word in
            let parts = word.dropFirst(2).split(separator: "@")
            let surface = parts[0].first.flatMap { surfaces[$0] }
            return ReaderInterface.Appearance(
                reader: "ab", event: try #require(steps[word.prefix(2)]), page: 100,
                index: try #require(Int(surface == nil ? parts[0] : parts[0].dropFirst())), surface: surface,
                transition: 1, position: 0, time: try #require(Int(parts[1])))
        }
    }

    @Test(arguments: [
        ("", ""), ("DA2@1", "DA 3"), ("WA4@1 WD0@1 DA4@1 DD0@1", "WA 5  WD 1 | DA 5  DD 1"),
        ("WA3@1 WD0@1 WA0@2 WD3@2 DA0@3 DD3@3", "WA 4  WD 1  WA 1  WD 4 | DA 1  DD 4"),
        ("WD4@1 DD4@1", "WD 5 | DD 5"), ("WA2@1 WD1@1", "WA 3  WD 2"),
        ("WA3@1 WD0@1 DD3@2 WA4@2 DA4@3 DD0@3", "WA 4  WD 1  DD 4  WA 5 | DA 5  DD 1"),
    ])
    func aTurnSettlesWhereItsPageDidAppear(events: String, text: String) throws {
        #expect(EventNotation.text(try self.events(events)) == text)
    }

    @Test(arguments: [
        ("WA2@1 WD1@1 WA0@2 WD2@2 DD2@2 DA0@3 DD1@3", "WA 3  WD 2  WA 1  WD 3  DD 3 | DA 1  DD 2"),
        ("WA2@1 WD1@1 WA1@2 DA1@2 WD2@2 DD2@2", "WA 3  WD 2 | WA 2  DA 2  WD 3  DD 3"),
        ("WA1@1 WD0@1 WA2@4 WD1@4 DA2@4 DD1@4 DD0@4", "WA 2  WD 1 | WA 3  WD 2  DA 3  DD 2  DD 1"),
        ("WA2@1 WD1@1 WA0@2 WD2@2 DD2@2", "WA 3  WD 2  WA 1  WD 3  DD 3"),
    ])
    func aDragSettlesOnWhatItComesBackTo(events: String, text: String) throws {
        #expect(EventNotation.text(try self.events(events), isDrag: true) == text)
    }

    @Test func aPageIsNamedWithItsSurface() throws {
        let events = try self.events("WAv2@1 WDb4@1 DAv2@1 DDb4@1")
        #expect(EventNotation.text(events) == "WA v3  WD background | DA v3  DD background")
    }
}
