import Foundation
import SheafInterface
import Testing
import Varlink

/// Every way to tell a running service that memory is short.
@Suite struct PressureSourceTests {
    private typealias Level = ManagerInterface.PressureLevel

    private static func pressure(_ service: RunningService) throws -> ManagerInterface.Pressure {
        try service.connect().call(ManagerInterface.Status.self, .init()).parameters.pressure
    }

    /// Waits, bounded, for so many warnings.
    private static func pressure(_ service: RunningService, warnings: Int) throws -> ManagerInterface.Pressure {
        for _ in 0..<1_000 {
            let pressure = try pressure(service)
            if pressure.warnings.reduce(0, { $0 + $1.warnings }) >= warnings { return pressure }
            usleep(5_000)
        }
        throw TestFailure("it does not notice: \(service.log)")
    }

    private static func isLogged(_ text: String, by service: RunningService) -> Bool {
        for _ in 0..<1_000 {
            if service.log.contains(text) { return true }
            usleep(5_000)
        }
        return false
    }

    @Test(arguments: [(SIGUSR1, Level.medium), (SIGUSR2, Level.critical)])
    func signalsWarn(signal: Int32, level: ManagerInterface.PressureLevel) throws {
        let service = try RunningService()
        #expect(kill(service.process.processIdentifier, signal) == 0)
        let pressure = try Self.pressure(service, warnings: 1)
        #expect(pressure.level == level && pressure.source == .signal)
        #expect(pressure.warnings == [.init(source: .signal, level: level, warnings: 1)])
        #expect(Self.isLogged("memory pressure \(level.rawValue), says a signal", by: service))
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
        #expect(service.hosts == hosts)
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
        #expect(Self.isLogged(line, by: service))
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
        var reaction: ManagerInterface.PressureReaction?
        for _ in 0..<1_000 where reaction?.returned == nil {
            reaction = try Self.pressure(service).lastReaction
            usleep(5_000)
        }
        let told = try #require(reaction)
        #expect(told.level == .medium && told.source == .call)
        #expect(try told.withinLimit <= #require(told.returned))
        #expect(Self.isLogged("ms after the warning, the memory is back after ", by: service))
    }
}
