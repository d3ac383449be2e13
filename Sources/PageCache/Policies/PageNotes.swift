import PageModel

/// What a policy notes of each page, in an array without gaps: all are looked at whenever room is needed.
struct PageNotes<Note: Sendable>: Sendable {
    private struct Entry {
        let rendition: Rendition
        var note: Note
    }

    private var entries: [Entry] = []
    private var places: [Rendition: Int] = [:]

    var count: Int { entries.count }

    subscript(rendition: Rendition) -> Note? { places[rendition].map { entries[$0].note } }

    /// Notes something of a page, in place of what was noted before.
    mutating func set(_ note: Note, for rendition: Rendition) {
        if let place = places[rendition] {
            entries[place].note = note
        } else {
            places[rendition] = entries.count
            entries.append(Entry(rendition: rendition, note: note))
        }
    }

    /// Changes what is noted of a page, where something is.
    mutating func change(_ rendition: Rendition, _ step: (inout Note) -> Void) {
        if let place = places[rendition] { step(&entries[place].note) }
    }

    /// Changes what is noted of all pages.
    mutating func changeAll(_ step: (Rendition, inout Note) -> Void) {
        for place in entries.indices { step(entries[place].rendition, &entries[place].note) }
    }

    /// Forgets a page, and returns what was noted of it.
    @discardableResult
    mutating func remove(_ rendition: Rendition) -> Note? {
        guard let place = places.removeValue(forKey: rendition) else { return nil }
        let note = entries[place].note
        let last = entries.removeLast()
        if last.rendition != rendition {
            entries[place] = last
            places[last.rendition] = place
        }
        return note
    }

    /// Calls `body` with one page after the other, the one with the lowest score first, until it returns false. The first takes
    /// a time in proportion to the number of pages, each of the others to its logarithm.
    ///
    /// - Parameter score: of a page, and what decides among equal scores: the lower first.
    func rank(by score: (Rendition, Note) -> (Double, UInt64), _ body: (Rendition) -> Bool) {
        var heap = ScoreHeap(
            entries.enumerated().map { place, entry in
                let (score, order) = score(entry.rendition, entry.note)
                return ScoreHeap.Element(score: score, order: order, place: place)
            })
        while let lowest = heap.popLowest() {
            guard body(entries[lowest.place].rendition) else { return }
        }
    }
}
