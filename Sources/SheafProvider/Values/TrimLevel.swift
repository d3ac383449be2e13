/// How urgently memory is asked back.
public enum TrimLevel: UInt32, Comparable, Sendable {
    /// Give back what is easily made again.
    case low = 1
    /// Keep only what is used right now.
    case medium = 2
    /// Give back everything that can be.
    case critical = 3

    /// By urgency.
    public static func < (lhs: TrimLevel, rhs: TrimLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
