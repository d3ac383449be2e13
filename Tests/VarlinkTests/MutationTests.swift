import SheafOS
import Testing
import Varlink

/// Messages that were damaged on the way: the server answers or closes, and serves the others as before.
@Suite struct MutationTests {
    private static let messages = [
        #"{"method":"org.example.Library.Echo","parameters":{"text":"a\u00e9\n","number":-12,"mood":"sad"}}"#,
        #"{"method":"org.example.Library.Count","more":true,"parameters":{"to":3}}"#,
        #"{"method":"org.example.Library.Fail","oneway":true,"parameters":{"reason":"x"}}"#,
        #"{"method":"org.example.Library.Store","parameters":{"shelf":{"name":"n","height":1.5e3,"books":[{"title":"t","binding":"hard","size":null}],"neighbours":{},"labels":{"a":{}},"extra":{"x":[1,true]}}}}"#,
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.example.Library"}}"#,
    ]

    private static func damaged(_ text: String, _ numbers: inout Numbers) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            guard !bytes.isEmpty else { break }
            let place = Int.random(in: bytes.indices, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.remove(at: place)
            case 2:
                bytes.insert(contentsOf: Array("{}[]\",:\\0\0-".utf8).shuffled(using: &numbers).prefix(1), at: place)
            case 3: bytes.insert(contentsOf: bytes[..<place], at: place)
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes + [0]
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func serverSurvivesDamagedMessages(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let bench = try Bench()
        let witness = try bench.connect()
        for _ in 0..<250 {
            let peer = try bench.connect()
            for _ in 0..<3 {
                let message = try #require(Self.messages.randomElement(using: &numbers))
                _ = try? UnixSocket.send(peer.number, bytes: Self.damaged(message, &numbers).span.bytes)
                try bench.loop.runOnce(timeoutMilliseconds: 0)
            }
        }
        try witness.write(MessageTests.echo + "\0")
        var answer = ""
        try bench.run {
            answer += (try? witness.read()) ?? ""
            return !answer.isEmpty
        }
        #expect(answer == MessageTests.answer)
        try bench.run { bench.server.connectionCount == 1 }
    }
}
