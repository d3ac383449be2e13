/// A step in a page's coming to a reader's screen or leaving it.
///
/// A page is hidden, appearing, visible or disappearing. Each event is one step between these; no other step exists.
package enum AppearanceEvent: Hashable, Sendable {
    /// Hidden or disappearing → appearing.
    case willAppear
    /// Appearing → visible.
    case didAppear
    /// Visible or appearing → disappearing.
    case willDisappear
    /// Disappearing → hidden.
    case didDisappear
}
