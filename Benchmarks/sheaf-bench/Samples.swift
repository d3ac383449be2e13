/// What one run of a client program measured.
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
