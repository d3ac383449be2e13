package import PageCache
package import PageModel

/// Lets go the page that is farthest from where any reader of its document is, pages of documents that nobody reads first, and
/// of equals the one that was used least lately: what viewers with a window around the page do.
package struct FarthestFromReaders: EvictionPolicy {
    private struct Note {
        let rendition: Rendition
        let index: Int?
        var use: Int
    }

    private var notes: [Rendition: Note] = [:]
    private var uses = 0

    package init() {}

    package mutating func admit(_ page: CandidatePage, at time: Instant) {
        uses += 1
        notes[page.rendition] = Note(rendition: page.rendition, index: page.index, use: uses)
    }

    package mutating func use(_ rendition: Rendition, at time: Instant) {
        uses += 1
        notes[rendition]?.use = uses
    }

    package mutating func remove(_ rendition: Rendition, isDisplaced: Bool) { notes[rendition] = nil }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    package func rank(near places: ReadingPlaces, at time: Instant, _ body: (Rendition) -> Bool) {
        let ranked = notes.values.map { note in
            let distances = places.places(in: note.rendition.document).map { place in
                note.index.map { abs($0 - place.index) } ?? .max
            }
            return (distance: distances.min() ?? .max, note: note)
        }
        let sorted = ranked.sorted { ($1.distance, $0.note.use) < ($0.distance, $1.note.use) }
        for one in sorted where !body(one.note.rendition) { return }
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [Rendition], near places: ReadingPlaces, at time: Instant
    ) -> Bool { true }
}
