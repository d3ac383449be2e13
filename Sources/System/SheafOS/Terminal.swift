import CSheafShims
import Glibc

/// A standard stream that a command line program writes to.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person looks at it.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes all of a text.
    package func write(_ text: String) throws(OSError) {
        try unsafe writeAll(text.utf8.span.bytes, to: rawValue, subject: name)
    }

    /// Writes all of some bytes.
    package func write(_ bytes: RawSpan) throws(OSError) {
        try writeAll(bytes, to: rawValue, subject: name)
    }

    private var name: String { self == .output ? "standard output" : "standard error" }
}

extension StandardStream {
    /// Whether a person types what comes through standard input.
    package static var inputIsTerminal: Bool { isatty(0) == 1 }
}

/// Writes all bytes, waiting where a descriptor that does not block takes no more for now.
///
/// - Parameter subject: what is written to, for the error.
func writeAll(_ bytes: RawSpan, to number: Int32, subject: String) throws(OSError) {
    var written = 0
    while written < bytes.byteCount {
        let rest = bytes.extracting(droppingFirst: written)
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
        switch (count, errno) {
        case (0..., _): written += count
        case (_, EINTR): continue
        case (_, EAGAIN):
            var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            unsafe poll(&request, 1, -1)
        case (_, let code): throw OSError(code: code, operation: "write", subject: subject)
        }
    }
}

/// The keys of the terminal at standard input, one by one and unseen, until they are given back.
///
/// Ctrl-C is a signal as ever. Ctrl-Z is not, unless it is asked for: who draws on the whole screen can't just stop in the middle of it.
package final class TerminalKeys {
    /// Standard input, to be watched.
    package let number: Int32 = 0
    private var saved = termios()
    private var isTaken = false
    private let stops: Bool

    /// Takes them; nil where standard input is no terminal.
    ///
    /// - Parameter stops: whether Ctrl-Z is a signal.
    package init?(stops: Bool = false) {
        self.stops = stops
        guard take() else { return nil }
    }

    /// Takes them again after they were given back; false where that can't be.
    @discardableResult
    package func take() -> Bool {
        guard !isTaken, unsafe tcgetattr(number, &saved) == 0 else { return isTaken }
        var keys = saved
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
        unsafe withUnsafeMutableBytes(of: &keys.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
            // _POSIX_VDISABLE
            if !stops { unsafe characters[Int(VSUSP)] = 0 }
        }
        isTaken = unsafe tcsetattr(number, TCSANOW, &keys) == 0
        return isTaken
    }

    deinit {
        giveBack()
    }

    /// The keys that wait, at least one: call it where there are some. nil where no more come.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, $0.count) }
        guard count != 0, count > 0 || errno == EINTR || errno == EAGAIN else { return nil }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Gives the terminal back as it was.
    package func giveBack() {
        guard isTaken else { return }
        isTaken = false
        unsafe tcsetattr(number, TCSANOW, &saved)
    }
}

/// Asks a person for a password at the terminal that the process belongs to, wherever its streams go.
package enum TerminalPassword {
    /// Asks a person to type a password, without an echo, and returns it. Nil where there is no terminal, or the person
    /// gives up (Ctrl-C, Ctrl-D).
    ///
    /// - Parameter limit: the most bytes; what is typed beyond is not taken.
    package static func ask(_ prompt: String, limit: Int) -> String? {
        let number = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let terminal = FileDescriptor(owning: number)
        var saved = termios()
        guard unsafe tcgetattr(terminal.number, &saved) == 0 else { return nil }
        var unseen = saved
        // Keys that would end or stop the process come as bytes: it would leave the terminal without an echo.
        unseen.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard unsafe tcsetattr(terminal.number, TCSAFLUSH, &unseen) == 0 else { return nil }
        defer {
            unsafe tcsetattr(terminal.number, TCSAFLUSH, &saved)
            try? unsafe writeAll("\n".utf8.span.bytes, to: terminal.number, subject: "the terminal")
        }
        do throws(OSError) {
            try unsafe writeAll(prompt.utf8.span.bytes, to: terminal.number, subject: "the terminal")
        } catch { return nil }
        return line(of: terminal.number, limit: limit)
    }

    private static func line(of terminal: Int32, limit: Int) -> String? {
        var text: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = unsafe Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return String(validating: text, as: UTF8.self)
            case 0x03, 0x04: return nil
            case 0x08, 0x7f:
                while let last = text.popLast(), last & 0xc0 == 0x80 {}
            case 0x15: text.removeAll()
            case ..<0x20: break
            default: if text.count < limit { text.append(byte) }
            }
        }
    }
}

/// How much a terminal shows.
package struct TerminalSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int
    /// In pixels; 0 where it does not tell.
    package var width = 0
    package var height = 0

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size of the terminal at standard output; nil where there is none, or it does not know.
    package static var ofStandardOutput: TerminalSize? {
        var columns: UInt16 = 0
        var rows: UInt16 = 0
        var width: UInt16 = 0
        var height: UInt16 = 0
        let result = unsafe sheaf_terminal_size(StandardStream.output.rawValue, &columns, &rows, &width, &height)
        guard result >= 0, columns > 0, rows > 0 else { return nil }
        var size = TerminalSize(columns: Int(columns), rows: Int(rows))
        (size.width, size.height) = (Int(width), Int(height))
        return size
    }
}
