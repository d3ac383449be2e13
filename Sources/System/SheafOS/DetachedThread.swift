import Glibc

/// Threads that nobody waits for.
enum DetachedThread {
    private final class Start {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Has `body` called on a thread of its own.
    ///
    /// - Parameter operation: what is tried, for the error.
    static func start(_ operation: String, _ body: @escaping @Sendable () -> Void) throws(OSError) {
        var thread = pthread_t()
        let start = unsafe Unmanaged.passRetained(Start(body))
        let failure = unsafe pthread_create(
            &thread, nil,
            { start in
                guard let start = unsafe start else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard failure == 0 else {
            unsafe start.release()
            throw OSError(code: failure, operation: operation)
        }
        pthread_detach(thread)
    }
}
