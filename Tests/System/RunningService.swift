import Foundation
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// A sheafd of its own for one test: on a socket in a private folder, ended with the test.
final class RunningService: TestedService {
    /// The folder of this test; it goes with the service.
    let folder: URL
    let socket: String
    let process = Process()
    /// Where its executable is, where it has one of its own.
    let copy: URL
    private let errors: URL

    /// Starts sheafd and waits until it answers.
    ///
    /// - Parameters:
    ///   - configuration: the text of its sheafd.conf.
    ///   - providers: names of libraries in the build folder.
    ///   - fromACopy: starts a copy of the executable, ``copy``.
    ///   - environment: what it gets besides this process's.
    init(
        configuration: String = "", providers: [String] = ["sheaf-mupdf", "sheaf-pattern"], fromACopy: Bool = false,
        environment: [String: String] = [:]
    ) throws {
        folder = try Self.makeFolder()
        socket = folder.appendingPathComponent("s").path
        errors = folder.appendingPathComponent("errors")
        let providerFolder = folder.appendingPathComponent("providers")
        try FileManager.default.createDirectory(at: providerFolder, withIntermediateDirectories: true)
        for name in providers {
            try FileManager.default.createSymbolicLink(
                at: providerFolder.appendingPathComponent("lib\(name).so"),
                withDestinationURL: Build.folder.appendingPathComponent("lib\(name).so"))
        }
        let file = folder.appendingPathComponent("sheafd.conf")
        try (configuration + Build.limits).write(to: file, atomically: true, encoding: .utf8)
        copy = folder.appendingPathComponent("sheafd")
        let program = Build.folder.appendingPathComponent("sheafd")
        if fromACopy { try FileManager.default.copyItem(at: program, to: copy) }
        process.executableURL = fromACopy ? copy : program
        process.arguments = [
            "--socket", socket, "--config", file.path, "--provider-path", providerFolder.path,
        ]
        // Of the machine's memory pressure, which other tests make, it learns where a test wants it to.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["MEMORY_PRESSURE_WATCH": "/dev/null"]) { $1 }.merging(environment) { $1 }
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

    /// What it has logged.
    var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Ends it and waits, killing it where it takes longer than any service may.
    @discardableResult
    func stop() -> Int32 {
        guard process.processIdentifier > 0 else { return 0 }
        if process.isRunning {
            process.terminate()
            for _ in 0..<1_000 where process.isRunning { usleep(10_000) }
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        // Also where it has ended by itself: Foundation lets go of it here only.
        process.waitUntilExit()
        return process.terminationStatus
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

    private func waitUntilItAnswers() throws {
        for _ in 0..<1_000 {
            if let client = try? connect(),
                (try? client.call(ManagerInterface.Status.self, ManagerInterface.StatusParameters())) != nil
            {
                return
            }
            guard process.isRunning else { break }
            usleep(10_000)
        }
        throw TestFailure("sheafd does not answer: \(log)")
    }

    private static func makeFolder() throws -> URL {
        // Short: the path of a socket has at most 107 bytes.
        let folder = URL(fileURLWithPath: "/tmp/sheaf-test-" + (try RandomBytes.identifier().prefix(12)))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
    }
}

/// Where what was built is: beside the test bundle.
enum Build {
    static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    /// What of a configuration everything that was built here needs: the sanitizers take terabytes of addresses.
    static let limits = isSanitized ? "\n[Hosts]\nHostMemoryMax=0\n" : ""
    /// Whether it was built with a sanitizer.
    static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
        dlsym(dlopen(nil, RTLD_NOW), name) != nil
    }
    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// Python with the packages of Tests/requirements.txt.
    static var python: String {
        let folder =
            ProcessInfo.processInfo.environment["SHEAF_TEST_VENV"] ?? project.appendingPathComponent(".venv").path
        return folder + "/bin/python3"
    }
}

/// What went wrong in the test itself.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
