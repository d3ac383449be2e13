import Glibc
import SheafOS

/// A message that was parsed: its value is in the scratch's parser until the next one.
struct IncomingMessage {
    let descriptors: VarlinkDescriptors
    /// In bytes.
    let length: Int
}

/// A stream socket that carries messages, each ended by a NUL, with descriptors on first bytes. It never blocks.
struct Channel: ~Copyable {
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

    /// Messages with descriptors that are received before one is taken, at most.
    private static let maxArrivals = 8

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
    /// The numbers of what is sent, in memory that is kept.
    private var leaving: [Int32] = []
    private var output = OutputQueue()
    /// Descriptors that were sent since the peer was last known to have received everything.
    private var sentDescriptors = 0

    /// - Parameter closer: closes the descriptors that come and that nobody takes.
    init(_ socket: consuming FileDescriptor, scratch: Scratch, limits: VarlinkLimits, closer: DescriptorCloser?) {
        number = socket.number
        self.socket = consume socket
        self.scratch = scratch
        self.limits = limits
        self.closer = closer
    }

    deinit {
        discardInput()
    }

    /// Bytes that the socket had no room for.
    var pendingOutput: Int { output.count }
    /// Descriptors that the peer has not received, at most: of those that the socket holds the system says only
    /// whether the peer has received everything.
    var pendingDescriptors: Int {
        mutating get {
            if sentDescriptors > 0, output.isEmpty, (try? UnixSocket.isRead(number)) == true { sentDescriptors = 0 }
            return output.descriptorCount + sentDescriptors
        }
    }
    /// Whether bytes of input wait to be taken.
    var hasInput: Bool { input != nil }

    /// Whether more may be received before a message is taken.
    var hasRoom: Bool {
        let waiting =
            switch input {
            case .some(let buffer): buffer.count
            case .none: 0
            }
        return waiting < receivedLength && arrivals.count < Self.maxArrivals
    }

    // MARK: Input

    /// Receives once.
    mutating func receive() throws(VarlinkError) -> Progress {
        var buffer = input.take() ?? scratch.takeBuffer()
        let outcome: Received
        do throws(OSError) {
            outcome = try buffer.receive(from: number, descriptors: &received)
        } catch {
            _ = takeReceived()
            throw error.isReset ? .closedUnread : VarlinkError(error)
        }
        guard case .bytes = outcome.read else {
            keep(buffer)
            return outcome.read == .end ? .end : .nothing
        }
        // The kernel hands out the descriptors of a send with its bytes, the last ones of that read: they are of the
        // last message that begins there, for nobody puts another behind a message whose descriptors have not gone.
        let beginning = received.isEmpty ? nil : buffer.lastBeginning(in: outcome)
        keep(buffer)
        guard !received.isEmpty else { return outcome.isFull ? .more : .drained }
        let descriptors = takeReceived()
        guard descriptors.count <= limits.descriptorsPerMessage else {
            throw VarlinkError(.overLimit, "\(descriptors.count) descriptors came with one message")
        }
        guard let beginning else {
            throw VarlinkError(.protocolViolation, "descriptors came in the middle of a message")
        }
        arrivals.append((consumed + beginning, descriptors))
        // The kernel ends a read behind bytes that descriptors came with, whatever waits behind them.
        return .more
    }

    private var receivedLength: Int { min(limits.messageLength, limits.receivedLength) }

    private mutating func takeReceived() -> VarlinkDescriptors {
        defer { received.removeAll(keepingCapacity: true) }
        return VarlinkDescriptors(owning: received, closer: closer)
    }

    /// Takes the next message that is whole, and parses it.
    mutating func nextMessage() throws(VarlinkError) -> IncomingMessage? {
        guard var buffer = input.take() else { return nil }
        let range = buffer.nextMessage()
        guard range?.count ?? buffer.count <= receivedLength else {
            throw VarlinkError(.overLimit, "a message has more than \(receivedLength) bytes")
        }
        guard let range else {
            keep(buffer)
            return nil
        }
        do throws(JSONError) {
            try scratch.parser.parse(range, of: buffer)
        } catch {
            throw VarlinkError(.protocolViolation, error.description)
        }
        keep(buffer)
        let position = consumed
        consumed += range.count + 1
        var descriptors = VarlinkDescriptors()
        if let arrival = arrivals.first, arrival.position == position {
            descriptors = arrivals.removeFirst().descriptors
        }
        return IncomingMessage(descriptors: descriptors, length: range.count)
    }

    /// Parses the next message of those that wait and were not looked at, and leaves it there; false where none is whole, or
    /// it is none.
    mutating func parseFollower() -> Bool {
        guard var buffer = input.take() else { return false }
        var isParsed = false
        while !isParsed, let range = buffer.nextFollower() {
            isParsed = (try? scratch.parser.parse(range, of: buffer)) != nil
        }
        input = consume buffer
        return isParsed
    }

    /// An empty buffer serves other connections.
    private mutating func keep(_ buffer: consuming InputBuffer) {
        if buffer.count == 0 {
            scratch.giveBack(buffer)
        } else {
            input = consume buffer
        }
    }

    // MARK: Output

    /// Sends the message that is in the writer, or what there is room for, and keeps the rest. The writer is empty then.
    mutating func send(_ writer: inout JSONWriter, descriptors: [SharedDescriptor]) throws(VarlinkError) {
        let length = writer.count
        defer { writer.removeAll() }
        guard length <= limits.messageLength + 1 else {
            throw VarlinkError(.overLimit, "a message to the peer would have \(length) bytes")
        }
        let sent = output.isEmpty ? try sendNow(writer, descriptors) : 0
        if sent == length { return }
        writer.withBytes(droppingFirst: sent) { rest in
            output.append(rest, descriptors: sent == 0 ? descriptors : [])
        }
        guard output.count <= limits.pendingOutput else {
            throw VarlinkError(.overLimit, "the peer leaves \(output.count) bytes unread")
        }
        guard output.descriptorCount <= limits.pendingDescriptors else {
            throw VarlinkError(.overLimit, "the peer leaves \(output.descriptorCount) descriptors unread")
        }
    }

    private mutating func sendNow(
        _ writer: borrowing JSONWriter, _ descriptors: [SharedDescriptor]
    ) throws(VarlinkError) -> Int {
        leaving.removeAll(keepingCapacity: true)
        for descriptor in descriptors { leaving.append(descriptor.number) }
        do throws(OSError) {
            let sent = try UnixSocket.send(number, bytes: writer.bytes, descriptors: leaving)
            if sent > 0 { sentDescriptors += leaving.count }
            return sent
        } catch {
            throw error.isReset ? .closedUnread : VarlinkError(error)
        }
    }

    /// Sends what was kept, as far as there is room.
    mutating func flush() throws(VarlinkError) {
        do throws(OSError) {
            sentDescriptors += try output.flush(to: number)
        } catch {
            throw error.isReset ? .closedUnread : VarlinkError(error)
        }
    }

    // MARK: End

    /// Hands the socket over to who carries on after an upgrade; nil where it was handed over before.
    mutating func takeSocket() -> FileDescriptor? {
        socket.take()
    }

    /// What was received behind the last message that was taken.
    mutating func takeRest() -> [UInt8] {
        guard var buffer = input.take() else { return [] }
        return buffer.takeRest()
    }

    /// Closes the socket, and the descriptors that nobody took.
    ///
    /// - Parameter leavingUnread: leaves in it what was not received, where there are no descriptors among it. The other end is
    ///   told that then, and knows that its last message was not taken.
    mutating func close(leavingUnread: Bool = false) {
        if !leavingUnread || socket != nil && UnixSocket.mayHoldDescriptors(number) { discardInput() }
        _ = socket.take()
        input = nil
        arrivals = []
        output.removeAll()
    }

    /// Takes the descriptors out of the socket that wait in it: else the kernel would close them with it, here and now.
    private func discardInput() {
        guard socket != nil, let closer else { return }
        UnixSocket.endInput(number)
        var buffer = scratch.takeBuffer()
        var numbers: [Int32] = []
        var failures = 0
        while failures < 2 {
            buffer.removeAll()
            do throws(OSError) {
                let read = try buffer.receive(from: number, descriptors: &numbers).read
                guard case .bytes = read else { break }
            } catch {
                // What the last send broke is told once, and then what waits.
                failures += 1
            }
        }
        buffer.removeAll()
        scratch.giveBack(buffer)
        _ = VarlinkDescriptors(owning: numbers, closer: closer)
    }
}

extension OSError {
    /// The other end is gone.
    fileprivate var isReset: Bool { code == EPIPE || code == ECONNRESET }
}
