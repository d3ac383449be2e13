import Foundation
import Glibc
import TestSupport

/// The folder of what was built, which is beside the test bundle, and facts about the build.
enum Build {
    static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    /// The settings that everything that was built here needs: the sanitizers take terabytes of addresses.
    static let limits = isSanitized ? "\n[Hosts]\nHostMemoryMax=0\n" : ""
    /// Returns milliseconds for a render in whose middle something comes: more under a sanitizer, where that takes
    /// longer to come. A host is given 30 s.
    static func renderTime(_ milliseconds: Int) -> Int { isSanitized ? 8 * milliseconds : milliseconds }
    /// The folder of the sources.
    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    /// Python with the packages of Tests/requirements.txt.
    static var python: String {
        let folder =
            ProcessInfo.processInfo.environment["SHEAF_TEST_VENV"] ?? project.appendingPathComponent(".venv").path
        return folder + "/bin/python3"
    }
}

/// A program that was run to its end.
struct Command {
    let status: Int32
    let output: Data
    let errors: String

    /// The arguments of setpriv(1) that make a program a user's, who is in no other group and can do nothing special.
    static func asUser(_ user: UInt32) -> [String] { ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] }

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program, at most `seconds` long.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], seconds: Int = 120
    ) throws -> Command {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "\(seconds)", path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.start()
        // Read aside: a program that fills one pipe while the other is read would wait for ever.
        let collected = Collected()
        let reader = Thread { collected.set(errors.fileHandleForReading.readDataToEndOfFile()) }
        reader.start()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Command(
            status: process.terminationStatus, output: bytes,
            errors: String(decoding: collected.wait(), as: UTF8.self))
    }
}

/// Bytes that another thread reads.
private final class Collected: @unchecked Sendable {
    private let condition = NSCondition()
    private var bytes: Data?

    func set(_ bytes: Data) {
        condition.withLock {
            self.bytes = bytes
            condition.signal()
        }
    }

    func wait() -> Data {
        condition.withLock {
            while bytes == nil { condition.wait() }
            return bytes ?? Data()
        }
    }
}

/// A viewer in a process of its own, that takes pages and holds them.
final class Holder {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// The answer for each page: "held", or an error's name.
    private(set) var answers: [String] = []
    private var pid: Int32 = 0

    /// Starts it and waits until it has asked for its pages.
    init(_ service: RunningService, _ path: String, _ indexes: [Int], isAnotherUser: Bool = false) throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/holder.py").path
        let command = ["/usr/bin/python3", script, service.socket, path] + indexes.map { "\($0)" }
        let prefix = isAnotherUser ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
        let words = prefix + command
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        let line = try read().split(separator: " ").map(String.init)
        guard let first = line.first, let number = Int32(first) else { throw TestFailure("no holder: \(line)") }
        pid = number
        answers = Array(line.dropFirst())
    }

    deinit { end() }

    /// Closes its connection; it goes on holding.
    func hangUp() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("hang up\n".utf8))
        guard try read() == "gone" else { throw TestFailure("the holder does not hang up") }
    }

    /// Ends it with SIGKILL.
    func end() {
        guard process.isRunning else { return }
        kill(pid, SIGKILL)
        process.waitUntilExit()
    }

    /// A line of its output; its end comes with its process, which ends with the service.
    private func read() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
            line.append(first)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
