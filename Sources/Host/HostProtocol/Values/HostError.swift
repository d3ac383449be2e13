import Glibc
package import SheafOS
import Varlink

/// Why a host did not do what was asked.
package struct HostError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    package enum Code: Equatable, Sendable {
        /// Nobody waits for the request any more.
        case cancelled
        /// The request took longer than allowed, and its host did not answer in time or was ended.
        case timedOut
        /// The document was closed, or the supervisor is shutting down.
        case closed
        /// Opening the document ended two hosts; it is refused until it is reloaded.
        case documentFailed(HostDeath)
        /// Work on a page, or on the document as a whole, has ended hosts (``FailureLedger``) and is refused; other
        /// work is not.
        case workRefused(HostDeath)
        /// The provider failed; `errno` is above 0.
        case documentError(errno: Int32)
        /// The provider has no such function.
        case unsupported(function: String)
        /// The document is locked, and the password is missing or wrong.
        case passwordNeeded(isWrong: Bool)
        /// No provider recognizes the file.
        case notADocument
        /// The document has no such page.
        case noSuchPage
        /// The answer lies behind the pages that the provider has counted. The request is repeated once more pages are
        /// counted.
        case notCounted
        /// The document ends before this page.
        case endOfDocument
        /// No provider has this name.
        case unknownProvider
        /// The provider can't be loaded.
        case providerRefused
        /// The most hosts that there may be are at work.
        case hostsExhausted
        /// A host could not be started, or broke off outside of any document.
        case hostFailed
        /// Too many requests wait already.
        case busy
        /// A user has as much of something as one may have; `name` is the limit's in sheafd.conf.
        case limitReached(name: String, value: Int)
        /// The file is a folder, a device or a socket: no regular file.
        case notAFile
        /// The descriptor can't be read from: it is write-only or O_PATH.
        case notReadable
        /// The file is on FUSE or a network file system.
        case remote
        /// The file can't be opened below its folder, or its status can't be read; `errno` is above 0.
        case notFound(errno: Int32)
        /// A parameter that makes no sense.
        case invalid(parameter: String)
        /// The result is larger than the memory for it, or than any may be.
        case tooLarge
    }

    package let code: Code
    /// For a person: what was tried on what.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// For a person: the message, and the name of the errno that a provider gave for it.
    package var reason: String {
        guard case .documentError(let errno) = code, let name = OSError.name(of: errno) else { return message }
        return "\(message) (\(name))"
    }
}

/// How a host ended that should not have.
package enum HostDeath: Equatable, Sendable, CustomStringConvertible {
    case signalled(Int32)
    case exited(status: Int32)
    /// Another process ended the host by a signal: an operator, or the kernel for want of memory. The request is not to
    /// blame.
    case killed(Int32)
    /// The host sent something that no host sends, and was ended for it.
    case misbehaved
    /// The host did not end a request in time, and was ended for it.
    case unresponsive
    /// The host faulted when its memory limit was almost reached.
    case outOfMemory

    /// The offset of a host's exit status when another process sent it a signal: the status is this plus the signal's
    /// number.
    static let statusOfKilled: Int32 = 128
    /// The exit status of a host that faults for want of memory: SHEAF_SANDBOX_STATUS_OF_MEMORY.
    static let statusOfMemory: Int32 = 193

    /// Where no host can do it to itself (docs/security.md) it was another process: SIGKILL, and statuses that hosts end with when such
    /// a signal comes.
    package init(_ end: ProcessEnd) {
        switch end {
        case .signalled(SIGKILL): self = .killed(SIGKILL)
        case .signalled(let signal): self = .signalled(signal)
        case .exited(Self.statusOfMemory): self = .outOfMemory
        case .exited(let status) where (1...64).contains(status - Self.statusOfKilled):
            self = .killed(status - Self.statusOfKilled)
        case .exited(let status): self = .exited(status: status)
        }
    }

    /// Whether another process ended it.
    package var isFromOutside: Bool { if case .killed = self { true } else { false } }

    /// Whether less of the same may be done: it was too much for the time or the memory that there is.
    package var isExcess: Bool { self == .unresponsive || self == .outOfMemory }

    package var description: String {
        switch self {
        case .signalled(let signal): Signal.name(signal)
        case .exited(let status): "exit status \(status)"
        case .killed(let signal): "\(Signal.name(signal)) from outside"
        case .misbehaved: "a malformed reply"
        case .unresponsive: "no answer in time"
        case .outOfMemory: "want of memory"
        }
    }
}

extension HostError {
    /// The error of a request that nobody waits for any more.
    package static let cancelled = HostError(.cancelled, "the request was cancelled")

    /// The provider has no such function.
    package static func unsupported(_ function: String) -> HostError {
        HostError(.unsupported(function: function), "the provider has no function \(function)")
    }

    /// The answer lies behind the pages that the provider has counted.
    package static let notCounted = HostError(.notCounted, "the document is not counted so far")

    /// The document is locked, and the password is missing or wrong.
    package static func passwordNeeded(isWrong: Bool) -> HostError {
        HostError(
            .passwordNeeded(isWrong: isWrong),
            isWrong
                ? "the document is locked, and the password does not open it"
                : "the document is locked, and needs a password")
    }
}

// The errors of org.sheaf.Host, to and from those of the module. Errors that only the supervisor makes have no form on
// the wire.

extension HostError {
    /// The error of org.sheaf.Host that a host answers for this one.
    package var wire: HostInterface.Failure {
        switch code {
        case .cancelled: .cancelled
        case .providerRefused: .providerRefused(message: message)
        case .documentError(let errno): .documentFailed(errno: Int(errno), message: message)
        case .unsupported(let function): .unsupported(function: function)
        case .noSuchPage: .noSuchPage(message: message)
        case .endOfDocument: .endOfDocument
        case .notCounted: .notCounted
        case .notFound(let errno): .fileNotFound(errno: Int(errno), message: message)
        case .invalid(let parameter): .invalid(name: parameter, message: message)
        case .tooLarge: .tooLarge(message: message)
        case .passwordNeeded(let isWrong): .passwordNeeded(wrong: isWrong)
        case .timedOut, .closed, .documentFailed, .workRefused, .notADocument, .unknownProvider, .hostsExhausted,
            .hostFailed,
            .busy, .limitReached, .notAFile, .notReadable, .remote:
            .documentFailed(errno: Int(EPROTO), message: message)
        }
    }

    /// Reads the error that a host answered; nil where no host answers this.
    package init?(_ failure: HostInterface.Failure) {
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
        case .notCounted: self = .notCounted
        case .fileNotFound(let errno, let message):
            guard let errno = Int32(exactly: errno), errno > 0 else { return nil }
            self.init(.notFound(errno: errno), message)
        case .invalid(let name, let message): self.init(.invalid(parameter: name), message)
        case .tooLarge(let message): self.init(.tooLarge, message)
        case .passwordNeeded(let isWrong): self = .passwordNeeded(isWrong: isWrong)
        case .service: return nil
        }
    }
}
