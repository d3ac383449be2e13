import Glibc
import SheafOS
import Testing
import Varlink

/// A service that comes and goes as it is written: what each of its connections does, in their order.
final class ScriptedService {
    /// The behaviour of one connection.
    enum Connection: Equatable {
        /// The connection is refused: nobody listens.
        case refused
        /// The connection is gone before anything is sent.
        case gone
        /// The connection goes when something waits to be read in it.
        case leavesUnread
        /// The connection goes when the service has read something from it.
        case reads
        /// The service answers the first call when there is a second one.
        case answersLate
        /// The service answers each call with an echo.
        case answers
    }

    private final class Peer {
        let number: Int32
        let script: Connection

        init(_ number: Int32, _ script: Connection) { (self.number, self.script) = (number, script) }

        func serve() {
            defer { close(number) }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while true {
                var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
                guard poll(&request, 1, 60_000) == 1, script != .leavesUnread else { return }
                guard recv(number, &bytes, bytes.count, 0) > 0 else { return }
                if script == .answersLate { guard recv(number, &bytes, bytes.count, 0) > 0 else { return } }
                guard script == .answers || script == .answersLate else { return }
                let reply = Array(#"{"parameters":{"text":"here"}}"#.utf8) + [0]
                send(number, reply, reply.count, Int32(MSG_NOSIGNAL))
            }
        }
    }

    private var scripts: [Connection]
    private var threads: [pthread_t] = []
    /// How often somebody tried to connect.
    private(set) var attempts = 0

    init(_ scripts: [Connection]) { self.scripts = scripts }

    /// The threads end with their connections.
    func join() { for thread in threads { pthread_join(thread, nil) } }

    func connect() throws(OSError) -> VarlinkBlockingClient {
        attempts += 1
        let script = scripts.isEmpty ? .refused : scripts.removeFirst()
        guard script != .refused else { throw OSError(code: ECONNREFUSED, operation: "connect") }
        var ends: (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { near, far in ends = (near.release(), far.release()) }
        try UnixSocket.setBlocking(ends.1, true)
        if script == .gone { close(ends.1) } else { serve(Peer(ends.1, script)) }
        let client = VarlinkBlockingClient(FileDescriptor(owning: ends.0))
        client.timeoutMilliseconds = 60_000
        return client
    }

    private func serve(_ peer: Peer) {
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Peer>.fromOpaque(argument).takeRetainedValue().serve() }
                return nil
            }, Unmanaged.passRetained(peer).toOpaque())
        if started == 0 { threads.append(thread) }
    }
}
