import Glibc
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision
@testable import SheafOS

@Suite struct HostNoticeTests {
    @Test(arguments: [
        HostNotice.log(level: 4, text: "grüße"), .log(level: 7, text: ""), .changed(document: 3, .pages),
        .changed(document: .max, .page(-7)), .changed(document: 1, .all),
        .thumbnail(serial: .max, isMade: true), .thumbnail(serial: 1, isMade: false),
    ])
    func noticesSurviveTheirPacket(notice: HostNotice) {
        #expect(HostNotice(notice.packet.span.bytes) == notice)
    }

    @Test(arguments: [
        Case("nothing", [UInt8]()), Case("a header too short", [UInt8](repeating: 0, count: 23)),
        Case("no kind that there is", [UInt8](repeating: 9, count: 24)),
    ])
    func whatIsNoPacketIsRefused(packet: Case<[UInt8]>) {
        #expect(HostNotice(packet.value.span.bytes) == nil)
    }

    @Test func longLinesAreCut() {
        let packet = HostNotice.log(level: 3, text: String(repeating: "x", count: 100_000)).packet
        #expect(packet.count == HostNotice.packetSize)
    }

    @Test func logBudgetRunsOutAndComesBack() {
        var budget = LogBudget()
        for _ in 0..<LogBudget.linesPerPeriod { #expect(budget.add(now: 1) == .pass) }
        #expect(budget.add(now: 1) == .drop)
        #expect(budget.add(now: 2) == .drop)
        #expect(budget.add(now: LogBudget.period + 1) == .passAfterDropping(lines: 2))
        #expect(budget.add(now: LogBudget.period + 1) == .pass)
    }
}

@Suite struct HostPaceTests {
    @Test func whatIsReadInAPeriodIsNoMoreThanItsAmount() {
        var pace = HostPace(10, each: 100)
        #expect(pace.rest(at: 1_000) == 10 && pace.next == 1_100)
        pace.use(7)
        #expect(pace.rest(at: 1_099) == 3)
        pace.use(8)
        #expect(pace.rest(at: 1_099) == 0)
        #expect(pace.rest(at: 1_100) == 10 && pace.next == 1_200)
    }
}

@Suite struct PacedSourceTests {
    /// A time that stands still until a test lets it pass.
    private final class Clock: LoopClock {
        private(set) var now: UInt64 = 1_000
        private var timers: [(timer: TimerSource, due: UInt64)] = []

        func add(_ timer: TimerSource, due: UInt64) { timers.append((timer, due)) }

        func pass(_ microseconds: UInt64) {
            now += microseconds
            for entry in timers where entry.due <= now && entry.timer.isSet { entry.timer.fire() }
        }
    }

    /// A pipe with something in it that nobody reads, watched at a pace; how often that calls.
    private func calls(_ amount: Int, rounds: Int = 20, _ body: (() -> Int, Clock) -> Void) throws {
        let clock = Clock()
        let loop = try EventLoop(clock: clock)
        var ends: (Int32, Int32) = (-1, -1)
        try Pipe.make(capacity: 4_096) { reading, writing throws(OSError) in
            ends = (reading.release(), writing.release())
        }
        let reading = FileDescriptor(owning: ends.0)
        let writing = FileDescriptor(owning: ends.1)
        #expect(write(writing.number, "a", 1) == 1)
        var calls = 0
        var source: PacedSource?
        source = try PacedSource(reading.number, HostPace(amount, each: 100), on: loop) { _ in
            calls += 1
            if let source, source.rest() > 0 { source.use(1) }
        }
        defer { source?.cancel() }
        body(
            {
                for _ in 0..<rounds { #expect(throws: Never.self) { try loop.runOnce(timeoutMilliseconds: 0) } }
                return calls
            }, clock)
    }

    @Test func whatHasReadEnoughIsLeftAloneUntilTheNextPeriod() throws {
        try calls(2) { calls, clock in
            #expect(calls() == 2)
            clock.pass(99)
            #expect(calls() == 2)
            clock.pass(1)
            #expect(calls() == 4)
        }
    }

    /// As after a pause that could not be made.
    @Test func whatMayReadNothingIsLeftAlone() throws {
        try calls(0) { calls, clock in
            #expect(calls() == 1)
            clock.pass(100)
            #expect(calls() == 2)
        }
    }
}

@Suite struct NoticeReaderTests {
    /// A host that was taken over sends descriptors whose closing never ends.
    @Test func descriptorsThatComeWithNoticesAreNotClosedOnTheLoop() throws {
        var pipes: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &pipes) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
        try #require(result == 0)
        let readingEnd = FileDescriptor(owning: pipes.0)
        _ = fcntl(readingEnd.number, F_SETFL, O_NONBLOCK)
        let worker = BackgroundWorker(handingTo: FileDescriptor(owning: pipes.1))

        var ends: (Int32, Int32) = (-1, -1)
        try UnixSocket.packetPair { ours, theirs in ends = (ours.release(), theirs.release()) }
        let host = FileDescriptor(owning: ends.1)
        var reasons: [String] = []
        let reader = NoticeReader(FileDescriptor(owning: ends.0), worker: worker) { event in
            if case .lost(misbehaved: true, let reason) = event { reasons.append(reason) }
        }
        let memory = try Memfd.create(name: "a", size: 1)
        let packet = HostNotice.log(level: 3, text: "a").packet
        for _ in 0..<2 {
            let sent = try UnixSocket.send(
                host.number, bytes: packet.span.bytes, descriptors: [memory.number, memory.number])
            #expect(sent == packet.count)
        }
        reader.readWaiting()
        reader.cancel()
        #expect(reasons == ["it sent descriptors with a notice"])

        var handed: [Int32] = []
        var task = BackgroundWorker.Task(number: -1, blocks: 0)
        while Glibc.read(readingEnd.number, &task, MemoryLayout<BackgroundWorker.Task>.size) > 0 {
            handed.append(task.number)
        }
        // The descriptors of the first notice, and the socket, in which the second one is.
        #expect(handed.count == 3)
        for number in handed { #expect(close(number) == 0) }
    }
}
