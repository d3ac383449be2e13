package import HostProtocol
import PageCache
package import PageModel

/// Where the links on the pages of a document lead, of pages that were asked for theirs. What is known of a page holds as long
/// as its edition.
package struct LinkTargets {
    /// How many pages are remembered; past it, all are asked again.
    static let maxPages = 1024
    /// How many targets of a page: a reader sees no more, and a table of contents may have thousands.
    static let maxTargets = 32

    private struct Known {
        let edition: Int
        /// Nil while the provider was asked and has not answered.
        let targets: [PageID]?
    }

    /// How many pages with many links are told of.
    static let maxContents = 64

    private var pages: [PageID: Known] = [:]
    /// The pages with many links, of those that were asked.
    package private(set) var contents: [PageID] = []

    /// Whether no page was asked for its links.
    package var isEmpty: Bool { pages.isEmpty }

    /// Whether a page was asked for its links.
    package func isKnown(_ page: PageID, edition: Int) -> Bool { pages[page]?.edition == edition }

    /// The pages that the links of a page lead to; nil where that is not known.
    package func targets(of page: PageID, edition: Int) -> [PageID]? {
        guard let known = pages[page], known.edition == edition else { return nil }
        return known.targets
    }

    /// Notes that a page is asked for its links; false where it was before.
    package mutating func ask(_ page: PageID, edition: Int) -> Bool {
        guard !isKnown(page, edition: edition) else { return false }
        if pages.count >= Self.maxPages {
            pages.removeAll()
            contents.removeAll()
        }
        pages[page] = Known(edition: edition, targets: nil)
        return true
    }

    /// Takes in the answer, in the order of the links; without one the page may be asked again.
    package mutating func learn(_ items: [DocumentItem]?, of page: PageID, edition: Int) {
        guard isKnown(page, edition: edition) else { return }
        guard let items else {
            pages[page] = nil
            return
        }
        let targets = items.lazy.compactMap(\.page).map { PageID($0) }.filter { $0 != page }
        pages[page] = Known(edition: edition, targets: Array(targets.prefix(Self.maxTargets)))
        contents.removeAll { $0 == page }
        if targets.count >= ReadingPosition.manyLinks, contents.count < Self.maxContents { contents.append(page) }
    }
}
