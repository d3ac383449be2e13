/// The behaviour of a reader for a while.
package enum Behaviour: String, CaseIterable, Sendable {
    case read
    case skim
    case fling
    case contents
    case links
    case compare
    case reread
    case search

    /// The behaviour's share of the episodes of the mix.
    var share: Double {
        switch self {
        case .read: 0.34
        case .skim: 0.14
        case .fling: 0.12
        case .contents: 0.10
        case .links: 0.10
        case .compare: 0.08
        case .reread: 0.06
        case .search: 0.06
        }
    }
}
