import SheafInterface
import SheafOS
import Varlink

/// The events of a reader, from a watch. Where the service ends the connection another watch is begun.
final class ReaderStream {
    private let session: Session
    private let reader: String
    private let client: VarlinkReconnectingClient
    /// Whether more events may come: the last one of a watch is that its reader was closed.
    private(set) var isOpen = true
    /// The reader's state when the watch began.
    private(set) var state: ReaderInterface.State
    /// Whether a connection was lost, and with it the events until the next watch began.
    private(set) var hasMissed = false

    /// Begins to watch, and waits for the reader's state.
    init(of reader: String, in session: Session) throws(ControlError) {
        self.session = session
        self.reader = reader
        client = session.makeClient()
        (state, isOpen) = try Self.begin(client, reader, session)
    }

    /// The next event. After a loss of the connection that is the state.
    ///
    /// - Parameters:
    ///   - deadline: until when to wait, on the loop's clock in microseconds; nil: without limit.
    ///   - connectionChanged: called with false where the connection was lost, and with true when the next watch has begun.
    /// - Returns: nil at the deadline, and where no more events will come.
    func next(
        until deadline: UInt64? = nil, connectionChanged: (Bool) throws(ControlError) -> Void = { _ in }
    ) throws(ControlError) -> ReaderInterface.WatchReply? {
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
            switch error {
            case .connection(let reason) where reason.code == .timedOut: return nil
            case .connection(let reason) where reason.code == .closedByPeer: return try beginAgain(connectionChanged)
            default: throw session.failure("watch reader \(reader)", error)
            }
        }
    }

    private func beginAgain(
        _ connectionChanged: (Bool) throws(ControlError) -> Void
    ) throws(ControlError) -> ReaderInterface.WatchReply {
        hasMissed = true
        try connectionChanged(false)
        (state, isOpen) = try Self.begin(client, reader, session)
        try connectionChanged(true)
        return ReaderInterface.WatchReply(state: state)
    }

    private static func begin(
        _ client: VarlinkReconnectingClient, _ reader: String, _ session: Session
    ) throws(ControlError) -> (ReaderInterface.State, isOpen: Bool) {
        client.timeoutMilliseconds = session.settings.timeoutMilliseconds
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let reply = try client.callMore(
                ReaderInterface.Watch.self, .init(reader: reader, handover: ReaderInterface.Handover.none))
            guard let state = reply.parameters.state else {
                throw .connection(VarlinkError(.protocolViolation, "a watch did not begin with the reader's state"))
            }
            return (state, reply.continues)
        } catch {
            throw session.failure("watch reader \(reader)", error)
        }
    }
}
