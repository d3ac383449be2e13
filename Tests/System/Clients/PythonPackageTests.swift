import Foundation
import Glibc
import Testing

/// The Python package for viewers, `clients/python`, as its users have it: with Debian's Python, numpy and cairo.
@Suite struct PythonPackageTests {
    static let folder = Build.project.appendingPathComponent("clients/python").path

    /// Runs one of the clients with the package.
    static func run(_ script: String, _ arguments: [String], seconds: Int = 300) throws -> Command {
        try Command.run(
            "/usr/bin/python3", ["-X", "dev", "-W", "error", script] + arguments,
            environment: ["PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"], seconds: seconds)
    }

    static func client(_ name: String) -> String {
        Build.project.appendingPathComponent("Tests/System/clients/\(name).py").path
    }

    @Test func aViewerDoesEverythingThatTheServiceHas() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-pattern", "sheaf-images"])
        let pattern = try service.pattern("pages = 50\nwidth = 300\nheight = 424")
        let result = try Self.run(
            Self.client("python_viewer"), [service.socket, Documents.policy.get(), pattern])
        #expect(result.status == 0, "\(result.text)\(result.errors)\(service.log)")
        #expect(result.text.hasSuffix("ok: a program that fails ends\n"), "\(result.text)")
    }

    @Test func itReadsOnWhereTheServiceIsKilled() throws {
        let service = try RunningService()
        let pattern = try service.pattern("pages = 50\nwidth = 300\nheight = 424")
        let command = [try #require(service.process.executableURL).path] + (service.process.arguments ?? [])
        let result = try Self.run(
            Self.client("python_killed"),
            [service.socket, pattern, "8", "\(service.process.processIdentifier)"] + command)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.contains("ok: so does the watch\n"), "\(result.text)")
    }

    @Test func itsTypesHoldTogether() throws {
        let checked = try Command.run(
            Build.python,
            [
                "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", "/dev/null",
                Self.folder + "/sheaf",
            ])
        #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
    }

    @Test func pipInstallsIt() throws {
        let folder = "/tmp/sheaf-pip-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The build writes beside what it builds.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Self.folder, toPath: folder + "/source")
        let installed = try Command.run(
            Build.python,
            [
                "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
                "--disable-pip-version-check", "--target", folder + "/target", folder + "/source",
            ])
        try #require(installed.status == 0, "\(installed.text)\(installed.errors)")
        let used = try Command.run(
            Build.python, ["-c", "import sheaf, sheaf.glib; print(sheaf.__version__, sheaf.__file__)"],
            environment: ["PYTHONPATH": folder + "/target"])
        #expect(used.text.hasSuffix(" \(folder)/target/sheaf/__init__.py\n"), "\(used.text)\(used.errors)")
        #expect(FileManager.default.fileExists(atPath: folder + "/target/sheaf/py.typed"))
    }
}
