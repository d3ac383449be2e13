/// A walk over the fields of an object, once, in the order in which they were written.
@usableFromInline package struct JSONFields: ~Escapable {
    private let tape: Span<UInt64>
    private let strings: RawSpan
    private let ignoresUnknown: Bool
    private let end: Int
    private var current: Int
    private var nextOffset: Int
    /// The name of the field at hand.
    @usableFromInline package private(set) var name: JSONString
    /// A bit for each declared field that was seen.
    @usableFromInline var seen: UInt64 = 0

    @inline(__always)
    @_lifetime(copy value)
    init(of value: borrowing JSONValue, start: Int, end: Int) {
        tape = value.tape
        strings = value.strings
        ignoresUnknown = value.ignoresUnknown
        self.end = end
        current = start
        nextOffset = start
        name = JSONString(bytes: value.strings.extracting(0..<0))
    }

    /// Goes to the next field; false where there is none.
    @inline(__always)
    package mutating func next() -> Bool {
        guard nextOffset < end else { return false }
        name = JSONString(strings: strings, offset: Int(truncatingIfNeeded: tape[nextOffset] & 0x00ff_ffff_ffff_ffff))
        current = nextOffset + 1
        nextOffset = value.next
        return true
    }

    /// The value of the field at hand.
    @usableFromInline package var value: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: current, ignoresUnknown: ignoresUnknown) }
    }

    /// Whether the field at hand is `name`, the declared field number `position` (below 64).
    ///
    /// - Throws: malformed where the object had a field of this name before.
    @inlinable @inline(__always)
    package mutating func isField(_ name: StaticString, _ position: UInt64) throws(JSONError) -> Bool {
        guard self.name.equals(name) else { return false }
        let bit: UInt64 = 1 << position
        guard seen & bit == 0 else { throw .fieldTwice }
        seen |= bit
        return true
    }

    /// For a field that is not declared.
    ///
    /// - Throws: unknown where that is an error, as it is in calls: a mistyped name must not pass for one left out.
    package func skipUnknown() throws(JSONError) {
        if !ignoresUnknown { throw JSONError(.unknown) }
    }
}

/// A walk over the fields of an object as a type declares them.
///
/// The names are a table: for each a byte that is its length, and its bytes. Fields mostly come in the order in which they
/// are declared, so each is looked for behind the one before.
@usableFromInline package struct JSONDeclaredFields: ~Escapable {
    @usableFromInline var fields: JSONFields
    private let names: StaticString
    private var seen: UInt64 = 0
    /// Behind the name that was found last: its number and its place in the table.
    private var expected = 0
    private var offset = 0

    @inline(__always)
    @_lifetime(copy fields)
    init(_ fields: consuming JSONFields, names: StaticString) {
        self.fields = fields
        self.names = names
    }

    /// Goes to the next field; nil where there is none. The number is that of its name in the table, below 64.
    ///
    /// - Throws: where it is not declared, unless that is passed over, or the object had it before.
    @usableFromInline
    package mutating func next() throws(JSONError) -> Int? {
        while fields.next() {
            guard let field = find() else {
                do throws(JSONError) { try fields.skipUnknown() } catch { throw error.within(fields.name.text) }
                continue
            }
            let bit: UInt64 = 1 << UInt64(field)
            guard seen & bit == 0 else { throw JSONError.fieldTwice.within(fields.name.text) }
            seen |= bit
            return field
        }
        return nil
    }

    /// Reads the field's value, which must not be null unless its type takes that.
    @inlinable
    package func read<Value: JSONDecodable>(_ value: inout Value?) throws(JSONError) {
        do throws(JSONError) { value = try Value(decoding: fields.value) } catch { throw within(error) }
    }

    /// Reads the value of a field that may be left out.
    @inlinable
    package func readOptional<Value: JSONDecodable>(_ value: inout Value?) throws(JSONError) {
        if !fields.value.isNull { try read(&value) }
    }

    @usableFromInline
    func within(_ error: JSONError) -> JSONError { error.within(fields.name.text) }

    /// The error where not all of the fields were there that must be: it names the first.
    @usableFromInline
    package func missing(_ required: UInt64) -> JSONError {
        var offset = 0
        for _ in 0..<(required & ~seen).trailingZeroBitCount { offset += 1 + length(at: offset) }
        let name = unsafe UnsafeBufferPointer(start: names.utf8Start + offset + 1, count: length(at: offset))
        return unsafe JSONError(.missing, path: String(decoding: name, as: UTF8.self))
    }

    private func length(at offset: Int) -> Int { Int(unsafe names.utf8Start[offset]) }

    private mutating func find() -> Int? {
        let end = names.utf8CodeUnitCount
        let (first, start) = (expected, offset)
        // From the one that is expected to the last, then those before it.
        while offset < end {
            if takesName() { return expected - 1 }
        }
        expected = 0
        offset = 0
        while offset < start {
            if takesName() { return expected - 1 }
        }
        (expected, offset) = (first, start)
        return nil
    }

    /// Goes behind the name at hand in the table: true where it is the field's.
    @inline(__always)
    private mutating func takesName() -> Bool {
        let length = length(at: offset)
        let name = fields.name.bytes
        let candidate = offset + 1
        offset = candidate + length
        expected += 1
        guard length == name.byteCount else { return false }
        return unsafe name.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            return unsafe JSONString.areEqual(start, names.utf8Start + candidate, length)
        }
    }
}

/// The fields of an error's parameters, each found by its name.
package struct JSONNamedFields: ~Escapable {
    private let object: JSONValue

    @_lifetime(copy object)
    init(_ object: borrowing JSONValue, names: [StaticString]) throws(JSONError) {
        self.object = copy object
        var seen: Set<String> = []
        var fields = try object.fields()
        while fields.next() {
            let name = fields.name.text
            guard seen.insert(name).inserted else { throw JSONError.fieldTwice.within(name) }
            if names.contains(where: { fields.name.equals($0) }) { continue }
            do throws(JSONError) { try fields.skipUnknown() } catch { throw error.within(name) }
        }
    }

    /// The value of a field that must be there.
    package func read<Value: JSONDecodable>(_ name: StaticString) throws(JSONError) -> Value {
        guard let value: Value = try find(name) else { throw JSONError(.missing, path: "\(name)") }
        return value
    }

    /// The value of a field that may be left out.
    package func readOptional<Value: JSONDecodable>(_ name: StaticString) throws(JSONError) -> Value? {
        // Null is a value of the field's type, and no error.
        let value: Value?? = try find(name)
        return value ?? nil
    }

    private func find<Value: JSONDecodable>(_ name: StaticString) throws(JSONError) -> Value? {
        var fields = try object.fields()
        while fields.next() {
            guard fields.name.equals(name) else { continue }
            do throws(JSONError) { return try Value(decoding: fields.value) } catch { throw error.within("\(name)") }
        }
        return nil
    }
}
