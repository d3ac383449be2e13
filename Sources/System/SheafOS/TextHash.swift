/// FNV-1a of 64 bits: it tells texts apart, and keeps nothing secret.
package enum TextHash {
    /// 16 hexadecimal digits.
    package static func digits(of text: String) -> String { digits(value(of: text)) }

    /// A number as 16 hexadecimal digits.
    package static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package static func value(of text: String) -> UInt64 { value(of: text.utf8, from: 0xcbf2_9ce4_8422_2325) }

    /// The value of bytes behind others, whose value is given.
    package static func value(of bytes: some Sequence<UInt8>, from value: UInt64) -> UInt64 {
        bytes.reduce(value) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// Numbers as eight bytes, the lowest first.
package enum NumberBytes {
    package static func of(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    package static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
