/// Text from elsewhere (a document's labels, what a provider says, file names), made fit for a terminal.
package enum TerminalText {
    /// The text on one line, and without anything that a terminal would execute: control characters become spaces,
    /// and those that change the direction of writing are removed.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || changesDirection($0) }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !changesDirection(scalar) {
            result.append(isControl(scalar) ? " " : scalar)
        }
        return String(result)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX 9).
    private static func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
