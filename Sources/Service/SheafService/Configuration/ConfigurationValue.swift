/// How the values of a configuration are written, as in systemd's own files.
enum ConfigurationValue {
    /// The largest size, in bytes: one EiB. Sums of a few do not overflow.
    static let maxSize = 1 << 60
    /// The longest time span: 100 years, in microseconds.
    static let maxTimeSpan: UInt64 = 36_525 * 86_400_000_000

    /// A size in bytes: a whole number, with K, M, G or T for powers of 1024, or a percentage of `memory`.
    static func byteSize(_ text: String, memory: Int) -> Int? {
        if text.last == "%" {
            guard let percent = Int(text.dropLast()), (0...100).contains(percent) else { return nil }
            return memory / 100 * percent
        }
        let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
        guard let last = text.last else { return nil }
        let shift = shifts[last]
        guard let number = Int(shift == nil ? text[...] : text.dropLast()), number >= 0 else { return nil }
        let (size, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        return overflow || size > maxSize ? nil : size
    }

    /// A time span in microseconds: a number of seconds, or a sum of numbers with the units us, ms, s, min, h and d:
    /// "90", "1min 30s", "250ms".
    static func timeSpan(_ text: String) -> UInt64? {
        let units: [String: UInt64] = [
            "": 1_000_000, "us": 1, "ms": 1_000, "s": 1_000_000, "sec": 1_000_000, "m": 60_000_000, "min": 60_000_000,
            "h": 3_600_000_000, "d": 86_400_000_000,
        ]
        var total: UInt64 = 0
        var rest = text.drop { $0 == " " }
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count).drop { $0 == " " }
            guard let number = UInt64(digits), let factor = units[String(unit)] else { return nil }
            let (span, tooLong) = number.multipliedReportingOverflow(by: factor)
            let (sum, overflow) = total.addingReportingOverflow(span)
            guard !tooLong, !overflow else { return nil }
            total = sum
        }
        return total <= maxTimeSpan ? total : nil
    }

    /// A whole number within a range.
    static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(text), range.contains(number) else { return nil }
        return number
    }
}
