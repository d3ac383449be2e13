/// How the spreads of an axis follow each other.
package enum Flow: Hashable, Sendable {
    /// Each has a viewport for itself, with its pages centred in it.
    case paged
    /// Each takes what its pages need.
    case continuous
}
