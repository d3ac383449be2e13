/// One of the things that are compared: how to measure it once.
struct Side {
    let name: String
    let measure: () throws(BenchmarkError) -> Samples
}

/// What a side measured, round by round.
///
/// Every figure is the median of the rounds' figures, and every ratio the median of the ratios within a round: the
/// sides of one round ran within a second, so that what else the machine does meets both.
struct Series {
    let name: String
    fileprivate(set) var rounds: [Samples] = []

    var median: Double { rounds.map(\.median).median }
    var p99: Double { rounds.map(\.p99).median }
    var rate: Double { rounds.map(\.rate).median }

    /// How many times as much this side has of something as the other has.
    func ratio(of figure: (Samples) -> Double, to other: Series) -> Double {
        zip(rounds, other.rounds).map { own, others in figure(own) / figure(others) }.median
    }
}

/// Measures the sides in turn, as often as there are rounds; another side begins each time.
func compare(rounds: Int, _ sides: [Side]) throws(BenchmarkError) -> [Series] {
    var series = sides.map { Series(name: $0.name) }
    for round in 0..<rounds {
        for step in sides.indices {
            let index = (round + step) % sides.count
            series[index].rounds.append(try sides[index].measure())
        }
    }
    return series
}
