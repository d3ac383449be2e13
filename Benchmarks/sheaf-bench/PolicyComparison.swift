import CBenchmark
import CacheTraces
import Glibc

/// Eviction policies on drawn traces, against a bound that none can be below.
struct PolicyComparison {
    /// The caps of the cache, in mean pages.
    private static let caps = [8, 16, 64, 256]
    /// The aims of `reading` over the mix, by cap; ``behindAim`` is that in each class against `gdsf`.
    private static let aims = [16: 1.22, 64: 1.29]
    private static let behindAim = 1.02

    let quick: Bool
    /// The seed of the traces: another one draws others.
    let seed: UInt64

    /// Traces of a case: for each company, so many.
    ///
    /// - Parameters:
    ///   - requests: of one trace.
    ///   - seeds: how many traces for each company.
    ///   - seed: another one gives other traces.
    static func recipes(
        behaviour: Behaviour? = nil, renderClass: RenderClass? = nil, requests: Int, seeds: Int, seed: UInt64 = 0
    ) -> [TraceRecipe] {
        (0..<seeds).flatMap { round in
            TraceRecipe.Company.all.enumerated().map { number, company in
                TraceRecipe(
                    behaviour: behaviour, renderClass: renderClass, company: company, requests: requests,
                    // One apart, so that documents read by all are of each class in turn.
                    seed: UInt64(1 + number + round * 1001) + seed * 1_000_003)
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
            Self.recipes(requests: requests, seeds: quick ? 1 : 4, seed: seed), caps: Self.caps, candidates)
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
                behaviour.rawValue, Self.recipes(behaviour: behaviour, requests: requests, seeds: seeds, seed: seed))
        }
        for renderClass in RenderClass.allCases {
            try measure(
                "mix, \(renderClass.rawValue)",
                Self.recipes(renderClass: renderClass, requests: requests, seeds: seeds, seed: seed))
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

/// The scores of policies on one trace at one cap.
struct PolicyFigures {
    let company: TraceRecipe.Company
    /// The cap, in mean pages.
    let cap: Int
    private let scores: [PolicyCandidate: Score]
    /// The bound, in microseconds.
    private let bound: UInt64

    /// Draws traces and plays each at each cap.
    static func measure(
        _ recipes: [TraceRecipe], caps: [Int], _ candidates: [PolicyCandidate]
    ) throws(BenchmarkError) -> [PolicyFigures] {
        var figures: [PolicyFigures] = []
        for recipe in recipes {
            let trace = recipe.draw()
            let sequence = RequestSequence(trace)
            for cap in caps {
                if benchmark_interrupted() != 0 { throw BenchmarkError("interrupted") }
                let capacity = cap * TraceDocument.meanPageBytes
                let scores = candidates.map { ($0, $0.play(trace, sequence, capacity: capacity)) }
                figures.append(
                    PolicyFigures(
                        company: recipe.company, cap: cap, scores: Dictionary(uniqueKeysWithValues: scores),
                        bound: FlowBound.missTime(of: sequence, capacity: capacity)))
            }
        }
        return figures
    }

    /// Whether there is something to choose: what the readers look at, which stays whatever the policy, takes half of the cap
    /// at most.
    var leavesChoice: Bool { company.readers * 2 <= cap }

    /// The miss time over the bound; 1 where neither misses.
    func overBound(_ candidate: PolicyCandidate) -> Double {
        guard let score = scores[candidate], bound > 0 else { return 1 }
        return Double(score.missTime) / Double(bound)
    }

    /// The share of requests that a policy answers from the cache, from 0 to 1.
    func hitRatio(_ candidate: PolicyCandidate) -> Double { scores[candidate]?.hitRatio ?? 0 }
}

extension [PolicyFigures] {
    /// The geometric mean, by which no trace counts more than another.
    func overBound(_ candidate: PolicyCandidate) -> Double {
        exp(reduce(0) { $0 + log($1.overBound(candidate)) } / Double(Swift.max(count, 1)))
    }

    /// The mean.
    func hitRatio(_ candidate: PolicyCandidate) -> Double {
        reduce(0) { $0 + $1.hitRatio(candidate) } / Double(Swift.max(count, 1))
    }
}

/// A table of what policies came to, with a line for each case and cap.
struct PolicyTable {
    private let candidates: [PolicyCandidate]
    private var table: Table

    init(_ candidates: [PolicyCandidate]) {
        self.candidates = candidates
        table = Table(
            ["", "cap"] + candidates.map(\.name) + candidates.enumerated().map { ($0 == 0 ? "% hits: " : "") + $1.name }
        )
    }

    var text: String { table.text }

    mutating func add(_ name: String, _ figures: [PolicyFigures], caps: [Int]) {
        var isFirst = true
        for cap in caps {
            let figures = figures.filter { $0.cap == cap }
            guard !figures.isEmpty else { continue }
            table.add(
                [isFirst ? name : "", "\(cap)"] + candidates.map { figures.overBound($0).fixed(2) }
                    + candidates.map { (figures.hitRatio($0) * 100).fixed(0) })
            isFirst = false
        }
    }
}

/// `sheaf-bench policy-mix`: the mix alone, at two caps and in a few seconds, for who works on a policy.
enum PolicyMix {
    static let command = "policy-mix"
    private static let caps = [16, 64]
    private static let candidates: [PolicyCandidate] = [.lru, .gdsf, .reading]

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.isEmpty else { throw BenchmarkError("\(command) takes no arguments") }
        var table = PolicyTable(candidates)
        let figures = try PolicyFigures.measure(
            PolicyComparison.recipes(requests: 8000, seeds: 2), caps: caps, candidates)
        table.add("mix", figures.filter(\.leavesChoice), caps: caps)
        for company in TraceRecipe.Company.all {
            table.add(PolicyComparison.name(company), figures.filter { $0.company == company }, caps: caps)
        }
        say(table.text)
    }
}
