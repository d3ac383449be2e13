/// A place in a document.
public struct Destination: Equatable, Sendable {
    /// The page.
    public var page: PageID
    /// Where on it.
    public var point: Point

    /// A point on a page; without one, the page's top left.
    public init(page: PageID, point: Point = Point()) {
        self.page = page
        self.point = point
    }
}
