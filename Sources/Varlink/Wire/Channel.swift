import Glibc
import SheafOS

/// What the connections of one server or client share, so that a connection at rest costs next to nothing.
@usableFromInline final class Scratch {
    let parser = JSONParser()
    @usableFromInline package var writer = JSONWriter()
    private var spare: InputBuffer?

    /// An empty buffer.
    func takeBuffer() -> InputBuffer {
        defer { spare = nil }
        return spare ?? InputBuffer()
    }

    /// Gives a buffer back that holds nothing.
    func giveBack(_ buffer: InputBuffer) {
        guard buffer.capacity <= InputBuffer.keptCapacity else { return }
        buffer.removeAll()
        spare = buffer
    }
}

/// A message as it came: where its bytes are, and its descriptors.
struct IncomingMessage {
    let buffer: InputBuffer
    let range: Range<Int>
    let descriptors: VarlinkDescriptors
}

/// A stream socket that carries messages, each ended by a NUL, with descriptors on first bytes. It never blocks.
final class Channel {
    /// What one receive brought.
    enum Progress {
        /// Bytes, and perhaps there are more.
        case more
        /// Bytes, and that was all there was.
        case drained
        /// Nothing.
        case nothing
        /// The peer sends no more.
        case end
    }

    private var socket: FileDescriptor?
    /// For calls into the system.
    let number: Int32
    private let limits: VarlinkLimits
    let scratch: Scratch
    private let closer: DescriptorCloser?
    private var input: InputBuffer?
    /// How many bytes of the stream are before the input buffer's first.
    private var consumed = 0
    /// Descriptors whose message was not taken yet, with its place in the stream.
    private var arrivals: [(position: Int, descriptors: VarlinkDescriptors)] = []
    private var received: [Int32] = []
    private var output = OutputQueue()

    /// - Parameter closer: closes the descriptors that come and that nobody takes.
    init(_ socket: consuming FileDescriptor, scratch: Scratch, limits: VarlinkLimits, closer: DescriptorCloser?) {
        number = socket.number
        self.socket = consume socket
        self.scratch = scratch
        self.limits = limits
        self.closer = closer
    }

    deinit {
        close()
    }

    /// Bytes that the socket had no room for.
    var pendingOutput: Int { output.count }
    /// Whether bytes of input wait to be taken.
    var hasInput: Bool { input != nil }

    // MARK: Input

    /// Receives once.
    func receive() throws(VarlinkError) -> Progress {
        let buffer = input ?? scratch.takeBuffer()
        input = buffer
        let wasAtBoundary = buffer.endsAtBoundary
        let outcome: (read: SocketRead, isFull: Bool)
        do throws(OSError) {
            outcome = try buffer.receive(from: number, descriptors: &received)
        } catch {
            _ = takeReceived()
            throw error.isReset ? .closedByPeer : VarlinkError(error)
        }
        guard case .bytes(let count) = outcome.read else {
            releaseInput()
            return outcome.read == .end ? .end : .nothing
        }
        guard !received.isEmpty else { return outcome.isFull ? .more : .drained }
        try place(takeReceived(), in: buffer, count: count, wasAtBoundary: wasAtBoundary)
        // The kernel ends a read behind bytes that descriptors came with, whatever waits behind them.
        return .more
    }

    private var receivedLength: Int { min(limits.messageLength, limits.receivedLength) }

    private func takeReceived() -> VarlinkDescriptors {
        defer { received.removeAll(keepingCapacity: true) }
        return VarlinkDescriptors(owning: received, closer: closer)
    }

    /// The kernel hands out the descriptors of a send with its bytes, the last ones of that read: they are of the last
    /// message that begins there, for nobody puts another behind a message whose descriptors have not gone.
    private func place(
        _ descriptors: VarlinkDescriptors, in buffer: InputBuffer, count: Int, wasAtBoundary: Bool
    ) throws(VarlinkError) {
        guard descriptors.count <= limits.descriptorsPerMessage else {
            throw VarlinkError(.overLimit, "\(descriptors.count) descriptors came with one message")
        }
        guard
            let beginning = buffer.lastBeginning(from: buffer.end - count, mayBeginThere: wasAtBoundary)
        else { throw VarlinkError(.protocolViolation, "descriptors came in the middle of a message") }
        arrivals.append((consumed + beginning - buffer.start, descriptors))
    }

    /// Takes the next message that is whole. Its bytes stay where they are until the next receive.
    func nextMessage() throws(VarlinkError) -> IncomingMessage? {
        guard let buffer = input else { return nil }
        guard let range = buffer.nextMessage() else {
            guard buffer.count <= receivedLength else {
                throw VarlinkError(.overLimit, "a message has more than \(receivedLength) bytes")
            }
            releaseInput()
            return nil
        }
        guard range.count <= receivedLength else {
            throw VarlinkError(.overLimit, "a message has more than \(receivedLength) bytes")
        }
        let position = consumed
        consumed += range.count + 1
        var descriptors = VarlinkDescriptors()
        if let arrival = arrivals.first, arrival.position == position {
            descriptors = arrivals.removeFirst().descriptors
        }
        return IncomingMessage(buffer: buffer, range: range, descriptors: descriptors)
    }

    /// An empty buffer serves other connections.
    private func releaseInput() {
        guard let buffer = input, buffer.count == 0 else { return }
        input = nil
        scratch.giveBack(buffer)
    }

    // MARK: Output

    /// Sends the message that is in the scratch's writer, or what there is room for, and keeps the rest.
    func send(descriptors: [SharedDescriptor]) throws(VarlinkError) {
        let length = scratch.writer.count
        defer { scratch.writer.removeAll() }
        guard length <= limits.messageLength + 1 else {
            throw VarlinkError(.overLimit, "a message to the peer would have \(length) bytes")
        }
        var sent = 0
        if output.isEmpty {
            do throws(OSError) {
                let numbers = descriptors.isEmpty ? [] : descriptors.map(\.number)
                sent = try scratch.writer.withBytes { bytes throws(OSError) in
                    try UnixSocket.send(number, bytes: bytes, descriptors: numbers)
                }
            } catch {
                throw error.isReset ? .closedByPeer : VarlinkError(error)
            }
            if sent == length { return }
        }
        scratch.writer.withBytes(droppingFirst: sent) { rest in
            output.append(rest, descriptors: sent == 0 ? descriptors : [])
        }
        guard output.count <= limits.pendingOutput else {
            throw VarlinkError(.overLimit, "the peer leaves \(output.count) bytes unread")
        }
    }

    /// Sends what was kept, as far as there is room.
    func flush() throws(VarlinkError) {
        do throws(OSError) {
            try output.flush(to: number)
        } catch {
            throw error.isReset ? .closedByPeer : VarlinkError(error)
        }
    }

    // MARK: End

    /// Hands the socket over to who carries on after an upgrade; nil where it was handed over before.
    func takeSocket() -> FileDescriptor? {
        socket.take()
    }

    /// What was received behind the last message that was taken.
    func takeRest() -> [UInt8] {
        defer { input = nil }
        return input?.takeRest() ?? []
    }

    /// Closes the socket, and the descriptors that nobody took.
    func close() {
        if socket != nil, closer != nil { discardInput() }
        _ = socket.take()
        input = nil
        arrivals = []
        output.removeAll()
    }

    /// Takes the descriptors out of the socket that wait in it: else the kernel would close them with it, here and now.
    private func discardInput() {
        UnixSocket.endInput(number)
        let buffer = scratch.takeBuffer()
        defer { scratch.giveBack(buffer) }
        var failures = 0
        while failures < 2 {
            buffer.removeAll()
            do throws(OSError) {
                let read = try buffer.receive(from: number, descriptors: &received).read
                _ = takeReceived()
                guard case .bytes = read else { return }
            } catch {
                // What the last send broke is told once, and then what waits.
                _ = takeReceived()
                failures += 1
            }
        }
    }
}

extension OSError {
    /// The other end is gone.
    fileprivate var isReset: Bool { code == EPIPE || code == ECONNRESET }
}
