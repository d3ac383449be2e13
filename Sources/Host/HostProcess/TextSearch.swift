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
        ascii = (0..<0x80).map { fold(Unicode.Scalar(UInt8($0))).first ?? $0 }
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
    /// The folded form of each character of ASCII, by which it is compared.
    fileprivate private(set) var ascii: [UInt32] = []

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

/// Text made ready to be searched: its characters, each folded as those of a needle are.
struct FoldedText {
    /// A folded character.
    struct Character {
        let folded: UInt32
        /// Which character of ``plain`` it is of.
        let origin: Int32
        /// Whether it need not be matched: a hyphen that divides a word at the end of a line, a blank there that may be none.
        var isOptional = false
    }

    private(set) var runs: [PageText.Run] = []
    /// The text as it is; lines end in a blank.
    private(set) var plain: [Unicode.Scalar] = []
    /// Where each character of it is: in which run, and at which index there; -1 for the end of a line.
    private(set) var positions: [(run: Int32, index: Int32)] = []
    private(set) var characters: [Character] = []

    /// Adds a run, folded as a needle is.
    mutating func append(_ run: PageText.Run, for needle: inout TextNeedle) {
        let number = Int32(runs.count)
        runs.append(run)
        for (index, scalar) in run.scalars.enumerated() {
            // Most text is this, and each of these is one.
            if scalar.isASCII {
                append(needle.ascii[Int(scalar.value)], of: Int32(plain.count))
            } else {
                for character in needle.fold(scalar) { append(character, of: Int32(plain.count)) }
            }
            plain.append(scalar)
            positions.append((number, Int32(index)))
        }
        if run.endsLine { endLine() }
    }

    private mutating func append(_ folded: UInt32, of origin: Int32) {
        guard folded != TextNeedle.blank || characters.last?.folded != TextNeedle.blank else { return }
        characters.append(Character(folded: folded, origin: origin))
    }

    private mutating func endLine() {
        guard let last = plain.last, let folded = characters.last?.folded else { return appendBlank() }
        let isHyphen = Self.hyphens.contains(last)
        let before = isHyphen ? characters.dropLast().last?.folded : folded
        let isInWord = before.map { sheaf_text_is_of_word($0) != 0 } ?? false
        if last == "\u{ad}", isInWord {
            // It is not among the folded characters: the word goes on.
        } else if isHyphen, isInWord {
            characters[characters.count - 1].isOptional = true
        } else {
            appendBlank()
            // A dash may stand between words without blanks, and some scripts have none.
            let isDash = folded == 0x2d && !isHyphen
            guard isDash || sheaf_text_needs_blanks(last.value) == 0, folded != TextNeedle.blank else { return }
            characters[characters.count - 1].isOptional = true
        }
    }

    private mutating func appendBlank() {
        append(TextNeedle.blank, of: Int32(plain.count))
        plain.append(" ")
        positions.append((0, -1))
    }

    /// Where in the document a character of ``plain`` stands, the end of a line where what is before it does; nil where nobody knows.
    func position(of origin: Int) -> Int64? {
        guard let known = positions[...origin].last(where: { $0.index >= 0 }) else { return nil }
        let run = runs[Int(known.run)]
        return run.positions.isEmpty ? nil : run.positions[Int(known.index)]
    }

    /// The hyphens that divide a word at the end of a line.
    private static let hyphens: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "\u{fe63}", "\u{ff0d}"]

    /// Whether a character is of a word.
    func isOfWord(_ index: Int) -> Bool {
        let character = characters[index]
        return character.isOptional && character.folded != TextNeedle.blank
            || sheaf_text_is_of_word(character.folded) != 0
    }
}

/// Finds a needle in the text of a page: over the ends of lines, where a blank may be, and words that a hyphen divides there; and over
/// the end of the page, where the text goes on.
struct TextSearch {
    private var text = FoldedText()
    /// How many of its runs are on the page itself, and which of its characters a match may begin with.
    private let ownRuns: Int
    private let own: Range<Int>
    /// How many characters around a match are told with it.
    private static let contextLength = 48
    /// How many characters of these are left out, so that no word is cut.
    private static let longestCut = 24
    /// How many characters of a match are told, and how many of its boxes.
    private static let maxLength = 4_096
    private static let maxBoxes = 1_024
    /// How many characters of the page behind are looked at besides as many as the needle has: hyphens there, and what follows a match.
    private static let lookahead = 256

    /// - Parameter next: the text of the page behind, where the text goes on there.
    init(_ page: PageText, next: PageText? = nil, for needle: inout TextNeedle) {
        for run in page.runs { text.append(run, for: &needle) }
        ownRuns = text.runs.count
        own = 0..<text.characters.count
        let enough = own.upperBound + needle.folded.count + Self.lookahead
        for run in next?.runs ?? [] where text.characters.count < enough { text.append(run, for: &needle) }
    }

    /// A search through text that is on no page.
    ///
    /// - Parameters:
    ///   - passage: the text.
    ///   - start: a match begins there or behind.
    ///   - end: a match begins before.
    init(passage: FoldedText, from start: Int64, to end: Int64) {
        text = passage
        ownRuns = passage.runs.count
        func isBefore(_ index: Int, _ position: Int64) -> Bool {
            passage.position(of: Int(passage.characters[index].origin)) ?? .min < position
        }
        func count(before position: Int64) -> Int {
            var (low, high) = (0, passage.characters.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(middle, position) { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let first = count(before: start)
        own = first..<max(first, count(before: end))
    }

    /// The matches that begin on the page, in order; they do not overlap.
    ///
    /// - Parameter isCancelled: asked now and then; ends it.
    func matches(of needle: TextNeedle, isCancelled: () -> Bool) -> [TextMatch] {
        ranges(of: needle, limit: HostLimits.listedItems, isCancelled: isCancelled).map(match)
    }

    /// Returns the characters of the first `limit` matches.
    func ranges(of needle: TextNeedle, limit: Int, isCancelled: () -> Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = own.lowerBound
        let first = needle.folded[0]
        while start < own.upperBound, ranges.count < limit {
            if start & 0xfff == 0, isCancelled() { break }
            if text.characters[start].folded == first, let end = end(of: needle, from: start),
                isOfWords(start..<end, needle)
            {
                ranges.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return ranges
    }

    /// Where in the document the text goes on behind a match; nil where that is not known.
    func position(after range: Range<Int>) -> Int64? {
        range.upperBound < text.characters.count
            ? text.position(of: Int(text.characters[range.upperBound].origin)) : nil
    }

    /// Where a match ends that begins at a character; nil where none does.
    private func end(of needle: TextNeedle, from start: Int) -> Int? {
        let characters = text.characters
        var index = start
        for (number, wanted) in needle.folded.enumerated() {
            if number > 0, index < characters.count, characters[index].isOptional, characters[index].folded != wanted {
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
        if needle.beginsWord, range.lowerBound > 0, text.isOfWord(range.lowerBound - 1) { return false }
        if needle.endsWord, range.upperBound < text.characters.count, text.isOfWord(range.upperBound) { return false }
        return true
    }

    /// Makes the match of a range of characters, as callers are told it.
    func match(_ range: Range<Int>) -> TextMatch {
        let (characters, plain) = (text.characters, text.plain)
        let first = Int(characters[range.lowerBound].origin)
        // Marks that do not count belong to their letter all the same.
        let next = range.upperBound < characters.count ? Int(characters[range.upperBound].origin) : plain.count
        var last = Int(characters[range.upperBound - 1].origin)
        while last + 1 < next, Self.isMark(plain[last + 1].value) { last += 1 }
        var (boxes, rest): ([PointBox], [PointBox]) = ([], [])
        func add(_ part: (run: Int, range: Range<Int>)) {
            guard !text.runs[part.run].boxes.isEmpty else { return }
            let box = text.runs[part.run].box(of: part.range)
            if part.run < ownRuns { boxes.append(box) } else { rest.append(box) }
        }
        var part: (run: Int, range: Range<Int>)?
        for origin in first...last {
            let (run, index) = (Int(text.positions[origin].run), Int(text.positions[origin].index))
            guard index >= 0 else { continue }
            if let open = part, open.run == run {
                part?.range = open.range.lowerBound..<index + 1
            } else {
                if let part { add(part) }
                part = (run, index..<index + 1)
            }
        }
        if let part { add(part) }
        // Characters that count for nothing may be in it, as many as there are on the page.
        let end = min(last + 1, first + Self.maxLength)
        return TextMatch(
            before: string(wordStart(first)..<first), text: string(first..<end),
            after: string(last + 1..<wordEnd(last + 1)),
            boxes: Array(boxes.prefix(Self.maxBoxes)), rest: Array(rest.prefix(Self.maxBoxes)),
            position: text.position(of: first))
    }

    /// Where the text begins that is told before a match: at a word, unless the text has no blanks there.
    private func wordStart(_ match: Int) -> Int {
        let start = max(match - Self.contextLength, 0)
        guard start > 0, !text.plain[start - 1].properties.isWhitespace else { return start }
        let blank = text.plain[start..<min(start + Self.longestCut, match)].firstIndex { $0.properties.isWhitespace }
        return blank.map { $0 + 1 } ?? start
    }

    /// Where the text ends that is told behind a match: behind a word, unless the text has no blanks there.
    private func wordEnd(_ match: Int) -> Int {
        let end = min(match + Self.contextLength, text.plain.count)
        guard end < text.plain.count, !text.plain[end].properties.isWhitespace else { return end }
        let blank = text.plain[max(end - Self.longestCut, match)..<end].lastIndex { $0.properties.isWhitespace }
        return blank ?? end
    }

    private func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(text.plain[range])) }
}
