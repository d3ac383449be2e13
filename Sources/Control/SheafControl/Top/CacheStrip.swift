import SheafInterface
import SheafOS

/// The pages of the cache as letters, a line or more for each document.
struct CacheStrip {
    /// How many columns of a document's name are shown at most.
    private static let maximumNameWidth = 8
    private static let gap = 2

    /// The pages of one document, in order.
    private struct Group {
        let name: String
        var marks: [PageMark] = []
        /// The position in `marks` of the first page that a reader needs.
        var needed: Int?

        mutating func add(_ page: ManagerInterface.CachePage) {
            if needed == nil, page.need != .none { needed = marks.count }
            marks.append(PageMark(page))
        }
    }

    private var groups: [Group] = []
    /// How many pages of the cache the list lacks: those of other users, and those beyond its length.
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
        nameWidth = min(Self.maximumNameWidth, groups.map { DisplayText.width(TerminalText.safe($0.name)) }.max() ?? 0)
    }

    /// The meaning of the letters, of as many as fit.
    static func legend(columns: Int) -> StyledLine {
        var line = StyledLine("pages", .strong)
        for mark in PageMark.allCases {
            guard line.width + mark.name.count + 4 <= columns else { break }
            line.add("  ")
            line.add(String(mark.rawValue), mark.emphasis)
            line.add(" \(mark.name)")
        }
        return line
    }

    /// How many lines all pages take.
    func height(columns: Int) -> Int {
        let cells = cells(columns)
        let lines = groups.reduce(0) { $0 + ($1.marks.count + cells - 1) / cells }
        return max(1, lines + (missing > 0 ? 1 : 0))
    }

    /// No more than `rows` lines; documents and pages that are left out are counted.
    func lines(columns: Int, rows: Int) -> [StyledLine] {
        guard rows > 0 else { return [] }
        guard !groups.isEmpty else { return [StyledLine(missing > 0 ? Self.missing(missing) : "none")] }
        let room = rows - (missing > 0 && rows > 1 ? 1 : 0)
        let shown = groups.count <= room ? groups.count : room - 1
        let cells = cells(columns)
        var free = room - shown
        var lines: [StyledLine] = []
        for group in groups.prefix(shown) {
            let more = min(free, (group.marks.count - 1) / cells)
            free -= more
            lines += self.lines(of: group, cells: cells, rows: 1 + more)
        }
        if shown < groups.count {
            let rest = groups.dropFirst(shown)
            let pages = rest.reduce(0) { $0 + $1.marks.count }
            lines.append(StyledLine("+\(Units.count(rest.count, "document")), \(Units.count(pages, "page"))"))
        }
        if missing > 0, rows > 1 { lines.append(StyledLine(Self.missing(missing))) }
        return lines
    }

    private func cells(_ columns: Int) -> Int { max(1, columns - nameWidth - Self.gap) }

    private static func missing(_ pages: Int) -> String { "+\(Units.count(pages, "page")) that are not listed" }

    /// A document's pages; where they don't all fit, those around the first that a reader needs.
    private func lines(of group: Group, cells: Int, rows: Int) -> [StyledLine] {
        var row = Self.row(of: group, cells: cells * rows)[...]
        var lines: [StyledLine] = []
        while !row.isEmpty {
            let name = lines.isEmpty ? DisplayText.cut(TerminalText.safe(group.name), to: nameWidth) : ""
            var line = StyledLine(DisplayText.padded(name, to: nameWidth + Self.gap))
            for cell in row.prefix(cells) { line.add(cell.text, cell.emphasis) }
            lines.append(line)
            row = row.dropFirst(cells)
        }
        return lines
    }

    private typealias Cell = (text: String, emphasis: Style.Emphasis?)

    private static func row(of group: Group, cells: Int) -> [Cell] {
        let count = group.marks.count
        func cell(_ mark: PageMark) -> Cell { (String(mark.rawValue), mark.emphasis) }
        guard count > cells else { return group.marks.map(cell) }
        // Counts stand on both sides, "+12 " and " +345", none longer than that of all pages.
        let window = cells - 2 * ("\(count)".count + 2)
        guard window > 0 else { return "+\(count)".prefix(cells).map { (String($0), nil) } }
        let start = min(max(0, (group.needed ?? 0) - window / 2), count - window)
        let before = start > 0 ? "+\(start) " : ""
        let behind = count - start - window
        return before.map { (String($0), nil) } + group.marks[start..<start + window].map(cell)
            + (behind > 0 ? " +\(behind)" : "").map { (String($0), nil) }
    }
}

/// The state of a page in the cache, as one letter in a colour.
enum PageMark: Character, CaseIterable {
    case cached = "c"
    case shown = "s"
    case moving = "m"
    case deferred = "d"
    case held = "h"
    case rendering = "r"
    case ahead = "a"

    /// Where more than one applies, what happens to the page goes before what it is kept for.
    init(_ page: ManagerInterface.CachePage) {
        switch (page.state, page.need) {
        case (.rendering, _): self = .rendering
        case (.deferred, _): self = .deferred
        case (.cached, .shown): self = .shown
        case (.cached, .moving): self = .moving
        case (.cached, .none): self = page.leases > 0 ? .held : page.readAhead ? .ahead : .cached
        }
    }

    var emphasis: Style.Emphasis? {
        switch self {
        case .cached: nil
        case .shown: .good
        case .moving: .moving
        case .deferred: .bad
        case .held: .strong
        case .rendering: .slow
        case .ahead: .faint
        }
    }

    /// The meaning of the letter.
    var name: String {
        switch self {
        case .cached: "cached"
        case .shown: "shown"
        case .moving: "moving"
        case .deferred: "deferred"
        case .held: "held"
        case .rendering: "rendering"
        case .ahead: "ahead"
        }
    }
}
