/// What changed in a document by itself.
public enum Change: Equatable, Sendable {
    /// Pages were inserted, deleted or moved: count and ids are asked for again.
    case pages
    /// The look or the size of one page.
    case page(PageID)
    /// Anything: the document is opened again.
    case all
}
