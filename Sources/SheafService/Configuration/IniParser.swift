import CInih
import Glibc

/// The lines of an INI file as inih understands them.
///
/// Debian's inih doesn't tell its handler the line: it is counted here, by the lines that inih has asked for.
final class IniParser {
    /// A key with its value, and where it stands.
    struct Entry {
        let section: String
        let key: String
        let value: String
        /// From 1.
        let line: Int
    }

    private let lines: [Substring]
    private var next = 0
    private var found: [Entry] = []
    /// The first line that is no INI, from 1. Known after ``entries()``.
    private(set) var firstBadLine: Int?

    init(lines: [Substring]) {
        self.lines = lines
    }

    /// Reads all lines.
    func entries() -> [Entry] {
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
        found.append(Entry(section: section, key: key, value: value, line: next))
    }
}
