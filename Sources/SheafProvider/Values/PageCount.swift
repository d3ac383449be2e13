/// How many pages a document has.
public enum PageCount: Equatable, Sendable {
    /// So many.
    case exact(Int64)
    /// Probably so many.
    case estimated(Int64)
    /// Nobody knows: the pages are found step by step.
    case unknown
}
