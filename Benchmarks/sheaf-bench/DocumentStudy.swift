import CacheTraces
import SheafInterface
import SheafOS
import Varlink

/// The qualities of a document for readers who go through it, as the service tells them: its chapters, its links, what
/// searches find, and how long a page takes.
struct DocumentStudy {
    /// How many pages are rendered to learn how long one takes, far from each other.
    private static let sampled = 8
    /// The numbers of pages on which a word must be found to be searched for.
    private static let hits = 3...30

    let book: TraceDocument
    /// The provider that opened the document.
    let provider: String
    /// The words that may be searched for, by the pages on which they are found.
    private let words: [[Int]: String]

    /// - Parameter words: what may be searched for.
    init(
        _ path: String, in viewport: ReaderInterface.Viewport, words: [String], of sheaf: Sheaf
    ) throws(BenchmarkError) {
        let client: VarlinkBlockingClient
        do throws(OSError) {
            client = try VarlinkBlockingClient(path: sheaf.socket)
        } catch {
            throw BenchmarkError(error.description)
        }
        let reader = try SheafReader(opening: path, in: viewport, over: client)
        provider = reader.provider
        let renderTime = try Self.renderTime(of: reader)
        do throws(VarlinkCallError<DocumentInterface.Failure>) {
            var found: [[Int]: String] = [:]
            for word in words {
                let pages = try Self.search(for: word, reader, client)
                if Self.hits.contains(pages.count) { found[pages] = word }
            }
            self.words = found
            book = TraceDocument(
                pages: (0..<reader.pages).map { _ in TraceDocument.Page(renderTime: renderTime, bytes: 1) },
                chapters: try Self.chapters(reader, client),
                links: try (0..<reader.pages).map { index throws(VarlinkCallError<DocumentInterface.Failure>) in
                    try Self.links(on: index, reader, client)
                },
                searches: found.keys.sorted { $0.lexicographicallyPrecedes($1) })
        } catch {
            throw BenchmarkError("sheafd does not say what is in \(path): \(error)")
        }
    }

    /// The word whose search has found these pages.
    func word(for hits: [Int]) -> String? { words[hits] }

    /// Returns the median render time of a few pages, in microseconds.
    private static func renderTime(of reader: SheafReader) throws(BenchmarkError) -> UInt64 {
        var times: [Double] = []
        for number in 0..<min(sampled, reader.pages) {
            let began = EventLoop.now
            try reader.getPage((number + 1) * reader.pages / (sampled + 1) % reader.pages)
            times.append(Double(EventLoop.now - began))
        }
        return UInt64(times.median)
    }

    private static func search(
        for word: String, _ reader: SheafReader, _ client: VarlinkBlockingClient
    ) throws(VarlinkCallError<DocumentInterface.Failure>) -> [Int] {
        try client.send(DocumentInterface.Search.self, .init(reader: reader.id, needle: word, index: 0), flags: .more)
        var pages: Set<Int> = []
        while true {
            let reply = try client.receive(DocumentInterface.Search.self)
            if let page = reply.parameters.page { pages.insert(page.index) }
            guard reply.continues else { return pages.sorted() }
        }
    }

    private static func chapters(
        _ reader: SheafReader, _ client: VarlinkBlockingClient
    ) throws(VarlinkCallError<DocumentInterface.Failure>) -> [Int] {
        var first: Int? = 0
        var pages: Set<Int> = []
        while let from = first {
            let reply: VarlinkReply<DocumentInterface.GetOutlineReply>
            do throws(VarlinkCallError<DocumentInterface.Failure>) {
                reply = try client.call(DocumentInterface.GetOutline.self, .init(reader: reader.id, first: from))
            } catch .failed(.unsupported) {
                return []
            }
            pages.formUnion(reply.parameters.entries.filter { $0.level < 2 }.compactMap { $0.target?.index })
            first = reply.parameters.next
        }
        return pages.sorted()
    }

    /// Where those of a page lead, but for those to itself.
    private static func links(
        on index: Int, _ reader: SheafReader, _ client: VarlinkBlockingClient
    ) throws(VarlinkCallError<DocumentInterface.Failure>) -> [Int] {
        var first: Int? = 0
        var pages: [Int] = []
        while let from = first {
            let reply: VarlinkReply<DocumentInterface.GetLinksReply>
            do throws(VarlinkCallError<DocumentInterface.Failure>) {
                reply = try client.call(
                    DocumentInterface.GetLinks.self, .init(reader: reader.id, index: index, first: from))
            } catch .failed(.unsupported) {
                return []
            }
            pages += reply.parameters.links.compactMap { $0.target?.index }.filter { $0 != index }
            first = reply.parameters.next
        }
        return pages
    }
}
