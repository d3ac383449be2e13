package import PageModel

/// A step in a page's coming to a reader's screen or leaving it.
///
/// A page is hidden, appearing, visible or disappearing. Each event is one step between these; no other step exists.
package struct AppearanceEvent: Hashable, Sendable {
    /// Which step.
    package enum Kind: Hashable, Sendable {
        /// Hidden or disappearing → appearing.
        case willAppear
        /// Appearing → visible.
        case didAppear
        /// Visible or appearing → disappearing.
        case willDisappear
        /// Disappearing → hidden.
        case didDisappear
    }

    package let kind: Kind
    package let location: Location

    package init(_ kind: Kind, _ location: Location) {
        self.kind = kind
        self.location = location
    }
}

/// A page and its index at the time.
package struct Location: Hashable, Sendable {
    package let page: PageID
    /// From 0.
    package let index: Int

    package init(page: PageID, index: Int) {
        self.page = page
        self.index = index
    }
}
