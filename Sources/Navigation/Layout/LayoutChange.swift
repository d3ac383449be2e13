/// What learning the size of a page has changed.
package struct LayoutChange: Hashable, Sendable {
    /// The page that was measured, as it lies now.
    package let frame: PageFrame
    /// By how many pixels the spread that the reader looks at has moved along the axis. A viewer that scrolls by
    /// as much sees nothing move: in that spread's own coordinates nothing has.
    package let movedBy: Int
}
