import Glibc
import PageModel

/// How much it counts for a page that readers are near it. It holds as long as no reader turns, so that the readers of each document are
/// looked at once.
struct Nearness: Sendable {
    /// The weight that a page has from those who read its document.
    struct Weight {
        /// The weight for the page's position: ahead of the readers, behind, or anywhere in the document.
        var position = 0.0
        /// The weight for being a page that readers may well turn to from where they are.
        var likely = 0.0
        /// The number of readers.
        var readers = 0
    }

    /// The decays of ``ReadingParameters``, as tables.
    struct Decays: Sendable {
        let ahead: DecayTable
        let behind: DecayTable
        let around: DecayTable
        let next: DecayTable
        let previous: DecayTable

        init(_ parameters: ReadingParameters) {
            ahead = DecayTable(parameters.aheadDecay)
            behind = DecayTable(parameters.behindDecay)
            around = DecayTable(parameters.aroundDecay)
            next = DecayTable(parameters.nextDecay)
            previous = DecayTable(parameters.previousDecay)
        }
    }

    /// A class: it is looked at for each page, and a value would be copied.
    private final class Document: Sendable {
        let id: DocumentID
        let readers: Int
        /// The weight that every page of the document has.
        let all: Double
        let ahead: [DecayingSum]
        let behind: [DecayingSum]
        let around: [DecayingSum]
        /// By what their last turns were: weighed already.
        let next: [DecayingSum]
        private let likelyPages: [PageID: Double]
        /// The weights of pages that readers jumped from, or look things up on.
        private let pageWeights: [PageID: Double]
        /// A bit for the last six of each likely page's id: most pages need no look-up.
        private let mask: UInt64

        /// - Parameter readers: nil where nobody reads it.
        init(_ id: DocumentID, _ readers: DocumentPositions?, _ parameters: ReadingParameters, _ decays: Decays) {
            self.id = id
            self.readers = readers?.all.count ?? 0
            self.all = (readers?.all ?? []).reduce(0) { $0 + parameters.anywhere / Double(max($1.pages ?? .max, 1)) }
            let (forward, backward) = (readers?.forward ?? [], readers?.backward ?? [])
            let all = readers?.indexes ?? []
            // Who turned back last has the pages below ahead: for them indexes count the other way.
            ahead = [
                DecayingSum(forward, decays.ahead), DecayingSum(backward, decays.ahead, isDownwards: true),
            ].filter { !$0.isEmpty }
            behind = [
                DecayingSum(forward, decays.behind, isDownwards: true, isOpen: true),
                DecayingSum(backward, decays.behind, isOpen: true),
            ].filter { !$0.isEmpty }
            around = [
                DecayingSum(all, decays.around), DecayingSum(all, decays.around, isDownwards: true, isOpen: true),
            ].filter { !$0.isEmpty }
            next = Self.next(readers?.all ?? [], parameters, decays)
            var pageWeights: [PageID: Double] = [:]
            // They are the document's, whoever tells: who turned last knows most of them.
            let contents = readers?.all.max { $0.contents.count < $1.contents.count }?.contents ?? []
            for page in contents { pageWeights[page] = parameters.contents * Double(self.readers) }
            for reader in readers?.all ?? [] {
                guard let origin = reader.origin, let context = reader.context else { continue }
                pageWeights[origin, default: 0] += parameters.after[context.rawValue].origin
            }
            self.pageWeights = pageWeights
            var likelyPages: [PageID: Double] = [:]
            for reader in readers?.all ?? [] {
                var weight = parameters.likely
                for page in reader.likelyPages {
                    likelyPages[page, default: 0] += weight
                    weight *= parameters.likelyDecay
                }
            }
            self.likelyPages = likelyPages
            mask = likelyPages.keys.reduce(0) { $0 | Self.bit(of: $1) }
        }

        private static func next(_ readers: [ReadingPosition], _ parameters: ReadingParameters, _ decays: Decays)
            -> [DecayingSum]
        {
            var sums: [DecayingSum] = []
            for direction in [1, -1] {
                let known = readers.filter { $0.context != nil && ($0.direction < 0) == (direction < 0) }
                    .sorted { $0.index < $1.index }
                guard !known.isEmpty else { continue }
                let weights = known.map { parameters.after[$0.context?.rawValue ?? 0] }
                let indexes = known.map(\.index)
                sums.append(
                    DecayingSum(
                        indexes, decays.next, isDownwards: direction < 0, isOpen: true, weights: weights.map(\.ahead)))
                sums.append(
                    DecayingSum(
                        indexes, decays.previous, isDownwards: direction > 0, isOpen: true,
                        weights: weights.map(\.behind)))
            }
            return sums
        }

        func pageWeight(_ page: PageID) -> Double { pageWeights.isEmpty ? 0 : pageWeights[page] ?? 0 }

        func likelihood(of page: PageID) -> Double {
            mask & Self.bit(of: page) == 0 ? 0 : likelyPages[page] ?? 0
        }

        private static func bit(of page: PageID) -> UInt64 { 1 << UInt64(truncatingIfNeeded: page.number & 63) }
    }

    private let positions: ReadingPositions
    private let parameters: ReadingParameters
    private let decays: Decays
    private var documents: [DocumentID: Document] = [:]
    /// The one asked for last: pages of one are mostly looked at together.
    private var last: Document?

    init(_ positions: ReadingPositions, _ parameters: ReadingParameters, _ decays: Decays) {
        self.positions = positions
        self.parameters = parameters
        self.decays = decays
    }

    /// - Parameter index: where the page is in its document; nil where that is not known.
    mutating func of(_ page: PageID, at index: Int?, in document: DocumentID) -> Weight {
        if last?.id != document { look(at: document) }
        guard let last, last.readers > 0 else { return Weight() }
        var weight = Weight(readers: last.readers)
        weight.likely = last.likelihood(of: page)
        weight.position = last.all + last.pageWeight(page)
        if let index {
            for sum in last.ahead { weight.position += parameters.ahead * sum.weight(at: index) }
            for sum in last.behind { weight.position += parameters.behind * sum.weight(at: index) }
            for sum in last.next { weight.position += sum.weight(at: index) }
            for sum in last.around { weight.position += parameters.around * sum.weight(at: index) }
        }
        return weight
    }

    /// The least weight that any page of a document has for its readers; nil where nobody reads it.
    mutating func least(in document: DocumentID) -> Double? {
        if last?.id != document { look(at: document) }
        guard let last, last.readers > 0 else { return nil }
        return last.all
    }

    /// Whether it is of these positions.
    func isOf(_ positions: ReadingPositions) -> Bool {
        positions.number != nil && positions.number == self.positions.number
    }

    private mutating func look(at id: DocumentID) {
        let document =
            documents[id] ?? Document(id, positions.ofReaders(in: id), parameters, decays)
        documents[id] = document
        last = document
    }
}

/// The sum over readers of a weight that is 1 where a reader is, decays by a factor with each page above, and is 0 below. At
/// any index, it takes the time of a search among the readers.
struct DecayingSum: Sendable {
    /// Where they are, in order.
    private let readers: [Int]
    /// The sum at each of them.
    private let sums: [Double]
    private let decay: DecayTable
    private let isDownwards: Bool
    private let isOpen: Bool

    /// - Parameters:
    ///   - readers: where they are, in order.
    ///   - isDownwards: whether it decays below each reader instead, and is 0 above.
    ///   - isOpen: whether the page where a reader is has nothing of it.
    ///   - weights: what each reader weighs where it is; empty: 1.
    init(
        _ readers: [Int], _ decay: DecayTable, isDownwards: Bool = false, isOpen: Bool = false, weights: [Double] = []
    ) {
        let readers = isDownwards ? readers.reversed().map { -$0 } : readers
        let weights = isDownwards ? weights.reversed() : weights
        var sums: [Double] = []
        sums.reserveCapacity(readers.count)
        for (number, reader) in readers.enumerated() {
            let weight = weights.isEmpty ? 1 : weights[number]
            sums.append(number == 0 ? weight : weight + sums[number - 1] * decay[reader - readers[number - 1]])
        }
        self.readers = readers
        self.sums = sums
        self.decay = decay
        self.isDownwards = isDownwards
        self.isOpen = isOpen
    }

    /// Whether it is 0 everywhere.
    var isEmpty: Bool { readers.isEmpty }

    /// Returns the weight of the readers at an index.
    func weight(at index: Int) -> Double {
        guard !readers.isEmpty else { return 0 }
        let index = isDownwards ? -index : index
        let above = readers.partitionPoint { isOpen ? $0 >= index : $0 > index }
        guard above > 0 else { return 0 }
        return sums[above - 1] * decay[index - readers[above - 1]]
    }
}

/// The powers of a factor below 1, which each page and reader needs one of.
struct DecayTable: Sendable {
    /// So far from a reader nothing is near: 0.95 has decayed to 4 × 10⁻¹² there.
    private static let reach = 512

    private let powers: [Double]

    init(_ factor: Double) { powers = (0..<Self.reach).map { pow(factor, Double($0)) } }

    /// - Parameter distance: in pages.
    subscript(distance: Int) -> Double { powers.indices.contains(distance) ? powers[distance] : 0 }
}
