import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Leases of viewers on pages of 64 by 64 pixels, four pages of memory each.
@Suite struct LeaseTests {
    private static let page = 64 * 64 * 4

    /// A service that holds so many pages at rest and at most, and whose users may hold so many.
    private static func service(pages: Int, hard: Int, held: Int? = nil) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CacheMax=\(pages * page)
                CacheHardMax=\(hard * page)
                LeaseMaxPerUser=\(held.map { "\($0 * page)" } ?? "")
                ReadAhead=0

                """)
    }

    private static func document(_ service: RunningService) throws -> String {
        try service.pattern("pages = 40\nwidth = 100\nheight = 100")
    }

    private static func open(
        _ service: RunningService, _ path: String, client: VarlinkBlockingClient? = nil
    ) throws -> TestReader {
        try TestReader(service, path, width: 64, height: 64, client: client)
    }

    @Test func leasesThatAreNeverReturnedEatWhatTheHardLimitLeaves() throws {
        let service = try Self.service(pages: 4, hard: 8)
        let reader = try Self.open(service, Self.document(service))
        var handed: [Int] = []
        for index in 0..<20 {
            handed.append(try reader.page(index).page.rendition)
            let cache = try reader.client.status().cache
            #expect(cache.leasedPages == index + 1 && cache.leasedBytes == (index + 1) * Self.page)
            // What a viewer shows stays, all else makes room for what is leased.
            #expect(cache.bytes + cache.reserved <= max(8 * Self.page - cache.leasedOutside, Self.page))
        }
        let crowded = try reader.client.status().cache
        #expect(crowded.notKept > 0 && crowded.pages == 1 && crowded.leasedOutside == 19 * Self.page)
        // Still handed over, each time rendered anew, and the page on screen is kept.
        #expect(try reader.origin(of: 30) == .rendered)
        #expect(try reader.origin(of: 30) == .rendered)
        #expect(try reader.origin(of: 0) == .cached)
        for rendition in handed { try reader.release(rendition) }
        let free = try reader.client.status()
        #expect(free.cache.leasedPages == 0 && free.cache.leasedOutside == 0 && free.users.map(\.leasedPages) == [0])
        _ = try reader.page(30)
        #expect(try reader.origin(of: 30) == .cached)
    }

    @Test func whatIsInTheCacheCountsOnceHoweverManyHoldIt() throws {
        let service = try Self.service(pages: 4, hard: 8)
        let path = try Self.document(service)
        let one = try Self.open(service, path)
        let other = try Self.open(service, path)
        let first = try one.page(3).page.rendition
        #expect(try other.page(3).page.rendition == first)
        let status = try one.client.status()
        #expect(status.cache.leasedPages == 1 && status.cache.leasedOutside == 0)
        #expect(status.users.map(\.leasedPages) == [1] && status.users.map(\.uid) == [Int(getuid())])
        try one.release(first)
        #expect(try failure { try one.release(first) } == .noSuchRendition(rendition: first))
        #expect(try one.client.status().cache.leasedPages == 1)
        try other.release(first)
        #expect(try one.client.status().cache.leasedPages == 0)
    }

    @Test func aProcessThatDiesHoldsNothingAnyMoreAndOneThatHangsUpDoes() throws {
        let service = try Self.service(pages: 2, hard: 8)
        let path = try Self.document(service)
        let client = try service.connect()
        let holder = try Holder(service, path, [0, 1, 2, 3])
        #expect(holder.answers == ["held", "held", "held", "held"])
        let held = try client.status().cache
        #expect(held.leasedPages == 4 && held.leasedOutside == 2 * Self.page)
        try holder.hangUp()
        try eventually {
            try client.status().connections
        } until: {
            $0 == 1
        }
        #expect(try client.status().cache.leasedPages == 4)
        holder.end()
        try eventually {
            try client.status().cache.leasedPages
        } until: {
            $0 == 0
        }
        #expect(try client.status().cache.leasedOutside == 0)
    }

    @Test func aProcessThatIsKilledWhileConnectedGivesEverythingBack() throws {
        let service = try Self.service(pages: 2, hard: 8)
        let client = try service.connect()
        let holder = try Holder(service, try Self.document(service), [0, 1, 2, 3, 4])
        #expect(try client.status().cache.leasedPages == 5)
        holder.end()
        try eventually {
            try client.status().cache.leasedPages
        } until: {
            $0 == 0
        }
    }

    @Test func aUserMayHoldSoMuchAndNoMore() throws {
        let service = try Self.service(pages: 8, hard: 16, held: 4)
        let reader = try Self.open(service, Self.document(service))
        let pages = try (0..<4).map { try reader.page($0).page }
        let refusal = ReaderInterface.Failure.limitReached(limit: "LeaseMaxPerUser", value: 4 * Self.page)
        #expect(try failure { _ = try reader.page(4) } == refusal)
        // Not only what has to be rendered: page 5 is in the cache then.
        _ = try reader.page(5, handover: .some(.none))
        #expect(try failure { _ = try reader.page(5) } == refusal)
        // The operator reads of it, once.
        let line = "uid \(getuid()) has reached LeaseMaxPerUser=\(4 * Self.page)\n"
        #expect(service.log.components(separatedBy: line).count == 2)
        // What is held already, or comes otherwise, is not refused.
        #expect(try reader.page(2).page.rendition == pages[2].rendition)
        #expect(try reader.page(5, handover: .inline).page.origin == .cached)
        #expect(try reader.client.status().cache.leasedPages == 4)
        try reader.release(pages[1].rendition)
        #expect(try reader.page(5).page.origin == .cached)
    }

    @Test func aTurnDoesNotFailForALease() throws {
        let service = try Self.service(pages: 8, hard: 16, held: 2)
        let reader = try Self.open(service, Self.document(service))
        let watching = try Watching(reader, on: service, handover: .descriptor)
        let pages = try (0..<2).map { try reader.page($0).page }
        _ = try reader.page(5, handover: .some(.none))
        let turn = try reader.navigate(.init(index: 5)).parameters
        #expect(turn.hit && turn.page == nil && turn.location.index == 5)
        #expect(turn.failure?.index == 5 && turn.failure?.reason.contains("LeaseMaxPerUser") == true)
        #expect(try reader.state().location?.index == 5)
        // To a watch too.
        let missed = try reader.navigate(.init(index: 6)).parameters
        #expect(!missed.hit && missed.failure == nil && missed.page == nil)
        let told = try watching.wait { $0.failure }
        #expect(told.index == 6 && told.reason.contains("LeaseMaxPerUser"))
        try reader.release(pages[0].rendition)
        #expect(try reader.page().page.origin == .cached)
        try reader.release(pages[1].rendition)
        let page = try reader.navigate(.init(index: 5)).parameters
        #expect(page.failure == nil && page.page?.index == 5)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func otherUsersGoOn() throws {
        let service = try Self.service(pages: 8, hard: 16, held: 2)
        let path = try Self.document(service)
        for place in [service.folder.path, service.socket] { chmod(place, 0o777) }
        chmod(path, 0o644)
        let stranger = try Holder(service, path, [0, 1, 2], isAnotherUser: true)
        #expect(stranger.answers == ["held", "held", "LimitReached"])
        let reader = try Self.open(service, path)
        _ = try reader.page(0)
        _ = try reader.page(1)
        #expect(try failure { _ = try reader.page(2) } != nil)
        let status = try reader.client.status()
        #expect(status.users.map(\.uid) == [0, 65_534] && status.users.map(\.leasedPages) == [2, 2])
        // The document is the other user's own: nothing is shared.
        #expect(status.cache.leasedPages == 4)
    }

    @Test func pagesOfAClosedReaderAreReturnedThroughAnotherOne() throws {
        let service = try Self.service(pages: 4, hard: 8)
        let path = try Self.document(service)
        let client = try service.connect()
        let closed = try Self.open(service, path, client: client)
        let other = try Self.open(service, path, client: client)
        let page = try closed.page(3).page
        #expect(try failure { try other.release(page.rendition) } == .noSuchRendition(rendition: page.rendition))
        try closed.close()
        try other.close()
        let cache = try client.status().cache
        // The document is closed, and its pages are gone but for this one.
        #expect(cache.pages == 0 && cache.leasedOutside == Self.page)
        let next = try Self.open(service, path, client: client)
        try next.release(page.rendition)
        #expect(try client.status().cache.leasedPages == 0)
    }

    @Test func aPageThatIsLargerThanTheCacheIsHandedOverAndNotKept() throws {
        let service = try Self.service(pages: 4, hard: 8, held: 8)
        let path = try Self.document(service)
        let small = try Self.open(service, path)
        for index in 1...3 { _ = try small.page(index, handover: .some(.none)) }
        let large = try TestReader(service, path, width: 600, height: 600, target: .init(index: 7))
        let page = try large.page(7)
        #expect(page.page.size == 600 * 600 * 4 && page.page.origin != .cached && page.seals == 15)
        #expect(page.bytes.count == page.page.size && Set(page.bytes).count > 2)
        let held = try large.client.status().cache
        // In whole pages of memory. In the cache is only what the other reader shows.
        #expect(held.notKept >= 1 && held.leasedOutside == 1_441_792 && held.bytes == Self.page)
        // It is all that its user may hold.
        #expect(try failure { _ = try small.page(1) } != nil)
        try large.release(page.page.rendition)
        #expect(try large.page(7).page.origin == .rendered)
        let again = try large.client.status().cache
        #expect(again.notKept == held.notKept + 1 && again.leasedPages == 1)
    }

    /// Readers that turn, take pages and return them late: what is cached, reserved and held outside stays within the limit.
    @Test func theHardLimitHoldsUnderLoad() throws {
        let hard = 24
        let service = try Self.service(pages: 16, hard: hard, held: 8)
        let path = try Self.document(service)
        let observer = try service.connect()
        let readers = try (0..<4).map { _ in try Self.open(service, path) }
        var held = [[Int]](repeating: [], count: readers.count)
        var random = UInt64(7)
        var refused = 0
        for step in 0..<600 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (one, index) = (step % readers.count, Int(random >> 33) % 40)
            let reader = readers[one]
            let turn = try reader.navigate(.init(index: index)).parameters
            if let page = turn.page {
                held[one].append(page.rendition)
            } else if turn.failure == nil {
                let result = try failure { held[one].append(try reader.page().page.rendition) }
                if result != nil { refused += 1 }
            } else {
                refused += 1
            }
            if random % 3 == 0, let rendition = held[one].first {
                _ = try failure { try reader.release(rendition) }
                held[one].removeAll { $0 == rendition }
            }
            let cache = try observer.status().cache
            #expect(cache.bytes + cache.reserved + cache.leasedOutside <= hard * Self.page)
            #expect(cache.leasedBytes <= 8 * Self.page)
        }
        #expect(refused > 0)
        let cache = try observer.status().cache
        #expect(cache.evicted > 0 && cache.hits > 0)
    }
}
