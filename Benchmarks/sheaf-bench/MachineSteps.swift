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
