import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Starting, ending, and what an operator gets wrong.
@Suite struct LifeTests {
    private static let sheafd = Build.folder.appendingPathComponent("sheafd").path

    @Test func terminationIsCleanAndRemovesTheSocket() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        _ = try reader.page()
        let hosts = service.hosts
        #expect(!hosts.isEmpty)
        #expect(service.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: service.socket))
        for _ in 0..<200 where hosts.contains(where: { kill($0, 0) == 0 }) { usleep(10_000) }
        #expect(!hosts.contains { kill($0, 0) == 0 })
    }

    @Test func aLogThatNobodyReadsEndsNothing() throws {
        let folder = "/tmp/sheaf-log-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.sheafd)
        process.arguments = ["--socket", folder + "/s"]
        let log = Pipe()
        process.standardError = log
        try process.start()
        // Its first line: it serves, and the handler of SIGTERM is in place.
        _ = log.fileHandleForReading.availableData
        try log.fileHandleForReading.close()
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(!FileManager.default.fileExists(atPath: folder + "/s"))
    }

    /// An upgrade under a service that runs: its hosts are what it is itself, whatever its path leads to now.
    @Test(arguments: [nil, "#!/bin/sh\nexit 7\n"])
    func hostsStartAfterTheExecutableWasReplaced(successor: String?) throws {
        let service = try RunningService(fromACopy: true)
        try FileManager.default.removeItem(at: service.copy)
        if let successor {
            try successor.write(to: service.copy, atomically: true, encoding: .utf8)
            #expect(chmod(service.copy.path, 0o755) == 0)
        }
        let reader = try TestReader(service, service.pattern("pages = 3"))
        _ = try reader.page()
    }

    @Test(arguments: [SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE])
    func signalsOfOperatorsEndNothing(signal: Int32) throws {
        let service = try RunningService()
        #expect(kill(service.process.processIdentifier, signal) == 0)
        _ = try service.connect().call(ManagerInterface.Status.self, .init())
        #expect(service.stop() == 0)
    }

    @Test func aSocketFileOfAnotherIsLeftAlone() throws {
        let service = try RunningService()
        try FileManager.default.removeItem(atPath: service.socket)
        let other = try UnixSocket.listen(at: service.socket)
        #expect(service.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: service.socket))
        withExtendedLifetime(other.number) {}
    }

    @Test func aSecondServiceOnTheSameSocketIsRefusedAndTheFirstGoesOn() throws {
        let service = try RunningService()
        let second = try Command.run(Self.sheafd, ["--socket", service.socket], seconds: 10)
        #expect(second.status == 1)
        #expect(second.errors.contains("cannot listen on \(service.socket): Address already in use"))
        _ = try service.connect().call(ManagerInterface.Status.self, .init())
    }

    @Test func aStaleSocketFileIsReplaced() throws {
        let folder = "/tmp/sheaf-stale-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do { _ = try UnixSocket.listen(at: folder + "/s") }
        #expect(FileManager.default.fileExists(atPath: folder + "/s"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.sheafd)
        process.arguments = ["--socket", folder + "/s"]
        process.standardError = FileHandle.nullDevice
        try process.start()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var client: VarlinkBlockingClient?
        for _ in 0..<500 where client == nil {
            client = try? VarlinkBlockingClient(path: folder + "/s")
            if client == nil { usleep(10_000) }
        }
        _ = try #require(client).call(ManagerInterface.Status.self, .init())
    }

    @Test(arguments: [
        (["--config", "/nonexistent.conf"], 1, "cannot read /nonexistent.conf: No such file or directory"),
        (["--config", "/"], 1, "cannot read /: Is a directory"),
        (["--socket", "/nonexistent/s"], 1, "cannot listen on /nonexistent/s: No such file or directory"),
        (["--colour"], 2, "there is no option --colour; see sheafd --help"),
        (["--socket"], 2, "--socket needs a value"),
        (["stray"], 2, "it takes no argument: stray"),
        (["--socket", "/tmp/" + String(repeating: "x", count: 110)], 1, "File name too long"),
    ])
    func mistakesOnTheCommandLineAreNamed(arguments: [String], status: Int, text: String) throws {
        let result = try Command.run(Self.sheafd, arguments, seconds: 10)
        #expect(Int(result.status) == status)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("[Cache]\nCacheMax=lots\n", "CacheMax=lots is refused: it must be a size in bytes"),
        ("[Documents]\nLibraryFolders=/none\n", "cannot open the folder /none: No such file or directory"),
    ])
    func aBadConfigurationIsRefusedWithFileAndLine(text: String, reason: String) throws {
        let file = "/tmp/sheaf-bad-\(getpid()).conf"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try Command.run(Self.sheafd, ["--config", file, "--socket", "/tmp/never"], seconds: 10)
        #expect(result.status == 1)
        #expect(result.errors.contains("\(file):2: \(reason)"))
    }

    @Test func unknownKeysAreLoggedAndServed() throws {
        let service = try RunningService(configuration: "[Cache]\nCacheMin=1\n")
        #expect(service.log.contains("sheafd.conf:2: unknown key CacheMin in [Cache], ignored"))
    }

    @Test func aServiceThatNobodyWouldStartAgainStays() throws {
        let service = try RunningService(configuration: "[Service]\nIdleExitSec=3s\n")
        #expect(service.log.contains("IdleExitSec= does nothing: no connection would start the service again"))
        sleep(4)
        _ = try service.connect().call(ManagerInterface.Status.self, .init())
    }

    @Test func helpAndVersionSayWhatTheyAre() throws {
        #expect(try Command.run(Self.sheafd, ["--version"]).text.hasPrefix("sheafd 0."))
        #expect(try Command.run(Self.sheafd, ["--help"]).text.contains("--provider-path FOLDER"))
    }

    @Test func readinessIsToldWhenConnectionsAreAccepted() throws {
        let manager = try NotifySocket()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.sheafd)
        process.arguments = ["--socket", manager.path + ".s"]
        process.environment = ProcessInfo.processInfo.environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 }
        process.standardError = FileHandle.nullDevice
        try process.start()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        #expect(manager.listen { !$0.isEmpty })
        #expect(manager.messages.first?.hasPrefix("READY=1\nSTATUS=0 readers on 0 documents") == true)
        _ = try VarlinkBlockingClient(path: manager.path + ".s").call(ManagerInterface.Status.self, .init())
    }

    @Test func theManagerIsToldHowItIsDoing() throws {
        let manager = try NotifySocket()
        let service = try RunningService(environment: ["NOTIFY_SOCKET": manager.path])
        func isTold(_ text: String) -> Bool { manager.listen { $0.contains { $0.contains(text) } } }
        let reader = try TestReader(service, service.pattern("pages = 1"), width: 9, height: 9)
        #expect(isTold("STATUS=1 reader on 1 document, 1 page in the cache"))
        _ = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
        #expect(isTold("of 0 MB (memory pressure critical, says an operator)"))
        #expect(service.stop() == 0)
        #expect(isTold("STOPPING=1"))
    }

    @Test func aSocketThatSystemdPassesIsServed() throws {
        let folder = "/tmp/sheaf-activate-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-socket-activate")
        process.arguments = ["-l", folder + "/s", Self.sheafd, "--socket", "/nonexistent/s"]
        process.standardError = FileHandle.nullDevice
        try process.start()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var client: VarlinkBlockingClient?
        for _ in 0..<500 where client == nil {
            client = try? VarlinkBlockingClient(path: folder + "/s")
            if client == nil { usleep(10_000) }
        }
        let status = try #require(client).call(ManagerInterface.Status.self, .init()).parameters
        #expect(status.pid == Int(process.processIdentifier))
    }

    @Test func aReaderOutlivesItsConnectionForAWhileAndNoLonger() throws {
        let service = try RunningService(configuration: "[Readers]\nReaderKeepSec=2s\n")
        let path = try service.pattern("pages = 3")
        let id: String
        do { id = try TestReader(service, path).id }
        do {
            let back = try service.connect()
            _ = try back.call(ReaderInterface.GetPage.self, .init(reader: id))
        }
        let observer = try service.connect()
        var left = 1
        for _ in 0..<500 where left > 0 {
            left = try observer.call(ManagerInterface.Status.self, .init()).parameters.readers
            usleep(10_000)
        }
        #expect(left == 0)
        #expect(
            try failure { _ = try observer.call(ReaderInterface.GetPage.self, .init(reader: id)) }
                == .noSuchReader(reader: id))
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func readersBelongToTheirUser() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        let result = try Command.run(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--clear-groups", "/usr/bin/python3",
                Build.project.appendingPathComponent("Tests/System/clients/stranger.py").path, service.socket,
                reader.id,
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "org.sheaf.Reader.NoSuchReader 0 readers seen\n")
    }
}
