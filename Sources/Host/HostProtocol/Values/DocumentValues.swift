import Varlink

/// How many pages a document has.
package enum PageCount: Equatable, Sendable {
    case exact(Int64)
    case estimated(Int64)
    case unknown
    /// Probably so many, and it is being counted: asked for again the provider is further. `counted` are there for sure.
    case counting(Int64, counted: Int64)

    /// The number, where there is one.
    package var pages: Int64? {
        switch self {
        case .exact(let pages), .estimated(let pages), .counting(let pages, _): pages
        case .unknown: nil
        }
    }
}

/// The size and the label of a page.
package struct PageMetrics: Equatable, Sendable {
    /// In points, above 0.
    package let width, height: Double
    /// The label that is printed on the page; empty: the page's number.
    package let label: String
    /// Whether the size is measured, not estimated.
    package let isExact: Bool

    package init(width: Double, height: Double, label: String, isExact: Bool) {
        self.width = width
        self.height = height
        self.label = label
        self.isExact = isExact
    }
}

/// Pages that were looked up by their indexes.
package struct PageLookUp: Equatable, Sendable {
    /// The ids of the pages, in order.
    package let pages: [Int64]
    /// The sizes and labels of the first of them. Where one can't be measured, that one and those behind it are missing.
    package let metrics: [PageMetrics]

    package init(pages: [Int64], metrics: [PageMetrics]) {
        self.pages = pages
        self.metrics = metrics
    }
}

/// The target of a drag that begins at a point of a page.
package enum HitResult: String, Sendable {
    /// The page takes the drag for itself.
    case claimed
    case unclaimed
    /// The page is blank there.
    case background
}

/// An event of a page's appearance on a screen.
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
package struct PageMove: Hashable, Sendable {
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

/// A change of a document, as its provider reports it.
package enum DocumentChange: Equatable, Sendable {
    /// Pages were inserted, deleted or moved.
    case pages
    /// The look or the size of one page.
    case page(Int64)
    /// Anything in the document.
    case all
}

// To and from org.sheaf.Host.

extension PageCount {
    package var wire: HostInterface.Count {
        switch self {
        case .exact(let pages): HostInterface.Count(kind: .exact, pages: Int(pages))
        case .estimated(let pages): HostInterface.Count(kind: .estimated, pages: Int(pages))
        case .unknown: HostInterface.Count(kind: .unknown, pages: 0)
        case .counting(let pages, let counted):
            HostInterface.Count(kind: .counting, pages: Int(pages), counted: Int(counted))
        }
    }

    /// nil where there are fewer than none, or more than ``HostLimits/pages``.
    package init?(_ wire: HostInterface.Count) {
        guard (0...HostLimits.pages).contains(Int64(wire.pages)) else { return nil }
        switch wire.kind {
        case .exact: self = .exact(Int64(wire.pages))
        case .estimated: self = .estimated(Int64(wire.pages))
        case .unknown: self = .unknown
        case .counting:
            let counted = Int64(wire.counted ?? 0)
            guard (0...Int64(wire.pages)).contains(counted) else { return nil }
            self = .counting(Int64(wire.pages), counted: counted)
        }
    }
}

extension PageMetrics {
    package var wire: HostInterface.Metrics {
        HostInterface.Metrics(width: width, height: height, label: label, exact: isExact)
    }

    /// nil where no page measures this.
    package init?(_ wire: HostInterface.Metrics) {
        guard HostLimits.isPage(wire.width, wire.height), wire.label.utf8.count <= HostLimits.labelBytes else {
            return nil
        }
        self.init(width: wire.width, height: wire.height, label: wire.label, isExact: wire.exact)
    }
}

extension PageLookUp {
    /// nil where no host finds this: more than `length` pages, or measures that no pages have.
    package init?(_ wire: HostInterface.LookUpReply, length: Int) {
        let metrics = wire.metrics.compactMap(PageMetrics.init)
        guard wire.pages.count <= length, metrics.count == wire.metrics.count, metrics.count <= wire.pages.count else {
            return nil
        }
        self.init(pages: wire.pages.map { Int64($0) }, metrics: metrics)
    }
}

extension HitResult {
    package init(_ wire: HostInterface.Target) {
        switch wire {
        case .claimed: self = .claimed
        case .unclaimed: self = .unclaimed
        case .background: self = .background
        }
    }
}
