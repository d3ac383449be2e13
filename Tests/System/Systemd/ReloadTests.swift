import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

extension SystemdTests {
    /// The effects of `systemctl reload` on the service, and what it leaves alone.
    @Suite struct ReloadTests {
        private static let book = "pages = 40\nwidth = 60\nheight = 80\nrender-ms = 60000\ncost = sleep"
        private static let quick = "[Provider pattern]\nmax-render-ms=1\n"

        @Test func aGoodConfigurationIsTakenWhileReadersReadOn() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n\(Self.quick)")
            let book = try service.pattern(Self.book, in: "/srv/books")
            try service.machine.run("/bin/chmod", "-R", "a+rX", "/srv/books")
            let reader = try TestReader(service, service.machine.path(book), width: 60, height: 80)
            for index in 0..<8 { _ = try reader.page(index, handover: .some(.none)) }
            try reader.navigate(.init(index: 5))
            let (main, hosts) = (try service.process, try service.hosts)
            #expect(throws: (any Error).self) { _ = try Self.open(book, reader.client) }

            try service.write(
                configuration: """
                    [Service]
                    LogLevel=debug
                    Socket=/run/elsewhere
                    [Cache]
                    ReadAhead=0
                    CacheMax=1M
                    [Documents]
                    LibraryFolders=/srv/books
                    [Provider pattern]
                    max-render-ms=2

                    """)
            try service.systemctl("reload")
            if try service.machine.version >= 253 {
                // It has waited until that was read.
                #expect(try service.property("Type") == "notify-reload")
                #expect(try reader.client.cache().configured.soft == 1 << 20)
            }
            let entry = try service.entry { $0["MESSAGE"]?.hasPrefix("has read its configuration, on SIGHUP") == true }
            #expect(
                entry["MESSAGE"]?.hasSuffix("; changed: CacheMax, LibraryFolders, LogLevel, Provider pattern, Socket")
                    == true)
            try service.entry {
                $0["MESSAGE"] == "Socket= takes effect when the service is started again" && $0["PRIORITY"] == "5"
            }
            // The same process, reader, connection and pages.
            #expect(try service.process == main && service.hosts == hosts && service.state == "active")
            let state = try reader.client.state(of: reader.id)
            #expect(state.location?.index == 5)
            for index in 0..<8 {
                #expect(try reader.page(index, handover: .some(.none)).page.origin == .cached)
            }
            // And what is new.
            let cache = try reader.client.cache()
            #expect(cache.configured.soft == 1 << 20 && cache.limits.soft == 1 << 20)
            #expect(try Self.open(book, reader.client).document.provider == "pattern")
            try service.entry { $0["PRIORITY"] == "7" && $0["MESSAGE"]?.hasPrefix("opened reader") == true }
            #expect(try reader.page(30).page.index == 30)
        }

        @Test func aBadConfigurationLeavesTheOldOneInForce() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\nCacheMax=2M\n\(Self.quick)")
            let reader = try service.reader(Self.book)
            _ = try reader.page()
            let main = try service.process
            for (text, line, reason) in [
                ("[Service]\nLogLevel=debug\n[Cache]\nCacheMax=lots\n", 4, "CacheMax=lots is refused"),
                ("[Cache]\nCacheMax=1M\n[Documents]\nLibraryFolders=/nonexistent\n", 4, "cannot open the folder"),
            ] {
                try service.write(configuration: text)
                // It says that the signal was sent: whether the configuration was taken is in the journal.
                let result = try service.machine.attempt(["/bin/systemctl", "reload", InstalledService.unit])
                #expect(result.status == 0)
                let entry = try service.entry { entry in
                    entry["MESSAGE"]?.hasPrefix("/etc/sheaf/sheafd.conf:\(line): \(reason)") == true
                }
                #expect(entry["MESSAGE"]?.hasSuffix("; the configuration before stays in force") == true)
                #expect(entry["MESSAGE_ID"] == "ad95a1e133f741b2b2a3df608b897d00" && entry["PRIORITY"] == "3")
                try eventually(log: service.log) { try service.state == "active" }
                let cache = try reader.client.cache()
                #expect(cache.configured.soft == 2 << 20)
            }
            #expect(try service.process == main && service.property("NRestarts") == "0")
            #expect(try reader.page().page.origin == .cached)
            _ = try TestReader(service, service.machine.path("/root/books/pattern"))
            #expect(try !service.journal().contains { $0["PRIORITY"] == "7" })
            // Who asks over the socket is told.
            let asked = try service.sheafctl("configure")
            #expect(asked.status == 1 && asked.errors.contains("sheafd.conf:4: cannot open the folder /nonexistent"))
        }

        @Test func whatIsKeptForTheNextRunFollowsItsLimit() throws {
            let text = "[Cache]\nReadAhead=0\n"
            let service = try InstalledService(configuration: text)
            let reader = try service.reader()
            for index in 0..<6 { _ = try reader.page(index, handover: .some(.none)) }
            func kept() throws -> Int { Int(try service.property("NFileDescriptorStore")) ?? -1 }
            // The two notes, in two halves each, and the positions of readers; the document; the pages.
            try eventually(log: service.log) { try kept() == 5 + 1 + 6 }
            for (limit, count) in [(4, 5 + 4), (0, 0), (5, 5 + 5), (2_048, 5 + 1 + 6)] {
                try service.write(configuration: "[Service]\nKeepMax=\(limit)\n\(text)")
                try service.systemctl("reload")
                try eventually(log: service.log) { try kept() == count }
            }
            try service.systemctl("restart")
            let client = try service.connect()
            for index in 0..<6 {
                let page = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id, index: index))
                #expect(page.parameters.page.origin == .cached)
            }
        }

        @Test func aServiceThatMayEndWhenIdleFromNowOnDoes() throws {
            let service = try InstalledService()
            try service.systemctl("start")
            for text in ["[Service]\nIdleExitSec=1h\n", "[Service]\nIdleExitSec=3s\n"] {
                try service.write(configuration: text)
                let changed = try service.connect().call(ManagerInterface.Reload.self, .init()).parameters.changed
                #expect(changed == ["IdleExitSec"])
            }
            try eventually(log: service.log) { try service.state == "inactive" }
            #expect(try service.property("Result") == "success")
        }

        private static func open(_ path: String, _ client: VarlinkBlockingClient) throws -> ReaderInterface.State {
            try client.call(
                ReaderInterface.Open.self, .init(path: path, viewport: .init(width: 60, height: 80))
            ).parameters.state
        }
    }
}

extension InstalledService {
    /// Writes its configuration anew.
    fileprivate func write(configuration: String) throws {
        try machine.write(configuration, to: "/etc/sheaf/sheafd.conf")
    }
}
