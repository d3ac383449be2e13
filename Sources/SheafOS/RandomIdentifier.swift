import CSheafShims

/// A number of 128 bits that can't be guessed, 32 hexadecimal digits as a text.
package struct RandomIdentifier: Hashable, Comparable, Sendable {
    private static let digits = 32

    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new one, from the kernel.
    package static func make() throws(OSError) -> RandomIdentifier {
        var bits: (UInt64, UInt64) = (0, 0)
        let result = unsafe withUnsafeMutableBytes(of: &bits) { unsafe sheaf_random($0.baseAddress, $0.count) }
        try check(result, "get random bytes")
        return RandomIdentifier(high: bits.0, low: bits.1)
    }

    /// Reads a text; nil where that is not one's.
    package init?(_ text: RawSpan) {
        guard text.byteCount == Self.digits else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for offset in 0..<Self.digits {
            // Within the 32 bytes that there are.
            let byte = unsafe text.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
            default: return nil
            }
            if offset < 16 {
                halves.0 = halves.0 << 4 | UInt64(digit)
            } else {
                halves.1 = halves.1 << 4 | UInt64(digit)
            }
        }
        (high, low) = halves
    }

    /// Reads a text; nil where that is not one's.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        unsafe self.init(bytes.span.bytes)
    }

    /// As a text.
    package var text: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

    package static func < (one: RandomIdentifier, other: RandomIdentifier) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
