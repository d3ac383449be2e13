import SheafControl
import SheafInterface
import Testing
import Varlink

@Suite struct TurnTests {
    private func event(
        _ event: ReaderInterface.AppearanceStep, _ index: Int, transition: Int = 1
    ) -> ReaderInterface.Appearance {
        // A page's id has nothing to do with its index.
        .init(
            reader: "ab", event: event, page: index + 100, index: index, transition: transition, position: 0.5, time: 0)
    }

    private func told(
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
        for told in [
            begin(to: [1, 2]), told(.willAppear, 1), told(.willDisappear, 0), told(.didAppear, 1),
            told(.didDisappear, 0), end(),
        ] {
            #expect(!log.isOver)
            log.add(told)
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
        #expect(log.isSettled)
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
        #expect(!log.isSettled)
        log.add(end(2))
        #expect(log.isSettled)
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
        for kind in [ReaderInterface.AppearanceStep.willAppear, .didAppear] { log.add(told(kind, 1)) }
        #expect(!log.isOver)
        log.add(end())
        #expect(log.isOver)
    }

    @Test func otherTurnsAreLeftOutAndALaterOneEndsIt() {
        var log = TurnLog(transition: 2, page: 101, hasPage: true)
        log.add(told(.didAppear, 1, transition: 1))
        #expect(log.events.isEmpty)
        log.add(told(.willAppear, 1, transition: 2))
        #expect(!log.isOver)
        log.add(told(.willAppear, 5, transition: 3))
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
        result(label: "i\"i\n").encode(into: &writer)
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
