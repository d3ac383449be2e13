import Glibc
import SheafOS

@testable import Varlink

/// A server that gets bytes from its socket, as they come.
final class FuzzedConnection {
    nonisolated(unsafe) static let shared = FuzzedConnection()

    private let loop: EventLoop
    private let server: VarlinkServer

    private init() {
        guard let loop = try? EventLoop() else { fatalError("there is no event loop") }
        self.loop = loop
        server = VarlinkServer(
            on: loop, information: VarlinkServiceInformation(vendor: "", product: "", version: "", url: "")
        ) { _, _ in }
    }

    /// Sends `input` over a connection of its own, reads the answers, and hangs up.
    func receive(_ input: [UInt8]) {
        try? UnixSocket.pair { near, far throws(OSError) in
            try server.adopt(near)
            var rest = input[...]
            var answers = [UInt8](repeating: 0, count: 65_536)
            while !rest.isEmpty, server.connectionCount > 0 {
                let sent = send(far.number, Array(rest), rest.count, Int32(MSG_NOSIGNAL))
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
                try loop.runOnce(timeoutMilliseconds: 0)
                while recv(far.number, &answers, answers.count, Int32(MSG_DONTWAIT)) > 0 {}
            }
        }
        while server.connectionCount > 0 { try? loop.runOnce(timeoutMilliseconds: 10) }
    }
}
