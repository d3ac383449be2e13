import Glibc
import Varlink

// The errors of org.sheaf.Host, to and from those of the module. Errors that only the supervisor makes have no form on
// the wire.

extension HostError {
    /// What a host answers for it.
    var wire: HostInterface.Failure {
        switch code {
        case .cancelled: .cancelled
        case .providerRefused: .providerRefused(message: message)
        case .documentError(let errno): .documentFailed(errno: Int(errno), message: message)
        case .unsupported(let function): .unsupported(function: function)
        case .noSuchPage: .noSuchPage(message: message)
        case .endOfDocument: .endOfDocument
        case .notFound(let errno): .fileNotFound(errno: Int(errno), message: message)
        case .invalid(let parameter): .invalid(name: parameter, message: message)
        case .tooLarge: .tooLarge(message: message)
        case .timedOut, .closed, .documentFailed, .notADocument, .unknownProvider, .hostsExhausted, .hostFailed,
            .busy, .notAFile, .notReadable, .remote:
            .documentFailed(errno: Int(EPROTO), message: message)
        }
    }

    /// What a host's answer means; nil where no host answers this.
    init?(_ failure: HostInterface.Failure) {
        self.init(unbounded: failure)
        guard message.utf8.count <= HostLimits.hostTextBytes else { return nil }
        switch code {
        case .invalid(let name), .unsupported(let name):
            guard name.utf8.count <= HostLimits.hostTextBytes else { return nil }
        default: break
        }
    }

    private init?(unbounded failure: HostInterface.Failure) {
        switch failure {
        case .cancelled: self.init(.cancelled, "the request was cancelled")
        case .providerRefused(let message): self.init(.providerRefused, message)
        case .documentFailed(let errno, let message):
            guard let errno = Int32(exactly: errno), errno > 0 else { return nil }
            self.init(.documentError(errno: errno), message)
        case .unsupported(let function): self = .unsupported(function)
        case .noSuchPage(let message): self.init(.noSuchPage, message)
        case .endOfDocument: self.init(.endOfDocument, "the document has no page there")
        case .fileNotFound(let errno, let message):
            guard let errno = Int32(exactly: errno), errno > 0 else { return nil }
            self.init(.notFound(errno: errno), message)
        case .invalid(let name, let message): self.init(.invalid(parameter: name), message)
        case .tooLarge(let message): self.init(.tooLarge, message)
        case .service: return nil
        }
    }
}
