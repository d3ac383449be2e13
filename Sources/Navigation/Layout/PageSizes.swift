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
        let place = lowerBound(of: index)
        return place < indexes.count && indexes[place] == index ? sizes[place] : nil
    }

    /// Learns a size. Where that is one too many, the one farthest from the anchor is forgotten.
    ///
    /// - Returns: the index that was forgotten: that of the new one itself, maybe; nil where none was.
    mutating func learn(_ size: PageSize, at index: Int, anchor: Int) -> Int? {
        let place = lowerBound(of: index)
        if place < indexes.count, indexes[place] == index {
            sizes[place] = size
            sum()
            return nil
        }
        indexes.insert(index, at: place)
        sizes.insert(size, at: place)
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

    /// The place of the first measured page from an index on.
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
    /// The place of the first element that is not below `value`. The elements ascend.
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
