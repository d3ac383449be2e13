import Foundation
import Glibc
import TestSupport
import Testing

/// `tools/test` tells what came of the tests, and ends what they leave behind.
@Suite struct RunnerTests {
    /// Runs it on a script in place of the tests.
    private func run(
        _ script: String, environment: [String: String] = ["ONLY": "all"], user: UInt32? = nil
    ) throws -> Command {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-runner-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appendingPathComponent("sheafPackageTests.xctest").path
        try "#!/bin/sh\n\(script)\n".write(toFile: bundle, atomically: true, encoding: .utf8)
        chmod(bundle, 0o755)
        var command = [Build.project.appendingPathComponent("tools/test").path, folder.path]
        if let user, getuid() == 0 {
            #expect(chown(folder.path, user, user) == 0)
            command = ["/usr/bin/setpriv"] + Command.asUser(user) + command
        }
        return try Command.run(command[0], Array(command.dropFirst()), environment: environment)
    }

    @Test func whatPassesIsCountedAndNotShown() throws {
        let result = try run("echo '◇ Test a() started.'; echo '✔ Test a() passed after 0.1 seconds.'")
        #expect(result.status == 0 && !result.text.contains("a()"), "\(result.text)\(result.errors)")
        #expect(result.text.contains("chosen tests  passed      1 tests"))
    }

    @Test func noTestAtAllIsAFailure() throws {
        let result = try run("true")
        #expect(result.status == 1 && result.text.contains("No test matches ONLY=all"))
    }

    @Test func failuresAreShownAtOnceAndAtTheEnd() throws {
        let result = try run(
            """
            echo '◇ Test a() started.'
            echo '✘ Test a() recorded an issue at A.swift:1:2: Expectation failed: x'
            echo '↳ the log'
            echo '✘ Test a() failed after 0.1 seconds with 1 issue.'
            echo '➜ Test b() skipped: "needs root"'
            exit 1
            """)
        let parts = result.text.components(separatedBy: "What failed:")
        #expect(result.status == 1 && parts.count == 2)
        #expect(parts.allSatisfy { $0.contains("Expectation failed: x") })
        #expect(result.text.contains("Not run (1 tests):\n  1, needs root: b()\n"))
    }

    @Test func aFaultIsToldWithWhatWasPrintedOfIt() throws {
        let result = try run("echo '◇ Test a() started.'; echo 'Fatal error: Index out of range'; kill -ILL $$")
        let end = result.text.components(separatedBy: "What failed:").last
        #expect(result.status == 1 && end?.contains("✘ The chosen tests were ended by SIGILL.") == true)
        #expect(end?.contains("\nFatal error: Index out of range\n") == true, "\(result.text)")
    }

    /// Nothing waits for its output, which it has from the tests.
    @Test func aProcessThatIsLeftBehindIsAFailureOfItsTest() throws {
        let result = try run(
            "echo '✔ Test a() passed after 0.1 seconds.'; SHEAF_TEST='Some.aTest()' sleep 1000 & echo $! >&2; exit 0")
        #expect(result.status == 1 && result.text.contains("✘ Some.aTest() left a process behind: "), "\(result.text)")
        #expect(result.text.contains("sleep 1000"))
    }

    /// As a user who is not root, whom it lets not look into it: the service does not, either.
    @Test func oneThatLetsNobodyLookIsEndedToo() throws {
        let result = try run(
            """
            echo '✔ Test a() passed after 0.1 seconds.'
            python3 -c 'import ctypes, time; ctypes.CDLL(None).prctl(4, 0); time.sleep(1000)' &
            sleep 1
            """, user: 65_534)
        #expect(result.status == 1 && result.text.contains("✘ A test that is not known left a process behind: "))
    }

    @Test func whatHangsIsEndedAndNamed() throws {
        let result = try run(
            "echo '◇ Test a() started.'; sleep 1000", environment: ["ONLY": "all", "LIMIT": "1"])
        #expect(result.status == 1 && result.text.contains("These had not ended:\n    a()\n"), "\(result.text)")
    }
}
