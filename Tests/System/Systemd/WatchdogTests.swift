import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

extension SystemdTests {
    /// A loop that is stuck, and one that is not.
    @Suite struct WatchdogTests {
        /// Quick: what is shipped waits for a minute.
        private static let unit = "[Service]\nWatchdogSec=1\nTimeoutAbortSec=2\n"

        @Test func whatIsShippedIsWatchedOver() throws {
            let service = try InstalledService()
            _ = try service.connect().call(ManagerInterface.Status.self, .init())
            #expect(try service.property("WatchdogUSec") == "1min")
            let first = try service.property("WatchdogTimestampMonotonic")
            #expect(first != "0" && !first.isEmpty)
        }

        @Test func aStuckLoopIsStartedAgainAndItsReaderGoesOn() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n", unit: Self.unit)
            let reader = try service.reader()
            try reader.navigate(.init(index: 5))
            let main = try #require(try service.process)
            // The document, a page, the places and the note, which follows what it names.
            try service.wait { Int(try service.property("NFileDescriptorStore")) ?? 0 >= 5 }
            usleep(500_000)
            #expect(try service.property("NRestarts") == "0")
            #expect(kill(main, SIGSTOP) == 0)
            try service.wait { try service.property("NRestarts") == "1" && service.state == "active" }
            #expect(try service.entry { $0["UNIT_RESULT"] == "watchdog" }["PRIORITY"] == "4")
            #expect(try service.process != main)
            let client = try service.connect()
            let state = try client.call(ReaderInterface.GetState.self, .init(reader: reader.id)).parameters.state
            #expect(state.location?.index == 5)
            let page = try client.call(ReaderInterface.GetPage.self, .init(reader: reader.id)).parameters.page
            #expect(page.index == 5 && page.origin == .cached)
        }

        @Test func aServiceWhoseHostsAllHangIsLeftAlone() throws {
            let service = try InstalledService(
                configuration: "[Cache]\nReadAhead=0\n[Hosts]\nHostsMax=1\n", unit: Self.unit)
            let provider = service.machine.path("/usr/lib/sheaf/providers/libtest-plain.so")
            try FileManager.default.copyItem(
                atPath: Build.folder.appendingPathComponent("libtest-plain.so").path, toPath: provider)
            defer { try? FileManager.default.removeItem(atPath: provider) }
            let document = "/root/books/tar-pit"
            try service.machine.write("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n", to: document)
            let reader = try TestReader(service, service.machine.path(document), width: 60, height: 80)
            let main = try service.process
            try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
            let observer = try service.connect()
            try service.wait {
                try observer.call(ManagerInterface.Status.self, .init()).parameters.cache.reserved > 0
            }
            // Three times as long as it takes to notice one that is stuck.
            for _ in 0..<30 {
                usleep(100_000)
                let status = try observer.call(ManagerInterface.Status.self, .init()).parameters
                #expect(status.cache.reserved > 0)
            }
            #expect(try service.process == main && service.property("NRestarts") == "0")
        }
    }
}
