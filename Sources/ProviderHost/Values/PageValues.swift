/// How many pages a document has.
package enum PageCount: Equatable, Sendable {
    case exact(Int64)
    case estimated(Int64)
    case unknown

    /// The number, where there is one.
    package var pages: Int64? {
        switch self {
        case .exact(let pages), .estimated(let pages): pages
        case .unknown: nil
        }
    }
}

/// The size and the label of a page.
package struct PageMetrics: Equatable, Sendable {
    /// In points, above 0.
    package let width, height: Double
    /// What is printed on the page; empty: its number.
    package let label: String
    /// Whether the size is measured, not estimated.
    package let isExact: Bool
}

/// What a drag at a point of a page would meet.
package enum HitResult: String, Sendable {
    /// The page takes it for itself.
    case claimed
    case unclaimed
    /// The page is blank there.
    case background
}

/// What a page goes through on a screen.
package enum AppearanceEvent: UInt32, Sendable {
    case willAppear = 1
    case didAppear = 2
    case willDisappear = 3
    case didDisappear = 4
}

/// How urgently memory is needed.
package enum TrimLevel: UInt32, Sendable {
    case low = 1
    case medium = 2
    case critical = 3
}

/// One step of moving a page by hand.
package struct PageMove: Equatable, Sendable {
    /// Where in the gesture it is.
    package enum Stage: UInt32, Sendable {
        case begin = 1
        case update = 2
        case end = 3
        case cancel = 4
    }

    package let stage: Stage
    package let page: Int64
    /// Where to, counted from 0 without the page itself.
    package let index: Int64

    package init(stage: Stage, page: Int64, index: Int64) {
        self.stage = stage
        self.page = page
        self.index = index
    }
}

/// What changed in a document by itself.
package enum DocumentChange: Equatable, Sendable {
    /// Pages were inserted, deleted or moved.
    case pages
    /// The look or the size of one page.
    case page(Int64)
    /// Anything.
    case all
}
