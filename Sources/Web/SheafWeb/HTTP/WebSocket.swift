import CSheafWeb
import SheafOS

/// A WebSocket of a client (RFC 6455), by wslay: texts both ways.
@safe final class WebSocket {
    /// The limits of what one client may take.
    struct Limits: Equatable, Sendable {
        /// Bytes of a message that comes.
        var messageBytes = 4_096
        /// Bytes of what waits to be sent: a client that does not receive it is closed.
        var unsentBytes = 262_144
        /// Microseconds without a word: half-way the client is asked for one.
        var silence: UInt64 = 60_000_000
    }

    /// Why it is closed, as RFC 6455 numbers that.
    enum Reason: UInt16 {
        case leaving = 1_001
        case policy = 1_008
        case restarting = 1_012
        case busy = 1_013
    }

    private let connection: UpgradedConnection
    private let loop: EventLoop
    private let limits: Limits
    private let received: (RawSpan) -> Void
    private var ended: (() -> Void)?
    private var source: DescriptorSource?
    private var timer: TimerSource?
    private var socket: OpaquePointer?
    private var work: BatchWork?
    /// How much had come when it was looked at last.
    private var heard: UInt64 = 0
    private var isAsked = false
    private var isClosing = false

    /// - Parameters:
    ///   - received: called with each text.
    ///   - ended: called once, when it is over.
    init(
        _ connection: UpgradedConnection, on loop: EventLoop, limits: Limits, received: @escaping (RawSpan) -> Void,
        ended: @escaping () -> Void
    ) {
        (self.connection, self.loop, self.limits) = (connection, loop, limits)
        (self.received, self.ended) = (received, ended)
        unsafe socket = connection.early.withUnsafeBytes { early in
            unsafe sheaf_websocket_new(
                connection.socket, early.baseAddress, early.count, limits.messageBytes,
                Unmanaged.passUnretained(self).toOpaque()
            ) { context, text, length in
                guard let context = unsafe context else { return }
                let text = unsafe UnsafeRawBufferPointer(start: text, count: length).bytes
                unsafe Unmanaged<WebSocket>.fromOpaque(context).takeUnretainedValue().hear(text)
            }
        }
        source = try? loop.watch(connection.socket, for: .readable) { [weak self] _ in self?.run() }
        work = loop.addBatchWork { [weak self] in self?.run() }
        listen()
        runLater()
    }

    deinit {
        work?.cancel()
        source?.cancel()
        timer?.cancel()
        if let socket = unsafe socket { unsafe sheaf_websocket_free(socket) }
    }

    /// Returns the answer to the key of a client that asks for a WebSocket.
    static func answer(to key: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHEAF_WEBSOCKET_DIGEST))
        unsafe sheaf_websocket_digest(key, &digest)
        return unsafe Base64.encode(digest.span.bytes)
    }

    private func hear(_ text: RawSpan) {
        if !isClosing { received(text) }
    }

    /// Sends a text, as soon as there is room for it.
    func send(_ text: RawSpan) {
        guard let socket = unsafe socket, !isClosing else { return }
        guard unsafe sheaf_websocket_unsent(socket) + text.byteCount <= limits.unsentBytes else {
            // It would not receive why, either.
            isClosing = true
            return loop.afterThisBatch { [weak self] in self?.end() }
        }
        _ = unsafe text.withUnsafeBytes { unsafe sheaf_websocket_send(socket, $0.baseAddress, $0.count) }
        runLater()
    }

    /// Says that it is over, and why: as much of that as there is room for.
    func close(_ reason: Reason, _ words: String) {
        guard let socket = unsafe socket, !isClosing else { return }
        isClosing = true
        // A letter that is cut is three bytes more.
        unsafe sheaf_websocket_close(socket, reason.rawValue, String(decoding: words.utf8.prefix(120), as: UTF8.self))
        runLater()
    }

    private func runLater() { work?.request() }

    private func run() {
        guard let socket = unsafe socket, let source else { return end() }
        let next = unsafe sheaf_websocket_run(socket)
        // Answers to pings wait, too.
        guard next != 0, unsafe sheaf_websocket_unsent(socket) <= limits.unsentBytes else { return end() }
        var interest: Readiness = []
        if next & SHEAF_WEBSOCKET_READS != 0 { interest.insert(.readable) }
        if next & SHEAF_WEBSOCKET_WRITES != 0 { interest.insert(.writable) }
        try? source.setInterest(interest)
    }

    private func listen() {
        timer = try? loop.schedule(after: limits.silence / 2) { [weak self] in self?.look() }
    }

    /// Asks whether anybody is there who has not said anything, and ends it where nobody answers.
    private func look() {
        guard let socket = unsafe socket else { return }
        let count = unsafe sheaf_websocket_received(socket)
        // Who is told that it is over has as long to say so, too.
        let isSilent = count == heard || isClosing
        heard = count
        if isSilent, isAsked { return end() }
        isAsked = isSilent
        if isSilent {
            _ = unsafe sheaf_websocket_ping(socket)
            runLater()
        }
        listen()
    }

    private func end() {
        guard let ended else { return }
        self.ended = nil
        timer?.cancel()
        source?.cancel()
        source = nil
        connection.close()
        ended()
    }
}
