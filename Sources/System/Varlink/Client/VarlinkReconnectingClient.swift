import Glibc
package import SheafOS

/// A client that blocks while it waits, and that connects again where the service has ended its connection.
///
/// A call that the service has surely not taken is sent again, and so is one that may be made twice
/// (``VarlinkMethod/isRepeatable``). Any other that was lost without an answer fails with
/// ``VarlinkError/Code/unanswered``: whether it was done is for the caller to find out; the next call connects again, as it
/// does after one that was not answered in time.
///
/// What belongs to a connection is lost with it: watches, drags.
package final class VarlinkReconnectingClient {
    /// How long a call may take at most on one connection, in milliseconds; below 0: for ever.
    package var timeoutMilliseconds: Int { didSet { client?.timeoutMilliseconds = timeoutMilliseconds } }
    /// How often it has connected again.
    package private(set) var reconnections = 0
    private let reconnection: VarlinkReconnection
    private let connect: VarlinkConnecting
    private let whileWaiting: WaitHook?
    private var client: VarlinkBlockingClient?
    private var hasConnected = false

    /// - Parameters:
    ///   - whileWaiting: what is done while an answer is waited for.
    ///   - connect: makes a connection. It is called first with the first call, and again after each loss.
    package init(
        timeoutMilliseconds: Int = 30_000, reconnection: VarlinkReconnection = VarlinkReconnection(),
        whileWaiting: WaitHook? = nil, connect: @escaping VarlinkConnecting
    ) {
        self.whileWaiting = whileWaiting
        self.timeoutMilliseconds = timeoutMilliseconds
        self.reconnection = reconnection
        self.connect = connect
    }

    /// Calls, and waits for the reply.
    ///
    /// - Parameter isRepeatable: whether this call may be made twice; nil: as its method may.
    package func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        isRepeatable: Bool? = nil
    ) throws(VarlinkCallError<Method.Failure>) -> VarlinkReply<Method.Reply> {
        try again(
            isRepeatable: isRepeatable ?? Method.isRepeatable
        ) { client throws(VarlinkCallError<Method.Failure>) in
            try client.call(method, parameters, descriptors: descriptors)
        }
    }

    /// Calls without wanting an answer. What is lost with the connection after it was sent is not noticed.
    package func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = []
    ) throws(VarlinkCallError<Method.Failure>) {
        // It fails only where not all of it was sent.
        try again(isRepeatable: true) { client throws(VarlinkCallError<Method.Failure>) in
            try client.send(method, parameters, flags: .oneway, descriptors: descriptors)
        }
    }

    /// Calls with `more`, and waits for the first reply; ``receive(_:)`` waits for the others. Where the connection is
    /// lost before the first reply the call is made again.
    package func callMore<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws(VarlinkCallError<Method.Failure>) -> VarlinkReply<Method.Reply> {
        try again(isRepeatable: true) { client throws(VarlinkCallError<Method.Failure>) in
            try client.send(method, parameters, flags: .more)
            return try client.receive(method)
        }
    }

    /// Waits for the next reply to ``callMore(_:_:)``. After a timeout it may be received still. A connection that is
    /// lost is an error here, and opened again by the next call.
    package func receive<Method: VarlinkMethod>(
        _ method: Method.Type
    ) throws(VarlinkCallError<Method.Failure>) -> VarlinkReply<Method.Reply> {
        guard let client else { throw .connection(.closedByPeer) }
        do throws(VarlinkCallError<Method.Failure>) {
            return try client.receive(method)
        } catch {
            if case .connection(let reason) = error, reason.code != .timedOut { self.client = nil }
            throw error
        }
    }

    private func again<Result, Failure: VarlinkFailure>(
        isRepeatable: Bool, _ body: (VarlinkBlockingClient) throws(VarlinkCallError<Failure>) -> Result
    ) throws(VarlinkCallError<Failure>) -> Result {
        var losses = 0
        while true {
            let client: VarlinkBlockingClient
            do throws(OSError) { client = try connected() } catch {
                throw .connection(VarlinkError(.unreachable(error.code), error.description))
            }
            do throws(VarlinkCallError<Failure>) {
                return try body(client)
            } catch {
                guard case .connection(let reason) = error else { throw error }
                // An answer that comes late would be taken for the next call's.
                self.client = nil
                guard reason.code == .closedByPeer else { throw error }
                guard reason.isUnread || isRepeatable else {
                    throw .connection(
                        VarlinkError(.unanswered, "the other end closed the connection before it answered"))
                }
                losses += 1
                guard losses < reconnection.maxLosses else { throw error }
                reconnection.pause(before: losses - 1)
            }
        }
    }

    private func connected() throws(OSError) -> VarlinkBlockingClient {
        if let client { return client }
        let new: VarlinkBlockingClient
        if hasConnected {
            new = try reconnection.connect(connect)
            reconnections += 1
        } else {
            new = try connect()
        }
        new.timeoutMilliseconds = timeoutMilliseconds
        new.whileWaiting = whileWaiting
        hasConnected = true
        client = new
        return new
    }
}

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
    /// Whether a service that is not back yet gives this error: no socket, one that nobody listens on, or a full queue.
    fileprivate var isOfRestart: Bool { [ENOENT, ECONNREFUSED, EAGAIN, ECONNRESET].contains(code) }
}
