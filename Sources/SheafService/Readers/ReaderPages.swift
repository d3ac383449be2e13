import Navigation
import PageModel

/// What a reader's machine is told of its pages: what was looked up of its documents so far.
struct ReaderPages: PageSource {
    unowned let reader: Reader

    func count(on surface: Surface) -> Int? {
        let count = surface == .background ? reader.background?.document.count : reader.axis(on: surface)?.count
        guard case .exact(let pages) = count else { return nil }
        return pages
    }

    func page(at index: Int, on surface: Surface) -> PageID? {
        guard let (document, index) = reader.place(of: index, on: surface) else { return nil }
        return document.knownID(at: index)
    }
}
