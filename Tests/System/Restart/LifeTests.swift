import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Starting, ending, and what an operator gets wrong.
@Suite struct LifeTests {
    private static let sheafd = Build.folder.appendingPathComponent("sheafd").path

    /// A connection to what is being started.
    private static func connect(_ path: String) throws -> VarlinkBlockingClient {
        let client = try eventually {
            try? VarlinkBlockingClient(path: path)
        } until: {
            $0 != nil
        }
        return try #require(client)
    }

    @Test func itSaysWhatItIsAndWhereThatIsDescribed() throws {
        let service = try RunningService()
        let info = try service.connect().call(ServiceInterface.GetInfo.self, JSONEmpty()).parameters
        #expect(info.product == "sheafd" && info.url == "man:org.sheaf(7)")
        #expect(Set(info.interfaces).isSuperset(of: ["org.sheaf.Reader", "org.sheaf.Document", "org.sheaf.Manager"]))
        #expect(FileManager.default.fileExists(atPath: Build.project.path + "/docs/man/org.sheaf.7.md"))
    }

    @Test func terminationIsCleanAndRemovesTheSocket() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 3"))
        _ = try reader.page()
        let hosts = service.hosts
        #expect(!hosts.isEmpty)
        #expect(service.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: service.socket))
        try eventually {
            hosts.filter { kill($0, 0) == 0 }
        } until: {
            $0.isEmpty
        }
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
    @Test(arguments: [Case("nothing", nil), Case("a script", "#!/bin/sh\nexit 7\n")])
    func hostsStartAfterTheExecutableWasReplaced(successor: Case<String?>) throws {
        let service = try RunningService(fromACopy: true)
        try FileManager.default.removeItem(at: service.copy)
        if let successor = successor.value {
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
        _ = try service.connect().status()
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
        #expect(
            second.errors.contains("a service listens on \(service.socket) already: use that one (\"sheafctl status\")")
        )
        _ = try service.connect().status()
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
        _ = try Self.connect(folder + "/s").status()
    }

    @Test(arguments: [
        Case("no file", (["--config", "/none.conf"], 1, "cannot read /none.conf: No such file or directory")),
        Case("a folder", (["--config", "/"], 1, "cannot read /: Is a directory")),
        Case("no place", (["--socket", "/none/s"], 1, "cannot listen on /none/s: No such file or directory")),
        Case("no option", (["--colour"], 2, "there is no option --colour; see sheafd --help")),
        Case("no value", (["--socket"], 2, "--socket needs a value")),
        Case("an argument", (["stray"], 2, "it takes no argument: stray")),
        Case("a long name", (["--socket", "/tmp/" + String(repeating: "x", count: 110)], 1, "File name too long")),
    ])
    func mistakesOnTheCommandLineAreNamed(mistake: Case<([String], Int, String)>) throws {
        let (arguments, status, text) = mistake.value
        let result = try Command.run(Self.sheafd, arguments, seconds: 10)
        #expect(Int(result.status) == status)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        Case("a value", ("[Cache]\nCacheMax=lots\n", "CacheMax=lots is refused: it must be a size in bytes")),
        Case(
            "a folder",
            ("[Documents]\nLibraryFolders=/none\n", "cannot open the folder /none: No such file or directory")),
    ])
    func aBadConfigurationIsRefusedWithFileAndLine(mistake: Case<(String, String)>) throws {
        let (text, reason) = mistake.value
        let file = "/tmp/sheaf-bad-\(UUID().uuidString).conf"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try Command.run(Self.sheafd, ["--config", file, "--socket", "/tmp/never"], seconds: 10)
        #expect(result.status == 1)
        #expect(result.errors.contains("\(file):2: \(reason)"))
    }

    @Test(arguments: [
        Case("nothing", ("", 0, "", "can be used\n")),
        Case("all", ("[Cache]\nCacheMax=1M\n[Provider pattern]\nPriority=7\n", 0, "", "can be used\n")),
        Case(
            "a key",
            (
                "[Cache]\nCacheMin=1\n", 0, ":2: unknown key CacheMin in [Cache], ignored",
                "can be used, but for what is ignored\n"
            )),
        Case("a value", ("[Cache]\nCacheMax=lots\n", 1, ":2: CacheMax=lots is refused: it must be a size", "")),
        Case("a folder", ("[Documents]\nLibraryFolders=/none\n", 1, ":2: cannot open the folder /none", "")),
        Case("a provider", ("[Provider nobody]\nx=1\n", 1, ":2: there is no provider nobody: there are", "")),
        Case(
            "a setting",
            ("\n[Provider mupdf]\nstore-size=red\n", 1, ":3: store-size=red is refused by provider mupdf", "")),
    ])
    func aConfigurationIsCheckedWithoutServing(check: Case<(String, Int, String, String)>) throws {
        let (text, status, error, said) = check.value
        let service = try RunningService(providers: ["sheaf-pattern", "sheaf-mupdf"])
        let folder = service.folder.path
        let file = folder + "/checked.conf"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try Command.run(
            Self.sheafd,
            [
                "--check-config", "--config", file, "--provider-path", folder + "/providers", "--socket",
                folder + "/never",
            ],
            seconds: 60)
        #expect(Int(result.status) == status, "\(result.errors)")
        #expect(error.isEmpty ? result.errors.isEmpty : result.errors.contains(file + error), "\(result.errors)")
        #expect(result.text == (said.isEmpty ? "" : "\(file) \(said)"))
        #expect(!FileManager.default.fileExists(atPath: folder + "/never"))
    }

    @Test func unknownKeysAreLoggedAndServed() throws {
        let service = try RunningService(configuration: "[Cache]\nCacheMin=1\n")
        #expect(service.log.contains("sheafd.conf:2: unknown key CacheMin in [Cache], ignored"))
    }

    @Test func aServiceThatNobodyWouldStartAgainStays() throws {
        let service = try RunningService(configuration: "[Service]\nIdleExitSec=3s\n")
        #expect(service.log.contains("IdleExitSec= does nothing: no connection would start the service again"))
        try remains(for: .seconds(4), because: "what does not end tells nothing of it") { service.process.isRunning }
        _ = try service.connect().status()
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
        try manager.listen { !$0.isEmpty }
        #expect(manager.messages.first?.hasPrefix("READY=1\nSTATUS=0 readers on 0 documents") == true)
        _ = try VarlinkBlockingClient(path: manager.path + ".s").status()
    }

    @Test func theManagerIsToldHowItIsDoing() throws {
        let manager = try NotifySocket()
        let service = try RunningService(environment: ["NOTIFY_SOCKET": manager.path])
        func wait(for text: String) throws { try manager.listen { $0.contains { $0.contains(text) } } }
        let reader = try TestReader(service, service.pattern("pages = 1"), width: 9, height: 9)
        try wait(for: "STATUS=1 reader on 1 document, 1 page in the cache")
        _ = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: .critical))
        try wait(for: "of 0 MB (memory pressure critical, says an operator)")
        #expect(service.stop() == 0)
        try wait(for: "STOPPING=1")
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
        let status = try Self.connect(folder + "/s").status()
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
        try eventually {
            try observer.status().readers
        } until: {
            $0 == 0
        }
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
