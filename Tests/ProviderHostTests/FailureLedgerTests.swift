import Glibc
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Failures that are counted when work ends a host: against which user, document and page.
@Suite struct FailureLedgerTests {
    private static let provider = ProviderID(index: 0)
    private static func scope(_ file: UInt64, _ provider: Int = 0) -> FailureLedger.Scope {
        .init(
            file: DocumentIdentity(device: 1, inode: file, size: 1, changed: 0), provider: ProviderID(index: provider),
            flow: nil)
    }
    private static let scope = scope(1)
    private static let crash = HostDeath.signalled(SIGSEGV)

    private static func text(_ page: Int64) -> RequestSubject {
        RequestSubject(kind: .contents(.text), verb: "read the text of", page: page, isNumbered: true)
    }

    private static func fail(
        _ ledger: inout FailureLedger, _ subject: RequestSubject = .drawing(2), _ death: HostDeath = crash,
        in scope: FailureLedger.Scope = scope, for user: UInt32? = 1, isPrefetch: Bool = false, now: UInt64 = 0
    ) {
        ledger.note(
            death, of: subject.work, at: subject.extent, in: scope, for: user, isPrefetch: isPrefetch, now: now)
    }

    @Test func whatAPersonAsksForHasTwoTriesAndWhatIsAskedAheadHasOneOfItsOwn() {
        var ledger = FailureLedger()
        func refused(_ isPrefetch: Bool) -> Bool {
            ledger.refusal(of: .drawing(2), in: Self.scope, for: 1, isPrefetch: isPrefetch) != nil
        }
        #expect(!refused(true) && !refused(false))
        Self.fail(&ledger, isPrefetch: true)
        #expect(refused(true) && !refused(false))
        Self.fail(&ledger, isPrefetch: true)
        #expect(!refused(false), "what is asked ahead uses up a person's tries")
        Self.fail(&ledger)
        #expect(!refused(false))
        Self.fail(&ledger)
        #expect(refused(false))
        ledger.forget(Self.scope, for: 1)
        #expect(!refused(true) && !refused(false))
    }

    @Test func whatHasFailedForAPersonIsNotAskedAhead() {
        var ledger = FailureLedger()
        Self.fail(&ledger)
        #expect(ledger.refusal(of: .drawing(2), in: Self.scope, for: 1, isPrefetch: true) != nil)
    }

    @Test func blameIsOfOnePageAndOneKindOfWork() {
        var ledger = FailureLedger()
        for _ in 0..<2 { Self.fail(&ledger) }
        func isRefused(_ subject: RequestSubject, in scope: FailureLedger.Scope = Self.scope, for user: UInt32 = 1)
            -> Bool
        { ledger.refusal(of: subject, in: scope, for: user, isPrefetch: false) != nil }
        #expect(isRefused(.drawing(2, 1)) && isRefused(.drawing(2, 1_000_000)))
        #expect(!isRefused(.drawing(3)) && !isRefused(Self.text(2)))
        #expect(!isRefused(.drawing(2), for: 2) && !isRefused(.drawing(2), in: Self.scope(2)))
        #expect(!isRefused(.drawing(2), in: Self.scope(1, 1)))
        // Whatever is asked of a page may have it measured.
        for _ in 0..<2 { Self.fail(&ledger, .drawing(5).measuring(5)) }
        #expect(isRefused(.drawing(5)) && isRefused(Self.text(5)) && !isRefused(.drawing(6)))
        #expect(ledger.unmeasured(in: Self.scope) == [5])
    }

    @Test(arguments: [HostDeath.unresponsive, .outOfMemory])
    func wantOfTimeOrMemoryCountsForWhatIsAsLargeAndLarger(death: HostDeath) {
        var ledger = FailureLedger()
        func isRefused(_ extent: UInt64, isPrefetch: Bool = false) -> Bool {
            ledger.refusal(of: .drawing(2, extent), in: Self.scope, for: 1, isPrefetch: isPrefetch) != nil
        }
        Self.fail(&ledger, .drawing(2, 1_000), death)
        Self.fail(&ledger, .drawing(2, 500), death)
        #expect(!isRefused(400) && !isRefused(500) && !isRefused(999) && isRefused(1_000) && isRefused(2_000))
        #expect(!isRefused(499, isPrefetch: true) && isRefused(500, isPrefetch: true))
        Self.fail(&ledger, .drawing(2, 600), death)
        #expect(!isRefused(599) && isRefused(600))
        // A crash counts beside it.
        Self.fail(&ledger, .drawing(2, 10))
        #expect(!isRefused(499) && isRefused(500))
    }

    @Test func aPageOfTheLibraryThatFailsForTwoUsersIsRefusedForAll() {
        var ledger = FailureLedger()
        func isRefused(for user: UInt32) -> Bool {
            ledger.refusal(of: .drawing(2), in: Self.scope, for: user, isPrefetch: false) != nil
        }
        for _ in 0..<FailureLedger.tries { Self.fail(&ledger, for: 1) }
        #expect(isRefused(for: 1) && !isRefused(for: 2) && !isRefused(for: 3))
        Self.fail(&ledger, for: 2, isPrefetch: true)
        #expect(isRefused(for: 2) && isRefused(for: 3))
        ledger.forget(Self.scope, for: 2)
        #expect(!isRefused(for: 3) && isRefused(for: 1))
    }

    @Test func anotherLibraryOfTheProviderBeginsAnew() {
        var ledger = FailureLedger()
        for _ in 0..<2 { Self.fail(&ledger) }
        ledger.forget(ProviderID(index: 1))
        #expect(ledger.refusal(of: .drawing(2), in: Self.scope, for: 1, isPrefetch: false) != nil)
        ledger.forget(Self.provider)
        #expect(ledger.isEmpty)
    }

    @Test func countsAreBoundedAndThoseOfLongAgoGoFirst() {
        var ledger = FailureLedger()
        let pages = Int64(FailureLedger.worksPerDocument)
        for page in 0...pages { Self.fail(&ledger, .drawing(page), isPrefetch: true) }
        func isKnown(_ page: Int64, _ file: UInt64 = 1) -> Bool {
            ledger.refusal(of: .drawing(page), in: Self.scope(file), for: 1, isPrefetch: true) != nil
        }
        #expect(!isKnown(0) && isKnown(1) && isKnown(pages))
        for file in 2...UInt64(FailureLedger.documentsPerUser) + 1 {
            Self.fail(&ledger, .drawing(0), in: Self.scope(file), isPrefetch: true)
        }
        #expect(!isKnown(1) && isKnown(0, 2) && isKnown(0, UInt64(FailureLedger.documentsPerUser) + 1))
        #expect(ledger.records.count == FailureLedger.documentsPerUser)
    }

    @Test func anotherRunKnowsTheSame() {
        var ledger = FailureLedger()
        Self.fail(&ledger)
        Self.fail(&ledger, Self.text(7), isPrefetch: true)
        Self.fail(&ledger, .drawing(2, 500), .unresponsive, for: nil)
        var other = FailureLedger()
        for record in ledger.records { other.restore(record) }
        #expect(other.records == ledger.records && ledger.records.count == 3)
        for record in ledger.records { #expect(HostDeath(text: record.last.text) == record.last) }
        // What another run says is held to the limits all the same.
        for page in 0...Int64(2 * FailureLedger.worksPerDocument) {
            var record = ledger.records[0]
            (record.work.page, record.asked) = (page, .init(crashes: .max, excesses: Array(0...9_000)))
            other.restore(record)
        }
        #expect(other.records.count <= FailureLedger.worksPerDocument + 2)
        #expect(
            other.records.allSatisfy {
                $0.asked.crashes <= FailureLedger.tries && $0.asked.excesses.count <= FailureLedger.tries
            })
    }

    @Test func hostsAreStartedEightTimesAtOnceAndThenOnceASecond() {
        var ledger = FailureLedger()
        let rule = FailureLedger.restarts
        for number in 1..<rule.burst {
            Self.fail(&ledger, .drawing(Int64(number)), now: 1_000)
            #expect(ledger.nextStart(in: Self.scope, for: 1) <= 1_000)
        }
        Self.fail(&ledger, now: 1_000)
        #expect(ledger.nextStart(in: Self.scope, for: 1) == 1_000 + rule.pause)
        #expect(ledger.nextStart(in: Self.scope, for: 2) == 0)
        // Asking for another try does not hurry it.
        ledger.forget(Self.scope, for: 1)
        #expect(ledger.nextStart(in: Self.scope, for: 1) == 1_000 + rule.pause)
    }

    @Test(arguments: ["", "signal", "signal:x", "exit", "memory:1", "nonsense"])
    func anEndThatMeansNothingIsNone(text: String) { #expect(HostDeath(text: text) == nil) }
}
