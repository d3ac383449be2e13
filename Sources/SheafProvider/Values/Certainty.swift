import CSheafProvider

/// How sure a provider is that a document is its own.
public enum Certainty: Equatable, Sendable {
    /// It is not.
    case no
    /// It could be: the name or the first bytes allow it.
    case maybe
    /// It looks like it.
    case likely
    /// It says so itself.
    case certain

    /// The number that crosses the ABI.
    var rawValue: UInt32 {
        switch self {
        case .no: SHEAF_PROBE_NO
        case .maybe: SHEAF_PROBE_MAYBE
        case .likely: SHEAF_PROBE_LIKELY
        case .certain: SHEAF_PROBE_CERTAIN
        }
    }
}
