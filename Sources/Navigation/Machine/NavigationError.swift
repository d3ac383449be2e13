/// Why a command does not fit. It has changed nothing then.
package enum NavigationError: Error, Hashable, Sendable {
    /// The reader is closed, or not open yet.
    case closed
    /// The document has no pages.
    case empty
    /// There is no such page.
    case noSuchPage
    /// The reader has no such axis.
    case noSuchAxis
    /// The axis is switched off.
    case axisDisabled
    /// The other axis is under way, or does not rest where it unlocks this one.
    case axisLocked
    /// A drag is under way.
    case dragActive
    /// No drag is under way.
    case noDrag
    /// A transition is under way.
    case transitionActive
    /// A page is being moved.
    case moveActive
    /// No page is being moved.
    case noMove
    /// The viewer of this reader reports its own appearance events, and turns its pages itself.
    case manual
    /// The reader sends appearance events by itself.
    case notManual
    /// A page in this state can't take this step.
    case noSuchStep
}
