import SheafOS

/// Messages that the socket had no room for, in order.
struct OutputQueue {
    private struct Entry {
        var bytes: [UInt8]
        var sent: Int
        /// Go with the first byte; empty once it is sent.
        var descriptors: [SharedDescriptor]
    }

    /// The bytes of small messages that one entry collects. What was sent of an entry is kept until all of it is: longer
    /// ones, for a peer that is always a little late, would never go.
    private static let joinedLength = 65_536
    /// So many entries that were sent may lie before the first one that was not.
    private static let sentEntries = 64

    private var entries: [Entry] = []
    private var first = 0
    /// Bytes that wait.
    private(set) var count = 0
    /// Descriptors that wait.
    private(set) var descriptorCount = 0

    var isEmpty: Bool { count == 0 }

    /// Adds bytes behind all others.
    mutating func append(_ bytes: RawSpan, descriptors: [SharedDescriptor]) {
        count += bytes.byteCount
        descriptorCount += descriptors.count
        // Descriptors belong to the first byte of one send: nothing joins those bytes before they have gone.
        if descriptors.isEmpty, let last = entries.indices.last, last >= first, entries[last].descriptors.isEmpty,
            entries[last].sent == 0, entries[last].bytes.count < Self.joinedLength
        {
            unsafe bytes.withUnsafeBytes { unsafe entries[last].bytes.append(contentsOf: $0) }
        } else {
            let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
            entries.append(Entry(bytes: copy, sent: 0, descriptors: descriptors))
        }
    }

    /// Sends what there is room for; returns how many descriptors were among it.
    mutating func flush(to socket: Int32) throws(OSError) -> Int {
        let waited = descriptorCount
        while first < entries.count {
            let entry = entries[first]
            let rest = unsafe entry.bytes.span.bytes.extracting(droppingFirst: entry.sent)
            let sent = try UnixSocket.send(socket, bytes: rest, descriptors: entry.descriptors.map(\.number))
            if sent == 0 { break }
            count -= sent
            descriptorCount -= entry.descriptors.count
            entries[first].descriptors = []
            entries[first].sent += sent
            guard sent == rest.byteCount else { continue }
            entries[first].bytes = []
            first += 1
        }
        if first == entries.count || first > Self.sentEntries {
            entries.removeFirst(first)
            first = 0
        }
        return waited - descriptorCount
    }

    /// Forgets everything.
    mutating func removeAll() {
        entries.removeAll()
        first = 0
        count = 0
        descriptorCount = 0
    }
}
