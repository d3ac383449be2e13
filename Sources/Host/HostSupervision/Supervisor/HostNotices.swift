import Glibc
import HostProtocol
import SheafOS

// What a host says by itself: notices over a socket of their own, and lines of its standard error. What comes faster than a
// limit waits where it is.

/// An event of a host that was not asked for.
enum HostEvent {
    /// The connection to the host has ended; `misbehaved` where the host broke the rules.
    case lost(misbehaved: Bool, reason: String)
    case ended(HostDeath)
    case notice(HostNotice)
    /// The host has written a line to its standard error.
    case line(String)
}

/// Reads a host's notices.
final class NoticeReader {
    /// In so many microseconds as many notices are read as ``noticesPerPeriod`` says: 3,200 a second.
    static let period: UInt64 = 20_000
    static let noticesPerPeriod = 64
    /// The most notices that are read at once; a socket holds a few hundred.
    private static let mostWaiting = 1_024

    private var socket: FileDescriptor?
    private let number: Int32
    private let worker: BackgroundWorker?
    private let events: (HostEvent) -> Void
    private var packet = [UInt8](repeating: 0, count: HostNotice.packetSize)
    private var source: PacedSource?
    private var isBroken = false

    /// - Parameter worker: closes the descriptors that come, and the socket, in which more may wait.
    init(
        _ socket: consuming FileDescriptor, worker: BackgroundWorker?,
        _ events: @escaping (HostEvent) -> Void
    ) {
        number = socket.number
        self.socket = consume socket
        self.worker = worker
        self.events = events
    }

    /// Reads whenever there is something.
    func watch(on loop: EventLoop) throws(OSError) {
        let pace = HostPace(Self.noticesPerPeriod, each: Self.period)
        source = try PacedSource(number, pace, on: loop) { [unowned self] readiness in
            // A host that has ended sends no more than what is there.
            if readiness.contains(.hangup) { readWaiting() } else { read() }
        }
    }

    deinit {
        cancel()
    }

    /// Reads no more.
    func cancel() {
        isBroken = true
        source?.cancel()
        source = nil
        if let socket = socket.take() { worker.close(socket) }
    }

    /// Reads the notices that wait, as far as their pace goes, and reports each.
    private func read() {
        guard let source else { return }
        var rest = source.rest()
        while rest > 0, readNext() {
            source.use(1)
            rest -= 1
        }
    }

    /// Reads all notices that wait, whatever their pace.
    func readWaiting() {
        for _ in 0..<Self.mostWaiting where !readNext() { return }
    }

    /// Reads one; false where none waits.
    private func readNext() -> Bool {
        guard !isBroken else { return false }
        var descriptors: [Int32] = []
        let read: SocketRead
        do throws(OSError) {
            defer { for number in descriptors { worker.close(FileDescriptor(owning: number)) } }
            read = try Self.receive(from: number, into: &packet, descriptors: &descriptors)
        } catch {
            return fail("its notices can't be read: \(error)")
        }
        guard descriptors.isEmpty else { return fail("it sent descriptors with a notice") }
        switch read {
        case .wouldBlock: return false
        case .end:
            cancel()
            events(.lost(misbehaved: false, reason: "it hung up"))
            return false
        case .bytes(let count):
            guard let notice = unsafe HostNotice(packet.span.bytes.extracting(first: count)) else {
                return fail("it sent a notice that is none")
            }
            events(.notice(notice))
            return true
        }
    }

    private static func receive(
        from number: Int32, into packet: inout [UInt8], descriptors: inout [Int32]
    ) throws(OSError) -> SocketRead {
        var room = packet.mutableSpan
        var bytes = unsafe room.mutableBytes
        return try UnixSocket.receive(number, into: &bytes, descriptors: &descriptors)
    }

    private func fail(_ reason: String) -> Bool {
        cancel()
        events(.lost(misbehaved: true, reason: reason))
        return false
    }
}

/// Reads what a host writes to its standard error, as lines: what libraries say there, and the last words of a process that is
/// about to abort.
final class HostOutput {
    /// In bytes a second. What the pipe has no room for the host loses: writing to it does not wait.
    static let bytesPerSecond = 64 << 10
    private static let second: UInt64 = 1_000_000
    /// The bytes that are read before other descriptors get their turn.
    private static let part = 16 << 10
    private static let pipeCapacity: UInt32 = 64 << 10

    private let pipe: FileDescriptor
    private let events: (HostEvent) -> Void
    private var source: PacedSource?
    /// The beginning of a line whose end has not come.
    private var line: [UInt8] = []

    init(_ pipe: consuming FileDescriptor, _ events: @escaping (HostEvent) -> Void) {
        self.pipe = pipe
        self.events = events
    }

    /// Makes the pipe: the end for this, and the host's.
    static func makePipe(
        _ body: (consuming FileDescriptor, consuming FileDescriptor) throws(OSError) -> Void
    ) throws(OSError) {
        try Pipe.make(capacity: pipeCapacity) { ours, theirs throws(OSError) in
            try UnixSocket.setBlocking(ours.number, false)
            try body(ours, theirs)
        }
    }

    /// Reads whenever there is something.
    func watch(on loop: EventLoop) throws(OSError) {
        let pace = HostPace(Self.bytesPerSecond, each: Self.second)
        source = try PacedSource(pipe.number, pace, on: loop) { [unowned self] readiness in
            // What is left is read when it has ended.
            if readiness.contains(.gone) { cancel() } else { read() }
        }
    }

    /// Reads no more.
    func cancel() {
        source?.cancel()
        source = nil
    }

    /// Reads what waits, as far as the pace goes.
    private func read() {
        guard let source else { return }
        let rest = source.rest()
        if rest > 0 { source.use(max(read(atMost: rest), 0)) }
    }

    /// Reads what is left: its host has ended.
    func readRest() {
        var rest = Self.bytesPerSecond
        while case let count = read(atMost: rest), count > 0 { rest -= count }
        if !line.isEmpty { endLine() }
        cancel()
    }

    /// Reads once; how many bytes: 0 at the end, less than that where nothing waits.
    private func read(atMost limit: Int) -> Int {
        var text = [UInt8](repeating: 0, count: min(limit, Self.part))
        let count = unsafe Glibc.read(pipe.number, &text, text.count)
        for byte in text.prefix(max(count, 0)) {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else {
                line.append(byte)
                if line.count == HostLimits.textBytes { endLine() }
            }
        }
        return count
    }

    private func endLine() {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        events(.line(text))
    }
}
