import PageModel
import Testing

@testable import PageCache
@testable import Pressure

/// A step of a script, whose time is in milliseconds.
private enum Event {
    case warn(PressureLevel, PressureSource = .call)
    case kernel
    case configure(Int)
    /// The soft limit in force, in hundredths of 1000.
    case limit(Int)
}

/// The table of recovery, with a clock that goes when a test says so. The configured limit is 1000 bytes.
@Suite struct PressureMachineTests {
    private static let configured = CacheLimits(soft: 1_000, hard: 1_250, pages: 7, hardPages: 9)

    private static func time(_ milliseconds: Int) -> Instant {
        Instant(microseconds: UInt64(milliseconds + 1_000_000) * 1_000)
    }

    private static func machine() -> PressureMachine { PressureMachine(configured: configured) }

    private static let recovery: KeyValuePairs<String, [(Int, Event)]> = [
        "one warning": [
            (0, .warn(.medium)), (0, .limit(200)), (2_999, .limit(200)), (3_000, .limit(600)), (4_999, .limit(600)),
            (5_000, .limit(1_000)),
        ],
        "a low one": [(0, .warn(.low)), (0, .limit(600)), (4_999, .limit(600)), (5_000, .limit(1_000))],
        "a critical one": [(0, .warn(.critical)), (2_999, .limit(0)), (3_000, .limit(600)), (5_000, .limit(1_000))],
        "nothing asked in between": [(0, .warn(.critical)), (9_000, .limit(1_000))],
        "the lowest wins, whichever is first": [
            (0, .warn(.critical)), (1_000, .warn(.low)), (1_000, .limit(0)), (3_999, .limit(0)), (4_000, .limit(600)),
            (6_000, .limit(1_000)),
        ],
        "the lowest wins, whichever is last": [
            (0, .warn(.low)), (1_000, .warn(.medium)), (1_000, .limit(200)), (3_999, .limit(200)), (4_000, .limit(600)),
        ],
        "a warning during recovery begins anew and silences the old timers": [
            (0, .warn(.medium)), (4_000, .limit(600)), (4_500, .warn(.medium)), (4_500, .limit(200)),
            (5_000, .limit(200)), (7_499, .limit(200)), (7_500, .limit(600)), (9_499, .limit(600)),
            (9_500, .limit(1_000)),
        ],
        "what has recovered is not asked for any more": [
            (0, .warn(.critical)), (3_000, .limit(600)), (3_500, .warn(.low)), (3_500, .limit(600)),
            (6_499, .limit(600)),
            (8_500, .limit(1_000)),
        ],
        "a deadline comes before a warning of the same time": [
            (0, .warn(.critical)), (3_000, .warn(.low)), (3_000, .limit(600)),
        ],
        "the third within a minute stays": [
            (0, .warn(.medium)), (10_000, .warn(.medium)), (20_000, .warn(.medium)), (23_000, .limit(200)),
            (79_999, .limit(200)), (80_000, .limit(600)), (81_999, .limit(600)), (82_000, .limit(1_000)),
        ],
        "a minute apart to the millisecond is within": [
            (0, .warn(.medium)), (30_000, .warn(.medium)), (60_000, .warn(.medium)), (119_999, .limit(200)),
            (120_000, .limit(600)), (122_000, .limit(1_000)),
        ],
        "later than that is not": [
            (0, .warn(.medium)), (30_000, .warn(.medium)), (60_001, .warn(.medium)), (63_000, .limit(200)),
            (63_001, .limit(600)), (65_001, .limit(1_000)),
        ],
        "a series lasts until a minute has passed without one": [
            (0, .warn(.low)), (1_000, .warn(.low)), (2_000, .warn(.low)), (61_500, .warn(.medium)),
            (121_499, .limit(200)), (121_500, .limit(600)), (123_500, .limit(1_000)),
        ],
        "a series that is over is forgotten": [
            (0, .warn(.low)), (1_000, .warn(.low)), (2_000, .warn(.low)), (62_500, .warn(.medium)),
            (65_499, .limit(200)),
            (65_500, .limit(600)), (67_500, .limit(1_000)),
        ],
        "in a series the lowest wins too": [
            (0, .warn(.low)), (1_000, .warn(.critical)), (2_000, .warn(.low)), (50_000, .warn(.medium)),
            (50_000, .limit(0)),
            (109_999, .limit(0)), (110_000, .limit(600)),
        ],
        "a reload while it is held": [
            (0, .warn(.medium)), (1_000, .configure(500)), (1_000, .limit(100)), (3_000, .limit(300)),
            (5_000, .limit(500)),
        ],
        "a reload while it recovers": [
            (0, .warn(.critical)), (4_000, .limit(600)), (4_000, .configure(2_000)), (4_000, .limit(1_200)),
            (4_999, .limit(1_200)), (5_000, .limit(2_000)),
        ],
        "a reload in a series": [
            (0, .warn(.medium)), (1_000, .warn(.medium)), (2_000, .warn(.medium)), (9_000, .configure(10)),
            (9_000, .limit(2)), (61_999, .limit(2)), (62_000, .limit(6)), (64_000, .limit(10)),
        ],
        "a reload at rest": [(0, .configure(10)), (0, .limit(10)), (1, .warn(.low)), (1, .limit(6))],
        "kernel events escalate": [
            (0, .kernel), (0, .limit(600)), (2_000, .kernel), (2_000, .limit(200)), (4_000, .kernel),
            (4_000, .limit(0)),
            (6_000, .kernel), (6_000, .limit(0)), (65_999, .limit(0)), (66_000, .limit(600)),
        ],
        "ten seconds after the last one is within": [(0, .kernel), (10_000, .kernel), (10_000, .limit(200))],
        "later than that is low again": [(0, .kernel), (10_001, .kernel), (10_001, .limit(600))],
        "each counts from the last": [
            (0, .kernel), (9_000, .kernel), (18_000, .kernel), (18_000, .limit(0)), (29_000, .kernel),
            (29_000, .limit(0)),
        ],
        "a warning of somebody else escalates nothing": [
            (0, .warn(.critical)), (4_000, .kernel), (4_000, .limit(600)), (5_000, .warn(.low)), (5_000, .limit(600)),
        ],
    ]

    @Test(arguments: recovery.map(\.key))
    func limitsRecoverAsTheTableSays(name: String) throws {
        let steps = try #require(Self.recovery.first { $0.key == name }).value
        var machine = Self.machine()
        for (at, event) in steps {
            let time = Self.time(at)
            switch event {
            case .warn(let level, let source): machine.warn(level, from: source, at: time)
            case .kernel: machine.kernelEvent(from: .cgroup, at: time)
            case .configure(let soft): machine.setConfigured(CacheLimits(soft: soft, hard: soft))
            case .limit(let soft):
                machine.advance(to: time)
                #expect(machine.limits.soft == soft, "at \(at) ms")
            }
        }
    }

    @Test(arguments: [(PressureLevel.low, 600, 4), (.medium, 200, 1), (.critical, 0, 0)])
    func pagesRoundDownAndTheHardLimitsStay(level: PressureLevel, soft: Int, pages: Int) {
        var machine = Self.machine()
        machine.warn(level, from: .signal, at: Self.time(0))
        #expect(machine.limits == CacheLimits(soft: soft, hard: 1_250, pages: pages, hardPages: 9))
    }

    @Test func noAmountIsTooLarge() {
        var machine = PressureMachine(configured: CacheLimits(soft: .max, hard: .max))
        machine.warn(.low, from: .call, at: Self.time(0))
        #expect(machine.limits.soft == Int.max / 100 * 60 + 7 * 60 / 100)
    }

    @Test func readingAheadFollowsTheLevelInForce() {
        var machine = Self.machine()
        #expect(machine.prefetchAllowance == .full)
        machine.warn(.low, from: .call, at: Self.time(0))
        #expect(machine.prefetchAllowance == .nextPage)
        machine.warn(.medium, from: .call, at: Self.time(1))
        #expect(machine.prefetchAllowance == .none)
        machine.advance(to: Self.time(3_001))
        #expect(machine.prefetchAllowance == .nextPage)
        machine.advance(to: Self.time(5_001))
        #expect(machine.prefetchAllowance == .full)
    }

    @Test func deadlinesAreTheStepsOfTheRecoveryAndNoMore() {
        var machine = Self.machine()
        #expect(machine.nextDeadline == nil)
        machine.warn(.critical, from: .call, at: Self.time(0))
        #expect(machine.nextDeadline == Self.time(3_000))
        machine.warn(.low, from: .call, at: Self.time(1_000))
        #expect(machine.nextDeadline == Self.time(4_000))
        machine.advance(to: Self.time(4_000))
        #expect(machine.nextDeadline == Self.time(6_000))
        machine.advance(to: Self.time(6_000))
        #expect(machine.nextDeadline == nil)
    }

    @Test func theReasonNamesTheWarningThatSetTheLevel() {
        var machine = Self.machine()
        #expect(machine.reason == nil)
        machine.warn(.medium, from: .signal, at: Self.time(0))
        machine.warn(.low, from: .call, at: Self.time(1_000))
        func reason(
            _ level: PressureLevel, next: Int, until: Int, isRecovering: Bool = false, isSustained: Bool = false
        ) -> PressureReason {
            PressureReason(
                level: level, source: .signal, since: Self.time(0), next: Self.time(next), until: Self.time(until),
                isRecovering: isRecovering, isSustained: isSustained)
        }
        #expect(machine.reason == reason(.medium, next: 4_000, until: 6_000))
        machine.advance(to: Self.time(4_000))
        #expect(machine.reason == reason(.low, next: 6_000, until: 6_000, isRecovering: true))
        machine.advance(to: Self.time(6_000))
        #expect(machine.reason == nil)
        for at in [7_000, 7_001, 7_002] { machine.warn(.low, from: .call, at: Self.time(at)) }
        #expect(machine.reason?.isSustained == true && machine.reason?.until == Self.time(69_002))
    }

    @Test func warningsAreCountedBySourceAndLevel() {
        var machine = Self.machine()
        machine.warn(.medium, from: .signal, at: Self.time(0))
        let first = machine.kernelEvent(from: .machine, at: Self.time(1))
        let second = machine.kernelEvent(from: .machine, at: Self.time(2))
        #expect(first == .low && second == .medium)
        #expect(machine.counts[.signal, .medium] == 1 && machine.counts[.machine, .medium] == 1)
        #expect(machine.counts[.machine, .low] == 1 && machine.counts[.call, .low] == 0)
        #expect(machine.counts.total == 3)
    }
}
