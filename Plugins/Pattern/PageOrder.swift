import Glibc
import SheafProvider

/// Which page is where, after some were moved.
///
/// It keeps the moves, not the pages: a document of a thousand million pages costs nothing.
struct PageOrder {
    /// The most moves that are kept; every look-up goes through all of them.
    static let moveLimit = 4096

    private struct Move {
        let from: Int64
        let to: Int64
    }

    private let pages: PageList
    private var moves: [Move] = []

    /// Creates the order of some pages before any is moved.
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

/// Some pages in some order, each at most once: "0-4, 9, 5-8".
///
/// It keeps ranges, not pages: a document of a thousand million pages costs nothing.
struct PageList: Equatable {
    private let ranges: [ClosedRange<Int64>]
    /// The index of each range's first page.
    private let starts: [Int64]
    /// The ranges' places in `ranges`, the lowest page first.
    private let ascending: [Int]
    /// How many pages there are.
    let count: Int64

    /// nil where a page is there twice.
    init?(_ ranges: [ClosedRange<Int64>]) {
        let ascending = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
        for (one, next) in zip(ascending, ascending.dropFirst()) where ranges[one].overlaps(ranges[next]) { return nil }
        self.init(ranges, ascending: ascending)
    }

    /// The pages from 0 up.
    init(firstPages count: Int64) {
        self.init(count > 0 ? [0...count - 1] : [], ascending: count > 0 ? [0] : [])
    }

    private init(_ ranges: [ClosedRange<Int64>], ascending: [Int]) {
        self.ranges = ranges
        self.ascending = ascending
        var starts: [Int64] = []
        var count: Int64 = 0
        for range in ranges {
            starts.append(count)
            count += range.upperBound - range.lowerBound + 1
        }
        self.starts = starts
        self.count = count
    }

    /// Reads pages and ranges with commas between them; nil where it is anything else. Nothing is the empty list.
    init?(_ text: String, within allowed: ClosedRange<Int64>) {
        var ranges: [ClosedRange<Int64>] = []
        let parts = text.allSatisfy(\.isWhitespace) ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        for part in parts {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Self.number($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last,
                allowed.contains(first), allowed.contains(last)
            else { return nil }
            ranges.append(first...last)
        }
        self.init(ranges)
    }

    /// The page at an index; nil where there is none.
    func page(at index: Int64) -> Int64? {
        guard (0..<count).contains(index) else { return nil }
        let place = Self.last(of: starts.count) { starts[$0] <= index }
        return place.map { ranges[$0].lowerBound + (index - starts[$0]) }
    }

    /// Where a page is; nil where it is not among these.
    func index(of page: Int64) -> Int64? {
        guard let place = Self.last(of: ascending.count, where: { ranges[ascending[$0]].lowerBound <= page }) else {
            return nil
        }
        let range = ranges[ascending[place]]
        return range.contains(page) ? starts[ascending[place]] + (page - range.lowerBound) : nil
    }

    func contains(_ page: Int64) -> Bool { index(of: page) != nil }

    /// The last place where it holds; it holds up to that place and not behind it.
    private static func last(of count: Int, where holds: (Int) -> Bool) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    private static func number(_ text: Substring) -> Int64? {
        let digits = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
        let rest = text.drop(while: \.isWhitespace).dropFirst(digits.count)
        guard rest.allSatisfy(\.isWhitespace), digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int64(digits)
    }
}
