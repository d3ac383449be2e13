import SheafInterface
import TestSupport
import Testing

@testable import SheafControl

@Suite struct WatchTextTests {
    typealias Reply = ReaderInterface.WatchReply

    private static let document = ReaderInterface.Document(
        document: "d1", provider: "p", count: .init(kind: .exact, pages: 193))

    private static func location(
        _ index: Int, on axis: ReaderInterface.Axis = .horizontal
    ) -> ReaderInterface.Location {
        .init(page: index + 100, index: index, surface: axis == .vertical ? .vertical : nil)
    }

    private static func state(
        _ pages: [Int] = [0], phase: ReaderInterface.State.Phase = .rest, spread: ReaderInterface.SpreadKind = .single,
        vertical: ReaderInterface.AxisState? = nil
    ) -> ReaderInterface.State {
        let front = ReaderInterface.AxisState(
            axis: .horizontal, document: document, location: pages.first.map { location($0) }, spread: 0, position: 0,
            enabled: true, locked: false, arrangement: .init(spread: spread))
        return .init(
            reader: "ab", document: document, location: pages.first.map { location($0) },
            shown: pages.map { location($0) }, viewport: .init(width: 8, height: 9), looks: .init(), orientations: [0],
            axes: [front] + (vertical.map { [$0] } ?? []), phase: phase, transition: 7, manual: false, badOffsets: 0,
            refreshing: false)
    }

    private static func begin(
        _ number: Int, _ from: [Int], _ to: [Int], isDrag: Bool = false, position: Double = 0,
        axis: ReaderInterface.Axis = .horizontal
    ) -> Reply {
        .init(
            begin: .init(
                reader: "ab", transition: number, axis: axis, from: from.map { location($0, on: axis) },
                to: to.map { location($0, on: axis) }, direction: .forward, interactive: isDrag, position: position,
                time: 0))
    }

    private static func end(_ number: Int, finished: Bool = true, completed: Bool = true) -> Reply {
        .init(
            end: .init(
                reader: "ab", transition: number, axis: .horizontal, finished: finished, completed: completed,
                previous: [location(0)], position: 1.5, time: 0))
    }

    private static func event(_ step: ReaderInterface.AppearanceStep, _ index: Int, time: Int = 0) -> Reply {
        .init(
            appearance: .init(
                reader: "ab", event: step, page: index + 100, index: index, transition: 1, position: 0, time: time))
    }

    private static func page(_ index: Int) -> ReaderInterface.Page {
        .init(
            page: index + 100, index: index, rendition: 1, width: 3, height: 4, stride: 12, size: 48, format: .bgrx8888,
            region: .init(x: 0, y: 0, width: 3, height: 4), pageWidth: 3, pageHeight: 4, scale: 1, rotation: 0,
            origin: .rendered)
    }

    private func lines(_ replies: [Reply]) -> [String] {
        var text = WatchText(state: Self.state(), style: Style(isColoured: false))
        let lines = replies.flatMap { text.lines($0, microseconds: 0) } + text.flush(microseconds: 0)
        return lines.map { String($0.dropFirst("    0.000 s   ".count)) }
    }

    @Test func aTurnIsItsBeginAndALineWhenItIsOver() {
        let replies = [
            Self.begin(3, [0], [3]), Self.event(.willAppear, 3), Self.event(.willDisappear, 0),
            Self.event(.didAppear, 3), Self.event(.didDisappear, 0), Self.end(3),
        ]
        #expect(lines(replies) == ["turn 3   page 1 to 4, forward", "turn 3   WA 4  WD 1 | DA 4  DD 1"])
    }

    @Test func aCountIsToldUntilItIsExact() {
        let replies = [(ReaderInterface.PageCount.Kind.estimated, 4_000, 120), (.exact, 3_990, 3_990)].map {
            Reply(count: .init(reader: "ab", axis: .horizontal, pages: .init(kind: $0, pages: $1), counted: $2))
        }
        #expect(lines(replies) == ["120 of about 4000 pages counted", "all 3990 pages counted"])
    }

    @Test func aRedirectIsOneTransition() {
        let replies = [
            Self.begin(3, [0], [3]), Self.event(.willAppear, 3), Self.event(.willDisappear, 0),
            Self.end(3, finished: false), Self.begin(4, [3], [0], position: 0.5), Self.event(.willAppear, 0),
            Self.event(.willDisappear, 3), Self.event(.didAppear, 0), Self.event(.didDisappear, 3),
            Self.end(4, completed: false),
        ]
        #expect(
            lines(replies) == [
                "turn 3   page 1 to 4, forward", "turn 3   overtaken at 2.50",
                "turn 4   page 4 to 1, forward, from 1.50",
                "turn 4   WA 4  WD 1  WA 1  WD 4 | DA 1  DD 4   back on page 1",
            ])
    }

    @Test func aDragThatComesBackHasItsBarBeforeItsReturn() {
        let replies = [
            Self.begin(3, [0, 1], [2, 3], isDrag: true, position: 0.25), Self.event(.willAppear, 2, time: 1),
            Self.event(.willDisappear, 0, time: 1), Self.event(.willAppear, 0, time: 2),
            Self.event(.didAppear, 0, time: 2), Self.event(.willDisappear, 2, time: 2),
            Self.event(.didDisappear, 2, time: 2), Self.end(3, completed: false),
        ]
        #expect(
            lines(replies) == [
                "drag 3   page 1-2 to 3-4, forward, from 1.25",
                "drag 3   WA 3  WD 1 | WA 1  DA 1  WD 3  DD 3   back on page 1",
            ])
    }

    @Test func whatComesInTheMidstOfATurnDoesNotTearIt() {
        let replies = [
            Self.begin(3, [0], [3]), Self.event(.willAppear, 3), Reply(page: Self.page(3)), Reply(refresh: .refreshing),
            Self.event(.didAppear, 3), Self.end(3),
        ]
        #expect(
            lines(replies) == [
                "turn 3   page 1 to 4, forward", "page   4 of 193 is there   3 x 4   rendered", "refreshing",
                "turn 3   WA 4 | DA 4",
            ])
    }

    @Test func eventsOfNoTurnAreHeldUntilSomethingElseHappens() {
        var text = WatchText(state: Self.state(), style: Style(isColoured: false))
        #expect(!text.isHolding)
        let first = text.lines(Self.event(.willDisappear, 0), microseconds: 0)
        #expect(first.isEmpty)
        #expect(text.isHolding)
        _ = text.lines(Self.event(.didDisappear, 0), microseconds: 0)
        let last = text.lines(Reply(closed: true), microseconds: 1_204_000)
        #expect(last == ["    1.204 s   WD 1 | DD 1", "    1.204 s   closed"])
        #expect(!text.isHolding)
    }

    @Test func eventsOfATurnWhoseEndWasMissedAreReply() {
        let replies = [
            Self.begin(3, [0], [3]), Self.event(.willAppear, 3), Reply(missed: 2), Reply(state: Self.state([3])),
            Self.event(.willDisappear, 3),
        ]
        #expect(
            lines(replies) == [
                "turn 3   page 1 to 4, forward", "WA 4", "missed 2 events: too slow to read",
                "page   4 of 193   8 x 9, fit page", "WD 4",
            ])
    }

    private static let vertical = ReaderInterface.AxisState(
        axis: .vertical,
        document: .init(document: "d2", provider: "p", count: .init(kind: .exact, pages: 99)),
        location: location(1), spread: 1, position: 1, enabled: true, locked: true, arrangement: .init(), first: 10,
        pages: 5)

    @Test(
        arguments: cases([
            ("pages 4-5 of 193   8 x 9, fit page   double", Reply(state: state([3, 4], spread: .double))),
            ("no pages   8 x 9, fit page", Reply(state: state([], phase: .empty))),
            ("page   1 of 193   8 x 9, fit page   in transition 7", Reply(state: state(phase: .settling))),
            (
                "page   1 of 193   8 x 9, fit page   vertical axis locked, page 2",
                Reply(state: state(vertical: vertical))
            ),
            ("turn 3   page v1 to v2, forward", begin(3, [0], [1], axis: .vertical)),
            ("pages 2-3 of 193 are there   3 x 4   rendered, 3 x 4   rendered", Reply(page: page(1), second: page(2))),
            ("page 2 could not be rendered: a b", Reply(failure: .init(page: 101, index: 1, reason: "a\u{1b}b"))),
            ("page 2 is not drawn any more: a b", Reply(refused: .init(page: 101, index: 1, reason: "a\u{1b}b"))),
            (
                "page 12 measured, 1200 x 1553; what you read moved by +13 px",
                Reply(
                    layout: .init(
                        reader: "ab", axis: .horizontal,
                        frame: .init(index: 11, along: 0, across: 0, width: 1_200, height: 1_553, measured: true),
                        movedBy: 13, length: 9, version: 1))
            ),
            (
                "document d1 has changed   now on page  5 of 80",
                Reply(
                    document: .init(
                        reader: "ab", axis: .horizontal,
                        document: .init(document: "d1", provider: "p", count: .init(kind: .exact, pages: 80)),
                        location: location(4)))
            ),
            (
                "document d1 has changed   now on no pages",
                Reply(document: .init(reader: "ab", axis: .horizontal, document: document))
            ),
            ("refreshed", Reply(refresh: .refreshed)), ("could not be refreshed", Reply(refresh: .failed)),
            ("missed 1 event: too slow to read", Reply(missed: 1)), ("closed", Reply(closed: true)),
        ]))
    func everythingElseIsALine(line: Case<ReaderInterface.WatchReply>) {
        #expect(lines([line.value]) == [line.testDescription])
    }

    @Test func theCountsAreThoseOfTheAxis() {
        var counts = PageCounts(Self.state(vertical: Self.vertical))
        #expect(counts[nil].pages == 193)
        #expect(counts[.vertical] == .init(kind: .exact, pages: 5))
        #expect(counts[.background].kind == .unknown)
        counts.update(.vertical, .init(kind: .exact, pages: 12))
        #expect(counts[.vertical].pages == 2)
    }

    private static func lines(of state: ReaderInterface.State) -> [String] {
        StateText.text(state, Style(isColoured: false)).split(separator: "\n").map(String.init)
    }

    @Test func aStateHasALineForEachSubject() {
        let lines = Self.lines(of: Self.state([3, 4], vertical: Self.vertical))
        #expect(
            lines == [
                "reader      ab", "document    d1, 193 pages, provider p", "shows       pages 4-5 of 193",
                "viewport    8 x 9, fit page, can be turned 0 degrees", "phase       at rest, transition 7",
                "horizontal  on, spread 1, page   4 of 193, single",
                "vertical    locked, spread 2, page 2 of 5, single",
            ])
        var state = Self.state()
        state.failed = [.init(page: 0, index: 3, reason: "torn")]
        let failed = Self.lines(of: state)
        #expect(failed.contains("failed      page 4: torn"))
        let empty = Self.lines(of: Self.state([], phase: .empty))
        #expect(empty.contains("shows       no pages"))
        #expect(empty.contains { $0.contains("empty") })
    }
}
