import CSheafJSON
import Glibc
import SheafOS

/// Bytes that were received and not consumed yet, with the padding that the JSON parser needs behind them.
@safe final class InputBuffer {
    /// What is received goes into one buffer of this size, which all connections of a server share.
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

    /// How many bytes are not consumed.
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

/// What one receive brought.
struct Received {
    let read: SocketRead
    /// It filled all the room there was: more may wait.
    let isFull: Bool
    /// What was there before ended with a message.
    let beginsMessage: Bool
}

/// The descriptors that go with a message: one or two, which nearly all have, without an array.
struct OutgoingDescriptors {
    private let first: SharedDescriptor?
    private let second: SharedDescriptor?
    private let others: [SharedDescriptor]?

    /// - Parameter second: nil where `first` is.
    init(_ first: SharedDescriptor? = nil, _ second: SharedDescriptor? = nil) {
        self.first = first
        self.second = second
        others = nil
    }

    init(_ descriptors: [SharedDescriptor]) {
        first = descriptors.first
        second = descriptors.count > 1 ? descriptors[1] : nil
        others = descriptors.count > 2 ? Array(descriptors.dropFirst(2)) : nil
    }

    var isEmpty: Bool { first == nil }
    var count: Int { first == nil ? 0 : second == nil ? 1 : 2 + (others?.count ?? 0) }

    /// Sends bytes, and these with the first of them; returns how many bytes were sent.
    @inline(__always)
    func send(with bytes: RawSpan, over socket: Int32) throws(OSError) -> Int {
        if let others {
            let all = [first, second].compactMap { $0 } + others
            return try UnixSocket.send(socket, bytes: bytes, descriptors: all.map(\.number))
        }
        return try UnixSocket.send(
            socket, bytes: bytes, first: first?.number ?? -1, second: second?.number ?? -1)
    }
}

/// Messages that the socket had no room for, in order.
struct OutputQueue {
    private struct Entry {
        var bytes: [UInt8]
        /// In their place: those that are made as they are sent.
        var later: (any LaterBytes)?
        var sent: Int
        /// Go with the first byte; empty once it is sent.
        var descriptors: OutgoingDescriptors
    }

    /// The bytes of small messages that one entry collects. What was sent of an entry is kept until all of it is: longer
    /// ones, for a peer that is always a little late, would never go.
    private static let joinedLength = 65_536
    /// No flush goes on behind so many: others wait meanwhile.
    private static let bytesPerFlush = 262_144
    /// So many entries that were sent may lie before the first one that was not.
    private static let sentEntries = 64

    private var entries: [Entry] = []
    private var first = 0
    /// Bytes that wait.
    private(set) var count = 0
    /// Those of them that are kept here.
    private(set) var keptCount = 0
    /// Descriptors that wait.
    private(set) var descriptorCount = 0

    var isEmpty: Bool { count == 0 }

    /// Adds bytes behind all others.
    mutating func append(_ bytes: RawSpan, descriptors: OutgoingDescriptors) {
        count += bytes.byteCount
        keptCount += bytes.byteCount
        descriptorCount += descriptors.count
        // Descriptors belong to the first byte of one send: nothing joins those bytes before they have gone.
        if descriptors.isEmpty, let last = entries.indices.last, last >= first, entries[last].descriptors.isEmpty,
            entries[last].later == nil, entries[last].sent == 0, entries[last].bytes.count < Self.joinedLength
        {
            unsafe bytes.withUnsafeBytes { unsafe entries[last].bytes.append(contentsOf: $0) }
        } else {
            let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
            entries.append(Entry(bytes: copy, sent: 0, descriptors: descriptors))
        }
    }

    /// Adds bytes that are made as they are sent. There must be some.
    mutating func append(_ later: any LaterBytes) {
        count += later.count
        entries.append(Entry(bytes: [], later: later, sent: 0, descriptors: OutgoingDescriptors()))
    }

    /// What came of a flush.
    struct Flushed {
        /// How many descriptors were sent.
        var descriptors = 0
        /// More of them may not be now.
        var isHeldBack = false
        /// It was cut short: there may be room for more.
        var isCut = false
    }

    /// Sends what there is room for, as far as others need not wait for that: many bytes are made as they are sent.
    ///
    /// - Parameter allowed: how many descriptors may be sent.
    mutating func flush(to socket: Int32, descriptors allowed: Int) throws(OSError) -> Flushed {
        let waited = descriptorCount
        let end = count - Self.bytesPerFlush
        var isHeldBack = false
        var piece: [UInt8] = []
        while first < entries.count, count > end {
            let entry = entries[first]
            isHeldBack = waited - descriptorCount + entry.descriptors.count > allowed
            if isHeldBack { break }
            let offered: Int
            let sent: Int
            do throws(OSError) {
                if let later = entry.later {
                    piece.removeAll(keepingCapacity: true)
                    later.append(from: entry.sent, to: &piece)
                    offered = piece.count
                    sent = unsafe try entry.descriptors.send(with: piece.span.bytes, over: socket)
                } else {
                    let rest = unsafe entry.bytes.span.bytes.extracting(droppingFirst: entry.sent)
                    offered = rest.byteCount
                    sent = try entry.descriptors.send(with: rest, over: socket)
                }
            } catch {
                guard error.isOfDescriptorsInFlight else { throw error }
                isHeldBack = true
                break
            }
            if sent == 0 { break }
            count -= sent
            if entry.later == nil { keptCount -= sent }
            descriptorCount -= entry.descriptors.count
            entries[first].descriptors = OutgoingDescriptors()
            entries[first].sent += sent
            guard sent == offered, entries[first].sent >= entry.later?.count ?? entry.bytes.count else { continue }
            entries[first].bytes = []
            entries[first].later = nil
            first += 1
        }
        if first == entries.count || first > Self.sentEntries {
            entries.removeFirst(first)
            first = 0
        }
        return Flushed(
            descriptors: waited - descriptorCount, isHeldBack: isHeldBack, isCut: count > 0 && count <= end)
    }

    /// Forgets everything.
    mutating func removeAll() {
        entries.removeAll()
        first = 0
        count = 0
        keptCount = 0
        descriptorCount = 0
    }
}

/// What the connections of one server or client share, so that a connection at rest costs next to nothing.
@usableFromInline final class Scratch {
    let parser = JSONParser()
    @usableFromInline package var writer = JSONWriter()
    private var spare: InputBuffer?

    /// An empty buffer.
    @inline(__always)
    func takeBuffer() -> InputBuffer {
        guard let buffer = spare else { return InputBuffer() }
        spare = nil
        return buffer
    }

    /// Parses a message: its value is the parser's until the next one.
    func parse(_ message: IncomingMessage) throws(VarlinkError) {
        do throws(JSONError) {
            try parser.parse(message.range, of: message.buffer)
        } catch {
            throw VarlinkError(.protocolViolation, error.description)
        }
    }

    /// Gives a buffer back that holds nothing. The bytes of the last message stay there until it is taken again.
    func giveBack(_ buffer: InputBuffer) {
        if buffer.isShared { spare = buffer }
    }
}
