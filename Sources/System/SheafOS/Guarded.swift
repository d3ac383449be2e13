import Synchronization

/// A value that several threads use, one at a time: a `Mutex` that the thread sanitizer understands.
///
/// A thread that finds a `Mutex` taken waits for it in Swift's library, where the sanitizer does not look: it would take what was
/// written before for a race, here and in all that is handed over. It sees what is read and written of ``order``.
package struct Guarded<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let order = Atomic(false)

    package init(_ value: sending Value) { mutex = Mutex(value) }

    /// Uses the value, while no other thread does.
    package borrowing func withLock<Result, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value) throws(Failure) -> sending Result in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
