import Glibc
import Navigation
import Testing

/// The machine against the reference. `make torture` runs it for as long as asked (SHEAF_TORTURE_SECONDS), or one sequence
/// again (SHEAF_TORTURE_SEED).
@Suite struct ModelTests {
    private static let stepsOfARun = 2_500
    private static let runsOfAHalf: UInt64 = 200

    /// Both halves run at the same time: together they take a million steps.
    @Test(arguments: [UInt64(0), 1]) func machineDoesWhatTheRulesSay(half: UInt64) {
        if let seed = Self.environment("SHEAF_TORTURE_SEED") {
            if seed % 2 == half { check(seed) }
            return
        }
        let seconds = Self.environment("SHEAF_TORTURE_SECONDS")
        let first = seconds == nil ? 0 : UInt64.random(in: 1 << 20..<1 << 40) * 2
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        var runs: UInt64 = 0
        while end.map({ .now < $0 }) ?? (runs < Self.runsOfAHalf), check(first + runs * 2 + half) { runs += 1 }
        if seconds != nil { print("\(Int(runs) * Self.stepsOfARun) steps from seed \(first + half)") }
    }

    @discardableResult
    private func check(_ seed: UInt64) -> Bool {
        let run = Run(seed: seed, steps: Self.stepsOfARun)
        guard run.difference != nil else { return true }
        Issue.record("\(run.shrunk().report(seed: seed))")
        return false
    }

    private static func environment(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }
}
