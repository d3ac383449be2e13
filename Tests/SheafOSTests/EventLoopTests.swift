import Glibc
import SheafOS
import Testing

@Suite struct EventLoopTests {
    @Test func timersFireInTheOrderOfTheirTimes() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        let late = try loop.schedule(after: 20_000) {
            fired.append(2)
            loop.exit(status: 3)
        }
        let early = try loop.schedule(after: 1_000) { fired.append(1) }
        let never = try loop.schedule(after: 5_000) { fired.append(9) }
        never.cancel()
        #expect(try loop.run() == 3)
        #expect(fired == [1, 2])
        withExtendedLifetime((late, early)) {}
    }

    @Test func aSourceCancelledByAnotherInTheSameBatchIsSilent() throws {
        let loop = try EventLoop()
        try UnixSocket.pair { one, other throws(OSError) in
            var calls = 0
            var sources: [DescriptorSource] = []
            let handler: (Readiness) -> Void = { _ in
                calls += 1
                for source in sources { source.cancel() }
            }
            sources.append(try loop.watch(one.number, for: .writable, handler: handler))
            sources.append(try loop.watch(other.number, for: .writable, handler: handler))
            try loop.runOnce(timeoutMilliseconds: 1_000)
            try loop.runOnce(timeoutMilliseconds: 0)
            #expect(calls == 1)
        }
    }

    private final class Counter: ReadinessHandler {
        var times: [UInt64] = []
        let loop: EventLoop

        init(_ loop: EventLoop) {
            self.loop = loop
        }

        func descriptorIsReady(_ readiness: Readiness) { times.append(loop.recentTime) }
    }

    @Test func eventsOfABatchHaveOneTime() throws {
        let loop = try EventLoop()
        try UnixSocket.pair { one, other throws(OSError) in
            let counter = Counter(loop)
            let before = EventLoop.now
            let sources = [
                try loop.watch(one.number, for: .writable, calling: counter),
                try loop.watch(other.number, for: .writable, calling: counter),
            ]
            try loop.runOnce(timeoutMilliseconds: 1_000)
            #expect(counter.times.count == 2)
            #expect(counter.times.first == counter.times.last)
            #expect((before...EventLoop.now).contains(counter.times[0]))
            for source in sources { source.cancel() }
        }
    }

    @Test func timeOfATimerIsNotBeforeItIsDue() throws {
        let loop = try EventLoop()
        let due = EventLoop.now + 2_000
        var time: UInt64 = 0
        let timer = try loop.schedule(after: 2_000) {
            time = loop.recentTime
            loop.exit()
        }
        _ = try loop.run()
        #expect(time >= due)
        withExtendedLifetime(timer) {}
    }

    @Test func batchWorkIsDoneOnceForEachBatchInWhichItWasAskedFor() throws {
        let loop = try EventLoop()
        var done = 0
        var again: BatchWork?
        let work = loop.addBatchWork {
            done += 1
            if done == 1 { again?.request() }
        }
        again = work
        work.request()
        work.request()
        // Asked for out of itself, it keeps the loop from waiting.
        try loop.runOnce(timeoutMilliseconds: -1)
        #expect(done == 2)
        try loop.runOnce(timeoutMilliseconds: 0)
        #expect(done == 2)
        work.request()
        work.cancel()
        try loop.runOnce(timeoutMilliseconds: 0)
        #expect(done == 2)
    }

    /// Work that a loop does in parts, one after each batch, keeps nobody waiting for two parts.
    @Test func whatWorkAfterABatchAsksForComesAfterTheNextBatch() throws {
        let loop = try EventLoop()
        try UnixSocket.pair { one, other throws(OSError) in
            var order: [String] = []
            let source = try loop.watch(one.number, for: .writable) { _ in
                order.append("event")
                guard order.count == 1 else { return }
                loop.afterThisBatch {
                    order.append("part")
                    loop.afterThisBatch { order.append("part") }
                }
            }
            try loop.runOnce(timeoutMilliseconds: 1_000)
            try loop.runOnce(timeoutMilliseconds: -1)
            #expect(order == ["event", "part", "event", "part"])
            source.cancel()
        }
    }

    @Test func endOfAChildIsToldWithItsSignal() throws {
        let loop = try EventLoop()
        var end: ProcessEnd?
        let child = try ChildProcess(
            path: "/bin/sleep", name: "sleep", arguments: ["60"], environment: [], descriptors: [], on: loop
        ) {
            end = $0
            loop.exit()
        }
        child.send(signal: SIGSEGV)
        _ = try loop.run()
        #expect(end == .signalled(SIGSEGV))
        #expect(end?.description == "was killed by SIGSEGV")
    }

    @Test func childSeesOnlyTheDescriptorsItIsGiven() throws {
        let loop = try EventLoop()
        let memory = try Memfd.create(name: "list", size: 0)
        let stray = try Memfd.create(name: "stray", size: 0)
        var end: ProcessEnd?
        let child = try ChildProcess(
            path: "/bin/sh", name: "sh",
            arguments: [
                "-c",
                """
                [ -e /proc/$$/fd/3 ] || exit 1
                for number in $(seq 4 200); do [ -e /proc/$$/fd/$number ] && exit 2; done
                exit 0
                """,
            ],
            environment: [], descriptors: [memory.number], on: loop
        ) {
            end = $0
            loop.exit()
        }
        _ = try loop.run()
        #expect(end == .exited(status: 0))
        withExtendedLifetime(child) {}
        _ = stray.number
    }
}
