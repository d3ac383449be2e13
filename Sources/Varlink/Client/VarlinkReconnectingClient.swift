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
    private var client: VarlinkBlockingClient?
    private var hasConnected = false

    /// - Parameter connect: makes a connection. It is called first with the first call, and again after each loss.
    package init(
        timeoutMilliseconds: Int = 30_000, reconnection: VarlinkReconnection = VarlinkReconnection(),
        connect: @escaping VarlinkConnecting
    ) {
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
        hasConnected = true
        client = new
        return new
    }
}
