import Glibc
package import SheafInterface
import SheafOS
package import Varlink

/// The errors of an interface, as sentences for people.
package protocol ExplainedFailure: VarlinkFailure {
    /// Why it failed, and what to do next: what follows "cannot open book.pdf: ".
    var explanation: String { get }
}

extension ManagerInterface.Failure: ExplainedFailure {
    package var explanation: String {
        switch self {
        case .service(let failure): failure.explanation
        case .configurationRefused(let file, let line, let reason):
            "\(file)\(line.map { ":\($0)" } ?? ""): \(reason): correct that, the configuration before stays in force"
        }
    }
}

extension ServiceInterface.Failure {
    /// Why it failed, and what to do next.
    package var explanation: String {
        switch self {
        case .interfaceNotFound(let name), .methodNotFound(let name), .methodNotImplemented(let name):
            "the service does not know \(name): install sheafctl and sheafd of the same version, and restart sheafd"
        case .invalidParameter(let parameter):
            "the service does not take this \(parameter): \"sheafctl VERB --help\" says what it can be"
        case .permissionDenied:
            "you may not: do it as root, or as a member of the group sheaf (\"usermod -aG sheaf USER\", then log in again)"
        case .expectedMore:
            "the service wants to be asked in another way: install sheafctl and sheafd of the same version"
        }
    }
}

extension VarlinkCallError where Failure: ExplainedFailure {
    /// Why there is no answer, and what to do next.
    package var explanation: String {
        switch self {
        case .failed(let failure): failure.explanation
        case .undeclared(let name, _):
            "the service answered \(name), which sheafctl does not know: install the sheafctl that came with sheafd"
        case .connection(let error): error.explanation
        }
    }
}

extension VarlinkError {
    /// Why the connection can't be used, and what to do next.
    package var explanation: String {
        switch code {
        case .closedByPeer, .closed:
            "sheafd ended the connection: see what it logged (\"journalctl -u sheafd\"), and try again"
        case .unreachable(let code): "\(OSError.text(of: code)): \(Self.wayIn(code))"
        case .unanswered:
            "sheafd ended the connection before it answered, and nobody knows whether it was done: see \"sheafctl state\""
        case .timedOut: "\(description): see \"sheafctl status\", or wait longer with --timeout"
        case .protocolViolation, .overLimit:
            "what answers on the socket does not speak as sheafd does (\(description)): check --socket"
        case .system: "\(description): try again"
        }
    }

    /// What to do where sheafd's socket can't be connected to.
    static func wayIn(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED:
            "start it (\"systemctl start sheafd.socket\", or \"sheafd --socket PATH\"), or give its socket with --socket"
        case EACCES, EPERM: "you may not use this socket: ask who runs sheafd for access"
        case EAGAIN: "it is too busy to answer: try again"
        case ENAMETOOLONG: "the path of a socket has at most 107 bytes: give a shorter one"
        default: "give the socket of sheafd with --socket or SHEAF_SOCKET"
        }
    }
}
