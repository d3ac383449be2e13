/// Amounts as people read them.
package enum Units {
    /// "512 B", "1.5 KiB", "256.0 MiB".
    package static func bytes(_ count: Int) -> String {
        guard count >= 1024 else { return "\(count) B" }
        var value = Double(count) / 1024
        var unit = "KiB"
        for next in ["MiB", "GiB", "TiB", "PiB", "EiB"] where value >= 1024 {
            value /= 1024
            unit = next
        }
        return "\(decimal(value, digits: 1)) \(unit)"
    }

    /// "0.42 ms", "31.7 ms", "1204 ms": three digits that mean something.
    package static func milliseconds(_ microseconds: UInt64) -> String {
        let value = Double(microseconds) / 1_000
        return "\(decimal(value, digits: value < 10 ? 2 : value < 100 ? 1 : 0)) ms"
    }

    /// "4 s", "3 min 2 s", "5 h 7 min", "12 d 3 h".
    package static func duration(seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        default: "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }

    /// "1 page", "2 pages".
    package static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A number with so many digits behind the point, rounded.
    package static func decimal(_ value: Double, digits: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return value.description }
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((value.magnitude * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % scale)
        return "\(sign)\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
