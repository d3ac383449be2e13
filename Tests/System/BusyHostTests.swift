import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Commands that have to wait, since the host that looks for their pages is at work on another's.
@Suite struct BusyHostTests {
    private static let alone = "[Cache]\nReadAhead=0\n"
    private static let settings = "pages = 99\nwidth = 100\nheight = 100\nmovable = on"

    /// A viewer whose page takes long: until it is there its host, which serves all documents of a user, does nothing else.
    private static func occupy(_ service: RunningService) throws -> TestReader {
        let slow = try TestReader(
            service, try service.pattern("pages = 2\nrender-ms = 1500", name: "slow"), width: 64, height: 64)
        try slow.client.send(ReaderInterface.GetPage.self, .init(reader: slow.id, handover: .some(.none)))
        settle()
        return slow
    }

    /// What was sent has come. Where it has not, the test shows less.
    private static func settle() { usleep(100_000) }

    private static func open(
        _ service: RunningService, _ settings: String = settings, at index: Int = 4
    ) throws -> TestReader {
        try TestReader(service, try service.pattern(settings), width: 64, height: 64, target: .init(index: index))
    }

    private static func state(_ reader: String, in service: RunningService) throws -> ReaderInterface.State {
        try service.connect().call(ReaderInterface.GetState.self, .init(reader: reader)).parameters.state
    }

    @Test func aDragThatBeginsWhenItsViewerHasGoneIsReleased() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = try {
            let viewer = try Self.open(service)
            let slow = try Self.occupy(service)
            try viewer.client.send(ReaderInterface.BeginDrag.self, .init(reader: viewer.id))
            Self.settle()
            return (slow, viewer.id)
        }()
        for _ in 0..<500 where try Self.state(slow.1, in: service).phase != .rest { usleep(10_000) }
        #expect(try Self.state(slow.1, in: service).phase == .rest)
        withExtendedLifetime(slow.0) {}
    }

    @Test func aPageTakenUpWhenItsViewerHasGoneGoesBack() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = try {
            let viewer = try Self.open(service)
            let slow = try Self.occupy(service)
            try viewer.client.send(ReaderInterface.BeginMove.self, .init(reader: viewer.id, index: 9))
            Self.settle()
            return (slow, viewer.id)
        }()
        for _ in 0..<500 where try Self.state(slow.1, in: service).moving != nil { usleep(10_000) }
        #expect(try Self.state(slow.1, in: service).moving == nil)
        let client = try service.connect()
        // The provider has let go of it too.
        _ = try client.call(ReaderInterface.BeginMove.self, .init(reader: slow.1, index: 5))
        withExtendedLifetime(slow.0) {}
    }

    @Test func offsetsThatWaitLeaveRoomForTheRelease() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.open(service)
        let slow = try Self.occupy(service)
        try viewer.client.send(ReaderInterface.BeginDrag.self, .init(reader: viewer.id), flags: .oneway)
        for step in 0...1_000 { try viewer.drag(to: 4 - Double(step) / 1_250) }
        let release = try viewer.releaseDrag()
        // Where the finger was last is what counts.
        #expect(release.spread == 3)
        #expect(try viewer.current().badOffsets == 0)
        withExtendedLifetime(slow) {}
    }

    @Test func aRefreshIsAnsweredWhoeverClosesItsReader() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.open(service, "order = 0-8")
        let slow = try Self.occupy(service)
        // Its file has changed, and cannot be looked at yet.
        _ = try service.pattern("order = 9, 0-8")
        for _ in 0..<3 { Self.settle() }
        try viewer.client.send(ReaderInterface.Refresh.self, .init(reader: viewer.id))
        Self.settle()
        _ = try service.connect().call(ReaderInterface.Close.self, .init(reader: viewer.id))
        // With an error, and not with none: that would be a timeout.
        let refusal = try failure { _ = try viewer.client.receive(ReaderInterface.Refresh.self) }
        #expect(refusal != nil)
        #expect(try failure { _ = try viewer.current() } == .noSuchReader(reader: viewer.id))
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

    @Test(.enabled(if: !Build.isSanitized, "DID NOT RUN: with a sanitizer it takes minutes"))
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
        _ = try observer.client.call(ReaderInterface.Reload.self, .init(reader: observer.id))
        var left = readers
        for _ in 0..<500 where !left.isEmpty {
            left = try left.filter { id in
                let reply = try client.call(ReaderInterface.GetState.self, .init(reader: id)).parameters
                return reply.state.location?.index != 5
            }
            usleep(10_000)
        }
        #expect(left.isEmpty)
    }
}
