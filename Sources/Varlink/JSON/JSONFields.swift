/// A walk over the fields of an object, once, in the order in which they were written.
package struct JSONFields: ~Escapable {
    private let tape: Span<UInt64>
    private let strings: RawSpan
    private let ignoresUnknown: Bool
    private let end: Int
    private var key: Int
    private var following: Int
    /// A bit for each declared field that was seen.
    private var seen: UInt64 = 0

    @_lifetime(copy value)
    init(of value: borrowing JSONValue, start: Int, end: Int) {
        tape = value.tape
        strings = value.strings
        ignoresUnknown = value.ignoresUnknown
        self.end = end
        key = start
        following = start
    }

    /// Goes to the next field; false where there is none.
    package mutating func next() -> Bool {
        guard following < end else { return false }
        key = following
        following = value.next
        return true
    }

    /// The value of the field at hand.
    package var value: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: key + 1, ignoresUnknown: ignoresUnknown) }
    }

    /// The name of the field at hand.
    package var name: JSONString {
        @_lifetime(copy self)
        get { JSONString(strings: strings, offset: Int(truncatingIfNeeded: tape[key] & 0x00ff_ffff_ffff_ffff)) }
    }

    /// Whether the field at hand is `name`, the declared field number `position` (below 64).
    ///
    /// - Throws: malformed where the object had a field of this name before.
    package mutating func isField(_ name: StaticString, _ position: UInt64) throws(JSONError) -> Bool {
        guard self.name.equals(name) else { return false }
        let bit: UInt64 = 1 << position
        guard seen & bit == 0 else { throw JSONError(.malformed("a field twice")) }
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
