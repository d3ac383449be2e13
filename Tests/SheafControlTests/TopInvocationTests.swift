import SheafControl
import Testing

@Suite struct TopInvocationTests {
    @Test(
        arguments: [
            ("top", 1_000_000, nil), ("top --interval 0.1", 100_000, nil), ("top --interval 2.5 -n 3", 2_500_000, 3),
            ("top --interval 3600 --iterations 1000000", 3_600_000_000, 1_000_000),
            ("top --iterations=1", 1_000_000, 1),
        ] as [(String, UInt64, Int?)])
    func topIsUnderstood(line: String, interval: UInt64, iterations: Int?) throws {
        var request = TopRequest()
        request.interval = interval
        request.iterations = iterations
        #expect(try Command(line) == .top(request))
    }

    @Test(arguments: [
        "top 1", "top --interval 0.09", "top --interval 3601", "top --interval often", "top --interval nan", "top -n 0",
        "top -n 1000001", "top --json", "status -n 2",
    ])
    func whatMakesNoSenseIsRefused(line: String) {
        #expect(throws: ControlError.self) { try Command(line) }
    }

    @Test func hostsAreAskedFor() throws {
        #expect(try Command("hosts") == .hosts)
    }
}
