import Testing

@testable import PageModel
@testable import HostProtocol

/// What the service takes of what a host says that it has done.
@Suite struct HostAnswersTests {
    /// Hosts and the service mean the same by a page's size.
    @Test func sidesOfPagesHaveTheSameLimitsEverywhere() {
        #expect(PageSize.sides == HostLimits.pageSide)
    }
}
