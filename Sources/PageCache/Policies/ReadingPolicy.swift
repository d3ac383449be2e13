package import PageModel

/// Lets go the page that it would cost least to miss, for each byte: what it took to render, times the chance that a reader
/// comes to it next. That chance falls with the turns since the page was used last, and grows with how often it was used,
/// also before it went last, and with how near it is to where readers are.
///
/// docs/memory.md has the formula, ``ReadingParameters`` the numbers.
package struct ReadingPolicy: EvictionPolicy {
    private struct Note {
        let cost: PageCost
        var index: Int?
        /// Also before it went last.
        var uses: Uses
        var isUnused: Bool
        /// When it was used last, in turns.
        var lastUse: UInt64
    }

    private let parameters: ReadingParameters
    private let falls: Nearness.Falls
    private let ages: AgeTable
    private var notes = PageNotes<Note>()
    private var past = PastUses()
    /// The turns of all readers so far.
    private var turns: UInt64 = 0

    package init(_ parameters: ReadingParameters = ReadingParameters()) {
        self.parameters = parameters
        falls = Nearness.Falls(parameters)
        ages = AgeTable(parameters)
    }

    package mutating func admit(_ page: CandidatePage, at time: Instant) {
        turns += 1
        notes.set(note(of: page), for: page.rendition)
    }

    package mutating func use(_ rendition: Rendition, at time: Instant) {
        turns += 1
        notes.change(rendition) { [turns, ages] note in
            note.uses.add(turns, ages)
            note.isUnused = false
            note.lastUse = turns
        }
    }

    package mutating func remove(_ rendition: Rendition, isDisplaced: Bool) {
        guard let note = notes.remove(rendition), isDisplaced else { return }
        past.add(note.uses, of: rendition)
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        notes.changeAll { rendition, note in
            if rendition.document == document { note.index = index(rendition.page) }
        }
    }

    package func rank(near places: ReadingPlaces, at time: Instant, _ body: (Rendition) -> Bool) {
        var nearness = Nearness(places, parameters, falls)
        notes.rank(by: { rendition, note in (worth(of: rendition, note, &nearness), note.lastUse) }, body)
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [Rendition], near places: ReadingPlaces, at time: Instant
    ) -> Bool {
        var nearness = Nearness(places, parameters, falls)
        let lost = victims.reduce(0) { lost, victim in
            guard let note = notes[victim] else { return lost }
            return lost + worth(of: victim, note, &nearness) * Double(note.cost.bytes)
        }
        let won = worth(of: page.rendition, note(of: page), &nearness) * Double(page.cost.bytes)
        // Sums of equal pages may differ in their last digits.
        guard won < lost * (1 - 1e-9) else { return true }
        // Who was refused has turned all the same: what is there gets older, or it would stay for ever.
        if !page.isReadAhead { turns += 1 }
        return false
    }

    /// Of a page that comes now.
    private func note(of page: CandidatePage) -> Note {
        var uses = past[page.rendition]
        if !page.isReadAhead { uses.add(turns, ages) }
        return Note(
            cost: page.cost, index: page.index, uses: uses, isUnused: page.isReadAhead, lastUse: turns)
    }

    /// For each byte.
    private func worth(of rendition: Rendition, _ note: Note, _ nearness: inout Nearness) -> Double {
        let age = turns - note.lastUse
        let near = nearness.of(rendition.page, at: note.index, in: rendition.document)
        let recency = ages.recency(age) * (note.isUnused ? parameters.unused : 1)
        let uses = parameters.use * note.uses.count(at: turns, ages)
        let chance =
            (recency + uses) * (near.readers == 0 ? parameters.unread : 1)
            + parameters.reader * Double(near.readers) + near.place + near.anticipated * ages.anticipation(age)
        return chance * note.cost.missPerByte
    }
}
