import Glibc
import SheafInterface
import Testing
import Varlink

extension SystemdTests {
    /// A service that ends when nobody wants anything of it, and is there again for the next one.
    @Suite struct IdleTests {
        /// The shortest that there is.
        private static let configuration = "[Service]\nIdleExitSec=3s\n[Readers]\nReaderKeepSec=1s\n"
        /// Longer than that, in microseconds.
        private static let longer: UInt32 = 4_000_000

        private static func pid(_ client: VarlinkBlockingClient) throws -> Int {
            try client.call(ManagerInterface.Status.self, .init()).parameters.pid
        }

        private static func isEnd(_ entry: [String: String]) -> Bool {
            entry["MESSAGE"] == "ending after 3 s without anything to do"
        }

        /// As the journal counts it, in microseconds.
        private static var now: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
        }

        @Test func itEndsByItselfAndTheNextConnectionStartsIt() throws {
            let service = try InstalledService(configuration: Self.configuration)
            var first = 0
            do {
                let reader = try service.reader()
                _ = try reader.page()
                first = try Self.pid(reader.client)
            }
            try service.wait { try service.state == "inactive" }
            #expect(try service.property("Result") == "success" && service.property("ExecMainStatus") == "0")
            #expect(try service.property("NFileDescriptorStore") == "0")
            #expect(service.machine.processes(of: InstalledService.unit).isEmpty)
            #expect(try service.machine.property("ActiveState", of: "sheafd.socket") == "active")
            _ = try service.entry(where: Self.isEnd)
            let reader = try service.reader()
            #expect(try Self.pid(reader.client) != first && reader.page().page.index == 0)
        }

        @Test func aConnectionKeepsItAlive() throws {
            let service = try InstalledService(configuration: Self.configuration)
            let client = try service.connect()
            let first = try Self.pid(client)
            usleep(Self.longer)
            #expect(try Self.pid(client) == first)
        }

        @Test func theSpanBeginsWithTheEndOfTheLastConnection() throws {
            let service = try InstalledService(configuration: Self.configuration)
            var lastSeen: [UInt64] = []
            for _ in 0..<10 {
                let client = try service.connect()
                _ = try Self.pid(client)
                lastSeen.append(Self.now)
                usleep(500_000)
            }
            try service.wait { try service.state == "inactive" }
            let last = try #require(lastSeen.last)
            _ = try service.entry { ($0["__REALTIME_TIMESTAMP"].flatMap { UInt64($0) } ?? 0) > last && Self.isEnd($0) }
            // However slow this machine is: nobody has come within the span before an end.
            for entry in try service.journal() where Self.isEnd(entry) {
                let end = try #require(entry["__REALTIME_TIMESTAMP"].flatMap { UInt64($0) })
                let before = try #require(lastSeen.last { $0 < end })
                #expect(end - before >= 3_000_000)
            }
        }

        @Test func aReaderThatIsComeBackToKeepsItAlive() throws {
            let service = try InstalledService(configuration: "[Service]\nIdleExitSec=3s\n")
            var (id, first) = ("", 0)
            do {
                let reader = try service.reader()
                (id, first) = (reader.id, try Self.pid(reader.client))
            }
            usleep(Self.longer)
            let client = try service.connect()
            #expect(try Self.pid(client) == first)
            _ = try client.call(ReaderInterface.GetState.self, .init(reader: id))
        }

        /// The connection and the end are there in the same moment: which of them comes first does not matter to the client.
        @Test func whoConnectsInTheMomentOfTheEndIsServed() throws {
            let service = try InstalledService(configuration: Self.configuration)
            for _ in 0..<3 {
                _ = try Self.pid(service.connect())
                let main = try #require(try service.process)
                #expect(kill(main, SIGSTOP) == 0)
                usleep(Self.longer)
                let clients = try (0..<20).map { _ in try service.connect() }
                for client in clients { try client.send(ManagerInterface.Status.self, .init()) }
                #expect(kill(main, SIGCONT) == 0)
                let pids = try clients.map { try $0.receive(ManagerInterface.Status.self).parameters.pid }
                #expect(Set(pids).count == 1)
            }
        }

        @Test func whoConnectsWhileItEndsIsServedByTheNext() throws {
            // While this sleeps the service is on its way out.
            let service = try InstalledService(
                configuration: Self.configuration, unit: "[Service]\nExecStopPost=/bin/sleep 1\n")
            let first = try Self.pid(service.connect())
            try service.wait { try service.state == "deactivating" }
            let clients = try (0..<100).map { _ in try service.connect() }
            let pids = try clients.map { try Self.pid($0) }
            #expect(Set(pids).count == 1 && !pids.contains(first))
        }
    }
}
