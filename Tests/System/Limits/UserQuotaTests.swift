import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Limits on one user, which leave as much to another one.
@Suite(.enabled(if: geteuid() == 0, "needs root, to be several users")) struct UserQuotaTests {
    private static let one: UInt32 = 1_001
    private static let other: UInt32 = 1_002

    private static func open(_ service: RunningService, _ path: String, as user: UInt32) throws -> TestReader {
        try TestReader(service, path, width: 64, height: 64, client: service.connect(as: user))
    }

    /// Returns the amount of a limit that a user has used; nil where it is not listed.
    private static func used(_ limit: String, of user: UInt32, _ service: RunningService) throws -> Int? {
        try service.connect().status().users.first { $0.uid == Int(user) }?.quotas.first { $0.limit == limit }?.used
    }

    private static func reached(_ limit: String, _ value: Int) -> ReaderInterface.Failure {
        .limitReached(limit: limit, value: value)
    }

    @Test func documentsOfOneUserAreLimitedAndNotThoseOfAnother() throws {
        let service = try RunningService(configuration: "[Readers]\nDocumentsPerUser=2\n")
        let paths = try (0..<3).map { try service.pattern("pages = \($0 + 1)", name: "document\($0)") }
        let first = try Self.open(service, paths[0], as: Self.one)
        let second = try Self.open(service, paths[1], as: Self.one)
        let refusal = try failure { _ = try Self.open(service, paths[2], as: Self.one) }
        #expect(refusal == Self.reached("DocumentsPerUser", 2))
        // One that is open already is no further one.
        let again = try Self.open(service, paths[0], as: Self.one)
        #expect(try Self.used("DocumentsPerUser", of: Self.one, service) == 2)
        for path in paths.prefix(2) { _ = try Self.open(service, path, as: Self.other) }
        #expect(try Self.used("DocumentsPerUser", of: Self.other, service) == 2)
        try first.close()
        #expect(try failure { _ = try Self.open(service, paths[2], as: Self.one) } == refusal)
        try again.close()
        _ = try Self.open(service, paths[2], as: Self.one)
        #expect(service.log.contains("uid \(Self.one) has reached DocumentsPerUser=2\n"))
        // Another limit holds at once.
        #expect(try failure { _ = try Self.open(service, paths[0], as: Self.one) } == refusal)
        _ = try service.configure("[Readers]\nDocumentsPerUser=3\n")
        _ = try Self.open(service, paths[0], as: Self.one)
        _ = second
    }

    @Test func aDocumentOfTheLibraryCountsForEachOfItsReaders() throws {
        let library = try RunningService()
        let books = try (0..<2).map { try library.pattern("pages = 1", name: "book\($0)") }
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library.folder.path)\n[Readers]\nDocumentsPerUser=1\n")
        func open(_ path: String, _ user: UInt32) throws -> String {
            try service.connect(as: user).call(
                ReaderInterface.Open.self, .init(path: path, viewport: .init(width: 9, height: 9))
            ).parameters.state.reader
        }
        _ = try open(books[0], Self.one)
        #expect(try failure { _ = try open(books[1], Self.one) } == Self.reached("DocumentsPerUser", 1))
        _ = try open(books[1], Self.other)
        #expect(try failure { _ = try open(books[0], Self.other) } == Self.reached("DocumentsPerUser", 1))
        #expect(try service.connect().status().documents == 2)
    }

    @Test func watchesOfOneUserAreLimitedOverAllReaders() throws {
        let service = try RunningService(configuration: "[Readers]\nWatchesPerUser=2\n")
        let path = try service.pattern("pages = 3")
        func watch(_ reader: TestReader, as user: UInt32) throws -> VarlinkBlockingClient {
            let client = try service.connect(as: user)
            try client.send(ReaderInterface.Watch.self, .init(reader: reader.id), flags: .more)
            _ = try client.receive(ReaderInterface.Watch.self)
            return client
        }
        let readers = try (0..<3).map { _ in try Self.open(service, path, as: Self.one) }
        var watches = try readers.prefix(2).map { try watch($0, as: Self.one) }
        let refusal = try failure { _ = try watch(readers[2], as: Self.one) }
        #expect(refusal == Self.reached("WatchesPerUser", 2))
        let stranger = try Self.open(service, path, as: Self.other)
        let strange = try watch(stranger, as: Self.other)
        #expect(try Self.used("WatchesPerUser", of: Self.one, service) == 2)
        // A watch ends with its connection, and with its reader.
        watches.removeLast()
        try eventually { try Self.used("WatchesPerUser", of: Self.one, service) == 1 }
        try readers[0].close()
        try eventually { try Self.used("WatchesPerUser", of: Self.one, service) == 0 }
        _ = (watches, strange)
    }

    @Test func requestsThatWaitAreLimitedForEachUser() throws {
        let service = try RunningService(configuration: "[Hosts]\nRequestsPerUser=3\n[Cache]\nReadAhead=0\n")
        let path = try service.pattern("pages = 9\nrender-ms = 300\ncost = sleep")
        func ask(_ index: Int, _ reader: TestReader, as user: UInt32) throws -> VarlinkBlockingClient {
            let client = try service.connect(as: user)
            try client.send(
                ReaderInterface.GetPage.self, .init(reader: reader.id, index: index, handover: .some(.none)))
            return client
        }
        let reader = try Self.open(service, path, as: Self.one)
        // Each page is known, so that nothing has to be looked up.
        for index in 0..<9 { _ = try reader.navigate(.init(index: index), handover: .some(.none)) }
        try eventually { try Self.used("RequestsPerUser", of: Self.one, service) == 0 }
        _ = try reader.setViewport(.init(width: 32, height: 32))
        let clients = try (0..<9).map { try ask($0, reader, as: Self.one) }
        let stranger = try Self.open(service, path, as: Self.other)
        #expect(try stranger.page(0).page.index == 0)
        let refusals = try clients.compactMap { client in
            try failure { _ = try client.receive(ReaderInterface.GetPage.self) }
        }
        #expect(!refusals.isEmpty && refusals.allSatisfy { $0 == Self.reached("RequestsPerUser", 3) }, "\(refusals)")
        #expect(refusals.count <= 9 - 3)
    }

    @Test func hostsOfOneUserMakeRoomForEachOtherAndNotForThoseOfAnother() throws {
        let service = try RunningService(
            configuration: "[Hosts]\nHostsPerUser=1\n[Cache]\nReadAhead=0\n",
            providers: ["test-plain", "sheaf-pattern"])
        let paths = [try service.file("plain", Data("plain 1\npages=5\n".utf8)), try service.pattern("pages = 5")]
        let stranger = try Self.open(service, paths[1], as: Self.other)
        let kept = service.hosts
        let readers = try paths.map { try Self.open(service, $0, as: Self.one) }
        for (reader, index) in [(readers[0], 1), (readers[1], 1), (readers[0], 2), (readers[1], 2)] {
            #expect(try reader.page(index, handover: .some(.none)).page.index == index)
            try eventually { try Self.used("HostsPerUser", of: Self.one, service) == 1 }
        }
        #expect(try Self.used("HostsPerUser", of: Self.other, service) == 1)
        #expect(try stranger.page(1).page.index == 1)
        #expect(service.hosts.contains { kept.contains($0) })
    }

    /// Two users have all hosts, and keep them at work: a third gets the first of these that has answered.
    @Test func aUserWhoHasNoHostGetsOneOfThoseWhoHaveThemAll() throws {
        let service = try RunningService(
            configuration: "[Hosts]\nHostsMax=4\nHostsPerUser=2\nHostsPerProvider=2\n[Cache]\nReadAhead=0\n")
        let third: UInt32 = 1_003
        let paths = try (0..<5).map {
            try service.pattern("pages = 99\nrender-ms = 100\ncost = sleep\nseed = \($0)", name: "book\($0)")
        }
        let users = [Self.one, Self.one, Self.other, Self.other]
        let readers = try zip(paths, users).map { try Self.open(service, $0, as: $1) }
        var clients: [VarlinkBlockingClient] = []
        for (reader, user) in zip(readers, users) {
            for index in 1...15 {
                let client = try service.connect(as: user)
                try client.send(
                    ReaderInterface.GetPage.self, .init(reader: reader.id, index: index, handover: .some(.none)))
                clients.append(client)
            }
        }
        try eventually { try service.connect().status().hosts == 4 }
        let stranger = try Self.open(service, paths[4], as: third)
        #expect(try stranger.page(1).page.index == 1)
        #expect(try Self.used("HostsPerUser", of: third, service) == 1)
        #expect(service.hosts.count <= 4)
        // Nobody's request is lost for it.
        for client in clients { #expect(try failure { _ = try client.receive(ReaderInterface.GetPage.self) } == nil) }
    }

    /// A user waits for the page that is being rendered, however many pages of the document another user asks for.
    @Test func usersOfADocumentOfTheLibraryAreServedInTurn() throws {
        let library = try RunningService()
        let book = try library.pattern("pages = 99\nrender-ms = 50\ncost = sleep", name: "book")
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library.folder.path)\n[Cache]\nReadAhead=0\n")
        func open(_ client: VarlinkBlockingClient) throws -> String {
            try client.call(
                ReaderInterface.Open.self, .init(path: book, viewport: .init(width: 64, height: 64))
            ).parameters.state.reader
        }
        let stranger = try service.connect(as: Self.other)
        let strange = try open(stranger)
        let pages = 40
        let clients = try (0..<pages).map { _ in try service.connect(as: Self.one) }
        let reader = try open(clients[0])
        for (index, client) in clients.enumerated() {
            try client.send(
                ReaderInterface.GetPage.self, .init(reader: reader, index: index + 1, handover: .some(.none)))
        }
        try service.answer()
        let before = try stranger.cache().renders.rendered
        try stranger.send(ReaderInterface.GetPage.self, .init(reader: strange, index: 90, handover: .some(.none)))
        // Answered right behind it.
        try stranger.send(ManagerInterface.GetCache.self, .init())
        #expect(try stranger.receive(ReaderInterface.GetPage.self).parameters.page.index == 90)
        let after = try stranger.receive(ManagerInterface.GetCache.self).parameters.renders.rendered
        // Its page is looked up first, and each of the two waits for one of the other's pages.
        #expect(after - before <= 5, "\(after - before) pages were rendered meanwhile")
        #expect(before < pages - 10, "the others had waited")
        for client in clients { #expect(try failure { _ = try client.receive(ReaderInterface.GetPage.self) } == nil) }
    }

    /// The readers of one user show more than the cache holds, while the neighbour leafs through three pages.
    @Test(arguments: [false, true]) func aUserWhoseReadersFillTheCacheLeavesItsShareToAnother(holdsPages: Bool) throws {
        let page = 64 * 64 * 4
        let service = try RunningService(
            configuration: """
                [Cache]
                CacheMax=\(10 * page)
                CacheHardMax=\(14 * page)
                LeaseMaxPerUser=\(4 * page)
                ReadAhead=0

                """)
        let path = try service.pattern("pages = 400\nwidth = 100\nheight = 100")
        let crowd = try (0..<40).map { _ in try Self.open(service, path, as: Self.one) }
        for (index, reader) in crowd.enumerated() {
            try reader.navigate(.init(index: index * 10), handover: .some(.none))
            let refusal = try failure { _ = try reader.page(handover: holdsPages ? .descriptor : .some(.none)) }
            #expect(refusal == nil || refusal == Self.reached("LeaseMaxPerUser", 4 * page))
        }
        let neighbour = try Self.open(service, path, as: Self.other)
        var misses = 0
        for turn in 0..<60 {
            if try !neighbour.navigate(.init(index: turn % 3), handover: .some(.none)).parameters.hit { misses += 1 }
            // Until it is there.
            _ = try neighbour.page(handover: .some(.none))
            try crowd[turn % 40].navigate(.init(relative: 1), handover: .some(.none))
            _ = try crowd[turn % 40].page(handover: .some(.none))
        }
        // Three that come for the first time; what viewers hold of what goes makes no room at first.
        #expect(misses <= (holdsPages ? 15 : 5), "\(misses) of 60 turns missed")
    }

    @Test func aUserSeesOnlyItsOwnAccountAndAnOperatorAll() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 3")
        let readers = try [Self.one, Self.other].map { try Self.open(service, path, as: $0) }
        #expect(try readers[0].client.status().users.map(\.uid) == [Int(Self.one)])
        // Each shows its page, for which its host is asked.
        let status = try eventually {
            try service.connect().status()
        } until: { status in
            status.users.allSatisfy { user in user.quotas.allSatisfy { $0.limit != "RequestsPerUser" || $0.used == 0 } }
        }
        // The operator has a connection and nothing else.
        #expect(status.users.map(\.uid) == [Int(geteuid()), Int(Self.one), Int(Self.other)])
        let account = status.users[1]
        #expect(
            account.quotas.map(\.limit) == [
                "ConnectionsPerUser", "ReadersPerUser", "DocumentsPerUser", "DocumentFilesPerUser", "WatchesPerUser",
                "RequestsPerUser", "HostsPerUser", "LeaseMaxPerUser",
            ])
        let used = account.quotas.map(\.used)
        #expect(Array(used.dropFirst()) == [1, 1, 1, 0, 0, 1, 0] && status.users[0].quotas[0].used > 0, "\(used)")
        #expect(account.quotas.allSatisfy { $0.value > 0 })
        let shown = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket, "status"])
        let readersAndMore =
            "of 1024 connections, 1 of 1024 readers, 1 of 256 documents, 1 of 2048 files of documents, 0 of 2048 watches"
        #expect(shown.text.contains(readersAndMore), "\(shown.text)")
    }
}
