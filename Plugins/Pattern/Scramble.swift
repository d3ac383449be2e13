import SheafProvider

/// Numbers that look random and follow from a seed and a page alone.
struct Scramble {
    private let state: UInt64

    init(seed: Int64, page: PageID) {
        state = Self.mix(UInt64(bitPattern: seed) &+ Self.mix(UInt64(bitPattern: page.rawValue)))
    }

    /// The page's number for one use of it.
    func number(_ use: UInt64) -> UInt64 {
        Self.mix(state &+ use)
    }

    /// The page's share for one use of it, from -1 to 1.
    func share(_ use: UInt64) -> Double {
        Double(number(use) >> 11) / Double(1 << 52 as UInt64) - 1
    }

    /// The output function of SplitMix64 (Steele, Lea and Flood, 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9e37_79b9_7f4a_7c15
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
