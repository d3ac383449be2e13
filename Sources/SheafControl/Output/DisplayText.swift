/// Text that comes from elsewhere (a document's labels, a provider's reasons, file names), as a terminal may show it.
package enum DisplayText {
    /// On one line, and without anything that a terminal would take as a command: control characters become spaces, and
    /// what turns the direction of writing is left out.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || turnsDirection($0) }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !turnsDirection(scalar) {
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
    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// How many columns of a terminal a text takes.
    package static func width(_ text: String) -> Int {
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

    /// A text that is cut where it takes more columns than there are, with an ellipsis in the last one.
    package static func cut(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        var taken = 1
        for character in text {
            taken += width(of: character)
            if taken > columns { break }
            result.append(character)
        }
        return result + ellipsis
    }

    /// What stands for what was cut off: one column.
    package static let ellipsis = "\u{2026}"

    /// Fills a text up with spaces to so many columns.
    package static func padded(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let space = String(repeating: " ", count: max(0, columns - width(text)))
        return alignment == .left ? text + space : space + text
    }

    /// Where a text stands in more room than it needs.
    package enum Alignment: Sendable { case left, right }
}
