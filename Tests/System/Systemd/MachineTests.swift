import Foundation
import Glibc
import Testing

extension SystemdTests {
    /// What the tests' own machine must keep to: it is run as root on somebody's computer.
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

        /// Waits until a process is gone, and says whether it is.
        private static func isGone(_ process: Int32) -> Bool {
            for _ in 0..<1_000 {
                if kill(process, 0) != 0 { return true }
                usleep(10_000)
            }
            return false
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
            #expect(Self.isGone(killed.systemd))
            killed.process.waitUntilExit()
            withExtendedLifetime(killed.life) {}

            let ended = try Self.boot(after: "cat; exit 7")
            try ended.life.fileHandleForWriting.close()
            ended.process.waitUntilExit()
            #expect(ended.process.terminationStatus == 7)
            #expect(Self.isGone(ended.systemd))
            // What the first could not clear away, the second did.
            for process in [killed.process, ended.process] {
                #expect(access("/var/tmp/with-systemd.\(process.processIdentifier)", F_OK) != 0)
            }
        }
    }
}
