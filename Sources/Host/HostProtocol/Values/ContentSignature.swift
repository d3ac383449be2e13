/// A signature that documents of one kind begin with, as the manifest of a provider declares it: `%PDF`; `257:ustar`,
/// at that offset; `*:<svg`, anywhere in the beginning. A byte may be written as `\x1a`.
package struct ContentSignature: Equatable, Sendable {
    /// The signature as it stands in the manifest.
    package let text: String
    private let bytes: [UInt8]
    /// The offset of the bytes from the file's first byte; nil: anywhere in the file's beginning.
    private let offset: Int?

    /// The bytes of a file that are looked at, from its first one on.
    package static let beginning = 65_536

    /// Nil of what is no signature, or is none of the beginning.
    package init?(_ text: String) {
        var rest = Substring(text)
        var offset: Int? = 0
        if let colon = text.firstIndex(of: ":"), colon > text.startIndex {
            let start = text[..<colon]
            if start == "*" || start.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                offset = Int(start)
                if offset == nil, start != "*" { return nil }
                rest = text[text.index(after: colon)...]
            }
        }
        guard let bytes = Self.bytes(of: rest), !bytes.isEmpty, (offset ?? 0) <= Self.beginning - bytes.count else {
            return nil
        }
        self.text = text
        self.bytes = bytes
        self.offset = offset
    }

    /// The first escape in a text that is none: `\n`, say, or `\x4`.
    static func unknownEscape(in text: String) -> String? {
        text.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
            .first { $0.first != "x" || $0.dropFirst().prefix { $0.isHexDigit }.count < 2 }
            .map { "\\\($0.prefix($0.first == "x" ? 3 : 1))" }
    }

    private static func bytes(of text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard rest.popFirst() == UInt8(ascii: "x"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16),
                rest.count >= 2
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// Whether a file is of this kind, by its first bytes: up to ``beginning`` of them.
    package func matches(_ head: [UInt8]) -> Bool {
        guard head.count >= bytes.count else { return false }
        guard let offset else {
            var rest = head[...]
            while let start = rest.firstIndex(of: bytes[0]) {
                if head[start...].starts(with: bytes) { return true }
                rest = head[(start + 1)...]
            }
            return false
        }
        return head.count >= offset + bytes.count && head[offset...].starts(with: bytes)
    }
}
