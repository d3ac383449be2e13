import CSheafJSON
import Glibc
import SheafOS

/// Bytes that were received and not consumed yet, with the padding that the JSON parser needs behind them.
@safe final class InputBuffer {
    /// Where a buffer starts: messages of most services fit.
    private static let initialCapacity = 16 << 10
    /// A buffer that grew beyond this is not used for another connection.
    static let keptCapacity = 256 << 10

    private var base: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    /// The first byte that is not consumed.
    private(set) var start = 0
    /// Behind the last byte.
    private(set) var end = 0
    /// Up to here no NUL was found.
    private var scanned = 0

    init() {
        capacity = Self.initialCapacity
        unsafe base = .allocate(capacity: Self.initialCapacity + Int(SHEAF_JSON_PADDING))
    }

    /// A buffer that holds a copy of `text` and nothing else.
    init(copying text: RawSpan) {
        capacity = text.byteCount
        unsafe base = .allocate(capacity: text.byteCount + Int(SHEAF_JSON_PADDING))
        unsafe text.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe memcpy(base, source, bytes.count)
        }
        end = text.byteCount
    }

    deinit {
        unsafe base.deallocate()
    }

    /// How many bytes are not consumed.
    var count: Int { end - start }

    /// Whether what is received next begins a message.
    var endsAtBoundary: Bool { unsafe start == end || base[end - 1] == 0 }

    /// Receives what is there into room that it makes.
    ///
    /// - Returns: what came, and whether it filled all the room there was: then more may wait.
    func receive(
        from socket: Int32, descriptors: inout [Int32]
    ) throws(OSError) -> (read: SocketRead, isFull: Bool) {
        makeRoom()
        let room = capacity - end
        var span = unsafe MutableRawSpan(_unsafeStart: base + end, byteCount: room)
        let read = try UnixSocket.receive(socket, into: &span, descriptors: &descriptors)
        guard case .bytes(let count) = read else { return (read, false) }
        end += count
        return (read, count == room)
    }

    /// The next message, without its NUL, which is consumed with it; nil where it is not whole.
    func nextMessage() -> Range<Int>? {
        guard scanned < end, let found = unsafe memchr(base + scanned, 0, end - scanned) else {
            scanned = end
            return nil
        }
        let index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let message = start..<index
        start = index + 1
        scanned = start
        return message
    }

    /// Where the last message begins of those that begin at `position` or behind, given that one may begin there.
    func lastBeginning(from position: Int, mayBeginThere: Bool) -> Int? {
        var index = end - 2
        while index >= position {
            if unsafe base[index] == 0 { return index + 1 }
            index -= 1
        }
        return mayBeginThere ? position : nil
    }

    /// Where the bytes of a range are, for the parser; its padding is readable.
    func padded(_ range: Range<Int>) -> (UnsafePointer<UInt8>, Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= end)
        return unsafe (UnsafePointer(base + range.lowerBound), range.count)
    }

    /// Takes what is not consumed out of it.
    func takeRest() -> [UInt8] {
        let rest = unsafe Array(UnsafeBufferPointer(start: base + start, count: count))
        removeAll()
        return rest
    }

    /// Forgets everything.
    func removeAll() {
        start = 0
        end = 0
        scanned = 0
    }

    private func makeRoom() {
        if start == end { removeAll() }
        guard end == capacity else { return }
        if start > 0 {
            unsafe memmove(base, base + start, count)
        } else {
            let larger = capacity * 2
            let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Int(SHEAF_JSON_PADDING))
            unsafe moved.update(from: base, count: end)
            unsafe base.deallocate()
            unsafe base = moved
            capacity = larger
        }
        scanned -= start
        end -= start
        start = 0
    }
}
