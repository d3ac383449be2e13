import SheafOS

/// The terminal as the viewer uses it: what is drawn is collected, and written at once.
final class ViewScreen {
    /// The pixels of a character where the terminal does not tell.
    private static let usualCell = (width: 10, height: 20)
    /// A terminal that says more is not believed.
    private static let largestCell = 64
    private static let usualSize = TerminalSize(columns: 80, rows: 24)

    /// The format of pictures; nil until it is known.
    var format: TerminalPicture.Format?
    /// The pixels of a character, as the terminal has answered.
    var answeredCell: (width: Int, height: Int)?
    private(set) var size = ViewScreen.usualSize
    private let keys: TerminalKeys
    private var output: [UInt8] = []
    private var isEntered = false
    /// Whether pictures lie on the screen that stay when text is written over them.
    private var hasPictures = false

    /// Takes the keys; nil where standard input is no terminal.
    init?() {
        guard let keys = TerminalKeys(stops: true) else { return nil }
        self.keys = keys
        measure()
    }

    /// Standard input.
    var number: Int32 { keys.number }

    /// Reads what was typed; nil where no more comes.
    func read() -> [UInt8]? { keys.read() }

    /// The part for pages.
    var area: TerminalArea { Self.area(of: size, answered: answeredCell) }

    /// The part for pages of a terminal of this size.
    static func area(of size: TerminalSize, answered: (width: Int, height: Int)? = nil) -> TerminalArea {
        var cell = answered ?? usualCell
        if size.width >= size.columns, size.height >= size.rows {
            cell = (size.width / size.columns, size.height / size.rows)
        }
        return TerminalArea(
            columns: size.columns, rows: max(size.rows - 1, 1), cellWidth: min(cell.width, largestCell),
            cellHeight: min(cell.height, largestCell))
    }

    /// Whether the terminal says how many pixels it has.
    var tellsPixels: Bool { size.width > 0 && size.height > 0 }

    /// Asks how large the terminal is now.
    func measure() { size = TerminalSize.ofStandardOutput ?? Self.usualSize }

    // MARK: Taking and giving back

    /// Takes the whole screen.
    func enter() throws(OSError) {
        keys.take()
        isEntered = true
        print(TerminalScreen.enter)
        try flush()
    }

    /// Restores the screen and the keys as they were. Errors are that the terminal has gone.
    func leave() {
        if isEntered {
            output = []
            isEntered = false
            clearPictures()
            print("\u{1b}[2J" + TerminalScreen.leave)
            try? flush()
        }
        keys.giveBack()
    }

    // MARK: Drawing

    /// Draws what was printed since, all at once on terminals that can (mode 2026); others don't know the mode.
    func flush() throws(OSError) {
        guard !output.isEmpty else { return }
        let bytes = Array("\u{1b}[?2026h".utf8) + output + Array("\u{1b}[?2026l".utf8)
        output = []
        try unsafe StandardStream.output.write(bytes.span.bytes)
    }

    func print(_ text: String) { output += text.utf8 }

    /// Writes at a place, counted from 0.
    func print(_ text: String, column: Int, row: Int) { print("\u{1b}[\(row + 1);\(column + 1)H\(text)") }

    /// Clears the part for pages.
    func clearArea() {
        clearPictures()
        for row in 0..<area.rows { print("\u{1b}[0m\u{1b}[K", column: 0, row: row) }
    }

    /// Takes kitty's pictures from the screen: text does not cover them.
    func clearPictures() {
        if hasPictures { print("\u{1b}_Ga=d,d=A\u{1b}\\") }
        hasPictures = false
    }

    /// Draws lines from the top on, and nothing below them.
    func draw(lines: [String]) {
        clearPictures()
        for row in 0..<area.rows {
            print("\u{1b}[0m\u{1b}[K" + (row < lines.count ? lines[row] : ""), column: 0, row: row)
        }
    }

    /// Draws a picture in its frame, which begins at a place of the terminal.
    ///
    /// - Parameter picture: what ``TerminalPicture`` has made in this format.
    func draw(picture: [UInt8], in frame: PictureFrame, column: Int = 0, row: Int = 0) {
        print("\u{1b}[0m")
        guard format == .symbols else {
            hasPictures = format == .kitty
            print("", column: column + frame.column, row: row + frame.row)
            output += picture
            return
        }
        for (index, line) in picture.split(separator: UInt8(ascii: "\n")).prefix(frame.rows).enumerated() {
            print("", column: column + frame.column, row: row + frame.row + index)
            output += line
        }
        print("\u{1b}[0m")
    }

    /// Draws the last line, reversed.
    ///
    /// - Parameter cursor: the column of the cursor, where something is typed there.
    func draw(status: String, cursor: Int? = nil) {
        print("\u{1b}[0;7m\(status)\u{1b}[0m", column: 0, row: size.rows - 1)
        if let cursor {
            print("\u{1b}[?25h", column: min(cursor, size.columns - 1), row: size.rows - 1)
        } else {
            print("\u{1b}[?25l")
        }
    }
}
