/// The target of a request line: the parts of its path, and its query.
///
/// Parts are taken apart before they are unescaped, so that no escape makes another part. A path that leads nowhere is refused, and not
/// made sense of: nothing here is ever a path of files.
struct RequestTarget: Equatable, Sendable {
    /// The longest target, in bytes.
    static let lengthLimit = 2_048

    enum Refusal: Error, Equatable, Sendable {
        case tooLong
        /// With what is wrong with it.
        case malformed(String)
    }

    /// The parts of the path, unescaped, without the slashes. "/" has none; behind a slash at the end is an empty one.
    let parts: [String]
    /// The first value of each name.
    let query: [String: String]

    init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong }
        guard text.utf8.first == UInt8(ascii: "/") else { throw .malformed("a target begins with a slash") }
        guard text.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
            throw .malformed("a target has a byte that must be escaped")
        }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let words = halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var parts: [String] = []
        for (index, word) in words.enumerated() where !(words.count == 1 && word.isEmpty) {
            guard !word.isEmpty || index == words.count - 1 else { throw .malformed("a path has two slashes in a row") }
            let part = try Self.unescaped(word)
            guard part != ".", part != ".." else { throw .malformed("a path names no folder above") }
            parts.append(part)
        }
        self.parts = parts
        query = halves.count > 1 ? try Self.query(halves[1]) : [:]
    }

    private static func query(_ text: Substring) throws(Refusal) -> [String: String] {
        var query: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try unescaped(sides[0], plusIsBlank: true)
            let value = sides.count > 1 ? try unescaped(sides[1], plusIsBlank: true) : ""
            if query[name] == nil { query[name] = value }
        }
        return query
    }

    /// Returns a text without its escapes (%20); throws where it is no UTF-8 then, or has control characters.
    static func unescaped(_ text: Substring, plusIsBlank: Bool = false) throws(Refusal) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), plusIsBlank {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    throw .malformed("a % is followed by two hexadecimal digits")
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw .malformed("a target has a control character")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed("a target is UTF-8") }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

/// The part of a file that a Range header asks for (RFC 9110, 14.1.2).
enum ByteRange: Equatable, Sendable {
    /// There is none, or one that is not understood: the whole file is the answer.
    case all
    case part(Range<Int>)
    /// None of the file is in it.
    case unsatisfiable

    /// - Parameter length: of the file, in bytes.
    init(_ header: String?, of length: Int) {
        self = .all
        // Of several ranges whoever asks gets everything, which the standard allows, and no answer is longer than the file.
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy { 48...57 ~= $0 } }) else {
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last):
            guard last ?? .max >= first else { return }
            self = first < length ? .part(first..<min(length, (last ?? .max - 1) + 1)) : .unsatisfiable
        case (nil, let count?): self = count > 0 && length > 0 ? .part(max(length - count, 0)..<length) : .unsatisfiable
        case (nil, nil): return
        }
    }
}

extension String {
    /// Whether a text stands in it.
    func includes(_ text: StaticString) -> Bool {
        let text = Array(text.description.utf8)
        let bytes = Array(utf8)
        guard bytes.count >= text.count else { return false }
        return (0...bytes.count - text.count).contains { bytes[$0..<$0 + text.count].elementsEqual(text) }
    }
}
