import SheafOS

/// Colours, where a person looks at a terminal.
package struct Style: Sendable {
    /// What a colour is to say.
    package enum Ink: Int, Sendable {
        case strong = 1
        case faint = 2
        case bad = 31
        case good = 32
        case slow = 33
        case moving = 36
    }

    /// Whether there are any.
    package let isColoured: Bool

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// For standard output: only on a terminal that knows colours, and not against the person's wish (no-color.org).
    package static var forStandardOutput: Style {
        let isUnwanted = CurrentProcess.environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let isDumb = CurrentProcess.environment("TERM").map { $0 == "dumb" } ?? true
        return Style(isColoured: StandardStream.output.isTerminal && !isUnwanted && !isDumb)
    }

    /// A text in a colour.
    package func callAsFunction(_ ink: Ink, _ text: String) -> String {
        isColoured && !text.isEmpty ? "\u{1b}[\(ink.rawValue)m\(text)\u{1b}[0m" : text
    }
}
