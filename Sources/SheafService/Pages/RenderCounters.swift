import ProviderHost

/// The renders that have ended since the start.
struct RenderCounters: Equatable {
    /// Those that gave a page.
    private(set) var rendered = 0
    private(set) var failed = 0
    /// Those that nobody waited for any more.
    private(set) var cancelled = 0
    /// How long those took that gave a page, as their hosts measured it, in microseconds.
    private(set) var microseconds: UInt64 = 0

    /// Counts a render that has ended.
    mutating func count(_ result: Result<RenderedPage, HostError>) {
        switch result {
        case .success(let page):
            rendered += 1
            microseconds += page.microseconds
        case .failure(let failure) where failure.code == .cancelled: cancelled += 1
        case .failure: failed += 1
        }
    }
}
