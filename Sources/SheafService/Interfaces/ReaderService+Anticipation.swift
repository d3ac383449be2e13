import Navigation
import PageCache
import PageModel
import ProviderHost
import SheafOS

// What the cache is told of where readers are, and may go.

extension ReaderService {
    /// How long a reader has to stay on a page to rest there, in microseconds: longer than who leafs through pages stays on
    /// one, and shorter than it takes to find a link and follow it. Its links are asked for then.
    static let stillness: UInt64 = 400_000

    /// Tells the cache where a reader is now.
    func followPlaces(of reader: Reader) {
        guard !reader.isClosed else { return pages.unfollow(reader.key) }
        for (number, axis) in reader.axes.enumerated() {
            pages.follow(reader.readingPlace(on: axis), axis: number, of: reader.key)
        }
    }

    /// Tells the cache where the pages of a document are that have moved, as far as its readers had to know.
    func relocatePages(of document: ServedDocument) {
        let indexes = document.knownIndexes
        pages.relocate(document.id) { indexes[$0] }
    }

    /// Has the links of the pages that a reader shows asked for, once it has stayed there.
    func learnLinks(for reader: Reader) {
        guard readAheadAllowance.pages(of: settings.readAhead) > 0, reader.stillness == nil,
            !reader.unaskedPages.isEmpty
        else { return }
        let landing = reader.machine.landing
        reader.stillness = try? loop.schedule(after: Self.stillness) { [weak self, weak reader] in
            guard let self, let reader else { return }
            reader.stillness = nil
            guard !reader.isClosed else { return }
            // One timer for all turns: setting it anew at each would cost every one of them.
            guard reader.machine.landing == landing else { return learnLinks(for: reader) }
            for (document, page) in reader.unaskedPages { askLinks(of: page, in: document, for: reader) }
        }
    }

    private func askLinks(of page: PageID, in document: ServedDocument, for reader: Reader) {
        let edition = document.edition(of: page)
        guard document.links.ask(page, edition: edition) else { return }
        document.opened.links(of: page.number, priority: .prefetch) { [weak self, weak reader] result in
            document.links.learn((try? result.get())?.items, of: page, edition: edition)
            if let self, let reader { followPlaces(of: reader) }
        }
    }
}

extension Reader {
    /// The pages that it shows and that were not asked for their links, of documents that have any.
    fileprivate var unaskedPages: [(document: ServedDocument, page: PageID)] {
        machine.landing.pages.compactMap { page in
            guard let document = place(of: page.index, on: page.surface)?.document,
                document.opened.capabilities.contains(.links),
                !document.links.isKnown(page.page, edition: document.edition(of: page.page))
            else { return nil }
            return (document, page.page)
        }
    }
}
