/// A place where the words that were searched for stand.
public struct Match: Equatable, Sendable {
    /// Where, on the page.
    public var box: Box
    /// The same number for the boxes of one match that goes over several lines, another one for the next match.
    public var group: UInt32

    /// A match, or its part on one line.
    public init(box: Box, group: UInt32) {
        self.box = box
        self.group = group
    }
}
