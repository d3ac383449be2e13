import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import SheafControl

/// What "sheafctl top" asks for, of a service that says what a test wants it to.
@Suite struct TopSourceTests {
    /// Answers each call with what there is of a sample, on the loop of who asks.
    private final class Answers {
        let loop: EventLoop
        let path = "/tmp/sheaf-top-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        var sample = TopSamples.sample(marks: [("d1", "cs")])
        var isSilent = false
        /// The methods that were called, without their interface; "List" where pages were asked for.
        private(set) var calls: [String] = []
        private var listening: FileDescriptor?
        private var sources: [DescriptorSource] = []
        private var connections: [SharedDescriptor] = []

        init(_ loop: EventLoop) throws {
            self.loop = loop
            let socket = try UnixSocket.listen(at: path)
            let number = socket.number
            listening = consume socket
            sources.append(
                try loop.watch(number, for: .readable) { [unowned self] _ in
                    guard let accepted = try? UnixSocket.accept(on: number)?.release() else { return }
                    let connection = SharedDescriptor(FileDescriptor(owning: accepted))
                    connections.append(connection)
                    if let source = try? loop.watch(accepted, for: .readable, handler: { _ in self.serve(accepted) }) {
                        sources.append(source)
                    }
                })
        }

        deinit {
            for source in sources { source.cancel() }
            unlink(path)
        }

        /// Ends every connection.
        func hangUp() {
            for source in sources.dropFirst() { source.cancel() }
            sources.removeSubrange(1...)
            connections = []
        }

        private func serve(_ number: Int32) {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return sources.forEach { if $0 !== sources[0] { $0.cancel() } } }
            for call in bytes[..<count].split(separator: 0) {
                let text = String(decoding: call, as: UTF8.self)
                let method = String(text.split(separator: "\"")[3].split(separator: ".").last ?? "")
                let isListed = text.contains("\"list\":true")
                calls.append(isListed ? "List" : method)
                guard !isSilent else { continue }
                let reply = #"{"parameters":\#(parameters(method, isListed))}"# + "\0"
                _ = try? UnixSocket.send(number, bytes: reply.utf8.span.bytes)
            }
        }

        private func parameters(_ method: String, _ isListed: Bool) -> String {
            switch method {
            case "Status": json(sample.status)
            case "GetCache": json(isListed ? sample.listing : sample.cache)
            case "ListReaders": json(ManagerInterface.ListReadersReply(readers: sample.readers))
            case "ListDocuments": json(ManagerInterface.ListDocumentsReply(documents: sample.documents))
            default: json(ManagerInterface.ListHostsReply(hosts: sample.hosts))
            }
        }

        private func json(_ value: some JSONEncodable) -> String {
            var writer = JSONWriter()
            value.encode(into: &writer)
            return writer.text
        }
    }

    /// What comes of a look, within five seconds.
    private static func look(_ source: TopSource, _ loop: EventLoop) throws -> TopSource.Outcome {
        var outcome: TopSource.Outcome?
        source.look { outcome = $0 }
        let deadline = EventLoop.now + 5_000_000
        while outcome == nil {
            try #require(EventLoop.now < deadline, "waited in vain")
            try loop.runOnce(timeoutMilliseconds: 50)
        }
        return try #require(outcome)
    }

    private static func sample(_ source: TopSource, _ loop: EventLoop) throws -> TopSample {
        let outcome = try look(source, loop)
        guard case .sample(let sample) = outcome else { throw ControlError("\(outcome)") }
        return sample
    }

    @Test func aLookBringsEverythingOverOneConnection() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        let source = TopSource(loop: loop, path: answers.path, patience: 5_000_000)
        let sample = try Self.sample(source, loop)
        #expect(sample.status == answers.sample.status && sample.listing == answers.sample.listing)
        #expect(sample.readers == answers.sample.readers && sample.hosts == answers.sample.hosts)
        #expect(
            answers.calls == ["Status", "ListReaders", "ListDocuments", "ListHosts", "GetCache", "List"])
    }

    @Test func pagesAreAskedForOnlyWhereSomethingHasHappenedToThem() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        let source = TopSource(loop: loop, path: answers.path, patience: 5_000_000)
        let first = EventLoop.now
        _ = try Self.sample(source, loop)
        // So long that it would be affordable to ask again, and with luck much longer.
        let enough = EventLoop.now + (EventLoop.now - first) * 25
        while EventLoop.now < enough { _ = try Self.sample(source, loop) }
        #expect(answers.calls.filter { $0 == "List" }.count == 1)
        answers.sample = TopSamples.sample(hits: 1, marks: [("d1", "ccs")])
        let deadline = EventLoop.now + 5_000_000
        // Not before that is affordable: as long as the last list took, many times over.
        while answers.calls.filter({ $0 == "List" }).count < 2 {
            try #require(EventLoop.now < deadline, "waited in vain")
            let sample = try Self.sample(source, loop)
            #expect(sample.cache.counters.hits == 1)
        }
        #expect(try Self.sample(source, loop).listing == answers.sample.listing)
    }

    @Test func aConnectionThatEndedIsMadeAnewAndTheListWithIt() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        let source = TopSource(loop: loop, path: answers.path, patience: 5_000_000)
        _ = try Self.sample(source, loop)
        answers.hangUp()
        // It may be told of the end with this look, or find it when it asks.
        let lost = try Self.look(source, loop)
        if case .failed(let error) = lost { Issue.record("\(error)") }
        _ = try Self.sample(source, loop)
        #expect(answers.calls.filter { $0 == "List" }.count == 2)
    }

    @Test func aServiceThatIsSilentIsGivenUp() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        answers.isSilent = true
        let source = TopSource(loop: loop, path: answers.path, patience: 50_000)
        guard case .unreachable(let error) = try Self.look(source, loop) else {
            Issue.record("it did not notice")
            return
        }
        #expect(error.description.contains("no answer within"))
    }

    @Test func oneThatIsNotThereIsToldHowToStart() throws {
        let loop = try EventLoop()
        guard
            case .unreachable(let error) = try Self.look(
                TopSource(loop: loop, path: "/nonexistent/s", patience: 1_000_000), loop)
        else {
            Issue.record("it is there")
            return
        }
        #expect(error.description.contains("cannot reach sheafd at /nonexistent/s"))
    }
}
