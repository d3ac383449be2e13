import SheafOS

/// Text in the columns of a terminal.
enum DisplayText {
    /// Which side of its column a text is aligned to.
    enum Alignment: Sendable { case left, right }

    /// Stands for what was cut off; one column wide.
    static let ellipsis = "\u{2026}"

    /// How many columns of a terminal a text is wide.
    static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if isWide(first) || character.unicodeScalars.contains("\u{fe0f}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }

    /// East Asian wide and full-width characters (UAX 11), and emoji that are shown as pictures.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// The text in no more than `columns`; where it is wider the last column holds an ellipsis.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        // One for the ellipsis.
        var used = 1
        for character in text {
            used += width(of: character)
            if used > columns { break }
            result.append(character)
        }
        return result + ellipsis
    }

    /// The text with spaces to fill `columns`; one that is wider stays as it is.
    static func padded(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let space = String(repeating: " ", count: max(0, columns - width(text)))
        return alignment == .left ? text + space : space + text
    }

    /// A line for each subject, the texts aligned in a column behind: "reader      ab12".
    static func subjects(_ lines: [(subject: String, text: String)], width: Int, _ style: Style) -> String {
        lines.map { style(.strong, padded($0.subject, to: width)) + TerminalText.safe($0.text) }.joined(separator: "\n")
    }
}

/// Amounts with their units.
enum Units {
    /// "512 B", "1.5 KiB", "256.0 MiB".
    static func bytes(_ count: Int) -> String {
        guard count >= 1024 else { return "\(count) B" }
        var value = Double(count) / 1024
        var unit = "KiB"
        for next in ["MiB", "GiB", "TiB", "PiB", "EiB"] where value >= 1024 {
            value /= 1024
            unit = next
        }
        return "\(decimal(value, digits: 1)) \(unit)"
    }

    /// "0.42 ms", "31.7 ms", "1204 ms": three significant digits, or all before the point.
    static func milliseconds(_ microseconds: UInt64) -> String {
        let value = Double(microseconds) / 1_000
        return "\(decimal(value, digits: value < 10 ? 2 : value < 100 ? 1 : 0)) ms"
    }

    /// "0.42 ms" of microseconds that the service counts in an Int. Negative ones count as 0.
    static func milliseconds(_ microseconds: Int) -> String { milliseconds(UInt64(clamping: microseconds)) }

    /// "4 s", "3 min 2 s", "5 h 7 min", "12 d 3 h".
    static func duration(seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        default: "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }

    /// "2023-11-14 22:13": seconds since 1970, in UTC. The year's days are counted from March on, so that a leap day is the last.
    static func date(_ seconds: Int) -> String {
        func divided(_ value: Int, _ by: Int) -> (Int, Int) {
            let rest = (value % by + by) % by
            return ((value - rest) / by, rest)
        }
        let (days, time) = divided(seconds, 86_400)
        // 0000-03-01 is 719,468 days before 1970; 400 years have 146,097 days.
        let (era, day) = divided(days + 719_468, 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        func digits(_ value: Int, _ count: Int = 2) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return digits(era * 400 + year + (month < 10 ? 0 : 1), 4) + "-" + digits(month < 10 ? month + 3 : month - 9)
            + "-" + digits(dayOfMonth) + " " + digits(time / 3_600) + ":" + digits(time % 3_600 / 60)
    }

    /// "1 page", "2 pages".
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A number rounded to so many digits behind the point.
    static func decimal(_ value: Double, digits: Int) -> String {
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
