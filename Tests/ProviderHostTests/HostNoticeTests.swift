import Testing

@testable import ProviderHost

@Suite struct HostNoticeTests {
    @Test(arguments: [
        HostNotice.log(level: 4, text: "grüße"), .log(level: 7, text: ""), .changed(document: 3, .pages),
        .changed(document: .max, .page(-7)), .changed(document: 1, .all),
    ])
    func noticesSurviveTheirPacket(notice: HostNotice) {
        #expect(HostNotice(notice.packet.span.bytes) == notice)
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 23), [UInt8](repeating: 9, count: 24)])
    func whatIsNoPacketIsRefused(packet: [UInt8]) {
        #expect(HostNotice(packet.span.bytes) == nil)
    }

    @Test func longLinesAreCut() {
        let packet = HostNotice.log(level: 3, text: String(repeating: "x", count: 100_000)).packet
        #expect(packet.count == HostNotice.packetSize)
    }

    @Test func logBudgetRunsOutAndComesBack() {
        var budget = LogBudget()
        for _ in 0..<LogBudget.linesPerPeriod { #expect(budget.take(now: 1) == .pass) }
        #expect(budget.take(now: 1) == .drop)
        #expect(budget.take(now: 2) == .drop)
        #expect(budget.take(now: LogBudget.period + 1) == .passAfterDropping(lines: 2))
        #expect(budget.take(now: LogBudget.period + 1) == .pass)
    }
}
