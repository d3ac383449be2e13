/// The part of a viewport that a page of a spread has for itself. Facing pages stand side by side, whichever way pages are
/// turned.
package enum SpreadPart: Hashable, Sendable {
    /// All of it.
    case whole
    /// The left half, in whole pixels; where the width is odd, the column at the right is left over.
    case left
    /// The right half, which begins where the left one ends.
    case right
}
