import Navigation
import PageModel

/// An axis of a reader: the document along it, and how its pages are arranged.
final class ReaderAxis {
    let axis: Axis
    let document: ServedDocument
    /// The part of the document that is on the axis: from this page on,
    let first: Int
    /// and at most so many pages; nil for all.
    let length: Int?
    /// The spread at which the other axis may move.
    let unlocks: Int?
    var arrangement: Arrangement

    init(
        _ axis: Axis, document: ServedDocument, first: Int = 0, length: Int? = nil, unlocks: Int? = nil,
        arrangement: Arrangement = Arrangement()
    ) {
        self.axis = axis
        self.document = document
        self.first = first
        self.length = length
        self.unlocks = unlocks
        self.arrangement = arrangement
    }

    /// How many pages are on the axis, as far as is known.
    var count: PageCount {
        func part(_ pages: Int) -> Int { min(max(pages - first, 0), length ?? .max) }
        return switch document.count {
        case .exact(let pages): .exact(part(pages))
        case .estimated(let pages): .estimated(part(pages))
        case .unknown: .unknown
        }
    }

    /// The index in the document of a page of the axis; nil where it is past its part.
    func documentIndex(of index: Int) -> Int? {
        guard index >= 0, index < length ?? .max else { return nil }
        let (sum, overflow) = first.addingReportingOverflow(index)
        return overflow ? nil : sum
    }

    /// The index on the axis of a page of the document; nil where it is not in its part.
    func index(ofDocumentIndex index: Int) -> Int? {
        let index = index - first
        return index >= 0 && index < length ?? .max ? index : nil
    }
}

/// How the pages of an axis are arranged.
struct Arrangement: Hashable {
    /// At which side the first page of a spread stands.
    enum Order: Hashable {
        case leftToRight
        case rightToLeft
    }

    /// The most pixels between two spreads.
    static let maxSpacing = 10_000

    var spreads = Spreads.single
    var order = Order.leftToRight
    /// Whether pages follow each other at their own sizes; else every spread takes the whole viewport.
    var isContinuous = false
    /// In pixels, between spreads.
    var spacing = 0
}
