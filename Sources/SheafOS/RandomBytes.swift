import CSheafShims

/// Numbers that can't be guessed, from the kernel.
package enum RandomBytes {
    /// 32 hexadecimal digits: 128 random bits.
    package static func identifier() throws(OSError) -> String {
        var bits: (UInt64, UInt64) = (0, 0)
        let result = unsafe withUnsafeMutableBytes(of: &bits) { unsafe sheaf_random($0.baseAddress, $0.count) }
        try check(result, "get random bytes")
        return hexadecimal(bits.0) + hexadecimal(bits.1)
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
