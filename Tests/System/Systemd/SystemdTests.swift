import Foundation
import Glibc
import TestSupport
import Testing

/// Sheaf as its units run it, under a real systemd. One test at a time: there is one machine (``Machine``) for all.
@Suite(
    .serialized, .enabled(if: Machine.missing == nil, "needs a systemd of its own. Missing: \(Machine.missing ?? "")"))
enum SystemdTests {}

extension SystemdTests {
    /// Rules for the tests' own machine, which is run as root on somebody's computer.
    @Suite struct MachineTests {
        private static let program = Build.project.appendingPathComponent("tools/with-systemd").path

        /// A process that boots a machine, and the pid of its systemd.
        private static func boot(
            before: String = ":", after: String = "cat"
        ) throws -> (process: Process, life: Pipe, systemd: Int32) {
            let process = Process()
            let life = Pipe()
            let said = Pipe()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = ["bash", "-c", "\(before)\necho $WITH_SYSTEMD_PID\n\(after)"]
            process.standardInput = life
            process.standardOutput = said
            try process.start()
            let first = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
            let systemd = try #require(Int32(first.trimmingCharacters(in: .newlines)))
            return (process, life, systemd)
        }

        @Test func nothingSurvivesHoweverItEnds() throws {
            let name = "sheaf-survivor-\(getpid())"
            let files = ["/etc", "/usr", "/dev", "/dev/shm", "/tmp", "/var/log", "/var/tmp", "/run"].map {
                "\($0)/\(name)"
            }
            let killed = try Self.boot(before: "touch \(files.joined(separator: " ")); sleep 1000 &")
            #expect(files.allSatisfy { access("/proc/\(killed.systemd)/root\($0)", F_OK) == 0 })
            #expect(files.allSatisfy { access($0, F_OK) != 0 })
            #expect(kill(killed.process.processIdentifier, SIGKILL) == 0)
            try eventually { kill(killed.systemd, 0) != 0 }
            killed.process.waitUntilExit()
            withExtendedLifetime(killed.life) {}

            let ended = try Self.boot(after: "cat; exit 7")
            try ended.life.fileHandleForWriting.close()
            ended.process.waitUntilExit()
            #expect(ended.process.terminationStatus == 7)
            try eventually { kill(ended.systemd, 0) != 0 }
            // What the first could not clear away, the second did.
            for process in [killed.process, ended.process] {
                #expect(access("/var/tmp/with-systemd.\(process.processIdentifier)", F_OK) != 0)
            }
        }
    }

    /// The Debian packages that `make test` has made, on a machine of their own that knows nothing of Sheaf yet.
    @Suite struct PackageTests {
        private static let folder = Build.project.appendingPathComponent(".build/deb").path
        /// How long all of it may take, in seconds: dpkg writes a hundred files to memory, three times.
        private static let patience = 600

        @Test func theyInstallServeUpgradeAndLeaveNothing() throws {
            let packages = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
            try #require(
                packages.contains { $0.hasSuffix(".deb") }, "there are no packages in \(Self.folder): call make deb")
            let tools = Build.project.appendingPathComponent("tools/with-systemd").path
            let script = Build.project.appendingPathComponent("Tests/System/package-install").path
            let result = try Command.run(tools, [script, Self.folder], seconds: Self.patience)
            // It stops at the first fact that does not hold, and says which.
            #expect(result.status == 0 && result.text.hasSuffix("all of it holds\n"), "\(result.text)\(result.errors)")
        }
    }
}
