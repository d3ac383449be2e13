import Navigation
import PageModel

/// A page that was found: where it is, its size and its label.
struct FoundPage {
    let location: Navigation.Location
    let size: PageSize
    /// What is printed on it; nil where it has only its number.
    let label: String?
    /// Whether the size is measured; else it is an estimate.
    let isMeasured: Bool
}
