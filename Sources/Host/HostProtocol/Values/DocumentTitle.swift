/// The title of a document, from its metadata or from a client, made fit for one line of a list or a log.
package enum DocumentTitle {
    /// The longest title, in bytes of UTF-8.
    package static let limit = 200

    /// The text on one line: without control characters, and without those that can't be seen or change the direction of writing;
    /// words have one space between them, and what is too long is cut at a character. Nil where nothing is left.
    package static func clean(_ text: String) -> String? {
        var title = String.UnicodeScalarView()
        var bytes = 0
        var isBetweenWords = false
        // What is removed may be any amount of a text that is as long as a client or a document likes.
        for scalar in text.unicodeScalars.prefix(16 * limit) {
            guard !isInvisible(scalar) else { continue }
            if isSpace(scalar) {
                isBetweenWords = !title.isEmpty
                continue
            }
            let space = isBetweenWords ? 1 : 0
            guard bytes + space + UTF8.width(scalar) <= limit else { break }
            if isBetweenWords { title.append(" ") }
            title.append(scalar)
            bytes += space + UTF8.width(scalar)
            isBetweenWords = false
        }
        return title.isEmpty ? nil : String(title)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
        default: false
        }
    }

    /// All but the joiners, which letters and emoji need.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format && scalar != "\u{200c}" && scalar != "\u{200d}"
    }
}
