import Glibc
import SheafOS
import Testing
import Varlink

/// Descriptors and the messages that they belong to.
@Suite struct DescriptorTests {
    typealias Library = LibraryInterface

    private func exchange(_ index: Int, _ flags: String = "") -> String {
        #"{"method":"org.example.Library.Exchange"\#(flags),"parameters":{"fileDescriptor":\#(index)}}"# + "\0"
    }

    private let echo = #"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"# + "\0"
    private let invalid =
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"fileDescriptor"}}"# + "\0"

    private func answer(_ received: Int) -> String {
        #"{"parameters":{"fileDescriptor":0,"received":\#(received)}}"# + "\0"
    }

    /// A pipe's writing end, and whether somebody still holds a copy of it.
    private final class Witness {
        private var ends: (Int32, Int32) = (-1, -1)
        private(set) var writer: SharedDescriptor?

        init() throws {
            let result = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
            try #require(result == 0)
            _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
            writer = SharedDescriptor(FileDescriptor(owning: ends.1))
        }

        deinit { close(ends.0) }

        func letGo() { writer = nil }

        /// Another test may start a process, which holds a copy until it runs: wait for false.
        var isHeld: Bool {
            var byte: UInt8 = 0
            return read(ends.0, &byte, 1) < 0
        }
    }

    @Test(arguments: [-1, 2, Int.max, Int.min])
    func indexThatIsNotThereIsInvalid(index: Int) throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        try peer.write(exchange(index), descriptors: [memory.number, memory.number])
        try bench.settle()
        #expect(try peer.read() == invalid)
    }

    @Test func descriptorsThatNobodyTakesAreClosed() throws {
        for message in [
            exchange(7), echo, #"{"method":"a.B"}"# + "\0", #"{"method":"org.example.Library.Echo"}"# + "\0", "x\0",
            "x",
            exchange(7, #","oneway":true"#),
        ] {
            let bench = try Bench()
            let peer = try bench.connect()
            let witness = try Witness()
            let number = try #require(witness.writer?.number)
            try peer.write(message, descriptors: [number, number, number])
            witness.letGo()
            try bench.settle()
            if message == "x" {
                // It is not whole: they are kept as long as the connection.
                #expect(witness.isHeld)
                bench.server.close()
            }
            try bench.run { !witness.isHeld }
        }
    }

    /// Closing a file on a dead mount never ends: what a stranger sent is never closed on the loop.
    @Test func descriptorsThatNobodyTakesGoToTheCloser() throws {
        let wait = #"{"method":"org.example.Library.Wait","parameters":{"name":"a"}}"# + "\0"
        for (message, count) in [(exchange(7), 3), (exchange(0), 2), (#"{"method":"a.B"}"# + "\0", 3), ("x\0", 3)] {
            let worker = try HandedOver()
            let bench = try Bench(worker: worker.worker)
            let peer = try bench.connect()
            let memory = try Memfd.create(name: "a", size: 1)
            try peer.write(message, descriptors: [memory.number, memory.number, memory.number])
            try bench.settle()
            #expect(worker.takeOpen() == count)
        }
        // A message that is not whole, descriptors in the middle of one, and messages that nobody has received yet.
        for messages in [["x"], [String(echo.prefix(5)), "y"], [wait, exchange(0), exchange(0)]] {
            let worker = try HandedOver()
            let bench = try Bench(worker: worker.worker)
            let peer = try bench.connect()
            let memory = try Memfd.create(name: "a", size: 1)
            for (index, message) in messages.enumerated() {
                let isBare = index == 0 && messages.count > 1
                try peer.write(message, descriptors: isBare ? [] : [memory.number, memory.number])
                try bench.loop.runOnce(timeoutMilliseconds: 0)
            }
            bench.server.close()
            try bench.settle()
            // Those that nobody has received go with their socket.
            let received = 2 * (messages.count == 3 ? 0 : 1)
            #expect(worker.takeOpen() == received + (messages.count == 3 ? 1 : 0))
        }
    }

    @Test func clientGivesDescriptorsThatNobodyTakesToTheCloser() throws {
        let worker = try HandedOver()
        let bench = try Bench()
        let client = try bench.client(worker: worker.worker)
        let memory = SharedDescriptor(try Memfd.create(name: "a", size: 1))
        var answers = 0
        client.call(Library.Exchange.self, Library.ExchangeParameters(fileDescriptor: 0), descriptors: [memory]) { _ in
            answers += 1
        }
        try bench.run { answers == 1 }
        #expect(worker.takeOpen() == 1)
    }

    /// A receive that failed has closed what came: another must not close these numbers once more.
    @Test func descriptorsAreClosedOnceThoughACallerGoesOnAfterAnError() async {
        // In a process of its own: here nobody else gets the numbers that were closed.
        await #expect(processExitsWith: .success) {
            var ends: (Int32, Int32) = (-1, -1)
            try UnixSocket.pair { near, other in ends = (near.release(), other.release()) }
            let client = VarlinkBlockingClient(FileDescriptor(owning: ends.0))
            let peer = SharedDescriptor(FileDescriptor(owning: ends.1))
            let memory = try Memfd.create(name: "a", size: 1)
            try peer.write(#"{"param"#)
            try client.send(Library.Echo.self, Library.EchoParameters(text: "a"))
            client.timeoutMilliseconds = 100
            _ = try? client.receive(Library.Echo.self)
            try peer.write(#"eters":{"text":"a"}}"# + "\0", descriptors: Array(repeating: memory.number, count: 9))
            _ = try? client.receive(Library.Echo.self)
            // These get the numbers that were closed.
            let fresh = try (0..<9).map { _ in SharedDescriptor(try Memfd.create(name: "b", size: 1)) }
            try peer.write(#"{"parameters":{"text":"a"}}"# + "\0", descriptors: [memory.number])
            _ = try? client.receive(Library.Echo.self)
            for descriptor in fresh { _ = try Memfd.size(of: descriptor.number) }
        }
    }

    @Test func surplusDescriptorsAreClosedThoughOneIsTaken() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let witness = try Witness()
        let memory = try Memfd.create(name: "a", size: 1)
        try peer.write(exchange(0), descriptors: [memory.number, try #require(witness.writer?.number)])
        witness.letGo()
        try bench.settle()
        #expect(try peer.read() == answer(2))
        try bench.run { !witness.isHeld }
    }

    @Test func eachPipelinedMessageHasItsOwnDescriptors() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        // All of this waits when the server first reads.
        try peer.write(echo)
        try peer.write(exchange(0), descriptors: [memory.number])
        try peer.write(exchange(0))
        try peer.write(echo)
        try peer.write(exchange(1), descriptors: [memory.number, memory.number])
        try bench.settle()
        let text = #"{"parameters":{"text":"a"}}"# + "\0"
        #expect(try peer.read() == text + answer(1) + invalid + text + answer(2))
    }

    @Test func messageInPiecesKeepsTheDescriptorsOfItsFirstByte() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        let message = Array((echo + exchange(0)).utf8)
        let cut = echo.utf8.count
        for pieces in [[cut], [cut, cut + 1], [cut - 1, cut, cut + 10], [1, cut, message.count - 1]] {
            var start = 0
            for end in pieces + [message.count] {
                try peer.write(
                    Array(message[start..<end]), descriptors: start == cut ? [memory.number] : [])
                try bench.loop.runOnce(timeoutMilliseconds: 0)
                start = end
            }
            try bench.settle()
            #expect(try peer.read()?.hasSuffix(answer(1)) == true)
        }
    }

    @Test func descriptorsInTheMiddleOfAMessageCloseTheConnection() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let memory = try Memfd.create(name: "a", size: 1)
        try peer.write(String(echo.prefix(5)))
        try bench.settle()
        try peer.write(String(echo.dropFirst(5)), descriptors: [memory.number])
        try bench.settle()
        #expect(try peer.read() == nil)
        #expect(bench.log.count == 1)
    }

    @Test func tooManyDescriptorsCloseTheConnection() throws {
        var limits = VarlinkLimits()
        limits.descriptorsPerMessage = 2
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        let witness = try Witness()
        let number = try #require(witness.writer?.number)
        try peer.write(exchange(0), descriptors: [number, number, number])
        witness.letGo()
        try bench.settle()
        #expect(try peer.read() == nil)
        try bench.run { !witness.isHeld }
    }

    /// The peer does not read for a while: replies with descriptors wait, each for a send of its own.
    @Test func descriptorsOfRepliesThatWaitArriveWithTheirReplies() throws {
        let bench = try Bench()
        let client = try bench.client()
        let text = String(repeating: "x", count: 100_000)
        var sizes: [Int] = []
        for size in 1...20 {
            let memory = SharedDescriptor(try Memfd.create(name: "a", size: size))
            client.call(Library.Echo.self, Library.EchoParameters(text: text)) { _ in }
            client.call(Library.Exchange.self, Library.ExchangeParameters(fileDescriptor: 0), descriptors: [memory]) {
                guard let received = try? $0.get().descriptors.take(at: 0) else { return }
                sizes.append((try? Memfd.size(of: received.number)) ?? 0)
            }
        }
        try bench.run { sizes.count == 20 }
        #expect(sizes == Array(1...20))
    }

    @Test func streamWithDescriptorsThatFallsBehindKeepsThem() throws {
        var limits = VarlinkLimits()
        limits.pendingDescriptors = 1_000
        let bench = try Bench(limits: limits)
        let client = try bench.client()
        var sizes: [Int] = []
        client.stream(Library.Count.self, Library.CountParameters(to: 0)) { result in
            guard let reply = try? result.get() else { return }
            #expect(reply.descriptors.count == reply.parameters.number % 2)
            guard let memory = reply.descriptors.take(at: 0) else { return }
            sizes.append((try? Memfd.size(of: memory.number)) ?? 0)
        }
        try bench.run { !bench.library.streams.isEmpty }
        let stream = bench.library.streams[0]
        // More than the socket holds, without a turn for the client.
        for number in 1...2_000 {
            let memory = number % 2 == 1 ? [SharedDescriptor(try Memfd.create(name: "a", size: number))] : []
            stream.replyAndContinue(Library.CountReply(number: number), descriptors: memory)
        }
        #expect(stream.connection.queuedBytes > 0)
        try bench.run { sizes.count == 1_000 }
        #expect(sizes == Array(stride(from: 1, to: 2_000, by: 2)))
        #expect(stream.connection.queuedBytes == 0)
    }
}
