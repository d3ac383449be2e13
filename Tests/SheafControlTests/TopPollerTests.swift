import Glibc
import SheafInterface
import ServiceDiscovery
import SheafOS
import TestSupport
import Testing
import Varlink

@testable import SheafControl

/// The calls of a poll, against a service whose answers the test sets.
@Suite struct TopPollerTests {
    /// A service on the poller's own loop, which answers from a sample.
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
            default: json(ManagerInterface.ListHostsReply(hosts: sample.hosts))
            }
        }

        private func json(_ value: some JSONEncodable) -> String {
            var writer = JSONWriter()
            value.encode(into: &writer)
            return writer.text
        }
    }

    private static func outcome(of poller: TopPoller, _ loop: EventLoop) throws -> TopPoller.Outcome {
        var outcome: TopPoller.Outcome?
        poller.poll { outcome = $0 }
        try eventually(on: loop) { outcome != nil }
        return try #require(outcome)
    }

    private static func sample(_ poller: TopPoller, _ loop: EventLoop) throws -> TopSample {
        let outcome = try outcome(of: poller, loop)
        guard case .sample(let sample) = outcome else { throw ControlError("\(outcome)") }
        return sample
    }

    @Test func aLookBringsEverythingOverOneConnection() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        let poller = TopPoller(loop: loop, finder: ServiceFinder(.socket(answers.path)), timeout: 5_000_000)
        let sample = try Self.sample(poller, loop)
        #expect(sample.status == answers.sample.status && sample.listing == answers.sample.listing)
        #expect(sample.readers == answers.sample.readers && sample.hosts == answers.sample.hosts)
        #expect(
            answers.calls == ["Status", "ListReaders", "ListHosts", "GetCache", "List"])
    }

    @Test func pagesAreAskedForOnlyWhereSomethingHasHappenedToThem() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        let poller = TopPoller(loop: loop, finder: ServiceFinder(.socket(answers.path)), timeout: 5_000_000)
        let first = EventLoop.now
        _ = try Self.sample(poller, loop)
        // Longer than the pause between two lists, which is 20 times as long as the first one took at most.
        let enough = EventLoop.now + (EventLoop.now - first) * 25
        while EventLoop.now < enough { _ = try Self.sample(poller, loop) }
        #expect(answers.calls.filter { $0 == "List" }.count == 1)
        answers.sample = TopSamples.sample(hits: 1, marks: [("d1", "ccs")])
        // Not before a pause of many times as long as the last list took.
        try eventually {
            let sample = try Self.sample(poller, loop)
            #expect(sample.cache.counters.hits == 1)
            return answers.calls.filter { $0 == "List" }.count == 2
        }
        #expect(try Self.sample(poller, loop).listing == answers.sample.listing)
    }

    @Test func aConnectionThatEndedIsMadeAnewAndTheListWithIt() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        let poller = TopPoller(loop: loop, finder: ServiceFinder(.socket(answers.path)), timeout: 5_000_000)
        _ = try Self.sample(poller, loop)
        answers.hangUp()
        // This poll may find the connection ended, or lose it.
        let lost = try Self.outcome(of: poller, loop)
        if case .failed(let error) = lost { Issue.record("\(error)") }
        _ = try Self.sample(poller, loop)
        #expect(answers.calls.filter { $0 == "List" }.count == 2)
    }

    @Test func aServiceThatIsSilentIsGivenUp() throws {
        let loop = try EventLoop()
        let answers = try Answers(loop)
        answers.isSilent = true
        let poller = TopPoller(loop: loop, finder: ServiceFinder(.socket(answers.path)), timeout: 50_000)
        guard case .unreachable(let error) = try Self.outcome(of: poller, loop) else {
            Issue.record("it did not notice")
            return
        }
        #expect(error.description.contains("no answer within"))
    }

    @Test func oneThatIsNotThereIsToldHowToStart() throws {
        let loop = try EventLoop()
        guard
            case .unreachable(let error) = try Self.outcome(
                of: TopPoller(loop: loop, finder: ServiceFinder(.socket("/nonexistent/s")), timeout: 1_000_000), loop)
        else {
            Issue.record("it is there")
            return
        }
        #expect(error.description.contains("cannot reach sheafd at /nonexistent/s"))
    }
}

@Suite struct TopInvocationTests {
    @Test(
        arguments: [
            ("top", 1_000_000, nil), ("top --interval 0.1", 100_000, nil), ("top --interval 2.5 -n 3", 2_500_000, 3),
            ("top --interval 3600 --iterations 1000000", 3_600_000_000, 1_000_000),
            ("top --iterations=1", 1_000_000, 1),
        ] as [(String, UInt64, Int?)])
    func topIsUnderstood(line: String, interval: UInt64, iterations: Int?) throws {
        #expect(try parsed(line) == TopCommand(interval: interval, iterations: iterations))
    }

    @Test(arguments: [
        "top 1", "top --interval 0.09", "top --interval 3601", "top --interval often", "top --interval nan", "top -n 0",
        "top -n 1000001", "top --json", "status -n 2",
    ])
    func whatMakesNoSenseIsRefused(line: String) {
        #expect(throws: ControlError.self) { try command(line) }
    }
}
