/// How long the spreads are along their axis that hold a measured page, summed up: where any spread starts is found among
/// them in logarithmic time.
struct MeasuredSpreads: Sendable {
    /// Ascending.
    private var spreads: [Int] = []
    /// How long the spread and all before it are together, in pixels.
    private var sums: [Int] = []

    /// Forgets the spreads from one on.
    mutating func forget(from spread: Int) {
        let place = spreads.lowerBound(of: spread)
        spreads.removeLast(spreads.count - place)
        sums.removeLast(sums.count - place)
    }

    /// The last of them.
    var last: Int? { spreads.last }

    /// Adds a spread behind all others.
    mutating func append(_ spread: Int, length: Int) {
        sums.append((sums.last ?? 0) + length)
        spreads.append(spread)
    }

    /// How many are before a spread, and how long they are together, in pixels.
    func before(_ spread: Int) -> (count: Int, length: Int) {
        let place = spreads.lowerBound(of: spread)
        return (place, place == 0 ? 0 : sums[place - 1])
    }

    /// Whether a spread is among them.
    func contains(_ spread: Int) -> Bool {
        let place = spreads.lowerBound(of: spread)
        return place < spreads.count && spreads[place] == spread
    }
}
