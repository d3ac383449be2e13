import Glibc
import SheafOS

/// A message that was received whole.
struct IncomingMessage {
    let descriptors: VarlinkDescriptors
    /// Holds its bytes, until something is received.
    let buffer: InputBuffer
    /// Where they are.
    let range: Range<Int>

    /// In bytes.
    var length: Int { range.count }

    /// Calls `body` with what reads it in place.
    @inline(__always)
    func scan<Result>(_ body: (inout CallScanner) -> Result) -> Result {
        let (start, length) = unsafe buffer.padded(range)
        defer { withExtendedLifetime(buffer) {} }
        // It ended with a NUL, and the padding is longer than what is compared at once.
        var scanner = unsafe CallScanner(terminated: RawSpan(_unsafeStart: start, byteCount: length))
        return body(&scanner)
    }
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
    /// Bytes that wait and are kept here: the others are made as they are sent.
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

    /// The result of a flush.
    struct Flushed {
        /// How many descriptors were sent.
        var descriptors = 0
        /// Whether more descriptors may not be sent now.
        var isHeldBack = false
        /// Whether the flush was cut short: there may be room for more.
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

/// The memory that the connections of one server or client share, so that a connection at rest costs next to nothing.
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

extension OSError {
    /// Whether the error says that this process's user has as many descriptors in flight as it may have
    /// (RLIMIT_NOFILE): others are to be received first.
    var isOfDescriptorsInFlight: Bool { code == ETOOMANYREFS }
}
