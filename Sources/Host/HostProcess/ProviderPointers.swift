import CSheafProvider
import Glibc

/// An object that a provider gets as a pointer, which is good for as long as the object lives.
package protocol LentObject: AnyObject {}

extension LentObject {
    /// The pointer that the provider gets.
    package var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The object behind a pointer that ``pointer`` made.
    static func from(_ pointer: OpaquePointer?) -> Self? {
        unsafe pointer.map { unsafe Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }
}

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

    /// Returns a text that is in UTF-8 already, as ``line(_:limit:)-(UnsafePointer<CChar>?,_)`` does.
    static func line(_ text: String, limit: Int) -> String {
        unsafe text.withCString { unsafe line(UnsafePointer<CChar>?.some($0), limit: limit) }
    }

    /// Returns a text as ``copy(_:limit:)`` does, on one line: control characters become spaces.
    static func line(_ text: UnsafePointer<CChar>?, limit: Int) -> String {
        unsafe (copy(text, limit: limit) ?? "").onOneLine
    }
}

extension StringProtocol {
    /// The text with control characters as spaces.
    package var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}

/// SHEAF_NO_PAGE, a cast that Swift does not import.
package let noPage: Int64 = -1
