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
