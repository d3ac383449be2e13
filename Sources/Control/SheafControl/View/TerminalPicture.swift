import CSheafTerminal
import SheafOS

/// Pictures on a terminal, as libchafa makes them.
enum TerminalPicture {
    /// How a picture travels to the terminal.
    enum Format: String, CaseIterable, Sendable {
        /// Characters in colours: every terminal shows them.
        case symbols
        /// DEC's graphics in 256 colours.
        case sixel
        /// The protocol of the terminal kitty, which several others speak.
        case kitty

        fileprivate var code: sheaf_terminal_format {
            switch self {
            case .symbols: SHEAF_TERMINAL_SYMBOLS
            case .sixel: SHEAF_TERMINAL_SIXEL
            case .kitty: SHEAF_TERMINAL_KITTY
            }
        }
    }

    /// A colour that is mixed into parts of a picture.
    struct Tint: Sendable {
        /// Red, green, blue: 0xRRGGBB.
        let colour: UInt32
        /// The share of the colour, in parts of 256.
        let share: UInt32
    }

    /// Loads libchafa: before anything else here.
    static func load() throws(ControlError) {
        guard sheaf_terminal_load() >= 0 else {
            throw ControlError(
                "cannot draw pages on a terminal without libchafa: install it (Debian: \"apt install libchafa0\")")
        }
    }

    /// The best format of the terminal by the environment.
    static var detected: Format {
        switch UInt32(bitPattern: sheaf_terminal_detect()) {
        case SHEAF_TERMINAL_KITTY.rawValue: .kitty
        case SHEAF_TERMINAL_SIXEL.rawValue: .sixel
        default: .symbols
        }
    }

    /// Returns the bytes that make the terminal show a picture, or a part of it. Its memory is read as it is.
    ///
    /// - Parameters:
    ///   - memory: four bytes a pixel: blue, green, red, 255. Marks are written into it.
    ///   - offset: the bytes before the first row.
    ///   - frame: where it is shown, and which pixels of it.
    ///   - marks: rectangles in pixels of the picture, and their colours.
    /// - Returns: the bytes: of symbols a line for each row. nil where the picture is not within the memory.
    static func bytes(
        of memory: SharedMemory, offset: Int, stride: Int, width: Int, height: Int, frame: PictureFrame,
        cell: (width: Int, height: Int), format: Format, marks: [(PictureFrame, Tint)] = []
    ) -> [UInt8]? {
        let rowBytes = width.multipliedReportingOverflow(by: 4)
        guard width > 0, height > 0, offset >= 0, !rowBytes.overflow, stride >= rowBytes.partialValue,
            stride <= Int32.max, height <= Int32.max, unsafe memory.bytes.count >= rowBytes.partialValue,
            unsafe offset <= memory.bytes.count - rowBytes.partialValue,
            unsafe (memory.bytes.count - rowBytes.partialValue - offset) / stride >= height - 1,
            frame.x >= 0, frame.y >= 0, frame.width > 0, frame.height > 0, frame.x + frame.width <= width,
            frame.y + frame.height <= height
        else { return nil }
        guard let first = unsafe memory.bytes.baseAddress else { return nil }
        let start = unsafe first.assumingMemoryBound(to: UInt8.self) + offset
        for (mark, tint) in marks {
            let rectangle = [mark.x, mark.y, mark.width, mark.height].map { Int32(clamping: $0) }
            unsafe sheaf_terminal_tint(
                start, Int32(width), Int32(height), Int32(stride), rectangle, tint.colour, tint.share)
        }
        var canvas = sheaf_terminal_canvas(
            format: format.code, columns: Int32(clamping: frame.columns), rows: Int32(clamping: frame.rows),
            cell_width: Int32(clamping: cell.width), cell_height: Int32(clamping: cell.height))
        var pixels = unsafe sheaf_terminal_pixels(
            start: start + frame.y * stride + frame.x * 4, width: Int32(frame.width), height: Int32(frame.height),
            stride: Int32(stride))
        var length = 0
        guard let text = unsafe sheaf_terminal_draw(&canvas, &pixels, &length) else { return nil }
        defer { unsafe sheaf_terminal_free(text) }
        return unsafe Array(UnsafeRawBufferPointer(start: text, count: length))
    }
}
