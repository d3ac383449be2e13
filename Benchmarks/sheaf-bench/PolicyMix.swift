import CacheTraces

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
