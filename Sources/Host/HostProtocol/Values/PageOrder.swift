/// An order of a document's pages: those that it names come first, the others behind them in their own order.
///
/// Pages are named by their own indexes. What it names and the document does not have is passed over.
package struct PageOrder: Hashable, Sendable {
    /// How many pages an order may name.
    package static let limit = 4_096

    /// The indexes that the order names, each once; none for the document's own order. Pages at the end that would come
    /// there anyway are left out.
    package let named: [Int]
    /// The named indexes, the smallest first.
    private let sorted: [Int]

    /// The document's own order.
    package init() { (named, sorted) = ([], []) }

    /// Nil where it names too many, one twice, or one below 0.
    package init?(_ pages: [Int]) {
        let sorted = pages.sorted()
        guard sorted.first ?? 0 >= 0, pages.count <= Self.limit,
            zip(sorted, sorted.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        var named = pages
        // The first page that is not named is the next one to come.
        var next = zip(sorted, 0...).first { $0 != $1 }?.1 ?? sorted.count
        while let last = named.last, last < next { next = named.removeLast() }
        self.named = named
        self.sorted = named.sorted()
    }

    /// The pages at some indexes, by their own indexes.
    ///
    /// - Parameter count: how many pages the document has.
    package func pages(in range: Range<Int>, of count: Int) -> [Int] {
        let named = named.filter { $0 < count }
        var page = max(range.lowerBound, named.count) - named.count
        var others = sorted[...]
        return range.clamped(to: 0..<count).map { index in
            if index < named.count { return named[index] }
            while let other = others.first, other <= page {
                page += 1
                others.removeFirst()
            }
            page += 1
            return page - 1
        }
    }

    /// The order after a page was moved; nil where it would name too many.
    ///
    /// - Parameters:
    ///   - index: where the page was.
    ///   - destination: where it is to be, counted without itself.
    ///   - count: how many pages the document has.
    package func moving(from index: Int, to destination: Int, of count: Int) -> PageOrder? {
        var pages = pages(in: 0..<max(index + 1, destination + 1, named.count), of: count)
        guard pages.indices.contains(index) else { return self }
        let page = pages.remove(at: index)
        pages.insert(page, at: min(destination, pages.count))
        return PageOrder(pages)
    }
}
