import SheafInterface

/// The cache as a strip: a letter for each page, a document a line or more.
struct CacheStrip {
    /// A document's name takes this many columns at most.
    private static let mostOfName = 8
    private static let gap = 2

    /// The pages of one document, in order.
    private struct Group {
        let name: String
        var marks: [PageMark] = []
        /// The place of the first page that a reader needs.
        var place: Int?

        mutating func add(_ page: ManagerInterface.CachePage) {
            if place == nil, page.need != .none { place = marks.count }
            marks.append(PageMark(page))
        }
    }

    private var groups: [Group] = []
    /// Pages that take memory and are in no list: others', and those past what a list has.
    private let missing: Int
    private let nameWidth: Int

    init(_ listing: ManagerInterface.GetCacheReply) {
        let pages = listing.pages ?? []
        for page in pages {
            if groups.last?.name != page.document { groups.append(Group(name: page.document)) }
            groups[groups.count - 1].add(page)
        }
        let states = listing.states
        missing = max(0, states.cached.pages + states.deferred.pages + states.rendering.pages - pages.count)
        nameWidth = min(Self.mostOfName, groups.map { DisplayText.width(DisplayText.safe($0.name)) }.max() ?? 0)
    }

    /// What the letters mean.
    static func legend(columns: Int) -> InkedLine {
        var line = InkedLine("pages", .strong)
        for mark in PageMark.allCases {
            guard line.width + mark.name.count + 4 <= columns else { break }
            line.add("  ")
            line.add(String(mark.rawValue), mark.ink)
            line.add(" \(mark.name)")
        }
        return line
    }

    /// How many lines it would take to show all.
    func wanted(columns: Int) -> Int {
        let cells = cells(columns)
        let lines = groups.reduce(0) { $0 + ($1.marks.count + cells - 1) / cells }
        return max(1, lines + (missing > 0 ? 1 : 0))
    }

    /// The lines, no more than there is room for; what is left out is counted.
    func lines(columns: Int, rows: Int) -> [InkedLine] {
        guard rows > 0 else { return [] }
        guard !groups.isEmpty else { return [InkedLine(missing > 0 ? Self.missing(missing) : "none")] }
        let room = rows - (missing > 0 && rows > 1 ? 1 : 0)
        let shown = groups.count <= room ? groups.count : room - 1
        let cells = cells(columns)
        var free = room - shown
        var lines: [InkedLine] = []
        for group in groups.prefix(shown) {
            let more = min(free, (group.marks.count - 1) / cells)
            free -= more
            lines += self.lines(of: group, cells: cells, rows: 1 + more)
        }
        if shown < groups.count {
            let rest = groups.dropFirst(shown)
            let pages = rest.reduce(0) { $0 + $1.marks.count }
            lines.append(InkedLine("+\(Units.count(rest.count, "document")), \(Units.count(pages, "page"))"))
        }
        if missing > 0, rows > 1 { lines.append(InkedLine(Self.missing(missing))) }
        return lines
    }

    private func cells(_ columns: Int) -> Int { max(1, columns - nameWidth - Self.gap) }

    private static func missing(_ pages: Int) -> String { "+\(Units.count(pages, "page")) that are not listed" }

    /// A document's pages; where there are too many, those around where somebody reads.
    private func lines(of group: Group, cells: Int, rows: Int) -> [InkedLine] {
        var row = Self.row(of: group, cells: cells * rows)[...]
        var lines: [InkedLine] = []
        while !row.isEmpty {
            let name = lines.isEmpty ? DisplayText.cut(DisplayText.safe(group.name), to: nameWidth) : ""
            var line = InkedLine(DisplayText.padded(name, to: nameWidth + Self.gap))
            for cell in row.prefix(cells) { line.add(cell.text, cell.ink) }
            lines.append(line)
            row = row.dropFirst(cells)
        }
        return lines
    }

    private typealias Cell = (text: String, ink: Style.Ink?)

    private static func row(of group: Group, cells: Int) -> [Cell] {
        let count = group.marks.count
        func cell(_ mark: PageMark) -> Cell { (String(mark.rawValue), mark.ink) }
        guard count > cells else { return group.marks.map(cell) }
        // "+12 " before, " +345" behind: room for the largest of both.
        let window = cells - 2 * ("\(count)".count + 2)
        guard window > 0 else { return "+\(count)".prefix(cells).map { (String($0), nil) } }
        let start = min(max(0, (group.place ?? 0) - window / 2), count - window)
        let before = start > 0 ? "+\(start) " : ""
        let behind = count - start - window
        return before.map { (String($0), nil) } + group.marks[start..<start + window].map(cell)
            + (behind > 0 ? " +\(behind)" : "").map { (String($0), nil) }
    }
}
