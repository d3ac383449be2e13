import CInih

/// Text in the format of systemd's files: sections in brackets, `Key=value`, comments after `#` or `;`.
package enum IniFile {
    /// A key with its value, and where it stands.
    package struct Entry: Equatable, Sendable {
        /// Empty before the first section.
        package let section: String
        package let key: String
        package let value: String
        /// From 1.
        package let line: Int
    }

    /// A line that is none of such a file.
    package struct Refusal: Error, Equatable, Sendable {
        /// From 1.
        package let line: Int
        package let text: String
    }

    /// The longest line: what inih keeps of one.
    package static let maxLineLength = 199

    /// The entries of a text, in their order.
    package static func entries(of text: String) throws(Refusal) -> [Entry] {
        // By bytes: to Swift a carriage return and a newline are one character, which is no newline.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        for (index, line) in lines.enumerated() where line.utf8.count > maxLineLength {
            throw Refusal(
                line: index + 1, text: "the line has \(line.utf8.count) bytes; at most \(maxLineLength) are read")
        }
        // To inih a line ends there, and what is behind it would count for nothing.
        if let index = lines.firstIndex(where: { $0.utf8.contains(0) }) {
            throw Refusal(line: index + 1, text: "the line has a NUL byte: remove it")
        }
        let parser = IniParser(lines: lines)
        let entries = parser.entries()
        if let line = parser.firstBadLine { throw Refusal(line: line, text: "neither a [section] nor a Key=value") }
        return entries
    }

    /// yes, true, on, 1 or no, false, off, 0.
    package static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "on", "1", "y", "t": true
        case "no", "false", "off", "0", "n", "f": false
        default: nil
        }
    }
}

/// The lines of a file as inih understands them.
///
/// Debian's inih doesn't tell its handler the line: it is counted here, by the lines that inih has asked for.
private final class IniParser {
    private let lines: [Substring]
    private var next = 0
    private var found: [IniFile.Entry] = []
    /// The first line that is no INI, from 1. Known after ``entries()``.
    private(set) var firstBadLine: Int?

    init(lines: [Substring]) {
        self.lines = lines
    }

    /// Reads all lines.
    func entries() -> [IniFile.Entry] {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = unsafe ini_parse_stream(
            { buffer, capacity, context in
                guard let buffer = unsafe buffer, let context = unsafe context else { return nil }
                let parser = unsafe Unmanaged<IniParser>.fromOpaque(context).takeUnretainedValue()
                return unsafe parser.copyNextLine(to: buffer, capacity: Int(capacity)) ? buffer : nil
            }, context,
            { context, section, key, value in
                guard let context = unsafe context, let section = unsafe section, let key = unsafe key,
                    let value = unsafe value
                else { return 0 }
                unsafe Unmanaged<IniParser>.fromOpaque(context).takeUnretainedValue().add(
                    section: String(cString: section), key: String(cString: key), value: String(cString: value))
                return 1
            }, context)
        firstBadLine = result > 0 ? Int(result) : nil
        return found
    }

    private func copyNextLine(to buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Bool {
        guard next < lines.count else { return false }
        let line = Array(lines[next].utf8.prefix(capacity - 1))
        next += 1
        for (index, byte) in line.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
        unsafe buffer[line.count] = 0
        return true
    }

    private func add(section: String, key: String, value: String) {
        found.append(IniFile.Entry(section: section, key: key, value: value, line: next))
    }
}
