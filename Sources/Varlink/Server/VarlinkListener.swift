import Glibc
import SheafOS

/// A listening socket of a server.
final class VarlinkListener {
    /// How many connections are accepted before the others get their turn.
    private static let acceptsPerTurn = 64
    /// How long a socket rests that can't be accepted from, in microseconds: until then descriptors may be free.
    private static let rest: UInt64 = 500_000

    private let socket: FileDescriptor
    private let loop: EventLoop
    private let log: (LogLevel, String) -> Void
    private let accepted: (consuming FileDescriptor) -> Void
    private var source: DescriptorSource?
    private var timer: TimerSource?

    init(
        _ socket: consuming FileDescriptor, loop: EventLoop, log: @escaping (LogLevel, String) -> Void,
        accepted: @escaping (consuming FileDescriptor) -> Void
    ) throws(OSError) {
        self.socket = socket
        self.loop = loop
        self.log = log
        self.accepted = accepted
        source = try loop.watch(self.socket.number, for: .readable) { [unowned self] _ in accept() }
    }

    func close() {
        source?.cancel()
        source = nil
        timer?.cancel()
        timer = nil
    }

    deinit {
        close()
    }

    private func accept() {
        do throws(OSError) {
            for _ in 0..<Self.acceptsPerTurn {
                guard let connection = try UnixSocket.accept(on: socket.number) else { return }
                accepted(connection)
            }
        } catch {
            // The connection that waits keeps the socket readable: without a pause the loop would only spin.
            log(.error, "\(error); trying again in \(Self.rest / 1000) ms")
            pause()
        }
    }

    private func pause() {
        do throws(OSError) {
            try source?.setInterest([])
            timer = try loop.schedule(after: Self.rest) { [unowned self] in resume() }
        } catch {
            log(.error, "no more connections are accepted: \(error)")
        }
    }

    private func resume() {
        timer = nil
        do throws(OSError) {
            try source?.setInterest(.readable)
        } catch {
            log(.error, "no more connections are accepted: \(error)")
        }
    }
}
