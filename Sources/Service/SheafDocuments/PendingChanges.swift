/// The changes of a document that its readers have not taken in yet.
package final class PendingChanges {
    private var count = 0
    private var waiting: [() -> Void] = []
    private var isClosed = false

    /// Whether a change is being taken in.
    package var isUnderWay: Bool { count > 0 }

    /// Begins a change, which the document's readers are to take in.
    package func begin() { count += 1 }

    /// Ends the change: the document's readers have taken it in.
    package func end() {
        count -= 1
        if count == 0 { callWaiting() }
    }

    /// Ends all changes: the last reader has gone, and nobody takes them in any more.
    func close() {
        isClosed = true
        callWaiting()
    }

    /// Calls `body` when no change is under way; now, where none is.
    package func whenTaken(_ body: @escaping () -> Void) {
        if count == 0 || isClosed { body() } else { waiting.append(body) }
    }

    private func callWaiting() {
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
    }
}
