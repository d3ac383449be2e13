import SheafInterface

/// The part of a terminal on which pages are drawn: all of it but the status line.
struct TerminalArea: Equatable, Sendable {
    /// In characters.
    var columns: Int
    var rows: Int
    /// The pixels of a character.
    var cellWidth: Int
    var cellHeight: Int

    /// In pixels.
    var width: Int { columns * cellWidth }
    var height: Int { rows * cellHeight }
}

/// A picture on a terminal: where, and of which of its pixels.
struct PictureFrame: Equatable, Sendable {
    /// In characters, from 0.
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int
    /// The part of the picture, in its own pixels.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

/// A rectangle of a page, each number as a part of the page's side.
struct PagePart: Equatable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
}

/// The part of a page that is seen, and how much larger the page is than fitted into the terminal.
struct PageWindow: Equatable, Sendable {
    /// How much larger a page becomes with a step.
    private static let factor = 1.25
    /// The most steps: 7.45 times as large.
    static let steps = 9
    /// How far a key moves the window, of what is seen.
    private static let pan = 0.25

    /// The longest side of a viewport, by the protocol.
    private static let largestSide = 32_767

    /// How many steps larger than fitted.
    private(set) var step = 0
    /// The middle of what is seen, as a part of the page's sides.
    private var x = 0.5
    private var y = 0.5

    init() {}

    /// How many times as large as fitted.
    var zoom: Double { (0..<step).reduce(1) { zoom, _ in zoom * Self.factor } }
    var isZoomed: Bool { step > 0 }

    /// Zooms in by so many steps, or out below 0, around what is in the middle.
    mutating func zoom(by steps: Int) { step = min(max(step + steps, 0), Self.steps) }

    /// Fits the page into the terminal.
    mutating func fit() { self = PageWindow() }

    /// Goes to the top of another page.
    mutating func turn() { y = 0 }

    /// Moves the window over a page, in steps of a key.
    mutating func move(right: Int, down: Int, over page: (width: Int, height: Int), in area: TerminalArea) {
        // From where it is seen: not from beyond an edge.
        let part = part(of: page, in: area)
        x = part.x + part.width * (0.5 + Double(right) * Self.pan)
        y = part.y + part.height * (0.5 + Double(down) * Self.pan)
    }

    /// Moves the window so that a part of the page is in the middle, where it is not seen already.
    mutating func show(_ wanted: PagePart, of page: (width: Int, height: Int), in area: TerminalArea) {
        let part = part(of: page, in: area)
        let isSeen =
            wanted.x >= part.x && wanted.y >= part.y && wanted.x + wanted.width <= part.x + part.width
            && wanted.y + wanted.height <= part.y + part.height
        if !isSeen { (x, y) = (wanted.x + wanted.width / 2, wanted.y + wanted.height / 2) }
    }

    /// Returns the part of a page that is seen.
    ///
    /// - Parameter page: its sides, in whatever unit.
    func part(of page: (width: Int, height: Int), in area: TerminalArea) -> PagePart {
        let size = size(of: page, in: area)
        let width = min(1, Double(area.width) / size.width)
        let height = min(1, Double(area.height) / size.height)
        return PagePart(
            x: min(max(x - width / 2, 0), 1 - width), y: min(max(y - height / 2, 0), 1 - height), width: width,
            height: height)
    }

    /// Where a page is drawn, in the middle of the terminal, and what of it.
    ///
    /// - Parameter page: its sides in pixels, as it was rendered, which may be another size than is shown.
    func frame(of page: (width: Int, height: Int), in area: TerminalArea) -> PictureFrame {
        let size = size(of: page, in: area)
        let part = part(of: page, in: area)
        // Whole characters: a page is stretched by less than half of one.
        let columns = Self.cells(part.width * size.width, area.cellWidth, atMost: area.columns)
        let rows = Self.cells(part.height * size.height, area.cellHeight, atMost: area.rows)
        let x = min(Int(part.x * Double(page.width)), page.width - 1)
        let y = min(Int(part.y * Double(page.height)), page.height - 1)
        return PictureFrame(
            column: (area.columns - columns) / 2, row: (area.rows - rows) / 2, columns: columns, rows: rows, x: x, y: y,
            width: min(max(Int((part.width * Double(page.width)).rounded()), 1), page.width - x),
            height: min(max(Int((part.height * Double(page.height)).rounded()), 1), page.height - y))
    }

    /// The viewport in which a page is as large as this window shows it: without zoom that of a reader on the terminal.
    func viewport(
        of area: TerminalArea, like viewport: ReaderInterface.Viewport
    ) -> ReaderInterface.Viewport {
        var viewport = viewport
        let scale = min(zoom, Double(Self.largestSide) / Double(max(area.width, area.height, 1)))
        viewport.width = max(Int(Double(area.width) * scale), 1)
        viewport.height = max(Int(Double(area.height) * scale), 1)
        viewport.fit = .page
        return viewport
    }

    /// How many pixels a page has in a viewport, as the service counts them; a few more at most, where `page` is rounded up.
    ///
    /// - Parameter page: its sides, in whatever unit.
    static func pixels(
        of page: (width: Int, height: Int), in viewport: ReaderInterface.Viewport
    ) -> (width: Int, height: Int) {
        let (width, height) = (Double(max(page.width, 1)), Double(max(page.height, 1)))
        let scale = min(Double(viewport.width) / width, Double(viewport.height) / height)
        return (
            max(Int((width * scale - 0.001).rounded(.up)), 1), max(Int((height * scale - 0.001).rounded(.up)), 1)
        )
    }

    /// How large a page is shown, in pixels of the terminal.
    private func size(of page: (width: Int, height: Int), in area: TerminalArea) -> (width: Double, height: Double) {
        let (width, height) = (Double(max(page.width, 1)), Double(max(page.height, 1)))
        let scale = min(Double(area.width) / width, Double(area.height) / height) * zoom
        return (width * scale, height * scale)
    }

    private static func cells(_ pixels: Double, _ cell: Int, atMost limit: Int) -> Int {
        min(max(Int((pixels / Double(cell)).rounded()), 1), limit)
    }
}
