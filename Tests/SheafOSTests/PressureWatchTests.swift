import Glibc
import TestSupport
import Testing

@testable import SheafOS

/// The ways in which systemd tells a service where memory pressure is to be watched, and what the service falls back to.
@Suite struct PressureWatchTests {
    /// The variables MEMORY_PRESSURE_WATCH and MEMORY_PRESSURE_WRITE, and the setting that they mean.
    struct Environment: CustomTestStringConvertible {
        let watch: String?
        let write: String?
        let setting: PressureWatchSetting

        init(_ watch: String?, _ write: String?, _ setting: PressureWatchSetting) {
            self.watch = watch
            self.write = write
            self.setting = setting
        }

        var testDescription: String { "watch \(watch ?? "-"), write \(write ?? "-")" }
    }

    @Test(arguments: [
        Environment(nil, nil, .unset), Environment(nil, "c29tZQ==", .unset), Environment("", nil, .off),
        Environment("/dev/null", "c29tZQ==", .off),
        Environment("/cgroup/x/memory.pressure", nil, .watch(path: "/cgroup/x/memory.pressure", writing: [])),
        Environment(
            "/proc/pressure/memory", "c29tZSAyMDAwMDAgMjAwMDAwMAA=",
            .watch(path: "/proc/pressure/memory", writing: PressureFile.trigger)),
        Environment("relative", nil, .unusable("MEMORY_PRESSURE_WATCH=relative is not an absolute path")),
        Environment("/x", "not base64", .unusable("MEMORY_PRESSURE_WRITE is not base64")),
    ])
    func theEnvironmentSaysWhatToWatch(environment: Environment) {
        let setting = PressureWatchSetting(watch: environment.watch, write: environment.write)
        #expect(setting == environment.setting)
    }

    private static let mounts = """
        22 1 0:21 / /proc rw,relatime shared:5 - proc proc rw
        30 24 0:26 /inner /elsewhere rw - cgroup2 cgroup2 rw
        31 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 master:2 - cgroup2 cgroup2 rw,nsdelegate
        """

    @Test(arguments: [
        ("0::/system.slice/sheafd.service\n", "/sys/fs/cgroup/system.slice/sheafd.service/memory.pressure"),
        ("4:memory:/a\n0::/b\n", "/sys/fs/cgroup/b/memory.pressure"),
        ("0::/\n", nil),
        ("0::/../outside\n", nil),
        ("4:memory:/a\n", nil),
        ("", nil),
    ])
    func theOwnCgroupIsFound(cgroup: String, path: String?) {
        #expect(UnitCgroup.pressureFile(cgroup: cgroup, mounts: Self.mounts) == path)
    }

    /// A hierarchy in a folder: files by their paths below it.
    @Test(
        arguments: [
            ("0::/a/b\n", ["a/b/memory.max": "max\n", "a/b/memory.high": "max\n"], nil),
            ("0::/a/b\n", ["a/b/memory.max": "300\n", "a/b/memory.high": "200\n"], 200),
            ("0::/a/b\n", ["a/b/memory.max": "300\n", "a/memory.max": "100\n", "memory.max": "500\n"], 100),
            ("0::/\n", ["memory.max": "500\n"], 500),
            ("0::/a\n", ["b/memory.max": "100\n"], nil),
            ("4:cpu,memory:/a\n0::/\n", ["a/memory.limit_in_bytes": "700\n", "a/memory.max": "1\n"], 700),
            ("4:memory:/a\n", ["a/memory.limit_in_bytes": "9223372036854771712\n"], nil),
            ("0::/../a\n", ["a/memory.max": "100\n"], nil),
        ] as [(String, [String: String], Int?)])
    func theLimitOfTheCgroupAndOfThoseAboveItIsFound(cgroup: String, files: [String: String], limit: Int?) throws {
        var template = Array("/tmp/sheaf-cgroup-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let folders = ["", "/a", "/a/b", "/b"].map { folder + $0 }
        defer { for folder in folders.reversed() { rmdir(folder) } }
        for folder in folders.dropFirst() { #expect(mkdir(folder, 0o700) == 0) }
        defer { for path in files.keys { unlink("\(folder)/\(path)") } }
        for (path, text) in files {
            let file = try #require(fopen("\(folder)/\(path)", "w"))
            fputs(text, file)
            fclose(file)
        }
        let mounts = """
            31 24 0:26 / \(folder) rw - cgroup2 cgroup2 rw
            32 24 0:27 / \(folder) rw - cgroup cgroup rw,cpu,memory
            """
        #expect(UnitCgroup.memoryLimit(cgroup: cgroup, mounts: mounts) == limit)
    }

    @Test func withoutAHierarchyThereIsNoCgroup() {
        #expect(UnitCgroup.pressureFile(cgroup: "0::/a\n", mounts: "22 1 0:21 / /proc rw - proc proc rw") == nil)
    }

    @Test func availableMemoryIsRead() throws {
        let memory = try AvailableMemory.read("/proc/meminfo")
        #expect(memory.total > 0 && memory.available > 0 && memory.available <= memory.total)
        #expect(AvailableMemory("MemTotal: 100 kB\nMemFree: 5 kB\n") == nil)
        #expect(
            AvailableMemory("MemTotal: 100 kB\nMemAvailable:   7 kB\n") == AvailableMemory(total: 100, available: 7))
    }

    @Test func littleMemoryIsAnEventOnceAndAgainWhenItFalls() {
        var alarm = AvailableMemoryAlarm()
        let seen = [1_000, 100, 99, 98, 90, 89, 110, 79, 121, 99].map {
            alarm.update(AvailableMemory(total: 1_000, available: $0))
        }
        #expect(seen == [false, false, true, false, false, true, false, true, false, true])
    }
}

/// Sources that really tell something, watched by a loop.
@Suite struct MemoryPressureSourceTests {
    /// The events, log lines and warnings that a source has reported.
    private final class Heard {
        var events: [MemoryPressureSource.Origin] = []
        var lines: [String] = []
        var warnings: [String] = []
    }

    private let loop: EventLoop
    private let folder: String
    private let heard = Heard()

    init() throws {
        loop = try EventLoop()
        folder = "/tmp/sheaf-pressure-" + (try RandomIdentifier.make().text.prefix(12))
        try #require(mkdir(folder, 0o700) == 0)
    }

    private func source(_ files: MemoryPressureSource.Files) -> MemoryPressureSource {
        let heard = heard
        return MemoryPressureSource(
            files, on: loop,
            log: { level, text in
                heard.lines.append(text)
                if level <= .warning { heard.warnings.append(text) }
            }, fired: { heard.events.append($0) })
    }

    private func files(_ setting: PressureWatchSetting, machine: String? = nil) -> MemoryPressureSource.Files {
        var files = MemoryPressureSource.Files(setting: setting, cgroup: nil)
        files.machine = machine ?? folder + "/none"
        files.available = folder + "/none"
        return files
    }

    /// Serves what is ready, and what that leads to.
    private func serveWhatIsReady() throws { for _ in 0..<5 { try loop.runOnce(timeoutMilliseconds: 0) } }

    private func clean() { for name in ["f", "s"] { unlink(folder + "/" + name) }; rmdir(folder) }

    private func write(_ text: String, to number: Int32) {
        #expect(Glibc.write(number, text, text.utf8.count) == text.utf8.count)
    }

    @Test func aFifoIsDrainedAndOutlivesItsWriters() throws {
        defer { clean() }
        let path = folder + "/f"
        try #require(mkfifo(path, 0o600) == 0)
        let source = source(files(.watch(path: path, writing: PressureFile.trigger)))
        #expect(source.origin == .serviceManager)
        try serveWhatIsReady()
        // What was to be written would have come back.
        #expect(heard.events.isEmpty)
        for round in 1...2 {
            do {
                let writer = FileDescriptor(owning: open(path, O_WRONLY | O_NONBLOCK))
                write("pressure\n", to: writer.number)
                write("more", to: writer.number)
            }
            try eventually(on: loop) { heard.events.count == round }
            try serveWhatIsReady()
            #expect(heard.events.count == round)
        }
        #expect(source.origin == .serviceManager && heard.warnings.isEmpty)
    }

    @Test func aSocketIsToldTheTriggerAndDrainedAndItsEndIsNoticed() throws {
        defer { clean() }
        let path = folder + "/s"
        let listener = try UnixSocket.listen(at: path)
        let source = source(files(.watch(path: path, writing: PressureFile.trigger), machine: "/proc/pressure/memory"))
        do {
            guard let connection = try UnixSocket.accept(on: listener.number) else {
                Issue.record("nobody connects")
                return
            }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(connection.number, &bytes, bytes.count)
            #expect(Array(bytes.prefix(max(count, 0))) == PressureFile.trigger)
            write("now", to: connection.number)
            try eventually(on: loop) { heard.events.count == 1 }
            try serveWhatIsReady()
            #expect(heard.events == [.serviceManager] && source.origin == .serviceManager)
        }
        try eventually(on: loop) { source.origin != .serviceManager }
        // The next best: a trigger that is set in a real file of the kernel's.
        #expect(source.origin == .machine)
        #expect(heard.events == [.serviceManager])
    }

    @Test(arguments: [PressureWatchSetting.off, .unset])
    func whereItIsOffNothingIsWatched(setting: PressureWatchSetting) throws {
        defer { clean() }
        let source = source(files(setting, machine: "/proc/pressure/memory"))
        #expect(source.origin == (setting == .off ? nil : .machine))
        #expect(heard.lines.count == 1 && heard.warnings.isEmpty)
    }

    /// A file that can't be polled is none of the kernel's.
    @Test func whatCanNotBeWatchedIsFollowedByTheNextBest() throws {
        defer { clean() }
        let path = folder + "/f"
        FileDescriptor.make(path)
        var files = files(.watch(path: path, writing: []))
        files.cgroup = folder + "/none"
        files.available = "/proc/meminfo"
        files.interval = 1_000
        let source = source(files)
        #expect(source.origin == .availableMemory)
        let line = try #require(heard.lines.first)
        #expect(line.hasPrefix("memory pressure is watched at /proc/meminfo (") && line.contains(path))
        try serveWhatIsReady()
    }

    @Test func availableMemoryIsLookedAtAgainAndAgain() throws {
        defer { clean() }
        let path = folder + "/f"
        func set(_ available: Int) {
            FileDescriptor.make(path, "MemTotal: 1000 kB\nMemAvailable: \(available) kB\n")
        }
        set(500)
        var files = files(.unset)
        files.available = path
        files.interval = 1_000
        let source = source(files)
        set(50)
        try eventually(on: loop) { heard.events.count == 1 }
        set(20)
        try eventually(on: loop) { heard.events.count == 2 }
        try serveWhatIsReady()
        #expect(heard.events == [.availableMemory, .availableMemory])
        withExtendedLifetime(source) {}
    }

    @Test func whereNothingCanBeHadThatIsSaidOnce() throws {
        defer { clean() }
        let source = source(files(.unset))
        try serveWhatIsReady()
        #expect(source.origin == nil)
        #expect(heard.lines.count == 1 && heard.warnings.first?.hasPrefix("memory pressure can't be watched: ") == true)
    }
}

extension FileDescriptor {
    fileprivate static func make(_ path: String, _ text: String = "") {
        // In one step: a reader must not see half of it.
        let new = path + ".new"
        let number = Glibc.open(new, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = Glibc.write(number, text, text.utf8.count)
        Glibc.close(number)
        rename(new, path)
    }
}
