import SheafOS

/// Messages that the socket had no room for, in order.
struct OutputQueue {
    private struct Entry {
        var bytes: [UInt8]
        var sent: Int
        /// Go with the first byte; empty once it is sent.
        var descriptors: [SharedDescriptor]
    }

    private var entries: [Entry] = []
    private var first = 0
    /// Bytes that wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds bytes behind all others.
    mutating func append(_ bytes: RawSpan, descriptors: [SharedDescriptor]) {
        count += bytes.byteCount
        // Descriptors belong to the first byte of one send: nothing joins those bytes before they have gone.
        if descriptors.isEmpty, let last = entries.indices.last, last >= first, entries[last].descriptors.isEmpty {
            unsafe bytes.withUnsafeBytes { unsafe entries[last].bytes.append(contentsOf: $0) }
        } else {
            let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
            entries.append(Entry(bytes: copy, sent: 0, descriptors: descriptors))
        }
    }

    /// Sends what there is room for.
    mutating func flush(to socket: Int32) throws(OSError) {
        while first < entries.count {
            let entry = entries[first]
            let rest = unsafe entry.bytes.span.bytes.extracting(droppingFirst: entry.sent)
            let sent = try UnixSocket.send(socket, bytes: rest, descriptors: entry.descriptors.map(\.number))
            if sent == 0 { return }
            count -= sent
            entries[first].descriptors = []
            entries[first].sent += sent
            if sent < rest.byteCount { continue }
            entries[first].bytes = []
            first += 1
        }
        entries.removeAll()
        first = 0
    }

    /// Forgets everything.
    mutating func removeAll() {
        entries.removeAll()
        first = 0
        count = 0
    }
}
