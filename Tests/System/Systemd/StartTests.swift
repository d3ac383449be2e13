import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

extension SystemdTests {
    /// When the service starts, and when it is there.
    @Suite struct StartTests {
        /// The service with a socket of its own: what makes a connection work is the service alone.
        private static let alone = "sheafd-alone.service"
        private static let socket = "/run/sheaf-alone/socket"

        @Test func theFirstConnectionStartsItAndIsServed() throws {
            let service = try InstalledService()
            #expect(try service.state == "inactive")
            let client = try service.connect()
            let status = try client.status()
            #expect(try service.state == "active")
            let main = try #require(try service.process)
            #expect(try service.machine.pidInside(main).map(Int.init) == status.pid)
            #expect(try service.reader().page().page.index == 0)
        }

        @Test func clientsThatComeTogetherAreAllServed() throws {
            let service = try InstalledService()
            let clients = try (0..<200).map { _ in try service.connect() }
            let pids = try clients.map { try $0.status().pid }
            #expect(Set(pids).count == 1)
        }

        @Test func aServiceThatHasStartedAcceptsConnections() throws {
            let machine = try Self.machineWithServiceAlone()
            for _ in 0..<3 {
                try machine.systemctl("start", Self.alone)
                let client = try VarlinkBlockingClient(path: machine.path(Self.socket))
                _ = try client.status()
                try machine.systemctl("stop", Self.alone)
            }
        }

        @Test func whatIsOrderedAfterItCanConnect() throws {
            let machine = try Self.machineWithServiceAlone()
            let unit = "after-sheafd.service"
            try machine.write(
                """
                [Unit]
                Requires=\(Self.alone)
                After=\(Self.alone)
                [Service]
                Type=oneshot
                ExecStart=/usr/bin/sheafctl --socket \(Self.socket) status

                """, to: "/run/systemd/system/\(unit)")
            try machine.systemctl("daemon-reload")
            // Both at once: the order is systemd's, on the service's word.
            try machine.systemctl("start", unit)
            #expect(try machine.property("Result", of: unit) == "success")
            try machine.systemctl("stop", Self.alone)
        }

        /// A configuration that is a FIFO which nobody writes to yet has the service hang before it can serve.
        @Test func itIsNotReadyBeforeItServes() throws {
            let service = try InstalledService()
            let file = service.machine.path("/etc/sheaf/sheafd.conf")
            #expect(unlink(file) == 0 && mkfifo(file, 0o644) == 0)
            defer { unlink(file) }
            let client = try service.connect()
            try client.send(ManagerInterface.Status.self, .init())
            try eventually(log: service.log) { try service.state == "activating" && service.property("MainPID") != "0" }
            try remains(for: .milliseconds(100), because: "who waits for its configuration tells nothing") {
                try service.state == "activating"
            }
            // Opened for both, this does not wait for a reader.
            let configuration = open(file, O_RDWR | O_CLOEXEC)
            try #require(configuration >= 0)
            // It ends where it has been read: a reader is there, and the last writer goes.
            try eventually(log: service.log) { try service.machine.isRead(file, by: service.process) }
            close(configuration)
            #expect(try client.receive(ManagerInterface.Status.self).parameters.readers == 0)
            #expect(try service.state == "active")
        }

        @Test func aBadConfigurationIsNamedInTheJournal() throws {
            let service = try InstalledService(configuration: "[Cache]\nCacheMax=lots\n")
            #expect(throws: TestFailure.self) { try service.systemctl("start") }
            let entry = try service.entry { $0["MESSAGE"]?.contains("CacheMax=lots is refused") == true }
            #expect(entry["PRIORITY"] == "3" && entry["MESSAGE"]?.contains("/etc/sheaf/sheafd.conf:2:") == true)
            #expect(entry["MESSAGE_ID"] == "ad95a1e133f741b2b2a3df608b897d00")
        }

        @Test func aLibraryFolderThatIsHiddenIsNamedInTheJournal() throws {
            let service = try InstalledService(configuration: "[Documents]\nLibraryFolders=/root\n")
            #expect(throws: TestFailure.self) { try service.systemctl("start") }
            let entry = try service.entry { $0["MESSAGE_ID"] == "ad95a1e133f741b2b2a3df608b897d00" }
            #expect(entry["MESSAGE"] == "/etc/sheaf/sheafd.conf:2: cannot open the folder /root: Permission denied")
            try eventually(log: service.log) { try service.property("StatusErrno") == "\(EACCES)" }
        }

        @Test func clientsThatConnectDuringARestartAreServed() throws {
            // While this sleeps there is no service, and nobody but systemd has the socket.
            let service = try InstalledService(
                unit: "[Service]\nExecStopPost=/bin/sh -c 'until [ -e /run/sheaf-goes-on ]; do sleep 0.05; done'\n")
            let before = try service.connect().status().pid
            try service.machine.systemctl("restart", "--no-block", InstalledService.unit)
            try eventually(log: service.log) { try service.state == "deactivating" }
            let clients = try (0..<100).map { _ in try service.connect() }
            // It stays: the service ends once more, with the test.
            try service.machine.write("", to: "/run/sheaf-goes-on")
            let pids = try clients.map { try $0.status().pid }
            #expect(Set(pids).count == 1 && !pids.contains(before))
        }

        @Test func noConnectionIsRefusedInTheMiddleOfRestarts() throws {
            let service = try InstalledService()
            var pid = try service.connect().status().pid
            for _ in 0..<3 {
                try service.machine.systemctl("restart", "--no-block", InstalledService.unit)
                let before = pid
                // Never refused; one that the old service had accepted is closed, and connects again.
                try eventually(log: service.log) {
                    let client = try service.connect()
                    pid = (try? client.status().pid) ?? before
                    return pid
                } until: {
                    $0 != before
                }
            }
        }

        /// The shared machine, with the service on a socket that it makes itself.
        private static func machineWithServiceAlone() throws -> Machine {
            let machine = try InstalledService().machine
            let text = try String(
                contentsOfFile: machine.path("/usr/lib/systemd/system/sheafd.service"), encoding: .utf8)
            let unit = text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("sheafd.socket") }
                .map { $0.hasPrefix("ExecStart=") ? "\($0) --socket \(socket)\nRuntimeDirectory=sheaf-alone" : $0 }
            try machine.write(unit.joined(separator: "\n"), to: "/run/systemd/system/\(alone)")
            try machine.systemctl("daemon-reload")
            return machine
        }
    }

    /// A service that ends when nobody wants anything of it, and is there again for the next one.
    @Suite struct IdleTests {
        /// The shortest that there is.
        private static let configuration = "[Service]\nIdleExitSec=3s\n[Readers]\nReaderKeepSec=1s\n"
        /// Longer than that.
        private static let longer = Duration.seconds(4)
        private static let why = "a span that has not run out is not told"

        private static func pid(_ client: VarlinkBlockingClient) throws -> Int {
            try client.status().pid
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
            try eventually(log: service.log) { try service.state == "inactive" }
            #expect(try service.property("Result") == "success" && service.property("ExecMainStatus") == "0")
            #expect(try service.property("NFileDescriptorStore") == "0")
            #expect(service.machine.processes(of: InstalledService.unit).isEmpty)
            #expect(try service.machine.property("ActiveState", of: "sheafd.socket") == "active")
            try service.entry(where: Self.isEnd)
            let reader = try service.reader()
            #expect(try Self.pid(reader.client) != first && reader.page().page.index == 0)
        }

        @Test func aConnectionKeepsItAlive() throws {
            let service = try InstalledService(configuration: Self.configuration)
            let client = try service.connect()
            let first = try Self.pid(client)
            // What is asked over the connection might keep it alive by itself.
            let process = try #require(try service.process)
            try remains(for: Self.longer, because: Self.why) { kill(process, 0) == 0 }
            #expect(try Self.pid(client) == first)
        }

        /// Memory that is short is no reason to stay.
        @Test func memoryWarningsDoNotKeepItAlive() throws {
            let service = try InstalledService(configuration: Self.configuration)
            _ = try Self.pid(service.connect())
            let process = try #require(try service.process)
            var warned: UInt64 = 0
            try eventually(log: service.log) {
                if Self.now - warned > 500_000 {
                    warned = Self.now
                    kill(process, SIGUSR1)
                }
                return try service.state == "inactive"
            }
            try service.entry(where: Self.isEnd)
        }

        @Test func theSpanBeginsWithTheEndOfTheLastConnection() throws {
            let service = try InstalledService(configuration: Self.configuration)
            var lastSeen: [UInt64] = []
            // One connection after the other, for longer than the span.
            try eventually {
                _ = try Self.pid(service.connect())
                lastSeen.append(Self.now)
                return lastSeen[lastSeen.count - 1] - lastSeen[0]
            } until: {
                $0 > 5_000_000
            }
            try eventually(log: service.log) { try service.state == "inactive" }
            let last = try #require(lastSeen.last)
            try service.entry { ($0["__REALTIME_TIMESTAMP"].flatMap { UInt64($0) } ?? 0) > last && Self.isEnd($0) }
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
            let process = try #require(try service.process)
            try remains(for: Self.longer, because: Self.why) { kill(process, 0) == 0 }
            let client = try service.connect()
            #expect(try Self.pid(client) == first)
            _ = try client.state(of: id)
        }

        /// The connection and the end are there in the same moment: which of them comes first does not matter to the client.
        @Test func whoConnectsInTheMomentOfTheEndIsServed() throws {
            let service = try InstalledService(configuration: Self.configuration)
            for _ in 0..<3 {
                _ = try Self.pid(service.connect())
                let main = try #require(try service.process)
                #expect(kill(main, SIGSTOP) == 0)
                try remains(for: Self.longer, because: Self.why) { kill(main, 0) == 0 }
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
            // Or has gone, where this machine was busy: who connects then is served by the next one too.
            try eventually(log: service.log) { try service.state != "active" }
            let clients = try (0..<100).map { _ in try service.connect() }
            let pids = try clients.map { try Self.pid($0) }
            #expect(Set(pids).count == 1 && !pids.contains(first))
        }
    }
}

extension Machine {
    /// Whether a process has a file open, named by the path that this process has for it.
    fileprivate func isRead(_ file: String, by process: Int32?) throws -> Bool {
        var wanted = stat()
        guard let process, stat(file, &wanted) == 0 else { return false }
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").contains { number in
            var open = stat()
            return stat("/proc/\(process)/fd/\(number)", &open) == 0
                && open.st_ino == wanted.st_ino && open.st_dev == wanted.st_dev
        }
    }
}
