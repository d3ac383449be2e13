import Testing

@testable import PageModel
@testable import HostProtocol

/// The answers that the service takes from a host.
@Suite struct HostAnswersTests {
    /// Hosts and the service mean the same by a page's size.
    @Test func sidesOfPagesHaveTheSameLimitsEverywhere() {
        #expect(PageSize.sides == HostLimits.pageSide)
    }
}
