import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

extension SystemdTests {
    /// Memory pressure as the kernel and systemd tell a unit of it.
    @Suite struct PressureTests {
        private static func pressure(_ client: VarlinkBlockingClient) throws -> ManagerInterface.Pressure {
            try client.call(ManagerInterface.Status.self, .init()).parameters.pressure
        }

        /// As systemd 254 and later say it, with `MemoryPressureWatch=`; what is written there is up to who watches.
        @Test func whatTheManagerHasItWatchWarns() throws {
            let pipe = "/run/sheaf-pressure"
            let service = try InstalledService(unit: "[Service]\nEnvironment=MEMORY_PRESSURE_WATCH=\(pipe)\n")
            let outside = service.machine.path(pipe)
            unlink(outside)
            try #require(mkfifo(outside, 0o666) == 0 && chmod(outside, 0o666) == 0)
            defer { unlink(outside) }
            let client = try service.connect()
            #expect(try Self.pressure(client).watched == .serviceManager)
            let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: outside))
            for level in [ManagerInterface.PressureLevel.low, .medium, .critical] {
                try writer.write(contentsOf: Data("x".utf8))
                try service.wait { try Self.pressure(client).level == level }
            }
            let entry = try service.entry { $0["SHEAF_PRESSURE_LEVEL"] == "critical" && $0["MESSAGE_ID"] != nil }
            #expect(entry["SHEAF_PRESSURE_SOURCE"] == "serviceManager")
        }

        /// On systemd 252 the service finds the file by itself; processes of the unit then wait for memory for real.
        @Test(.enabled(if: SmallCgroup.canBeMade, "DID NOT RUN: needs cgroup v2 and a memory controller (v1 or v2)"))
        func itsOwnMemoryPressureWarns() throws {
            let service = try InstalledService(unit: "[Service]\nUnsetEnvironment=MEMORY_PRESSURE_WATCH\n")
            let client = try service.connect()
            #expect(try Self.pressure(client).watched == .cgroup)
            #expect(try Self.pressure(client).warnings.isEmpty)
            let group = try SmallCgroup(
                in: service.machine.path("/sys/fs/cgroup/system.slice/\(InstalledService.unit)"))
            defer { group.remove() }
            try group.thrash()
            try service.wait { try Self.pressure(client).warnings.contains { $0.source == .cgroup } }
            group.stop()
            #expect(try service.state == "active" && service.property("NRestarts") == "0")
        }
    }
}
