import SheafOS

/// Colours on a terminal, as Select Graphic Rendition of ECMA-48 has them.
struct Style: Sendable {
    /// The meaning of a colour; the raw value is the parameter of the sequence.
    enum Emphasis: Int, Sendable {
        case strong = 1
        case faint = 2
        case bad = 31
        case good = 32
        case slow = 33
        case moving = 36
    }

    /// Whether text is coloured.
    let isColoured: Bool

    /// For standard output: only on a terminal that knows colours, and not where NO_COLOR is set (no-color.org).
    static var forStandardOutput: Style {
        let isUnwanted = CurrentProcess.environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let isDumb = CurrentProcess.environment("TERM").map { $0 == "dumb" } ?? true
        return Style(isColoured: StandardStream.output.isTerminal && !isUnwanted && !isDumb)
    }

    /// A text in a colour.
    func callAsFunction(_ emphasis: Emphasis, _ text: String) -> String {
        isColoured && !text.isEmpty ? "\u{1b}[\(emphasis.rawValue)m\(text)\u{1b}[0m" : text
    }
}

/// The sequences that draw on a whole terminal: those of ECMA-48 and xterm that every terminal but "dumb" knows, so
/// that no library has to look them up.
enum TerminalScreen {
    /// Switches to the alternate screen, hides the cursor, and turns off the wrapping of long lines.
    static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l"
    /// Takes all of that back.
    static let leave = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    /// Draws lines from the top on, over the old ones, and clears what is below them. A line is cleared before it is
    /// written: clearing behind its last column could erase the character there.
    static func drawing(_ lines: [String], rows: Int) -> String {
        let drawn = lines.prefix(rows).enumerated().map { "\u{1b}[\($0 + 1);1H\u{1b}[K\($1)" }.joined()
        return lines.count < rows ? drawn + "\u{1b}[\(lines.count + 1);1H\u{1b}[J" : drawn
    }
}
