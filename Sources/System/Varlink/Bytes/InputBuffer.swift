import CSheafJSON
import Glibc
import SheafOS

/// Bytes that were received and not consumed yet, with the padding that the JSON parser needs behind them.
@safe final class InputBuffer {
    /// The size of the one buffer that bytes are received into, which all connections of a server share.
    static let sharedCapacity = 64 << 10
    /// A buffer that grew beyond this is not used for another connection.
    private static let keptCapacity = 256 << 10
    /// Where the buffer of a connection begins that keeps a part of a message.
    private static let ownCapacity = 1024

    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The first byte that is not consumed.
    private var start = 0
    /// Behind the last byte.
    private var end = 0
    /// Up to here no NUL was found.
    private var searched = 0
    /// How far from the first byte that is not consumed messages were looked at.
    private var examined = 0

    convenience init() {
        self.init(capacity: Self.sharedCapacity)
    }

    /// A buffer that holds a copy of `text` and nothing else; a NUL is behind it.
    convenience init(copying text: RawSpan) {
        self.init(capacity: text.byteCount)
        unsafe text.withUnsafeBytes { bytes in unsafe append(bytes) }
        unsafe base[end] = 0
    }

    private init(capacity: Int) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity + Int(SHEAF_JSON_PADDING))
    }

    deinit {
        unsafe base.deallocate()
    }

    /// The number of bytes that are not consumed.
    var count: Int { end - start }

    /// Whether it can serve other connections once it is empty.
    var isShared: Bool { capacity >= Self.sharedCapacity && capacity <= Self.keptCapacity }

    /// A buffer that holds what is not consumed and not much more; itself where it would not be much smaller.
    func ownCopy() -> InputBuffer {
        guard isShared, count <= capacity / 4 else { return self }
        let copy = InputBuffer(capacity: max(Self.ownCapacity, 2 * count))
        unsafe copy.append(UnsafeRawBufferPointer(start: base + start, count: count))
        copy.searched = searched - start
        copy.examined = examined
        return copy
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe memcpy(base + end, source, bytes.count)
        end += bytes.count
    }

    /// Receives what is there into room that it makes.
    @inline(__always)
    func receive(from socket: Int32, descriptors: inout [Int32]) throws(OSError) -> Received {
        let beginsMessage = unsafe start == end || base[end - 1] == 0
        makeRoom()
        let room = capacity - end
        var span = unsafe MutableRawSpan(_unsafeStart: base + end, byteCount: room)
        let read = try UnixSocket.receive(socket, into: &span, descriptors: &descriptors)
        var isFull = false
        if case .bytes(let count) = read {
            end += count
            isFull = count == room
        }
        return Received(read: read, isFull: isFull, beginsMessage: beginsMessage)
    }

    /// The next message, without its NUL, which is consumed with it; nil where it is not whole. Its bytes stay where they
    /// are until something is received.
    func nextMessage() -> Range<Int>? {
        guard searched < end, let found = unsafe memchr(base + searched, 0, end - searched) else {
            searched = end
            return nil
        }
        let index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let message = unsafe Range(uncheckedBounds: (start, index))
        start = index + 1
        searched = start
        examined = 0
        return message
    }

    /// The next message behind those that were looked at, without its NUL; it is not consumed. Nil where it is not whole.
    func nextFollower() -> Range<Int>? {
        let first = start + examined
        guard first < end, let found = unsafe memchr(base + first, 0, end - first) else { return nil }
        let index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        examined = index + 1 - start
        return first..<index
    }

    /// How far from the first byte that is not consumed the last message begins of those that begin in what was
    /// received last.
    func lastBeginning(in received: Received) -> Int? {
        guard case .bytes(let count) = received.read else { return nil }
        let first = end - count
        var index = end - 2
        while index >= first {
            if unsafe base[index] == 0 { return index + 1 - start }
            index -= 1
        }
        return received.beginsMessage ? first - start : nil
    }

    /// The address of a range's bytes, for the parser; its padding is readable.
    func padded(_ range: Range<Int>) -> (UnsafePointer<UInt8>, Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= end)
        return unsafe (UnsafePointer(base + range.lowerBound), range.count)
    }

    /// Receives what is left in a socket, which are bytes alone.
    static func discard(from socket: Int32) {
        // Not the shared one: the message that is being served may lie there.
        let buffer = InputBuffer()
        var numbers: [Int32] = []
        var failures = 0
        while failures < 2 {
            buffer.removeAll()
            do throws(OSError) {
                guard case .bytes = try buffer.receive(from: socket, descriptors: &numbers).read else { break }
            } catch {
                // What the last send broke is told once, and then what waits.
                failures += 1
            }
        }
    }

    /// Forgets everything.
    func removeAll() {
        start = 0
        end = 0
        searched = 0
        examined = 0
    }

    @inline(__always)
    private func makeRoom() {
        if start == end { removeAll() }
        if end == capacity { moveOrGrow() }
    }

    private func moveOrGrow() {
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
        searched -= start
        end -= start
        start = 0
    }
}

/// The result of one receive.
struct Received {
    let read: SocketRead
    /// Whether it filled all the room there was: more may wait.
    let isFull: Bool
    /// Whether the bytes before it ended with a message.
    let beginsMessage: Bool
}
