/// Pages in small on a terminal, in rows, with one of them chosen.
struct ThumbnailGrid: Equatable {
    /// The longer side of a thumbnail, in pixels.
    private static let side = 128
    /// The fewest characters that show anything of a page.
    private static let fewest = (columns: 16, rows: 8)

    /// How many pages there are.
    let count: Int
    /// The index of the chosen page.
    private(set) var selected: Int
    /// The index of the first page on the screen.
    private(set) var first = 0
    private(set) var area: TerminalArea

    /// - Parameter selected: the page that is read.
    init(count: Int, selected: Int, area: TerminalArea) {
        self.count = max(count, selected + 1)
        self.selected = selected
        self.area = area
        resize(area)
    }

    /// The columns and rows of a thumbnail. Its label takes a line besides.
    private var box: (columns: Int, rows: Int) {
        (
            min(max((Self.side + area.cellWidth - 1) / area.cellWidth, Self.fewest.columns), area.columns),
            min(max((Self.side + area.cellHeight - 1) / area.cellHeight, Self.fewest.rows), max(area.rows - 1, 1))
        )
    }
    private var across: Int { max(area.columns / (box.columns + 1), 1) }
    private var down: Int { max(area.rows / (box.rows + 1), 1) }

    /// The pages that are on the screen.
    var shown: Range<Int> { first..<min(first + across * down, max(count, first)) }

    /// Fits the grid into another terminal.
    mutating func resize(_ area: TerminalArea) {
        self.area = area
        first = 0
        scroll()
    }

    /// Handles a key in the grid of thumbnails.
    mutating func serve(_ input: TerminalInput) -> ListOutcome {
        switch input {
        case .left, .character("h"): move(-1)
        case .right, .character("l"): move(1)
        case .up, .character("k"): if selected >= across { move(-across) }
        case .down, .character("j"): if selected + across < count { move(across) }
        case .pageUp, .character("b"): move(-across * down)
        case .pageDown, .character(" "): move(across * down)
        case .home, .character("g"): move(-count)
        case .end, .character("G"): move(count)
        case .enter: return .chosen(selected)
        case .escape, .character("t"), .character("q"): return .closed
        default: break
        }
        return .moved
    }

    private mutating func move(_ pages: Int) {
        selected = min(max(selected + pages, 0), count - 1)
        scroll()
    }

    private mutating func scroll() {
        let row = selected / across
        let top = first / across
        if row < top || row >= top + down { first = (row < top ? row : row - down + 1) * across }
    }

    /// Where a page of the screen is drawn: the room for its picture.
    func box(of index: Int) -> (column: Int, row: Int, area: TerminalArea) {
        let cell = index - first
        return (
            cell % across * (box.columns + 1), cell / across * (box.rows + 1),
            TerminalArea(columns: box.columns, rows: box.rows, cellWidth: area.cellWidth, cellHeight: area.cellHeight)
        )
    }
}
