/// Reads a call that is written as nearly every client writes it, in place: nothing is decoded or copied.
///
/// The usual form is one JSON text without white space, but for one space behind a comma or a colon, whose first field is
/// `method`; strings are ASCII without escapes, numbers have no exponent and at most 18 digits. Whatever is not so, and
/// whatever is wrong, is a doubt: the message is then parsed in the general way, which says what is wrong with it. What is
/// read without doubt is what the general way reads.
@usableFromInline package struct CallScanner: ~Escapable {
    @usableFromInline let bytes: RawSpan
    /// Of the next byte.
    @usableFromInline var offset = 0
    /// False once something was met that is not of the usual form: what was read since means nothing.
    @usableFromInline package var isCertain = true
    /// An object has begun, and none of its fields was read.
    @usableFromInline var isAtFirstField = false
    /// What the caller asks for beside.
    package private(set) var flags: VarlinkCallFlags = []
    private var flagsSeen: VarlinkCallFlags = []

    /// - Parameter message: the text of a call.
    @_lifetime(copy message)
    package init(_ message: RawSpan) {
        bytes = message
    }

    // MARK: The call

    /// Whether it begins as a call does. Then ``takes(_:)`` tells the method's name and its closing quote.
    mutating func beginsCall() -> Bool {
        takes(#"{"method":""#) || takes(#"{"method": ""#)
    }

    /// Goes from the method's name to the value of `parameters`; false where there is a doubt.
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
    package mutating func ends() -> Bool {
        while takesSeparator() {
            guard readsFlag() else { return false }
        }
        return takes("}") && offset == bytes.byteCount && isCertain
    }

    private mutating func readsFlag() -> Bool {
        let flag: VarlinkCallFlags
        if takes(#""oneway":"#) {
            flag = .oneway
        } else if takes(#""more":"#) {
            flag = .more
        } else {
            return false
        }
        guard flagsSeen.insert(flag).inserted else { return false }
        skipSpace()
        if bool() { flags.insert(flag) }
        return isCertain
    }

    // MARK: Objects

    /// Goes into an object.
    @inlinable @inline(__always)
    package mutating func beginObject() {
        if !takes("{") { doubt() }
        isAtFirstField = true
    }

    /// Goes to the next field of the object at hand; false behind the last one, and where there is a doubt.
    @inlinable
    package mutating func nextField() -> Bool {
        let next = byte
        if isAtFirstField {
            isAtFirstField = false
            if next != UInt8(ascii: "}") { return isCertain }
        } else if next == UInt8(ascii: ",") {
            offset &+= 1
            skipSpace()
            return isCertain
        }
        if next == UInt8(ascii: "}") { offset &+= 1 } else { doubt() }
        return false
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
    @inlinable
    package mutating func bool() -> Bool {
        if takes("true") { return true }
        if !takes("false") { doubt() }
        return false
    }

    /// An integer.
    @usableFromInline
    package mutating func int() -> Int {
        let isNegative = takes("-")
        let magnitude = integer()
        return isNegative ? -magnitude : magnitude
    }

    /// A number.
    @usableFromInline
    package mutating func double() -> Double {
        let isNegative = takes("-")
        let start = offset
        let whole = integer()
        guard takes(".") else { return Double(isNegative ? -whole : whole) }
        let length = offset - start - 1
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
    @usableFromInline
    package mutating func string() -> RawSpan {
        guard takes("\"") else {
            doubt()
            return bytes.extracting(0..<0)
        }
        let start = offset
        var special: UInt64 = 0
        while bytes.byteCount &- offset >= 8 {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            special = Self.special(word)
            if special != 0 {
                offset &+= special.trailingZeroBitCount >> 3
                break
            }
            offset &+= 8
        }
        if special == 0 {
            while byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset &+= 1 }
        }
        let text = unsafe bytes.extracting(unchecked: Range(uncheckedBounds: (start, offset)))
        if byte != UInt8(ascii: "\"") { doubt() }
        offset &+= 1
        return text
    }

    /// What stands for a string that was not read.
    package var none: RawSpan {
        @_lifetime(copy self)
        get { bytes.extracting(0..<0) }
    }

    /// What was met is not of the usual form, or not as it is declared.
    @inlinable
    package mutating func doubt() { isCertain = false }

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

    private static let maxDigits = 18

    /// The next byte; 0 behind the last one.
    @inlinable var byte: UInt8 {
        offset < bytes.byteCount ? unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// Goes behind `literal` where it comes next.
    @inlinable @inline(__always)
    package mutating func takes(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard bytes.byteCount &- offset >= length else { return false }
        let isNext = unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe JSONString.areEqual(start + offset, literal.utf8Start, length)
        }
        guard isNext else { return false }
        offset &+= length
        return true
    }

    @inlinable
    mutating func skipSpace() {
        if byte == UInt8(ascii: " ") { offset &+= 1 }
    }

    private mutating func takesSeparator() -> Bool {
        guard byte == UInt8(ascii: ",") else { return false }
        offset &+= 1
        skipSpace()
        return true
    }

    /// Digits of an integer, without a zero before others.
    @inline(__always)
    private mutating func integer() -> Int {
        let isZero = byte == UInt8(ascii: "0")
        var value = 0
        let count = digits(into: &value)
        guard count > 0, count <= Self.maxDigits, !isZero || count == 1 else {
            doubt()
            return 0
        }
        return value
    }

    @inline(__always)
    private mutating func digits(into value: inout Int) -> Int {
        let start = offset
        while case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
            value = value &* 10 &+ Int(digit)
            offset &+= 1
        }
        return offset - start
    }

    /// The highest bit of each byte that is a quote, a backslash, a control character, or not ASCII; behind the first of
    /// them other bits may be set too.
    private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let found =
            (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word | word
        return found & (ones &* 0x80)
    }
}
