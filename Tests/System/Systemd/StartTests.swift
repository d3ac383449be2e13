import Foundation
import Glibc
import SheafInterface
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
            let status = try client.call(ManagerInterface.Status.self, .init()).parameters
            #expect(try service.state == "active")
            let main = try #require(try service.process)
            #expect(try service.machine.pidInside(main).map(Int.init) == status.pid)
            #expect(try service.reader().page().page.index == 0)
        }

        @Test func clientsThatComeTogetherAreAllServed() throws {
            let service = try InstalledService()
            let clients = try (0..<200).map { _ in try service.connect() }
            let pids = try clients.map { try $0.call(ManagerInterface.Status.self, .init()).parameters.pid }
            #expect(Set(pids).count == 1)
        }

        @Test func aServiceThatHasStartedAcceptsConnections() throws {
            let machine = try Self.machineWithServiceAlone()
            for _ in 0..<3 {
                try machine.systemctl("start", Self.alone)
                let client = try VarlinkBlockingClient(path: machine.path(Self.socket))
                _ = try client.call(ManagerInterface.Status.self, .init())
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

        /// Its configuration is a FIFO that nobody writes to yet, and so it hangs before it can serve.
        @Test func itIsNotReadyBeforeItServes() throws {
            let service = try InstalledService()
            let file = service.machine.path("/etc/sheaf/sheafd.conf")
            #expect(unlink(file) == 0 && mkfifo(file, 0o644) == 0)
            defer { unlink(file) }
            let client = try service.connect()
            try client.send(ManagerInterface.Status.self, .init())
            try service.wait { try service.state == "activating" && service.property("MainPID") != "0" }
            usleep(100_000)
            #expect(try service.state == "activating")
            // Opened for both, this does not wait for a reader.
            let configuration = open(file, O_RDWR | O_CLOEXEC)
            try #require(configuration >= 0)
            // It ends where it has been read: a reader is there, and the last writer goes.
            try service.wait { try service.machine.isRead(file, by: service.process) }
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
            try service.wait { try service.property("StatusErrno") == "\(EACCES)" }
        }

        @Test func clientsThatConnectDuringARestartAreServed() throws {
            // While this sleeps there is no service, and nobody but systemd has the socket.
            let service = try InstalledService(unit: "[Service]\nExecStopPost=/bin/sleep 0.3\n")
            let before = try service.connect().call(ManagerInterface.Status.self, .init()).parameters.pid
            try service.machine.systemctl("restart", "--no-block", InstalledService.unit)
            try service.wait { try service.state == "deactivating" }
            let clients = try (0..<100).map { _ in try service.connect() }
            let pids = try clients.map { try $0.call(ManagerInterface.Status.self, .init()).parameters.pid }
            #expect(Set(pids).count == 1 && !pids.contains(before))
        }

        @Test func noConnectionIsRefusedInTheMiddleOfRestarts() throws {
            let service = try InstalledService()
            _ = try service.connect().call(ManagerInterface.Status.self, .init())
            var pids: Set<Int> = []
            for _ in 0..<4 {
                try service.machine.systemctl("restart", "--no-block", InstalledService.unit)
                for _ in 0..<40 {
                    // Never refused; one that the old service had accepted is closed, and connects again.
                    let client = try service.connect()
                    guard let reply = try? client.call(ManagerInterface.Status.self, .init()) else { continue }
                    pids.insert(reply.parameters.pid)
                    usleep(2_000)
                }
            }
            #expect(pids.count > 1)
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
