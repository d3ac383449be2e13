import Glibc
package import SheafOS

/// Makes a connection to a service.
package typealias VarlinkConnecting = () throws(OSError) -> VarlinkBlockingClient

/// How a client comes back to a service that has ended its connection: one that is restarted is there again in a moment.
package struct VarlinkReconnection: Sendable {
    /// How long a service is waited for that nobody can connect to, in milliseconds.
    package var patience = 10_000
    /// The pause before the second attempt, in milliseconds; each one after it is twice as long.
    package var firstPause = 10
    /// The longest pause, in milliseconds.
    package var longestPause = 500
    /// So many connections in a row may be lost without an answer: a service that refuses a client closes each of them.
    package var maxLosses = 6

    package init() {}

    /// Connects to a service that was there before, and may be on its way back.
    package func connect(
        _ connect: VarlinkConnecting
    ) throws(OSError) -> VarlinkBlockingClient {
        let deadline = EventLoop.now + UInt64(max(patience, 0)) * 1_000
        var attempts = 0
        while true {
            do throws(OSError) {
                return try connect()
            } catch {
                guard error.isOfRestart, EventLoop.now < deadline else { throw error }
                attempts += 1
                pause(before: attempts)
            }
        }
    }

    /// Waits before an attempt; the first one is made at once.
    ///
    /// - Parameter attempt: counted from 0.
    package func pause(before attempt: Int) {
        guard attempt > 0 else { return }
        let pause = min(firstPause << min(attempt - 1, 16), longestPause)
        poll(nil, 0, Int32(clamping: pause))
    }
}

extension OSError {
    /// What connecting to a service meets that is not back yet: no socket, one that nobody listens on, or a full queue.
    fileprivate var isOfRestart: Bool { [ENOENT, ECONNREFUSED, EAGAIN, ECONNRESET].contains(code) }
}
