import Glibc
import SheafOS

/// The other ends of a program's connections to sheafd, which answers when the test says so.
final class AnsweringService {
    private static let state = """
        {"state":{"reader":"r1","document":{"document":"d1","provider":"text","count":{"kind":"exact","pages":1}},\
        "shown":[],"viewport":{"width":1,"height":1,"fit":"page","rotation":0,"orientation":0},\
        "looks":{"paper":"day","trim":"no"},"orientations":[0],"axes":[],"phase":"empty","transition":0,\
        "manual":true,"badOffsets":0,"refreshing":false}}
        """
    private static let digest = #"{"digest":"sha256:\#(String(repeating: "0a", count: 32))"}"#

    private var sockets: [SharedDescriptor] = []
    /// Calls that were not answered, by their connections.
    private var left: [Int: String] = [:]
    /// The methods that were called.
    private(set) var called: [String] = []
    /// Answers for which nobody was there any more.
    private(set) var unsent = 0
    /// Whether it answers for which bytes a document has.
    var answersDigests = true
    /// The answer to ListProviders; nil: one that can't be read.
    var providers: String?

    /// How many connections there are.
    var connections: Int { sockets.count }

    func count(_ method: String) -> Int { called.count { $0 == method } }

    func connect() throws(OSError) -> FileDescriptor {
        var ends: (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { near, far in ends = (near.release(), far.release()) }
        sockets.append(SharedDescriptor(FileDescriptor(owning: ends.1)))
        return FileDescriptor(owning: ends.0)
    }

    /// Answers what came over each connection, which is no more than one call.
    func answer() {
        for index in sockets.indices {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(sockets[index].number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                let text = String(decoding: bytes[..<count], as: UTF8.self)
                let methods = text.matches(of: #/"method":"[^"]*\.([^".]*)"/#).map { String($0.output.1) }
                called += methods
                left[index] = methods.first
            }
            guard let method = left[index], method != "GetDigest" || answersDigests else { continue }
            left[index] = nil
            let parameters =
                switch method {
                case "Open": Self.state
                case "GetDigest": Self.digest
                case "ListProviders": providers ?? "{}"
                case "GetMetadata": #"{"entries":[]}"#
                default: "{}"
                }
            let reply = Array(#"{"parameters":\#(parameters)}"#.utf8) + [0]
            if send(sockets[index].number, reply, reply.count, Int32(MSG_NOSIGNAL)) != reply.count { unsent += 1 }
        }
    }
}
