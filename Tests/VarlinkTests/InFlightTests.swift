import Glibc
import SheafOS
import Testing
import Varlink

/// Descriptors that are on their way: Linux lets a user have only so many.
@Suite struct InFlightTests {
    typealias Library = LibraryInterface

    private static let exchange = #"{"method":"org.example.Library.Exchange","parameters":{"fileDescriptor":0}}"# + "\0"

    @Test func descriptorsOnTheirWayAreLimitedForTheirUser() throws {
        var limits = VarlinkLimits()
        limits.sentDescriptorsPerUser = 10
        let bench = try Bench(limits: limits)
        let memory = try Memfd.create(name: "a", size: 1)
        let flood = try (0..<4).map { _ in try bench.connect(as: 1) }
        for _ in 0..<8 { for peer in flood { try peer.write(Self.exchange, descriptors: [memory.number]) } }
        try bench.settle()
        let account = try #require(bench.server.users.first { $0.uid == 1 })
        #expect(account.sentDescriptors == 10)
        let neighbour = try bench.connect(as: 2)
        try neighbour.write(Self.exchange, descriptors: [memory.number])
        try bench.settle()
        #expect(try neighbour.read()?.contains("received") == true)
        // Nothing was refused: it goes on as they receive.
        var received = 0
        try bench.run {
            for peer in flood { received += (try? peer.read())?.utf8.count { $0 == 0 } ?? 0 }
            return received == 32
        }
        #expect(bench.server.connectionCount == 5 && bench.log.isEmpty)
    }

    /// Descriptors to a peer that breaks the rules, and keeps its end of the connection.
    @Test func descriptorsOfConnectionsThatHaveEndedCountUntilTheyAreGone() throws {
        var limits = VarlinkLimits()
        limits.sentDescriptorsPerUser = 10
        let clock = StandingClock()
        let bench = try Bench(limits: limits, clock: clock)
        let memory = try Memfd.create(name: "a", size: 1)
        var broken: SharedDescriptor? = try bench.connect(as: 1)
        let other = try bench.connect(as: 1)
        for _ in 0..<9 { try broken?.write(Self.exchange, descriptors: [memory.number]) }
        try bench.settle()
        try broken?.write("no call\0")
        try bench.run { bench.server.connectionCount == 1 }
        let account = try #require(bench.server.users.first)
        #expect(account.sentDescriptors == 9)
        for _ in 0..<2 { try other.write(Self.exchange, descriptors: [memory.number]) }
        try bench.settle()
        clock.pass(2_000_000)
        try bench.settle()
        #expect(account.sentDescriptors == 10)
        // It is told its end all the same, behind what it was sent.
        #expect(try broken?.read()?.utf8.count { $0 == 0 } == 9 && broken?.read() == nil)
        broken = nil
        clock.pass(2_000_000)
        try bench.run { account.sentDescriptors < 3 }
        #expect(try other.read()?.utf8.count { $0 == 0 } == 2)
    }

    /// Nobody asks how much a viewer has received that turns one page after the other.
    @Test func whoReceivesIsNeverHeldBack() throws {
        var limits = VarlinkLimits()
        limits.sentDescriptorsPerUser = 10
        let bench = try Bench(limits: limits)
        let memory = try Memfd.create(name: "a", size: 1)
        let peer = try bench.connect(as: 1)
        for _ in 0..<100 {
            try peer.write(Self.exchange, descriptors: [memory.number])
            try bench.loop.runOnce(timeoutMilliseconds: 0)
            try bench.loop.runOnce(timeoutMilliseconds: 0)
            #expect(try peer.read()?.contains("received") == true)
        }
    }

    /// In a process of its own, whose user has as many in flight as it may.
    @Test(.enabled(if: geteuid() == 0, "needs root, to be another user"))
    func whatTheSystemDoesNotLetThroughWaits() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            let client = try bench.client()
            let memory = SharedDescriptor(try Memfd.create(name: "a", size: 1))
            let peer = try bench.connect()
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try #require(setgid(65_511) == 0 && setuid(65_511) == 0)
            try peer.write(Self.exchange, descriptors: [memory.number])
            // More than that user may have on their way.
            var ends: (Int32, Int32) = (-1, -1)
            try UnixSocket.pair { near, far in ends = (near.release(), far.release()) }
            var fails = false
            for _ in 0..<200 where !fails {
                do throws(OSError) {
                    _ = try UnixSocket.send(
                        ends.0, bytes: [UInt8(1)].span.bytes, descriptors: Array(repeating: memory.number, count: 3))
                } catch {
                    fails = error.code == ETOOMANYREFS
                }
            }
            try #require(fails)
            // A reply that takes one along, and a call that does.
            var answers = 0
            client.call(
                Library.Exchange.self, Library.ExchangeParameters(fileDescriptor: 0), descriptors: [memory]
            ) { result in
                if case .success = result { answers += 1 }
            }
            try bench.settle()
            try #require(bench.library.exchanged == 1 && answers == 0 && bench.server.connectionCount == 2)
            try #require(try peer.read() == "")
            close(ends.0)
            close(ends.1)
            try bench.run { answers == 1 }
            try #require(try peer.read()?.contains("received") == true)
            try #require(bench.log.isEmpty)
        }
    }
}
