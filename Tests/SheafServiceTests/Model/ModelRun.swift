import Glibc
import SheafOS
import TestSupport
import Testing

@testable import ServiceModel

/// A run of the model: its steps, and what went wrong.
struct ModelRun {
    static let length = 2_000
    /// How long a shorter run is looked for.
    private static let patience = Duration.seconds(30)

    let seed: UInt64
    /// The numbers of its steps: those up to the one that went wrong.
    let steps: [Int]
    let problem: String?
    let commands: Int
    let log: [String]

    /// - Parameter isLogged: whether all that happens is written down.
    init(seed: UInt64, steps: [Int] = Array(0..<length), isLogged: Bool = false) throws {
        let folder = try Self.makeFolder()
        defer { Self.remove(folder) }
        let world = try ModelWorld(seed: seed, folder: folder, isLogged: isLogged)
        var done: [Int] = []
        for step in steps where world.problem == nil {
            done.append(step)
            do { try world.step(step) } catch { world.report("the model itself failed: \(error)") }
        }
        if world.problem == nil { try world.finish() } else { try world.endService() }
        self.seed = seed
        self.steps = done
        problem = world.problem
        commands = world.calls.count
        log = world.log ?? []
    }

    /// A short run that goes wrong too: steps are left out as long as it does, more at a time at first (Zeller and Hildebrandt,
    /// Simplifying and Isolating Failure-Inducing Input, 2002).
    func shrunk() throws -> ModelRun {
        let end = ContinuousClock.now + Self.patience
        var best = self
        var size = max(steps.count / 2, 1)
        while .now < end {
            var hasShrunk = false
            var start = 0
            while start < best.steps.count, .now < end {
                let next = min(start + size, best.steps.count)
                let without = try ModelRun(seed: seed, steps: Array(best.steps[..<start] + best.steps[next...]))
                if without.kind == kind {
                    best = without
                    hasShrunk = true
                } else {
                    start = next
                }
            }
            if size == 1, !hasShrunk { break }
            if !hasShrunk { size = max(size / 2, 1) }
        }
        return best
    }

    /// The kind of the problem: its text without its numbers. A shorter run is to go wrong in the same way.
    private var kind: [Substring] {
        (problem ?? "").split(separator: " ").filter { !$0.contains(where: { $0.isNumber || $0 == "(" }) }
            .prefix(6).map { $0 }
    }

    /// Returns the report that a person needs to see the problem, and to do the run again.
    func report() throws -> String {
        let again = try ModelRun(seed: seed, steps: steps, isLogged: true)
        let list = steps.map { "\($0)" }.joined(separator: " ")
        return """
            seed \(seed), \(steps.count) steps: \(problem ?? "nothing went wrong")
            make torture SEED=\(seed) does the whole run again; STEPS="\(list)" besides these steps
            \(again.log.suffix(400).joined(separator: "\n"))
            """
    }

    /// Makes the folder of a run.
    static func makeFolder() throws -> String {
        var template = Array("/tmp/sheaf-model-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        try #require(mkdir("\(folder)/providers", 0o700) == 0)
        close(open("\(folder)/providers/libsheaf-fake.so", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        return folder
    }

    /// Removes it.
    static func remove(_ folder: String) {
        for folder in ["\(folder)/providers", folder] {
            for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
            rmdir(folder)
        }
    }
}
