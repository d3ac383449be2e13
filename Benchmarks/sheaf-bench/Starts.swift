/// How long the service takes from its start to READY=1, against a C program that says it at once.
struct Starts {
    private static let aimMilliseconds = 15.0

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let series = try compare(
            rounds: bench.rounds(20, quick: 7),
            [
                side("a C program", [bench.program("bench-floor"), "ready"]),
                side("sheafd", try bench.service(socket: bench.folder.file("starts"))),
            ])
        say("\nFrom the start to READY=1\n")
        var table = Table(["", "median", "slowest"])
        for side in series {
            let slowest = side.rounds.map(\.median).max() ?? 0
            table.add([side.name, side.median.milliseconds, slowest.milliseconds])
            report.record(
                "start", scene: "to READY=1", side: side.name, ["median_us": side.median, "slowest_us": slowest])
        }
        say(table.text)
        report.hold("start to READY=1", series[1].median / 1000, .atMost, Self.aimMilliseconds, "ms")
    }

    private func side(_ name: String, _ command: [String]) -> Side {
        Side(name: name) { () throws(BenchmarkError) in
            try Program.measure(
                [bench.program("bench-floor"), "start", "--notify", bench.folder.file("notify"), "--"] + command,
                on: Processors.choices.last?.mask ?? 0)
        }
    }
}
