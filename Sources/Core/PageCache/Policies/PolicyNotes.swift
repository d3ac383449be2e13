/// The notes of a policy, one for each page, in an array without gaps, and the pages that go next.
struct PolicyNotes<Note: Sendable>: Sendable {
    private struct Entry {
        let slot: CacheSlot
        var note: Note
        /// Whether it is on the shortlist.
        var isListed = false
    }

    private var entries: [Entry] = []
    /// The index of each slot's entry, by the index of the slot; -1 where it has none.
    private var offsets: [Int32] = []
    /// nil where it is to be made.
    private var shortlist: Shortlist?

    /// The note of a page; nil where there is none.
    subscript(slot: CacheSlot) -> Note? { offset(of: slot).map { entries[$0].note } }

    /// Notes something of a page, instead of what was noted before.
    mutating func set(_ note: Note, for slot: CacheSlot) {
        if let offset = offset(of: slot) {
            entries[offset].note = note
            // It may go sooner than its floor says.
            shortlist = nil
            return
        }
        let index = Int(slot.index)
        while offsets.count <= index { offsets.append(-1) }
        offsets[index] = Int32(entries.count)
        entries.append(Entry(slot: slot, note: note, isListed: shortlist != nil))
        shortlist?.add(slot)
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
        if entries[offset].isListed { shortlist?.remove(slot) }
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
        var heap = heap(of: score)
        while let lowest = heap.popLowest() {
            guard body(entries[lowest.offset].slot) else { return }
        }
    }

    /// Some pages, the one with the lowest score first. Those of which nothing is noted are left out.
    func ranked(_ slots: [CacheSlot], by score: (Note) -> (Double, UInt64)) -> [CacheSlot] {
        var heap = RankHeap()
        for slot in slots { if let offset = offset(of: slot) { heap.push(element(offset, score)) } }
        var ranked: [CacheSlot] = []
        while let lowest = heap.popLowest() { ranked.append(entries[lowest.offset].slot) }
        return ranked
    }

    // MARK: The pages that go next

    /// Whether there is a shortlist that is not too old.
    var hasShortlist: Bool { shortlist.map { !$0.isOutdated } ?? false }

    /// Makes the shortlist.
    ///
    /// - Parameter floor: what the score of a page stays above or at for as long as the list is used.
    mutating func makeShortlist(floor: (Note) -> (Double, UInt64)) {
        var heap = heap(of: floor)
        for offset in entries.indices { entries[offset].isListed = false }
        var pages: [(floor: Shortlist.Rank, slot: CacheSlot)] = []
        for _ in 0..<min(Shortlist.size(of: entries.count), entries.count) {
            guard let lowest = heap.popLowest() else { break }
            entries[lowest.offset].isListed = true
            pages.append((lowest.rank, entries[lowest.offset].slot))
        }
        shortlist = Shortlist(pages, rest: heap.lowest?.rank)
    }

    /// As ``rank(by:_:)``, by the shortlist: as a rule few of the pages are looked at.
    mutating func rankListed(by score: (Note) -> (Double, UInt64), _ body: (CacheSlot) -> Bool) {
        var passed = 0
        let hasEnded = walkShortlist(by: score) { slot in
            passed += 1
            return body(slot)
        }
        guard !hasEnded else { return }
        // It has run out: it is made anew next time, and all are looked at now.
        shortlist = nil
        var number = 0
        rank(by: score) { slot in
            number += 1
            return number <= passed || body(slot)
        }
    }

    /// - Returns: false where other pages may come before those that are left on the list.
    private func walkShortlist(by score: (Note) -> (Double, UInt64), _ body: (CacheSlot) -> Bool) -> Bool {
        guard let shortlist else { return false }
        var heap = RankHeap()
        for slot in shortlist.recent { if let offset = offset(of: slot) { heap.push(element(offset, score)) } }
        var next = 0
        while true {
            while next < shortlist.pages.count, !(heap.lowest?.rank.isLower(than: shortlist.pages[next].floor) ?? false)
            {
                if let offset = offset(of: shortlist.pages[next].slot) { heap.push(element(offset, score)) }
                next += 1
            }
            guard let lowest = heap.lowest else { return shortlist.rest == nil }
            if let rest = shortlist.rest, !lowest.rank.isLower(than: rest) { return false }
            _ = heap.popLowest()
            guard body(entries[lowest.offset].slot) else { return true }
        }
    }

    private func heap(of score: (Note) -> (Double, UInt64)) -> RankHeap {
        RankHeap(entries.indices.map { element($0, score) })
    }

    private func element(_ offset: Int, _ score: (Note) -> (Double, UInt64)) -> RankHeap.Element {
        let (score, order) = score(entries[offset].note)
        return RankHeap.Element(rank: Shortlist.Rank(score: score, order: order), offset: offset)
    }

    private func offset(of slot: CacheSlot) -> Int? {
        let index = Int(slot.index)
        guard offsets.indices.contains(index), offsets[index] >= 0 else { return nil }
        let offset = Int(offsets[index])
        return entries[offset].slot == slot ? offset : nil
    }
}
