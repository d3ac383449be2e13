import PageModel

/// The pages of a spread on their way to a reader: they are rendered one at a time, and handed over together.
struct SpreadDelivery {
    /// A page that a reader is to show.
    struct Part {
        let page: ShownPage
        let rendition: Rendition
        /// Whether nobody has it yet.
        fileprivate(set) var isMissing = true
        /// Why it can't be rendered; nil while that is not known.
        fileprivate(set) var failure: String?
        /// It, until it is handed over. Nothing is kept after that: it would be outside of the cache's account.
        fileprivate var served: ServedPage?

        init(page: ShownPage, rendition: Rendition) {
            self.page = page
            self.rendition = rendition
        }
    }

    /// What has become of a page.
    enum PageResult {
        case page(ServedPage)
        /// With the reason, in words.
        case failure(String)
    }

    /// In the order in which they are rendered.
    private(set) var parts: [Part]

    init(_ parts: [Part]) {
        self.parts = parts
    }

    /// Whether a page is waited for.
    var isUnderWay: Bool { parts.contains(where: \.isMissing) }

    /// Whether this rendition is waited for.
    func isMissing(_ rendition: Rendition) -> Bool { parts.contains { $0.isMissing && $0.rendition == rendition } }

    /// Whether it is for the same pages, in the same form.
    func isFor(_ wanted: [Part]) -> Bool {
        parts.count == wanted.count && zip(parts, wanted).allSatisfy { $0.rendition == $1.rendition }
    }

    /// Takes a page in; where it can't be rendered it goes on without.
    mutating func add(_ result: PageResult, for rendition: Rendition) {
        for place in parts.indices where parts[place].rendition == rendition {
            switch result {
            case .page(let served): parts[place].served = served
            case .failure(let reason): parts[place].failure = reason
            }
            parts[place].isMissing = false
        }
    }

    /// The pages that can be handed over, once all are there that will be; nil before.
    mutating func finish() -> [(page: ShownPage, served: ServedPage)]? {
        guard !isUnderWay else { return nil }
        var pages: [(page: ShownPage, served: ServedPage)] = []
        for place in parts.indices {
            guard let served = parts[place].served else { continue }
            pages.append((parts[place].page, served))
            parts[place].served = nil
        }
        return pages
    }
}
