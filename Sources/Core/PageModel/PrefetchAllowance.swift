/// How much may be rendered ahead of readers.
package enum PrefetchAllowance: Sendable {
    /// As much as is configured.
    case full
    /// The next page in reading direction, and nothing behind it.
    case nextPage
    case none

    /// How many pages that is at most, of so many that are configured.
    package func pages(of configured: Int) -> Int {
        switch self {
        case .full: configured
        case .nextPage: min(configured, 1)
        case .none: 0
        }
    }
}
