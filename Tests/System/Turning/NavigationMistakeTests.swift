import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Commands that do not fit: each gets its declared error, and leaves the reader as it was.
@Suite struct NavigationMistakeTests {
    typealias Failure = ReaderInterface.Failure

    /// The situation that a reader is in when the mistake is made.
    enum Situation: CaseIterable {
        case rest, jump, drag, settling, moving, manual, off, empty
        /// The first of two axes has left their crossing; is about to; rests there.
        case locked, leaving, crossing

        func open(_ service: RunningService) throws -> TestReader {
            let pages = self == .empty ? "order =" : "pages = 9"
            let path = try service.pattern("width = 100\nheight = 100\nmovable = on\n" + pages, name: "\(self)")
            let unlocked = { (axis: ReaderInterface.Axis) in
                ReaderInterface.AxisSetup(axis: axis, pages: 3, unlocks: 1, start: 1)
            }
            let crosses = [.locked, .leaving, .crossing].contains(self)
            let reader = try TestReader(
                service, path, width: 64, height: 64,
                axes: crosses ? [unlocked(.horizontal), unlocked(.vertical)] : nil,
                background: crosses ? .init(index: 8) : nil, manual: self == .manual)
            switch self {
            case .rest, .manual, .empty, .crossing: break
            case .jump: try reader.jump(.init(index: 4), milliseconds: 60_000)
            case .drag, .settling:
                try reader.beginDrag()
                try reader.drag(to: 0.4)
                if self == .settling { try reader.releaseDrag(velocity: 1) }
            case .moving: try reader.beginMove(3)
            case .off: try reader.setAxis(.horizontal, enabled: false)
            case .locked: try reader.jump(.init(index: 0))
            case .leaving: try reader.jump(.init(index: 0), milliseconds: 60_000)
            }
            return reader
        }
    }

    /// A command, where it is sent, and the error that it gets, without its reason.
    struct Mistake: Sendable {
        let situations: [Situation]
        let failure: Failure
        let command: @Sendable (TestReader) throws -> Void

        init(
            _ situations: Situation..., gets failure: Failure,
            _ command: @escaping @Sendable (TestReader) throws -> Void
        ) {
            self.situations = situations
            self.failure = failure
            self.command = command
        }
    }

    private static let jump: @Sendable (TestReader) throws -> Void = { try $0.jump(.init(index: 2)) }
    private static let longJump: @Sendable (TestReader) throws -> Void = {
        try $0.jump(.init(index: 2), milliseconds: 500)
    }
    private static let down: @Sendable (TestReader) throws -> Void = { try $0.beginDrag() }
    private static let up: @Sendable (TestReader) throws -> Void = { try $0.releaseDrag() }
    private static let cancel: @Sendable (TestReader) throws -> Void = { try $0.cancelDrag() }
    private static let move: @Sendable (TestReader) throws -> Void = { try $0.beginMove(3) }
    private static let updateMove: @Sendable (TestReader) throws -> Void = { try $0.updateMove(2) }
    private static let endMove: @Sendable (TestReader) throws -> Void = { _ = try $0.endMove() }
    private static let cancelMove: @Sendable (TestReader) throws -> Void = { try $0.cancelMove() }
    private static let report: @Sendable (TestReader) throws -> Void = { try $0.report(.willAppear, 1) }

    static let dragging: [Mistake] = [
        Mistake(.drag, gets: .dragActive(transition: 1), down),
        Mistake(.rest, .jump, .settling, .moving, .manual, .off, .empty, .crossing, gets: .noDrag, up),
        Mistake(.rest, .jump, .settling, .moving, .manual, .off, .empty, .crossing, gets: .noDrag, cancel),
        Mistake(.moving, gets: .moveActive(index: 3), down),
        Mistake(.rest, .jump, .drag, gets: .noSuchAxis(axis: .vertical)) { try $0.beginDrag(axis: .vertical) },
        Mistake(.off, gets: .axisDisabled(axis: .horizontal), down),
        Mistake(.locked, .leaving, gets: .axisLocked(axis: .vertical, unlocks: 1)) {
            try $0.beginDrag(axis: .vertical)
        },
        Mistake(.manual, gets: .manualReader, down),
        Mistake(.empty, gets: .empty, down),
        Mistake(.rest, gets: .invalidMotion(field: "offset", reason: "")) { try $0.beginDrag(at: 1e300) },
        Mistake(.drag, gets: .invalidMotion(field: "velocity", reason: "")) { try $0.releaseDrag(velocity: -1e300) },
    ]

    static let moving: [Mistake] = [
        Mistake(.jump, .drag, .settling, gets: .transitionActive(transition: 1), move),
        Mistake(.moving, gets: .moveActive(index: 3), move),
        Mistake(.rest, .jump, .drag, .manual, .off, .empty, gets: .noMove, updateMove),
        Mistake(.rest, .jump, .drag, .manual, .off, .empty, gets: .noMove, endMove),
        Mistake(.rest, .jump, .drag, .manual, .off, .empty, gets: .noMove, cancelMove),
        Mistake(.manual, gets: .manualReader, move),
        Mistake(.off, gets: .axisDisabled(axis: .horizontal), move),
        Mistake(.empty, gets: .empty, move),
        Mistake(.rest, gets: .noSuchAxis(axis: .vertical)) { try $0.beginMove(1, axis: .vertical) },
        Mistake(.rest, gets: .noSuchPage(target: "index 9", pages: 9)) { try $0.beginMove(9) },
        Mistake(.rest, gets: .noSuchPage(target: "index -1", pages: 9)) { try $0.beginMove(-1) },
        Mistake(.moving, gets: .noSuchPage(target: "index 9", pages: 9)) { try $0.updateMove(9) },
        Mistake(.moving, gets: .noSuchPage(target: "index -1", pages: 9)) { try $0.updateMove(-1) },
    ]

    static let jumping: [Mistake] = [
        Mistake(.rest, .jump, .drag, gets: .noSuchAxis(axis: .vertical)) {
            try $0.jump(.init(index: 1), axis: .vertical)
        },
        Mistake(.off, gets: .axisDisabled(axis: .horizontal), jump),
        Mistake(.off, gets: .axisDisabled(axis: .horizontal), longJump),
        Mistake(.locked, .leaving, gets: .axisLocked(axis: .vertical, unlocks: 1)) {
            try $0.jump(.init(index: 2), axis: .vertical)
        },
        Mistake(.manual, gets: .manualReader, jump),
        Mistake(.empty, gets: .empty, jump),
        Mistake(.empty, gets: .empty) { try $0.jump(.init(place: .last)) },
        Mistake(.rest, .jump, .drag, gets: .invalidMotion(field: "duration", reason: "")) {
            try $0.jump(.init(index: 2), milliseconds: -1)
        },
        Mistake(.rest, .jump, .drag, gets: .invalidMotion(field: "duration", reason: "")) {
            try $0.jump(.init(index: 2), milliseconds: 365 * 24 * 3_600 * 1_000)
        },
        Mistake(.rest, .jump, .drag, gets: .noSuchPage(target: "index 9", pages: 9)) { try $0.jump(.init(index: 9)) },
        Mistake(.rest, gets: .noSuchPage(target: "index \(1 << 53)", pages: 9)) { try $0.jump(.init(index: 1 << 53)) },
        Mistake(.rest, gets: .invalidTarget(reason: "")) { try $0.jump(.init(index: 1, link: 1)) },
        Mistake(.rest, gets: .invalidTarget(reason: "")) { try $0.jump(.init()) },
        Mistake(.rest, gets: .invalidTarget(reason: "")) { try $0.jump(.init(link: -1)) },
        Mistake(.rest, gets: .invalidTarget(reason: "")) { try $0.jump(.init(outline: -1)) },
        Mistake(.rest, gets: .noSuchPage(target: "link 999", pages: 9)) { try $0.jump(.init(link: 999)) },
        Mistake(.rest, gets: .noSuchPage(target: "outline entry 0", pages: 9)) { try $0.jump(.init(outline: 0)) },
        Mistake(.rest, gets: .noSuchPage(target: "back", pages: 9)) { try $0.jump(.init(history: .back)) },
        Mistake(.rest, gets: .noSuchPage(target: "forward", pages: 9)) { try $0.jump(.init(history: .forward)) },
        Mistake(.rest, gets: .noSuchPage(target: "-1 spread", pages: 9)) { try $0.jump(.init(relative: -1)) },
    ]

    static let reporting: [Mistake] = [
        Mistake(.rest, .jump, .drag, .empty, .off, gets: .notManual, report),
        Mistake(.manual, gets: .noSuchStep(index: 1, event: .didAppear)) { try $0.report(.didAppear, 1) },
        Mistake(.manual, gets: .noSuchStep(index: 1, event: .willDisappear)) { try $0.report(.willDisappear, 1) },
        Mistake(.manual, gets: .noSuchStep(index: 1, event: .didDisappear)) { try $0.report(.didDisappear, 1) },
        Mistake(.manual, gets: .noSuchPage(target: "index 9", pages: 9)) { try $0.report(.willAppear, 9) },
        Mistake(.manual, gets: .noSuchPage(target: "index -1", pages: 9)) { try $0.report(.willAppear, -1) },
        Mistake(.manual, gets: .noSuchAxis(axis: .vertical)) { try $0.report(.willAppear, 1, axis: .vertical) },
    ]

    static let arranging: [Mistake] = [
        Mistake(.rest, .jump, .drag, gets: .noSuchAxis(axis: .vertical)) { try $0.setAxis(.vertical, enabled: false) },
        Mistake(.rest, .jump, .drag, gets: .invalidArrangement(field: "spacing", reason: "")) {
            try $0.setAxis(.horizontal, enabled: false, arrangement: .init(spread: .double, spacing: 10_001))
        },
        Mistake(.rest, .jump, .drag, gets: .invalidArrangement(field: "spacing", reason: "")) {
            try $0.setAxis(.horizontal, arrangement: .init(spacing: -1))
        },
        Mistake(.rest, .jump, .drag, gets: .invalidArrangement(field: "back", reason: "")) {
            try $0.setAxis(.horizontal, arrangement: .init(spread: .double, back: .nextPage))
        },
        Mistake(.rest, .jump, .drag, gets: .invalidViewport(field: "orientation", reason: "")) {
            try $0.setViewport(.init(width: 64, height: 64, orientation: 45))
        },
        Mistake(.rest, .jump, .drag, gets: .invalidViewport(field: "orientations", reason: "")) {
            try $0.setViewport(.init(width: 64, height: 64, orientations: [0, 45]))
        },
        Mistake(.rest, .jump, .drag, gets: .invalidViewport(field: "orientations", reason: "")) {
            try $0.setViewport(.init(width: 64, height: 64, orientations: []))
        },
        Mistake(.rest, .jump, .drag, gets: .orientationRefused(orientation: 90, allowed: [0, 180])) {
            try $0.setViewport(.init(width: 64, height: 64, orientation: 90, orientations: [0, 180]))
        },
    ]

    enum Topic: CaseIterable {
        case dragging, moving, jumping, reporting, arranging

        var mistakes: [Mistake] {
            switch self {
            case .dragging: NavigationMistakeTests.dragging
            case .moving: NavigationMistakeTests.moving
            case .jumping: NavigationMistakeTests.jumping
            case .reporting: NavigationMistakeTests.reporting
            case .arranging: NavigationMistakeTests.arranging
            }
        }
    }

    @Test(arguments: Topic.allCases)
    func whatDoesNotFitGetsItsErrorAndChangesNothing(topic: Topic) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-pattern"])
        for (number, mistake) in topic.mistakes.enumerated() {
            for situation in mistake.situations {
                let reader = try situation.open(service)
                let before = try reader.standing()
                let failure = try failure { try mistake.command(reader) }
                #expect(failure?.withoutReason == mistake.failure, "\(topic) \(number), \(situation)")
                #expect(try reader.standing() == before, "\(topic) \(number), \(situation)")
                try reader.close()
            }
        }
    }

    @Test func endsOfStepsThatAreNotUnderWayAreIgnored() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-pattern"])
        for situation in Situation.allCases {
            let reader = try situation.open(service)
            let before = try reader.standing()
            let current = before.phase == .jump || before.phase == .settling ? before.transition : nil
            for number in [-1, 0, 1, 2, .max, .min] where number != current {
                #expect(try !reader.settle(number), "\(situation) \(number)")
            }
            #expect(try reader.standing() == before, "\(situation)")
        }
    }

    @Test func badOffsetsAreDroppedAndCountedAndNothingElse() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        for situation in Situation.allCases {
            let reader = try situation.open(service)
            let before = try reader.standing()
            for offset in [1e300, -1e300, 9.1e15] { try reader.sendDrag(to: offset) }
            if situation != .drag { try reader.sendDrag(to: 0.5) }
            var after = try reader.standing()
            #expect(after.badOffsets == (situation == .drag ? 3 : 4), "\(situation)")
            after.badOffsets = 0
            #expect(after == before, "\(situation)")
        }
    }

    @Test func aProviderThatCannotMovePagesSaysSo() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let before = try reader.standing()
        let refused = try failure { try reader.beginMove(3) }
        guard case .unsupported = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(try reader.standing() == before)
        guard case .noMove = try failure(of: { try reader.cancelMove() }) else {
            Issue.record("it holds a page")
            return
        }
        try reader.jump(.init(index: 2))
        #expect(try reader.state().location?.index == 2)
    }

    @Test(arguments: ["null", "\"NaN\"", "\"1\"", "NaN", "1e400", "-1e400", "Infinity", "[]", "{}", "true"])
    func offsetsThatAreNoNumbersMoveNothing(offset: String) throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let reader = try Situation.drag.open(service)
        let before = try reader.standing()
        for (method, field) in [("Drag", "offset"), ("ReleaseDrag", "velocity")]
        where offset != "null" || method == "Drag" {
            let answer = try RawConnection(service.socket).exchange(
                """
                {"method":"org.sheaf.Reader.\(method)","parameters":{"reader":"\(reader.id)","\(field)":\(offset)}}
                """)
            #expect(answer.isEmpty || answer.contains("InvalidCall") && answer.contains(field), "\(answer)")
        }
        #expect(try reader.standing() == before)
    }
}

extension TestReader {
    /// Returns the reader's state, without what a running animation changes by itself.
    fileprivate func standing() throws -> ReaderInterface.State {
        var state = try self.state()
        if state.phase == .jump { for place in state.axes.indices { state.axes[place].position = 0 } }
        return state
    }
}

extension ReaderInterface.Failure {
    /// The failure without the words that say why.
    var withoutReason: ReaderInterface.Failure {
        switch self {
        case .invalidMotion(let field, let reason) where !reason.isEmpty: .invalidMotion(field: field, reason: "")
        case .invalidArrangement(let field, let reason) where !reason.isEmpty:
            .invalidArrangement(field: field, reason: "")
        case .invalidViewport(let field, let reason) where !reason.isEmpty: .invalidViewport(field: field, reason: "")
        case .invalidTarget(let reason) where !reason.isEmpty: .invalidTarget(reason: "")
        default: self
        }
    }
}
