/// How long the spreads are along their axis that hold a measured page, summed up: where any spread starts is found among
/// them in logarithmic time.
struct MeasuredSpreads: Sendable {
    /// Ascending.
    private var spreads: [Int] = []
    /// In pixels.
    private var lengths: [Int] = []
    /// How long the spread and all before it are together, in pixels.
    private var sums: [Int] = []

    /// The last of them.
    var last: Int? { spreads.last }

    /// Adds a spread behind all others.
    mutating func append(_ spread: Int, length: Int) {
        sums.append((sums.last ?? 0) + length)
        lengths.append(length)
        spreads.append(spread)
    }

    /// Says how long a spread is; nil where it holds no measured page any more.
    mutating func set(_ spread: Int, length: Int?) {
        let place = spreads.lowerBound(of: spread)
        let isThere = place < spreads.count && spreads[place] == spread
        switch (isThere, length) {
        case (true, let length?): lengths[place] = length
        case (false, let length?):
            spreads.insert(spread, at: place)
            lengths.insert(length, at: place)
            sums.append(0)
        case (true, nil):
            spreads.remove(at: place)
            lengths.remove(at: place)
            sums.removeLast()
        case (false, nil): return
        }
        var sum = place == 0 ? 0 : sums[place - 1]
        for place in place..<sums.count {
            sum += lengths[place]
            sums[place] = sum
        }
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
