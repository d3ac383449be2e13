/// What a page says of a point on it.
public enum Hit: Equatable, Sendable {
    /// There is something, and it leaves drags to the viewer.
    case content
    /// The page takes a drag that starts here for itself.
    case claimed
    /// The page is blank here.
    case background
}
