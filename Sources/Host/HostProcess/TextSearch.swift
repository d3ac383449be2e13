import CSheafText
import HostProtocol

/// The text that is searched for, folded so that it can be compared.
struct TextNeedle {
    private let query: TextQuery
    private var foldedCharacters: [Unicode.Scalar: [UInt32]] = [:]
    /// The characters of the query, folded. Blanks in a row are one, and none is at either end.
    private(set) var folded: [UInt32] = []
    /// Whether a word must begin where the match begins, and end where it ends.
    private(set) var beginsWord = false
    private(set) var endsWord = false

    /// - Throws: where nothing is left of it to search for.
    init(_ query: TextQuery) throws(HostError) {
        self.query = query
        for scalar in query.needle.unicodeScalars {
            for character in fold(scalar) where character != Self.blank || folded.last != Self.blank {
                folded.append(character)
            }
        }
        if folded.count > 1, folded.first == Self.blank { folded.removeFirst() }
        if folded.count > 1, folded.last == Self.blank { folded.removeLast() }
        guard let first = folded.first, let last = folded.last else {
            throw HostError(.invalid(parameter: "needle"), "nothing is left of it to search for")
        }
        beginsWord = query.isOfWholeWords && sheaf_text_is_of_word(first) != 0
        endsWord = query.isOfWholeWords && sheaf_text_is_of_word(last) != 0
    }

    fileprivate static let blank = UInt32(0x20)

    /// Returns the characters as which a character is compared.
    fileprivate mutating func fold(_ scalar: Unicode.Scalar) -> [UInt32] {
        if let known = foldedCharacters[scalar] { return known }
        var characters = [UInt32](repeating: 0, count: Int(SHEAF_TEXT_FOLDED_MAX))
        let count = unsafe sheaf_text_fold(
            scalar.value, query.isOfAnyCase ? 1 : 0, query.isOfAnyMarks ? 1 : 0, &characters)
        characters.removeLast(characters.count - count)
        // A page may have any characters.
        if foldedCharacters.count >= 4_096 { foldedCharacters = [:] }
        foldedCharacters[scalar] = characters
        return characters
    }
}

/// Finds a needle in the text of a page: over the ends of lines, where a blank may be, and words that a hyphen divides there.
struct TextSearch {
    private struct Character {
        let folded: UInt32
        /// Which character of ``plain`` it is of.
        let origin: Int32
        /// Whether it is a hyphen that divides a word at the end of a line: it need not be matched.
        var divides = false
    }

    private let page: PageText
    /// The text as it is; lines end in a blank.
    private var plain: [Unicode.Scalar] = []
    /// Where each character of it is: in which run, and at which index there; -1 for the end of a line.
    private var positions: [(run: Int32, index: Int32)] = []
    private var characters: [Character] = []
    /// How many characters around a match are told with it.
    private static let contextLength = 48
    /// How many characters of a match are told, and how many of its boxes.
    private static let maxLength = 4_096
    private static let maxBoxes = 1_024

    init(_ page: PageText, for needle: inout TextNeedle) {
        self.page = page
        for (number, run) in page.runs.enumerated() {
            for (index, scalar) in run.scalars.enumerated() {
                append(needle.fold(scalar), scalar, (Int32(number), Int32(index)))
            }
            if run.endsLine { endLine() }
        }
    }

    private mutating func append(_ folded: [UInt32], _ scalar: Unicode.Scalar, _ position: (Int32, Int32)) {
        let origin = Int32(plain.count)
        plain.append(scalar)
        positions.append(position)
        for character in folded where character != TextNeedle.blank || characters.last?.folded != TextNeedle.blank {
            characters.append(Character(folded: character, origin: origin))
        }
    }

    private mutating func endLine() {
        let isDivided =
            characters.count > 1 && Self.isHyphen(characters[characters.count - 1].folded)
            && sheaf_text_is_of_word(characters[characters.count - 2].folded) != 0
        if isDivided {
            characters[characters.count - 1].divides = true
        } else {
            append([TextNeedle.blank], " ", (0, -1))
        }
    }

    private static func isHyphen(_ character: UInt32) -> Bool { character == 0x2d || character == 0x2010 }

    /// The matches in order; they do not overlap.
    ///
    /// - Parameter isCancelled: asked now and then; ends it.
    func matches(of needle: TextNeedle, isCancelled: () -> Bool) -> [TextMatch] {
        var matches: [TextMatch] = []
        var start = 0
        while start < characters.count, matches.count < HostLimits.listedItems {
            if start & 0xfff == 0, isCancelled() { break }
            if let end = end(of: needle, from: start), isOfWords(start..<end, needle) {
                matches.append(match(start..<end))
                start = end
            } else {
                start += 1
            }
        }
        return matches
    }

    /// Where a match ends that begins at a character; nil where none does.
    private func end(of needle: TextNeedle, from start: Int) -> Int? {
        var index = start
        for (number, wanted) in needle.folded.enumerated() {
            if number > 0, index < characters.count, characters[index].divides, characters[index].folded != wanted {
                index += 1
            }
            guard index < characters.count, characters[index].folded == wanted else { return nil }
            index += 1
        }
        // A letter with a mark is another one than without, where marks count.
        if index < characters.count, Self.isMark(characters[index].folded) { return nil }
        return index
    }

    private static func isMark(_ character: UInt32) -> Bool {
        switch Unicode.Scalar(character)?.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    private func isOfWords(_ range: Range<Int>, _ needle: TextNeedle) -> Bool {
        if needle.beginsWord, range.lowerBound > 0, isOfWord(range.lowerBound - 1) { return false }
        if needle.endsWord, range.upperBound < characters.count, isOfWord(range.upperBound) { return false }
        return true
    }

    private func isOfWord(_ index: Int) -> Bool {
        characters[index].divides || sheaf_text_is_of_word(characters[index].folded) != 0
    }

    private func match(_ range: Range<Int>) -> TextMatch {
        let first = Int(characters[range.lowerBound].origin)
        // Marks that do not count belong to their letter all the same.
        let next = range.upperBound < characters.count ? Int(characters[range.upperBound].origin) : plain.count
        var last = Int(characters[range.upperBound - 1].origin)
        while last + 1 < next, Self.isMark(plain[last + 1].value) { last += 1 }
        var boxes: [PointBox] = []
        var part: (run: Int, range: Range<Int>)?
        for origin in first...last {
            let (run, index) = (Int(positions[origin].run), Int(positions[origin].index))
            guard index >= 0 else { continue }
            if let open = part, open.run == run {
                part?.range = open.range.lowerBound..<index + 1
            } else {
                if let part { boxes.append(page.runs[part.run].box(of: part.range)) }
                part = (run, index..<index + 1)
            }
        }
        if let part { boxes.append(page.runs[part.run].box(of: part.range)) }
        // Characters that count for nothing may be in it, as many as there are on the page.
        let end = min(last + 1, first + Self.maxLength)
        return TextMatch(
            before: text(max(first - Self.contextLength, 0)..<first), text: text(first..<end),
            after: text(last + 1..<min(last + 1 + Self.contextLength, plain.count)),
            boxes: Array(boxes.prefix(Self.maxBoxes)))
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(plain[range])) }
}
