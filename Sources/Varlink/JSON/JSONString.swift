/// The unescaped UTF-8 bytes of a string in a parsed text.
package struct JSONString: ~Escapable {
    /// The bytes.
    @usableFromInline package let bytes: RawSpan

    /// simdjson stores a string as its length in 32 bits, its bytes, and a NUL.
    @_lifetime(copy strings)
    init(strings: RawSpan, offset: Int) {
        let length = Int(unsafe strings.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let start = offset + MemoryLayout<UInt32>.size
        bytes = strings.extracting(start..<start + length)
    }

    @_lifetime(copy bytes)
    init(bytes: RawSpan) {
        self.bytes = bytes
    }

    /// Whether it is `text`, byte for byte.
    @inlinable @inline(__always)
    package func equals(_ text: StaticString) -> Bool {
        guard bytes.byteCount == text.utf8CodeUnitCount else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            return unsafe Self.areEqual(start, text.utf8Start, bytes.count)
        }
    }

    /// By words: inlined, a comparison with a literal becomes a few instructions.
    @inlinable @inline(__always)
    static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
        var offset = 0
        while count - offset >= 8 {
            let isEqual =
                unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard isEqual else { return false }
            offset += 8
        }
        while offset < count {
            guard
                unsafe one.load(fromByteOffset: offset, as: UInt8.self)
                    == other.load(fromByteOffset: offset, as: UInt8.self)
            else { return false }
            offset += 1
        }
        return true
    }

    /// A copy.
    package var text: String {
        unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// What is before the last dot, and what is behind it: an interface and its member. Nil where there is no dot.
    @_lifetime(copy self)
    func splitAtLastDot() -> JSONMemberName? {
        var index = bytes.byteCount - 1
        while index >= 0 {
            if unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) == UInt8(ascii: ".") {
                return JSONMemberName(
                    interface: JSONString(bytes: bytes.extracting(0..<index)),
                    member: JSONString(bytes: bytes.extracting(index + 1..<bytes.byteCount)))
            }
            index -= 1
        }
        return nil
    }
}

/// "org.sheaf.Reader.Open", taken apart.
struct JSONMemberName: ~Escapable {
    /// "org.sheaf.Reader"
    let interface: JSONString
    /// "Open"
    let member: JSONString

    @_lifetime(copy interface, copy member)
    init(interface: JSONString, member: JSONString) {
        self.interface = interface
        self.member = member
    }
}
