/// A way back to an object that does not keep it, and that is empty once the object has ended, as a `weak` reference. One of
/// those costs its object time at each retain and release from then on; this one does not.
///
/// The object makes it, sets it when it is made, and empties it in its `deinit`.
@safe package final class Backreference<Object: AnyObject> {
    private unowned(unsafe) var unsafeOwner: Object?

    package init() {}

    /// The object; nil before it is set, and after its end.
    package var owner: Object? { unsafe unsafeOwner }

    /// Leads to an object from now on.
    package func set(_ object: Object) { unsafe unsafeOwner = object }

    /// Forgets the owner, which ends.
    package func clear() { unsafe unsafeOwner = nil }
}
