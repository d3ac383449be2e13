import Glibc
import SheafInterface
import SheafOS
import Testing

extension SystemdTests {
    /// What of the service is in the journal, as an operator changes it.
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
            try service.wait { try service.sheafctl("log-target").text == "console\n" }
            let second = try TestReader(service, service.machine.path("/root/books/pattern"), width: 60, height: 80)
            // Standard error is the journal's too: it knows the level, and no fields.
            let entry = try service.entry { $0["MESSAGE"]?.contains("opened reader \(second.id)") == true }
            #expect(entry["_TRANSPORT"] == "stdout" && entry["PRIORITY"] == "7" && entry["SHEAF_READER"] == nil)
            #expect(try service.entry { $0["SHEAF_READER"] == reader.id }["_TRANSPORT"] == "journal")
            try order(0x203)
            try service.wait { try service.sheafctl("log-target").text == "null\n" }
            let third = try TestReader(service, service.machine.path("/root/books/pattern"), width: 60, height: 80)
            #expect(try service.sheafctl("log-target", "journal").status == 0)
            let last = try TestReader(service, service.machine.path("/root/books/pattern"), width: 60, height: 80)
            _ = try service.entry { $0["SHEAF_READER"] == last.id }
            #expect(try !service.journal().contains { $0["MESSAGE"]?.contains(third.id) == true })
        }
    }
}
