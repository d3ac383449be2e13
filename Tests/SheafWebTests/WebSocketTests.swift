import Glibc
import SheafOS
import Testing

@testable import SheafWeb

/// A WebSocket on a server of its own.
@Suite struct WebSocketSilenceTests {
    /// Half the silence that is suffered, in microseconds.
    private static let pause: UInt64 = 300_000

    /// A client, and a server that ends with its WebSocket.
    private final class Pair {
        let loop: EventLoop
        let client: FileDescriptor
        private var server: HTTPServer?
        private var socket: WebSocket?
        private(set) var texts: [[UInt8]] = []

        init() throws {
            loop = try EventLoop()
            let path = "/tmp/sheaf-websocket-\(try RandomIdentifier.make().text.prefix(12))"
            defer { unlink(path) }
            let listening = SharedDescriptor(try UnixSocket.listen(at: path))
            client = try UnixSocket.connect(to: path)
            let server = try HTTPServer(loop: loop, limits: .init()) { [unowned self] request in
                var response = HTTPResponse(status: 101)
                response.headers = [("Upgrade", "websocket")]
                response.body = .upgrade { [unowned self] connection in
                    socket = WebSocket(
                        connection, on: loop, limits: .init(silence: 2 * pause),
                        received: { [unowned self] in texts.append($0.withUnsafeBytes { Array($0) }) },
                        ended: { [unowned self] in loop.exit() })
                }
                request.answer(response)
            }
            try server.listen(on: listening)
            self.server = server
        }

        deinit { server?.close() }

        func send(_ bytes: [UInt8]) {
            _ = bytes.withUnsafeBytes { Glibc.send(client.number, $0.baseAddress, $0.count, 0) }
        }

        /// Returns the bytes that have come by now.
        func received() -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(client.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            return Array(buffer.prefix(max(count, 0)))
        }
    }

    private static let request = Array(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n".utf8)

    @Test func whoSaysNothingIsAskedAndThenEnded() throws {
        let pair = try Pair()
        pair.send(Self.request)
        _ = try pair.loop.run()
        let received = pair.received()
        #expect(received.starts(with: Array("HTTP/1.1 101".utf8)))
        // The question, and nothing else.
        #expect(received.suffix(6) == [13, 10, 13, 10, 0x89, 0])
    }

    @Test func whoAnswersStays() throws {
        let pair = try Pair()
        // What is said with the request is heard.
        pair.send(Self.request + [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])
        var answers = 0
        var timer: TimerSource?
        func answer() {
            if pair.received().suffix(2) == [0x89, 0] {
                answers += 1
                if answers < 5 { pair.send([0x8a, 0x80, 0, 0, 0, 0]) }
            }
            timer = try? pair.loop.schedule(after: Self.pause / 10) { answer() }
        }
        answer()
        _ = try pair.loop.run()
        timer?.cancel()
        #expect(answers == 5 && pair.texts == [[0x68, 0x69]])
    }
}
