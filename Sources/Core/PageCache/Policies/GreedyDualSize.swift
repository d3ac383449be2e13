package import PageModel

/// Lets go the page that is worth least for each byte: how often it was used, times what it took to render. Worth ages:
/// what a page has counts from the worth of what went when it was used last.
///
/// This is `gdsf`, Greedy-Dual-Size with Frequency (Cherkasova, *Improving WWW Proxies Performance with
/// Greedy-Dual-Size-Frequency Caching Policy*, HP Laboratories, 1998).
package struct GreedyDualSize: EvictionPolicy {
    private struct Note {
        let cost: PageCost
        var uses: Int
        /// The worth of the page for each of its bytes.
        var worth: Double
        /// The lower, the longer ago it was used.
        var order: UInt64
    }

    private var notes = PolicyNotes<Note>()
    private var age = Aging()
    private var lastOrder: UInt64 = 0

    package init() {}

    package mutating func admit(_ page: CandidatePage, in slot: CacheSlot) {
        lastOrder += 1
        notes.set(
            Note(cost: page.cost, uses: 1, worth: age.level + page.cost.missPerByte, order: lastOrder), for: slot)
    }

    package mutating func use(_ slots: Span<CacheSlot>) {
        notes.change(slots) { [level = age.level, lastOrder] number, note in
            note.uses += 1
            note.worth = level + Double(note.uses) * note.cost.missPerByte
            note.order = lastOrder + UInt64(number) + 1
        }
        lastOrder += UInt64(slots.count)
    }

    package mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) {
        guard let note = notes.remove(slot), isDisplaced else { return }
        age.raise(to: note.worth)
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    package func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        notes.rank(by: { ($0.worth, $0.order) }, body)
    }

    package mutating func rankFew(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        // No page ever loses worth.
        if !notes.hasShortlist { notes.makeShortlist { ($0.worth, $0.order) } }
        notes.rankListed(by: { ($0.worth, $0.order) }, body)
    }

    package func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot] {
        notes.ranked(slots) { ($0.worth, $0.order) }
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool {
        let displaced = victims.compactMap { notes[$0] }.map { (worth: $0.worth, bytes: $0.cost.bytes) }
        return age.admits(worth: page.cost.missPerByte, bytes: page.cost.bytes, displacing: displaced)
    }
}

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
