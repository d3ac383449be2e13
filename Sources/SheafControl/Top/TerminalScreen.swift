import SheafOS

/// What is written to a terminal to draw on all of it. Plain sequences of ECMA-48 and xterm: every terminal of today
/// that is not "dumb" knows them, so a library that looks them up would bring nothing but its state.
enum TerminalScreen {
    /// Goes to the other screen; the cursor is hidden, and lines that are too long don't wrap.
    static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l"
    /// Leaves everything as it was.
    static let leave = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    /// Draws lines from the top on, over what was there. A line is cleared before it is written: behind its last column
    /// that could take the character there.
    static func drawing(_ lines: [String], rows: Int) -> String {
        let drawn = lines.prefix(rows).enumerated().map { "\u{1b}[\($0 + 1);1H\u{1b}[K\($1)" }.joined()
        return lines.count < rows ? drawn + "\u{1b}[\(lines.count + 1);1H\u{1b}[J" : drawn
    }
}
