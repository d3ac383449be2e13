import CSheafProvider

/// How the text of a document is laid out that has no pages of its own. What is nil is for the provider to choose.
public struct Flow: Equatable, Sendable {
    /// The width of a page, in points, 72 to 7200.
    public var width: Double?
    /// The height of a page, in points, 72 to 7200.
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
    /// Whether lines are made as wide as their column.
    public var justify: Bool?
    /// Whether lines of a text that were broken to a width are joined.
    public var unwrap: Bool?
    /// The encoding of a text, as IANA names it.
    public var encoding: String?
    /// Whether the document's own style sheets and fonts are left out.
    public var plain: Bool?

    /// Everything is for the provider to choose.
    public init() {}

    /// - Parameter pointer: of as many bytes as its `size` says: hosts of before have fewer fields.
    init(_ pointer: UnsafePointer<sheaf_flow>) {
        var flow = unsafe sheaf_flow()
        let length = unsafe min(Int(pointer.pointee.size), MemoryLayout<sheaf_flow>.size)
        unsafe withUnsafeMutableBytes(of: &flow) { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: length))
        }
        func wish(_ value: Double) -> Double? { value > 0 ? value : nil }
        unsafe width = wish(flow.width)
        unsafe height = wish(flow.height)
        unsafe fontSize = wish(flow.font_size)
        unsafe fontFamily = flow.font_family.map { unsafe String(cString: $0) }
        unsafe lineHeight = wish(flow.line_height)
        unsafe margin = flow.margin >= 0 ? flow.margin : nil
        unsafe columns = flow.columns > 0 ? Int(flow.columns) : nil
        unsafe justify = flow.justify == 0 ? nil : flow.justify == SHEAF_JUSTIFY_YES
        unsafe unwrap = flow.unwrap == 0 ? nil : flow.unwrap == SHEAF_UNWRAP_YES
        unsafe encoding = flow.encoding.map { unsafe String(cString: $0) }
        unsafe plain = flow.styles == 0 ? nil : flow.styles == SHEAF_STYLES_PLAIN
    }
}
