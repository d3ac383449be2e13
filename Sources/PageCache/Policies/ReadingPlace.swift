package import PageModel

/// Where a reader is, for policies that think ahead.
package struct ReadingPlace: Equatable, Sendable {
    package var document: DocumentID
    /// The index in the document of the first page of its spread.
    package var index: Int
    /// The way in which it turned last: 1 or -1.
    package var direction: Int
    /// The indexes of pages elsewhere that it may well turn to, the likeliest first: where it jumped from, where links on its
    /// page lead, what a search has found.
    package var anticipated: [Int]

    package init(document: DocumentID, index: Int, direction: Int = 1, anticipated: [Int] = []) {
        self.document = document
        self.index = index
        self.direction = direction
        self.anticipated = anticipated
    }

    /// How many pages ahead of it a page is; negative, where it lies behind.
    func ahead(_ index: Int) -> Int { direction < 0 ? self.index &- index : index &- self.index }
}

/// Where all readers are.
package struct ReadingPlaces: Sendable {
    private struct Followed {
        let reader: ReaderKey
        let place: ReadingPlace
    }

    private var documents: [DocumentID: [Followed]] = [:]
    private var readers: [ReaderKey: [ReadingPlace]] = [:]

    package init() {}

    /// Notes where a reader is now; it may read in more than one document.
    mutating func follow(_ places: [ReadingPlace], of reader: ReaderKey) {
        let before =
            (places.isEmpty ? readers.removeValue(forKey: reader) : readers.updateValue(places, forKey: reader))
        guard before ?? [] != places else { return }
        for document in Set((before ?? []).map(\.document)) {
            documents[document]?.removeAll { $0.reader == reader }
            if documents[document]?.isEmpty ?? false { documents[document] = nil }
        }
        for place in places { documents[place.document, default: []].append(Followed(reader: reader, place: place)) }
    }

    /// Where readers are in a document.
    package func places(in document: DocumentID) -> [ReadingPlace] { documents[document]?.map(\.place) ?? [] }

    /// How far from the nearest reader a page is, in the order in which pages are read ahead: the spread that it shows, the next
    /// one, the one before, the one after the next, and so on. Anticipated pages count as lying ahead in their order. A
    /// page without an index, or in a document that nobody reads, is as far as can be.
    func distance(of index: Int?, in document: DocumentID) -> Int {
        guard let index, let followed = documents[document] else { return .max }
        var nearest = Int.max
        for one in followed {
            nearest = min(nearest, Self.order(ahead: one.place.ahead(index)))
            if let place = one.place.anticipated.firstIndex(of: index) {
                nearest = min(nearest, Self.order(ahead: place + 1))
            }
        }
        return nearest
    }

    private static func order(ahead: Int) -> Int {
        let distance = min(ahead.magnitude, UInt(Int.max / 2))
        return ahead > 0 ? Int(distance) * 2 - 1 : Int(distance) * 2
    }
}
