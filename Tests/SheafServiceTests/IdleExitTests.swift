import SheafOS
import Testing

@testable import SheafService

@Suite struct IdleExitTests {
    /// In microseconds.
    private static let span: UInt64 = 20_000

    private final class Work {
        var isIdle = true
        /// Somebody comes each time.
        var isRefused = false
        var ends: [UInt64] = []
    }

    private let loop: EventLoop
    private let work = Work()
    private let idleExit: IdleExit

    init() throws {
        let loop = try EventLoop()
        let work = self.work
        self.loop = loop
        idleExit = IdleExit(
            loop: loop, span: Self.span, isIdle: { work.isIdle },
            exit: {
                work.ends.append(loop.now)
                return !work.isRefused
            })
    }

    /// Runs the loop until it is so, or for so long.
    private func run(for time: UInt64 = 10_000_000, until isSo: () -> Bool = { false }) throws {
        let end = loop.now + time
        while loop.now < end, !isSo() { try loop.runOnce(timeoutMilliseconds: 5) }
    }

    @Test func itEndsOnceWhereNobodyComes() throws {
        let start = loop.now
        try run { !work.ends.isEmpty }
        #expect(try #require(work.ends.first) + 1_000 >= start + Self.span)
        try run(for: 3 * Self.span)
        #expect(work.ends.count == 1)
    }

    @Test func itStaysWhileThereIsWork() throws {
        work.isIdle = false
        try run(for: 5 * Self.span)
        #expect(work.ends.isEmpty)
        work.isIdle = true
        idleExit.touch()
        try run { !work.ends.isEmpty }
        #expect(work.ends.count == 1)
    }

    @Test func itGoesOnWhereSomebodyComesAtTheEnd() throws {
        work.isRefused = true
        try run { work.ends.count > 2 }
        #expect(try #require(work.ends.last) >= work.ends[0] + 2 * Self.span)
        work.isRefused = false
        let before = work.ends.count
        try run { work.ends.count > before }
        try run(for: 3 * Self.span)
        #expect(work.ends.count == before + 1)
    }

    @Test func whoHasStartedItIsWaitedForLonger() throws {
        var ends: [UInt64] = []
        let start = loop.now
        let waiting = IdleExit(
            loop: loop, span: Self.span, firstSpan: 10 * Self.span, isIdle: { true },
            exit: { [loop] in
                ends.append(loop.now)
                return true
            })
        try run { !ends.isEmpty }
        #expect(try #require(ends.first) + 1_000 >= start + 10 * Self.span)
        withExtendedLifetime(waiting) {}
    }

    @Test func theSpanBeginsWithTheEndOfTheLastWork() throws {
        var last: UInt64 = 0
        for _ in 0..<10 {
            try run(for: Self.span / 2)
            guard work.ends.isEmpty else { break }
            last = loop.now
            idleExit.touch()
        }
        try run { !work.ends.isEmpty }
        #expect(try #require(work.ends.first) >= last + Self.span)
    }
}
