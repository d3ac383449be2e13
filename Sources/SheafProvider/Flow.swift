import CSheafProvider

/// How the text of a document is laid out that has no pages of its own. What is nil is for the provider to choose.
public struct Flow: Equatable, Sendable {
    /// The width of a page, in points, 72 to 7200.
    public var width: Double?
    /// Its height.
    public var height: Double?
    /// The size of plain text, in points, 4 to 144.
    public var fontSize: Double?
    /// "serif", "sans-serif", "monospace", or the name of a font.
    public var fontFamily: String?
    /// From one line to the next, as a multiple of the font's size, 0.8 to 4.
    public var lineHeight: Double?
    /// Around what is on a page, in points, 0 to 720.
    public var margin: Double?
    /// Columns of text on a page, side by side, 1 to 4.
    public var columns: Int?

    /// Everything is for the provider to choose.
    public init() {}

    init(_ flow: sheaf_flow) {
        func wish(_ value: Double) -> Double? { value > 0 ? value : nil }
        unsafe width = wish(flow.width)
        unsafe height = wish(flow.height)
        unsafe fontSize = wish(flow.font_size)
        unsafe fontFamily = flow.font_family.map { unsafe String(cString: $0) }
        unsafe lineHeight = wish(flow.line_height)
        unsafe margin = flow.margin >= 0 ? flow.margin : nil
        unsafe columns = flow.columns > 0 ? Int(flow.columns) : nil
    }
}
