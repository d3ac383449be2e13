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
        guard let first = Self.value(of: text, at: 0), let second = Self.value(of: text, at: 8),
            let third = Self.value(of: text, at: 16), let fourth = Self.value(of: text, at: 24)
        else { return nil }
        high = first << 32 | second
        low = third << 32 | fourth
    }

    /// The value of eight hexadecimal digits, all of them at once; nil where one is none.
    @inline(__always) private static func value(of bytes: RawSpan, at offset: Int) -> UInt64? {
        // The first one is in the lowest byte.
        let text = UInt64(
            littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A letter has bit 6, and is 9 more than its lowest four bits.
        var digits = (text & (ones &* 0x0f)) &+ (text >> 6 & ones) &* 9
        let isLetter = ((digits &+ ones &* 6) >> 4) & ones
        // Written again, other bytes than digits are not what they were.
        let written = digits &+ (ones &* UInt64(UInt8(ascii: "0"))) &+ (isLetter &* 39)
        guard written == text, digits & (ones &* 0xf0) == 0 else { return nil }
        digits = digits.byteSwapped
        digits = (digits | digits >> 4) & 0x00ff_00ff_00ff_00ff
        digits = (digits | digits >> 8) & 0x0000_ffff_0000_ffff
        return (digits | digits >> 16) & 0xffff_ffff
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
