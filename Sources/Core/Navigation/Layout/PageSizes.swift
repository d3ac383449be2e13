import PageModel

/// The sizes of the pages that were measured: at most ``AxisLayout/maxMeasured``, whatever the document has.
struct PageSizes: Sendable {
    /// Ascending.
    private(set) var indexes: [Int] = []
    private var sizes: [PageSize] = []
    private var width = 0.0
    private var height = 0.0
    /// The mean of the widths and the mean of the heights; A4 while there are none.
    private(set) var estimate = PageSize.a4

    /// The size of a page; nil where it was not measured.
    subscript(index: Int) -> PageSize? {
        let position = lowerBound(of: index)
        return position < indexes.count && indexes[position] == index ? sizes[position] : nil
    }

    /// Learns a size. Where that is one too many, the one farthest from the anchor is forgotten.
    ///
    /// - Returns: the index that was forgotten: that of the new one itself, maybe; nil where none was.
    mutating func learn(_ size: PageSize, at index: Int, anchor: Int) -> Int? {
        let position = lowerBound(of: index)
        if position < indexes.count, indexes[position] == index {
            sizes[position] = size
            sum()
            return nil
        }
        indexes.insert(index, at: position)
        sizes.insert(size, at: position)
        guard indexes.count > AxisLayout.maxMeasured, let first = indexes.first, let last = indexes.last else {
            width += size.width
            height += size.height
            average()
            return nil
        }
        let isFirstFarther = first.distance(to: anchor).magnitude > anchor.distance(to: last).magnitude
        let forgotten = isFirstFarther ? first : last
        indexes.remove(at: isFirstFarther ? 0 : indexes.count - 1)
        sizes.remove(at: isFirstFarther ? 0 : sizes.count - 1)
        if forgotten != index { sum() }
        return forgotten
    }

    /// Moves the pages to where they are now, and forgets those that are gone.
    mutating func relocate(_ index: (Int) -> Int?) {
        var moved: [Int: PageSize] = [:]
        for (old, size) in zip(indexes, sizes) {
            if let new = index(old) { moved[new] = size }
        }
        let ordered = moved.sorted { $0.key < $1.key }
        indexes = ordered.map(\.key)
        sizes = ordered.map(\.value)
        sum()
    }

    /// The position of the first measured page from an index on.
    func lowerBound(of index: Int) -> Int { indexes.lowerBound(of: index) }

    /// From the beginning, in order: what was added is not taken away again exactly.
    private mutating func sum() {
        width = 0
        height = 0
        for size in sizes {
            width += size.width
            height += size.height
        }
        average()
    }

    private mutating func average() {
        let count = Double(indexes.count)
        // Nil of nothing, and where the sum is beyond what a number holds.
        estimate = PageSize(width: width / count, height: height / count) ?? .a4
    }
}

extension [Int] {
    /// The position of the first element that is not below `value`. The elements ascend.
    func lowerBound(of value: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

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
        let position = spreads.lowerBound(of: spread)
        let isThere = position < spreads.count && spreads[position] == spread
        switch (isThere, length) {
        case (true, let length?): lengths[position] = length
        case (false, let length?):
            spreads.insert(spread, at: position)
            lengths.insert(length, at: position)
            sums.append(0)
        case (true, nil):
            spreads.remove(at: position)
            lengths.remove(at: position)
            sums.removeLast()
        case (false, nil): return
        }
        var sum = position == 0 ? 0 : sums[position - 1]
        for position in position..<sums.count {
            sum += lengths[position]
            sums[position] = sum
        }
    }

    /// How many are before a spread, and how long they are together, in pixels.
    func before(_ spread: Int) -> (count: Int, length: Int) {
        let position = spreads.lowerBound(of: spread)
        return (position, position == 0 ? 0 : sums[position - 1])
    }

    /// Whether a spread is among them.
    func contains(_ spread: Int) -> Bool {
        let position = spreads.lowerBound(of: spread)
        return position < spreads.count && spreads[position] == spread
    }
}
