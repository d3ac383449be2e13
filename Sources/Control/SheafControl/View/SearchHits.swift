import SheafInterface

/// The matches that a search has found so far, in the order of the pages, and the one that the reader is at.
struct SearchHits {
    /// The most matches that are kept. A search ends there.
    static let limit = 10_000

    /// The place of a match: a page's index, and the number of the match on that page.
    struct Position: Equatable {
        var page: Int
        var number: Int
    }

    let needle: String
    /// How far the search is, as people read it; empty where it is done.
    private(set) var progress = "0 %"
    /// The one that the reader is at.
    private(set) var current: Position?
    private(set) var count = 0
    /// By page: each with the parts of the page that it takes.
    private var hits: [Int: [[PagePart]]] = [:]
    /// The pages that have any, in order.
    private var pages: [Int] = []

    init(needle: String) { self.needle = needle }

    var isFull: Bool { count >= Self.limit }

    /// Adds what a reply tells.
    mutating func add(_ reply: DocumentInterface.SearchReply) {
        if let page = reply.page, !reply.matches.isEmpty, !isFull {
            if hits[page.index] == nil {
                pages.insert(page.index, at: pages.firstIndex { $0 > page.index } ?? pages.count)
            }
            for match in reply.matches.prefix(Self.limit - count) {
                hits[page.index, default: []].append(match.places.map { Self.part($0.region, of: page) })
                count += 1
            }
        }
        let pages = reply.pages.pages
        progress = pages > 0 ? "\(min(reply.searched * 100 / pages, 100)) %" : "\(reply.searched)"
    }

    /// Ends the progress: the search has come to its end.
    mutating func end() { progress = "" }

    /// The next one, from where the reader is, around the end; nil where there is none.
    ///
    /// - Parameter page: the one that is shown: who has turned since goes on from there.
    mutating func next(from page: Int, backward: Bool = false) -> Position? {
        guard let first = pages.first, let last = pages.last else { return nil }
        var position: Position
        if let current, current.page == page {
            position = Position(page: page, number: current.number + (backward ? -1 : 1))
        } else {
            position = Position(page: page, number: backward ? (hits[page]?.count ?? 0) - 1 : 0)
        }
        if !(0..<(hits[position.page]?.count ?? 0)).contains(position.number) {
            let next = backward ? pages.last { $0 < page } ?? last : pages.first { $0 > page } ?? first
            position = Position(page: next, number: backward ? (hits[next]?.count ?? 1) - 1 : 0)
        }
        current = position
        return position
    }

    /// Returns the parts of a page to mark: those of the current match, and those of all others.
    func marks(on page: Int) -> (all: [PagePart], current: [PagePart]) {
        let found = hits[page] ?? []
        guard let current, current.page == page, found.indices.contains(current.number) else {
            return (found.flatMap { $0 }, [])
        }
        return (found.enumerated().filter { $0.offset != current.number }.flatMap(\.element), found[current.number])
    }

    /// "“must not” 3 of 17", "“must not” 17, 40 % searched".
    var text: String {
        let searched = progress.isEmpty ? "" : ", \(progress) searched"
        guard count > 0 else {
            return "\u{201c}\(needle)\u{201d} \(progress.isEmpty ? "is nowhere" : "nowhere yet\(searched)")"
        }
        let total = isFull ? "\(count) or more" : "\(count)"
        guard let current else { return "\u{201c}\(needle)\u{201d} \(total)\(searched)" }
        let before = pages.prefix { $0 < current.page }.reduce(0) { $0 + (hits[$1]?.count ?? 0) }
        return "\u{201c}\(needle)\u{201d} \(before + current.number + 1) of \(total)\(searched)"
    }

    private static func part(_ region: DocumentInterface.Region, of page: DocumentInterface.Page) -> PagePart {
        let (width, height) = (Double(max(page.pageWidth, 1)), Double(max(page.pageHeight, 1)))
        return PagePart(
            x: Double(region.x) / width, y: Double(region.y) / height, width: Double(region.width) / width,
            height: Double(region.height) / height)
    }
}
