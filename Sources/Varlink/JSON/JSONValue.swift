/// A value of a parsed text: a place on simdjson's tape. No tree is built; it lives as long as the parser's call.
package struct JSONValue: ~Escapable {
    let tape: Span<UInt64>
    let strings: RawSpan
    /// Of the value's first word; 0, where the root's own word is, stands for a value that is absent.
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

    /// The same value, read without minding fields that are not declared.
    var ignoringUnknownFields: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: index, ignoresUnknown: true) }
    }

    /// What stands for a value that is not there.
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

    /// What a value is.
    package enum Kind: Sendable { case null, bool, integer, bigInteger, double, string, array, object }

    /// What the value is. An integer of more than 63 bits is a `bigInteger`, 1.0 a `double`.
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
    package var isNull: Bool { kind == UInt8(ascii: "n") || index == 0 }

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
    @_lifetime(copy self)
    package func fields() throws(JSONError) -> JSONFields {
        if isNull { return JSONFields(of: self, start: 0, end: 0) }
        guard kind == UInt8(ascii: "{") else { throw JSONError(.wrongType(expected: "object")) }
        return JSONFields(of: self, start: index + 1, end: next - 1)
    }

    /// The elements of an array.
    @_lifetime(copy self)
    package func elements() throws(JSONError) -> JSONElements {
        guard kind == UInt8(ascii: "[") else { throw JSONError(.wrongType(expected: "array")) }
        return JSONElements(of: self, start: index + 1, end: next - 1)
    }
}
