import SheafOS

/// A stream socket that carries messages, each ended by a NUL, with descriptors on first bytes. It never blocks.
struct Channel: ~Copyable {
    /// The result of one receive.
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
    /// Bytes of a message that comes in, at most.
    private let receivedLength: Int
    let scratch: Scratch
    private let worker: BackgroundWorker?
    /// The account of what the peer's user takes; nil where that is not limited.
    private let account: PeerUser?
    private var input: InputBuffer?
    /// How many bytes of the stream are before the input buffer's first.
    private var consumed = 0
    /// Descriptors whose message was not taken yet, with its place in the stream.
    private var arrivals: [(position: Int, descriptors: VarlinkDescriptors)] = []
    private var received: [Int32] = []
    private var output = OutputQueue()
    /// Whether messages without descriptors wait for those that follow, to go out in one send.
    private var isCollecting = false
    /// Messages that wait so. Their memory is kept.
    private var collected: [UInt8] = []
    /// More of them are sent at once.
    private static let collectedLength = 65_536
    /// Descriptors that were sent since the peer was last known to have received everything.
    private var sentDescriptors = 0
    /// Whether descriptors wait until others are received, the user's or anybody's: the socket does not tell when.
    private(set) var isHeldBack = false
    /// Whether there may be room for more than was flushed: the socket does not tell that again.
    private(set) var mayFlushMore = false

    /// - Parameters:
    ///   - worker: closes the descriptors that come and that nobody takes.
    ///   - account: what the peer's user takes; nil where that is not limited.
    init(
        _ socket: consuming FileDescriptor, scratch: Scratch, limits: VarlinkLimits, worker: BackgroundWorker?,
        account: PeerUser? = nil
    ) {
        number = socket.number
        self.socket = consume socket
        self.scratch = scratch
        self.limits = limits
        receivedLength = min(limits.messageLength, limits.receivedLength)
        self.worker = worker
        self.account = account
    }

    /// Bytes that the socket had no room for.
    var pendingOutput: Int { output.count }

    /// Bytes of ``pendingOutput`` that are kept here, and not made as they are sent.
    var keptOutput: Int { output.keptCount }
    /// Descriptors that the peer has not received, at most: of those that the socket holds the system says only
    /// whether the peer has received everything.
    var pendingDescriptors: Int {
        mutating get {
            if output.isEmpty { noteReceived() }
            return output.descriptorCount + sentDescriptors
        }
    }

    /// Finds out whether the peer has received all descriptors that were sent.
    mutating func noteReceived() {
        guard sentDescriptors > 0, (try? UnixSocket.isRead(number)) == true else { return }
        account?.descriptorRoom += sentDescriptors
        sentDescriptors = 0
    }

    /// Whether so much waits for the peer's user, over all connections, that nothing is to be added.
    var isUserBehind: Bool { account?.isBehind ?? false }

    /// Grows whenever the peer's user has read some of what waits.
    var userReads: UInt64 { account?.reads ?? 0 }

    /// Whether bytes of input wait to be taken.
    var hasInput: Bool { input != nil }

    /// Whether descriptors wait for a message to be served, in the socket or behind it; true also where that can't be told.
    var mayHoldDescriptors: Bool { !arrivals.isEmpty || UnixSocket.mayHoldDescriptors(number) }

    /// Whether more may be received before a message is taken.
    var hasRoom: Bool { (input?.count ?? 0) < receivedLength && arrivals.count < Self.maxArrivals }

    // MARK: Input

    /// Receives once.
    @inline(__always)
    mutating func receive() throws(VarlinkError) -> Progress {
        // Where the user has too many, none is received besides.
        if account?.hasTooManyDescriptors ?? false, let account { throw account.tooManyDescriptors }
        let buffer = input ?? scratch.takeBuffer()
        input = nil
        let outcome: Received
        do throws(OSError) {
            outcome = try buffer.receive(from: number, descriptors: &received)
        } catch {
            _ = takeReceived()
            throw VarlinkError(error)
        }
        guard case .bytes = outcome.read else {
            keep(buffer)
            return outcome.read == .end ? .end : .nothing
        }
        input = buffer
        guard !received.isEmpty else { return outcome.isFull ? .more : .drained }
        // The kernel hands out the descriptors of a send with its bytes, the last ones of that read: they are of the
        // last message that begins there, for nobody puts another behind a message whose descriptors have not gone.
        let beginning = buffer.lastBeginning(in: outcome)
        let highest = received.max() ?? 0
        let descriptors = takeReceived()
        guard descriptors.count <= limits.descriptorsPerMessage else {
            throw VarlinkError(.overLimit, "\(descriptors.count) descriptors came with one message")
        }
        if account?.hasTooManyDescriptors ?? false, let account { throw account.tooManyDescriptors }
        guard highest < limits.firstReservedDescriptor else {
            throw VarlinkError(.overLimit, "descriptors came, and only \(VarlinkLimits.reserveName) is left")
        }
        guard let beginning else {
            throw VarlinkError(.protocolViolation, "descriptors came in the middle of a message")
        }
        arrivals.append((consumed + beginning, descriptors))
        // The kernel ends a read behind bytes that descriptors came with, whatever waits behind them.
        return .more
    }

    private mutating func takeReceived() -> VarlinkDescriptors {
        defer { received.removeAll(keepingCapacity: true) }
        return VarlinkDescriptors(owning: received, worker: worker, account: account)
    }

    /// Takes the next message that is whole.
    @inline(__always)
    mutating func nextMessage() throws(VarlinkError) -> IncomingMessage? {
        guard let buffer = input else { return nil }
        let range = buffer.nextMessage()
        guard range?.count ?? buffer.count <= receivedLength else {
            throw VarlinkError(.overLimit, "a message has more than \(receivedLength) bytes")
        }
        guard let range else { return nil }
        // Empty, it serves other connections. They receive into it only when this message is done.
        if buffer.count == 0 { keep(buffer) }
        let position = consumed
        consumed += range.count + 1
        var descriptors = VarlinkDescriptors()
        if !arrivals.isEmpty, arrivals[0].position == position {
            descriptors = arrivals.removeFirst().descriptors
        }
        return IncomingMessage(descriptors: descriptors, buffer: buffer, range: range)
    }

    /// Parses the next message of those that wait and were not looked at, and leaves it there; false where none is whole, or
    /// it is none.
    mutating func parseFollower() -> Bool {
        guard let buffer = input else { return false }
        while let range = buffer.nextFollower() {
            if (try? scratch.parser.parse(range, of: buffer)) != nil { return true }
        }
        return false
    }

    /// Gives back the shared buffer until it is this connection's turn again; what is left in it is copied.
    @inline(__always)
    mutating func settleInput() {
        if let input { settle(input) }
    }

    private mutating func settle(_ buffer: InputBuffer) {
        let own = buffer.ownCopy()
        if own === buffer { return }
        input = own
        buffer.removeAll()
        scratch.giveBack(buffer)
    }

    /// An empty buffer serves other connections.
    @inline(__always)
    private mutating func keep(_ buffer: InputBuffer) {
        if buffer.count == 0 {
            input = nil
            scratch.giveBack(buffer)
        } else {
            input = buffer
        }
    }

    // MARK: Output

    /// Sends the message that is in the writer, or what there is room for, and keeps the rest. The writer is empty then.
    @inline(__always)
    mutating func send(_ writer: inout JSONWriter, descriptors: OutgoingDescriptors) throws(VarlinkError) {
        if !writer.later.isEmpty { return try sendInPieces(&writer, descriptors) }
        let length = writer.count
        defer { writer.removeAll() }
        try checkLength(length)
        if isCollecting {
            if descriptors.isEmpty {
                unsafe writer.bytes.withUnsafeBytes { unsafe collected.append(contentsOf: $0) }
                if collected.count > Self.collectedLength { try sendCollectedBytes() }
                return
            }
            try sendCollectedBytes()
        }
        try send(writer.bytes, descriptors)
    }

    /// Sends a message parts of which are made as the socket takes them.
    @inline(never)
    private mutating func sendInPieces(
        _ writer: inout JSONWriter, _ descriptors: OutgoingDescriptors
    ) throws(VarlinkError) {
        defer { writer.removeAll() }
        let length = writer.later.reduce(writer.count) { $0 + $1.bytes.count }
        try checkLength(length)
        if isCollecting { try sendCollectedBytes() }
        let kept = output.keptCount
        var start = 0
        for later in writer.later {
            let before = writer.bytes.extracting(start..<later.position)
            output.append(before, descriptors: start == 0 ? descriptors : OutgoingDescriptors())
            output.append(later.bytes)
            start = later.position
        }
        output.append(writer.bytes.extracting(droppingFirst: start), descriptors: OutgoingDescriptors())
        account?.waitingBytes += output.keptCount - kept
        try flush()
        try checkPending()
    }

    @inline(__always)
    private func checkLength(_ length: Int) throws(VarlinkError) {
        guard length <= limits.messageLength + 1 else {
            throw VarlinkError(.overLimit, "a message to the peer would have \(length) bytes")
        }
    }

    @inline(never)
    private func checkPending() throws(VarlinkError) {
        guard output.count <= limits.pendingOutput else {
            throw VarlinkError(.overLimit, "the peer leaves \(output.count) bytes unread")
        }
        guard output.descriptorCount <= limits.pendingDescriptors else {
            throw VarlinkError(.overLimit, "the peer leaves \(output.descriptorCount) descriptors unread")
        }
    }

    /// Has messages without descriptors wait until ``sendCollected()``, or until there are many.
    mutating func collect() { isCollecting = true }

    /// Sends what waits for ``collect()``, in one send where the socket has room, and what follows at once again.
    mutating func sendCollected() throws(VarlinkError) {
        isCollecting = false
        try sendCollectedBytes()
    }

    private mutating func sendCollectedBytes() throws(VarlinkError) {
        if collected.isEmpty { return }
        let bytes = collected
        collected = []
        try unsafe send(bytes.span.bytes, OutgoingDescriptors())
        collected = bytes
        collected.removeAll(keepingCapacity: collected.capacity <= 2 * Self.collectedLength)
    }

    /// Whether what is sent neither is collected nor waits for the peer.
    @inline(__always)
    var sendsAtOnce: Bool { !isCollecting && output.isEmpty }

    /// Sends a message, or what there is room for, and keeps the rest.
    @inline(__always)
    mutating func send(_ bytes: RawSpan, _ descriptors: OutgoingDescriptors) throws(VarlinkError) {
        let sent = output.isEmpty ? try sendNow(bytes, descriptors) : 0
        if sent == bytes.byteCount { return }
        output.append(
            bytes.extracting(droppingFirst: sent), descriptors: sent == 0 ? descriptors : OutgoingDescriptors())
        account?.waitingBytes += bytes.byteCount - sent
        try checkPending()
    }

    @inline(__always)
    private mutating func sendNow(_ bytes: RawSpan, _ descriptors: OutgoingDescriptors) throws(VarlinkError) -> Int {
        guard descriptors.isEmpty || descriptors.count <= allowedDescriptors else {
            isHeldBack = true
            return 0
        }
        do throws(OSError) {
            let sent = try descriptors.send(with: bytes, over: number)
            if sent > 0 { noteSent(descriptors.count) }
            return sent
        } catch {
            if error.isOfDescriptorsInFlight {
                isHeldBack = true
                return 0
            }
            throw VarlinkError(error)
        }
    }

    /// How many descriptors more may be on their way to the peer's user.
    @inline(__always)
    private var allowedDescriptors: Int { account?.descriptorRoom ?? .max }

    @inline(__always)
    private mutating func noteSent(_ descriptors: Int) {
        sentDescriptors += descriptors
        account?.descriptorRoom -= descriptors
    }

    /// Sends what was kept, as far as there is room.
    mutating func flush() throws(VarlinkError) {
        let before = output.keptCount
        defer { account?.waitingBytes -= before - output.keptCount }
        do throws(OSError) {
            let waited = output.count
            let flushed = try output.flush(to: number, descriptors: allowedDescriptors)
            isHeldBack = flushed.isHeldBack
            mayFlushMore = flushed.isCut
            noteSent(flushed.descriptors)
            if output.count < waited { account?.reads &+= 1 }
        } catch {
            throw VarlinkError(error)
        }
    }

    // MARK: End

    /// Closes the socket, and the descriptors that nobody took.
    ///
    /// - Parameter leavingUnread: leaves in it what was not received, where there are no descriptors among it. The other end is
    ///   told that then, and knows that its last message was not taken.
    /// - Returns: the socket, which is shut down, and how many descriptors are on their way over it: where the peer holds its
    /// end and has not received them.
    @discardableResult
    mutating func close(leavingUnread: Bool = false) -> (socket: SharedDescriptor, descriptors: Int)? {
        noteReceived()
        var unreceived: (SharedDescriptor, Int)?
        if let socket = letGo(leavingUnread: leavingUnread), sentDescriptors > 0, !leavingUnread {
            UnixSocket.shutDown(number)
            unreceived = (socket, sentDescriptors)
        }
        input = nil
        arrivals = []
        account?.waitingBytes -= output.keptCount
        output.removeAll()
        account?.descriptorRoom += sentDescriptors
        sentDescriptors = 0
        collected = []
        return unreceived
    }

    /// Gives up the socket, which is closed with what is returned.
    ///
    /// It is empty then, so that closing it tells the peer nothing but its end. Where descriptors wait in it they are closed
    /// with it, and by the worker: received, they would take the place of others here, and one of them may be a socket
    /// that has whoever closes it wait until it has sent everything (SO_LINGER).
    private mutating func letGo(leavingUnread: Bool) -> SharedDescriptor? {
        guard let socket = socket.take() else { return nil }
        // No other one comes from here on.
        UnixSocket.endInput(number)
        if UnixSocket.mayHoldDescriptors(number) {
            UnixSocket.shutDown(number)
            return SharedDescriptor(socket, worker: worker, tally: account?.closing)
        }
        if !leavingUnread { InputBuffer.discard(from: number) }
        return SharedDescriptor(socket)
    }
}
