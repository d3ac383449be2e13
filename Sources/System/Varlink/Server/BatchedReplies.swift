import SheafOS

/// Short replies to calls that came in one batch of the loop, which go out one right behind the other.
///
/// Where clients run on the server's processor, a reply wakes its client, and the kernel lets that run at once, since the server has
/// had more of the processor than any of them: the running process changes with every call. Replies that are ready beside it go out
/// before it has asked again (with 64 connections that serves a quarter more calls in the same time; docs/benchmarks.md).
final class BatchedReplies {
    /// How many wait at most; more gains nothing.
    private static let limit = 16
    /// How many bytes one has at most.
    static let length = 4_096

    /// Whether a reply may be one of them: it is short, and nothing of it is made as it is sent.
    @inline(__always)
    static func fits(_ reply: borrowing JSONWriter) -> Bool { reply.count < length && reply.later.isEmpty }

    private struct Reply {
        let connection: VarlinkConnection
        /// Where it ends among the bytes.
        let end: Int
        let descriptors: OutgoingDescriptors
    }

    private var replies: [Reply] = []
    private var bytes: [UInt8] = []
    private var work: BatchWork?

    init(loop: EventLoop) {
        replies.reserveCapacity(Self.limit)
        work = loop.addBatchWork(isFirst: true) { [unowned self] in send() }
    }

    deinit {
        work?.cancel()
    }

    /// Has one wait until this batch is served, or until others fill the room.
    func add(_ reply: RawSpan, _ descriptors: OutgoingDescriptors, of connection: VarlinkConnection) {
        if replies.isEmpty { work?.request() }
        unsafe reply.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
        replies.append(Reply(connection: connection, end: bytes.count, descriptors: descriptors))
        if replies.count == Self.limit { send() }
    }

    /// Sends those that wait: before anything else is sent, and before anything that takes its time.
    @inline(__always)
    func send() {
        if !replies.isEmpty { sendAll() }
    }

    private func sendAll() {
        var start = 0
        // Out of the way of the exclusive access, and without a copy.
        let sent = bytes
        bytes = []
        for reply in replies {
            let bytes = unsafe sent.span.bytes.extracting(start..<reply.end)
            reply.connection.send(bytes, reply.descriptors)
            start = reply.end
        }
        replies.removeAll(keepingCapacity: true)
        bytes = sent
        bytes.removeAll(keepingCapacity: true)
    }
}
