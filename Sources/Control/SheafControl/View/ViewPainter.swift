import SheafInterface
import SheafOS
import Varlink

/// Draws on the screen what the viewer shows: a page, lines, or pages in small; and the status line.
final class ViewPainter {
    private static let found = TerminalPicture.Tint(colour: 0xffc800, share: 80)
    private static let current = TerminalPicture.Tint(colour: 0xff5000, share: 112)

    /// The content that was drawn last on the part for pages: the same is not drawn again.
    private struct Drawn: Equatable {
        var held: HeldPage?
        var frame: PictureFrame?
        var marks: [PagePart] = []
        var text: String?

        static func == (one: Drawn, other: Drawn) -> Bool {
            one.held === other.held && one.frame == other.frame && one.marks == other.marks && one.text == other.text
        }
    }

    private let screen: ViewScreen
    private var drawn: Drawn?

    init(_ screen: ViewScreen) { self.screen = screen }

    /// Forgets what was drawn, since the screen may show anything: the next thing is drawn anew.
    func forget() { drawn = nil }

    /// Draws a page, or a part of it.
    ///
    /// - Parameter frame: where, and which pixels of what the service has handed over.
    /// - Returns: false where it is not as the service says.
    func draw(
        _ held: HeldPage, in frame: PictureFrame, marks: (all: [PagePart], current: [PagePart])
    ) throws(OSError) -> Bool {
        guard let format = screen.format else { return true }
        let area = screen.area
        let wanted = Drawn(held: held, frame: frame, marks: marks.all + marks.current)
        guard drawn != wanted else { return true }
        let picture = try held.bytes(
            in: frame, cell: (area.cellWidth, area.cellHeight), format: format,
            marks: marks.all.map { ($0, Self.found) } + marks.current.map { ($0, Self.current) })
        guard let picture else { return false }
        // A picture in the same place covers the one before, without a moment of nothing.
        if drawn?.frame?.covers(frame) ?? false { screen.clearPictures() } else { screen.clearArea() }
        screen.draw(picture: picture, in: frame)
        drawn = wanted
        return true
    }

    /// Draws a line of text in the middle, in place of a page.
    func draw(notice: String) {
        let area = screen.area
        let text = DisplayText.cut(TerminalText.safe(notice), to: area.columns)
        guard drawn != Drawn(text: text) else { return }
        let indent = String(repeating: " ", count: (area.columns - DisplayText.width(text)) / 2)
        screen.draw(lines: Array(repeating: "", count: area.rows / 2) + [indent + text])
        drawn = Drawn(text: text)
    }

    /// Draws lines from the top on.
    func draw(_ lines: @autoclosure () -> [String]) {
        guard drawn == nil else { return }
        screen.draw(lines: lines())
        drawn = Drawn()
    }

    // MARK: Pages in small

    /// Clears the screen for pages in small, and names them.
    func begin(_ grid: ThumbnailGrid) {
        screen.clearArea()
        drawLabels(of: grid)
        drawn = Drawn()
    }

    /// Draws the numbers of the pages, that of the chosen one reversed.
    func drawLabels(of grid: ThumbnailGrid) {
        for index in grid.shown {
            let box = grid.box(of: index)
            let number = "\(index + 1)"
            let half = DisplayText.padded(number, to: (box.area.columns + number.count) / 2, alignment: .right)
            let label = DisplayText.padded(half, to: box.area.columns)
            screen.print(
                index == grid.selected ? "\u{1b}[0;7m\(label)\u{1b}[0m" : "\u{1b}[0m\(label)", column: box.column,
                row: box.row + box.area.rows)
        }
    }

    /// Draws a page in small, out of the memory that came with it.
    func draw(_ thumbnail: DocumentInterface.Thumbnail, _ descriptors: VarlinkDescriptors, in grid: ThumbnailGrid) {
        guard let format = screen.format, grid.shown.contains(thumbnail.index), let index = thumbnail.fileDescriptor,
            let memory = descriptors.take(at: index), let size = try? Memfd.size(of: memory.number),
            thumbnail.size > 0, size >= thumbnail.size,
            let mapped = try? SharedMemory(mappingPrivately: memory.number, size: thumbnail.size)
        else { return }
        let box = grid.box(of: thumbnail.index)
        let frame = PageWindow().frame(of: (thumbnail.width, thumbnail.height), in: box.area)
        let picture = TerminalPicture.bytes(
            of: mapped, offset: 0, stride: thumbnail.stride, width: thumbnail.width, height: thumbnail.height,
            frame: frame, cell: (box.area.cellWidth, box.area.cellHeight), format: format)
        if let picture { screen.draw(picture: picture, in: frame, column: box.column, row: box.row) }
    }

    /// Says in the place of a page in small that there is none.
    func draw(_ failed: DocumentInterface.FailedPage, in grid: ThumbnailGrid) {
        guard grid.shown.contains(failed.index) else { return }
        let box = grid.box(of: failed.index)
        screen.print(DisplayText.cut("can't be rendered", to: box.area.columns), column: box.column, row: box.row)
    }

    // MARK: The last line

    /// Draws where the reader is.
    func draw(_ status: ViewStatus) { screen.draw(status: status.line(columns: screen.size.columns)) }

    /// Draws what is being typed.
    func draw(prompt text: String) {
        let columns = screen.size.columns
        let typed = DisplayText.cut("/" + TerminalText.safe(text), to: columns - 1)
        screen.draw(status: DisplayText.padded(typed, to: columns), cursor: DisplayText.width(typed))
    }
}

extension PictureFrame {
    /// Whether it is in the same place.
    fileprivate func covers(_ other: PictureFrame) -> Bool {
        column == other.column && row == other.row && columns == other.columns && rows == other.rows
    }
}
