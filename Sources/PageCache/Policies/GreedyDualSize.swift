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
        /// Its worth for each byte.
        var worth: Double
        /// The lower, the longer ago it was used.
        var order: UInt64
    }

    private var notes = PageNotes<Note>()
    private var age = Aging()
    private var lastOrder: UInt64 = 0

    package init() {}

    package mutating func admit(_ page: CandidatePage, at time: Instant) {
        lastOrder += 1
        notes.set(
            Note(cost: page.cost, uses: 1, worth: age.level + page.cost.missPerByte, order: lastOrder),
            for: page.rendition)
    }

    package mutating func use(_ rendition: Rendition, at time: Instant) {
        lastOrder += 1
        notes.change(rendition) { [level = age.level, lastOrder] note in
            note.uses += 1
            note.worth = level + Double(note.uses) * note.cost.missPerByte
            note.order = lastOrder
        }
    }

    package mutating func remove(_ rendition: Rendition, isDisplaced: Bool) {
        guard let note = notes.remove(rendition), isDisplaced else { return }
        age.raise(to: note.worth)
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    package func rank(near places: ReadingPlaces, at time: Instant, _ body: (Rendition) -> Bool) {
        notes.rank(by: { ($1.worth, $1.order) }, body)
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [Rendition], near places: ReadingPlaces, at time: Instant
    ) -> Bool {
        let displaced = victims.compactMap { notes[$0] }.map { (worth: $0.worth, bytes: $0.cost.bytes) }
        return age.admits(worth: page.cost.missPerByte, bytes: page.cost.bytes, displacing: displaced)
    }
}
