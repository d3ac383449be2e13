import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Documents with pages that end their hosts: that costs these pages, by what was asked of them, and nothing else.
@Suite struct BadPageTests {
    private static func supervisor(change: (inout HostLimits) -> Void = { _ in }) throws -> TestSupervisor {
        try TestSupervisor(providers: ["test-bad"], change: change)
    }

    /// A kind of work that a provider is asked for, on a page or on the document.
    private enum Work: String, CaseIterable {
        case drawing, measure, text, search, annotations, links, outline, metadata

        func failure(_ test: TestSupervisor, _ document: HostDocument, page: Int64 = 1) throws -> HostError? {
            switch self {
            case .drawing: try test.renderFailure(document, page: page)
            case .measure: try test.failure { document.metrics(of: page, completion: $0) }
            case .text: try test.failure { document.contents(.text, of: page, completion: $0) }
            case .search:
                try test.failure { document.find(TextQuery("page"), on: page, completion: $0) }
            case .annotations: try test.failure { document.contents(.annotations, of: page, completion: $0) }
            case .links: try test.failure { document.contents(.links, of: page, completion: $0) }
            case .outline: try test.failure { document.contents(.outline, completion: $0) }
            case .metadata: try test.failure { document.contents(.metadata, completion: $0) }
            }
        }

        /// The line of a document in which this crashes; which other work does then, too.
        var fault: (line: String, others: Set<Work>) {
            switch self {
            case .drawing: ("page=1 crash=segv", [])
            case .measure: ("page=1 in=measure crash=segv", [.drawing, .text, .search, .annotations, .links])
            case .text, .search: ("page=1 in=text crash=segv", [.text, .search])
            case .annotations, .links: ("page=1 in=\(rawValue) crash=segv", [])
            case .outline: ("in=\(rawValue) crash=segv", [])
            case .metadata: ("in=\(rawValue) crash=segv", [])
            }
        }
    }

    @Test(arguments: [
        "drawing", "measure", "text", "search", "annotations", "links", "outline", "metadata",
    ])
    func whatCrashesTwiceIsRefusedAndNothingElseIs(of name: String) throws {
        let work = try #require(Work(rawValue: name))
        let test = try Self.supervisor()
        let document = try test.open("pages=3\n\(work.fault.line)")
        // A document is asked for its title when it is opened; where that ends a host it is opened without.
        let before = work == .metadata ? 1 : 0
        #expect(test.lines.count { $0.event == .crashed } == before)
        let error = try work.failure(test, document)
        #expect(error?.code == .workRefused(.signalled(SIGSEGV)), "\(error.map { "\($0)" } ?? "answered")")
        let crashes = { test.lines.count { $0.event == .crashed } }
        #expect(crashes() == before + 2 && document.failure == nil)
        for other in Work.allCases where other != .measure || work != .drawing {
            let failure = try other.failure(test, document)
            let isRefused = other == work || work.fault.others.contains(other)
            #expect((failure != nil) == isRefused, "\(other): \(failure.map { "\($0)" } ?? "answered")")
            if other != .outline, other != .metadata {
                #expect(try other.failure(test, document, page: 0) == nil, "\(other) of another page")
            }
        }
        #expect(crashes() == before + 2, "refused work was asked again")
    }

    /// Pages that can't be measured, though they are on the way to all others, cost these nothing.
    @Test func pagesThatCannotBeMeasuredCostTheOthersNothing() throws {
        let test = try Self.supervisor()
        let document = try test.open("pages=9\npage=2 in=measure crash=segv\npage=5 in=measure crash=trap")
        func lookUp(from index: Int64) throws -> [Int64] {
            let found = try test.result { document.lookUp(from: index, length: 9, completion: $0) }.get()
            return Array(found.pages.prefix(found.metrics.count))
        }
        #expect(try lookUp(from: 0) == [0, 1])
        #expect(try test.failure { document.metrics(of: 2, completion: $0) }?.code == .workRefused(.signalled(SIGSEGV)))
        #expect(try lookUp(from: 3) == [3, 4])
        #expect(try lookUp(from: 6) == [6, 7, 8])
        // One crash on the way, one alone, and one on the way.
        #expect(test.lines.count { $0.event == .crashed } == 3)
        #expect(try test.result { document.findIndex(label: "9", completion: $0) }.get() == 8)
    }

    @Test(
        .enabled(if: !isSanitized, "sanitizers take all addresses for themselves"),
        arguments: [
            ("memory", HostDeath.outOfMemory)
        ])
    func wantOfMemoryCountsForThatSizeAndLarger(how: String, death: HostDeath) throws {
        let test = try Self.supervisor()
        let document = try test.open("pages=2\npage=1 least=10000 crash=\(how)")
        #expect(try test.renderFailure(document, page: 1)?.code == .workRefused(death))
        #expect(try test.renderFailure(document, page: 1, side: 50) == nil)
        #expect(try test.renderFailure(document, page: 1)?.code == .workRefused(death))
        #expect(test.lines.count { $0.event == .crashed } == 2)
    }

    @Test func aHangThatIsKilledTwiceIsRefusedInThatSize() throws {
        let test = try Self.supervisor {
            $0.requestTime = 300_000
            $0.cancelGrace = 100_000
        }
        let document = try test.open("pages=2\npage=1 hang=60 deaf=1 least=10000")
        for _ in 0..<2 { #expect(try test.renderFailure(document, page: 1)?.code == .timedOut) }
        #expect(try test.renderFailure(document, page: 1)?.code == .workRefused(.unresponsive))
        #expect(try test.renderFailure(document, page: 1, side: 50) == nil)
        #expect(test.hangs == 2)
    }

    @Test func whatIsReadAheadCrashesOnceAndThenOnlyForWhoWaits() throws {
        let test = try Self.supervisor()
        let document = try test.open("pages=3\npage=1 crash=abort")
        let crashes = { test.lines.count { $0.event == .crashed } }
        for _ in 0..<3 {
            let error = try test.renderFailure(document, page: 1, priority: .prefetch)
            #expect(error?.code == .workRefused(.signalled(SIGABRT)) && crashes() == 1)
        }
        var refused: [Int64] = []
        document.observe { if case .refused(let page) = $0 { refused.append(page) } }
        #expect(try test.renderFailure(document, page: 1)?.code == .workRefused(.signalled(SIGABRT)))
        #expect(crashes() == 3)
        try test.eventually { refused == [1] }
    }

    @Test func countsSurviveTheClosingOfADocumentAndEndWithAnotherFile() throws {
        let test = try Self.supervisor()
        let file = try test.file("plain 1\npages=2\npage=1 crash=segv\n")
        func crashes(_ expected: Int, at location: SourceLocation = #_sourceLocation) throws {
            let examined = try test.examine(file)
            let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
            #expect(try test.renderFailure(document, page: 1) != nil, sourceLocation: location)
            #expect(try test.renderFailure(document, page: 0) == nil, sourceLocation: location)
            #expect(test.lines.count { $0.event == .crashed } == expected, sourceLocation: location)
        }
        try crashes(2)
        try crashes(2)
        // Another size, and so another file.
        #expect(pwrite(file.number, "#\n", 2, 34) == 2)
        try crashes(4)
    }

    @Test func anotherLibraryOfItsProviderTriesItAgain() throws {
        let test = try Self.supervisor()
        let text = "plain 1\npages=2\npage=1 crash=segv\n"
        let file = try test.file(text)
        func open() throws -> HostDocument {
            let examined = try test.examine(file)
            return try test.result { test.supervisor.open(examined, completion: $0) }.get()
        }
        #expect(try test.renderFailure(try open(), page: 1) != nil)
        let kept = test.supervisor.failuresToKeep
        #expect(kept.count == 1)
        let library = "\(test.folder)/libtest-bad.so"
        #expect(unlink(library) == 0)
        let copy = try FileDescriptor(
            owning: check(Glibc.open(library, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755), "copy", library))
        let bytes = try readAll("\(TestSupervisor.buildFolder)/libtest-bad.so")
        #expect(write(copy.number, bytes, bytes.count) == bytes.count)
        #expect(try test.renderFailure(try open(), page: 1) != nil)
        #expect(test.lines.count { $0.event == .crashed } == 4)
        // Nor does another run go on with what was counted with the one before.
        test.supervisor.pool.scheduler.failures = FailureLedger()
        test.supervisor.restore(kept)
        #expect(test.supervisor.failuresToKeep.isEmpty)
    }

    @Test func anotherRunGoesOnWithTheCounts() throws {
        let test = try Self.supervisor()
        let document = try test.open("pages=2\npage=1 crash=segv")
        #expect(try test.renderFailure(document, page: 1) != nil)
        let kept = test.supervisor.failuresToKeep
        test.supervisor.pool.scheduler.failures = FailureLedger()
        test.supervisor.restore(kept)
        #expect(test.supervisor.failuresToKeep == kept)
        #expect(try test.renderFailure(document, page: 1) != nil)
        #expect(test.lines.count { $0.event == .crashed } == 2)
    }

    @Test func anotherRunIsToldOfNoMoreThanItsNoteHolds() throws {
        let test = try Self.supervisor()
        let document = try test.open("pages=2\npage=1 crash=segv")
        #expect(try test.renderFailure(document, page: 1) != nil)
        let record = try #require(test.supervisor.pool.scheduler.failures.records.first)
        let last = Int64(FailureLedger.kept) + 9
        for number in 0...last {
            var one = record
            one.work.page = number % 1_000
            one.user = UInt32(number / 1_000)
            test.supervisor.pool.scheduler.failures.restore(one)
        }
        let kept = test.supervisor.failuresToKeep
        #expect(kept.count == FailureLedger.kept && kept.last?.page == last % 1_000)
    }

    private func readAll(_ path: String) throws -> [UInt8] {
        let file = try FileDescriptor(owning: check(Glibc.open(path, O_RDONLY | O_CLOEXEC), "open", path))
        var status = stat()
        #expect(fstat(file.number, &status) == 0)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        #expect(read(file.number, &bytes, bytes.count) == bytes.count)
        return bytes
    }
}
