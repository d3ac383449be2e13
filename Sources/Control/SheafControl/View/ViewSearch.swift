import SheafInterface
import Varlink

/// A search through the document, and what it has found.
final class ViewSearch {
    private(set) var hits: SearchHits
    private var client: VarlinkClient?

    /// Begins to search, from the page that the reader is on.
    ///
    /// - Parameter found: called after each change, also with what has ended the search.
    init(_ needle: String, in reader: ViewReader, found: @escaping (ViewSearch, ControlError?) -> Void) {
        hits = SearchHits(needle: needle)
        let index = reader.location?.index
        client = reader.ask(
            DocumentInterface.Search.self, { .init(reader: $0, needle: needle, index: index) },
            attempt: "search for \u{201c}\(needle)\u{201d}"
        ) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply):
                hits.add(reply.parameters)
                if hits.isFull || !reply.continues { end() }
                found(self, nil)
            case .failure(let error):
                end()
                found(self, error)
            }
        }
    }

    deinit { client?.close() }

    /// Goes to the next match; nil where there is none.
    func next(from page: Int, backward: Bool) -> SearchHits.Position? { hits.next(from: page, backward: backward) }

    private func end() {
        hits.end()
        client?.close()
        client = nil
    }
}
