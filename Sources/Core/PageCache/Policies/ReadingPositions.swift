package import PageModel

/// Where a reader is in a document, for policies that think ahead.
package struct ReadingPosition: Equatable, Sendable {
    /// A page with so many links is one that readers look things up on, as a table of contents or an index is.
    package static let manyLinks = 5

    package var document: DocumentID
    /// The index in the document of the first page of its spread.
    package var index: Int
    /// The way in which it turned last: 1 or -1.
    package var direction: Int
    /// The pages elsewhere in the document that it may well turn to, the likeliest first: where it jumped from, where links on
    /// its page lead, what a search has found. By id: they stay what they are when pages move.
    package var likelyPages: [PageID]
    /// The context of the reader's last turn; nil where that is not known.
    package var context: TurnContext?
    /// Where it jumped from last; nil where it has not, or is there.
    package var origin: PageID?
    /// How many pages its document has; nil where that is not known.
    package var pages: Int?
    /// The pages of its document that are known to have ``manyLinks``.
    package var contents: [PageID]

    package init(
        document: DocumentID, index: Int, direction: Int = 1, likelyPages: [PageID] = [], context: TurnContext? = nil,
        origin: PageID? = nil, pages: Int? = nil, contents: [PageID] = []
    ) {
        self.document = document
        self.index = index
        self.direction = direction
        self.likelyPages = likelyPages
        self.context = context
        self.origin = origin
        self.pages = pages
        self.contents = contents
    }
}

/// Where all readers are, by document.
package struct ReadingPositions: Sendable {
    private var documents: [DocumentID: DocumentPositions] = [:]
    /// Another one whenever a reader has turned; nil where that is not counted.
    let number: UInt64?

    init(_ positions: [ReadingPosition] = [], number: UInt64? = nil) {
        self.number = number
        for position in positions { documents[position.document, default: DocumentPositions()].add(position) }
        for document in documents.keys { documents[document]?.sort() }
    }

    /// Where readers are in a document; nil where nobody reads in it.
    func ofReaders(in document: DocumentID) -> DocumentPositions? { documents[document] }

    /// Where readers are in a document.
    package func all(in document: DocumentID) -> [ReadingPosition] { documents[document]?.all ?? [] }

    /// How far from the nearest reader a page is, in the order in which pages are read ahead: the spread that it shows, the next
    /// one, the one before, the one after the next, and so on. Likely pages count as lying ahead in their order. A
    /// page without an index, or in a document that nobody reads, is as far as can be.
    func distance(of page: PageID, at index: Int?, in document: DocumentID) -> Int {
        documents[document]?.distance(of: page, at: index) ?? .max
    }
}

/// Where readers are in one document.
struct DocumentPositions: Sendable {
    private(set) var all: [ReadingPosition] = []
    /// The indexes of those who turned forward last, in order.
    private(set) var forward: [Int] = []
    /// The indexes of the others, in order.
    private(set) var backward: [Int] = []
    /// The indexes of all readers, in order.
    private(set) var indexes: [Int] = []

    fileprivate mutating func add(_ position: ReadingPosition) {
        all.append(position)
        if position.direction < 0 { backward.append(position.index) } else { forward.append(position.index) }
    }

    fileprivate mutating func sort() {
        indexes = all.map(\.index).sorted()
        forward.sort()
        backward.sort()
    }

    fileprivate func distance(of page: PageID, at index: Int?) -> Int {
        var nearest = Int.max
        if let index {
            for (readers, direction) in [(forward, 1), (backward, -1)] {
                let above = readers.partitionPoint { $0 > index }
                if above > 0 { nearest = min(nearest, Self.order(index, from: readers[above - 1], direction)) }
                if above < readers.count { nearest = min(nearest, Self.order(index, from: readers[above], direction)) }
            }
        }
        for position in all {
            guard let number = position.likelyPages.firstIndex(of: page) else { continue }
            nearest = min(nearest, 2 * number + 1)
        }
        return nearest
    }

    private static func order(_ index: Int, from reader: Int, _ direction: Int) -> Int {
        let ahead = direction < 0 ? reader &- index : index &- reader
        let distance = Int(min(ahead.magnitude, UInt(Int.max / 2)))
        return ahead > 0 ? distance * 2 - 1 : distance * 2
    }
}

extension [Int] {
    /// The index of the first element that matches, where all after one that matches do too; the count where none does.
    func partitionPoint(where matches: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if matches(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
