/// A walk over the elements of an array.
package struct JSONElements: ~Escapable {
    private let tape: Span<UInt64>
    private let strings: RawSpan
    private let ignoresUnknown: Bool
    private let end: Int
    private var current: Int
    private var following: Int

    @_lifetime(copy value)
    init(of value: borrowing JSONValue, start: Int, end: Int) {
        tape = value.tape
        strings = value.strings
        ignoresUnknown = value.ignoresUnknown
        self.end = end
        current = start
        following = start
    }

    /// Goes to the next element; false where there is none.
    package mutating func next() -> Bool {
        guard following < end else { return false }
        current = following
        following = value.next
        return true
    }

    /// The element at hand.
    package var value: JSONValue {
        @_lifetime(copy self)
        get { JSONValue(tape: tape, strings: strings, index: current, ignoresUnknown: ignoresUnknown) }
    }
}
