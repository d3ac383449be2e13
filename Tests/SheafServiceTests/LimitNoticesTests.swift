import PageModel
import SheafOS
import Testing

@testable import SheafBase

@Suite struct LimitNoticesTests {
    private final class Clock {
        var now: UInt64 = 1
    }

    private let clock: Clock
    private let notices: LimitNotices

    init() {
        let clock = Clock()
        self.clock = clock
        notices = LimitNotices(journal: Journal()) { Instant(microseconds: clock.now) }
    }

    @Test func aUserWhoTriesAgainIsToldOfOnceAMinute() {
        #expect(notices.isNew("ReadersPerUser", by: 1))
        #expect(!notices.isNew("ReadersPerUser", by: 1))
        clock.now += LimitNotices.rest - 1
        #expect(!notices.isNew("ReadersPerUser", by: 1))
        clock.now += 1
        #expect(notices.isNew("ReadersPerUser", by: 1))
        #expect(!notices.isNew("ReadersPerUser", by: 1))
    }

    @Test func eachUserAndEachLimitIsToldOf() {
        #expect(notices.isNew("ReadersPerUser", by: 1))
        #expect(notices.isNew("ReadersPerUser", by: 2))
        #expect(notices.isNew("Connections", by: 1))
    }

    @Test func soManyAreRememberedAndNoMore() {
        for uid in 0..<UInt32(LimitNotices.remembered) { #expect(notices.isNew("Connections", by: uid)) }
        #expect(!notices.isNew("Connections", by: 0))
        #expect(notices.isNew("Connections", by: UInt32(LimitNotices.remembered)))
        #expect(notices.isNew("Connections", by: 0))
    }
}
