/// A turn to a page that is in the cache, against the floor: the same bytes and a descriptor, and nothing else.
struct CachedTurn {
    private static let medianAim = 1.15
    private static let p99Aim = 1.2
    private static let throughputAim = 0.85

    let bench: Bench
    let sheaf: Sheaf
    /// How many there are, each with a reader of its own and one call outstanding.
    let connections: Int

    func run(_ report: inout Report) throws(BenchmarkError) {
        let readers = try open()
        let turns = readers.flatMap { reader in [reader.turn(to: 1), reader.turn(to: 0)] }
        let requests = try bench.folder.write(messages: turns, as: "turns")
        let replyBytes = try bench.caller.measure(
            socket: sheaf.socket, requests: requests, connections: connections, calls: 2 * turns.count,
            on: Processors.one
        ).replyBytes
        let floor = try Floor(replyBytes: replyBytes, for: bench)

        say(
            """

            A cached turn with \(scene): \(turns[0].utf8.count + 1) bytes in, \(replyBytes) bytes and a descriptor out

            """)
        var table = Table(["", "", "median", "p99", "× floor", "p99 × floor", "calls/s", "× floor"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = [
                side("floor", floor.server.socket, requests, processors),
                side("Sheaf", sheaf.socket, requests, processors),
                // What the two floors differ by is noise.
                side("floor again", floor.server.socket, requests, processors),
            ]
            if connections == 1 { sides.append(swiftClient(readers[0], processors)) }
            let series = try compare(rounds: bench.rounds(21, quick: 5), sides)
            for side in series { add(side, against: series[0], processors, to: &table, &report) }
            if processors.isOne { hold(series[1], against: series[0], in: &report) }
        }
        say(table.text)
    }

    private var scene: String { connections == 1 ? "1 connection" : "\(connections) connections" }
    private var calls: Int { (connections == 1 ? 8_000 : 20_000) / (bench.options.quick ? 2 : 1) }

    /// A reader for each connection, with the pages that it turns between in the cache.
    private func open() throws(BenchmarkError) -> [SheafReader] {
        var readers: [SheafReader] = []
        for _ in 0..<connections {
            let reader = try sheaf.pattern(width: 512, height: 512)
            try reader.getPage(0)
            try reader.getPage(1)
            readers.append(reader)
        }
        return readers
    }

    private func side(_ name: String, _ socket: String, _ requests: String, _ processors: Processors) -> Side {
        Side(name: name) { () throws(BenchmarkError) in
            try bench.caller.measure(
                socket: socket, requests: requests, connections: connections, calls: calls, warm: calls / 10,
                on: processors)
        }
    }

    private func swiftClient(_ reader: SheafReader, _ processors: Processors) -> Side {
        let command = [
            bench.program("sheaf-bench"), SwiftClient.command, sheaf.socket, reader.id, "\(calls)", "\(calls / 10)",
        ]
        return Side(name: "Sheaf, Swift client") { () throws(BenchmarkError) in
            try Program.measure(command, on: processors.client)
        }
    }

    private func add(
        _ side: Series, against floor: Series, _ processors: Processors, to table: inout Table, _ report: inout Report
    ) {
        let median = side.ratio(of: \.median, to: floor)
        let p99 = side.ratio(of: \.p99, to: floor)
        let rate = side.ratio(of: \.rate, to: floor)
        let isFloor = side.name == floor.name
        table.add([
            isFloor ? processors.name : "", side.name, side.median.microseconds, side.p99.microseconds,
            isFloor ? "" : median.times, isFloor ? "" : p99.times, side.rate.fixed(0), isFloor ? "" : rate.times,
        ])
        report.record(
            "cached turn", scene: "\(scene), \(processors.name)", side: side.name,
            [
                "median_us": side.median, "p99_us": side.p99, "calls_per_second": side.rate, "median_ratio": median,
                "p99_ratio": p99, "throughput_ratio": rate,
            ])
    }

    private func hold(_ sheaf: Series, against floor: Series, in report: inout Report) {
        if connections == 1 {
            report.hold(
                "cached turn, median", sheaf.ratio(of: \.median, to: floor), .atMost, Self.medianAim, "× floor")
            report.hold(
                "cached turn, 99th percentile", sheaf.ratio(of: \.p99, to: floor), .atMost, Self.p99Aim, "× floor")
        } else {
            report.hold(
                "throughput, \(scene)", sheaf.ratio(of: \.rate, to: floor), .atLeast, Self.throughputAim, "× floor")
        }
    }
}
