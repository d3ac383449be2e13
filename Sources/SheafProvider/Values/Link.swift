/// A link on a page.
public struct Link: Equatable, Sendable {
    /// Where a link leads.
    public enum Target: Equatable, Sendable {
        /// To a page of the same document.
        case destination(Destination)
        /// To the outside.
        case uri(String)
    }

    /// Where it stands on the page.
    public var box: Box
    /// Where it leads.
    public var target: Target

    /// A link that fills a box.
    public init(box: Box, target: Target) {
        self.box = box
        self.target = target
    }
}
