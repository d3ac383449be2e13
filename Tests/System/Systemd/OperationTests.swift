import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

extension SystemdTests {
    /// What an operator sees of the service, and does to it.
    @Suite struct OperationTests {
        /// How long stopping may take, in microseconds: the requirement is a second, on a machine with nothing else to do.
        private static let stopLimit = 10_000_000

        @Test func systemctlShowsWhatItHas() throws {
            let service = try InstalledService()
            let reader = try service.reader()
            _ = try reader.page()
            try service.wait { try service.property("StatusText").hasPrefix("1 reader on 1 document, ") }
            let shown = try service.machine.systemctl("status", InstalledService.unit)
            #expect(shown.contains("Status: \"1 reader on 1 document, "), "\(shown)")
        }

        @Test func aHostThatIsKilledEndsNothingAndIsInTheJournal() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let reader = try service.reader()
            _ = try reader.page(0)
            let main = try service.process
            let victims = try service.hosts
            let names = try victims.map { try service.machine.pidInside($0).map(String.init) }
            #expect(!victims.isEmpty)
            for victim in victims { #expect(kill(victim, SIGKILL) == 0) }
            let entry = try service.entry { entry in
                entry["SHEAF_PROVIDER"] == "pattern" && names.contains(entry["SHEAF_HOST"])
                    && entry["MESSAGE"]?.contains("SIGKILL") == true
            }
            #expect(entry["SYSLOG_IDENTIFIER"] == "sheafd" && entry["_SYSTEMD_UNIT"] == InstalledService.unit)
            #expect(Int(entry["PRIORITY"] ?? "").map { $0 <= 5 } == true, "\(entry)")
            #expect(try reader.page(1).page.index == 1)
            #expect(try service.process == main && service.property("NRestarts") == "0")
            // What the unit says of the case that can't be brought about where memory has no limit.
            #expect(try service.property("OOMPolicy") == "continue")
        }

        @Test(arguments: [("USR1", ManagerInterface.PressureLevel.medium), ("USR2", .critical)])
        func aMemoryWarningReachesTheServiceAndNotItsHosts(
            signal: String, level: ManagerInterface.PressureLevel
        ) throws {
            let service = try InstalledService()
            let reader = try service.reader()
            _ = try reader.page(0)
            let processes = service.machine.processes(of: InstalledService.unit)
            #expect(processes.count > 1)
            try service.machine.systemctl("kill", "--kill-whom=main", "--signal=\(signal)", InstalledService.unit)
            try service.wait {
                try reader.client.call(ManagerInterface.Status.self, .init()).parameters.pressure.level == level
            }
            _ = try reader.page(1)
            // At a critical one hosts without a document end; the others, and the service, run on.
            let left = Set(service.machine.processes(of: InstalledService.unit))
            #expect(left.count > 1 && (level == .critical ? left.isSubset(of: processes) : left == Set(processes)))
            #expect(try service.state == "active" && service.property("NRestarts") == "0")
        }

        @Test func aServiceThatIsKilledIsStartedAgain() throws {
            let service = try InstalledService()
            _ = try service.reader().page()
            let hosts = try service.hosts
            let main = try #require(try service.process)
            #expect(kill(main, SIGKILL) == 0)
            let status = try service.connectAgain { client in
                try client.call(ManagerInterface.Status.self, .init()).parameters
            }
            #expect(status.readers == 0)
            try service.wait { try service.property("NRestarts") == "1" && service.state == "active" }
            #expect(try service.process != main)
            #expect(Set(service.machine.processes(of: InstalledService.unit)).isDisjoint(with: hosts + [main]))
            #expect(try service.reader().page().page.index == 0)
        }

        @Test func itStopsInASecondWithAThousandReaders() throws {
            _ = try CurrentProcess.raiseDescriptorLimit()
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(service.pattern("pages = 9\nwidth = 60\nheight = 80"))
            let readers = try (0..<1_000).map { _ in try TestReader(service, book, width: 60, height: 80) }
            for reader in readers { _ = try reader.page() }
            let status = try readers[0].client.call(ManagerInterface.Status.self, .init()).parameters
            #expect(status.readers == 1_000 && status.connections == 1_000)
            let hosts = try service.hosts
            #expect(!hosts.isEmpty)
            try service.systemctl("stop")
            let began = try #require(Int(try service.property("ActiveExitTimestampMonotonic")))
            let ended = try #require(Int(try service.property("InactiveEnterTimestampMonotonic")))
            print("stopped with 1,000 readers in \((ended - began) / 1_000) ms")
            #expect(ended >= began && ended - began < Self.stopLimit)
            #expect(try service.property("Result") == "success" && service.property("ExecMainStatus") == "0")
            #expect(service.machine.processes(of: InstalledService.unit).isEmpty)
            #expect(throws: (any Error).self) { _ = try readers[0].page() }
        }
    }
}

extension InstalledService {
    /// Does something with a new connection, and with another one where that is closed: the service may end meanwhile.
    fileprivate func connectAgain<Result>(_ body: (VarlinkBlockingClient) throws -> Result) throws -> Result {
        for _ in 0..<200 {
            if let result = try? body(connect()) { return result }
            usleep(20_000)
        }
        return try body(connect())
    }
}
