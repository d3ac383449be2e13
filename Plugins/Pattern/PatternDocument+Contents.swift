import SheafProvider

extension PatternDocument: Textual {
    func text(
        on page: PageID, request: borrowing Request, emit: (TextRun) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        for line in try textLines(on: page) { try emit(TextRun(line.text + "\n", in: line.box)) }
    }

    /// The number and the lines below it.
    func textLines(on page: PageID) throws(ProviderError) -> [PageLayout.Line] {
        let layout = try layout(of: page)
        return [PageLayout.Line(text: String(page.rawValue + 1), box: layout.numberBox)] + layout.lines
    }
}

extension PatternDocument: Searchable {
    func search(
        for needle: String, on page: PageID, request: borrowing Request, emit: (Match) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        let lines = try textLines(on: page)
        for (number, match) in TextSearch(lines.map(\.text)).matches(of: needle).enumerated() {
            for part in match {
                try emit(Match(box: lines[part.line].box(of: part.characters), group: UInt32(number)))
            }
        }
    }
}

extension PatternDocument: Linked {
    /// To the page before, the next one, and the tenth after this.
    func links(
        on page: PageID, request: borrowing Request, emit: (Link) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        let boxes = try layout(of: page).linkBoxes
        for (box, step) in zip(boxes, [-1, 1, 10] as [Int64]) {
            guard let target = try self.page(step, from: page, request: request) else { continue }
            try emit(Link(box: box, target: .destination(Destination(page: target))))
        }
    }
}

extension PatternDocument: Annotated {
    /// Emits annotations of four kinds in turn, which are made and changed a minute after one another; a drawing says
    /// nothing.
    func annotations(
        on page: PageID, request: borrowing Request, emit: (Annotation) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        let kinds = ["highlight", "text", "ink", "stamp"]
        for (number, box) in try layout(of: page).annotationBoxes.enumerated() {
            let kind = kinds[number % kinds.count]
            try emit(
                Annotation(
                    kind: kind, box: box, text: kind == "ink" ? "" : "\(number + 1) on page \(page.rawValue + 1)",
                    author: "Pattern", modified: 1_700_000_000 + Int64(number) * 60))
        }
    }
}

extension PatternDocument: Outlined {
    /// Every tenth entry is one of the top level.
    func outline(
        request: borrowing Request, emit: (OutlineEntry) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        guard settings.outlineEvery > 0 else { return }
        var index: Int64 = 0
        while let page = order.page(at: index) {
            let level: UInt32 = index / settings.outlineEvery % 10 == 0 ? 0 : 1
            try emit(
                OutlineEntry(level: level, title: "Page \(label(of: page))", destination: Destination(page: page)))
            index += settings.outlineEvery
        }
    }
}

extension PatternDocument: Described {
    func metadata(
        request: borrowing Request, emit: (MetadataItem) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        if !settings.title.isEmpty { try emit(MetadataItem(key: "title", value: settings.title)) }
        for orientation in settings.orientations {
            try emit(MetadataItem(key: "orientation", value: orientation.rawValue))
        }
        try emit(MetadataItem(key: "format", value: SettingsFile.signature))
    }
}

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
