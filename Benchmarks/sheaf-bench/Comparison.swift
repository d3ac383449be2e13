/// A side of a comparison, and how to measure it once.
struct Side {
    let name: String
    let measure: () throws(BenchmarkError) -> Samples
}

/// The measurements of a side, round by round.
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

    /// How much more of something this side has than another, as a multiple of what a third one has.
    func excess(of figure: (Samples) -> Double, over other: Series, in unit: Series) -> Double {
        rounds.indices.map { round in
            (figure(rounds[round]) - figure(other.rounds[round])) / figure(unit.rounds[round])
        }.median
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

/// The measurements of one run of a client program.
struct Samples {
    /// How long each call took, in nanoseconds, in the order of the calls.
    let durations: [UInt64]
    /// How long they took together, in nanoseconds.
    let elapsed: UInt64
    /// The length of the last reply.
    let replyBytes: Int
    /// The median, in microseconds.
    let median: Double
    /// The 99th percentile, in microseconds.
    let p99: Double

    /// Reads what `benchmark_print` printed.
    init(parsing output: String, of program: String) throws(BenchmarkError) {
        let words = output.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A })
        let numbers = words.compactMap { UInt64(Substring($0)) }
        guard numbers.count > 2 else { throw BenchmarkError("\(program) printed no samples") }
        elapsed = numbers[0]
        replyBytes = Int(numbers[1])
        durations = Array(numbers[2...])
        let microseconds = durations.map { Double($0) / 1000 }
        median = microseconds.median
        p99 = microseconds.percentile(0.99)
    }

    /// Calls a second, over the whole run.
    var rate: Double { elapsed == 0 ? 0 : Double(durations.count) * 1e9 / Double(elapsed) }
}

extension [Double] {
    /// The middle value, or the mean of the two; 0 where there is none.
    var median: Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The value that this share of them is below; the greatest where there are too few to tell; 0 where there is none.
    func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return 0 }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
