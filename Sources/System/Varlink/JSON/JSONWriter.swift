import Glibc

/// Bytes of a message that are made as the socket takes them: until then nothing is kept but where they come from. They are
/// JSON already, and as many as it says.
package protocol LaterBytes: AnyObject {
    /// How many there are.
    var count: Int { get }
    /// Appends some of them, from `offset` on: at least one, and not more than a socket takes.
    func append(from offset: Int, to bytes: inout [UInt8])
}

/// Writes JSON into memory that it keeps.
///
/// It puts the commas; that keys, values and brackets follow each other as they must is the caller's part.
@usableFromInline @safe package struct JSONWriter: ~Copyable {
    private static let initialCapacity = 1024
    /// Memory beyond this is given back by ``removeAll()``.
    private static let keptCapacity = 1 << 20
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// How many bytes were written.
    @usableFromInline package internal(set) var count = 0
    /// The bytes that are made later, and how much is written before each.
    private(set) var later: [(position: Int, bytes: any LaterBytes)] = []

    package init() {
        capacity = Self.initialCapacity
        unsafe start = .allocate(capacity: Self.initialCapacity)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// The bytes that were written.
    package var bytes: RawSpan {
        @_lifetime(borrow self)
        get {
            let span = unsafe RawSpan(_unsafeStart: start, byteCount: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Calls `body` with what was written, but for the first bytes.
    package func withBytes<Result, Failure: Error>(
        droppingFirst count: Int = 0, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.extracting(droppingFirst: count))
    }

    /// The text that was written, as a string.
    package var text: String {
        unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Starts over.
    package mutating func removeAll() {
        count = 0
        if !later.isEmpty { later = [] }
        guard capacity > Self.keptCapacity else { return }
        unsafe start.deallocate()
        capacity = Self.initialCapacity
        unsafe start = .allocate(capacity: capacity)
    }

    /// Makes room for `length` bytes, and returns where they go.
    @inlinable @inline(__always)
    mutating func room(_ length: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity - count < length { grow(by: length) }
        return unsafe start + count
    }

    @usableFromInline
    mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = moved
        capacity = larger
    }

    @inlinable @inline(__always)
    mutating func append(_ byte: UInt8) {
        unsafe room(1).pointee = byte
        count += 1
    }

    @inlinable @inline(__always)
    mutating func append(_ source: UnsafePointer<UInt8>, _ length: Int) {
        unsafe room(length).update(from: source, count: length)
        count += length
    }

    @inlinable var last: UInt8 { count == 0 ? 0 : unsafe start[count - 1] }

    /// Bytes that are JSON already. Inlined, a literal becomes a few stores.
    @inlinable @inline(__always)
    package mutating func raw(_ text: StaticString) {
        unsafe append(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Bytes that are JSON already.
    package mutating func raw(_ bytes: RawSpan) {
        let length = bytes.byteCount
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe memcpy(room(length), source, length)
        }
        count += length
    }

    /// Bytes that are JSON already.
    package mutating func raw(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe append(source, bytes.count)
        }
    }

    @inlinable
    package mutating func beginObject() { append(UInt8(ascii: "{")) }
    @inlinable
    package mutating func endObject() { append(UInt8(ascii: "}")) }
    package mutating func beginArray() { append(UInt8(ascii: "[")) }
    package mutating func endArray() { append(UInt8(ascii: "]")) }

    /// Puts bytes that are made later into an empty string that was written as a field: the first such one behind those that were
    /// put so far. Where there is none, nothing happens.
    ///
    /// - Parameter field: the field with that string, as it was written: `"data":""`.
    package mutating func fill(_ field: StaticString, with bytes: any LaterBytes) {
        let length = field.utf8CodeUnitCount
        var offset = later.last?.position ?? 0
        while offset + length <= count {
            if unsafe memcmp(start + offset, field.utf8Start, length) == 0 {
                return later.append((offset + length - 1, bytes))
            }
            offset += 1
        }
    }

    /// Comes before each element of an array.
    package mutating func beginElement() {
        if last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
    }

    /// The key of a field that may be the first, given with the comma before, the quotes and the colon: `,"width":`.
    @usableFromInline
    package mutating func key(_ literal: StaticString) {
        let isFirst = last == UInt8(ascii: "{")
        let skipped = isFirst ? 1 : 0
        unsafe append(literal.utf8Start + skipped, literal.utf8CodeUnitCount - skipped)
    }

    /// A field with its key, which is given with the quotes, the colon, and the brace or comma before.
    @inlinable @inline(__always)
    package mutating func field<Value: JSONEncodable>(_ key: StaticString, _ value: Value) {
        raw(key)
        value.encode(into: &self)
    }

    /// A field that may be left out, and is not the first.
    @inlinable @inline(__always)
    package mutating func optional<Value: JSONEncodable>(_ key: StaticString, _ value: Value?) {
        guard let value else { return }
        raw(key)
        value.encode(into: &self)
    }

    /// A field that may be the first, with the comma before its key.
    @inlinable @inline(__always)
    package mutating func fieldOrFirst<Value: JSONEncodable>(_ keyWithComma: StaticString, _ value: Value) {
        key(keyWithComma)
        value.encode(into: &self)
    }

    /// A field that may be left out, and may be the first, with the comma before its key.
    @inlinable @inline(__always)
    package mutating func optionalOrFirst<Value: JSONEncodable>(_ keyWithComma: StaticString, _ value: Value?) {
        guard let value else { return }
        key(keyWithComma)
        value.encode(into: &self)
    }

    /// A key that is not known before.
    package mutating func key(escaping name: String) {
        if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        string(name)
        append(UInt8(ascii: ":"))
    }

    package mutating func null() { raw("null") }

    @usableFromInline
    package mutating func bool(_ value: Bool) { if value { raw("true") } else { raw("false") } }

    @usableFromInline
    package mutating func int(_ value: Int) {
        if 0..<10 ~= value { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        var magnitude = value.magnitude
        let length = Self.digitCount(magnitude) + (value < 0 ? 1 : 0)
        let destination = unsafe room(length)
        var position = length
        while magnitude >= 10 {
            let rest = magnitude / 100
            let pair = Int(truncatingIfNeeded: magnitude &- rest &* 100) &* 2
            position &-= 2
            let digits = unsafe UnsafeRawPointer(Self.digitPairs.utf8Start + pair).loadUnaligned(as: UInt16.self)
            unsafe UnsafeMutableRawPointer(destination + position).storeBytes(of: digits, as: UInt16.self)
            magnitude = rest
        }
        // An odd one is left.
        if position > (value < 0 ? 1 : 0) {
            position &-= 1
            unsafe destination[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude)
        }
        if value < 0 { unsafe destination[0] = UInt8(ascii: "-") }
        count += length
    }

    @inline(__always)
    private static func digitCount(_ magnitude: UInt) -> Int {
        var rest = magnitude
        var count = 1
        while true {
            if rest < 10 { return count }
            if rest < 100 { return count + 1 }
            if rest < 1_000 { return count + 2 }
            if rest < 10_000 { return count + 3 }
            rest /= 10_000
            count += 4
        }
    }

    /// 00 to 99.
    private static var digitPairs: StaticString {
        """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    }

    /// The shortest text that reads back as the same number: 1.0 stays "1.0". JSON has no infinity and no NaN: null.
    @usableFromInline
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        // Nearly all are whole numbers, whose text is known; but for −0.
        if value.magnitude < 1e15, case let whole = Int(value), Double(whole).bitPattern == value.bitPattern {
            int(whole)
            return raw(".0")
        }
        var text = value.description
        text.withUTF8 { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe append(source, bytes.count)
        }
    }

    /// A string that nothing in has to be escaped, as in the names of an interface.
    @usableFromInline
    package mutating func name(_ value: consuming String) {
        append(UInt8(ascii: "\""))
        value.withUTF8 { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe append(source, bytes.count)
        }
        append(UInt8(ascii: "\""))
    }

    @usableFromInline
    package mutating func string(_ value: String) {
        append(UInt8(ascii: "\""))
        // Nearly every string is contiguous; to make it so holds it once more.
        if unsafe value.utf8.withContiguousStorageIfAvailable({ bytes in unsafe escaped(bytes) }) == nil {
            var value = value
            value.withUTF8 { bytes in unsafe escaped(bytes) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        var run = 0
        var index = 0
        while index < bytes.count {
            if bytes.count - index >= 8,
                unsafe !Self.mustEscape(UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self))
            {
                index += 8
                continue
            }
            let byte = unsafe source[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                unsafe append(source + run, index - run)
                run = index + 1
                escape(byte)
            }
            index += 1
        }
        unsafe append(source + run, bytes.count - run)
    }

    /// Whether one of eight bytes is a quote, a backslash or a control character.
    private static func mustEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslash = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        // The highest bit of a difference, where the byte does not have it itself: it is less than what is subtracted.
        let control = (word &- ones &* 0x20) & ~word
        return (control | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & (ones &* 0x80) != 0
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw(#"\""#)
        case UInt8(ascii: "\\"): raw(#"\\"#)
        case UInt8(ascii: "\n"): raw(#"\n"#)
        case UInt8(ascii: "\r"): raw(#"\r"#)
        case UInt8(ascii: "\t"): raw(#"\t"#)
        default:
            raw(#"\u00"#)
            append(Self.hexadecimal(byte >> 4))
            append(Self.hexadecimal(byte & 15))
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
