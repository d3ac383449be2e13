/// Finds words in lines of text without regard to case. The end of a line counts as a space.
struct TextSearch {
    /// The part of a match that is on one line.
    struct Part: Equatable {
        var line: Int
        var characters: Range<Int>
    }

    private struct Position {
        let character: String
        let line: Int
        let column: Int
    }

    private let positions: [Position]

    init(_ lines: [String]) {
        positions = lines.enumerated().flatMap { line, text in
            (text + " ").enumerated().map { column, character in
                Position(character: character.lowercased(), line: line, column: column)
            }
        }
    }

    /// The matches in order; they do not overlap.
    func matches(of needle: String) -> [[Part]] {
        let wanted = needle.map { $0.isWhitespace ? " " : $0.lowercased() }
        guard !wanted.isEmpty else { return [] }
        var matches: [[Part]] = []
        var start = 0
        while start + wanted.count <= positions.count {
            if positions[start..<start + wanted.count].map(\.character) == wanted {
                matches.append(parts(of: start..<start + wanted.count))
                start += wanted.count
            } else {
                start += 1
            }
        }
        return matches
    }

    private func parts(of range: Range<Int>) -> [Part] {
        var parts: [Part] = []
        for position in positions[range] {
            if let last = parts.last, last.line == position.line {
                parts[parts.count - 1].characters = last.characters.lowerBound..<position.column + 1
            } else {
                parts.append(Part(line: position.line, characters: position.column..<position.column + 1))
            }
        }
        return parts
    }
}
