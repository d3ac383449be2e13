import Glibc
import SheafOS
import TestSupport
import Testing
import Varlink

/// Limits on what one peer may cost.
@Suite struct LimitTests {
    typealias Library = LibraryInterface

    /// A server that listens, and the path that it listens on.
    private static func listening(_ limits: VarlinkLimits) throws -> (Bench, String) {
        let bench = try Bench(limits: limits)
        let path = "/tmp/sheaf-varlink-\(getpid())-\(try RandomIdentifier.make().text.prefix(8))"
        try bench.server.listen(on: try UnixSocket.listen(at: path))
        return (bench, path)
    }

    private func isOpen(_ peer: SharedDescriptor) throws -> Bool { try peer.read() != nil }

    @Test func connectionsOverTheLimitAreClosedAndLogged() throws {
        var limits = VarlinkLimits()
        limits.connections = 2
        let (bench, path) = try Self.listening(limits)
        defer { unlink(path) }
        var peers = try (0..<3).map { _ in SharedDescriptor(try UnixSocket.connect(to: path)) }
        try bench.settle()
        #expect(try peers.map(isOpen) == [true, true, false])
        #expect(bench.log.count == 1)
        peers.removeFirst()
        try bench.settle()
        peers.append(SharedDescriptor(try UnixSocket.connect(to: path)))
        try bench.settle()
        #expect(try peers.map(isOpen) == [true, false, true])
    }

    @Test func connectionsOfOneUserAreLimitedButThoseOfSocketPairsAreNot() throws {
        var limits = VarlinkLimits()
        limits.connectionsPerUser = 1
        let (bench, path) = try Self.listening(limits)
        defer { unlink(path) }
        let pair = try bench.connect()
        var one: SharedDescriptor? = SharedDescriptor(try UnixSocket.connect(to: path))
        let two = SharedDescriptor(try UnixSocket.connect(to: path))
        try bench.settle()
        #expect(try isOpen(pair) && isOpen(#require(one)) && !isOpen(two))
        #expect(bench.log.first?.contains("the user has 1 connections already") == true)
        one = nil
        try bench.settle()
        let three = SharedDescriptor(try UnixSocket.connect(to: path))
        try bench.settle()
        #expect(try isOpen(three))
    }

    @Test func otherLimitsEndNoConnectionAndHoldForThoseThatCome() throws {
        let (bench, path) = try Self.listening(VarlinkLimits())
        defer { unlink(path) }
        var peers = [
            SharedDescriptor(try UnixSocket.connect(to: path)), SharedDescriptor(try UnixSocket.connect(to: path)),
        ]
        try bench.settle()
        for (all, ofOne, isTaken) in [(1, 9, false), (9, 1, false), (3, 3, true), (3, 9, false), (9, 3, false)] {
            bench.server.setLimits(connections: all, connectionsPerUser: ofOne)
            peers.append(SharedDescriptor(try UnixSocket.connect(to: path)))
            try bench.settle()
            #expect(try isOpen(peers[peers.count - 1]) == isTaken)
            if !isTaken { peers.removeLast() }
            #expect(try peers.allSatisfy(isOpen))
        }
    }

    @Test(arguments: [(2, 9), (9, 2)])
    func operatorsHaveAReserveBeyondTheLimits(connections: Int, ofOneUser: Int) throws {
        var limits = VarlinkLimits()
        limits.connections = connections
        limits.connectionsPerUser = ofOneUser
        limits.operatorReserve = 3
        let (bench, path) = try Self.listening(limits)
        defer { unlink(path) }
        var peers: [SharedDescriptor] = []
        /// Whether one more is let in.
        func connects(asOperator: Bool) throws -> Bool {
            bench.connectsOperators = asOperator
            let peer = SharedDescriptor(try UnixSocket.connect(to: path))
            try bench.settle()
            guard try isOpen(peer) else { return false }
            peers.append(peer)
            return true
        }
        for (asOperator, isTaken) in [
            (false, true), (false, true), (false, false), (true, true), (false, false), (true, true), (true, true),
            (true, false),
        ] { #expect(try connects(asOperator: asOperator) == isTaken) }
        #expect(try peers.count == 5 && peers.allSatisfy(isOpen))
        peers.removeLast(4)
        try bench.settle()
        #expect(try connects(asOperator: false))
    }

    // MARK: What those hear who are refused

    /// A server where each user has one connection, that says why it takes no more.
    private static func telling(
        worker: BackgroundWorker? = nil, clock: StandingClock? = nil
    ) throws -> (Bench, String) {
        var limits = VarlinkLimits()
        limits.connectionsPerUser = 1
        let bench = try Bench(limits: limits, worker: worker, clock: clock) {
            Library.Failure.notThere(title: "\($0.limit) \($0.count)", shelf: $0.value)
        }
        let path = "/tmp/sheaf-varlink-\(getpid())-\(try RandomIdentifier.make().text.prefix(8))"
        try bench.server.listen(on: try UnixSocket.listen(at: path))
        return (bench, path)
    }

    private static let call = #"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"# + "\0"
    private static let refusal =
        #"{"error":"org.example.Library.NotThere","parameters":{"title":"connectionsPerUser 1","shelf":1}}"# + "\0"

    @Test(arguments: ["before it is refused", "a while after", "never"])
    func whoIsRefusedIsToldWhyAndThenEnds(calls: String) throws {
        let clock = StandingClock()
        let (bench, path) = try Self.telling(clock: clock)
        defer { unlink(path) }
        let first = SharedDescriptor(try UnixSocket.connect(to: path))
        try bench.settle()
        let peer = SharedDescriptor(try UnixSocket.connect(to: path))
        if calls.hasPrefix("before") { try peer.write(Self.call) }
        try bench.settle()
        clock.pass(RefusedConnections.time - 1)
        if calls.hasPrefix("a while") { try peer.write(Self.call) }
        try bench.settle()
        #expect(try peer.read() == Self.refusal && peer.read() == nil)
        clock.pass(1)
        #expect(send(peer.number, "x", 1, Int32(MSG_NOSIGNAL)) == -1)
        #expect(bench.library.heard.isEmpty && bench.server.connectionCount == 1 && bench.log.isEmpty)
        try first.write(Self.call)
        try bench.settle()
        #expect(bench.library.heard.count == 1)
    }

    @Test func ofThoseWhoAreRefusedTheOldestGoFirst() throws {
        let (bench, path) = try Self.telling(clock: StandingClock())
        defer { unlink(path) }
        let first = SharedDescriptor(try UnixSocket.connect(to: path))
        try bench.settle()
        let peers = try (0..<RefusedConnections.limit + 2).map { _ in
            let peer = SharedDescriptor(try UnixSocket.connect(to: path))
            try bench.settle()
            return peer
        }
        let isThere = peers.map { send($0.number, "x", 1, Int32(MSG_NOSIGNAL)) == 1 }
        #expect(isThere == [false, false] + Array(repeating: true, count: RefusedConnections.limit))
        for peer in peers { #expect(try peer.read() == Self.refusal) }
        bench.server.close()
        #expect(peers.allSatisfy { send($0.number, "x", 1, Int32(MSG_NOSIGNAL)) == -1 })
        withExtendedLifetime(first) {}
    }

    /// The last to close it waits for 1,000 s.
    @Test func socketInTheQueueOfOneWhoIsRefusedHoldsUpNobody() throws {
        let clock = StandingClock()
        let (bench, path) = try Self.telling(worker: try BackgroundWorker(), clock: clock)
        defer { unlink(path) }
        let first = SharedDescriptor(try UnixSocket.connect(to: path))
        try bench.settle()
        let peer = SharedDescriptor(try UnixSocket.connect(to: path))
        var lingering: LingeringSocket? = try LingeringSocket()
        try peer.write("x", descriptors: [try #require(lingering?.number)])
        lingering?.letGo()
        try bench.settle()
        clock.pass(RefusedConnections.time)
        #expect(bench.server.users.map(\.closing.count) == [1])
        try first.write(Self.call)
        try bench.settle()
        #expect(bench.library.heard.count == 1)
        lingering = nil
        try bench.run { bench.server.users.map(\.closing.count) == [0] }
    }

    /// In a process of its own: no other test takes descriptors there.
    @Test func operatorsGetInWhereOnlyTheReserveOfDescriptorsIsLeft() async {
        await #expect(processExitsWith: .success) {
            var limits = VarlinkLimits()
            limits.firstReservedDescriptor = 800
            let (bench, path) = try Self.listening(limits)
            defer { unlink(path) }
            var peers: [SharedDescriptor] = []
            for (last, asOperator, isTaken) in [(797, false, true), (799, false, false), (799, true, true)] {
                bench.connectsOperators = asOperator
                while (peers.last?.number ?? 0) < last {
                    peers.append(SharedDescriptor(FileDescriptor(owning: dup(0))))
                }
                let peer = SharedDescriptor(try UnixSocket.connect(to: path))
                try bench.settle()
                try #require((try peer.read() != nil) == isTaken)
                peers.append(peer)
            }
            try #require(bench.log.count == 1 && bench.log[0].contains("the rest is a reserve"))
        }
    }

    @Test func peerIsWhoTheKernelSays() throws {
        let (bench, path) = try Self.listening(VarlinkLimits())
        defer { unlink(path) }
        let peer = SharedDescriptor(try UnixSocket.connect(to: path))
        try peer.write(#"{"method":"org.example.Library.Wait","parameters":{"name":""}}"# + "\0")
        try bench.run { !bench.library.waiting.isEmpty }
        let credentials = bench.library.waiting[0].call.peer
        #expect(credentials.pid == getpid() && credentials.uid == getuid() && credentials.gid == getgid())
    }

    @Test func watcherThatDoesNotReadIsCutOff() throws {
        var limits = VarlinkLimits()
        limits.pendingOutput = 10_000
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        try peer.write(#"{"method":"org.example.Library.Count","more":true,"parameters":{"to":0}}"# + "\0")
        try bench.run { !bench.library.streams.isEmpty }
        let stream = bench.library.streams[0]
        var told = false
        stream.onDisconnect { told = true }
        var most = 0
        while stream.replyAndContinue(Library.CountReply(number: 1)) {
            most = max(most, stream.connection.queuedBytes)
        }
        #expect(most > 0 && most <= 10_000)
        // Its handler is in the middle of something: it is told later.
        #expect(!told)
        try bench.run { told }
        #expect(bench.server.connectionCount == 0)
        #expect(bench.log.count == 1)
    }

    @Test func peerThatDoesNotReadItsAnswersIsNotServedMore() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let text = String(repeating: "x", count: 50_000)
        let message = #"{"method":"org.example.Library.Echo","parameters":{"text":"\#(text)"}}"# + "\0"
        var sent = 0
        while sent < 1_000, try UnixSocket.send(peer.number, bytes: Array(message.utf8).span.bytes) > 0 {
            sent += 1
            try bench.loop.runOnce(timeoutMilliseconds: 0)
        }
        #expect(sent < 1_000)
        #expect(bench.library.heard.count < 100)
        var answer = 0
        try bench.run {
            answer += (try? peer.read())?.utf8.count ?? 0
            return answer > sent / 2 * 50_000
        }
    }

    /// In a process of its own: the limit is that of a whole process.
    @Test func serverRestsWhenItHasNoDescriptorsLeft() async {
        await #expect(processExitsWith: .success) {
            let (bench, path) = try Self.listening(VarlinkLimits())
            defer { unlink(path) }
            let peer = SharedDescriptor(try UnixSocket.connect(to: path))
            // The lowest free number is the limit: nothing can be opened any more.
            let next = dup(0)
            close(next)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let current = limit.rlim_cur
            limit.rlim_cur = rlim_t(next)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var turns = 0
            try remains(for: .milliseconds(100), because: "it only spins, or does not", on: bench.loop) {
                turns += 1
                return true
            }
            limit.rlim_cur = current
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            try #require(turns < 50)
            try #require(bench.log.contains { $0.contains("cannot accept a connection") })
            try peer.write(#"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"# + "\0")
            try bench.run { bench.library.heard == ["a"] }
        }
    }
}
