import SheafOS
import Testing

@testable import Varlink

/// Replies to calls that come at the same time go out together, and nobody waits for longer than for that.
@Suite struct BatchedRepliesTests {
    private static func echo(_ text: String) -> String {
        #"{"method":"org.example.Library.Echo","parameters":{"text":"\#(text)"}}"# + "\0"
    }

    private static func reply(_ text: String) -> String { #"{"parameters":{"text":"\#(text)"}}"# + "\0" }

    private static let wait = #"{"method":"org.example.Library.Wait","parameters":{"name":"slow"}}"# + "\0"

    /// The texts of replies to Echo.
    private static func texts(_ replies: String?) -> [String] {
        (replies ?? "end").split(separator: "\0").map { reply in
            reply.split(separator: #""text":""#).last.map { String($0.prefix { $0 != "\"" }) } ?? "none"
        }
    }

    @Test func theyGoOutBySixteen() throws {
        let bench = try Bench()
        let peers = try (0..<40).map { _ in try bench.connect() }
        for (number, peer) in peers.enumerated() { try peer.write(Self.echo("\(number)")) }
        // How many of the peers had a reply when each call was served.
        var answered: [Int] = []
        var replies = [String](repeating: "", count: peers.count)
        bench.library.echoes = { _ in
            for (number, peer) in peers.enumerated() { replies[number] += (try? peer.read()) ?? "end" }
            answered.append(replies.count { !$0.isEmpty })
        }
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        #expect(answered == (0..<40).map { $0 / 16 * 16 })
        for (number, peer) in peers.enumerated() {
            replies[number] += try #require(try peer.read())
            #expect(Self.texts(replies[number]) == ["\(number)"])
        }
    }

    @Test func theyGoOutBeforeACallThatIsNotReadInPlace() throws {
        let bench = try Bench()
        let peers = try (0..<3).map { _ in try bench.connect() }
        let slow = try bench.connect()
        let last = try bench.connect()
        for peer in peers { try peer.write(Self.echo("quick")) }
        try slow.write(Self.wait)
        try last.write(Self.echo("last"))
        var before: [[String]] = []
        bench.library.waits = { _, _ in before = peers.map { Self.texts(try? $0.read()) } }
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        #expect(before == [["quick"], ["quick"], ["quick"]])
        // A slow machine may have spent the user's time in this round by now.
        try bench.settle()
        #expect(try Self.texts(last.read()) == ["last"])
    }

    @Test func oneThatIsAloneGoesOutAtOnce() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        var replies: [[String]] = []
        bench.library.echoes = { _ in replies.append(Self.texts(try? peer.read())) }
        try peer.write(["first", "second", "third"].map(Self.echo).joined())
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        #expect(replies == [[], ["first"], ["second"]])
    }

    /// Streams, errors, long replies and short ones of a connection keep their order.
    @Test(arguments: 0..<8 as Range<UInt64>) func aConnectionsRepliesKeepTheirOrder(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let bench = try Bench()
        let peers = try (0..<20).map { _ in try bench.connect() }
        let long = String(repeating: "x", count: BatchedReplies.length)
        var expected = [[String]](repeating: [], count: peers.count)
        for (number, peer) in peers.enumerated() {
            var calls = ""
            for call in 0..<Int.random(in: 1...12, using: &numbers) {
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0:
                    calls +=
                        #"{"method":"org.example.Library.Count","more":true,"parameters":{"to":2}}"# + "\0"
                    expected[number] += [
                        #"{"parameters":{"number":1},"continues":true}"#, #"{"parameters":{"number":2}}"#,
                    ]
                case 1:
                    calls += #"{"method":"org.example.Library.None","parameters":{}}"# + "\0"
                    expected[number].append(
                        #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"org.example.Library.None"}}"#
                    )
                case 2:
                    calls += Self.echo(long + "\(call)")
                    expected[number].append(String(Self.reply(long + "\(call)").dropLast()))
                default:
                    calls += Self.echo("\(number)-\(call)")
                    expected[number].append(String(Self.reply("\(number)-\(call)").dropLast()))
                }
            }
            try peer.write(calls)
        }
        try bench.settle()
        for (number, peer) in peers.enumerated() {
            let replies = try #require(try peer.read())
            #expect(replies.split(separator: "\0").map(String.init) == expected[number])
        }
    }

    /// Answers reach their callers though the server closes at the next call.
    @Test func theyAreHeardBeforeTheServerCloses() throws {
        let bench = try Bench()
        let first = try bench.connect()
        let second = try bench.connect()
        let third = try bench.connect()
        for (peer, text) in [(first, "first"), (second, "close"), (third, "third")] { try peer.write(Self.echo(text)) }
        bench.library.echoes = { [unowned bench] in if $0 == "close" { bench.server.close() } }
        try bench.settle()
        #expect(try Self.texts(first.read()) == ["first"])
        #expect(try third.read() == nil)
    }

    /// A peer that goes before its reply is sent keeps nobody from theirs.
    @Test func aPeerThatHasGoneKeepsNobodyFromTheirs() throws {
        let bench = try Bench()
        let peers = try (0..<4).map { _ in try bench.connect() }
        var leaving: SharedDescriptor? = try bench.connect()
        let last = try bench.connect()
        for peer in peers { try peer.write(Self.echo("stays")) }
        try leaving?.write(Self.echo("leaves"))
        try last.write(Self.echo("last"))
        bench.library.echoes = { if $0 == "leaves" { leaving = nil } }
        try bench.settle()
        for peer in peers { #expect(try Self.texts(peer.read()) == ["stays"]) }
        #expect(try Self.texts(last.read()) == ["last"])
        #expect(bench.server.connectionCount == 5)
    }

    @Test func descriptorsGoWithTheirs() throws {
        let bench = try Bench()
        let peers = try (0..<5).map { _ in try bench.connect() }
        let files = try peers.map { _ in SharedDescriptor(try Memfd.create(name: "sent", size: 1)) }
        for (peer, file) in zip(peers, files) {
            try peer.write(
                #"{"method":"org.example.Library.Exchange","parameters":{"fileDescriptor":0}}"# + "\0",
                descriptors: [file.number])
        }
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        for (peer, file) in zip(peers, files) {
            let buffer = InputBuffer()
            var numbers: [Int32] = []
            _ = try buffer.receive(from: peer.number, descriptors: &numbers)
            let received = numbers.map { SharedDescriptor(FileDescriptor(owning: $0)) }
            #expect(received.count == 1)
            #expect(try received.map { try FileStatus(of: $0.number).inode } == [FileStatus(of: file.number).inode])
        }
    }
}
