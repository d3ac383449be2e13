/// What a policy notes of each page, in an array without gaps: all are looked at whenever room is needed.
struct PolicyNotes<Note: Sendable>: Sendable {
    private struct Entry {
        let slot: CacheSlot
        var note: Note
    }

    private var entries: [Entry] = []
    /// The index of each slot's entry, by the index of the slot; -1 where it has none.
    private var offsets: [Int32] = []

    /// What is noted of a page; nil where nothing is.
    subscript(slot: CacheSlot) -> Note? { offset(of: slot).map { entries[$0].note } }

    /// Notes something of a page, instead of what was noted before.
    mutating func set(_ note: Note, for slot: CacheSlot) {
        if let offset = offset(of: slot) {
            entries[offset].note = note
            return
        }
        let index = Int(slot.index)
        while offsets.count <= index { offsets.append(-1) }
        offsets[index] = Int32(entries.count)
        entries.append(Entry(slot: slot, note: note))
    }

    /// Changes what is noted of pages, one after the other, where something is.
    ///
    /// - Parameter step: gets the number of the page among them, from 0.
    mutating func change(_ slots: Span<CacheSlot>, _ step: (Int, inout Note) -> Void) {
        let offsets = offsets
        Self.change(&entries, offsets.span, slots, step)
    }

    private static func change(
        _ entries: inout [Entry], _ offsets: Span<Int32>, _ slots: Span<CacheSlot>, _ step: (Int, inout Note) -> Void
    ) {
        var entries = entries.mutableSpan
        for number in slots.indices {
            let slot = slots[number]
            let index = Int(slot.index)
            guard offsets.indices.contains(index) else { continue }
            let offset = Int(offsets[index])
            guard offset >= 0, entries[offset].slot == slot else { continue }
            step(number, &entries[offset].note)
        }
    }

    /// Changes what is noted of all pages.
    mutating func changeAll(_ step: (inout Note) -> Void) {
        for offset in entries.indices { step(&entries[offset].note) }
    }

    /// Forgets a page, and returns what was noted of it.
    @discardableResult
    mutating func remove(_ slot: CacheSlot) -> Note? {
        guard let offset = offset(of: slot) else { return nil }
        let note = entries[offset].note
        offsets[Int(slot.index)] = -1
        let last = entries.removeLast()
        if last.slot != slot {
            entries[offset] = last
            offsets[Int(last.slot.index)] = Int32(offset)
        }
        return note
    }

    /// Calls `body` with one page after the other, the one with the lowest score first, until it returns false. The first takes
    /// a time in proportion to the number of pages, each of the others to its logarithm.
    ///
    /// - Parameter score: of a page, and what decides among equal scores: the lower first.
    func rank(by score: (Note) -> (Double, UInt64), _ body: (CacheSlot) -> Bool) {
        var heap = ScoreHeap(
            entries.enumerated().map { offset, entry in
                let (score, order) = score(entry.note)
                return ScoreHeap.Element(score: score, order: order, offset: offset)
            })
        while let lowest = heap.popLowest() {
            guard body(entries[lowest.offset].slot) else { return }
        }
    }

    private func offset(of slot: CacheSlot) -> Int? {
        let index = Int(slot.index)
        guard offsets.indices.contains(index), offsets[index] >= 0 else { return nil }
        let offset = Int(offsets[index])
        return entries[offset].slot == slot ? offset : nil
    }
}

/// A binary heap with the lowest score at the top.
struct ScoreHeap {
    struct Element {
        let score: Double
        let order: UInt64
        let offset: Int

        func isLower(than other: Element) -> Bool {
            score == other.score ? order < other.order : score < other.score
        }
    }

    private var elements: [Element]

    init(_ elements: [Element]) {
        self.elements = elements
        for offset in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(offset) }
    }

    mutating func popLowest() -> Element? {
        guard let lowest = elements.first, let last = elements.popLast() else { return nil }
        if !elements.isEmpty {
            elements[0] = last
            sink(0)
        }
        return lowest
    }

    private mutating func sink(_ start: Int) {
        var offset = start
        while true {
            var lowest = offset
            let (left, right) = (2 * offset + 1, 2 * offset + 2)
            if left < elements.count, elements[left].isLower(than: elements[lowest]) { lowest = left }
            if right < elements.count, elements[right].isLower(than: elements[lowest]) { lowest = right }
            guard lowest != offset else { return }
            elements.swapAt(offset, lowest)
            offset = lowest
        }
    }
}
