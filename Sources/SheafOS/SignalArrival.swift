/// A signal that has come, as sigaction(2) tells of it.
package struct SignalArrival: Equatable, Sendable {
    /// How it was sent: `si_code`.
    let code: Int32
    /// What sigqueue(3) sent with it; anything where it was sent otherwise.
    let value: Int32
    /// Who sent it.
    package let sender: UInt32

    /// What came with it; nil where it was not sent with a value.
    package var queuedValue: Int32? { code == Self.queued ? value : nil }

    /// SI_QUEUE: a member of a C enumeration behind a macro.
    private static let queued: Int32 = -1
}
