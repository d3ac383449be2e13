package import PageCache
package import PageModel

/// Lets go the page that is farthest from where any reader of its document is, pages of documents that nobody reads first, and
/// of equals the one that was used least lately: what viewers with a window around the page do.
package struct FarthestFromReaders: EvictionPolicy {
    private struct Note {
        let slot: CacheSlot
        let document: DocumentID
        let index: Int?
        var use: Int
    }

    private var notes: [CacheSlot: Note] = [:]
    private var uses = 0

    package init() {}

    package mutating func admit(_ page: CandidatePage, in slot: CacheSlot) {
        uses += 1
        notes[slot] = Note(slot: slot, document: page.rendition.document, index: page.index, use: uses)
    }

    package mutating func use(_ slots: Span<CacheSlot>) {
        for number in slots.indices {
            uses += 1
            notes[slots[number]]?.use = uses
        }
    }

    package mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) { notes[slot] = nil }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    package func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        let ranked = notes.values.map { note in
            let distances = positions.all(in: note.document).map { position in
                note.index.map { abs($0 - position.index) } ?? .max
            }
            return (distance: distances.min() ?? .max, note: note)
        }
        let sorted = ranked.sorted { ($1.distance, $0.note.use) < ($0.distance, $1.note.use) }
        for one in sorted where !body(one.note.slot) { return }
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool { true }
}
