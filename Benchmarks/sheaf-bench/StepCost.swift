import SheafInterface

/// What a step costs with few readers open, and with many: turns between two cached pages, by the readers in turn.
struct StepCost {
    private static let counts = [1, 100, 10_000]
    /// Growth with the logarithm of the readers would be 14 times for the last; a table that outgrows the processor's caches
    /// is all that there should be.
    private static let aim = 2.5

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
        let services = try Self.counts.map { count throws(BenchmarkError) in try service(with: count) }
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
        say(table.text)
    }

    private func service(
        with count: Int
    ) throws(BenchmarkError) -> (name: String, sheaf: Sheaf, requests: String, calls: Int) {
        let sheaf = try Sheaf(
            bench, on: Processors.one.server, name: "sheaf-\(count)",
            settings: "[Readers]\nReadersPerUser = \(count)\n")
        let document = try sheaf.patternDocument(width: 256, height: 256)
        var readers: [SheafReader] = []
        for _ in 0..<count { readers.append(try sheaf.open(document)) }
        try readers.first?.getPage(0)
        try readers.first?.getPage(1)
        let turns = [1, 0].flatMap { index in readers.map { $0.turn(to: index, handover: .some(.none)) } }
        let requests = try bench.folder.write(messages: turns, as: "turns-\(count)")
        return ("\(count)", sheaf, requests, bench.options.quick ? 5_000 : 20_000)
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
        if let last = series.last {
            report.hold(
                "\(last.name) readers, \(scene)", last.ratio(of: \.median, to: series[0]), .atMost, Self.aim,
                "× 1 reader")
        }
    }
}
