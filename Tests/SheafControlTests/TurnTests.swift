import SheafControl
import SheafInterface
import Testing
import Varlink

@Suite struct TurnTests {
    private func event(
        _ event: ReaderInterface.Appearance.Event, _ index: Int, transition: Int = 1
    ) -> ReaderInterface.Appearance {
        // A page's id has nothing to do with its index.
        .init(event: event, page: index + 100, index: index, transition: transition, time: 0)
    }

    private func told(
        _ kind: ReaderInterface.Appearance.Event, _ index: Int, transition: Int = 1
    ) -> ReaderInterface.WatchReply {
        .init(appearance: event(kind, index, transition: transition))
    }

    private func page(_ index: Int) -> ReaderInterface.Page {
        .init(
            page: index + 100, index: index, rendition: 1, width: 1, height: 1, stride: 4, size: 4, format: .bgrx8888,
            region: .init(x: 0, y: 0, width: 1, height: 1), pageWidth: 1, pageHeight: 1, scale: 1, rotation: 0,
            origin: .rendered)
    }

    private func turned(hit: Bool = true) -> TurnLog {
        var log = TurnLog(transition: 1, page: 101, hasPage: hit)
        for told in [
            told(.willAppear, 1), told(.willDisappear, 0), told(.didAppear, 1), told(.didDisappear, 0),
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

    @Test func aRedirectHasOneBar() {
        let events = [
            event(.willAppear, 3), event(.willDisappear, 0), event(.willAppear, 0), event(.willDisappear, 3),
            event(.didAppear, 0), event(.didDisappear, 3),
        ]
        #expect(EventNotation.text(events) == "WA 4  WD 1  WA 1  WD 4 | DA 1  DD 4")
        #expect(EventNotation.text([event(.didAppear, 2)]) == "DA 3")
        #expect(EventNotation.text([ReaderInterface.Appearance]()) == "")
    }

    @Test func aMissIsOverWhenItsPageHasCome() {
        var log = turned(hit: false)
        #expect(log.isSettled)
        #expect(!log.isOver)
        log.add(.init(page: page(0)))
        #expect(!log.isOver)
        log.add(.init(page: page(1)))
        #expect(log.isOver)
        #expect(log.hasPage)
    }

    @Test func aMissIsOverWhenItsPageHasFailed() {
        var log = turned(hit: false)
        log.add(.init(failure: .init(page: 101, index: 1, reason: "broken")))
        #expect(log.isOver)
        #expect(log.failure == "broken")
    }

    @Test func aPageThatComesBeforeTheSettleCounts() {
        var log = TurnLog(transition: 1, page: 101, hasPage: false)
        log.add(.init(page: page(1)))
        #expect(!log.isOver)
        for kind in [ReaderInterface.Appearance.Event.willAppear, .didAppear] { log.add(told(kind, 1)) }
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

    private func result(noop: Bool = false, hit: Bool = true, label: String? = nil) -> TurnResult {
        TurnResult(
            reader: "ab", isNoop: noop, isHit: hit, transition: 1,
            location: .init(page: 101, index: 1, label: label), count: .init(kind: .exact, pages: 193),
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

    @Test func aTurnIsOneObject() {
        var writer = JSONWriter()
        result(label: "i\"i\n").encode(into: &writer)
        let expected =
            #"{"reader":"ab","noop":false,"hit":true,"transition":1,"location":{"page":101,"index":1,"#
            + #""label":"i\"i\n"},"count":{"kind":"exact","pages":193},"milliseconds":0.421,"events":["#
            + #"{"event":"willAppear","page":101,"index":1,"transition":1,"time":0},"#
            + #"{"event":"willDisappear","page":100,"index":0,"transition":1,"time":0},"#
            + #"{"event":"didAppear","page":101,"index":1,"transition":1,"time":0},"#
            + #"{"event":"didDisappear","page":100,"index":0,"transition":1,"time":0}]}"#
        #expect(writer.text == expected)
    }
}
