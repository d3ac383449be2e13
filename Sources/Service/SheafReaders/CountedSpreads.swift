import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafPages

/// The spreads of an axis, as far as its pages were looked at for those that stand alone. Before a spread is shown, all pages to its end
/// were: what is learnt later moves no spread that is shown.
struct CountedSpreads: Equatable {
    /// Pages from this one on stand in pairs, whatever they measure.
    static let limit = 4_096

    /// The spreads; pages that were not looked at stand in pairs.
    private(set) var spreads: Spreads
    /// The index of the first page that was not looked at; past all pages where none is to be.
    private(set) var end: Int
    /// Which state of the document's pages was looked at.
    private(set) var generation: Int?

    /// The spreads of an axis none of whose pages was looked at.
    init(_ arrangement: Arrangement) {
        spreads = Spreads(arrangement.spread)
        end = spreads.isPaired && arrangement.wide == .alone ? 0 : .max
    }

    /// Whether pages are looked at.
    var isCounted: Bool { end < .max }

    /// Looks at the next page; nil where nobody can measure it, and it stands in a pair.
    fileprivate mutating func look(at page: PlacedPage?, isMarked: Bool, in generation: Int) {
        let isWide = page.map { $0.isMeasured && $0.size.width > $0.size.height } ?? false
        if isWide || isMarked { spreads.setAlone(end) }
        end += 1
        if self.generation == nil { self.generation = generation }
    }
}

extension ReaderAxis {
    /// Whether pages before an index are to be looked at, and were not.
    @inline(__always) func isUncounted(to index: Int) -> Bool {
        countedSpreads.end < index && countedSpreads.end < countable(in: document)
    }

    /// How many pages of a document are looked at along the axis, at most.
    private func countable(in document: ServedDocument) -> Int {
        min(CountedSpreads.limit, length ?? .max, document.count.exact.map { max($0 - first, 0) } ?? .max)
    }

    /// Looks at pages of a document along this axis that were not looked at before: at all that are known, and before an index also at
    /// those that are not.
    func count(_ start: CountedSpreads, to index: Int = 0, of document: ServedDocument) -> CountedSpreads {
        var counted = start
        let limit = countable(in: document)
        // Which pages a document has marked, it says by its own order.
        let marked = document.opened.looks.order.named.isEmpty ? document.firstView?.doublePages ?? [] : []
        while counted.end < limit, let position = documentIndex(of: counted.end) {
            let page = document.pages.known(at: position)
            guard page != nil || counted.end < index else { break }
            counted.look(at: page, isMarked: marked.contains(position), in: document.pages.generation)
        }
        return counted
    }

    /// Where pages are in a document that are to be looked at before an index, and are not known; nil where all are.
    func unknownPages(after counted: CountedSpreads, to index: Int, in document: ServedDocument) -> Range<Int>? {
        let end = min(index, countable(in: document))
        let isUnknown = { (index: Int) -> Bool in
            self.documentIndex(of: index).map { document.pages.known(at: $0) == nil } ?? false
        }
        guard counted.end < end, let low = (counted.end..<end).first(where: isUnknown),
            let high = (low..<end).last(where: isUnknown), let position = documentIndex(of: low)
        else { return nil }
        return position..<position + high - low + 1
    }
}
