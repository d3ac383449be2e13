/// How much is rendered ahead of readers.
package enum PrefetchMode: String, CaseIterable, Sendable {
    /// Pages are rendered that may well be turned to.
    case full
    /// Pages are rendered that are likely to be turned to: for a battery, or a processor that others need.
    case eco
    case no

    /// The one of two that renders less ahead.
    package func lesser(_ other: PrefetchMode) -> PrefetchMode {
        self == .no || other == .no ? .no : self == .eco || other == .eco ? .eco : .full
    }

    /// The need from which on a page is rendered; nil: none is.
    package var threshold: Double? {
        switch self {
        case .full: 0.015
        case .eco: 0.08
        case .no: nil
        }
    }
}
