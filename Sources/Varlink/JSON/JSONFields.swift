/// A walk over the fields of an object, once, in the order in which they were written.
package struct JSONFields: ~Escapable {
    private let tape: Span<UInt64>
    private let strings: RawSpan
    private let ignoresUnknown: Bool
    private let end: Int
    private var current: Int
    private var following: Int
    /// The name of the field at hand.
    @usableFromInline package private(set) var name: JSONString
    /// A bit for each declared field that was seen.
    @usableFromInline var seen: UInt64 = 0

    @_lifetime(copy value)
    init(of value: borrowing JSONValue, start: Int, end: Int) {
        tape = value.tape
        strings = value.strings
        ignoresUnknown = value.ignoresUnknown
        self.end = end
        current = start
        following = start
        name = JSONString(bytes: value.strings.extracting(0..<0))
    }

    /// Goes to the next field; false where there is none.
    package mutating func next() -> Bool {
        guard following < end else { return false }
        name = JSONString(strings: strings, offset: Int(truncatingIfNeeded: tape[following] & 0x00ff_ffff_ffff_ffff))
        current = following + 1
        following = value.next
        return true
    }

    /// The value of the field at hand.
    package var value: JSONValue {
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
