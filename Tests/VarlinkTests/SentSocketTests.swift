import Glibc
import SheafOS
import Testing
import Varlink

/// Connections that are sent over connections, and what else waits to be received: it goes with who has sent it.
@Suite struct SentSocketTests {
    typealias Library = LibraryInterface

    private static let echo = #"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"# + "\0"
    private static let wait = #"{"method":"org.example.Library.Wait","parameters":{"name":"a"}}"# + "\0"
    private static let exchange = #"{"method":"org.example.Library.Exchange","parameters":{"fileDescriptor":0}}"# + "\0"

    /// Half a message, with the connection itself and 63 others of them: nobody but the service holds the connection then.
    @Test func connectionThatIsSentOverItselfEndsWithItsPeer() throws {
        let bench = try Bench()
        for text in ["x", Self.echo, Self.exchange, "no message\0"] {
            var peer: SharedDescriptor? = try bench.connect()
            let number = try #require(peer?.number)
            try peer?.write(text, descriptors: Array(repeating: number, count: 64))
            try bench.loop.runOnce(timeoutMilliseconds: 0)
            peer = nil
            try bench.run { bench.server.connectionCount == 0 }
        }
    }

    @Test func connectionsThatAreSentOverEachOtherEndWithTheirPeers() throws {
        let bench = try Bench()
        var peers = try (0..<20).map { _ in try bench.connect() }
        for (index, peer) in peers.enumerated() {
            try peer.write("x", descriptors: [peers[(index + 1) % peers.count].number])
        }
        peers = []
        try bench.run { bench.server.connectionCount == 0 }
    }

    /// A connection in its own queue is received only when the call before it is answered, and that never is.
    @Test func connectionInItsOwnQueueBehindACallEndsInTime() throws {
        for text in [Self.wait, #"{"method":"org.example.Library.Count","more":true,"parameters":{"to":0}}"# + "\0"] {
            let clock = StandingClock()
            let bench = try Bench(clock: clock)
            var peer: SharedDescriptor? = try bench.connect()
            try peer?.write(text)
            try bench.settle()
            try peer?.write(Self.exchange, descriptors: [try #require(peer?.number)])
            peer = nil
            try bench.settle()
            #expect(bench.server.connectionCount == 1)
            clock.pass(VarlinkLimits().descriptorTime * 2)
            try bench.run { bench.server.connectionCount == 0 }
            #expect(bench.log.first?.contains("behind a call that is not answered") == true)
        }
    }

    @Test func callsBehindOneThatIsNotAnsweredWaitForEver() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        let peer = try bench.connect()
        try peer.write(Self.wait)
        try bench.settle()
        for _ in 0..<100 { try peer.write(Self.echo) }
        try bench.settle()
        clock.pass(VarlinkLimits().descriptorTime * 20)
        try bench.settle()
        bench.library.waiting[0].call.reply(Library.WaitReply(name: "b"))
        try bench.run { bench.library.heard.count == 101 }
    }

    @Test func descriptorBehindACallIsServedThoughItWaitsAsLongAsItMay() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        try peer.write(Self.wait)
        try bench.settle()
        try peer.write(Self.exchange, descriptors: [memory.number])
        try bench.settle()
        clock.pass(VarlinkLimits().descriptorTime - 1)
        try bench.settle()
        bench.library.waiting[0].call.reply(Library.WaitReply(name: "b"))
        try bench.settle()
        #expect(try peer.read()?.contains(#""received":1"#) == true)
    }

    /// A descriptor's waiting time is its own, not that of the messages which wait with it.
    @Test func descriptorThatComesLateBehindACallWaitsAsLongAsAnyOther() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        try peer.write(Self.wait)
        try bench.settle()
        try peer.write(Self.echo)
        try bench.settle()
        clock.pass(VarlinkLimits().descriptorTime - 1)
        try peer.write(Self.exchange, descriptors: [memory.number])
        try bench.settle()
        clock.pass(VarlinkLimits().descriptorTime / 2)
        try bench.settle()
        #expect(bench.server.connectionCount == 1)
        clock.pass(VarlinkLimits().descriptorTime)
        try bench.run { bench.server.connectionCount == 0 }
    }

    @Test func messageThatIsBegunWhenACallIsAnsweredLateHasItsTime() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        let peer = try bench.connect()
        try peer.write(Self.wait)
        try peer.write(String(Self.echo.prefix(9)))
        try bench.settle()
        clock.pass(VarlinkLimits().messageTime * 3)
        bench.library.waiting[0].call.reply(Library.WaitReply(name: "b"))
        try bench.settle()
        clock.pass(VarlinkLimits().messageTime / 2)
        try bench.settle()
        #expect(bench.server.connectionCount == 1)
        clock.pass(VarlinkLimits().messageTime * 2)
        try bench.run { bench.server.connectionCount == 0 }
    }

    /// The log has one line though the reason to cut a peer off may be as long as its message.
    @Test func whoIsCutOffIsLoggedInALine() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(#"{"\#(String(repeating: "a", count: 60_000))":1}"# + "\0")
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.log.count == 1 && bench.log[0].utf8.count < 300, "\(bench.log)")
    }

    @Test func socketIsNoDescriptorThatAnybodyTakes() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        try peer.write(Self.exchange, descriptors: [peer.number, memory.number])
        try peer.write(Self.exchange, descriptors: [memory.number, peer.number])
        try bench.settle()
        let answers = try #require(try peer.read()).split(separator: "\0")
        #expect(answers.count == 2)
        #expect(answers.first?.contains("InvalidParameter") == true)
        #expect(answers.last?.contains(#""received":2"#) == true)
    }

    /// Closing one that is to send something would hold up the closing thread, for as long as its sender has said.
    @Test func socketThatLingersIsClosedAtOnce() throws {
        let worker = try HandedOver()
        let bench = try Bench(worker: worker.worker)
        let peer = try bench.connect()
        let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(stream >= 0)
        defer { close(stream) }
        func linger() -> Int32 {
            var value = Glibc.linger()
            var length = socklen_t(MemoryLayout.size(ofValue: value))
            getsockopt(stream, SOL_SOCKET, SO_LINGER, &value, &length)
            return value.l_onoff
        }
        var lingering = Glibc.linger(l_onoff: 1, l_linger: 1_000)
        try #require(
            setsockopt(stream, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout.size(ofValue: lingering))) == 0
        )
        #expect(linger() == 1)
        try peer.write("x", descriptors: [stream])
        try bench.settle()
        #expect(worker.takeOpen() == 1)
        #expect(linger() == 0)
    }

    // MARK: Sockets that linger

    /// The last to close it waits for 1,000 s, wherever it is: in the queue of the connection, or in that of a socket that came.
    @Test(arguments: ["half a message", "behind a call", "unread pages", "in a socket that came"])
    func socketThatLingersInAQueueHoldsUpNobody(place: String) throws {
        let worker = try BackgroundWorker()
        let bench = try Bench(worker: worker)
        let neighbour = try bench.connect()
        var peer: SharedDescriptor? = try bench.connect()
        var lingering: LingeringSocket? = try LingeringSocket()
        let number = try #require(lingering?.number)
        switch place {
        case "half a message":
            // Nobody has received it when the connection ends.
            try peer?.write(Self.wait)
            try bench.settle()
            try peer?.write("x", descriptors: [number])
        case "behind a call":
            try peer?.write(#"{"method":"org.example.Library.Count","more":true,"parameters":{"to":0}}"# + "\0")
            try bench.settle()
            try peer?.write(Self.exchange, descriptors: [number])
        case "unread pages":
            let memory = try Memfd.create(name: "a", size: 1)
            try peer?.write(Self.exchange, descriptors: [memory.number])
            try peer?.write(Self.wait)
            try bench.settle()
            try peer?.write("x", descriptors: [number])
        default:
            try UnixSocket.pair { near, far throws(OSError) in
                _ = try UnixSocket.send(near.number, bytes: [UInt8(0)].span.bytes, descriptors: [number])
                _ = try UnixSocket.send(
                    peer?.number ?? -1, bytes: Array(Self.exchange.utf8).span.bytes, descriptors: [far.number])
            }
        }
        lingering?.letGo()
        try bench.settle()
        peer = nil
        try bench.run { bench.server.connectionCount == 1 }
        // It is being closed, and everything else goes on.
        try bench.run { bench.server.users.map(\.closing.count) == [1] }
        try neighbour.write(Self.echo)
        try bench.run { bench.library.heard.count == 1 }
        let memory = try Memfd.create(name: "b", size: 1)
        let copy = fcntl(memory.number, F_DUPFD_CLOEXEC, 700)
        worker.close(FileDescriptor(owning: copy))
        try bench.run { fcntl(copy, F_GETFD) < 0 }
        #expect(bench.server.users.map(\.closing.count) == [1])
        lingering = nil
        try bench.run { bench.server.users.map(\.closing.count) == [0] }
    }

    /// Descriptors that nobody can close count for their user, also when that user connects again.
    @Test func descriptorsWhoseClosingWaitsCountForTheirUser() throws {
        var limits = VarlinkLimits()
        limits.closingDescriptorsPerUser = 9
        let worker = try BackgroundWorker()
        let bench = try Bench(limits: limits, worker: worker)
        var lingering: [LingeringSocket] = []
        for count in [6, 3, 1] {
            #expect(bench.log.isEmpty)
            let peer = try bench.connect(as: 1)
            let sockets = try (0..<count).map { _ in try LingeringSocket() }
            // Into the queue of a socket: nobody can tell from outside that they linger there.
            for socket in sockets {
                try UnixSocket.pair { near, far throws(OSError) in
                    _ = try UnixSocket.send(near.number, bytes: [UInt8(0)].span.bytes, descriptors: [socket.number])
                    _ = try UnixSocket.send(
                        peer.number, bytes: Array(Self.echo.utf8).span.bytes, descriptors: [far.number])
                }
                socket.letGo()
            }
            lingering += sockets
            try bench.run { bench.server.users.first { $0.uid == 1 }?.closing.count == lingering.count }
        }
        let memory = try Memfd.create(name: "a", size: 1)
        let (peer, neighbour) = (try bench.connect(as: 1), try bench.connect(as: 2))
        for one in [peer, neighbour] { try one.write(Self.exchange, descriptors: [memory.number]) }
        try bench.run { bench.server.connectionCount == 1 && bench.library.exchanged == 1 }
        #expect(bench.log.count > 0 && bench.log.allSatisfy { $0.contains("10 to be closed") }, "\(bench.log)")
        lingering = []
        try bench.run { bench.server.users.allSatisfy { $0.closing.count == 0 } }
    }

    // MARK: Messages that are begun

    @Test func messageThatIsBegunAndNotEndedIsCutOff() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        let (begun, idle) = (try bench.connect(), try bench.connect())
        try begun.write(Self.echo + String(Self.echo.prefix(9)))
        try idle.write(Self.echo)
        try bench.settle()
        #expect(try begun.read()?.hasSuffix("\0") == true)
        // What comes of it meanwhile does not help.
        clock.pass(VarlinkLimits().messageTime / 2)
        try begun.write(String(Self.echo.dropFirst(9).prefix(9)))
        try bench.settle()
        #expect(bench.server.connectionCount == 2)
        clock.pass(VarlinkLimits().messageTime)
        try bench.run { bench.server.connectionCount == 1 }
        #expect(try begun.read() == nil)
        #expect(bench.log.count == 1 && bench.log[0].contains("a message is not whole after 30 s"), "\(bench.log)")
        #expect(try idle.read() != nil)
    }

    @Test func messageThatIsEndedInTimeIsServed() throws {
        let clock = StandingClock()
        let bench = try Bench(clock: clock)
        let peer = try bench.connect()
        // Each begins where the last one ends: none takes longer than it may.
        try peer.write(String(Self.echo.prefix(9)))
        try bench.settle()
        for count in 1...9 {
            clock.pass(VarlinkLimits().messageTime - 1)
            try peer.write(String(Self.echo.dropFirst(9)) + String(Self.echo.prefix(9)))
            try bench.settle()
            #expect(bench.library.heard.count == count)
        }
        #expect(bench.log.isEmpty)
    }

    // MARK: A user's descriptors

    @Test func descriptorsOfMessagesThatAreNotWholeCountForTheirUser() throws {
        var limits = VarlinkLimits()
        limits.receivedDescriptorsPerUser = 10
        let bench = try Bench(limits: limits)
        let memory = try Memfd.create(name: "a", size: 1)
        var peers = try (0..<3).map { _ in try bench.connect() }
        for peer in peers.prefix(2) { try peer.write("x", descriptors: Array(repeating: memory.number, count: 5)) }
        try bench.settle()
        #expect(bench.server.connectionCount == 3)
        #expect(bench.server.users.map(\.receivedDescriptors) == [10])
        try peers[2].write("x", descriptors: [memory.number])
        try bench.run { bench.server.connectionCount == 2 }
        #expect(
            bench.log[0].contains("11 descriptors of the user wait for their messages to be served"), "\(bench.log)")
        // Served ones are not counted any more, whatever has become of them.
        peers.removeAll()
        try bench.run { bench.server.connectionCount == 0 }
        let peer = try bench.connect()
        for _ in 0..<20 { try peer.write(Self.exchange, descriptors: Array(repeating: memory.number, count: 10)) }
        try bench.run { bench.library.exchanged == 20 }
        #expect(bench.server.users.map(\.receivedDescriptors) == [0])
    }

    /// In a process of its own: no other test takes descriptors there.
    @Test func descriptorsThatComeUponTheReserveAreRefused() async {
        await #expect(processExitsWith: .success) {
            var limits = VarlinkLimits()
            limits.firstReservedDescriptor = 800
            let bench = try Bench(limits: limits)
            let memory = try Memfd.create(name: "a", size: 1)
            for last: Int32 in [798, 799] {
                let peer = try bench.connect()
                try bench.settle()
                // All up to this one are taken.
                var filling: [Int32] = []
                while filling.last ?? 0 < last { filling.append(dup(0)) }
                try #require(filling.last == last)
                try peer.write(Self.exchange, descriptors: [memory.number])
                try bench.settle()
                try #require((try peer.read() == nil) == (last == 799))
                for number in filling { close(number) }
            }
            try #require(bench.log.count { $0.contains("only the reserve of descriptors is left") } == 1)
        }
    }
}
