import Glibc
import SheafOS
import Testing

/// A trigger in the file of a real cgroup, fired by real reclaim: a process there reads a file that is larger than the memory it
/// may have, again and again.
@Suite(.serialized) struct PressureTriggerTests {
    @Test(
        .enabled(if: SmallCgroup.canBeMade, "DID NOT RUN: needs root, cgroup v2 and a memory controller (v1 or v2)"),
        .timeLimit(.minutes(2)))
    func aTriggerFiresUnderRealReclaim() throws {
        let cgroup = try SmallCgroup()
        defer { cgroup.remove() }
        let loop = try EventLoop()
        var events = 0
        var places = MemoryPressureSource.Places(setting: .unset, cgroup: cgroup.pressureFile)
        places.machine = "/nonexistent"
        places.available = "/nonexistent"
        let source = MemoryPressureSource(places, on: loop, log: { _, _ in }) { origin in
            #expect(origin == .cgroup)
            events += 1
        }
        #expect(source.origin == .cgroup)
        try loop.runOnce(timeoutMilliseconds: 100)
        #expect(events == 0)

        try cgroup.thrash()
        let end = loop.now + 60_000_000
        while events == 0, loop.now < end { try loop.runOnce(timeoutMilliseconds: 100) }
        #expect(events > 0, "no event in 60 s; pressure: \(cgroup.pressure)")
        cgroup.stop()

        // The cgroup goes, and the source notices.
        cgroup.remove()
        while source.origin == .cgroup, loop.now < end { try loop.runOnce(timeoutMilliseconds: 100) }
        #expect(source.origin == nil)
    }
}
