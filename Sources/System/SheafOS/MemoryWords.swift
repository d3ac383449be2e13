import CSheafShims

/// Bytes as words of eight, in this machine's order.
package enum MemoryWords {
    /// The bytes of words.
    package static func bytes(of words: [UInt64]) -> [UInt8] {
        unsafe words.withUnsafeBytes { unsafe Array($0) }
    }

    /// The words that bytes are; nil where the last one is not whole.
    package static func words(of bytes: [UInt8]) -> [UInt64]? {
        guard bytes.count.isMultiple(of: 8) else { return nil }
        return unsafe [UInt64](unsafeUninitializedCapacity: bytes.count / 8) { words, count in
            unsafe UnsafeMutableRawBufferPointer(words).copyBytes(from: bytes)
            count = bytes.count / 8
        }
    }
}

/// Tells bytes from others.
package enum Checksum {
    /// CRC-32, of zlib.
    package static func crc32(of bytes: [UInt8], seed: UInt32) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe sheaf_crc32(seed, $0.baseAddress, $0.count) }
    }
}
