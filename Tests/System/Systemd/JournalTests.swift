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

        @Test func aDocumentThatEndsTwoHostsIsNamed() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let reader = try service.reader("pages = 9\nwidth = 60\nheight = 80\nrender-ms = 30000\ncost = sleep")
            var ended: Set<pid_t> = []
            for _ in 0..<2 {
                try service.wait {
                    try !service.hosts.isEmpty && ended.isDisjoint(with: service.hosts)
                        && service.sheafctl("--json", "hosts").text.contains(#""state":"busy""#)
                }
                for host in try service.hosts where kill(host, SIGSEGV) == 0 { ended.insert(host) }
            }
            let entry = try service.entry { $0["MESSAGE_ID"] == "f5cacf4ec99a4c92a79b0d5653eaecc7" }
            #expect(entry["SHEAF_DOCUMENT"] == "d1" && entry["SHEAF_UID"] == "0")
            #expect(entry["SHEAF_PROVIDER"] == "pattern" && entry["PRIORITY"] == "3")
            #expect(try service.sheafctl("documents").text.contains("failed: SIGSEGV"))
            #expect(try service.sheafctl("--reader", reader.id, "next").errors.contains("given up"))
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
}
