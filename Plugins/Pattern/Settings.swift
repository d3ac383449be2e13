/// What a pattern document says.
struct Settings: Equatable {
    /// What pages are made of.
    enum Fill: String, CaseIterable {
        case solid, checker, gradient
    }

    /// How the time of a rendering is spent.
    enum Cost: String, CaseIterable {
        case busy, sleep
    }

    /// How many pages there are, and how many the host is told.
    enum Pages: Equatable {
        case exact(Int64)
        case estimated(Int64)
        case unknown

        /// The number of pages. One without end has as many as JSON carries exactly.
        var limit: Int64 {
            switch self {
            case .exact(let number), .estimated(let number): number
            case .unknown: 1 << 53
            }
        }
    }

    static let pageRange: ClosedRange<Int64> = 0...1_000_000_000
    static let lengthRange = 1.0...14_400.0
    static let varyRange = 0.0...90.0
    static let renderMillisecondsRange = 0...60_000
    /// Roman numerals end there.
    static let romanFrontRange: ClosedRange<Int64> = 0...3_999

    var pages = Pages.exact(100)
    /// In points.
    var width = 595.0
    /// In points.
    var height = 842.0
    /// By how many percent the sides of a page may differ from `width` and `height`.
    var vary = 0.0
    var renderMilliseconds = 0
    var cost = Cost.busy
    var romanFront: Int64 = 0
    var links = false
    /// An outline entry for every so many pages; 0 for none.
    var outlineEvery: Int64 = 0
    var title = ""
    var text = ""
    var seed: Int64 = 0
    var movable = false
    var fill = Fill.solid
}
