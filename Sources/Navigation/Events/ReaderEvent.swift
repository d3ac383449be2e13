package import PageModel

/// What a reader's watches are told, in the order in which it happens.
package struct ReaderEvent: Hashable, Sendable {
    /// What happened.
    package enum What: Hashable, Sendable {
        /// A transition step began: from what is shown or on its way, to what it goes to first.
        case begin(from: [Location], to: [Location], direction: Direction, isInteractive: Bool)
        /// A page comes or goes.
        case appearance(AppearanceEvent, Location)
        /// A transition step ended. *Finished*: it was not interrupted; *completed*: the reader is on another spread than
        /// when its transition began, whose pages were `previous`.
        case end(isFinished: Bool, isCompleted: Bool, previous: [Location])
    }

    package let what: What
    /// The number of the transition step; of the last one (0: there was none) where it belongs to none.
    package let transition: Int
    package let axis: Axis
    /// Where the axis stands, in spreads.
    package let position: Double
    package let time: Instant

    package init(_ what: What, transition: Int, axis: Axis, position: Double, time: Instant) {
        self.what = what
        self.transition = transition
        self.axis = axis
        self.position = position
        self.time = time
    }
}
