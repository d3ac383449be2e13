/// A value of a parsed text: a place on simdjson's tape. No tree is built; it lives as long as the parser's call.
@usableFromInline package struct JSONValue: ~Escapable {
    let tape: Span<UInt64>
    let strings: RawSpan
    /// The index of the value's first word; 0, where the root's own word is, stands for a value that is absent.
    let index: Int
    /// Whether fields that are not declared are passed over: a client takes replies of newer services.
    let ignoresUnknown: Bool

    @_lifetime(copy tape, copy strings)
    init(tape: Span<UInt64>, strings: RawSpan, index: Int, ignoresUnknown: Bool = false) {
        self.tape = tape
        self.strings = strings
        self.index = index
        self.ignoresUnknown = ignoresUnknown
    }

    /// This value, read without minding fields that are not declared.
    var ignoringUnknownFields: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: index, ignoresUnknown: true) }
    }

    /// The stand-in for a value that is not there.
    var absent: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: 0, ignoresUnknown: ignoresUnknown) }
    }

    private var kind: UInt8 { UInt8(truncatingIfNeeded: tape[index] >> 56) }
    private var payload: Int { Int(truncatingIfNeeded: tape[index] & 0x00ff_ffff_ffff_ffff) }

    /// The index of what follows this value on the tape.
    var next: Int {
        switch kind {
        case UInt8(ascii: "{"), UInt8(ascii: "["): Int(truncatingIfNeeded: tape[index] & 0xffff_ffff)
        case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): index + 2
        default: index + 1
        }
    }

    /// The kind of a value.
    package enum Kind: Sendable { case null, bool, integer, bigInteger, double, string, array, object }

    /// The kind of this value. An integer of more than 63 bits is a `bigInteger`, 1.0 a `double`.
    package var type: Kind {
        switch kind {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "l"): .integer
        case UInt8(ascii: "u"): .bigInteger
        case UInt8(ascii: "d"): .double
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        default: .null
        }
    }

    /// Whether it is null or absent.
    @usableFromInline package var isNull: Bool { kind == UInt8(ascii: "n") || index == 0 }

    /// The value of an `int`: an integer of 64 bits, written without a fraction or an exponent.
    package func int() throws(JSONError) -> Int {
        guard kind == UInt8(ascii: "l") else { throw JSONError(.wrongType(expected: "int")) }
        return Int(truncatingIfNeeded: tape[index + 1])
    }

    /// The value of a `float`: any number.
    package func double() throws(JSONError) -> Double {
        switch kind {
        case UInt8(ascii: "d"): return Double(bitPattern: tape[index + 1])
        case UInt8(ascii: "l"): return Double(Int(truncatingIfNeeded: tape[index + 1]))
        case UInt8(ascii: "u"): return Double(tape[index + 1])
        default: throw JSONError(.wrongType(expected: "float"))
        }
    }

    /// The value of a `bool`.
    package func bool() throws(JSONError) -> Bool {
        switch kind {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: throw JSONError(.wrongType(expected: "bool"))
        }
    }

    /// The bytes of a string.
    @_lifetime(copy self)
    package func string() throws(JSONError) -> JSONString {
        guard kind == UInt8(ascii: "\"") else { throw JSONError(.wrongType(expected: "string")) }
        return JSONString(strings: strings, offset: payload)
    }

    /// The fields of an object. What is null or absent has none.
    @inline(__always)
    @_lifetime(copy self)
    package func fields() throws(JSONError) -> JSONFields {
        if isNull { return JSONFields(of: self, start: 0, end: 0) }
        guard kind == UInt8(ascii: "{") else { throw JSONError(.wrongType(expected: "object")) }
        return JSONFields(of: self, start: index + 1, end: next - 1)
    }

    /// The fields of an object that declares them: `names` is the table of ``JSONDeclaredFields``.
    @_lifetime(copy self)
    package func fields(_ names: StaticString) throws(JSONError) -> JSONDeclaredFields {
        JSONDeclaredFields(try fields(), names: names)
    }

    /// The fields of an error's parameters, where the error is the one of this name; nil where it is another.
    @_lifetime(copy self)
    package func fields(
        of error: borrowing JSONString, _ name: StaticString, _ names: [StaticString]
    ) throws(JSONError) -> JSONNamedFields? {
        guard error.equals(name) else { return nil }
        return try JSONNamedFields(self, names: names)
    }

    /// The elements of an array.
    @_lifetime(copy self)
    package func elements() throws(JSONError) -> JSONElements {
        guard kind == UInt8(ascii: "[") else { throw JSONError(.wrongType(expected: "array")) }
        return JSONElements(of: self, start: index + 1, end: next - 1)
    }
}

/// A walk over the elements of an array.
package struct JSONElements: ~Escapable {
    private let tape: Span<UInt64>
    private let strings: RawSpan
    private let ignoresUnknown: Bool
    private let end: Int
    private var current: Int
    private var nextOffset: Int

    @_lifetime(copy value)
    init(of value: borrowing JSONValue, start: Int, end: Int) {
        tape = value.tape
        strings = value.strings
        ignoresUnknown = value.ignoresUnknown
        self.end = end
        current = start
        nextOffset = start
    }

    /// Goes to the next element; false where there is none.
    package mutating func next() -> Bool {
        guard nextOffset < end else { return false }
        current = nextOffset
        nextOffset = value.next
        return true
    }

    /// The element at hand.
    package var value: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: current, ignoresUnknown: ignoresUnknown) }
    }
}

/// The unescaped UTF-8 bytes of a string in a parsed text.
@usableFromInline package struct JSONString: ~Escapable {
    /// The bytes.
    @usableFromInline package let bytes: RawSpan

    /// simdjson stores a string as its length in 32 bits, its bytes, and a NUL.
    @_lifetime(copy strings)
    init(strings: RawSpan, offset: Int) {
        let length = Int(unsafe strings.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let start = offset + MemoryLayout<UInt32>.size
        // The parser has put both there itself.
        bytes = unsafe strings.extracting(unchecked: Range(uncheckedBounds: (start, start &+ length)))
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
        if count - offset >= 4 {
            let isEqual =
                unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                == other.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            guard isEqual else { return false }
            offset += 4
        }
        if count - offset >= 2 {
            let isEqual =
                unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
                == other.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            guard isEqual else { return false }
            offset += 2
        }
        if offset < count {
            return unsafe one.load(fromByteOffset: offset, as: UInt8.self)
                == other.load(fromByteOffset: offset, as: UInt8.self)
        }
        return true
    }

    /// The string's number in a table of names, or nil: each name is a byte that is its length, and its bytes.
    func index(in names: StaticString) -> Int? {
        let end = names.utf8CodeUnitCount
        var offset = 0
        var index = 0
        return unsafe bytes.withUnsafeBytes { bytes in
            while offset < end {
                let length = Int(unsafe names.utf8Start[offset])
                if length == bytes.count, let start = bytes.baseAddress,
                    unsafe Self.areEqual(start, names.utf8Start + offset + 1, length)
                {
                    return index
                }
                offset += 1 + length
                index += 1
            }
            return nil
        }
    }

    /// A copy of the string.
    package var text: String {
        unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Splits a name at its last dot: into an interface and its member. Nil where there is no dot.
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
