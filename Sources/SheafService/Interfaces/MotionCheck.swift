import Navigation
import SheafInterface

/// The numbers of a motion that a client sends, checked.
enum MotionCheck {
    /// Offsets and points are within this on either side of 0: what every JSON reader can count.
    static let limit = 9_007_199_254_740_992.0

    /// A number of a motion.
    static func number(_ value: Double, _ field: String) throws(ReaderInterface.Failure) -> Double {
        guard value.isFinite, abs(value) <= limit else {
            throw .invalidMotion(field: field, reason: "\(value) is not within -2^53 and 2^53")
        }
        return value
    }

    /// The duration of an animation in microseconds, from milliseconds.
    static func duration(_ milliseconds: Int?) throws(ReaderInterface.Failure) -> UInt64 {
        guard let milliseconds else { return 0 }
        let limit = Int(ReaderMachine.maxDuration / 1_000)
        guard (0...limit).contains(milliseconds) else {
            throw .invalidMotion(
                field: "duration", reason: "\(milliseconds) is not within 0 and \(limit) milliseconds")
        }
        return UInt64(milliseconds) * 1_000
    }
}
