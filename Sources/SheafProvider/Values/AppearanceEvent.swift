/// What happens to a page on a screen, in this order; a transition that is given up goes from will to did of the other.
public enum AppearanceEvent: UInt32, Sendable {
    /// It starts to come onto a screen.
    case willAppear = 1
    /// It is on the screen, and the reader rests.
    case didAppear = 2
    /// It starts to leave a screen.
    case willDisappear = 3
    /// It has left the screen.
    case didDisappear = 4
}
