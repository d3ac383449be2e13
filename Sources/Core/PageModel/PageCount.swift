/// How many pages a document has, as far as its provider knows.
package enum PageCount: Hashable, Sendable {
    case exact(Int)
    case estimated(Int)
    case unknown

    /// The number, 0 where it is unknown.
    package var pages: Int {
        switch self {
        case .exact(let pages), .estimated(let pages): pages
        case .unknown: 0
        }
    }

    /// Whether the number is known for sure.
    package var isExact: Bool {
        if case .exact = self { true } else { false }
    }
}
