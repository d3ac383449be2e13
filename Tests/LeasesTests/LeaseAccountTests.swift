import PageModel
import Testing

@testable import Leases

@Suite struct LeaseAccountTests {
    private static let viewer = HolderKey(1)
    private static let other = HolderKey(2)
    private static let reader = ReaderKey(1)
    private static let second = ReaderKey(2)

    private static func page(_ number: Int, bytes: Int = 10, isOutside: Bool = false) -> LeasedPage {
        LeasedPage(number: number, bytes: bytes, isOutside: isOutside)
    }

    /// Returns the account of two viewers of one user and of one viewer of another, with the pages that they hold.
    private static func account() -> LeaseAccount {
        var account = LeaseAccount()
        account.add(page(1), to: 100, holder: viewer, reader: reader)
        account.add(page(1), to: 100, holder: other, reader: reader)
        account.add(page(1), to: 200, holder: HolderKey(3), reader: second)
        account.add(page(2), to: 100, holder: viewer, reader: reader)
        return account
    }

    @Test func memoryCountsOnceInAllAndForEachUser() {
        let account = Self.account()
        #expect(account.total == LeaseAmount(pages: 2, bytes: 20))
        #expect(account.users == [100: LeaseAmount(pages: 2, bytes: 20), 200: LeaseAmount(pages: 1, bytes: 10)])
        #expect(account.held(through: Self.reader) == LeaseAmount(pages: 2, bytes: 20))
        #expect(account.held(through: Self.second) == LeaseAmount(pages: 1, bytes: 10))
    }

    @Test func handingOverAgainChangesNothing() {
        var account = Self.account()
        account.add(Self.page(1), to: 100, holder: Self.viewer, reader: Self.reader)
        #expect(account.total == LeaseAmount(pages: 2, bytes: 20))
        let returned = account.remove(2, of: 100, holder: Self.viewer, reader: Self.reader)
        #expect(returned == Self.viewer)
        #expect(account.total == LeaseAmount(pages: 1, bytes: 10))
    }

    @Test func whatLeavesTheCacheIsOutsideUntilTheLastHolderReturnsIt() {
        var account = Self.account()
        #expect(account.outside == LeaseAmount())
        account.removeFromCache(1)
        account.removeFromCache(1)
        account.removeFromCache(9)
        #expect(account.outside == LeaseAmount(pages: 1, bytes: 10))
        account.end(Self.viewer)
        account.end(Self.other)
        #expect(account.outside == LeaseAmount(pages: 1, bytes: 10))
        #expect(account.users == [200: LeaseAmount(pages: 1, bytes: 10)])
        account.end(HolderKey(3))
        #expect(account.outside == LeaseAmount() && account.total == LeaseAmount() && account.users.isEmpty)
    }

    @Test func whatWasNeverKeptIsOutsideFromTheStart() {
        var account = LeaseAccount()
        account.add(Self.page(7, isOutside: true), to: 100, holder: Self.viewer, reader: Self.reader)
        #expect(account.outside == LeaseAmount(pages: 1, bytes: 10))
        let returned = account.remove(7, of: 100, holder: Self.viewer, reader: Self.reader)
        #expect(returned == Self.viewer && account.outside == LeaseAmount())
    }

    @Test func aProcessThatEndsHoldsNothingAnyMore() {
        var account = Self.account()
        account.end(Self.viewer)
        #expect(!account.isHolding(Self.viewer) && account.isHolding(Self.other))
        #expect(account.held(by: 100) == LeaseAmount(pages: 1, bytes: 10))
        #expect(account.held(through: Self.reader) == LeaseAmount(pages: 1, bytes: 10))
    }

    @Test func aReturnIsTheProcesssOwnFirstThenAnothersOfTheReader() {
        var account = Self.account()
        var returned: [HolderKey?] = []
        for _ in 0..<3 { returned.append(account.remove(1, of: 100, holder: Self.other, reader: Self.reader)) }
        #expect(returned == [Self.other, Self.viewer, nil])
        // Another user's lease is nobody else's to return.
        #expect(account.held(by: 200) == LeaseAmount(pages: 1, bytes: 10))
    }

    @Test func aPageOfAReaderIsNotReturnedThroughAnotherOneThatIsNotClosed() {
        var account = Self.account()
        let early = account.remove(2, of: 100, holder: Self.viewer, reader: ReaderKey(3))
        account.close(Self.reader)
        #expect(account.held(by: 100) == LeaseAmount(pages: 2, bytes: 20))
        #expect(account.held(through: Self.reader) == LeaseAmount())
        let stranger = account.remove(2, of: 200, holder: HolderKey(3), reader: Self.second)
        let late = account.remove(2, of: 100, holder: nil, reader: ReaderKey(3))
        #expect(early == nil && stranger == nil && late == Self.viewer)
        #expect(account.held(by: 100) == LeaseAmount(pages: 1, bytes: 10))
    }

    @Test(arguments: [(10, 30, true), (11, 30, false), (10, 29, false)])
    func theLimitOfAUserHolds(bytes: Int, limit: Int, isAllowed: Bool) {
        let account = Self.account()
        #expect(account.allows([Self.page(3, bytes: bytes)], to: 100, limit: limit) == isAllowed)
    }

    @Test func theLimitCountsPagesTogetherAndNotWhatIsHeldAlready() {
        let account = Self.account()
        #expect(account.allows([Self.page(3), Self.page(4)], to: 100, limit: 40))
        #expect(!account.allows([Self.page(3), Self.page(4)], to: 100, limit: 39))
        #expect(account.allows([Self.page(1), Self.page(2)], to: 100, limit: 0))
    }

    @Test func whoHoldsNothingMayHaveAPageThatIsLargerThanTheLimit() {
        let account = Self.account()
        #expect(account.allows([Self.page(3, bytes: 1_000)], to: 300, limit: 1))
        #expect(!account.allows([Self.page(3, bytes: 1_000)], to: 200, limit: 1))
    }

    @Test func theEpochChangesWithAllThatMayEndALease() {
        var account = Self.account()
        var last = account.epoch
        func changes(_ step: () -> Void) -> Bool {
            defer { last = account.epoch }
            step()
            return account.epoch != last
        }
        #expect(!changes { account.add(Self.page(3), to: 100, holder: Self.viewer, reader: Self.reader) })
        #expect(!changes { account.removeFromCache(3) })
        #expect(changes { _ = account.remove(3, of: 100, holder: Self.viewer, reader: Self.reader) })
        #expect(!changes { _ = account.remove(9, of: 100, holder: Self.viewer, reader: Self.reader) })
        #expect(changes { account.close(Self.reader) })
        #expect(changes { account.end(Self.viewer) })
    }

    /// Compares what the account says with a plain list of leases.
    @Test func itAgreesWithAPlainList() {
        struct Entry: Hashable {
            let number: Int
            let uid: UInt32
            let holder: UInt64
            var reader: UInt64
        }
        var seed: UInt64 = 42
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        var account = LeaseAccount()
        var plain: Set<Entry> = []
        var cached = Set(0..<12)
        for _ in 0..<4_000 {
            let number = random(12)
            let holder = UInt64(random(4))
            let uid = UInt32(holder / 2)
            let reader = UInt64(random(2)) + 10 * UInt64(uid)
            switch random(8) {
            case 0...3:
                let page = Self.page(number, bytes: 10 + number, isOutside: !cached.contains(number))
                account.add(page, to: uid, holder: HolderKey(holder), reader: ReaderKey(reader))
                plain.insert(Entry(number: number, uid: uid, holder: holder, reader: reader))
            case 4, 5:
                let entry = Entry(number: number, uid: uid, holder: holder, reader: reader)
                guard plain.remove(entry) != nil else { continue }
                let returned = account.remove(number, of: uid, holder: HolderKey(holder), reader: ReaderKey(reader))
                #expect(returned == HolderKey(holder))
            case 6:
                account.removeFromCache(number)
                cached.remove(number)
            default:
                account.end(HolderKey(holder))
                plain = plain.filter { $0.holder != holder }
            }
            let held = Set(plain.map(\.number))
            cached.formUnion(Set(0..<12).subtracting(held))
            #expect(account.total.bytes == held.reduce(0) { $0 + 10 + $1 })
            #expect(account.outside.bytes == held.subtracting(cached).reduce(0) { $0 + 10 + $1 })
            for uid in [UInt32(0), 1] {
                let own = Set(plain.filter { $0.uid == uid }.map(\.number))
                #expect(account.held(by: uid).bytes == own.reduce(0) { $0 + 10 + $1 })
            }
        }
    }
}
