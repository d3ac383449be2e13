import CacheTraces

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
