import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Providers that die: it costs nobody a connection, and at most the page that killed them.
@Suite struct CrashTests {
    @Test(arguments: [SIGKILL, SIGSEGV])
    func aProviderKilledInMidRenderIsAskedAgain(signal: Int32) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(
            service, service.pattern("pages = 9\nrender-ms = \(Build.renderTime(2_000))"))
        let bystander = try TestReader(service, Documents.policy.get())
        _ = try bystander.page()
        _ = try reader.page()
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 5))
        let victim = try Self.renderingHost(of: service, bystander.client)
        #expect(kill(victim, signal) == 0)
        let reply = try reader.client.receive(ReaderInterface.GetPage.self)
        let page = try HandedPage(reply.parameters.page, reply.descriptors)
        #expect(page.page.index == 5 && page.bytes.count == page.page.size)
        try eventually { !service.hosts.contains(victim) }
        #expect(try bystander.page(1).page.index == 1)
        #expect(try reader.navigate(.init(index: 6)).parameters.location.index == 6)
    }

    /// The plain test provider crashes on one page whenever it is asked for it.
    @Test(arguments: [("segv", "SIGSEGV"), ("abort", "SIGABRT"), ("exit", "exit status")])
    func aPageThatKillsTwoHostsIsRefusedUntilItIsReloaded(crash: String, told: String) throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n", providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("bomb", Data("plain 1\npages=5\ncrash=\(crash) page=3\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        let other = try TestReader(service, service.pattern("pages = 5"))
        _ = try reader.page(0)
        guard case .pageFailed(3, let reason) = try failure(of: { _ = try reader.page(3) }) else {
            Issue.record("page 3 is rendered")
            return
        }
        #expect(reason.contains(told))
        // The others are served, and it is not asked for again.
        let dead = service.deadHosts
        #expect(try reader.page(1).page.index == 1)
        #expect(try failure(of: { _ = try reader.page(3) }) == .pageFailed(index: 3, reason: reason))
        #expect(try other.page(2).page.index == 2 && service.deadHosts == dead)
        // It keeps its place, and says why it is not there.
        let frames = try reader.client.call(
            ReaderInterface.GetLayout.self, .init(reader: reader.id, first: 0, pages: 5)
        )
        .parameters.frames
        #expect(frames.map { $0.refused != nil } == [false, false, false, true, false])
        #expect(frames[3].refused == reason && frames[3].width == frames[2].width)
        #expect(try reader.navigate(.init(index: 3)).parameters.location.index == 3)
        try reader.reload()
        #expect(try reader.page(1).page.index == 1)
        #expect(try failure(of: { _ = try reader.page(3) }) == .pageFailed(index: 3, reason: reason))
        #expect(service.deadHosts == dead + 2)
    }

    @Test func aProviderThatHangsIsKilledAndOthersGoOn() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n[Hosts]\nRequestTimeSec=5s\n",
            providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        let other = try TestReader(service, service.pattern("pages = 5"))
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
        #expect(try other.page(3).page.index == 3)
        #expect(throws: ReaderError.self) { _ = try reader.client.receive(ReaderInterface.GetPage.self) }
        #expect(try other.page(4).page.index == 4)
    }

    @Test func aDocumentThatIsNeverOpenedIsGivenUp() throws {
        let service = try RunningService(
            configuration: "[Hosts]\nRequestTimeSec=5s\n", providers: ["test-plain"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 deaf=1\n".utf8))
        guard case .documentFailed(let reason) = try failure(of: { _ = try TestReader(service, path) }) else {
            Issue.record("it is opened")
            return
        }
        #expect(!reason.isEmpty)
        #expect(try TestReader(service, service.file("good", Data("plain 1\npages=5\n".utf8))).page().page.index == 0)
    }

    /// The pattern provider's host, once it renders.
    private static func renderingHost(of service: RunningService, _ client: VarlinkBlockingClient) throws -> Int32 {
        let host = try eventually {
            try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
                .first { $0.provider == "pattern" && $0.state == .busy }
        } until: {
            $0 != nil
        }
        return Int32(try #require(host).pid)
    }
}

/// More documents at work than there may be provider hosts.
@Suite struct HostLimitTests {
    @Test func whoFindsEveryHostAtWorkIsRefusedAndToldOfOnce() throws {
        // Documents of the library are opened in a host of their own.
        let library = "/tmp/sheaf-library-\(getpid())"
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: library) }
        try "sheaf-pattern 1\npages = 3\n".write(toFile: library + "/book", atomically: true, encoding: .utf8)
        let service = try RunningService(
            configuration: """
                [Documents]
                LibraryFolders=\(library)
                [Cache]
                ReadAhead=0
                [Hosts]
                HostsMax=1

                """, providers: ["test-plain", "sheaf-pattern"])
        let path = try service.file("tar-pit", Data("plain 1\npages=5\nhang=60 page=2\ndeaf=1\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        try reader.client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 2))
        let client = try service.connect()
        try eventually {
            try client.status().cache.reserved
        } until: {
            $0 > 0
        }
        for _ in 0..<2 {
            let refusal = try failure {
                _ = try client.call(
                    ReaderInterface.Open.self, .init(path: library + "/book", viewport: .init(width: 9, height: 9)))
            }
            #expect(refusal == .serviceOverloaded(reason: "all 1 provider hosts are at work"))
        }
        let line = "uid \(getuid()) opened nothing: all 1 provider hosts are at work (HostsMax=)"
        #expect(service.log.components(separatedBy: line).count == 2)
    }
}

/// Commands that have to wait, since the host that looks for their pages is at work on another's.
@Suite struct BusyHostTests {
    /// All documents of a user have one host.
    private static let alone = "[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=1\n"
    private static let settings = "pages = 99\nwidth = 100\nheight = 100\nmovable = on"

    /// A viewer whose page takes long: until it is there its host, which serves all documents of a user, does nothing else.
    private static func occupy(_ service: RunningService) throws -> TestReader {
        let slow = try TestReader(
            service, try service.pattern("pages = 2\nrender-ms = 4000", name: "slow"), width: 64, height: 64)
        try slow.client.send(ReaderInterface.GetPage.self, .init(reader: slow.id, handover: .some(.none)))
        try eventually { try isBusy(service) }
        return slow
    }

    private static func isBusy(_ service: RunningService) throws -> Bool {
        try service.connect().call(ManagerInterface.ListHosts.self, .init()).parameters.hosts.contains {
            $0.state == .busy
        }
    }

    private static func open(
        _ service: RunningService, _ settings: String = settings, at index: Int = 4
    ) throws -> TestReader {
        try TestReader(service, try service.pattern(settings), width: 64, height: 64, target: .init(index: index))
    }

    @Test func aDragThatBeginsWhenItsViewerHasGoneIsReleased() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = try {
            let viewer = try Self.open(service)
            let slow = try Self.occupy(service)
            try viewer.client.send(ReaderInterface.BeginDrag.self, .init(reader: viewer.id))
            try service.answer()
            return (slow, viewer.id)
        }()
        let client = try service.connect()
        try eventually {
            try client.state(of: slow.1).phase
        } until: {
            $0 == .rest
        }
        withExtendedLifetime(slow.0) {}
    }

    @Test func aPageTakenUpWhenItsViewerHasGoneGoesBack() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = try {
            let viewer = try Self.open(service)
            let slow = try Self.occupy(service)
            try viewer.client.send(ReaderInterface.BeginMove.self, .init(reader: viewer.id, index: 9))
            try service.answer()
            return (slow, viewer.id)
        }()
        let client = try service.connect()
        try eventually {
            try client.state(of: slow.1).moving
        } until: {
            $0 == nil
        }
        // The provider has let go of it too.
        _ = try client.call(ReaderInterface.BeginMove.self, .init(reader: slow.1, index: 5))
        withExtendedLifetime(slow.0) {}
    }

    @Test func offsetsThatWaitLeaveRoomForTheRelease() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.open(service)
        let slow = try Self.occupy(service)
        try viewer.client.send(ReaderInterface.BeginDrag.self, .init(reader: viewer.id), flags: .oneway)
        for step in 0...1_000 { try viewer.sendDrag(to: 4 - Double(step) / 1_250) }
        let release = try viewer.releaseDrag()
        // Where the finger was last is what counts.
        #expect(release.spread == 3)
        #expect(try viewer.state().badOffsets == 0)
        withExtendedLifetime(slow) {}
    }

    @Test func aRefreshIsAnsweredWhoeverClosesItsReader() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.open(service, "order = 0-8")
        let slow = try Self.occupy(service)
        // Its file has changed, and cannot be looked at yet.
        _ = try service.pattern("order = 9, 0-8")
        try remains(for: .milliseconds(300), because: "nothing tells that a file was noticed to be still") {
            try Self.isBusy(service)
        }
        try viewer.client.send(ReaderInterface.Refresh.self, .init(reader: viewer.id))
        try service.answer()
        _ = try service.connect().call(ReaderInterface.Close.self, .init(reader: viewer.id))
        // With an error, and not with none: that would be a timeout.
        let refusal = try failure { _ = try viewer.client.receive(ReaderInterface.Refresh.self) }
        #expect(refusal != nil)
        #expect(try failure { _ = try viewer.state() } == .noSuchReader(reader: viewer.id))
        withExtendedLifetime(slow) {}
    }

    @Test func changesThatComeTogetherAreTakenInTogether() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.open(service, "pages = 99\nrevision = 1\nrevised = 0-20")
        let watch = try Watching(viewer, on: service)
        let slow = try Self.occupy(service)
        _ = try service.pattern("pages = 99\nrevision = 2\nrevised = 0-20")
        _ = try viewer.client.call(ReaderInterface.Refresh.self, .init(reader: viewer.id))
        try watch.wait { $0.refresh == .refreshed ? true : nil }
        #expect((1...4).contains(watch.told.compactMap(\.document).count))
        withExtendedLifetime(slow) {}
    }

    @Test(.enabled(if: !isSanitized, "with a sanitizer it takes minutes"))
    func asManyReadersAsThereAreFindTheirPagesAfterAChange() throws {
        let service = try RunningService(
            configuration: "[Readers]\nReadersPerUser=10000\n[Cache]\nReadAhead=0\n")
        let path = try service.pattern("order = 0-8")
        let client = try service.connect()
        // More than requests may wait for a host.
        let readers = try (0..<4_500).map { _ in
            try TestReader(service, path, width: 64, height: 64, target: .init(index: 4), client: client).id
        }
        let observer = try TestReader(service, path, width: 64, height: 64, target: .init(index: 4))
        _ = try service.pattern("order = 9, 0-8")
        try observer.reload()
        var left = readers
        try eventually {
            left = try left.filter { try client.state(of: $0).location?.index != 5 }
            return left.count
        } until: {
            $0 == 0
        }
    }
}
