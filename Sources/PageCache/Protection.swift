package import PageModel

/// What a reader needs kept alive.
package struct Protection: Equatable, Sendable {
    /// What a reader at rest shows: never a victim.
    package var shown: [Rendition]
    /// Everything else that is protected, as in a transition: as a victim it is deferred.
    package var moving: [Rendition]

    package init(shown: [Rendition] = [], moving: [Rendition] = []) {
        self.shown = shown
        self.moving = moving
    }

    /// Whether it protects nothing.
    package var isEmpty: Bool { shown.isEmpty && moving.isEmpty }
}
