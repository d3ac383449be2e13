import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A sheafd that a test talks to, however it was started.
protocol TestedService {
    /// The log of the service, for failures.
    var log: String { get }
    /// A connection.
    func connect() throws -> VarlinkBlockingClient
}

extension TestedService {
    /// Returns when the service has read everything that was sent to it before, over whichever of its connections: it reads
    /// them in the order in which they have something to read.
    func answer() throws { _ = try connect().status() }
}

extension VarlinkBlockingClient {
    func status() throws -> ManagerInterface.StatusReply { try call(ManagerInterface.Status.self, .init()).parameters }

    func cache(list: Bool? = nil) throws -> ManagerInterface.GetCacheReply {
        try call(ManagerInterface.GetCache.self, .init(list: list)).parameters
    }

    func state(of reader: String) throws -> ReaderInterface.State {
        try call(ReaderInterface.GetState.self, .init(reader: reader)).parameters.state
    }
}

/// A sheafd of its own for one test: on a socket in a private folder, ended with the test.
final class RunningService: TestedService {
    /// The folder of this test; it goes with the service.
    let folder: URL
    let socket: String
    private(set) var process = Process()
    /// The place of the service's executable, where it has one of its own.
    let copy: URL
    private let errors: URL

    /// Makes a folder with libraries of the build folder, and their manifests.
    static func link(_ providers: [String], in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in providers {
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("lib\(name).so"),
                withDestinationURL: Build.folder.appendingPathComponent("lib\(name).so"))
        }
        let plugins = Build.project.appendingPathComponent("Plugins")
        for plugin in try FileManager.default.contentsOfDirectory(atPath: plugins.path) {
            let manifest = "libsheaf-\(plugin.lowercased()).provider"
            let file = plugins.appendingPathComponent("\(plugin)/\(manifest)")
            guard providers.contains("sheaf-\(plugin.lowercased())") else { continue }
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent(manifest), withDestinationURL: file)
        }
    }

    /// Starts sheafd and waits until it answers.
    ///
    /// - Parameters:
    ///   - configuration: the text of its sheafd.conf.
    ///   - providers: names of libraries in the build folder.
    ///   - fromACopy: starts a copy of the executable, ``copy``.
    ///   - environment: what it gets besides this process's.
    ///   - user: who runs it, where the tests run as root and may choose.
    ///   - launcher: a program with arguments that executes it, as the user of the tests.
    init(
        configuration: String = "", providers: [String] = ["sheaf-mupdf", "sheaf-epub", "sheaf-pattern"],
        fromACopy: Bool = false,
        environment: [String: String] = [:], user: UInt32? = nil,
        launcher: [String] = []
    ) throws {
        folder = try Self.makeFolder()
        socket = folder.appendingPathComponent("s").path
        errors = folder.appendingPathComponent("errors")
        let providerFolder = folder.appendingPathComponent("providers")
        try Self.link(providers, in: providerFolder)
        let file = folder.appendingPathComponent("sheafd.conf")
        try (configuration + Build.limits).write(to: file, atomically: true, encoding: .utf8)
        copy = folder.appendingPathComponent("sheafd")
        let program = Build.folder.appendingPathComponent("sheafd")
        if fromACopy { try FileManager.default.copyItem(at: program, to: copy) }
        process.executableURL = fromACopy ? copy : program
        process.arguments = [
            "--socket", socket, "--config", file.path, "--provider-path", providerFolder.path,
        ]
        var launcher = launcher
        if let user, getuid() == 0 {
            #expect(chown(folder.path, user, user) == 0)
            launcher += ["/usr/bin/setpriv"] + Command.asUser(user)
        }
        if let first = launcher.first {
            process.arguments = Array(launcher.dropFirst()) + [program.path] + (process.arguments ?? [])
            process.executableURL = URL(fileURLWithPath: first)
        }
        // Of the machine's memory pressure, which other tests make, it learns where a test wants it to.
        let usual = [
            "MEMORY_PRESSURE_WATCH": "/dev/null", "XDG_CACHE_HOME": folder.appendingPathComponent("cache").path,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(usual) { $1 }.merging(environment) { $1 }
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.start()
        try waitUntilItAnswers()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The number of its process.
    var processIdentifier: Int32 { process.processIdentifier }

    /// The log of the service so far.
    var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Ends it and waits, killing it where it takes longer than any service may.
    @discardableResult
    func stop() -> Int32 {
        guard process.processIdentifier > 0 else { return 0 }
        if process.isRunning {
            process.terminate()
            do {
                try eventually(within: patience / 6) { !process.isRunning }
            } catch {
                kill(process.processIdentifier, SIGKILL)
            }
        }
        // Also where it has ended by itself: Foundation lets go of it here only.
        process.waitUntilExit()
        for report in sanitizerReports { Issue.record("a sanitizer has found something in a host: \(report)") }
        return process.terminationStatus
    }

    /// The reports of a sanitizer on the hosts, which write them to the log; those on other programs go to files.
    /// Memory errors are left out: they end their host, and tests want some hosts to end.
    private var sanitizerReports: [Substring] {
        guard isSanitized else { return [] }
        return log.split(separator: "\n").filter {
            // A host ends with the threads that its provider has.
            $0.contains("WARNING: ThreadSanitizer: ") && !$0.contains("ThreadSanitizer: thread leak")
                || $0.contains("ERROR: LeakSanitizer: ")
        }
    }

    /// Starts it once more where it was, after it has ended or was killed, and waits until it answers.
    func startAgain() throws {
        process.waitUntilExit()
        let next = Process()
        next.executableURL = process.executableURL
        next.arguments = process.arguments
        next.environment = process.environment
        let output = try FileHandle(forWritingTo: errors)
        try output.seekToEnd()
        next.standardError = output
        next.standardInput = FileHandle.nullDevice
        process = next
        try process.start()
        try waitUntilItAnswers()
    }

    /// How many of its provider hosts have ended that should not have.
    var deadHosts: Int {
        log.split(separator: "\n").count {
            $0.contains("its host for") && ($0.contains(" ended with ") || $0.contains(" was killed: "))
                || $0.contains("its host is ended: ")
        }
    }

    /// A connection.
    func connect() throws -> VarlinkBlockingClient { try VarlinkBlockingClient(path: socket) }

    /// A file in the test's folder.
    func file(_ name: String, _ content: Data) throws -> String {
        let file = folder.appendingPathComponent(name)
        try content.write(to: file)
        return file.path
    }

    /// A document of the pattern provider.
    func pattern(_ settings: String, name: String = "pattern") throws -> String {
        try file(name, Data("sheaf-pattern 1\n\(settings)\n".utf8))
    }

    /// The pids of its provider hosts.
    var hosts: [Int32] {
        let children = try? String(
            contentsOfFile: "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children",
            encoding: .utf8)
        return (children ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    /// The most memory that one of its hosts has had so far, in KB.
    var mostMemoryOfAHost: Int {
        hosts.map { pid in
            let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }.max() ?? 0
    }

    private func waitUntilItAnswers() throws {
        try eventually(log: log) {
            guard process.isRunning else { throw TestFailure("sheafd does not start: \(log)") }
            return (try? connect().status()) != nil
        }
    }

    private static func makeFolder() throws -> URL {
        // Short: the path of a socket has at most 107 bytes.
        let folder = URL(fileURLWithPath: "/tmp/sheaf-test-" + (try RandomIdentifier.make().text.prefix(12)))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
    }
}

/// The socket on which a service manager hears sd_notify(3). Descriptors that come with messages are closed.
///
/// A service that is not listened to says nothing more when the queue of the socket is full, and is held up at its
/// start and its end.
final class NotifySocket {
    /// The path of the socket: NOTIFY_SOCKET.
    let path = "/tmp/sheaf-notify-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    private let socket: FileDescriptor
    /// The messages so far, in the order in which they came.
    private(set) var messages: [String] = []

    init() throws {
        socket = FileDescriptor(
            owning: try check(
                Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0), "make a socket"))
        let result = withAddress { bind(socket.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        try check(result < 0 ? -errno : result, "listen on", path)
    }

    private func withAddress(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }

    deinit { unlink(path) }

    /// Fills its queue, until it is listened to. A sender stops at what its own buffer holds, before a long queue
    /// (net.unix.max_dgram_qlen) is full: another goes on.
    func fill() throws {
        var sent = 0
        repeat {
            sent = 0
            let sender = try check(
                Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0), "make a socket")
            defer { close(sender) }
            let result = withAddress { Glibc.connect(sender, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            try check(result < 0 ? -errno : result, "connect to", path)
            while Glibc.send(sender, "X=1", 3, Int32(MSG_DONTWAIT)) == 3 { sent += 1 }
            try #require(errno == EAGAIN)
        } while sent > 0
    }

    /// Listens until it has heard enough.
    func listen(at location: SourceLocation = #_sourceLocation, until isEnough: ([String]) throws -> Bool) throws {
        try eventually(at: location, { heard() }, until: isEnough)
    }

    /// Returns the messages so far, with those that lie in the socket's queue.
    @discardableResult
    func heard() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = recv(socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        return messages
    }
}
