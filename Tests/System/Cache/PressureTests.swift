import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Memory pressure as readers see it: the scenarios 13 and 14 of docs/navigation.md, and what is read ahead. Pages have
/// 64 by 64 pixels, four pages of memory each.
@Suite struct PressureScenarioTests {
    private static let page = 64 * 64 * 4

    private static func service(pages: Int = 3, readAhead: Int = 0) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CachePolicy=lru
                CacheMax=\(pages * page)
                CacheHardMax=\(pages * 2 * page)
                ReadAhead=\(readAhead)

                """)
    }

    private static func open(
        _ service: RunningService, _ settings: String = "", at start: Int, prefetch: ReaderInterface.PrefetchMode? = nil
    ) throws -> TestReader {
        try TestReader(
            service,
            service.pattern("width = 100\nheight = 100\n\(settings.contains("pages") ? "" : "pages = 9\n")\(settings)"),
            width: 64, height: 64,
            target: .init(index: start), prefetch: prefetch)
    }

    private static func have(_ pages: [Int], _ reader: TestReader) throws -> Bool {
        try pages.allSatisfy { try reader.origin(of: $0) == .cached }
    }

    /// Keeps the pressure on until it has done what a test needs, however slow the machine is: a limit that holds for 3 s would
    /// rise under it.
    private static func warnThrice(
        _ level: ManagerInterface.PressureLevel, _ reader: TestReader
    ) throws -> [ManagerInterface.WarnMemoryReply] {
        try (0..<3).map { _ in try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: level)).parameters
        }
    }

    /// $[1,2,3], a jump from 3 to 4 under way: EV2 at once, D{3,4}; the settle: EV3, $[4].
    @Test func aCriticalWarningInMidTransitionLeavesItsTwoPages() throws {
        let service = try Self.service()
        let reader = try Self.open(service, at: 3)
        let watching = try Watching(reader, on: service)
        for index in 1...3 { _ = try reader.page(index) }
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        _ = try reader.page(4, handover: .some(.none))

        let warned = try Self.warnThrice(.critical, reader)
        // 1 went for 4.
        #expect(warned.map(\.freedPages) == [1, 0, 0] && warned[0].freedBytes == Self.page)
        #expect(warned[0].softLimit == 0 && warned[0].hardLimit == 6 * Self.page)
        let during = try reader.client.status().cache
        #expect(during.pages == 2 && during.evicted == 2)
        #expect(try Self.have([3, 4], reader))

        try reader.settle(reader.state().transition)
        let rest = try reader.client.status()
        #expect(rest.cache.pages == 1 && rest.cache.evicted == 3 && rest.pressure.level == .critical)
        #expect(try reader.origin(of: 4) == .cached)
        try reader.close()
        try watching.waitForTheEnd()
        #expect(watching.appearances == "WA4 WD3 | DA4 DD3; WD4 DD4", "\(watching.appearances)")
    }

    /// At rest on 3, $[1,2,3]: EV1 EV2, $[3], D{}; no appearance events.
    @Test func aCriticalWarningAtRestLeavesWhatIsShown() throws {
        let service = try Self.service()
        let reader = try Self.open(service, at: 3)
        let watching = try Watching(reader, on: service)
        for index in 1...3 { _ = try reader.page(index) }
        let warned = try Self.warnThrice(.critical, reader)
        #expect(warned[0].freedPages == 2 && warned[0].freedBytes == 2 * Self.page)
        let rest = try reader.client.status().cache
        #expect(rest.pages == 1 && rest.bytes == Self.page && rest.evicted == 2)
        #expect(try reader.origin(of: 3) == .cached)
        // What is asked for beside it is handed over and not kept.
        #expect(try reader.origin(of: 1) == .rendered)
        #expect(try reader.origin(of: 1) == .rendered)
        try reader.close()
        try watching.waitForTheEnd()
        #expect(watching.told.compactMap(\.appearance).allSatisfy { $0.index == 3 && $0.event != .willAppear })
    }

    @Test func whatPressureEndedIsReadAheadWhenItIsOver() throws {
        let service = try Self.service(pages: 8, readAhead: 4)
        let reader = try Self.open(service, at: 4)
        try eventually {
            try reader.client.status()
        } until: {
            $0.cache.pages == 3
        }
        let warned = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: .critical)).parameters
        #expect(warned.freedPages == 2)
        // Held, then the next page only, then all of it again: 5 at 60 %, then 3.
        let over = try eventually {
            try reader.client.status()
        } until: { status in
            if status.pressure.recovering {
                #expect(status.cache.softLimit == 8 * Self.page * 60 / 100 && status.cache.pages <= 2)
            } else if status.pressure.level != nil {
                #expect(status.cache.softLimit == 0 && status.cache.pages == 1)
            }
            return status.pressure.level == nil && status.cache.pages == 3
        }
        #expect(over.cache.softLimit == 8 * Self.page)
        #expect(try Self.have([3, 5], reader))
    }

    @Test(arguments: [(ManagerInterface.PressureLevel.medium, 2), (.critical, 1)])
    func whatIsUnderWayEndsAtCriticalOnly(level: ManagerInterface.PressureLevel, kept: Int) throws {
        let service = try Self.service(pages: 20, readAhead: 3)
        let reader = try Self.open(service, at: 4, prefetch: .no)
        _ = try reader.page()
        // Pages that are known are rendered without a question to the host.
        for index in [3, 5] {
            _ = try reader.client.call(DocumentInterface.GetText.self, .init(reader: reader.id, index: index))
        }
        // Its host stands still until the warning has come: 5 is under way, and 3 waits for it.
        let hosts = service.hosts
        for host in hosts { kill(host, SIGSTOP) }
        defer { for host in hosts { kill(host, SIGCONT) } }
        _ = try reader.client.call(ReaderInterface.Prefetch.self, .init(reader: reader.id, mode: .full))
        try eventually {
            try reader.client.status()
        } until: {
            $0.cache.reserved == 2 * Self.page
        }
        _ = try Self.warnThrice(level, reader)
        for host in hosts { kill(host, SIGCONT) }
        let after = try eventually {
            try reader.client.status()
        } until: {
            $0.cache.reserved == 0
        }
        #expect(after.cache.pages == kept)
    }

    @Test func atLowOnlyTheNextPageIsReadAhead() throws {
        let service = try Self.service(pages: 5, readAhead: 4)
        let reader = try Self.open(service, "pages = 30", at: 4)
        try eventually {
            try reader.client.status()
        } until: {
            $0.cache.pages == 3
        }
        _ = try Self.warnThrice(.low, reader)
        let limited = try eventually {
            try reader.client.status()
        } until: {
            $0.cache.reserved == 0 && $0.cache.pages == 3
        }.cache
        #expect(limited.softLimit == 5 * Self.page * 60 / 100)
        try reader.jump(.init(index: 20))
        // 20 for the jump, 21 ahead of it, and no more: one goes for each.
        try eventually {
            try reader.client.status()
        } until: {
            $0.cache.reserved == 0 && $0.cache.pages == 3 && $0.cache.evicted == limited.evicted + 2
        }
        try remains(for: .milliseconds(200), because: "what is not read ahead is not told") {
            try reader.client.status().cache.reserved == 0
        }
        #expect(try reader.client.status().cache.misses == limited.misses + 1)
        #expect(try reader.origin(of: 21) == .cached)
        #expect(try reader.origin(of: 19) == .rendered)
        #expect(try reader.origin(of: 22) == .rendered)
    }
}

/// The ways to tell a running service that memory is short.
@Suite struct PressureSourceTests {
    private typealias Level = ManagerInterface.PressureLevel

    private static func pressure(_ service: RunningService) throws -> ManagerInterface.Pressure {
        try service.connect().status().pressure
    }

    /// Waits, bounded, for so many warnings.
    private static func pressure(_ service: RunningService, warnings: Int) throws -> ManagerInterface.Pressure {
        try eventually(log: service.log) {
            try pressure(service)
        } until: {
            $0.warnings.reduce(0) { $0 + $1.warnings } >= warnings
        }
    }

    private static func wait(forLogged text: String, by service: RunningService) throws {
        try eventually {
            service.log
        } until: {
            $0.contains(text)
        }
    }

    @Test(arguments: [(SIGUSR1, Level.medium), (SIGUSR2, Level.critical)])
    func signalsWarn(signal: Int32, level: ManagerInterface.PressureLevel) throws {
        let service = try RunningService()
        #expect(kill(service.process.processIdentifier, signal) == 0)
        let pressure = try Self.pressure(service, warnings: 1)
        #expect(pressure.level == level && pressure.source == .signal)
        #expect(pressure.warnings == [.init(source: .signal, level: level, warnings: 1)])
        try Self.wait(forLogged: "memory pressure \(level.rawValue), says a signal", by: service)
    }

    /// A service manager that is careless sends signals to all of the unit.
    @Test(arguments: [SIGUSR1, SIGUSR2, SIGRTMIN_18])
    func hostsDoNotMindSignals(signal: Int32) throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        _ = try reader.page()
        let hosts = service.hosts
        #expect(!hosts.isEmpty)
        for host in hosts { #expect(kill(host, signal) == 0) }
        _ = try reader.page(2)
        // One more may have been started, where the first was slow.
        let remaining = service.hosts
        #expect(hosts.allSatisfy { remaining.contains($0) })
    }

    private static let SIGRTMIN_18: Int32 = 34 + 18

    @Test func theTrimCommandComesWithItsValueOnly() throws {
        let service = try RunningService(configuration: "[Service]\nLogLevel=debug\n")
        let pid = service.process.processIdentifier
        func queue(_ value: Int32) -> Bool {
            var payload = sigval()
            payload.sival_int = value
            return sigqueue(pid, Self.SIGRTMIN_18, payload) == 0
        }
        let line = "free memory goes back to the system: a signal asks for it"
        #expect(kill(pid, Self.SIGRTMIN_18) == 0)
        #expect(queue(0x302))
        #expect(queue(0))
        // Signals of one number come in their order: the last one tells that those before had their chance.
        #expect(queue(0x300))
        try Self.wait(forLogged: line, by: service)
        #expect(service.log.components(separatedBy: line).count == 2)
        // It is no warning.
        #expect(try Self.pressure(service).warnings.isEmpty)
    }

    @Test func whatSystemdHasWatchedEscalates() throws {
        let folder = "/tmp/sheaf-fifo-\(getpid())"
        try #require(mkdir(folder, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try #require(mkfifo(folder + "/f", 0o600) == 0)
        let service = try RunningService(environment: ["MEMORY_PRESSURE_WATCH": folder + "/f"])
        #expect(try Self.pressure(service).watched == .serviceManager)
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/f"))
        for (number, level) in [Level.low, .medium, .critical].enumerated() {
            try writer.write(contentsOf: Data("x".utf8))
            let pressure = try Self.pressure(service, warnings: number + 1)
            #expect(pressure.level == level && pressure.source == .serviceManager)
        }
    }

    @Test func whereSystemdSaysSoTheKernelIsNotWatched() throws {
        let service = try RunningService(environment: ["MEMORY_PRESSURE_WATCH": "/dev/null"])
        #expect(try Self.pressure(service).watched == nil)
        #expect(service.log.contains("memory pressure is not watched: MEMORY_PRESSURE_WATCH says so"))
    }

    @Test func theCommandWarnsAndTells() throws {
        let service = try RunningService(configuration: "[Cache]\nCacheMax=10M\nCacheHardMax=20M\nReadAhead=0\n")
        let reader = try TestReader(
            service, service.pattern("pages = 9\nwidth = 100\nheight = 100"), width: 64, height: 64)
        for index in 0..<4 { _ = try reader.page(index) }
        let sheafctl = Build.folder.appendingPathComponent("sheafctl").path
        func run(_ arguments: [String]) throws -> Command {
            try Command.run(sheafctl, ["--socket", service.socket] + arguments, seconds: 20)
        }
        let warned = try run(["warn", "critical"])
        #expect(warned.status == 0, "\(warned.errors)")
        #expect(warned.text.hasPrefix("let go 3 pages, 48.0 KiB   in "))
        #expect(warned.text.contains("now at most 0 B, 20.0 MiB with what is on screen\n"))
        let status = try run(["status"])
        #expect(status.text.contains("pressure   critical, says an operator, "), "\(status.text)")
        #expect(status.text.contains("the last warning let go 48.0 KiB in "))
        #expect(status.text.contains("1 warning since the start"))
        let json = try run(["--json", "warn", "low"])
        #expect(json.text.contains(#""softLimit":0"#) && json.text.contains(#""source":"call""#), "\(json.text)")
        let mistake = try run(["warn", "high"])
        #expect(mistake.status == 1)
        #expect(mistake.errors.contains(#"warn wants low, medium or critical, not "high""#))
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func strangersMayNotWarn() throws {
        let service = try RunningService()
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        let result = try Command.run(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--clear-groups", "/usr/bin/python3",
                Build.project.appendingPathComponent("Tests/System/clients/stranger_warning.py").path, service.socket,
            ])
        #expect(result.text == "org.varlink.service.PermissionDenied\n", "\(result.errors)")
        #expect(try Self.pressure(service).warnings.isEmpty)
    }

    @Test func howLongItTookIsTold() throws {
        let service = try RunningService()
        _ = try service.connect().call(ManagerInterface.WarnMemory.self, .init(level: .medium))
        let reaction = try eventually {
            try Self.pressure(service).lastReaction
        } until: {
            $0?.returned != nil
        }
        let told = try #require(reaction)
        #expect(told.level == .medium && told.source == .call)
        #expect(try told.withinLimit <= #require(told.returned))
        try Self.wait(forLogged: "ms after the warning, the memory is back after ", by: service)
    }
}

/// A trigger in the file of a real cgroup, fired by real reclaim: a process there reads a file that is larger than the memory it
/// may have, again and again.
@Suite(.serialized) struct PressureTriggerTests {
    @Test(
        .enabled(if: SmallCgroup.canBeMade, "needs root, cgroup v2 and a memory controller (v1 or v2)"),
        .timeLimit(.minutes(2)))
    func aTriggerFiresUnderRealReclaim() throws {
        let cgroup = try SmallCgroup()
        defer { cgroup.remove() }
        let loop = try EventLoop()
        var events = 0
        var files = MemoryPressureSource.Files(setting: .unset, cgroup: cgroup.pressureFile)
        files.machine = "/nonexistent"
        files.available = "/nonexistent"
        let source = MemoryPressureSource(files, on: loop, log: { _, _ in }) { origin in
            #expect(origin == .cgroup)
            events += 1
        }
        #expect(source.origin == .cgroup)
        try loop.runOnce(timeoutMilliseconds: 100)
        #expect(events == 0)

        try cgroup.thrash()
        try eventually(on: loop, log: "\(cgroup.pressure)") { events > 0 }
        cgroup.stop()

        // The cgroup goes, and the source notices.
        cgroup.remove()
        try eventually(on: loop) { source.origin != .cgroup }
        #expect(source.origin == nil)
    }
}
