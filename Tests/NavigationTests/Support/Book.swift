import Navigation
import PageModel

/// The pages of a test's readers: all of them are known, and how many there are.
struct Book: PageSource {
    var pages: [Surface: [Int64]] = [:]
    /// Whether anybody knows how many pages there are.
    var isCounted = true

    init(_ pages: [Surface: [Int64]]) { self.pages = pages }

    /// Pages 0, 1, … on one surface.
    init(_ count: Int, on surface: Surface = .horizontal) { pages[surface] = (0..<count).map(Int64.init) }

    func numbers(on surface: Surface) -> [Int64] { pages[surface] ?? [] }

    func count(on surface: Surface) -> Int? { isCounted ? numbers(on: surface).count : nil }

    func page(at index: Int, on surface: Surface) -> PageID? {
        let pages = numbers(on: surface)
        return pages.indices.contains(index) ? PageID(pages[index]) : nil
    }

    /// Where a page is now; nil where it is gone.
    func index(of page: Location) -> Int? { numbers(on: page.surface).firstIndex(of: page.page.number) }

    /// The page at an index, as a reader has it.
    func location(_ index: Int, on surface: Surface = .horizontal) -> Location? {
        page(at: index, on: surface).map { Location(surface, page: $0, index: index) }
    }
}

extension PagePair {
    /// The pages of a spread; there are two at most.
    init(_ pages: [Location]) {
        self.init()
        if pages.count > 2 { preconditionFailure("\(pages) are no spread") }
        if pages.count == 1 { self.init(pages[0]) } else if pages.count == 2 { self.init(pages[0], pages[1]) }
    }
}
