import Glibc
import SheafProvider

/// Which page is where, after some were moved.
///
/// It keeps the moves, not the pages: a document of a thousand million pages costs nothing.
struct PageOrder {
    /// As many moves are kept; every look-up goes through all of them.
    static let moveLimit = 4096

    private struct Move {
        let from: Int64
        let to: Int64
    }

    private let pages: PageList
    private var moves: [Move] = []

    /// These pages, before any is moved.
    init(_ pages: PageList) {
        self.pages = pages
    }

    /// The page at an index, or nil where there is none.
    func page(at index: Int64) -> PageID? {
        guard (0..<pages.count).contains(index) else { return nil }
        var index = index
        for move in moves.reversed() {
            if index == move.to {
                index = move.from
            } else {
                if index > move.to { index -= 1 }
                if index >= move.from { index += 1 }
            }
        }
        return pages.page(at: index).map { PageID($0) }
    }

    /// Where a page is, or nil where there is no such page.
    func index(of page: PageID) -> Int64? {
        guard var index = pages.index(of: page.rawValue) else { return nil }
        for move in moves {
            if index == move.from {
                index = move.to
            } else {
                if index > move.from { index -= 1 }
                if index >= move.to { index += 1 }
            }
        }
        return index
    }

    /// Moves a page to an index that is counted without the page itself; returns whether that is not where it was.
    mutating func move(_ page: PageID, to target: Int64) throws(ProviderError) -> Bool {
        guard let source = index(of: page) else { throw .noPage }
        try check(target)
        guard source != target else { return false }
        guard moves.count < Self.moveLimit else {
            throw ProviderError(errno: ENOSPC, "cannot move page \(page): \(Self.moveLimit) moves were made already")
        }
        moves.append(Move(from: source, to: target))
        return true
    }

    /// Throws where no page can be moved to.
    func check(_ target: Int64) throws(ProviderError) {
        guard (0..<pages.count).contains(target) else {
            throw ProviderError(errno: EINVAL, "cannot move a page to \(target): there are \(pages.count) pages")
        }
    }
}
