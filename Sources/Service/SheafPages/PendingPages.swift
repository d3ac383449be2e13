import PageModel

/// The pages of the last run that are not in the cache yet. They are taken over some at a time once the service is ready, or
/// when they are asked for before that; until then systemd keeps them on.
package final class PendingPages {
    /// How many pages are taken over in one round of the loop: that takes well below a millisecond.
    package static let batch = 64

    private struct PageKey: Hashable {
        let document: DocumentID
        let page: PageID

        init(_ rendition: Rendition) {
            document = rendition.document
            page = rendition.page
        }
    }

    /// The pages, in the order in which they are to be taken over.
    private let pages: [KeptPage]
    private var isDone: [Bool]
    /// The number of the first page that may be left: all before it are done.
    private var next = 0
    /// The first that shows a page, and for each the next one that shows the same; -1 where there is none.
    private var firstOfPage: [PageKey: Int32] = [:]
    private var nextOfPage: [Int32]
    /// How many pages are left.
    private(set) var count: Int
    /// How many pages were not what had been noted.
    package var unsound = 0

    /// - Parameter pages: the most important first.
    package init(_ pages: [KeptPage]) {
        self.pages = pages
        isDone = [Bool](repeating: false, count: pages.count)
        count = pages.count
        nextOfPage = [Int32](repeating: -1, count: pages.count)
        firstOfPage.reserveCapacity(pages.count)
        for number in pages.indices.reversed() {
            let first = firstOfPage.updateValue(Int32(number), forKey: PageKey(pages[number].record.rendition))
            if let first { nextOfPage[number] = first }
        }
    }

    /// The pages that are left, in order.
    package var all: [KeptPage] { (next..<pages.count).compactMap { isDone[$0] ? nil : pages[$0] } }

    /// Removes those that show a page in any form, and returns them.
    func remove(showing rendition: Rendition) -> [KeptPage] {
        guard count > 0, var number = firstOfPage.removeValue(forKey: PageKey(rendition)) else { return [] }
        var removed: [KeptPage] = []
        while number >= 0 {
            if let page = remove(Int(number)) { removed.append(page) }
            number = nextOfPage[Int(number)]
        }
        return removed
    }

    /// Removes those of a document, and returns them.
    func remove(of document: DocumentID) -> [KeptPage] {
        guard count > 0 else { return [] }
        return (next..<pages.count).compactMap { number in
            pages[number].record.rendition.document == document ? remove(number) : nil
        }
    }

    /// Removes the first ones, and returns them.
    func removeFirst(_ most: Int) -> [KeptPage] {
        var removed: [KeptPage] = []
        while removed.count < most, next < pages.count {
            if let page = remove(next) { removed.append(page) }
            next += 1
        }
        return removed
    }

    private func remove(_ number: Int) -> KeptPage? {
        guard !isDone[number] else { return nil }
        isDone[number] = true
        count -= 1
        return pages[number]
    }
}
