import Glibc
import SheafInterface
import SheafOS
package import Varlink

/// A command's connections to the service.
package final class Session {
    let settings: Settings
    private let connecting: (String) throws(ControlError) -> VarlinkBlockingClient
    private var open: VarlinkBlockingClient?

    /// - Parameter connecting: connects to the service at a path.
    package init(
        _ settings: Settings,
        connecting: @escaping (String) throws(ControlError) -> VarlinkBlockingClient = Session.connect(to:)
    ) {
        self.settings = settings
        self.connecting = connecting
    }

    /// Calls over the command's own connection, which is opened with the first call.
    ///
    /// - Parameter attempt: what the call is to do, as in "cannot open book.pdf".
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        attempt: @autoclosure () -> String
    ) throws(ControlError) -> VarlinkReply<Method.Reply> where Method.Failure: ExplainedFailure {
        let client = if let open { open } else { try connect() }
        open = client
        do throws(VarlinkCallError<Method.Failure>) {
            return try client.call(method, parameters, descriptors: descriptors)
        } catch {
            throw ControlError(cannot: attempt(), error)
        }
    }

    /// Calls over the same connection, without an answer.
    func tell<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: @autoclosure () -> String
    ) throws(ControlError) where Method.Failure: ExplainedFailure {
        let client = if let open { open } else { try connect() }
        open = client
        do throws(VarlinkCallError<Method.Failure>) {
            try client.send(method, parameters, flags: .oneway)
        } catch {
            throw ControlError(cannot: attempt(), error)
        }
    }

    /// Waits for so many milliseconds.
    func pause(_ milliseconds: Int) {
        poll(nil, 0, Int32(clamping: milliseconds))
    }

    /// Another connection to the service.
    func connect() throws(ControlError) -> VarlinkBlockingClient {
        let client = try connecting(settings.socket)
        client.timeoutMilliseconds = settings.timeoutMilliseconds
        return client
    }

    /// Connects to the socket of a service.
    package static func connect(to path: String) throws(ControlError) -> VarlinkBlockingClient {
        do throws(OSError) {
            return try VarlinkBlockingClient(path: path)
        } catch {
            throw ControlError(cannotReach: path, error)
        }
    }
}

extension ControlError {
    /// A call that failed.
    init<Failure: ExplainedFailure>(cannot attempt: String, _ error: VarlinkCallError<Failure>) {
        self.init("cannot \(attempt): \(error.explanation)")
    }

    /// A service that does not answer.
    init(cannotReach socket: String, _ error: OSError) {
        let advice =
            switch error.code {
            case ENOENT, ECONNREFUSED:
                "start it (\"systemctl start sheafd.socket\", or \"sheafd --socket PATH\"), or give its socket with --socket"
            case EACCES, EPERM: "you may not use this socket: ask who runs sheafd for access"
            case EAGAIN: "it is too busy to answer: try again"
            case ENAMETOOLONG: "the path of a socket has at most 107 bytes: give a shorter one"
            default: "give the socket of sheafd with --socket or SHEAF_SOCKET"
            }
        self.init("cannot reach sheafd at \(socket): \(OSError.text(of: error.code)): \(advice)")
    }
}
