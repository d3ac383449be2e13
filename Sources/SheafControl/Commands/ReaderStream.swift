import SheafInterface
import SheafOS
import Varlink

/// What happens to a reader, as it happens.
final class ReaderStream {
    private let client: VarlinkBlockingClient
    private let reader: String
    /// Whether more may happen.
    private(set) var isOpen: Bool
    /// Where the reader stood when the stream began.
    let state: ReaderInterface.State

    /// Begins to watch, and waits for the reader's state.
    init(of reader: String, over client: VarlinkBlockingClient) throws(ControlError) {
        self.client = client
        self.reader = reader
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            try client.send(
                ReaderInterface.Watch.self, .init(reader: reader, handover: ReaderInterface.Handover.none), flags: .more
            )
            let reply = try client.receive(ReaderInterface.Watch.self)
            isOpen = reply.continues
            guard let state = reply.parameters.state else {
                throw .connection(VarlinkError(.protocolViolation, "a watch did not begin with the reader's state"))
            }
            self.state = state
        } catch {
            throw ControlError(cannot: "watch reader \(reader)", error)
        }
    }

    /// The next thing that happens.
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
            if case .connection(let error) = error, error.code == .timedOut { return nil }
            throw ControlError(cannot: "watch reader \(reader)", error)
        }
    }
}
