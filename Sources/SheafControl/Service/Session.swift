import Glibc
import SheafInterface
import SheafOS
package import Varlink

/// A command's connections to the service.
package final class Session {
    let settings: Settings
    let reconnection: VarlinkReconnection
    private let connecting: VarlinkConnecting
    private let client: VarlinkReconnectingClient

    /// - Parameters:
    ///   - reconnection: how it comes back to a service that was restarted.
    ///   - connecting: connects to the service; nil: at the path of the settings.
    package init(
        _ settings: Settings, reconnection: VarlinkReconnection = VarlinkReconnection(),
        connecting: VarlinkConnecting? = nil
    ) {
        self.settings = settings
        self.reconnection = reconnection
        if let connecting {
            self.connecting = connecting
        } else {
            self.connecting = { () throws(OSError) in try VarlinkBlockingClient(path: settings.socket) }
        }
        client = VarlinkReconnectingClient(
            timeoutMilliseconds: settings.timeoutMilliseconds, reconnection: reconnection, connect: self.connecting)
    }

    /// Calls over the command's own connection, which is opened with the first call, and again where the service has ended
    /// it.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether this call may be made twice; nil: as its method may.
    ///   - attempt: what the call is to do, as in "cannot open book.pdf".
    ///   - unanswered: what to say where nobody knows whether it was done, where that is not for everybody to find out.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        isRepeatable: Bool? = nil, attempt: @autoclosure () -> String,
        unanswered: () throws(ControlError) -> ControlError? = { nil }
    ) throws(ControlError) -> VarlinkReply<Method.Reply> where Method.Failure: ExplainedFailure {
        do throws(VarlinkCallError<Method.Failure>) {
            return try client.call(method, parameters, descriptors: descriptors, isRepeatable: isRepeatable)
        } catch {
            guard case .connection(let reason) = error else { throw ControlError(cannot: attempt(), error) }
            if reason.code == .unanswered, let failure = try unanswered() { throw failure }
            throw failure(of: attempt(), error, reason)
        }
    }

    /// Calls over the same connection, without an answer.
    func tell<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: @autoclosure () -> String
    ) throws(ControlError) where Method.Failure: ExplainedFailure {
        do throws(VarlinkCallError<Method.Failure>) {
            try client.send(method, parameters)
        } catch {
            guard case .connection(let reason) = error else { throw ControlError(cannot: attempt(), error) }
            throw failure(of: attempt(), error, reason)
        }
    }

    private func failure<Failure: ExplainedFailure>(
        of attempt: String, _ error: VarlinkCallError<Failure>, _ reason: VarlinkError
    ) -> ControlError {
        guard case .unreachable(let code) = reason.code else { return ControlError(cannot: attempt, error) }
        return ControlError(cannotReach: settings.socket, code)
    }

    /// Waits for so many milliseconds.
    func pause(_ milliseconds: Int) {
        poll(nil, 0, Int32(clamping: milliseconds))
    }

    /// Another connection to the service.
    ///
    /// - Parameter isAgain: waits for a service that was there before, and may be on its way back.
    func connect(isAgain: Bool = false) throws(ControlError) -> VarlinkBlockingClient {
        do throws(OSError) {
            let client = isAgain ? try reconnection.connect(connecting) : try connecting()
            client.timeoutMilliseconds = settings.timeoutMilliseconds
            return client
        } catch {
            throw ControlError(cannotReach: settings.socket, error)
        }
    }
}

extension ControlError {
    /// A call that failed.
    init<Failure: ExplainedFailure>(cannot attempt: String, _ error: VarlinkCallError<Failure>) {
        self.init("cannot \(attempt): \(error.explanation)")
    }

    /// A service that can't be connected to.
    init(cannotReach socket: String, _ error: OSError) {
        self.init(cannotReach: socket, error.code)
    }

    /// A service that can't be connected to, for this errno.
    init(cannotReach socket: String, _ code: Int32) {
        self.init("cannot reach sheafd at \(socket): \(OSError.text(of: code)): \(VarlinkError.wayIn(code))")
    }
}
