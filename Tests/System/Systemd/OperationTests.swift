import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

extension SystemdTests {
    /// The service as an operator sees and controls it.
    @Suite struct OperationTests {
        /// How long stopping may take, in microseconds: the requirement is a second, on a machine with nothing else to do.
        private static let stopLimit = 10_000_000

        @Test func systemctlShowsWhatItHas() throws {
            let service = try InstalledService()
            let reader = try service.reader()
            _ = try reader.page()
            try eventually(log: service.log) {
                try service.property("StatusText").hasPrefix("1 reader on 1 document, ")
            }
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
            // No further host is started for what is read ahead.
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let reader = try service.reader()
            _ = try reader.page(0)
            let processes = service.machine.processes(of: InstalledService.unit)
            #expect(processes.count > 1)
            try service.machine.systemctl("kill", "--kill-whom=main", "--signal=\(signal)", InstalledService.unit)
            try eventually(log: service.log) {
                try reader.client.status().pressure.level == level
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
            // Its reader may have been kept already.
            #expect(try service.reconnect().status().readers <= 1)
            try eventually(log: service.log) { try service.property("NRestarts") == "1" && service.state == "active" }
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
            let status = try readers[0].client.status()
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

    /// The service's lines in the journal, as an operator changes their level and target.
    @Suite struct JournalTests {
        private static let stranger: UInt32 = 1_001

        @Test func theLevelIsAnOperatorsToChange() throws {
            let service = try InstalledService()
            #expect(try service.sheafctl("log-level").text == "info\n")
            let refused = try service.sheafctl("log-level", "debug", user: Self.stranger)
            #expect(refused.status == 1 && refused.errors.contains("cannot change the log level: you may not"))
            #expect(try service.sheafctl("log-level", user: Self.stranger).text == "info\n")
            #expect(try service.sheafctl("log-level", "debug").status == 0)
            let reader = try service.reader()
            let entry = try service.entry { $0["SHEAF_READER"] == reader.id }
            #expect(entry["PRIORITY"] == "7" && entry["MESSAGE"]?.hasPrefix("opened reader") == true)
            // Until the next run.
            try service.systemctl("restart")
            #expect(try service.sheafctl("log-level").text == "info\n")
        }

        @Test func theTargetIsChangedBySignalsToo() throws {
            let service = try InstalledService(configuration: "[Service]\nLogLevel=debug\n")
            let reader = try service.reader()
            let main = try #require(try service.process)
            func order(_ value: Int32) throws {
                var payload = sigval()
                payload.sival_int = value
                #expect(sigqueue(main, Signal.serviceCommand, payload) == 0)
            }
            try order(0x200)
            try eventually(log: service.log) { try service.sheafctl("log-target").text == "console\n" }
            let second = try TestReader(service, service.machine.path("/root/books/pattern"), width: 60, height: 80)
            // Standard error is the journal's too: it knows the level, and no fields.
            let entry = try service.entry { $0["MESSAGE"]?.contains("opened reader \(second.id)") == true }
            #expect(entry["_TRANSPORT"] == "stdout" && entry["PRIORITY"] == "7" && entry["SHEAF_READER"] == nil)
            #expect(try service.entry { $0["SHEAF_READER"] == reader.id }["_TRANSPORT"] == "journal")
            try order(0x203)
            try eventually(log: service.log) { try service.sheafctl("log-target").text == "null\n" }
            let third = try TestReader(service, service.machine.path("/root/books/pattern"), width: 60, height: 80)
            #expect(try service.sheafctl("log-target", "journal").status == 0)
            let last = try TestReader(service, service.machine.path("/root/books/pattern"), width: 60, height: 80)
            try service.entry { $0["SHEAF_READER"] == last.id }
            #expect(try !service.journal().contains { $0["MESSAGE"]?.contains(third.id) == true })
        }

        /// Signals of other processes count against no document: here its own work ends the host, after a second.
        @Test func aPageThatEndsTwoHostsIsNamed() throws {
            let service = try InstalledService(
                configuration: "[Cache]\nReadAhead=0\n", unit: "[Service]\nLimitCPU=1:60\n")
            let reader = try service.reader("pages = 9\nwidth = 60\nheight = 80\nrender-ms = 30000\ncost = busy")
            let entry = try service.entry { $0["MESSAGE_ID"] == "f5cacf4ec99a4c92a79b0d5653eaecc7" }
            #expect(entry["SHEAF_DOCUMENT"] == "d1" && entry["SHEAF_UID"] == "0")
            #expect(entry["SHEAF_PROVIDER"] == "pattern" && entry["PRIORITY"] == "3")
            // The page is refused, and its document is not.
            #expect(entry["MESSAGE"]?.contains(" is not asked to render the page with the id ") == true)
            #expect(try !service.sheafctl("documents").text.contains("failed: "))
            #expect(try service.sheafctl("--reader", reader.id, "layout").text.contains("measured, refused"))
        }

        @Test func aLimitThatIsReachedIsNamedOnce() throws {
            let service = try InstalledService(configuration: "[Readers]\nReadersPerUser=1\n")
            let book = try service.machine.path(service.pattern("pages = 9\nwidth = 60\nheight = 80"))
            let reader = try TestReader(service, book, width: 60, height: 80)
            for _ in 0..<2 {
                #expect(
                    try failure { _ = try TestReader(service, book, width: 60, height: 80) }
                        == .limitReached(limit: "ReadersPerUser", value: 1))
            }
            _ = try reader.page()
            let id = "3b9b8b86de47467c89569fc7941173bb"
            let entry = try service.entry { $0["MESSAGE_ID"] == id }
            #expect(entry["SHEAF_LIMIT"] == "ReadersPerUser" && entry["SHEAF_UID"] == "0" && entry["PRIORITY"] == "4")
            #expect(try service.journal().count { $0["MESSAGE_ID"] == id } == 1)
        }
    }

    /// Memory pressure as the kernel and systemd tell a unit of it.
    @Suite struct PressureTests {
        private static func pressure(_ client: VarlinkBlockingClient) throws -> ManagerInterface.Pressure {
            try client.status().pressure
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
                try eventually(log: service.log) { try Self.pressure(client).level == level }
            }
            let entry = try service.entry { $0["SHEAF_PRESSURE_LEVEL"] == "critical" && $0["MESSAGE_ID"] != nil }
            #expect(entry["SHEAF_PRESSURE_SOURCE"] == "serviceManager")
        }

        /// From systemd 254 on every unit is told.
        @Test func withoutSettingsItWatchesItsOwnUnit() throws {
            let service = try InstalledService()
            let isTold = try service.machine.version >= 254
            #expect(try Self.pressure(service.connect()).watched == (isTold ? .serviceManager : .cgroup))
        }

        /// On systemd 252 the service finds the file by itself; processes of the unit then wait for memory for real.
        @Test(.enabled(if: SmallCgroup.canBeMade, "needs cgroup v2 and a memory controller (v1 or v2)"))
        func itsOwnMemoryPressureWarns() throws {
            let service = try InstalledService(unit: "[Service]\nUnsetEnvironment=MEMORY_PRESSURE_WATCH\n")
            let client = try service.connect()
            #expect(try Self.pressure(client).watched == .cgroup)
            #expect(try Self.pressure(client).warnings.isEmpty)
            let group = try SmallCgroup(
                in: service.machine.path("/sys/fs/cgroup/system.slice/\(InstalledService.unit)"))
            defer { group.remove() }
            try group.thrash()
            try eventually(log: service.log) { try Self.pressure(client).warnings.contains { $0.source == .cgroup } }
            group.stop()
            #expect(try service.state == "active" && service.property("NRestarts") == "0")
        }
    }
}
