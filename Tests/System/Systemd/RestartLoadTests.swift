import Foundation
import Glibc
import SheafInterface
import SheafOS
import Synchronization
import TestSupport
import Testing
import Varlink

extension SystemdTests {
    /// A restart while readers turn pages.
    @Suite struct RestartLoadTests {
        private static let pages = 60
        private static let readers = 4
        private static let restarts = 3
        private static let turnsBetween = 50

        @Test(arguments: [false, true]) func noTurnThatWasAnsweredIsLost(isKilled: Bool) throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let book = try service.machine.path(
                service.pattern("pages = \(Self.pages)\nwidth = 60\nheight = 80"))
            let opener = try service.connect()
            let readers = try (0..<Self.readers).map { _ in
                try TestReader(service, book, width: 60, height: 80, client: opener)
            }
            for index in 0..<Self.pages { _ = try readers[0].page(index, handover: .some(.none)) }
            try service.waitUntilAllIsKept()
            let socket = service.machine.path(service.socket)
            let turners = readers.map { Turner(reader: $0.id, pages: Self.pages, socket: socket) }
            for turner in turners { turner.start() }
            // They turn on between restarts. systemd allows five starts in ten seconds.
            func wait() throws {
                let before = turners.map(\.turns)
                try eventually(log: service.log) {
                    turners.map(\.turns)
                } until: {
                    zip($0, before).allSatisfy { $0 > $1 + Self.turnsBetween }
                }
            }
            for _ in 0..<Self.restarts {
                try wait()
                if isKilled {
                    let process = try #require(try service.process)
                    #expect(kill(process, SIGKILL) == 0)
                    try eventually(log: service.log) { try service.process.map { $0 != process } ?? false }
                } else {
                    try service.systemctl("restart")
                }
            }
            try wait()
            for turner in turners {
                let result = try turner.stop()
                #expect(result.failures.isEmpty, "\(result.failures)")
                #expect(result.reconnections >= Self.restarts)
                print("\(isKilled ? "killed" : "restarted"): \(result)")
            }
            // The counters begin with each run. All that was in the cache was kept when the load began.
            let client = try service.connect()
            let counters = try client.cache().counters
            #expect(counters.hits > 0 && counters.hits * 100 >= (counters.hits + counters.misses) * 99)
            for index in 0..<Self.pages {
                let page = try client.call(
                    ReaderInterface.GetPage.self,
                    .init(reader: readers[0].id, index: index, handover: .some(.none))
                ).parameters.page
                #expect(page.origin == .cached && page.index == index)
            }
        }
    }

    /// Kills while readers turn to pages that nobody has seen.
    @Suite struct WarmthTests {
        private static let readers = 4
        private static let kills = 3
        /// How many pages each reader turns to between two kills.
        private static let pagesBetween = 150

        /// A killed service loses only the pages of its last moments.
        @Test func aKilledServiceLosesOnlyItsLastPages() throws {
            let service = try InstalledService(configuration: "[Cache]\nReadAhead=0\n")
            let pages = Self.kills * Self.pagesBetween + 1
            let client = try service.connect()
            var readers: [TestReader] = []
            for seed in 0..<Self.readers {
                let book = try service.pattern(
                    "pages = \(pages)\nwidth = 60\nheight = 80\nseed = \(seed)", in: "/root/book-\(seed)")
                readers.append(
                    try TestReader(service, service.machine.path(book), width: 60, height: 80, client: client))
            }
            var connected = client
            var turned = 0
            var (warmOfAll, all) = (0, 0)
            for kill in 1...Self.kills {
                for _ in 0..<Self.pagesBetween {
                    for reader in readers {
                        _ = try connected.call(
                            ReaderInterface.GetPage.self,
                            .init(reader: reader.id, index: turned, handover: .some(.none)))
                    }
                    turned += 1
                    // Some 60 pages a second, as four people make who leaf.
                    Thread.sleep(forTimeInterval: 0.06)
                }
                let process = try #require(try service.process)
                #expect(Glibc.kill(process, SIGKILL) == 0)
                try eventually(log: service.log) { try service.process.map { $0 != process } ?? false }
                connected = try service.reconnect()
                var warm = 0
                for reader in readers {
                    for index in 0..<turned {
                        let page = try connected.call(
                            ReaderInterface.GetPage.self,
                            .init(reader: reader.id, index: index, handover: .some(.none))
                        ).parameters.page
                        if page.origin == .cached { warm += 1 }
                    }
                }
                print("WarmthTests: kill \(kill): \(warm) of \(turned * Self.readers) pages are warm")
                warmOfAll += warm
                all += turned * Self.readers
            }
            #expect(warmOfAll * 100 >= all * 99)
        }
    }

    /// Restarts with a store that is too small, or damaged.
    @Suite struct RestartStoreTests {
        private static let pages = 40

        /// Either systemd takes no more, and says nothing to the service, or the service sends no more. In ten starts the
        /// pages' memories have many numbers.
        @Test(arguments: [
            Case("systemd's limit", ("", "[Service]\nFileDescriptorStoreMax=22\n", 16)),
            Case("the service's limit", ("KeepMax=9\n", "", 8)),
        ])
        func whatDoesNotFitIsRenderedAnew(limit: Case<(String, String, Int)>) throws {
            let (configuration, unit, kept) = limit.value
            let service = try InstalledService(
                configuration: "[Service]\n\(configuration)[Cache]\nReadAhead=0\n", unit: unit)
            let reader = try TestReader(
                service, service.machine.path(service.pattern("pages = \(Self.pages)\nwidth = 60\nheight = 80")),
                width: 60, height: 80)
            let pixels = try (0..<Self.pages).map { try reader.page($0).bytes }
            #expect(Set(pixels).count == Self.pages)
            try reader.navigate(.init(index: 30))
            for round in 0..<3 {
                // The notes' four, the positions, the document, and the pages.
                try eventually(log: service.log) {
                    try service.kept
                } until: {
                    $0 == kept + 6
                }
                try service.systemctl("restart")
                let client = try service.reconnect()
                let state = try client.state(of: reader.id)
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
            try service.waitUntilAllIsKept()
            let process = try #require(try service.process)
            // It may not write another one.
            #expect(kill(process, SIGSTOP) == 0)
            #expect(try Self.damageNotes(of: process) == 2)
            #expect(kill(process, SIGKILL) == 0)
            let client = try service.reconnect()
            let entry = try service.entry { $0["MESSAGE_ID"] == "455bd6f684584b7a8f685f2b755ab711" }
            #expect(entry["PRIORITY"] == "4" && entry["MESSAGE"]?.contains("could not be used") == true)
            #expect(
                try failure { _ = try client.state(of: reader.id) } != nil)
            // And from then on as ever.
            let next = try TestReader(service, book, width: 60, height: 80)
            try next.navigate(.init(index: 4))
            try service.waitUntilAllIsKept()
            try service.systemctl("restart")
            let state = try service.reconnect().state(of: next.id)
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

/// Turns a reader's pages all the time, one by one, and keeps account of where it must be.
private final class Turner: Sendable {
    /// The turns and reconnections of one run, and what failed.
    struct Result: CustomStringConvertible {
        var turns = 0
        /// Turns of which nobody knew whether they were done until the reader was asked.
        var unanswered = 0
        var reconnections = 0
        /// Descriptions of all that went wrong.
        var failures: [String] = []

        var description: String {
            "\(turns) turns, \(unanswered) not answered, \(reconnections) reconnections, \(failures)"
        }
    }

    private let reader: String
    private let pages: Int
    private let socket: String
    private let isStopped = Atomic(false)
    private let turned = Atomic(0)
    private let result = Mutex<Result?>(nil)

    /// How many turns were answered so far.
    var turns: Int { turned.load(ordering: .relaxed) }

    init(reader: String, pages: Int, socket: String) {
        self.reader = reader
        self.pages = pages
        self.socket = socket
    }

    func start() {
        Thread.detachNewThread { [self] in
            var account = Result()
            turn(&account)
            result.withLock { $0 = account }
        }
    }

    func stop() throws -> Result {
        isStopped.store(true, ordering: .relaxed)
        return try #require(
            try eventually {
                result.withLock { $0 }
            } until: {
                $0 != nil
            })
    }

    private func turn(_ account: inout Result) {
        let client = VarlinkReconnectingClient { [socket] () throws(OSError) in
            try VarlinkBlockingClient(path: socket)
        }
        var place = 0
        var step = 1
        while !isStopped.load(ordering: .relaxed) {
            if place + step >= pages || place + step < 0 { step = -step }
            do throws(VarlinkCallError<ReaderInterface.Failure>) {
                let reply = try client.call(
                    ReaderInterface.Navigate.self,
                    .init(reader: reader, target: .init(relative: step), handover: .some(.none))
                ).parameters
                if reply.location.index != place + step {
                    account.failures.append("from \(place) it went to \(reply.location.index)")
                }
                place = reply.location.index
                account.turns += 1
                turned.store(account.turns, ordering: .relaxed)
            } catch {
                guard case .connection(let reason) = error, reason.code == .unanswered else {
                    account.failures.append("\(error)")
                    break
                }
                account.unanswered += 1
                guard let index = position(client, &account) else { break }
                if index != place, index != place + step {
                    account.failures.append("it was at \(place), and is at \(index)")
                }
                place = index
            }
        }
        account.reconnections = client.reconnections
    }

    private func position(_ client: VarlinkReconnectingClient, _ account: inout Result) -> Int? {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            return try client.call(ReaderInterface.GetState.self, .init(reader: reader)).parameters.state.location?
                .index
        } catch {
            account.failures.append("\(error)")
            return nil
        }
    }
}
