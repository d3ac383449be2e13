import CBenchmark
import CacheTraces

/// Frames that are dropped at 60 frames a second, by what is rendered ahead of readers.
struct AheadComparison {
    /// A reader's behaviour, and the company in which it reads.
    private struct Workload {
        let name: String
        let behaviour: Behaviour?
        let company: TraceRecipe.Company

        static let all: [Workload] = {
            let alone = TraceRecipe.Company(readers: 1, sharesDocument: false)
            let four = TraceRecipe.Company(readers: 4, sharesDocument: false)
            let mixes = [
                Workload(name: "mix, 1 reader", behaviour: nil, company: alone),
                Workload(name: "mix, 4 readers", behaviour: nil, company: four),
            ]
            return mixes + Behaviour.allCases.map { Workload(name: $0.rawValue, behaviour: $0, company: alone) }
        }()

        /// The workload of many readers, at a cap that has room for more than what they look at.
        static let crowd = Workload(
            name: "mix, 16 readers, one document", behaviour: nil,
            company: TraceRecipe.Company(readers: 16, sharesDocument: true))
    }

    /// The aims for foreseeable drops, all drops and processor time, for text, scans and maps: times evince's at the
    /// smaller cap.
    private static let aims: [(scheme: AheadScheme, foreseeable: [Double], all: [Double]?, processor: Double)] = [
        (.full, [0.20, 0.35, 0.45], [0.42, 0.50, 0.52], 1.25), (.eco, [0.45, 0.55, 0.65], nil, 0.85),
    ]
    /// The caps of the cache, in mean pages.
    private static let caps = [16, 64]

    let quick: Bool
    /// The seed of the traces: another one draws others.
    let seed: UInt64

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nReading ahead in virtual time: dropped frames at 60 a second, for 1,000 turns, one processor")
        say("(f'able: without openings, choices from the contents and new searches; × of evince; caps in mean pages)\n")
        for cap in Self.caps {
            var total = Table(
                ["cap \(cap), all workloads", "", "drops", "×", "f'able", "×", "wasted", "ms", "×"], leftColumns: 2)
            var byWorkload = Table(["cap \(cap), f'able drops", ""] + AheadScheme.allCases.map(\.name), leftColumns: 2)
            for (number, renderClass) in RenderClass.allCases.enumerated() {
                let scores = try Workload.all.map { workload throws(BenchmarkError) in
                    try play(workload, renderClass, cap: cap)
                }
                let sums = AheadScheme.allCases.indices.map { scheme in
                    scores.reduce(into: AheadScore()) { $0 += $1[scheme] }
                }
                add(sums, renderClass.rawValue, cap, to: &total, &report)
                for (workload, scores) in zip(Workload.all, scores) {
                    add(scores, workload.name, renderClass, to: &byWorkload)
                }
                if cap == Self.caps.first, number < 3 { hold(sums, renderClass, number, &report) }
                if cap == Self.caps.first, renderClass == .text { holdText(scores, &report) }
                if cap != Self.caps.first {
                    let crowd = try play(.crowd, renderClass, cap: cap)
                    add(crowd, Workload.crowd.name, renderClass, to: &byWorkload)
                    report.hold(
                        "\(renderClass.rawValue), 16 readers, f'able drops, cap \(cap)",
                        ratio(crowd, .full, over: .neighbours) { Double($0.foreseeableDrops) }, .atMost, 1, "× ±1")
                }
            }
            say(total.text)
            say(byWorkload.text)
        }
    }

    /// The score of each scheme.
    private func play(
        _ workload: Workload, _ renderClass: RenderClass, cap: Int
    ) throws(BenchmarkError) -> [AheadScore] {
        var scores = AheadScheme.allCases.map { _ in AheadScore() }
        let place = UInt64(workload.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff })
        for round in 0..<(quick ? 1 : 2) as Range<UInt64> {
            let trace = TraceRecipe(
                behaviour: workload.behaviour, renderClass: renderClass, company: workload.company,
                requests: quick ? 1000 : 3000, seed: 7_000_000 + seed * 1_000_003 + round * 100_003 + place
            ).draw()
            for (number, scheme) in AheadScheme.allCases.enumerated() {
                if benchmark_interrupted() != 0 { throw BenchmarkError("interrupted") }
                scores[number] += AheadPlayer.play(
                    trace, capacity: cap * TraceDocument.meanPageBytes, scheme: scheme)
            }
        }
        return scores
    }

    private func add(
        _ scores: [AheadScore], _ name: String, _ cap: Int, to table: inout Table, _ report: inout Report
    ) {
        for (scheme, score) in zip(AheadScheme.allCases, scores) {
            let drops = score.perThousand { Double($0.drops) }
            let foreseeable = score.perThousand { Double($0.foreseeableDrops) }
            let wasted = score.perThousand { Double($0.wasted) }
            let time = score.perThousand { Double($0.processorTime) / 1000 }
            table.add([
                scheme == .none ? name : "", scheme.name, drops.short,
                ratio(scores, scheme) { Double($0.drops) }.short, foreseeable.short,
                ratio(scores, scheme) { Double($0.foreseeableDrops) }.short, wasted.short, time.short,
                ratio(scores, scheme) { Double($0.processorTime) }.short,
            ])
            report.record(
                "ahead", scene: "\(name), cap of \(cap) pages", side: scheme.name,
                ["drops": drops, "foreseeable": foreseeable, "wasted": wasted, "processor_ms": time])
        }
    }

    private func add(
        _ scores: [AheadScore], _ name: String, _ renderClass: RenderClass, to table: inout Table
    ) {
        table.add([name, renderClass.rawValue] + scores.map { $0.perThousand { Double($0.foreseeableDrops) }.short })
    }

    private func ratio(
        _ scores: [AheadScore], _ scheme: AheadScheme, over other: AheadScheme = .evince,
        _ figure: (AheadScore) -> Double
    ) -> Double {
        guard let one = AheadScheme.allCases.firstIndex(of: scheme),
            let base = AheadScheme.allCases.firstIndex(of: other)
        else { return .nan }
        return figure(scores[base]) == 0
            ? (figure(scores[one]) == 0 ? 1 : .infinity) : figure(scores[one]) / figure(scores[base])
    }

    private func hold(_ scores: [AheadScore], _ renderClass: RenderClass, _ number: Int, _ report: inout Report) {
        let name = renderClass.rawValue
        for aim in Self.aims {
            report.hold(
                "\(name), \(aim.scheme.name), f'able drops", ratio(scores, aim.scheme) { Double($0.foreseeableDrops) },
                .atMost, aim.foreseeable[number], "× evince")
            if let all = aim.all {
                report.hold(
                    "\(name), \(aim.scheme.name), drops", ratio(scores, aim.scheme) { Double($0.drops) }, .atMost,
                    all[number], "× evince")
            }
            report.hold(
                "\(name), \(aim.scheme.name), processor time",
                ratio(scores, aim.scheme) { Double($0.processorTime) }, .atMost, aim.processor, "× evince")
        }
    }

    private func holdText(_ scores: [[AheadScore]], _ report: inout Report) {
        guard let full = AheadScheme.allCases.firstIndex(of: .full) else { return }
        let quiet = zip(Workload.all, scores).filter { $0.0.behaviour == .read || $0.0.behaviour == .skim }
        report.hold(
            "f'able drops, text that is read or skimmed",
            Double(quiet.reduce(0) { $0 + $1.1[full].foreseeableDrops }), .atMost, 0, "frames")
    }
}
