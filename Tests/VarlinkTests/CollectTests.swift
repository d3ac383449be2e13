import Glibc
import SheafOS
import Testing
import Varlink

/// Replies that go out together.
@Suite struct CollectTests {
    typealias Library = LibraryInterface

    private func stream(_ bench: Bench, _ peer: SharedDescriptor) throws -> VarlinkCall<Library.Count> {
        try peer.write(#"{"method":"org.example.Library.Count","more":true,"parameters":{"to":0}}"# + "\0")
        try bench.run { !bench.library.streams.isEmpty }
        let call = bench.library.streams.popLast()
        return try #require(call)
    }

    private func reply(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { #"{"parameters":{"number":\#($0)},"continues":true}"# + "\0" }.joined()
    }

    @Test func collectedRepliesWaitUntilTheyAreSent() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let call = try stream(bench, peer)
        call.connection.collectReplies()
        for number in 1...3 { call.replyAndContinue(Library.CountReply(number: number)) }
        #expect(try peer.read() == "")
        call.connection.sendCollected()
        #expect(try peer.read() == reply(1...3))
        call.replyAndContinue(Library.CountReply(number: 4))
        #expect(try peer.read() == reply(4...4))
    }

    @Test func collectedRepliesGoAfterTheBatch() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let call = try stream(bench, peer)
        call.connection.collectReplies()
        for number in 1...3 { call.replyAndContinue(Library.CountReply(number: number)) }
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        #expect(try peer.read() == reply(1...3))
        call.replyAndContinue(Library.CountReply(number: 4))
        #expect(try peer.read() == reply(4...4))
    }

    /// A receive that gets descriptors ends with the message that they belong to.
    @Test func replyWithDescriptorsFollowsWhatWasCollectedInASendOfItsOwn() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let call = try stream(bench, peer)
        let file = SharedDescriptor(try FileDescriptor.open("/dev/null"))
        call.connection.collectReplies()
        call.replyAndContinue(Library.CountReply(number: 1))
        call.replyAndContinue(Library.CountReply(number: 2), descriptors: [file])
        call.replyAndContinue(first: file, second: file) { $0.raw(#"{"number":3}"#) }
        call.replyAndContinue(Library.CountReply(number: 4))
        call.connection.sendCollected()
        var received: [(String, Int)] = []
        for _ in 1...4 {
            var room = [UInt8](repeating: 0, count: 4096)
            var numbers: [Int32] = []
            var span = room.mutableSpan
            var bytes = span.mutableBytes
            guard case .bytes(let count) = try UnixSocket.receive(peer.number, into: &bytes, descriptors: &numbers)
            else { break }
            received.append((String(decoding: room[..<count], as: UTF8.self), numbers.count))
            for number in numbers { close(number) }
        }
        #expect(received.map(\.0).joined() == reply(1...4))
        #expect(received.filter { $0.1 > 0 }.map(\.1) == [1, 2])
        for (text, count) in received where count > 0 { #expect(text.hasSuffix("continues\":true}\0")) }
        // The kernel hands descriptors out with bytes that end where theirs do.
        #expect(received.last.map(\.1) == 0)
    }

    @Test func lastReplyAndWhatFollowsKeepTheirOrder() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let call = try stream(bench, peer)
        call.connection.collectReplies()
        call.replyAndContinue(Library.CountReply(number: 1))
        call.reply(Library.CountReply(number: 2))
        try peer.write(#"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"# + "\0")
        try bench.settle()
        #expect(
            try peer.read() == reply(1...1) + #"{"parameters":{"number":2}}"# + "\0" + #"{"parameters":{"text":"a"}}"#
                + "\0")
    }

    @Test func connectionThatIsClosedHasSentWhatWasCollected() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let call = try stream(bench, peer)
        call.connection.collectReplies()
        call.replyAndContinue(Library.CountReply(number: 1))
        bench.server.close()
        #expect(try peer.read() == reply(1...1))
        #expect(try peer.read() == nil)
    }

    @Test func manyRepliesDoNotWaitForEachOther() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let call = try stream(bench, peer)
        call.connection.collectReplies()
        for number in 1...5_000 { call.replyAndContinue(Library.CountReply(number: number)) }
        let early = try #require(try peer.read())
        #expect(early.utf8.count > 60_000)
        var text = early
        try bench.run {
            text += (try? peer.read()) ?? ""
            return text.utf8.count >= reply(1...5_000).utf8.count
        }
        #expect(text == reply(1...5_000))
    }
}
