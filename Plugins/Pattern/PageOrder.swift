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

    private let count: Int64
    private var moves: [Move] = []

    /// The pages 0 to `count` - 1 in this order.
    init(count: Int64) {
        self.count = count
    }

    /// The page at an index, or nil where there is none.
    func page(at index: Int64) -> PageID? {
        guard (0..<count).contains(index) else { return nil }
        var index = index
        for move in moves.reversed() {
            if index == move.to {
                index = move.from
            } else {
                if index > move.to { index -= 1 }
                if index >= move.from { index += 1 }
            }
        }
        return PageID(index)
    }

    /// Where a page is, or nil where there is no such page.
    func index(of page: PageID) -> Int64? {
        guard (0..<count).contains(page.rawValue) else { return nil }
        var index = page.rawValue
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

    /// Moves a page to an index that is counted without the page itself.
    mutating func move(_ page: PageID, to target: Int64) throws(ProviderError) {
        guard let source = index(of: page) else { throw .noPage }
        try check(target)
        guard source != target else { return }
        guard moves.count < Self.moveLimit else {
            throw ProviderError(errno: ENOSPC, "cannot move page \(page): \(Self.moveLimit) moves were made already")
        }
        moves.append(Move(from: source, to: target))
    }

    /// Throws where no page can be moved to.
    func check(_ target: Int64) throws(ProviderError) {
        guard (0..<count).contains(target) else {
            throw ProviderError(errno: EINVAL, "cannot move a page to \(target): there are \(count) pages")
        }
    }
}
