import Glibc
import SheafControl
import SheafInterface
import SheafOS
import Testing
import Varlink

/// A service whose answers were given before it is asked: they lie in the sockets already.
final class RecordedService {
    /// What one connection answers, in order; a descriptor goes with the last of the replies, before `last`, or with those
    /// whose places `descriptors` names. After them the connection ends where it `isLost`; what it was sent is read.
    struct Connection {
        var replies: [String]
        var descriptors: Set<Int>?
        var descriptor: SharedDescriptor?
        var last: String?
        var isLost = false
    }

    private var ends: [SharedDescriptor] = []
    /// The clients' ends that nobody has connected to.
    private var numbers: [Int32] = []
    /// What was printed.
    private(set) var lines: [String] = []
    /// What was said on standard error.
    private(set) var remarks: [String] = []

    init(_ connections: [Connection]) throws {
        for connection in connections {
            var sockets: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
            ends.append(SharedDescriptor(FileDescriptor(owning: sockets[0])))
            numbers.append(sockets[1])
            for (index, reply) in connection.replies.enumerated() {
                let hasDescriptor = connection.descriptors?.contains(index) ?? (index == connection.replies.count - 1)
                let descriptors = hasDescriptor ? connection.descriptor.map { [$0.number] } ?? [] : []
                try send(reply, descriptors, on: sockets[0])
            }
            if let last = connection.last { try send(last, [], on: sockets[0]) }
            if connection.isLost { shutdown(sockets[0], Int32(SHUT_WR)) }
        }
    }

    deinit {
        for number in numbers { close(number) }
    }

    private func send(_ reply: String, _ descriptors: [Int32], on number: Int32) throws {
        _ = try UnixSocket.send(number, bytes: (reply + "\0").utf8.span.bytes, descriptors: descriptors)
    }

    /// Runs a command against it.
    func run(_ line: String, json: Bool = false, timeoutMilliseconds: Int = 10_000) throws {
        guard case .run(let command, var settings) = try Invocation(line.split(separator: " ").map(String.init)) else {
            return
        }
        settings.timeoutMilliseconds = timeoutMilliseconds
        let session = Session(settings) { [self] () throws(OSError) in
            guard !numbers.isEmpty else { throw OSError(code: EMFILE, operation: "connect once more") }
            let socket = FileDescriptor(owning: numbers.removeFirst())
            try UnixSocket.setBlocking(socket.number, false)
            return VarlinkBlockingClient(socket)
        }
        let console = Console(
            isJSON: json, style: Style(isColoured: false), remark: { [self] in remarks.append($0) },
            write: { [self] in lines.append($0) })
        try CommandRunner(session: session, console: console).run(command)
    }

    /// What was asked on a connection: the names of the methods, or whole calls where `whole`.
    func calls(on connection: Int, whole: Bool = false) throws -> [String] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(ends[connection].number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return [] }
        return bytes[..<count].split(separator: 0).map { call in
            let text = String(decoding: call, as: UTF8.self)
            guard !whole else { return text }
            return String(text.split(separator: "\"")[3].split(separator: ".").last ?? "")
        }
    }
}
