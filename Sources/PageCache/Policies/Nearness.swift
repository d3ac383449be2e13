import PageModel

/// What it weighs that readers are near a page, for one look at all pages: what it takes of each document's readers is
/// reckoned once.
struct Nearness {
    /// What a page has of those who read its document.
    struct Weight {
        /// For its place: ahead of them and behind.
        var place = 0.0
        /// For being one that they may well turn to from where they are.
        var anticipated = 0.0
        /// How many there are.
        var readers = 0
    }

    /// The falls of ``ReadingParameters``, as tables.
    struct Falls: Sendable {
        let ahead: FallTable
        let behind: FallTable
        let around: FallTable

        init(_ parameters: ReadingParameters) {
            ahead = FallTable(parameters.aheadFall)
            behind = FallTable(parameters.behindFall)
            around = FallTable(parameters.aroundFall)
        }
    }

    private struct Document {
        let id: DocumentID
        let ahead: [Slope]
        let behind: [Slope]
        let around: [Slope]
        var anticipated: [PageID: Double] = [:]
        let readers: Int
    }

    private let places: ReadingPlaces
    private let parameters: ReadingParameters
    private let falls: Falls
    private var documents: [DocumentID: Document] = [:]
    /// The one asked for last: pages of one are mostly looked at together.
    private var last: Document?

    init(_ places: ReadingPlaces, _ parameters: ReadingParameters, _ falls: Falls) {
        self.places = places
        self.parameters = parameters
        self.falls = falls
    }

    /// - Parameter index: where the page is in its document; nil where that is not known.
    mutating func of(_ page: PageID, at index: Int?, in document: DocumentID) -> Weight {
        if last?.id != document { look(at: document) }
        guard let last, last.readers > 0 else { return Weight() }
        var weight = Weight(anticipated: last.anticipated[page] ?? 0, readers: last.readers)
        if let index {
            for slope in last.ahead { weight.place += parameters.ahead * slope.height(at: index) }
            for slope in last.behind { weight.place += parameters.behind * slope.height(at: index) }
            for slope in last.around { weight.place += parameters.around * slope.height(at: index) }
        }
        return weight
    }

    private mutating func look(at id: DocumentID) {
        if let known = documents[id] {
            last = known
            return
        }
        guard let readers = places.inDocument(id) else {
            let nobody = Document(id: id, ahead: [], behind: [], around: [], readers: 0)
            documents[id] = nobody
            last = nobody
            return
        }
        // Who turned back last has the pages below ahead: for them indexes count the other way.
        var document = Document(
            id: id,
            ahead: [
                Slope(readers.forward, falls.ahead), Slope(readers.backward, falls.ahead, isDownwards: true),
            ],
            behind: [
                Slope(readers.forward, falls.behind, isDownwards: true, isOpen: true),
                Slope(readers.backward, falls.behind, isOpen: true),
            ],
            around: [
                Slope(readers.indexes, falls.around),
                Slope(readers.indexes, falls.around, isDownwards: true, isOpen: true),
            ],
            readers: readers.all.count)
        for place in readers.all {
            var weight = parameters.anticipated
            for page in place.anticipated {
                document.anticipated[page, default: 0] += weight
                weight *= parameters.anticipatedFall
            }
        }
        documents[id] = document
        last = document
    }
}
