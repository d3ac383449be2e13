import Glibc
import SheafOS
import Testing

@testable import Varlink

/// Users have their turns, whatever one of them sends.
@Suite struct FairnessTests {
    private static func echo(_ text: String, _ flags: String = "") -> String {
        #"{"method":"org.example.Library.Echo"\#(flags),"parameters":{"text":"\#(text)"}}"# + "\0"
    }

    private static let count = #"{"method":"org.example.Library.Count","more":true,"parameters":{"to":2000}}"# + "\0"

    /// Calls of a user with fifty connections, and one of a neighbour that comes after them.
    private func flooded(_ bench: Bench, calls: Int) throws -> (flood: [SharedDescriptor], neighbour: SharedDescriptor)
    {
        let flood = try (0..<50).map { _ in try bench.connect(as: 1) }
        let neighbour = try bench.connect(as: 2)
        for (connection, peer) in flood.enumerated() {
            try peer.write((0..<calls).map { Self.echo("\(connection)-\($0)") }.joined())
        }
        try neighbour.write(Self.echo("neighbour"))
        return (flood, neighbour)
    }

    /// Each call takes a millisecond.
    @Test func callsThatTakeLongWaitForTheNeighbours() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        bench.library.answersScanned = false
        bench.library.echoes = { _ in clock.take(1_000) }
        let (flood, neighbour) = try flooded(bench, calls: 20)
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        // Two of the flood's have taken its time of the round.
        #expect(bench.library.heard.firstIndex(of: "neighbour") == 2)
        #expect(bench.library.heard.count == 3)
        // Whenever the neighbour comes again it has its turn in the next round.
        for _ in 0..<5 {
            try neighbour.write(Self.echo("neighbour"))
            let before = bench.library.heard.count
            try bench.loop.runOnce(timeoutMilliseconds: 0)
            #expect(bench.library.heard[before...].prefix(3).contains("neighbour"))
        }
        try expectAll(of: flood, 20, in: bench)
    }

    /// Calls that are read in place are counted, not timed.
    @Test func manyCallsWaitForTheNeighbours() throws {
        let bench = try Bench()
        let (flood, neighbour) = try flooded(bench, calls: 200)
        defer { withExtendedLifetime(neighbour) {} }
        try bench.loop.runOnce(timeoutMilliseconds: 0)
        let before = try #require(bench.library.heard.firstIndex(of: "neighbour"))
        #expect(before > 0 && before <= VarlinkLimits().callsPerRound)
        try expectAll(of: flood, 200, in: bench)
    }

    /// Every call of a flood is served, those of a connection in their order, and its connections in turn.
    private func expectAll(of flood: [SharedDescriptor], _ calls: Int, in bench: Bench) throws {
        let count = flood.count * calls
        try bench.run { bench.library.heard.count { $0 != "neighbour" } == count }
        let heard = bench.library.heard.filter { $0 != "neighbour" }
        for connection in flood.indices {
            let mine = heard.filter { $0.hasPrefix("\(connection)-") }
            #expect(mine == (0..<calls).map { "\(connection)-\($0)" })
        }
        let firsts = heard.firstIndex(of: "\(flood.count - 1)-0") ?? count
        let last = heard.firstIndex(of: "0-\(calls - 1)") ?? 0
        #expect(firsts < last || calls == 20, "\(firsts), \(last)")
        for peer in flood { #expect(try peer.read()?.split(separator: "\0").count == calls) }
    }

    // MARK: Replies that nobody reads

    @Test func repliesThatNobodyReadsAreLimitedForTheirUser() throws {
        var limits = VarlinkLimits()
        limits.waitingBytesPerUser = 500_000
        let bench = try Bench(limits: limits)
        let flood = try (0..<20).map { _ in try bench.connect(as: 1) }
        let neighbour = try bench.connect(as: 2)
        // What a socket holds is the kernel's: most of this waits, 90 KB a call.
        for peer in flood { try peer.write(String(repeating: Self.count, count: 3)) }
        try bench.settle()
        let account = try #require(bench.server.users.first { $0.uid == 1 })
        #expect(account.waitingBytes > 500_000 && account.waitingBytes < 600_000)
        #expect(bench.server.connectionCount == 21)
        try neighbour.write(Self.echo("neighbour"))
        try bench.settle()
        #expect(try neighbour.read()?.contains("neighbour") == true)
        // Whoever of them reads makes room for the others.
        var received = 0
        try bench.run {
            for peer in flood { received += (try? peer.read())?.utf8.count { $0 == 0 } ?? 0 }
            return received == 20 * 3 * 2_000
        }
        #expect(account.waitingBytes == 0 && bench.log.isEmpty)
    }

    /// Many bytes go in several rounds, though the socket takes more.
    @Test func aFlushLeavesTheOthersTheirTurn() throws {
        var queue = OutputQueue()
        let bytes = [UInt8](repeating: 7, count: 65_536)
        for _ in 0..<16 { queue.append(bytes.span.bytes, descriptors: OutgoingDescriptors()) }
        try UnixSocket.pair { near, far throws(OSError) in
            var room: Int32 = 4 << 20
            setsockopt(near.number, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout.size(ofValue: room)))
            let reader = SharedDescriptor(far)
            var received = 0
            for left in [12, 8, 4, 0] {
                let flushed = try queue.flush(to: near.number, descriptors: 0)
                #expect(queue.count == left * bytes.count && flushed.isCut == (left > 0))
                received += ((try? reader.read()) ?? nil)?.utf8.count ?? 0
            }
            #expect(received == 16 * bytes.count && queue.isEmpty)
        }
    }

    /// Clients that read something, however late, go on.
    @Test func repliesThatAreNeverReadEndTheirConnections() throws {
        var limits = VarlinkLimits()
        limits.waitingBytesPerUser = 80_000
        let clock = StandingClock()
        let bench = try Bench(limits: limits, clock: clock)
        let stuck = try bench.connect(as: 1)
        let others = try (0..<2).map { _ in try bench.connect(as: 1) }
        try stuck.write(Self.count.replacing("2000", with: "40000"))
        try bench.settle()
        for other in others { try other.write(Self.echo("other")) }
        try bench.settle()
        clock.pass(limits.unreadTime - 1)
        #expect(bench.library.heard.isEmpty && bench.server.connectionCount == 3)
        _ = try stuck.read()
        try bench.settle()
        clock.pass(limits.unreadTime / 2)
        #expect(bench.server.connectionCount == 3 && bench.library.heard.isEmpty)
        clock.pass(limits.unreadTime * 2)
        try bench.run { bench.library.heard.count == 2 }
        #expect(bench.server.connectionCount == 2)
        #expect(bench.log.count == 1 && bench.log[0].contains("for any to be read"), "\(bench.log)")
    }

    @Test func whoIsGoneIsNotHeldByWhatItsUserLeavesUnread() throws {
        var limits = VarlinkLimits()
        limits.waitingBytesPerUser = 80_000
        let bench = try Bench(limits: limits)
        let stuck = try bench.connect(as: 1)
        for _ in 0..<3 { try stuck.write(String(repeating: Self.count, count: 3)) }
        try bench.settle()
        var other: SharedDescriptor? = try bench.connect(as: 1)
        try other?.write(Self.echo("other"))
        try bench.settle()
        other = nil
        try bench.run { bench.server.connectionCount == 1 }
        #expect(bench.library.heard.isEmpty)
    }

    @Test func repliesThatAreLostWithTheirConnectionCountNoMore() throws {
        var limits = VarlinkLimits()
        limits.waitingBytesPerUser = 80_000
        let bench = try Bench(limits: limits)
        var stuck: SharedDescriptor? = try bench.connect(as: 1)
        let other = try bench.connect(as: 1)
        for _ in 0..<3 { try stuck?.write(String(repeating: Self.count, count: 3)) }
        try bench.settle()
        try other.write(String(repeating: Self.count, count: 3))
        try bench.settle()
        try other.write(Self.echo("other"))
        try bench.settle()
        #expect(bench.library.heard.isEmpty)
        stuck = nil
        try bench.run {
            _ = try? other.read()
            return bench.library.heard.last == "other"
        }
        #expect(bench.server.users.map(\.waitingBytes) == [0])
    }
}
