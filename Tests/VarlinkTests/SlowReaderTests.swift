import SheafOS
import Testing
import Varlink

/// Readers of a stream's replies that fall behind.
@Suite struct SlowReaderTests {
    typealias Library = LibraryInterface
    typealias Stream = VarlinkCall<Library.Count>

    /// A bench with a stream that waits to say something, and who reads it.
    private func stream(_ limits: VarlinkLimits = VarlinkLimits()) throws -> (Bench, Stream, SharedDescriptor) {
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        try peer.write(#"{"method":"org.example.Library.Count","more":true,"parameters":{"to":0}}"# + "\0")
        try bench.run { !bench.library.streams.isEmpty }
        return (bench, bench.library.streams[0], peer)
    }

    /// Says so much that the socket does not hold it all.
    private func fill(_ stream: Stream) {
        while stream.queuedBytes < 10_000, stream.replyAndContinue(Library.CountReply(number: 1)) {}
    }

    private func page() throws -> SharedDescriptor { SharedDescriptor(try Memfd.create(name: "page", size: 1)) }

    /// Receives what is there, and closes the descriptors: returns how many came.
    private func receiveOnce(_ peer: SharedDescriptor) throws -> Int {
        var text = ""
        return try receiveOnce(peer, &text)
    }

    private func receiveOnce(_ peer: SharedDescriptor, _ text: inout String) throws -> Int {
        var room = [UInt8](repeating: 0, count: 16_384)
        var numbers: [Int32] = []
        var span = room.mutableSpan
        var bytes = span.mutableBytes
        defer { for number in numbers { _ = FileDescriptor(owning: number) } }
        let read = try UnixSocket.receive(peer.number, into: &bytes, descriptors: &numbers)
        if case .bytes(let count) = read { text += String(decoding: room[0..<count], as: UTF8.self) }
        return numbers.count
    }

    @Test func isToldOnceWhenTheReaderHasCaughtUp() throws {
        let (bench, stream, peer) = try stream()
        fill(stream)
        var told = 0
        stream.onDrained { told += 1 }
        try bench.settle()
        #expect(told == 0)
        try bench.run {
            _ = try? peer.read()
            return told > 0
        }
        #expect(stream.queuedBytes == 0)
        fill(stream)
        try bench.run {
            _ = try? peer.read()
            return stream.queuedBytes == 0
        }
        try bench.settle()
        #expect(told == 1)
    }

    @Test func isToldFromTheLoopWhereNothingIsQueued() throws {
        let (bench, stream, peer) = try stream()
        defer { withExtendedLifetime(peer) {} }
        var told = 0
        stream.onDrained { told += 1 }
        #expect(told == 0)
        try bench.run { told == 1 }
    }

    @Test func lastClosureCountsAndMayAskAgain() throws {
        let (bench, stream, peer) = try stream()
        defer { withExtendedLifetime(peer) {} }
        var told: [Int] = []
        stream.onDrained { told.append(1) }
        stream.onDrained {
            told.append(2)
            stream.onDrained { told.append(3) }
        }
        try bench.run { told.count == 2 }
        try bench.settle()
        #expect(told == [2, 3])
    }

    @Test func isNotToldAfterTheFinalReplyOrTheEnd() throws {
        let (bench, stream, peer) = try stream()
        var told = 0
        stream.onDrained { told += 1 }
        stream.reply(Library.CountReply(number: 1))
        stream.onDrained { told += 1 }
        try bench.settle()
        #expect(told == 0)
        try peer.write(#"{"method":"org.example.Library.Count","more":true,"parameters":{"to":0}}"# + "\0")
        try bench.run { bench.library.streams.count == 2 }
        bench.library.streams[1].onDrained { told += 1 }
        bench.library.streams[1].connection.close()
        try bench.settle()
        #expect(told == 0 && bench.server.connectionCount == 0)
    }

    @Test func descriptorsInTheSocketCountUntilTheyAreReceived() throws {
        let (bench, stream, peer) = try stream()
        for number in 1...3 { stream.replyAndContinue(Library.CountReply(number: number), descriptors: [try page()]) }
        #expect(stream.queuedBytes == 0)
        #expect(stream.queuedDescriptors == 3)
        var told = false
        stream.onDrained { told = true }
        try bench.settle()
        #expect(!told)
        var received = 0
        try bench.run {
            received += (try? receiveOnce(peer)) ?? 0
            return told
        }
        #expect(received == 3)
        #expect(stream.queuedDescriptors == 0)
    }

    @Test func descriptorsThatWaitCountToo() throws {
        let (bench, stream, peer) = try stream()
        fill(stream)
        for number in 1...3 { stream.replyAndContinue(Library.CountReply(number: number), descriptors: [try page()]) }
        #expect(stream.queuedDescriptors == 3)
        var received = 0
        try bench.run {
            received += (try? receiveOnce(peer)) ?? 0
            return received == 3
        }
        #expect(stream.queuedDescriptors == 0 && stream.queuedBytes == 0)
    }

    @Test func readerThatLeavesDescriptorsIsCutOff() throws {
        var limits = VarlinkLimits()
        limits.pendingDescriptors = 4
        let (bench, stream, peer) = try stream(limits)
        defer { withExtendedLifetime(peer) {} }
        fill(stream)
        var sent = 0
        while sent < 100, stream.replyAndContinue(Library.CountReply(number: 1), descriptors: [try page()]) {
            sent += 1
        }
        #expect(sent == 4)
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.log.first?.contains("the peer leaves 5 descriptors unread") == true)
    }

    @Test func readerThatIsAlwaysLateLosesNothing() throws {
        let (bench, stream, peer) = try stream()
        fill(stream)
        var text = ""
        var received = 0
        for number in 0..<20_000 {
            // Some have descriptors, which come apart from the bytes before them.
            let descriptors = number % 20 == 0 ? [try page()] : []
            try #require(stream.replyAndContinue(Library.CountReply(number: number), descriptors: descriptors))
            while stream.queuedBytes > 50_000 {
                received += try receiveOnce(peer, &text)
                try bench.loop.runOnce(timeoutMilliseconds: 0)
            }
        }
        stream.reply(Library.CountReply(number: -1))
        try bench.run {
            for _ in 0..<8 { received += (try? receiveOnce(peer, &text)) ?? 0 }
            return text.hasSuffix("\"number\":-1}}\0")
        }
        #expect(received == 1_000)
        let numbers = text.split(separator: "\0").compactMap { reply in
            reply.split(separator: ":").dropFirst(2).first.flatMap { Int($0.prefix { $0 == "-" || $0.isNumber }) }
        }
        let first = try #require(numbers.firstIndex(of: 0))
        #expect(Array(numbers[first...]) == Array(0..<20_000) + [-1])
    }
}
