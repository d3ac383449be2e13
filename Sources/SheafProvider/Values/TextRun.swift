/// A run of text in its box, in reading order.
public struct TextRun: Equatable, Sendable {
    /// The text; it ends in a newline where a line ends.
    public var text: String
    /// Where it stands on the page.
    public var box: Box

    /// A run of text in its box.
    public init(_ text: String, in box: Box) {
        self.text = text
        self.box = box
    }
}
