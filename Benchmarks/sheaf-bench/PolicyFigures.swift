import CBenchmark
import CacheTraces
import Glibc

/// What policies came to on one trace at one cap.
struct PolicyFigures {
    let company: TraceRecipe.Company
    /// In mean pages.
    let cap: Int
    private let scores: [PolicyCandidate: Score]
    /// Microseconds.
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

    /// From 0 to 1.
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
