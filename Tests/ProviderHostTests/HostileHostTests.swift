import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Hosts that a document has taken over: they speak the protocol, and lie.
@Suite struct HostileHostTests {
    /// A supervisor whose hosts are a script that loads, examines and opens as a host does, and then does as it likes.
    private final class Bench {
        let test: TestSupervisor
        let supervisor: HostSupervisor
        private let journal = Lines()

        private final class Lines {
            var all: [HostLogLine] = []
        }

        /// The lines that the supervisor has logged.
        var lines: [HostLogLine] { journal.all }
        var said: [String] { lines.map(\.text) }

        /// - Parameters:
        ///   - deed: what a host does that has opened its document.
        ///   - opening: what it does before it says so.
        ///   - loading: what it does when it has loaded its provider.
        init(
            _ deed: String, opening: String = "", loading: String = "", change: (inout HostSettings) -> Void = { _ in }
        ) throws {
            test = try TestSupervisor()
            let script = "\(test.folder)/host"
            let text = #"""
                #!/usr/bin/env python3
                import fcntl, json, os, signal, socket, struct, time
                # As every host does, once it can tell who sends them.
                signal.pthread_sigmask(signal.SIG_SETMASK, [])
                for number in (3, 4):
                    os.set_blocking(number, True)
                def ask():
                    call = b""
                    while not call.endswith(b"\0"):
                        call += os.read(3, 65536) or os._exit(0)
                    return call
                def say(**reply):
                    rest = json.dumps(reply).encode() + b"\0"
                    while rest:
                        rest = rest[os.write(3, rest):]
                def answer(**parameters):
                    ask()
                    say(parameters=parameters)
                connection = socket.socket(fileno=3)
                notices = socket.socket(fileno=4)
                def receive():
                    call, files = socket.recv_fds(connection, 65536, 4)[:2]
                    return json.loads(call[:-1])["parameters"].get("serial"), files
                def seal(memory, seals=15):
                    fcntl.fcntl(memory, 1033, seals)
                page = dict(bytes=40000, stride=400, cuttable=False, microseconds=1)
                answer(confinement=[], missing=[])
                answer(name="a", version="", summary="", abiVersion=1, capabilities=[])
                \#(loading)
                call = ask()
                if b"Examine" in call:
                    say(parameters=dict(device=1, inode=1, size=1, changed=1))
                    call = ask()
                document = json.loads(call[:-1])["parameters"]["document"]
                \#(opening)
                say(parameters=dict(count=dict(kind="exact", pages=3), firstPage=0, locked=False))
                item = dict(kind=1, level=0, x0=0, y0=0, x1=0, y1=0, targetX=0, targetY=0)
                \#(deed)
                while True:
                    ask()
                """#
            let number = Glibc.open(script, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
            #expect(write(number, text, text.utf8.count) == text.utf8.count)
            close(number)
            var settings = test.settings
            change(&settings)
            supervisor = HostSupervisor(
                loop: test.loop, executablePath: script, settings: settings
            ) { [journal] in journal.all.append($0) }
        }

        deinit {
            supervisor.shutDown()
            try? test.eventually { supervisor.hosts.isEmpty }
        }

        func open() throws -> HostDocument {
            let file = try test.file("")
            let examined = try test.result {
                self.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0)
            }.get()
            return try test.result { self.supervisor.open(examined, provider: "a", completion: $0) }.get()
        }
    }

    /// Whether a document whose every host answers in this way is refused as one that makes its hosts misbehave.
    private func isRefused<Value>(
        _ deed: String, _ ask: (HostDocument, @escaping (Result<Value, HostError>) -> Void) -> Void
    ) throws -> Bool {
        let bench = try Bench(deed)
        let document = try bench.open()
        let failure = try bench.test.failure { ask(document, $0) }
        if failure?.code == .workRefused(.misbehaved) { return true }
        Issue.record("not refused for that, but: \(failure.map { "\($0)" } ?? "answered"); \(bench.said)")
        return false
    }

    /// A change is heard that is reported before the document is open: notices and answers come over two sockets.
    @Test func aChangeThatIsToldBeforeItsDocumentIsOpenIsHeard() throws {
        let bench = try Bench(
            "ask(); os.kill(os.getpid(), signal.SIGKILL)",
            opening: #"os.write(4, struct.pack("<IIqq", 2, 1, document, 0))"#)
        let document = try bench.open()
        var changes: [DocumentChange] = []
        document.observe { if case .changed(let change) = $0 { changes.append(change) } }
        _ = document.pageCount { _ in }
        try bench.test.eventually { !changes.isEmpty }
        #expect(Set(changes.map { "\($0)" }) == ["pages"])
    }

    @Test(arguments: [Int.max, 1 << 53, -1, .min])
    func indexesThatNobodyCanCountWithAreRefused(index: Int) throws {
        #expect(try isRefused("answer(index=\(index))") { $0.findIndex(label: "a", completion: $1) })
    }

    @Test(arguments: [
        Case("more pages than asked for", "answer(pages=[1, 2, 3], metrics=[])"),
        Case(
            "more measures than pages", "answer(pages=[], metrics=[dict(width=1.0, height=1.0, label='', exact=True)])"),
        Case("no width", "answer(pages=[1], metrics=[dict(width=0.0, height=1.0, label='', exact=True)])"),
        Case(
            "a width that nothing is divided by",
            "answer(pages=[1], metrics=[dict(width=1e-310, height=1.0, label='', exact=True)])"),
        Case("too small", "answer(pages=[1], metrics=[dict(width=0.00099, height=1.0, label='', exact=True)])"),
        Case("too large", "answer(pages=[1], metrics=[dict(width=1.0, height=1.0001e9, label='', exact=True)])"),
    ])
    func lookUpsThatMakeNoSenseAreRefused(deed: Case<String>) throws {
        #expect(try isRefused(deed.value) { $0.lookUp(from: 0, length: 2, completion: $1) })
    }

    @Test(arguments: [0.001, 1e9])
    func sidesAtTheirLimitsAreTaken(side: Double) throws {
        let bench = try Bench("answer(metrics=dict(width=\(side), height=\(side), label='', exact=True))")
        let document = try bench.open()
        #expect(try bench.test.result { document.metrics(of: 0, completion: $0) }.get().width == side)
    }

    @Test(arguments: [(-1, false), (0, true), (86_400_000_000, true), (86_400_000_001, false), (Int.max, false)])
    func timesThatNoRenderingTakesAreRefused(microseconds: Int, isTaken: Bool) throws {
        let bench = try Bench("seal(receive()[1][0]); say(parameters=dict(page, microseconds=\(microseconds)))")
        let document = try bench.open()
        let job = try bench.test.job(page: 0)
        let code = try bench.test.failure { document.render(job, completion: $0) }?.code
        #expect(code == (isTaken ? nil : .workRefused(.misbehaved)))
    }

    /// Viewers map a page: it is all there, and nobody may change it under their hands.
    @Test(arguments: [
        Case("open to changes", "receive(); say(parameters=page)"),
        Case("only its size sealed", "seal(receive()[1][0], 6); say(parameters=page)"),
        Case("shorter", "file = receive()[1][0]; os.ftruncate(file, 4096); seal(file); say(parameters=page)"),
        Case("longer than it says", "seal(receive()[1][0]); say(parameters=dict(page, bytes=39996))"),
        Case("another stride", "seal(receive()[1][0]); say(parameters=dict(page, stride=800))"),
        Case("no bytes", "seal(receive()[1][0]); say(parameters=dict(page, bytes=0))"),
        Case("more than there are", "seal(receive()[1][0]); say(parameters=dict(page, bytes=1 << 62))"),
        Case("less than none", "seal(receive()[1][0]); say(parameters=dict(page, bytes=-40000))"),
    ])
    func aPageThatIsNotWhatItIsSaidToBeIsRefused(deed: Case<String>) throws {
        let bench = try Bench(deed.value)
        let document = try bench.open()
        let job = try bench.test.job(page: 0)
        #expect(try bench.test.failure { document.render(job, completion: $0) }?.code == .workRefused(.misbehaved))
        #expect(bench.said.contains { $0.hasPrefix("its host is ended: its reply to org.sheaf.Host.Render") })
    }

    @Test(arguments: [(4_096, 4_096, true), (100, 100, true), (100, 4_096, false), (4_096, 100, false)])
    func anEncodedPageFillsItsMemory(bytes: Int, size: Int, isTaken: Bool) throws {
        let bench = try Bench(
            """
            file = receive()[1][0]
            os.ftruncate(file, \(size))
            seal(file)
            say(parameters=dict(page, bytes=\(bytes), stride=0))
            """)
        let document = try bench.open()
        let job = try bench.test.job(page: 0, format: .png)
        let code = try bench.test.failure { document.render(job, completion: $0) }?.code
        #expect(code == (isTaken ? nil : .workRefused(.misbehaved)))
    }

    /// A host that ends when it has sealed a page, and before it says so: nothing can be written there any more.
    @Test func aPageThatAHostHasSealedBeforeItEndedIsRenderedToOtherMemory() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 crash-once=1")
        let job = try test.job(page: 1)
        try Memfd.seal(job.target.descriptor.number)
        let before = job.target.descriptor
        #expect(throws: Never.self) { try test.result { document.render(job, completion: $0) }.get() }
        #expect(job.target.descriptor !== before)
        #expect(test.bytes(of: job, count: 40_000) == TestSupervisor.pixels(page: 1, count: 10_000))
    }

    /// A host reports a thumbnail before its page and one that nobody asked for, and ends before it reports another.
    @Test func lateThumbnailsOfAHostThatLiesAreReportedOnceAndBehindTheirPages() throws {
        let bench = try Bench(
            """
            for made in (1, None):
                serial, files = receive()
                seal(files[0])
                if made is not None:
                    for number in (serial, serial + 7, serial):
                        os.write(4, struct.pack("<IIqq", 3, made, number, 0))
                say(parameters=page)
            ask()
            os._exit(0)
            """)
        let document = try bench.open()
        var events: [String] = []
        for _ in 0..<2 {
            var job = try bench.test.job(page: 0)
            let memory = SharedDescriptor(try Memfd.create(name: "thumbnail", size: 400))
            job.thumbnail = ThumbnailJob(width: 10, height: 10, memory: memory) { events.append("thumbnail \($0)") }
            document.render(job) { result in
                events.append((try? result.get()) == nil ? "failure" : "page")
            }
        }
        try bench.test.eventually { events.count == 3 }
        // It ends with this one.
        document.pageCount { _ in }
        try bench.test.eventually { events.count == 4 }
        #expect(events.prefix(2) == ["page", "thumbnail true"])
        #expect(events.suffix(2) == ["page", "thumbnail false"])
    }

    @Test func aTitleLongerThanAnyHostsIsRefused() throws {
        let opening = { (length: Int) in
            #"say(parameters=dict(count=dict(kind="exact", pages=3), locked=False, title="x" * \#(length))); ask()"#
        }
        #expect(try Bench("", opening: opening(200)).open().title?.utf8.count == 200)
        #expect(throws: HostError.self) { try Bench("", opening: opening(201)).open() }
    }

    /// Memory for thumbnails is not kept for a host that reports none.
    @Test func thumbnailIsGivenUpWhenTheNextPageIsAnswered() throws {
        let bench = try Bench(
            """
            while True:
                    seal(receive()[1][0])
                    say(parameters=page)
            """)
        let document = try bench.open()
        var events: [String] = []
        for page in 0..<3 as Range<Int64> {
            var job = try bench.test.job(page: page)
            let memory = SharedDescriptor(try Memfd.create(name: "thumbnail", size: 400))
            job.thumbnail = ThumbnailJob(width: 10, height: 10, memory: memory) { events.append("\(page) \($0)") }
            document.render(job) { _ in events.append("\(page)") }
        }
        try bench.test.eventually { events.count == 5 }
        #expect(events == ["0", "1", "0 false", "2", "1 false"] || events == ["0", "0 false", "1", "1 false", "2"])
    }

    @Test(arguments: [Int.max, 1 << 53 + 1, -1])
    func countsThatNobodyCanCountWithAreRefused(pages: Int) throws {
        #expect(
            try isRefused(#"answer(count=dict(kind="estimated", pages=\#(pages)))"#) { $0.pageCount(completion: $1) })
    }

    @Test(arguments: [
        Case("a label", #"answer(metrics=dict(width=1.0, height=1.0, label="x" * 20000, exact=True))"#),
        Case("a longer label", #"answer(metrics=dict(width=1.0, height=1.0, label="x" * 190, exact=True))"#),
        Case("a message", #"ask(); say(error="org.sheaf.Host.NoSuchPage", parameters=dict(message="x" * 20000))"#),
        Case("a function", #"ask(); say(error="org.sheaf.Host.Unsupported", parameters=dict(function="x" * 20000))"#),
        Case(
            "a name", #"ask(); say(error="org.sheaf.Host.Invalid", parameters=dict(name="x" * 20000, message=""))"#),
    ])
    func textsLongerThanAnyHostsAreRefused(deed: Case<String>) throws {
        #expect(try isRefused(deed.value) { $0.metrics(of: 0, completion: $1) })
    }

    @Test(arguments: [
        "answer(truncated=False, items=[item] * 16385)",
        #"answer(truncated=False, items=[dict(item, text="x" * 1048577)])"#,
    ])
    func moreItemsThanAHostTakesAreRefused(deed: String) throws {
        #expect(try isRefused(deed) { $0.contents(.text, of: 0, completion: $1) })
    }

    @Test func moreItemsThanWereAskedForAreRefused() throws {
        let part = ItemPart(first: 4, count: 2)
        #expect(
            try isRefused("answer(truncated=False, items=[item] * 3)") {
                $0.contents(.text, of: 0, part: part, completion: $1)
            })
    }

    @Test(arguments: [
        "os.close(3)", "os.close(4)", "os.kill(os.getpid(), signal.SIGSEGV)", #"os.write(3, b"nonsense\0")"#,
        #"os.write(4, b"nonsense")"#,
    ])
    func hostThatBreaksOffIsReplacedOnceAndThenWhatItWasAskedIsRefused(deed: String) throws {
        let bench = try Bench("ask(); \(deed); time.sleep(60)") { $0.limits.cancelGrace = 50_000 }
        let document = try bench.open()
        let error = try bench.test.failure { document.pageCount(completion: $0) }
        guard case .workRefused = error?.code else {
            Issue.record("not refused, but: \(error.map { "\($0)" } ?? "answered")")
            return
        }
        #expect(document.failure == nil)
        try bench.test.eventually { bench.supervisor.hosts.isEmpty }
    }

    /// A host that answers nonsense is ended, also when it is asked for nothing but a setting.
    @Test func aHostThatAnswersASettingWithNonsenseIsEnded() throws {
        let bench = try Bench("", loading: #"ask(); say(error="org.example.Nonsense")"#) {
            $0.configuration["a"] = [HostSettings.Entry(key: "a", value: "b")]
        }
        let file = try bench.test.file("")
        _ = bench.supervisor.examine(.descriptor(file), owner: .uid(1)) { _ in }
        try bench.test.eventually { bench.said.contains { $0.contains("its host is ended: it answered ") } }
    }

    /// Output that a host sends without end is read at its pace: others are served, and the journal is not filled.
    @Test(arguments: [
        Case("lines of its log", #"os.write(4, struct.pack("<IIqq", 1, 3, 0, 0) + b"x" * 2048)"#),
        Case("lines of its standard error", #"os.write(2, b"x" * 99 + b"\n")"#),
        Case("one line without end", #"os.write(2, b"x" * 4096)"#),
    ])
    func aHostThatFloodsTheJournalStarvesNobodyAndFillsNothing(deed: Case<String>) throws {
        let bench = try Bench("os.set_blocking(2, True)\nwhile True:\n    \(deed.value)")
        _ = try bench.open()
        let other = try bench.test.open()
        for page in 0..<3 as Range<Int64> { #expect(try bench.test.renderFailure(other, page: page) == nil) }
        let start = EventLoop.now
        try bench.test.eventually { bench.said.count >= 32 }
        // Each serves some of the flood.
        for _ in 0..<100 { try bench.test.loop.runOnce(timeoutMilliseconds: 100) }
        let periods = Int((EventLoop.now - start) / LogBudget.period) + 2
        #expect(bench.said.count <= periods * (LogBudget.linesPerPeriod + 1))
    }

    /// Readers take in what has changed some times a second, however often it is told.
    @Test func changesWithoutEndAreTakenInTogether() throws {
        let bench = try Bench(
            """
            number = 2
            while True:
                    number += 1
                    os.write(4, struct.pack("<IIqq", 2, 2, document, number % 3))
            """)
        let document = try bench.open()
        var changes = 0
        document.observe { if case .changed = $0 { changes += 1 } }
        let start = EventLoop.now
        try bench.test.eventually { changes >= 9 }
        let other = try bench.test.open()
        #expect(try bench.test.renderFailure(other, page: 0) == nil)
        // Three pages at once, each time.
        #expect(changes <= 3 * (Int((EventLoop.now - start) / ChangeNotices.interval) + 2))
    }

    /// A service that ends notes what was told a moment ago: nobody tells the next one.
    @Test func changesThatAreOnTheirWayAreToldWhenAsked() throws {
        let loop = try EventLoop()
        let notices = ChangeNotices(on: loop)
        var told: [DocumentChange] = []
        notices.deliver = { told.append($0) }
        notices.add(.page(1))
        notices.deliverAll()
        notices.add(.pages)
        notices.add(.page(2))
        #expect(told.count == 1)
        notices.deliverAll()
        #expect(told.count == 3)
        notices.deliverAll()
        #expect(told.count == 3)
    }

    /// Lines that a provider's libraries write to standard error are logged as the provider's, before its end.
    @Test func linesOfStandardErrorAreTheProviders() throws {
        let bench = try Bench(
            #"""
            ask()
            os.write(2, b"two\nlines, and a half")
            os.kill(os.getpid(), signal.SIGSEGV)
            """#)
        let document = try bench.open()
        #expect(try bench.test.failure { document.pageCount(completion: $0) } != nil)
        let lines = bench.lines.filter { $0.isFromProvider }
        #expect(lines.prefix(2).map(\.text) == ["two", "lines, and a half"])
        #expect(lines.allSatisfy { $0.pid > 0 && $0.level == .warning && $0.provider == "a" })
        let end = try #require(bench.said.firstIndex { $0.contains("ended with") })
        #expect(bench.said.firstIndex(of: "lines, and a half") ?? .max < end)
    }

    @Test(arguments: [
        Case("a notice", #"socket.send_fds(notices, [struct.pack("<IIqq", 1, 3, 0, 0) + b"x"], [0])"#),
        Case("many with a notice", #"socket.send_fds(notices, [struct.pack("<IIqq", 2, 3, 1, 0)], [0] * 253)"#),
        Case(
            "a reply", #"socket.send_fds(connection, [b'{"parameters":{"count":{"kind":"exact","pages":3}}}\0'], [0])"#),
        Case(
            "an error", #"socket.send_fds(connection, [b'{"error":"org.sheaf.Host.EndOfDocument"}\0'], [0])"#),
    ])
    func aHostThatSendsDescriptorsWhereNoneBelongIsEnded(deed: Case<String>) throws {
        #expect(try isRefused("ask(); \(deed.value); time.sleep(60)") { $0.pageCount(completion: $1) })
    }

    @Test(arguments: [
        Case("items", "answer(truncated=False, items=[item] * 190000)"),
        Case("blanks", #"ask(); os.write(3, b"{" + b" " * (4 << 20)); time.sleep(60)"#),
    ])
    func aReplyLongerThanAnyHostsEndsIt(deed: Case<String>) throws {
        #expect(try isRefused(deed.value) { $0.contents(.text, of: 0, completion: $1) })
    }
}
