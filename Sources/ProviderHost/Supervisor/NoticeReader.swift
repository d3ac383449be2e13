import SheafOS

/// Reads what a host says unasked.
final class NoticeReader {
    /// How many notices are read at once, before others get their turn.
    private static let noticesPerTurn = 64

    private var socket: FileDescriptor?
    private let number: Int32
    private let closer: DescriptorCloser?
    private let events: (HostConnection.Event) -> Void
    private var packet = [UInt8](repeating: 0, count: HostNotice.packetSize)
    private var source: DescriptorSource?
    private var isBroken = false

    /// - Parameter closer: closes the descriptors that come, and the socket, in which more may wait.
    init(
        _ socket: consuming FileDescriptor, closer: DescriptorCloser?,
        _ events: @escaping (HostConnection.Event) -> Void
    ) {
        number = socket.number
        self.socket = consume socket
        self.closer = closer
        self.events = events
    }

    /// Reads whenever there is something.
    func watch(on loop: EventLoop) throws(OSError) {
        source = try loop.watch(number, for: .readable) { [unowned self] _ in read() }
    }

    deinit {
        cancel()
    }

    /// Reads no more.
    func cancel() {
        isBroken = true
        source?.cancel()
        source = nil
        if let socket = socket.take() { closer.close(socket) }
    }

    /// Reads what is there, and tells it.
    func read() {
        for _ in 0..<Self.noticesPerTurn where !isBroken {
            let read: SocketRead
            do throws(OSError) {
                read = try receive()
            } catch {
                return fail("its notices can't be read: \(error)")
            }
            switch read {
            case .wouldBlock:
                return
            case .end:
                cancel()
                return events(.lost(misbehaved: false, reason: "it hung up"))
            case .bytes(let count):
                guard let notice = unsafe HostNotice(packet.span.bytes.extracting(first: count)) else {
                    return fail("it sent a notice that is none")
                }
                events(.notice(notice))
            }
        }
    }

    private func receive() throws(OSError) -> SocketRead {
        var descriptors: [Int32] = []
        // Nobody sends descriptors here but a provider that has taken its host over.
        defer { for number in descriptors { closer.close(FileDescriptor(owning: number)) } }
        var room = packet.mutableSpan
        var bytes = unsafe room.mutableBytes
        return try UnixSocket.receive(number, into: &bytes, descriptors: &descriptors)
    }

    private func fail(_ reason: String) {
        cancel()
        events(.lost(misbehaved: true, reason: reason))
    }
}
