import Foundation
import SheafOS
import TestSupport
import Testing

/// org.varlink.certification, with the PyPI package `varlink` at the other end.
@Suite struct CertificationTests {
    /// Starts programs, keeps to a time limit, and ends what is still running.
    private final class Programs {
        let folder: String
        private let loop: EventLoop
        private var started: [ChildProcess] = []
        private let ends = Ends()

        /// Outlives the programs' owner by as much as it must.
        private final class Ends {
            var count = 0
        }

        init() throws {
            loop = try EventLoop()
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        deinit {
            for process in started { process.send(signal: SIGKILL) }
            // Swift Testing waits for any child of the process: one that nobody collects would hold up its exit tests.
            try? eventually(on: loop) { ends.count == started.count }
            try? FileManager.default.removeItem(atPath: folder)
        }

        var socket: String { "\(folder)/socket" }

        @discardableResult
        func start(_ command: [String], ended: @escaping (ProcessEnd) -> Void = { _ in }) throws -> ChildProcess {
            let process = try ChildProcess(
                path: command[0], name: command[0], arguments: Array(command.dropFirst()),
                environment: ["PYTHONUNBUFFERED=1"],
                descriptors: [], on: loop
            ) { [ends] end in
                ends.count += 1
                ended(end)
            }
            started.append(process)
            return process
        }

        /// Starts a program and waits for its end, at most a minute.
        func run(_ command: [String]) throws -> ProcessEnd {
            var end: ProcessEnd?
            try start(command) { end = $0 }
            try eventually(on: loop) { end != nil }
            return try #require(end)
        }

        /// Waits until somebody listens on the socket.
        func waitForSocket() throws {
            try eventually(on: loop) { (try? UnixSocket.connect(to: socket)) != nil }
        }
    }

    private static func certification() throws -> String {
        let program = URL(fileURLWithPath: CurrentProcess.executable).resolvingSymlinksInPath()
        return program.deletingLastPathComponent().appendingPathComponent("varlink-certification").path
    }

    /// The Python that has what Tests/requirements.txt asks for.
    private static func python() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let environment =
            CurrentProcess.environment("SHEAF_TEST_VENV") ?? root.appendingPathComponent(".venv").path
        let python = "\(environment)/bin/python"
        try #require(FileManager.default.isExecutableFile(atPath: python), "\(python) is not there: run make deps")
        return python
    }

    private let suite = ["-m", "varlink.tests.test_certification"]

    @Test func ourClientPassesOurServer() throws {
        let programs = try Programs()
        try programs.start([try Self.certification(), "server", programs.socket])
        try programs.waitForSocket()
        #expect(try programs.run([try Self.certification(), "client", programs.socket]) == .exited(status: 0))
    }

    @Test func theirClientPassesOurServer() throws {
        let programs = try Programs()
        try programs.start([try Self.certification(), "server", programs.socket])
        try programs.waitForSocket()
        let client = [try Self.python()] + suite + ["--client", "--varlink=unix:\(programs.socket)"]
        #expect(try programs.run(client) == .exited(status: 0))
    }

    @Test func ourClientPassesTheirServer() throws {
        let programs = try Programs()
        try programs.start([try Self.python()] + suite + ["--varlink=unix:\(programs.socket)"])
        try programs.waitForSocket()
        #expect(try programs.run([try Self.certification(), "client", programs.socket]) == .exited(status: 0))
    }
}
