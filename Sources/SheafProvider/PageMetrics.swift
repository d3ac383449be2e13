/// The size and the label of a page.
public struct PageMetrics: Equatable, Sendable {
    /// Across, in points (1/72 inch), above 0.
    public var width: Double
    /// Down, in points, above 0.
    public var height: Double
    /// What is printed on the page ("iv", "12"), at most 63 bytes: a longer one is cut at a character. Empty: its number.
    public var label: String
    /// Whether the size is a guess that a closer look may change.
    public var isEstimated: Bool

    /// The metrics of a page of `width` by `height` points.
    public init(width: Double, height: Double, label: String = "", isEstimated: Bool = false) {
        self.width = width
        self.height = height
        self.label = label
        self.isEstimated = isEstimated
    }

    /// The pixels of the whole page at `scale` (pixels per point), turned by `rotation`, by the rule of
    /// `sheaf_render`; nil where they are too many for the ABI.
    public func pixelSize(scale: Double, rotation: Rotation) -> (width: Int, height: Int)? {
        let (across, down) = rotation.swapsSides ? (height, width) : (width, height)
        guard let width = Self.pixels(across * scale), let height = Self.pixels(down * scale) else { return nil }
        return (width, height)
    }

    private static func pixels(_ length: Double) -> Int? {
        Int32(exactly: (length - 0.001).rounded(.up)).map { max(Int($0), 1) }
    }
}

/// How many pages a document has.
public enum PageCount: Equatable, Sendable {
    /// So many.
    case exact(Int64)
    /// Probably so many.
    case estimated(Int64)
    /// Nobody knows: the pages are found step by step.
    case unknown
}
