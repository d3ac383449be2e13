import Glibc
import SheafOS
import Testing
import Varlink

/// Calls that block, against a server on a thread of its own.
@Suite struct BlockingClientTests {
    typealias Library = LibraryInterface

    /// Serves one connection on another thread while `body` runs.
    private func withClient(_ body: (VarlinkBlockingClient) throws -> Void) throws {
        var ends: (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { near, far in ends = (near.release(), far.release()) }
        var thread = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: Int(ends.1))
        let started = pthread_create(
            &thread, nil,
            { argument in
                guard let bench = try? Bench() else { return nil }
                bench.connectionEnded = { [unowned loop = bench.loop] in loop.exit() }
                let socket = FileDescriptor(owning: Int32(Int(bitPattern: argument)))
                guard (try? bench.server.adopt(socket)) != nil else { return nil }
                _ = try? bench.loop.run()
                return nil
            }, argument)
        try #require(started == 0)
        do {
            let client = VarlinkBlockingClient(FileDescriptor(owning: ends.0))
            client.timeoutMilliseconds = 60_000
            try body(client)
        }
        pthread_join(thread, nil)
    }

    @Test func callIsAnswered() throws {
        try withClient { client in
            let reply = try client.call(Library.Echo.self, Library.EchoParameters(text: "a", number: 1))
            #expect(reply.parameters == Library.EchoReply(text: "a", number: 1))
            #expect(!reply.continues)
        }
    }

    @Test func declaredErrorIsThrown() throws {
        try withClient { client in
            do throws(VarlinkCallError<Library.Failure>) {
                _ = try client.call(Library.Fail.self, Library.FailParameters(reason: "t"))
                Issue.record("did not fail")
            } catch {
                guard case .failed(.notThere(title: "t", shelf: 3)) = error else { throw error }
                #expect("\(error)" == #"org.example.Library.NotThere {"title":"t","shelf":3}"#)
            }
        }
    }

    @Test func streamIsReceivedReplyByReply() throws {
        try withClient { client in
            try client.send(Library.Count.self, Library.CountParameters(to: 3), flags: .more)
            var numbers: [Int] = []
            var continues = true
            while continues {
                let reply = try client.receive(Library.Count.self)
                numbers.append(reply.parameters.number)
                continues = reply.continues
            }
            #expect(numbers == [1, 2, 3])
        }
    }

    @Test func descriptorsTravelBothWays() throws {
        try withClient { client in
            let memory = SharedDescriptor(try Memfd.create(name: "a", size: 4096))
            let reply = try client.call(
                Library.Exchange.self, Library.ExchangeParameters(fileDescriptor: 0), descriptors: [memory])
            guard let received = reply.descriptors.take(at: reply.parameters.fileDescriptor) else {
                Issue.record("no descriptor came back")
                return
            }
            #expect(try Memfd.size(of: received.number) == 4096)
            let isThereAnother = reply.descriptors.take(at: 0) != nil
            #expect(!isThereAnother)
        }
    }

    @Test func moreThanTheSocketsHoldCanBePipelined() throws {
        try withClient { client in
            let text = String(repeating: "x", count: 50_000)
            for number in 0..<50 {
                try client.send(Library.Echo.self, Library.EchoParameters(text: text, number: number))
            }
            for number in 0..<50 {
                #expect(try client.receive(Library.Echo.self).parameters.number == number)
            }
        }
    }

    @Test func waitingEnds() throws {
        try withClient { client in
            client.timeoutMilliseconds = 20
            do throws(VarlinkCallError<Library.Failure>) {
                _ = try client.call(Library.Wait.self, Library.WaitParameters(name: ""))
                Issue.record("was answered")
            } catch {
                guard case .connection(let reason) = error else { throw error }
                #expect(reason.code == .timedOut)
            }
        }
    }

    @Test func goneServiceIsToldApartFromOneThatFails() throws {
        var client: VarlinkBlockingClient?
        try UnixSocket.pair { near, _ in client = VarlinkBlockingClient(near) }
        do throws(VarlinkCallError<Library.Failure>) {
            _ = try client?.call(Library.Echo.self, Library.EchoParameters(text: ""))
            Issue.record("was answered")
        } catch {
            guard case .connection(let reason) = error else { throw error }
            #expect(reason.code == .closedByPeer)
        }
    }
}
