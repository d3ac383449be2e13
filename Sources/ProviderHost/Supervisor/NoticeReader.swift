import SheafOS

/// Reads what a host says unasked.
final class NoticeReader {
    /// How many notices are read at once, before others get their turn.
    private static let noticesPerTurn = 64

    private let socket: FileDescriptor
    private let events: (HostConnection.Event) -> Void
    private var packet = [UInt8](repeating: 0, count: HostNotice.packetSize)
    private var source: DescriptorSource?
    private var isBroken = false

    init(_ socket: consuming FileDescriptor, _ events: @escaping (HostConnection.Event) -> Void) {
        self.socket = socket
        self.events = events
    }

    /// Reads whenever there is something.
    func watch(on loop: EventLoop) throws(OSError) {
        source = try loop.watch(socket.number, for: .readable) { [unowned self] _ in read() }
    }

    /// Reads no more.
    func cancel() {
        isBroken = true
        source?.cancel()
        source = nil
    }

    /// Reads what is there, and tells it.
    func read() {
        for _ in 0..<Self.noticesPerTurn where !isBroken {
            var descriptors: [Int32] = []
            var read = SocketRead.wouldBlock
            do throws(OSError) {
                var room = packet.mutableSpan
                var bytes = unsafe room.mutableBytes
                read = try UnixSocket.receive(socket.number, into: &bytes, descriptors: &descriptors)
            } catch {
                return fail("its notices can't be read: \(error)")
            }
            // Nobody sends descriptors here but a provider that has taken its host over.
            for descriptor in descriptors { _ = FileDescriptor(owning: descriptor) }
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

    private func fail(_ reason: String) {
        cancel()
        events(.lost(misbehaved: true, reason: reason))
    }
}
