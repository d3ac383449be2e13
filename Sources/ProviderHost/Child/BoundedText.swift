import Glibc

/// Text from a provider: never longer than a limit, and always valid UTF-8.
enum BoundedText {
    /// Copies a C string; nil for NULL. What is too long is cut at a character, what is no UTF-8 becomes U+FFFD.
    static func copy(_ text: UnsafePointer<CChar>?, limit: Int) -> String? {
        guard let text = unsafe text else { return nil }
        var length = unsafe strnlen(text, limit + 1)
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
        if length > limit {
            length = limit
            while length > 0, unsafe bytes[length] & 0xc0 == 0x80 { length -= 1 }
        }
        return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<length]), as: UTF8.self)
    }

    /// As ``copy(_:limit:)``, on one line: control characters become spaces.
    static func line(_ text: UnsafePointer<CChar>?, limit: Int) -> String {
        var line = ""
        for scalar in unsafe (copy(text, limit: limit) ?? "").unicodeScalars {
            line.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7f ? " " : scalar)
        }
        return line
    }
}
