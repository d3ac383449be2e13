/// How worth ages: everything is counted from a level that rises with what goes.
struct Aging {
    /// From which worth is counted.
    private(set) var level = 0.0

    /// Something of this worth had to go.
    mutating func raise(to worth: Double) { level = max(level, worth) }

    /// Whether a page is worth what it displaces, as far as that is above the level. Where it is not, the level rises as if it
    /// had come and gone: or else what was worth much once would stay for ever.
    ///
    /// - Parameters:
    ///   - worth: for each byte, above the level.
    ///   - displaced: the worth of each page for each byte, the level included, and its bytes.
    mutating func admits(worth: Double, bytes: Int, displacing displaced: [(worth: Double, bytes: Int)]) -> Bool {
        let lost = displaced.reduce(0) { $0 + max($1.worth - level, 0) * Double($1.bytes) }
        // Sums of equal pages may differ in their last digits.
        guard worth * Double(bytes) < lost * (1 - 1e-9) else { return true }
        raise(to: min(level + worth, displaced.lazy.map(\.worth).min() ?? level))
        return false
    }
}
