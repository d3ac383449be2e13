import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

extension SystemdTests {
    /// Access of the service to files, and of users to the service.
    @Suite struct AccessTests {
        /// Two users; they need no names.
        private static let one: UInt32 = 1_001
        private static let other: UInt32 = 1_002
        /// Exposure that `systemd-analyze security` may tell, in tenths.
        private static let exposure = 4

        @Test(arguments: [(0, "/root/books"), (one, "/home/one/books")])
        func aDocumentComesOutOfAHomeThatItCannotSee(owner: UInt32, folder: String) throws {
            let service = try InstalledService()
            let book = try service.pattern("pages = 9", owner: owner, in: folder)
            let home = URL(fileURLWithPath: folder).deletingLastPathComponent().path
            if owner != 0 { #expect(chown(service.machine.path(home), owner, owner) == 0) }
            let opened = try service.sheafctl("open", book, user: owner)
            #expect(opened.status == 0, "\(opened.errors)")
            let turned = try service.sheafctl("next", user: owner)
            #expect(turned.status == 0 && turned.text.contains("page 2 of 9"), "\(turned.text)\(turned.errors)")

            // Neither the service nor what it runs providers in finds the file, nor has it the right to.
            let processes = service.machine.processes(of: InstalledService.unit)
            #expect(processes.count > 1)
            for process in processes {
                #expect(access("/proc/\(process)/root\(folder)", F_OK) != 0)
                let users = try Self.users(of: process)
                #expect(users.allSatisfy { (61_184...65_519).contains($0) }, "a dynamic user: \(users)")
            }
        }

        @Test func theLimitOfOneUserIsNotTheOthers() throws {
            let service = try InstalledService(configuration: "[Readers]\nReadersPerUser=2\n")
            let books = try [Self.one, Self.other].map { user in
                try service.pattern("pages = 9", owner: user, in: "/srv/\(user)")
            }
            for _ in 0..<2 {
                let opened = try service.sheafctl("open", books[0], user: Self.one)
                #expect(opened.status == 0, "\(opened.errors)")
            }
            let third = try service.sheafctl("open", books[0], user: Self.one)
            #expect(third.status == 1 && third.errors.contains("ReadersPerUser"), "\(third.errors)")
            for _ in 0..<2 {
                let opened = try service.sheafctl("open", books[1], user: Self.other)
                #expect(opened.status == 0, "\(opened.errors)")
            }
            #expect(try service.sheafctl("open", books[1], user: Self.other).status == 1)
            // Root sees all four, and is a third user.
            #expect(try service.connect().status().readers == 4)
            #expect(try service.reader().page().page.index == 0)
        }

        /// The acts of ``HostileActsTests``, in the unit's sandbox.
        @Test func whateverAHostDoesReadersOfOthersSeeNothingOfIt() throws {
            let service = try InstalledService(configuration: HostileActsTests.configuration)
            let machine = service.machine
            let provider = machine.path("/usr/lib/sheaf/providers/libtest-hostile.so")
            try FileManager.default.copyItem(
                atPath: Build.folder.appendingPathComponent("libtest-hostile.so").path, toPath: provider)
            defer { try? FileManager.default.removeItem(atPath: provider) }
            let script = try String(
                contentsOf: Build.project.appendingPathComponent("Tests/System/clients/turner.py"), encoding: .utf8)
            try machine.write(script, to: "/srv/turner.py")
            try HostileActsTests.tryAll(
                at: HostileActsTests.Place(
                    service: service, socket: service.socket, launcher: { machine.entering(as: $0) },
                    script: "/srv/turner.py",
                    // Other processes are hidden (ProtectProc=), and the system is read-only (ProtectSystem=).
                    sandboxErrors: ["ENOENT", "EROFS"]
                ) { name, text in
                    try machine.write(text, to: "/srv/acts/\(name)")
                    return (machine.path("/srv/acts/\(name)"), "/srv/acts/\(name)")
                })
            #expect(try service.process != nil && service.property("NRestarts") == "0")
        }

        /// A provider that declares it writes code where the unit lets it, and not under the unit as it is shipped.
        /// Newer versions of systemd have the kernel refuse it (PR_SET_MDWE), as older ones do by a filter of system calls.
        @Test(arguments: [
            ("", ["EPERM", "EACCES"]), ("[Service]\nMemoryDenyWriteExecute=no\n", ["done"]),
        ])
        func executableMemoryIsForbiddenByTheUnitToo(unit: String, outcomes: [String]) throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n", unit: unit)
            let machine = service.machine
            let provider = machine.path("/usr/lib/sheaf/providers/libtest-hostile.so")
            let manifest = machine.path("/usr/lib/sheaf/providers/libtest-hostile.provider")
            try FileManager.default.copyItem(
                atPath: Build.folder.appendingPathComponent("libtest-hostile.so").path, toPath: provider)
            try Data("[Provider]\nExecutableMemory=yes\n".utf8).write(to: URL(fileURLWithPath: manifest))
            defer { for path in [provider, manifest] { try? FileManager.default.removeItem(atPath: path) } }
            try machine.write("hostile 1 socket=/none other=1\n", to: "/srv/acts/all")
            let reader = try TestReader(service, machine.path("/srv/acts/all"), width: 50, height: 50)
            for index in 0..<reader.opened.document.count.pages { _ = try reader.page(index) }
            for attempt in ["write_and_execute", "make_executable"] {
                let said = try service.entry { $0["MESSAGE"]?.contains("\(attempt): ") ?? false }
                #expect(outcomes.contains { said["MESSAGE"]?.hasSuffix("\(attempt): \($0)") == true }, "\(said)")
            }
        }

        @Test func theConnectionsOfOneUserLeaveTheOthersTheirs() throws {
            let service = try InstalledService(configuration: "[Readers]\nConnectionsPerUser=2\n")
            // An operator's, who has 64 more.
            let clients = try (0..<67).map { _ in try service.connect() }
            for client in clients.prefix(66) { _ = try client.status() }
            #expect(throws: (any Error).self) { _ = try clients[66].status() }
            for user in [Self.one, Self.other] {
                let status = try service.sheafctl("status", user: user)
                #expect(status.status == 0, "\(status.errors)")
            }
        }

        @Test func readersOfAnotherAreNotSeen() throws {
            let service = try InstalledService()
            let book = try service.pattern("pages = 9", owner: Self.one, in: "/srv/books")
            #expect(try service.sheafctl("open", book, user: Self.one).status == 0)
            let readers = try service.connect().call(ManagerInterface.ListReaders.self, .init()).parameters.readers
            let reader = try #require(readers.first)
            #expect(readers.count == 1 && reader.uid == Int(Self.one))
            #expect(try service.sheafctl("readers", "--json", user: Self.one).text.contains(reader.reader))
            #expect(try !service.sheafctl("readers", "--json", user: Self.other).text.contains(reader.reader))
            let stolen = try service.sheafctl("next", "--reader", reader.reader, user: Self.other)
            #expect(stolen.status == 1)
        }

        /// The group comes from the file that is installed for systemd-sysusers.
        @Test func membersOfTheGroupSeeAndSteerEverythingButReaders() throws {
            let service = try InstalledService()
            try service.machine.run("/bin/systemd-sysusers", "/usr/lib/sysusers.d/sheaf.conf")
            let book = try service.pattern("pages = 9", owner: Self.one, in: "/srv/books")
            let opened = try service.sheafctl("open", book, user: Self.one)
            #expect(opened.status == 0, "\(opened.errors)")
            let reader = try #require(
                try service.connect().call(ManagerInterface.ListReaders.self, .init()).parameters.readers.first?.reader)
            for (groups, seesAll) in [(["sheaf"], true), (["games", "sheaf"], true), (["games"], false), ([], false)] {
                func told(_ arguments: [String]) throws -> Command {
                    try service.machine.attempt(
                        ["/usr/bin/sheafctl"] + arguments, user: Self.other, groups: groups)
                }
                for list in [["readers"], ["documents"], ["hosts"], ["cache", "--list"]] {
                    let listed = try told(list + ["--json"])
                    #expect(listed.status == 0, "\(listed.errors)")
                    let isSeen = listed.text.contains("\"provider\":\"pattern\"")
                    #expect(isSeen == seesAll, "\(list) for \(groups): \(listed.text)")
                    // The sandbox lets the service see its own processes.
                    #expect(!seesAll || list != ["hosts"] || listed.text.contains("\"memory\":"), "\(listed.text)")
                }
                let warned = try told(["warn", "low"])
                #expect((warned.status == 0) == seesAll, "\(groups): \(warned.text)\(warned.errors)")
                #expect(seesAll || warned.errors.contains("group sheaf"), "\(warned.errors)")
                #expect((try told(["log-level", "info"]).status == 0) == seesAll, "\(groups)")
                let frame = try told(["top"])
                #expect(frame.text.contains("1 of 9") == seesAll, "\(frame.text)\(frame.errors)")
                // What is another's stays another's.
                for verb in ["next", "state", "close"] {
                    #expect(try told([verb, "--reader", reader]).status == 1, "\(verb) for \(groups)")
                }
            }
            // A primary group counts too, and the service's own is nobody's.
            let primary = try service.machine.attempt([
                "/usr/bin/setpriv", "--reuid=\(Self.other)", "--regid=sheaf", "--clear-groups", "--",
                "/usr/bin/sheafctl", "warn", "low",
            ])
            #expect(primary.status == 0, "\(primary.errors)")
        }

        @Test(arguments: [("games", true), ("", false), ("no-such-group", false)])
        func theGroupOfOperatorsIsTheOneThatIsNamed(name: String, isOperator: Bool) throws {
            let service = try InstalledService(configuration: "[Service]\nOperatorGroup=\(name)\n")
            try service.machine.run("/bin/systemd-sysusers", "/usr/lib/sysusers.d/sheaf.conf")
            let warned = try service.sheafctl("warn", "low", user: Self.other, groups: ["games"])
            #expect((warned.status == 0) == isOperator, "\(warned.text)\(warned.errors)")
            let other = try service.sheafctl("warn", "low", user: Self.other, groups: ["sheaf"])
            #expect(other.status == 1)
            guard name == "no-such-group" else { return }
            #expect(try service.entry { $0["MESSAGE"]?.contains("no group \(name)") == true }["PRIORITY"] == "4")
        }

        /// Under the unit its user is nobody's but its own and its hosts', which confine themselves there as elsewhere.
        @Test func theUserOfTheServiceIsNoOperator() throws {
            let service = try InstalledService(configuration: "[Hosts]\nHostSandbox=required\n")
            let book = try service.pattern("pages = 9", owner: Self.one, in: "/srv/books")
            let opened = try service.sheafctl("open", book, user: Self.one)
            #expect(opened.status == 0, "\(opened.errors)")
            let process = try #require(service.machine.processes(of: InstalledService.unit).first)
            let user = try #require(try Self.users(of: process).first)
            let warned = try service.sheafctl("warn", "low", user: UInt32(user))
            #expect(warned.status == 1 && warned.errors.contains("you may not"), "\(warned.text)\(warned.errors)")
            let hosts = try service.connect().call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
            #expect(!hosts.isEmpty)
            for host in hosts {
                for part: ManagerInterface.Confinement in [.privileges, .limits, .files, .systemCalls] {
                    #expect(host.confinement.contains(part), "\(host.confinement)")
                }
            }
        }

        /// Everybody may connect to the socket; nobody may put another one in its place.
        @Test func theSocketIsRootsAndOpenToEverybody() throws {
            let machine = try InstalledService().machine
            for (path, expected) in [("/run/sheaf", "755 0 0 directory"), ("/run/sheaf/org.sheaf", "666 0 0 socket")] {
                let shown = try machine.run(
                    "/usr/bin/env", "LC_ALL=C", "stat", "--format=%a %u %g %F", path)
                #expect(shown == expected + "\n")
            }
        }

        @Test func theUnitsAreSoundAndLittleExposed() throws {
            let machine = try InstalledService().machine
            let checked = try machine.attempt([
                "/usr/bin/systemd-analyze", "verify", "--man=no", "--recursive-errors=no", "sheafd.service",
                "sheafd.socket",
            ])
            #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
            let judged = try machine.attempt([
                "/usr/bin/systemd-analyze", "security", "--offline=true", "--no-pager",
                "--threshold=\(Self.exposure)", "/usr/lib/systemd/system/sheafd.service",
            ])
            #expect(judged.status == 0, "\(judged.text)")
        }

        /// The real, effective and saved user of a process, and the one for files.
        private static func users(of process: Int32) throws -> [Int] {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
            return (line ?? "").split(separator: "\t").dropFirst().compactMap { Int($0) }
        }
    }
}
