/// Base64 of RFC 4648, with padding: how bytes travel inside JSON.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let invalid: UInt8 = 0xff
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// How many letters so many bytes become.
    package static func encodedLength(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Bytes as text.
    package static func encode(_ bytes: RawSpan) -> String {
        let length = encodedLength(of: bytes.byteCount)
        return unsafe String(unsafeUninitializedCapacity: length) { space in
            guard let start = space.baseAddress else { return 0 }
            unsafe encode(bytes, into: start)
            return length
        }
    }

    /// Text as bytes; nil where it is not base64 as ``encode(_:)`` writes it.
    package static func decode(_ text: String) -> [UInt8]? {
        let letters = text.utf8
        guard letters.count % 4 == 0 else { return nil }
        let padding = text.hasSuffix("==") ? 2 : text.hasSuffix("=") ? 1 : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for letter in letters.dropLast(padding) {
            let value = values[Int(letter)]
            guard value != invalid else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
            }
        }
        // The bits that no byte takes must be 0, so that every array of bytes has one text.
        switch padding {
        case 1:
            guard bits & 3 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        case 2:
            guard bits & 15 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        default: break
        }
        return bytes
    }

    /// Writes ``encodedLength(of:)`` letters.
    private static func encode(_ bytes: RawSpan, into destination: UnsafeMutablePointer<UInt8>) {
        let count = bytes.byteCount
        let alphabet = Self.alphabet.span
        unsafe bytes.withUnsafeBytes { source in
            var output = unsafe destination
            var index = 0
            while index < count {
                let rest = count - index
                let one = UInt32(unsafe source[index])
                let two = rest > 1 ? UInt32(unsafe source[index + 1]) : 0
                let three = rest > 2 ? UInt32(unsafe source[index + 2]) : 0
                let bits = one << 16 | two << 8 | three
                unsafe output[0] = alphabet[Int(bits >> 18)]
                unsafe output[1] = alphabet[Int(bits >> 12 & 63)]
                unsafe output[2] = rest > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "=")
                unsafe output[3] = rest > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "=")
                unsafe output += 4
                index += 3
            }
        }
    }
}
