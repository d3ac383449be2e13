import SheafInterface
import SheafOS

/// How documents are opened.
extension CommandParser {
    func openRequest() throws(ControlError) -> OpenRequest {
        let source: OpenRequest.Source
        switch (words.first, line.value("library")) {
        case (let file?, nil) where !file.isEmpty: source = .file(file)
        case (nil, let path?) where !path.isEmpty: source = .library(path)
        case (.some, .some): throw mistake("open wants FILE or --library PATH, not both")
        default: throw mistake("open wants the FILE to open")
        }
        try expectArguments(atMost: 1)
        let axes = try axisSetups()
        let target = try line.value("page").map { text throws(ControlError) in
            ReaderInterface.Target(index: try pageIndex(text))
        }
        let background = try background()
        if background != nil, axes?.count != 2 {
            throw mistake("--background is seen where two axes cross: give --vertical too")
        }
        return OpenRequest(
            source: source, viewport: try viewport(), provider: line.value("provider"), target: target, axes: axes,
            background: background, isManual: line.has("manual"))
    }

    private func viewport() throws(ControlError) -> ReaderInterface.Viewport {
        var change = try viewportChange()
        if change.size == nil { change.size = try size(OpenRequest.defaultSize) }
        return change.applied(to: ReaderInterface.Viewport(width: 0, height: 0))
    }

    /// The axes as they were given; nil where nothing was said about them.
    private func axisSetups() throws(ControlError) -> [ReaderInterface.AxisSetup]? {
        let unlocks = try unlocks()
        var front = ReaderInterface.AxisSetup(axis: try axisOption() ?? .horizontal)
        front.arrangement = try arrangement()
        if let text = line.value("part") {
            guard let part = Self.part(text) else {
                throw mistake("--part wants FIRST+PAGES, as 11+5, not \"\(text)\"")
            }
            (front.first, front.pages) = part
        }
        guard let text = line.value("vertical") else {
            for name in ["unlock", "vertical-page"] where line.has(name) {
                throw mistake("--\(name) is for two axes: give --vertical too")
            }
            return front == ReaderInterface.AxisSetup(axis: .horizontal) ? nil : [front]
        }
        guard front.axis == .horizontal else { throw mistake("--vertical is the other axis: leave out --axis") }
        var other = try setup(text)
        other.start = try line.value("vertical-page").map { text throws(ControlError) in try pageIndex(text) }
        front.unlocks = unlocks?.horizontal
        other.unlocks = unlocks?.vertical
        return [front, other]
    }

    /// "d2", "11+5", "d2,11+5"
    private func setup(_ text: String) throws(ControlError) -> ReaderInterface.AxisSetup {
        var setup = ReaderInterface.AxisSetup(axis: .vertical)
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let last = words.last, let part = Self.part(last) {
            (setup.first, setup.pages) = part
            if words.count == 2 { setup.document = words[0] }
        } else if words.count == 1 {
            setup.document = text
        }
        let isWhole = setup.first != nil && words.count <= 2 || setup.document != nil
        guard isWhole, setup.document?.isEmpty != true, setup.document?.contains("+") != true else {
            throw mistake(
                "--vertical wants an open document, a part of this one or both, as d2, 11+5 or d2,11+5, not \"\(text)\""
            )
        }
        return setup
    }

    /// "11+5": the index of the first page, from 0, and how many there are.
    private static func part(_ text: String) -> (first: Int, pages: Int)? {
        let numbers = text.split(separator: "+", omittingEmptySubsequences: false).map { number($0) }
        guard numbers.count == 2, let first = numbers[0], let pages = numbers[1], first >= 1, pages >= 1 else {
            return nil
        }
        return (first - 1, pages)
    }

    /// Spreads, counted from 1 by people; either may be left out.
    private func unlocks() throws(ControlError) -> (horizontal: Int?, vertical: Int?)? {
        guard let text = line.value("unlock") else { return nil }
        let sides = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = sides.map { $0.isEmpty ? nil : Self.number($0) }
        let isRight = zip(sides, numbers).allSatisfy { $0.isEmpty || ($1 ?? 0) >= 1 }
        guard sides.count == 2, isRight, text != "," else {
            throw mistake(
                "--unlock wants H,V: the spreads, counted from 1, where each axis frees the other, not \"\(text)\"")
        }
        return (numbers[0].map { $0 - 1 }, numbers[1].map { $0 - 1 })
    }

    /// "5", "d2,5"
    private func background() throws(ControlError) -> ReaderInterface.Background? {
        guard let text = line.value("background") else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let last = words.last, words.count <= 2, words.count == 1 || !words[0].isEmpty else {
            throw mistake(
                "--background wants the number of a page, as 5, or d2,5 for one of another document, not \"\(text)\"")
        }
        return ReaderInterface.Background(document: words.count == 2 ? words[0] : nil, index: try pageIndex(last))
    }
}
