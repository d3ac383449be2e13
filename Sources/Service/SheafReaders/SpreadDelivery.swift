import PageModel
import SheafPages

/// The pages of a spread on their way to a reader: they are rendered one at a time, and handed over together.
struct SpreadDelivery {
    /// The outcome of a page's render.
    enum PageResult {
        case page(ServedPage)
        /// The page can't be rendered, for a reason in words.
        case failure(String)
    }

    /// A page that a reader is to show.
    struct Part {
        fileprivate(set) var view: PageView
        /// Whether nobody has it yet.
        fileprivate(set) var isMissing = true
        /// Why it can't be rendered; nil while that is not known.
        fileprivate(set) var failure: String?
        /// The page until it is handed over. It is not kept after that: it would be outside of the cache's account.
        fileprivate var served: ServedPage?

        var rendition: Rendition { view.rendition }
    }

    /// The pages in the order in which they are rendered.
    private(set) var parts: [Part]

    init(_ views: [PageView]) { parts = views.map { Part(view: $0) } }

    /// Pages that were handed over already.
    init(delivered views: [PageView]) { parts = views.map { Part(view: $0, isMissing: false) } }

    /// Whether a page is waited for.
    var isUnderWay: Bool { parts.contains(where: \.isMissing) }

    /// Whether this rendition is waited for.
    func isMissing(_ rendition: Rendition) -> Bool { parts.contains { $0.isMissing && $0.rendition == rendition } }

    /// Whether it is for the same pages, in the same form.
    func isFor(_ views: [PageView]) -> Bool {
        parts.count == views.count && zip(parts, views).allSatisfy { $0.rendition == $1.rendition }
    }

    /// Returns the delivery with its pages as they are known by now.
    func showing(_ views: [PageView]) -> SpreadDelivery {
        var other = self
        for index in parts.indices { other.parts[index].view = views[index] }
        return other
    }

    /// Takes a page in; where it can't be rendered it goes on without.
    mutating func add(_ result: PageResult, for rendition: Rendition) {
        for index in parts.indices where parts[index].rendition == rendition {
            switch result {
            case .page(let served): parts[index].served = served
            case .failure(let reason): parts[index].failure = reason
            }
            parts[index].isMissing = false
        }
    }

    /// Waits once more for what could not be rendered.
    mutating func retry() {
        for index in parts.indices where parts[index].failure != nil {
            (parts[index].isMissing, parts[index].failure) = (true, nil)
        }
    }

    /// The pages that can be handed over, once all are there that will be; nil before.
    mutating func finish() -> [HandedPage]? {
        guard !isUnderWay else { return nil }
        var pages: [HandedPage] = []
        for index in parts.indices {
            guard let served = parts[index].served else { continue }
            pages.append(HandedPage(view: parts[index].view, served: served))
            parts[index].served = nil
        }
        return pages
    }
}
