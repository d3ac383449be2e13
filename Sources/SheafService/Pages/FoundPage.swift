import Navigation
import PageModel

/// A page that was found: where it is, its size and its label.
struct FoundPage {
    let location: Navigation.Location
    let size: PageSize
    /// The page's printed number; nil where it has none.
    let label: String?
    /// Whether the size is measured; else it is an estimate.
    let isMeasured: Bool
}
