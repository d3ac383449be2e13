import CBenchmark
import SheafInterface

/// Navigation in the machine alone: no service, no cache, no messages.
struct MachineSteps {
    private static let aimPerSecond = 1_000_000.0

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let kinds: [(kind: StepWork.Kind, name: String)] = [
            (.jumps, "jumps at once"), (.redirects, "animated jumps, redirected"), (.drags, "drags"),
        ]
        let series = try compare(
            rounds: bench.rounds(11, quick: 3),
            kinds.map { kind, name in
                Side(name: name) { () throws(BenchmarkError) in
                    try StepProgram.measure(
                        kind, readers: 100, steps: bench.options.quick ? 100_000 : 400_000, for: bench,
                        on: Processors.one)
                }
            })
        say("\nSteps in the machine alone, 100 readers in turn\n")
        var table = Table(["", "a step", "steps/s"])
        var mixed = 0.0
        for side in series {
            table.add([side.name, (side.median * 1000).fixed(0) + " ns", (1e6 / side.median).fixed(0)])
            report.record("machine", scene: "steps", side: side.name, ["median_us": side.median])
            mixed += side.median / Double(series.count)
        }
        table.add(["all three, as many of each", (mixed * 1000).fixed(0) + " ns", (1e6 / mixed).fixed(0)])
        say(table.text)
        report.hold("steps in the machine alone", 1e6 / mixed, .atLeast, Self.aimPerSecond, "a second")
    }
}

/// The cost of a step with few readers open, and with many: turns between two cached pages, by the readers in turn.
struct StepCost {
    private static let counts = [1, 100, 10_000]
    /// Growth with the logarithm of the readers would be 14 times for the last; a table that outgrows the processor's caches
    /// is all that there should be.
    private static let growthAim = 2.5
    /// The aim of a step in microseconds, with one reader, in the machine and the cache's protection alone.
    private static let stepAim = 0.5

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nA step with so many readers open: a turn between two cached pages, by each in turn\n")
        var table = Table(["", "readers", "median", "p99", "× 1 reader", "p99 × 1 reader"])
        let inside = try compare(
            rounds: bench.rounds(11, quick: 3),
            Self.counts.map { count in
                Side(name: "\(count)") { () throws(BenchmarkError) in
                    try StepProgram.measure(
                        .protectedJumps, readers: count, steps: bench.options.quick ? 50_000 : 200_000, for: bench,
                        on: Processors.one)
                }
            })
        add(inside, "machine and protection alone", to: &table, &report)
        hold(inside[2], "machine and protection alone", against: inside[0], &report)
        report.hold("a step in the machine and its protection", inside[0].median, .atMost, Self.stepAim, "µs")
        // Who turns oftener than every 80 ms is not planned for at each turn, as the 10,000 in turn are.
        let services = try [(1, 1), (100, 100), (10_000, 100), (10_000, 10_000)].map {
            count, turning throws(BenchmarkError) in
            try service(with: count, turning: turning)
        }
        let outside = try compare(
            rounds: bench.rounds(15, quick: 3),
            services.map { service in
                Side(name: service.name) { () throws(BenchmarkError) in
                    try bench.caller.measure(
                        socket: service.sheaf.socket, requests: service.requests, calls: service.calls,
                        warm: service.calls / 10, isBare: true, on: Processors.one)
                }
            })
        add(outside, "over the socket, handover none", to: &table, &report)
        hold(outside[2], "over the socket, handover none", against: outside[0], &report)
        say(table.text)
    }

    private func service(
        with count: Int, turning: Int
    ) throws(BenchmarkError) -> (name: String, sheaf: Sheaf, requests: String, calls: Int) {
        let sheaf = try Sheaf(
            bench, on: Processors.one.server, name: "sheaf-\(count)-\(turning)",
            settings: "[Readers]\nReadersPerUser = \(count)\n")
        let document = try sheaf.patternDocument(width: 256, height: 256)
        var readers: [SheafReader] = []
        for _ in 0..<count { readers.append(try sheaf.open(document)) }
        try readers.first?.getPage(0)
        try readers.first?.getPage(1)
        let turns = [1, 0].flatMap { index in
            readers.prefix(turning).map { $0.turn(to: index, handover: .some(.none)) }
        }
        let requests = try bench.folder.write(messages: turns, as: "turns-\(count)-\(turning)")
        return (
            turning == count ? "\(count)" : "\(count), of which \(turning) turn", sheaf, requests,
            bench.options.quick ? 5_000 : 20_000
        )
    }

    private func add(_ series: [Series], _ scene: String, to table: inout Table, _ report: inout Report) {
        for (index, side) in series.enumerated() {
            let median = side.ratio(of: \.median, to: series[0])
            let p99 = side.ratio(of: \.p99, to: series[0])
            table.add([
                index == 0 ? scene : "", side.name, side.median.microseconds, side.p99.microseconds,
                index == 0 ? "" : median.times, index == 0 ? "" : p99.times,
            ])
            report.record(
                "step", scene: scene, side: "\(side.name) readers",
                ["median_us": side.median, "p99_us": side.p99, "median_ratio": median, "p99_ratio": p99])
        }
    }

    private func hold(_ many: Series, _ scene: String, against one: Series, _ report: inout Report) {
        report.hold(
            "readers \(many.name), \(scene)", many.ratio(of: \.median, to: one), .atMost, Self.growthAim, "× 1 reader")
    }
}

/// `sheaf-bench steps KIND READERS STEPS`: does steps in machines alone, and prints how long each batch of them took.
///
/// It is a program of its own for the same conditions: a fresh process each round, pinned the same way.
enum StepProgram {
    static let command = "steps"
    /// How many rounds of a kind are timed together: one is too short for the clock.
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
        // Each reader twice without counting: its memory is touched then.
        for _ in 0..<2 * readers { _ = try work.round(of: kind) }
        var done = 0
        while done < steps {
            var inBatch = 0
            let before = benchmark_now()
            for _ in 0..<batch { inBatch += try work.round(of: kind) }
            samples.append((benchmark_now() - before) / UInt64(inBatch))
            done += inBatch
        }
        guard work.events > 0 else { throw BenchmarkError("nothing has happened") }
        unsafe benchmark_print(samples, samples.count, samples.reduce(0, +), 0)
    }
}
