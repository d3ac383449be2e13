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

    /// A class: it is looked at for each page, and a value would be copied.
    private final class Document {
        let id: DocumentID
        let readers: Int
        let ahead: [Slope]
        let behind: [Slope]
        let around: [Slope]
        private let anticipated: [PageID: Double]
        /// A bit for the last six of each anticipated id: most pages need no look-up.
        private let mask: UInt64

        /// - Parameter readers: nil where nobody reads it.
        init(_ id: DocumentID, _ readers: DocumentPlaces?, _ parameters: ReadingParameters, _ falls: Falls) {
            self.id = id
            self.readers = readers?.all.count ?? 0
            let (forward, backward) = (readers?.forward ?? [], readers?.backward ?? [])
            let all = readers?.indexes ?? []
            // Who turned back last has the pages below ahead: for them indexes count the other way.
            ahead = [
                Slope(forward, falls.ahead), Slope(backward, falls.ahead, isDownwards: true),
            ].filter { !$0.isEmpty }
            behind = [
                Slope(forward, falls.behind, isDownwards: true, isOpen: true),
                Slope(backward, falls.behind, isOpen: true),
            ].filter { !$0.isEmpty }
            around = [
                Slope(all, falls.around), Slope(all, falls.around, isDownwards: true, isOpen: true),
            ].filter { !$0.isEmpty }
            var anticipated: [PageID: Double] = [:]
            for place in readers?.all ?? [] {
                var weight = parameters.anticipated
                for page in place.anticipated {
                    anticipated[page, default: 0] += weight
                    weight *= parameters.anticipatedFall
                }
            }
            self.anticipated = anticipated
            mask = anticipated.keys.reduce(0) { $0 | Self.bit(of: $1) }
        }

        func anticipation(of page: PageID) -> Double {
            mask & Self.bit(of: page) == 0 ? 0 : anticipated[page] ?? 0
        }

        private static func bit(of page: PageID) -> UInt64 { 1 << UInt64(truncatingIfNeeded: page.number & 63) }
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
        var weight = Weight(readers: last.readers)
        weight.anticipated = last.anticipation(of: page)
        if let index {
            for slope in last.ahead { weight.place += parameters.ahead * slope.height(at: index) }
            for slope in last.behind { weight.place += parameters.behind * slope.height(at: index) }
            for slope in last.around { weight.place += parameters.around * slope.height(at: index) }
        }
        return weight
    }

    private mutating func look(at id: DocumentID) {
        let document =
            documents[id] ?? Document(id, places.inDocument(id), parameters, falls)
        documents[id] = document
        last = document
    }
}
