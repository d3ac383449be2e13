import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing

/// Messages to a service manager: what it hears of the service, and what it would do about that.
@Suite struct ManagerTests {
    private static let alive = "WATCHDOG=1"
    private static let moreTime = "EXTEND_TIMEOUT_USEC=10000000"

    // MARK: The watchdog

    @Test func theLoopTellsThatItTurns() throws {
        let manager = try NotifySocket()
        let service = try RunningService(
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
        try manager.listen { $0.count { $0 == Self.alive } >= 5 }
        // One that is stuck does not.
        let pid = service.process.processIdentifier
        #expect(kill(pid, SIGSTOP) == 0)
        try eventually {
            try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        } until: {
            $0.contains("(stopped)")
        }
        let count = manager.heard().count
        try remains(for: .milliseconds(500), because: "who is stuck does nothing") { manager.heard().count == count }
        #expect(kill(pid, SIGCONT) == 0)
        try manager.listen { $0.dropFirst(count).contains(Self.alive) }
    }

    @Test(arguments: [Case("nobody", [:]), Case("another", ["WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"])])
    func whoIsNotWaitedForTellsNothing(watched: Case<[String: String]>) throws {
        let manager = try NotifySocket()
        let service = try RunningService(environment: ["NOTIFY_SOCKET": manager.path].merging(watched.value) { $1 })
        try remains(for: .milliseconds(500), because: "a watchdog that is not fed is not told of") {
            !manager.heard().contains(Self.alive)
        }
        #expect(manager.messages.contains { $0.hasPrefix("READY=1") })
        #expect(service.stop() == 0)
    }

    /// Hosts don't know the manager's socket: over it they could speak in the service's name.
    @Test func providersHaveNoWayToTheManager() throws {
        let manager = try NotifySocket()
        let service = try RunningService(
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000000"])
        _ = try TestReader(service, service.pattern("pages = 3")).page()
        #expect(!service.hosts.isEmpty)
        for host in service.hosts {
            let environment = try String(contentsOfFile: "/proc/\(host)/environ", encoding: .utf8)
            let names = environment.split(separator: "\0").compactMap { $0.split(separator: "=").first }
            #expect(names.sorted() == ["LANG", "SWIFT_BACKTRACE"])
        }
    }

    /// A manager that is busy with something else: what it keeps, and what it shows, waits for it, and no viewer does.
    @Test func aManagerThatDoesNotReadHoldsNobodyUp() throws {
        let manager = try NotifySocket()
        let service = try RunningService(
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"])
        try manager.fill()
        let reader = try TestReader(service, service.pattern("pages = 40\nwidth = 9\nheight = 9"), width: 9, height: 9)
        // Longer than it takes until what is new is kept, the line is shown, and the watchdog is fed.
        let end = ContinuousClock.now + .milliseconds(1_500)
        while .now < end { for index in 0..<40 { _ = try reader.page(index, handover: .some(.none)) } }
        #expect(!manager.heard().contains { $0.hasPrefix("FDSTORE=1") })
        try manager.listen { messages in
            messages.count { $0.hasPrefix("FDSTORE=1") } > 40 && messages.contains(Self.alive)
                && messages.contains { $0.contains("STATUS=1 reader on 1 document") }
        }
        #expect(service.stop() == 0)
    }

    // MARK: Ending

    /// Each page that is kept is a message that the manager has to take in. Until the end nothing is kept: on a busy machine
    /// too few would be left.
    @Test(arguments: [(pages: 40, isAsked: false), (pages: 900, isAsked: true)])
    func aLongEndAsksForTime(pages: Int, isAsked: Bool) throws {
        let manager = try NotifySocket()
        let service = try RunningService(
            configuration: "[Service]\nKeepMax=0\n[Cache]\nReadAhead=0\n", environment: ["NOTIFY_SOCKET": manager.path])
        let reader = try TestReader(service, service.pattern("pages = 900\nwidth = 9\nheight = 9"), width: 9, height: 9)
        for index in 0..<pages {
            _ = try reader.page(index, handover: .some(.none))
            manager.heard()
        }
        try service.configure("[Cache]\nReadAhead=0\n")
        service.process.terminate()
        try manager.listen { _ in !service.process.isRunning }
        let ending = manager.messages.drop { !$0.hasPrefix("STOPPING=1") }
        let kept = ending.count { $0.hasPrefix("FDSTORE=1") }
        #expect(isAsked ? kept > 512 : kept < 512, "\(kept)")
        #expect(ending.contains(Self.moreTime) == isAsked)
        // In time: before the first batch, and before each of those that follow while many are left.
        #expect(ending.count { $0 == Self.moreTime } == (kept - 512 + 511) / 512 || !isAsked)
        if isAsked { #expect(ending.dropFirst().first == Self.moreTime) }
        #expect(service.process.terminationStatus == 0)
    }

    // MARK: Failing

    @Test(arguments: [
        Case("no file", (["--config", "/nonexistent.conf"], "", ENOENT)),
        Case("a folder", (["--config", "/"], "", EISDIR)),
        Case("no place", (["--socket", "/nonexistent/s"], "", ENOENT)),
        Case("no socket", (["--socket", "/etc/passwd"], "", EEXIST)),
        Case("a long name", (["--socket", "/tmp/" + String(repeating: "x", count: 110)], "", ENAMETOOLONG)),
        Case("no library", ([], "[Documents]\nLibraryFolders=/nonexistent\n", ENOENT)),
    ])
    func whatTheSystemRefusesIsTold(
        refusal: Case<([String], String, Int32)>
    ) throws {
        let (arguments, configuration, code) = refusal.value
        let (said, status) = try Self.failure(arguments, configuration)
        #expect(said == ["ERRNO=\(code)"] && status == 1)
    }

    @Test func aMistakeOfTheOperatorsIsNoneOfTheSystems() throws {
        let (said, status) = try Self.failure([], "[Cache]\nCacheMax=lots\n")
        #expect(said.isEmpty && status == 1)
    }

    /// Returns what the manager hears of a service that can't start, except STOPPING=1, and the exit status.
    private static func failure(
        _ arguments: [String], _ configuration: String
    ) throws -> (said: [String], status: Int32) {
        let manager = try NotifySocket()
        let folder = manager.path + ".d"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try configuration.write(toFile: folder + "/sheafd.conf", atomically: true, encoding: .utf8)
        // Of an option that is given twice the last one counts.
        let result = try Command.run(
            "/usr/bin/env",
            [
                "NOTIFY_SOCKET=\(manager.path)", Build.folder.appendingPathComponent("sheafd").path,
                "--config", folder + "/sheafd.conf", "--socket", folder + "/s",
            ] + arguments, seconds: 10)
        return (manager.heard().filter { !$0.hasPrefix("STOPPING=1") }, result.status)
    }
}
