import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

extension SystemdTests {
    /// Restarts with a store that is too small, or damaged.
    @Suite struct RestartStoreTests {
        private static let pages = 40

        /// Either systemd takes no more, and says nothing to the service, or the service sends no more. In ten starts the
        /// pages' memories have many numbers.
        @Test(arguments: [("", "[Service]\nFileDescriptorStoreMax=20\n", 16), ("KeepMax=9\n", "", 8)])
        func whatDoesNotFitIsRenderedAnew(configuration: String, unit: String, kept: Int) throws {
            let service = try InstalledService(
                configuration: "[Service]\n\(configuration)[Cache]\nReadAhead=0\n", unit: unit)
            let reader = try TestReader(
                service, service.machine.path(service.pattern("pages = \(Self.pages)\nwidth = 60\nheight = 80")),
                width: 60, height: 80)
            let pixels = try (0..<Self.pages).map { try reader.page($0).bytes }
            #expect(Set(pixels).count == Self.pages)
            try reader.navigate(.init(index: 30))
            for round in 0..<3 {
                // The note's two, the places, the document, and the pages.
                try service.wait { try service.property("NFileDescriptorStore") == "\(kept + 4)" }
                usleep(500_000)
                try service.systemctl("restart")
                let client = try service.reconnect()
                let state = try client.call(ReaderInterface.GetState.self, .init(reader: reader.id)).parameters.state
                #expect(state.location?.index == 30)
                let order = Array(0..<Self.pages)
                var hits = 0
                for index in round.isMultiple(of: 2) ? order : order.reversed() {
                    let reply = try client.call(
                        ReaderInterface.GetPage.self, .init(reader: reader.id, index: index))
                    let page = try HandedPage(reply.parameters.page, reply.descriptors)
                    #expect(page.bytes == pixels[index], "page \(index) in round \(round)")
                    if page.page.origin == .cached { hits += 1 }
                }
                #expect(hits >= kept && hits < Self.pages, "round \(round)")
            }
            // systemd warns of what it has not taken; the service only says that it is so.
            let alarming = try service.journal().filter { entry in
                entry["SYSLOG_IDENTIFIER"] == "sheafd" && Int(entry["PRIORITY"] ?? "") ?? 0 <= 4
            }
            #expect(alarming.isEmpty, "\(alarming.compactMap { $0["MESSAGE"] })")
            let isTold = try service.journal().contains { $0["MESSAGE"]?.contains("had no room") == true }
            #expect(isTold == !unit.isEmpty)
        }

        @Test func aDamagedNoteIsLeftAndSaidSo() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(service.pattern("pages = 9\nwidth = 60\nheight = 80"))
            let reader = try TestReader(service, book, width: 60, height: 80)
            _ = try reader.page()
            try service.wait { Int(try service.property("NFileDescriptorStore")) ?? 0 >= 5 }
            usleep(500_000)
            let process = try #require(try service.process)
            // It may not write another one.
            #expect(kill(process, SIGSTOP) == 0)
            #expect(try Self.damageNotes(of: process) == 2)
            #expect(kill(process, SIGKILL) == 0)
            let client = try service.reconnect()
            let entry = try service.entry { $0["MESSAGE_ID"] == "455bd6f684584b7a8f685f2b755ab711" }
            #expect(entry["PRIORITY"] == "4" && entry["MESSAGE"]?.contains("could not be used") == true)
            #expect(
                try failure { _ = try client.call(ReaderInterface.GetState.self, .init(reader: reader.id)) } != nil)
            // And from then on as ever.
            let next = try TestReader(service, book, width: 60, height: 80)
            try next.navigate(.init(index: 4))
            try service.wait { Int(try service.property("NFileDescriptorStore")) ?? 0 >= 5 }
            try service.systemctl("restart")
            let state = try service.reconnect().call(ReaderInterface.GetState.self, .init(reader: next.id)).parameters
                .state
            #expect(state.location?.index == 4)
        }

        /// Writes over the middle of each note that a process has open; returns how many those are.
        private static func damageNotes(of process: Int32) throws -> Int {
            var notes: Set<UInt64> = []
            for number in 0..<200 {
                let path = "/proc/\(process)/fd/\(number)"
                var name = [CChar](repeating: 0, count: 256)
                let length = readlink(path, &name, name.count - 1)
                guard length > 0,
                    String(decoding: name.prefix(length).map(UInt8.init), as: UTF8.self)
                        .hasPrefix("/memfd:sheaf-note")
                else { continue }
                let file = open(path, O_RDWR | O_CLOEXEC)
                guard file >= 0 else { throw TestFailure("cannot open a note") }
                defer { close(file) }
                #expect(pwrite(file, "damage", 6, 48) == 6)
                notes.insert(try Memfd.inode(of: file))
            }
            return notes.count
        }
    }
}
