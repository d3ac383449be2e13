package import Navigation
package import PageModel

/// A known page: its position in its document, or along an axis that shows the document, its size and its label.
package struct PlacedPage {
    package let location: Navigation.Location
    package let size: PageSize
    /// The page's printed number; nil where it has none.
    package let label: String?
    /// Whether the size is measured; else it is an estimate.
    package let isMeasured: Bool

    package init(location: Navigation.Location, size: PageSize, label: String?, isMeasured: Bool) {
        self.location = location
        self.size = size
        self.label = label
        self.isMeasured = isMeasured
    }
}
