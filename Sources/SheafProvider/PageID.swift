/// The name of a page: it stays the page's own while pages are moved, inserted and deleted.
///
/// Any number from 0 on. A provider that does not implement ``PageListing`` numbers its pages by their indices.
public struct PageID: Hashable, Sendable, CustomStringConvertible {
    /// The number that crosses the ABI, 0 or more.
    public let rawValue: Int64

    /// Makes an id of a number from 0 on.
    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in digits.
    public var description: String { String(rawValue) }
}
