package import PageModel

/// How short memory is.
package enum PressureLevel: Int, Comparable, CaseIterable, Sendable {
    case low
    case medium
    case critical

    package static func < (one: PressureLevel, other: PressureLevel) -> Bool { one.rawValue < other.rawValue }

    /// What the cache may hold, in hundredths of what is configured; 0 leaves only protected pages.
    package var share: Int {
        switch self {
        case .low: 60
        case .medium: 20
        case .critical: 0
        }
    }

    /// How much may be rendered ahead.
    package var readAhead: ReadAheadAllowance {
        switch self {
        case .low: .nextPage
        case .medium, .critical: .none
        }
    }

    /// The next worse level, the worst for the worst.
    var raised: PressureLevel { PressureLevel(rawValue: rawValue + 1) ?? self }
}
