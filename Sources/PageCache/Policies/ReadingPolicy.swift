package import PageModel

/// Lets go the page that it would cost least to miss, for each byte: what it took to render, times the chance that a reader
/// comes back to it. That chance grows with how often and how lately the page was used, and with how near it is to where
/// readers are.
///
/// Age counts as in ``GreedyDualSize``.
package struct ReadingPolicy: EvictionPolicy {
    private struct Note {
        let cost: PageCost
        var index: Int?
        var uses: Int
        /// Its worth for each byte, for how often and how lately it was used.
        var worth: Double
        /// The lower, the longer ago it was used.
        var order: UInt64
    }

    private let parameters: ReadingParameters
    private var notes = PageNotes<Note>()
    private var age = Aging()
    private var lastOrder: UInt64 = 0

    package init(_ parameters: ReadingParameters = ReadingParameters()) { self.parameters = parameters }

    package mutating func admit(_ page: CandidatePage, at time: Instant) {
        lastOrder += 1
        let uses = page.isReadAhead ? 0 : 1
        notes.set(
            Note(
                cost: page.cost, index: page.index, uses: uses,
                worth: age.level + parameters.weight(uses: uses) * page.cost.missPerByte, order: lastOrder),
            for: page.rendition)
    }

    package mutating func use(_ rendition: Rendition, at time: Instant) {
        lastOrder += 1
        notes.change(rendition) { [level = age.level, parameters, lastOrder] note in
            note.uses += 1
            note.worth = level + parameters.weight(uses: note.uses) * note.cost.missPerByte
            note.order = lastOrder
        }
    }

    package mutating func remove(_ rendition: Rendition, isDisplaced: Bool) {
        guard let note = notes.remove(rendition), isDisplaced else { return }
        age.raise(to: note.worth)
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        notes.changeAll { rendition, note in
            if rendition.document == document { note.index = index(rendition.page) }
        }
    }

    package func rank(near places: ReadingPlaces, at time: Instant, _ body: (Rendition) -> Bool) {
        var nearness = Nearness(places, parameters)
        notes.rank(
            by: { rendition, note in
                let near = nearness.of(note.index, in: rendition.document)
                return (note.worth + near * note.cost.missPerByte, note.order)
            }, body)
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [Rendition], near places: ReadingPlaces, at time: Instant
    ) -> Bool {
        var nearness = Nearness(places, parameters)
        let displaced = victims.compactMap { victim in
            notes[victim].map { note in
                let near = nearness.of(note.index, in: victim.document)
                return (worth: note.worth + near * note.cost.missPerByte, bytes: note.cost.bytes)
            }
        }
        let near = nearness.of(page.index, in: page.rendition.document)
        let chance = parameters.weight(uses: page.isReadAhead ? 0 : 1) + near
        return age.admits(worth: chance * page.cost.missPerByte, bytes: page.cost.bytes, displacing: displaced)
    }
}
