import Glibc
import SheafOS
import Testing

/// The service as a whole, with several clients that do whatever they like while documents change, hosts fail, memory is short,
/// time passes and the service is restarted: what holds between its parts, whatever happens.
///
/// `make torture` runs it for as many commands as asked (SHEAF_TORTURE_COMMANDS), or one run again (SHEAF_TORTURE_SEED), whole or
/// some steps of it (SHEAF_TORTURE_STEPS).
@Suite struct ServiceModelTests {
    /// The runs of `make test`.
    private static let runs: UInt64 = 12

    @Test func partsAgreeWhateverHappens() throws {
        if let seed = Self.environment("SHEAF_TORTURE_SEED") {
            try check(seed)
            return
        }
        let wanted = Self.environment("SHEAF_TORTURE_COMMANDS")
        let first = wanted == nil ? 0 : UInt64.random(in: 1 << 20..<1 << 40)
        var runs: UInt64 = 0
        var commands = 0
        defer { if wanted != nil { print("\(commands) commands of the whole service, from seed \(first)") } }
        while wanted.map({ commands < $0 }) ?? (runs < Self.runs) {
            guard let count = try check(first + runs) else { return }
            commands += count
            runs += 1
        }
    }

    /// Makes a run; returns how many commands it had, nil where something went wrong.
    @discardableResult
    private func check(_ seed: UInt64) throws -> Int? {
        let steps = getenv("SHEAF_TORTURE_STEPS").map { steps in
            String(cString: steps).split(separator: " ").compactMap { Int($0) }
        }
        let run = if let steps { try ModelRun(seed: seed, steps: steps) } else { try ModelRun(seed: seed) }
        guard run.problem != nil else { return run.commands }
        Issue.record("\(try (steps == nil ? run.shrunk() : run).report())")
        return nil
    }

    private static func environment(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }
}
