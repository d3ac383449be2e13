import SheafInterface
import SheafOS
import Varlink

/// What happens to a reader, as it happens. Where the service ends the connection it goes on with another one.
final class ReaderStream {
    private let session: Session
    private let reader: String
    private var client: VarlinkBlockingClient
    /// Whether more may happen.
    private(set) var isOpen = true
    /// Where the reader stood when the stream began, or began anew.
    private(set) var state: ReaderInterface.State
    /// Whether the connection was lost, and with it what happened until there was another one.
    private(set) var hasMissed = false
    /// Called where the connection was lost (false), and where there is another one (true).
    var connectionChanged: ((Bool) throws(ControlError) -> Void)?

    /// Begins to watch, and waits for the reader's state.
    init(of reader: String, in session: Session) throws(ControlError) {
        self.session = session
        self.reader = reader
        (client, state, isOpen) = try Self.begin(reader, session, isAgain: false)
    }

    /// The next thing that happens. After a loss of the connection that is the state.
    ///
    /// - Parameter deadline: until when to wait, on the loop's clock in microseconds; nil: for ever.
    /// - Returns: nil where nothing happened until then, or nothing more will.
    func next(until deadline: UInt64? = nil) throws(ControlError) -> ReaderInterface.WatchReply? {
        guard isOpen else { return nil }
        client.timeoutMilliseconds = -1
        if let deadline {
            let now = EventLoop.now
            guard deadline > now else { return nil }
            client.timeoutMilliseconds = Int((deadline - now + 999) / 1_000)
        }
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let reply = try client.receive(ReaderInterface.Watch.self)
            isOpen = reply.continues
            return reply.parameters
        } catch {
            guard case .connection(let reason) = error else { throw Self.failure(reader, error) }
            switch reason.code {
            case .timedOut: return nil
            case .closedByPeer: return try beginAgain()
            default: throw Self.failure(reader, error)
            }
        }
    }

    private func beginAgain() throws(ControlError) -> ReaderInterface.WatchReply {
        hasMissed = true
        try connectionChanged?(false)
        (client, state, isOpen) = try Self.begin(reader, session, isAgain: true)
        try connectionChanged?(true)
        return ReaderInterface.WatchReply(state: state)
    }

    private static func begin(
        _ reader: String, _ session: Session, isAgain: Bool
    ) throws(ControlError) -> (VarlinkBlockingClient, ReaderInterface.State, Bool) {
        var losses = 0
        while true {
            let client = try session.connect(isAgain: isAgain || losses > 0)
            do throws(VarlinkCallError<ReaderInterface.Failure>) {
                try client.send(
                    ReaderInterface.Watch.self, .init(reader: reader, handover: ReaderInterface.Handover.none),
                    flags: .more)
                let reply = try client.receive(ReaderInterface.Watch.self)
                guard let state = reply.parameters.state else {
                    throw .connection(
                        VarlinkError(.protocolViolation, "a watch did not begin with the reader's state"))
                }
                return (client, state, reply.continues)
            } catch {
                losses += 1
                guard case .connection(let reason) = error, reason.code == .closedByPeer,
                    losses < session.reconnection.maxLosses
                else { throw failure(reader, error) }
                session.reconnection.pause(before: losses - 1)
            }
        }
    }

    private static func failure(
        _ reader: String, _ error: VarlinkCallError<ReaderInterface.Failure>
    ) -> ControlError {
        ControlError(cannot: "watch reader \(reader)", error)
    }
}
