/// Reads a call that is written as nearly every client writes it, in place: nothing is decoded or copied.
///
/// The usual form is one JSON text without white space, but for one space behind a comma or a colon, whose first field is
/// `method`; strings are ASCII without escapes, numbers have no exponent and at most 18 digits. Whatever is not so, and
/// whatever is wrong, is a doubt: the message is then parsed in the general way, which says what is wrong with it. What is
/// read without doubt is what the general way reads.
///
/// All of it is inlined into who reads a call, so that the place in the text stays in a register.
@usableFromInline @safe package struct CallScanner: ~Escapable {
    /// The next byte. Nobody asks how many are left: nothing that is looked for goes past the NUL behind the text.
    @usableFromInline var next: UnsafePointer<UInt8>
    /// The NUL behind the text.
    @usableFromInline let end: UnsafePointer<UInt8>
    /// The flags that the caller has set.
    @usableFromInline package var flags: VarlinkCallFlags = []
    @usableFromInline var flagsSeen: VarlinkCallFlags = []

    /// - Parameter message: the text of a call. A NUL is behind it, and behind that ``overread`` bytes that can be read.
    @unsafe @_lifetime(copy message)
    init(terminated message: RawSpan) {
        let start = unsafe message.withUnsafeBytes { unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
        unsafe next = start ?? Self.nowhere
        unsafe end = next + message.byteCount
    }

    /// So many bytes are compared at once, at most.
    static let overread = 8

    // MARK: The call

    /// Whether it begins as a call does. Then ``takes(_:)`` tells the method's name and its closing quote.
    @inline(__always)
    mutating func beginsCall() -> Bool {
        takes(#"{"method":""#) || takes(#"{"method": ""#)
    }

    /// Goes from the method's name to the value of `parameters`; false where there is a doubt.
    @inlinable @inline(__always)
    package mutating func reachesParameters() -> Bool {
        while takesSeparator() {
            if takes(#""parameters":"#) {
                skipSpace()
                return true
            }
            guard readsFlag() else { return false }
        }
        return false
    }

    /// Goes from behind the parameters to the end of the text; false where there is a doubt, also an earlier one.
    @inlinable @inline(__always)
    package mutating func ends() -> Bool {
        while takesSeparator() {
            guard readsFlag() else { return false }
        }
        return unsafe takes("}") && next == end
    }

    @inlinable @inline(__always)
    mutating func readsFlag() -> Bool {
        let flag: VarlinkCallFlags
        if takes(#""oneway":"#) {
            flag = .oneway
        } else if takes(#""more":"#) {
            flag = .more
        } else {
            return false
        }
        guard !flagsSeen.contains(flag) else { return false }
        flagsSeen.insert(flag)
        skipSpace()
        if takes("true") {
            flags.insert(flag)
            return true
        }
        return takes("false")
    }

    // MARK: Objects

    /// Goes to the first field of an object; false where it has none, and where there is a doubt.
    @inlinable @inline(__always)
    package mutating func beginsObject() -> Bool {
        guard takes("{") else {
            doubt()
            return false
        }
        return !takes("}")
    }

    /// Goes to the next field of the object at hand, or of the call; false where none comes.
    @inlinable @inline(__always)
    package mutating func takesSeparator() -> Bool {
        guard takes(",") else { return false }
        skipSpace()
        return true
    }

    /// Goes behind an object, all of whose fields were read.
    @inlinable @inline(__always)
    package mutating func endObject() {
        if !takes("}") { doubt() }
    }

    /// Whether the field at hand has this name, given with its quotes and the colon. It is the declared field number
    /// `position`; `seen` has a bit for each that was read.
    @inlinable @inline(__always)
    package mutating func isField(_ name: StaticString, _ position: UInt64, _ seen: inout UInt64) -> Bool {
        guard takes(name) else { return false }
        let bit: UInt64 = 1 << position
        if seen & bit != 0 { doubt() }
        seen |= bit
        skipSpace()
        return true
    }

    // MARK: Values

    /// Whether a value is null, as a field may be that can be left out.
    @inlinable @inline(__always)
    package mutating func takesNull() -> Bool { takes("null") }

    /// A boolean value.
    @inlinable @inline(__always)
    package mutating func bool() -> Bool {
        if takes("true") { return true }
        if !takes("false") { doubt() }
        return false
    }

    /// An integer.
    @inlinable @inline(__always)
    package mutating func int() -> Int {
        let isNegative = takes("-")
        let magnitude = integer()
        return isNegative ? -magnitude : magnitude
    }

    /// A number.
    @inlinable @inline(__always)
    package mutating func double() -> Double {
        let isNegative = takes("-")
        let start = unsafe next
        let whole = integer()
        guard takes(".") else { return Double(isNegative ? -whole : whole) }
        let length = unsafe next - start - 1
        var mantissa = whole
        let fraction = digits(into: &mantissa)
        // Up to here both are exact as a Double, and so the quotient is rounded once, as it must be.
        guard fraction > 0, length + fraction <= Self.maxDigits, mantissa < 1 << 53 else {
            doubt()
            return 0
        }
        var divisor = 1.0
        for _ in 0..<fraction { divisor *= 10 }
        let magnitude = Double(mantissa) / divisor
        return isNegative ? -magnitude : magnitude
    }

    /// The bytes of a string.
    @_lifetime(copy self)
    @inlinable @inline(__always)
    package mutating func string() -> RawSpan {
        guard takes("\"") else {
            doubt()
            return none
        }
        let start = unsafe next
        while unsafe Self.arePlain(next) { unsafe next += 8 }
        while unsafe Self.isPlain(next.pointee) { unsafe next += 1 }
        let text = unsafe RawSpan(_unsafeStart: start, byteCount: next - start)
        if !takes("\"") { doubt() }
        return unsafe _overrideLifetime(text, copying: self)
    }

    /// The stand-in for a string that was not read.
    @inlinable
    package var none: RawSpan {
        @_lifetime(copy self)
        get { unsafe _overrideLifetime(RawSpan(_unsafeStart: end, byteCount: 0), copying: self) }
    }

    /// Gives up reading the call: it is not of the usual form, or not as it is declared, and what was read since means
    /// nothing. From now on nothing is there that is looked for, and not the end either.
    @inlinable @inline(__always)
    package mutating func doubt() { unsafe next = Self.nowhere }

    /// A copy of a string that was read.
    package static func text(_ string: RawSpan) -> String {
        unsafe string.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of a string that was read, where there is one.
    package static func text(_ string: RawSpan?) -> String? {
        guard let string else { return nil }
        return text(string)
    }

    // MARK: Bytes

    @inlinable static var maxDigits: Int { 18 }

    /// As many NULs as are compared at once, and more.
    @inlinable static var nowhere: UnsafePointer<UInt8> {
        unsafe ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" as StaticString).utf8Start
    }

    /// Goes behind `literal` where it comes next. It has no NUL, so that words of it are compared as far as the text goes.
    @inlinable @inline(__always)
    package mutating func takes(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard unsafe JSONString.areEqual(next, literal.utf8Start, length) else { return false }
        unsafe next += length
        return true
    }

    @inlinable @inline(__always)
    mutating func skipSpace() { _ = takes(" ") }

    /// Digits of an integer, without a zero before others.
    @inlinable @inline(__always)
    mutating func integer() -> Int {
        let isZero = unsafe next.pointee == UInt8(ascii: "0")
        var value = 0
        let count = digits(into: &value)
        guard count > 0, count <= Self.maxDigits, !isZero || count == 1 else {
            doubt()
            return 0
        }
        return value
    }

    @inlinable @inline(__always)
    mutating func digits(into value: inout Int) -> Int {
        let start = unsafe next
        while case let digit = unsafe next.pointee &- UInt8(ascii: "0"), digit < 10 {
            value = value &* 10 &+ Int(digit)
            unsafe next += 1
        }
        return unsafe next - start
    }

    /// Whether eight bytes stand for themselves: false where one of them is a quote, a backslash, a control character, or not
    /// ASCII.
    @inlinable @inline(__always)
    static func arePlain(_ start: UnsafePointer<UInt8>) -> Bool {
        let word = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Of an ASCII byte the highest bit is set in a difference where it is less than what is subtracted.
        let control = word &- ones &* 0x20
        let quote = (word ^ ones &* UInt64(UInt8(ascii: "\""))) &- ones
        let backslash = (word ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
        return (word | control | quote | backslash) & (ones &* 0x80) == 0
    }

    /// Whether a byte of a string stands for itself.
    @inlinable @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
