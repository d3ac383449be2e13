import CacheTraces

/// Eviction policies on drawn traces, against a bound that none can be below.
struct PolicyComparison {
    /// In mean pages.
    private static let caps = [8, 16, 64, 256]
    /// What `reading` is held to over the mix, by cap, and in each class against `gdsf`.
    private static let aims = [16: 1.25, 64: 1.30]
    private static let behindAim = 1.02

    let quick: Bool

    /// Traces of a case: for each company, so many.
    ///
    /// - Parameters:
    ///   - requests: of one trace.
    ///   - seeds: how many traces for each company.
    static func recipes(
        behaviour: Behaviour? = nil, renderClass: RenderClass? = nil, requests: Int, seeds: Int
    ) -> [TraceRecipe] {
        (0..<seeds).flatMap { round in
            TraceRecipe.Company.all.enumerated().map { number, company in
                TraceRecipe(
                    behaviour: behaviour, renderClass: renderClass, company: company, requests: requests,
                    // One apart, so that documents read by all are of each class in turn.
                    seed: UInt64(1 + number + round * 1001))
            }
        }
    }

    func run(_ report: inout Report) throws(BenchmarkError) {
        let candidates = PolicyCandidate.allCases
        let requests = quick ? 2000 : 8000
        say("\nEviction policies on drawn traces: time of renders that were missed over the least possible, and hits")
        say("(caps in mean pages of \(TraceDocument.meanPageBytes >> 20) MB; MIN and greedy know the future)\n")
        var table = PolicyTable(candidates)

        let mix = try PolicyFigures.measure(
            Self.recipes(requests: requests, seeds: quick ? 1 : 4), caps: Self.caps, candidates)
        add("mix", mix.filter(\.leavesChoice), to: &table, &report)
        for (cap, aim) in Self.aims.sorted(by: { $0.key < $1.key }) {
            let figures = mix.filter { $0.cap == cap && $0.leavesChoice }
            report.hold(
                "reading over the mix, cap of \(cap) pages", figures.overBound(.reading), .atMost, aim, "× bound")
        }
        for company in TraceRecipe.Company.all {
            add(Self.name(company), mix.filter { $0.company == company }, to: &table, &report)
        }

        var worst = 0.0
        func measure(_ name: String, _ recipes: [TraceRecipe]) throws(BenchmarkError) {
            let figures = try PolicyFigures.measure(recipes, caps: Self.caps, candidates).filter(\.leavesChoice)
            add(name, figures, to: &table, &report)
            for cap in Self.caps {
                let atCap = figures.filter { $0.cap == cap }
                worst = max(worst, atCap.overBound(.reading) / atCap.overBound(.gdsf))
            }
        }
        let seeds = quick ? 1 : 2
        for behaviour in Behaviour.allCases {
            try measure(
                behaviour.rawValue, Self.recipes(behaviour: behaviour, requests: requests, seeds: seeds))
        }
        for renderClass in RenderClass.allCases {
            try measure(
                "mix, \(renderClass.rawValue)",
                Self.recipes(renderClass: renderClass, requests: requests, seeds: seeds))
        }
        say(table.text)
        report.hold("reading in the worst class and cap", worst, .atMost, Self.behindAim, "× gdsf")
    }

    static func name(_ company: TraceRecipe.Company) -> String {
        guard company.readers > 1 else { return "mix, 1 reader" }
        return "mix, \(company.readers) readers, " + (company.sharesDocument ? "one document" : "own documents")
    }

    private func add(
        _ name: String, _ figures: [PolicyFigures], to table: inout PolicyTable, _ report: inout Report
    ) {
        table.add(name, figures, caps: Self.caps)
        for cap in Self.caps {
            let figures = figures.filter { $0.cap == cap }
            guard !figures.isEmpty else { continue }
            for candidate in PolicyCandidate.allCases {
                report.record(
                    "policy", scene: "\(name), cap of \(cap) pages", side: candidate.name,
                    ["over_bound": figures.overBound(candidate), "hit_ratio": figures.hitRatio(candidate)])
            }
        }
    }
}
