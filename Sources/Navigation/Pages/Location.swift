package import PageModel

/// A page, where it is shown, and its index at the time.
package struct Location: Hashable, Sendable {
    package let surface: Surface
    package let page: PageID
    /// From 0, among the pages of its surface.
    package let index: Int

    package init(_ surface: Surface = .horizontal, page: PageID, index: Int) {
        self.surface = surface
        self.page = page
        self.index = index
    }

    /// Whether both are the same page on the same surface, wherever it is by now.
    package func isSamePage(as other: Location) -> Bool { page == other.page && surface == other.surface }
}
