import CBenchmark
import Navigation

/// `sheaf-bench steps KIND READERS STEPS`: does steps in machines alone, and prints how long each batch of them took.
///
/// It is a program of its own for the same conditions: a fresh process each round, pinned the same way.
enum StepProgram {
    static let command = "steps"
    /// So many rounds of a kind are timed together: one is too short for the clock.
    private static let batch = 50

    /// Runs it, and returns the nanoseconds that a step took.
    static func measure(
        _ kind: StepWork.Kind, readers: Int, steps: Int, for bench: Bench, on processors: Processors
    ) throws(BenchmarkError) -> Samples {
        try Program.measure(
            [bench.program("sheaf-bench"), command, kind.rawValue, "\(readers)", "\(steps)"], on: processors.client)
    }

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 3, let kind = StepWork.Kind(rawValue: arguments[0]), let readers = Int(arguments[1]),
            let steps = Int(arguments[2]), readers > 0
        else { throw BenchmarkError("\(command) takes KIND READERS STEPS") }
        var work = StepWork(readers: readers)
        var samples: [UInt64] = []
        do throws(NavigationError) {
            // Each reader once for nothing: its memory is touched then.
            for _ in 0..<2 * readers { _ = try work.round(of: kind) }
            var done = 0
            while done < steps {
                var inBatch = 0
                let before = benchmark_now()
                for _ in 0..<batch { inBatch += try work.round(of: kind) }
                samples.append((benchmark_now() - before) / UInt64(inBatch))
                done += inBatch
            }
        } catch {
            throw BenchmarkError("a step was refused: \(error)")
        }
        guard work.events > 0 else { throw BenchmarkError("nothing has happened") }
        unsafe benchmark_print(samples, samples.count, samples.reduce(0, +), 0)
    }
}
