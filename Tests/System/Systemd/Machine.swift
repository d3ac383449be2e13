import Foundation
import Glibc
import TestSupport
import Testing

/// A real systemd that is PID 1 of its own namespaces, with Sheaf installed under /usr: booted once, by the first test
/// that asks for it, and gone with the tests' process, however that ends.
///
/// It has this machine's files below a layer that takes every change; see tools/with-systemd.
final class Machine: @unchecked Sendable {
    /// The one that tests share, or why it does not run.
    static let shared = Result { try Machine() }

    /// How long a command in it may take, in seconds, unless a test says otherwise: systemctl waits for ever for a
    /// manager that hangs.
    static let patience = 30

    /// The reason why no machine can run here; nil where one can.
    static let missing: String? = {
        if isSanitized { return "a build without sanitizers: they don't live with what the unit forbids" }
        guard let check = try? Command.run(program, ["--check"], seconds: 20) else { return program }
        if check.status == 0 { return nil }
        return check.errors.replacing("with-systemd: missing: ", with: "").trimmingCharacters(
            in: .whitespacesAndNewlines)
    }()

    private static let program = Build.project.appendingPathComponent("tools/with-systemd").path

    /// systemd's pid, as this process counts it.
    let systemd: Int32
    private let process = Process()
    /// The pipe that keeps the machine up. The machine ends when nobody can write to the pipe any more, and so with
    /// this process.
    private let life = Pipe()

    private init() throws {
        let said = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = ["bash", "-c", "echo $WITH_SYSTEMD_PID; exec cat"]
        process.standardInput = life
        process.standardOutput = said
        let errors = Pipe()
        process.standardError = errors
        try process.start()
        // Ours too is open: with it the pipe would never end.
        try life.fileHandleForReading.close()
        let first = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
        guard let pid = Int32(first.trimmingCharacters(in: .newlines)) else {
            throw TestFailure(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
        }
        systemd = pid
        atexit { if case .success(let machine) = Machine.shared { machine.shutDown() } }
        try install()
    }

    /// Ends it, and waits until nothing of it is left.
    private func shutDown() {
        try? life.fileHandleForWriting.close()
        do {
            try eventually(within: .seconds(10)) { !process.isRunning }
        } catch {
            kill(process.processIdentifier, SIGKILL)
        }
    }

    /// Installs what was built, as `make install` does, with users to be and a document.
    private func install() throws {
        try run(
            Build.project.appendingPathComponent("tools/install").path, Build.folder.path, "", "/usr",
            "epub", "images", "mupdf", "pattern")
        // Programs of the build folder look for Swift's runtime in the toolchain, which may be where the unit has no
        // access (below /root, /home or /tmp), and then where every program looks.
        try run("/bin/sh", "-c", "ln -sf sheaf/swift/*.so /usr/lib/ && systemctl daemon-reload")
    }

    // MARK: Files

    /// Returns the path by which this process finds one of the machine's files.
    func path(_ path: String) -> String { "/proc/\(systemd)/root\(path)" }

    /// Writes a file, with the folders on the way.
    func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: self.path(path))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    // MARK: Commands

    /// Runs a command in it, and takes its output; one that fails, or takes longer than ``patience``, is an error.
    @discardableResult
    func run(_ command: String...) throws -> String {
        let result = try attempt(command)
        guard result.status == 0 else {
            throw TestFailure("\(command.joined(separator: " ")): exit status \(result.status): \(result.errors)")
        }
        return result.text
    }

    /// Runs a command in it.
    ///
    /// - Parameters:
    ///   - user: whose it is, group and all.
    ///   - groups: which groups it is a member of beside the user's own, by name; not root.
    ///   - seconds: it is killed after these, and has the status 124.
    func attempt(
        _ command: [String], user: UInt32 = 0, groups: [String] = [], seconds: Int = patience
    ) throws -> Command {
        let words = entering(as: user, groups: groups) + command
        return try Command.run(words[0], Array(words.dropFirst()), seconds: seconds)
    }

    /// Returns the words that a command in the machine begins with.
    func entering(as user: UInt32, groups: [String] = []) -> [String] {
        let enter = [
            "/usr/bin/nsenter", "--target", "\(systemd)", "--mount", "--pid", "--cgroup", "--uts", "--ipc", "--net",
            "--",
        ]
        if user == 0 { return enter }
        return enter + [
            "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)",
            groups.isEmpty ? "--clear-groups" : "--groups=" + groups.joined(separator: ","), "--",
        ]
    }

    /// systemctl; a failure is an error.
    @discardableResult
    func systemctl(_ arguments: String...) throws -> String {
        let result = try attempt(["/bin/systemctl", "--no-pager"] + arguments)
        guard result.status == 0 else {
            throw TestFailure("systemctl \(arguments.joined(separator: " ")): \(result.errors)")
        }
        return result.text
    }

    /// systemd's version.
    var version: Int {
        get throws { Int(try systemctl("--version").split { !$0.isNumber }.first ?? "") ?? 0 }
    }

    /// A property of a unit, as `systemctl show` tells it.
    func property(_ name: String, of unit: String) throws -> String {
        try systemctl("show", "--property=\(name)", "--value", unit).trimmingCharacters(in: .newlines)
    }

    /// The processes of a service, as this process counts them.
    func processes(of unit: String) -> [Int32] {
        let list = try? String(
            contentsOfFile: path("/sys/fs/cgroup/system.slice/\(unit)/cgroup.procs"), encoding: .utf8)
        return (list ?? "").split(separator: "\n").compactMap { Int32($0) }
    }

    /// Returns the pid of a process as the processes in the machine count it.
    func pidInside(_ pid: Int32) throws -> Int32? {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("NSpid:") }
        return line?.split(separator: "\t").last.flatMap { Int32($0) }
    }
}
