import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

extension SystemdTests {
    /// Documents on a FUSE file system that never answers, under the unit as it is shipped.
    @Suite(HangingFiles.isPossible)
    struct HangingDocumentTests {
        /// systemd waits so long for what can't be ended, twice.
        private static let unit = "[Service]\nTimeoutStopSec=2\n"

        private static func openFiles(of process: Int32) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
            }
        }

        private static func isRunning(_ service: InstalledService) throws {
            _ = try service.reader().page(3)
            // One that hangs starts nothing any more.
            try service.machine.run("/usr/bin/systemd-run", "--quiet", "/bin/true")
        }

        @Test func theyAreRefusedAndTheServiceIsRestartedAsEver() throws {
            let service = try InstalledService(unit: Self.unit)
            let client = try HangingFiles(service.machine.path(service.socket), user: 0)
            for place in ["fuse", "overlay"] {
                #expect(try client.perform("open \(place)") == "org.sheaf.Reader.RemoteDocument")
                #expect(try client.perform("stray \(place) 16") == "answered")
            }
            try Self.isRunning(service)
            try service.waitUntilAllIsKept()
            try service.systemctl("restart")
            try Self.isRunning(service)
        }

        /// Allowed, one whose file system answers is opened, and systemd never gets it; one whose does not costs its host.
        @Test func whereTheyAreAllowedTheManagerNeverHasThem() throws {
            let service = try InstalledService(
                configuration: "[Documents]\nRemoteFileSystems=yes\n[Hosts]\nRequestTimeSec=5\n",
                unit: Self.unit)
            let socket = service.machine.path(service.socket)
            let answering = try HangingFiles(socket, user: 0, never: "NONE")
            let opened = try answering.perform("open overlay")
            #expect(opened.hasPrefix("d"), "\(opened)")
            try Self.isRunning(service)
            // Documents are given to it before anything but the two notes, in two halves each, and the positions of readers.
            try eventually(log: service.log) { try service.kept > 5 }
            #expect(try !Self.openFiles(of: service.machine.systemd).contains { $0.hasSuffix("/file") })
            let hanging = try HangingFiles(socket, user: 0)
            #expect(try hanging.perform("send fuse") == "sent")
            try Self.isRunning(service)
            try service.systemctl("restart")
            try Self.isRunning(service)
        }
    }
}
