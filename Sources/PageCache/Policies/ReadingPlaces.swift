package import PageModel

/// Where all readers are, by document.
package struct ReadingPlaces: Sendable {
    private var documents: [DocumentID: DocumentPlaces] = [:]

    init(_ places: [ReadingPlace] = []) {
        for place in places { documents[place.document, default: DocumentPlaces()].add(place) }
        for document in documents.keys { documents[document]?.sort() }
    }

    /// Where readers are in a document; nil where nobody reads in it.
    func inDocument(_ document: DocumentID) -> DocumentPlaces? { documents[document] }

    /// Where readers are in a document.
    package func places(in document: DocumentID) -> [ReadingPlace] { documents[document]?.all ?? [] }

    /// How far from the nearest reader a page is, in the order in which pages are read ahead: the spread that it shows, the next
    /// one, the one before, the one after the next, and so on. Anticipated pages count as lying ahead in their order. A
    /// page without an index, or in a document that nobody reads, is as far as can be.
    func distance(of page: PageID, at index: Int?, in document: DocumentID) -> Int {
        documents[document]?.distance(of: page, at: index) ?? .max
    }
}

/// Where readers are in one document.
struct DocumentPlaces: Sendable {
    private(set) var all: [ReadingPlace] = []
    /// The indexes of those who turned forward last, in order.
    private(set) var forward: [Int] = []
    /// The indexes of the others, in order.
    private(set) var backward: [Int] = []
    /// Those of all, in order.
    private(set) var indexes: [Int] = []

    fileprivate mutating func add(_ place: ReadingPlace) {
        all.append(place)
        if place.direction < 0 { backward.append(place.index) } else { forward.append(place.index) }
    }

    fileprivate mutating func sort() {
        indexes = all.map(\.index).sorted()
        forward.sort()
        backward.sort()
    }

    fileprivate func distance(of page: PageID, at index: Int?) -> Int {
        var nearest = Int.max
        if let index {
            for (places, direction) in [(forward, 1), (backward, -1)] {
                let above = places.firstPlace { $0 > index }
                if above > 0 { nearest = min(nearest, Self.order(index, from: places[above - 1], direction)) }
                if above < places.count { nearest = min(nearest, Self.order(index, from: places[above], direction)) }
            }
        }
        for place in all {
            guard let number = place.anticipated.firstIndex(of: page) else { continue }
            nearest = min(nearest, 2 * number + 1)
        }
        return nearest
    }

    private static func order(_ index: Int, from place: Int, _ direction: Int) -> Int {
        let ahead = direction < 0 ? place &- index : index &- place
        let distance = Int(min(ahead.magnitude, UInt(Int.max / 2)))
        return ahead > 0 ? distance * 2 - 1 : distance * 2
    }
}

extension [Int] {
    /// Where the first element is that matches, of elements of which all after one that matches do; the count where none does.
    func firstPlace(where matches: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if matches(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
