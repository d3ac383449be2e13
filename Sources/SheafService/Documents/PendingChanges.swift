/// The changes of a document that its readers have not taken in yet.
final class PendingChanges {
    private var count = 0
    private var waiting: [() -> Void] = []
    private var isClosed = false

    /// Whether a change is being taken in.
    var isUnderWay: Bool { count > 0 }

    /// A change begins to be taken in by the document's readers.
    func begin() { count += 1 }

    /// They have taken it in.
    func end() {
        count -= 1
        if count == 0 { callWaiting() }
    }

    /// The last reader has gone: nobody takes in any change any more.
    func close() {
        isClosed = true
        callWaiting()
    }

    /// Calls `body` when no change is under way; now, where none is.
    func whenTaken(_ body: @escaping () -> Void) {
        if count == 0 || isClosed { body() } else { waiting.append(body) }
    }

    private func callWaiting() {
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }
}
