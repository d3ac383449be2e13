import CSheafProvider
import Glibc

/// Why a request was not served: an errno with text for a person, or one of the conditions that are no failures.
public struct ProviderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The result that the host gets: a negative errno, or a condition above 0.
    public let code: Int32
    /// The reason of a failure, for a person: what was tried on what, and why it failed; empty for a condition.
    public let message: String

    /// A failure.
    ///
    /// - Parameters:
    ///   - errno: one of the system's codes, above 0: `EBADMSG` for a damaged document. Anything else counts as `EIO`.
    ///   - message: one sentence without a full stop: "cannot read page 3: its image is truncated".
    public init(errno: Int32, _ message: String) {
        self.code = (1...4095).contains(errno) ? -errno : -EIO
        self.message = message
    }

    private init(condition: Int32) {
        self.code = condition
        self.message = ""
    }

    /// Passes on what the host answered to an item: a condition or a negative errno, never 0.
    init(stoppedBy answer: Int32) {
        self.code = answer
        self.message = ""
    }

    /// The request was cancelled. What was done so far means nothing.
    public static let cancelled = ProviderError(condition: SHEAF_CANCELLED)

    /// The document has no such page.
    public static let noPage = ProviderError(condition: SHEAF_END)

    /// The document is locked, and ``Request/password`` is missing or wrong. For ``Provider/open(_:request:)`` only.
    public static let passwordNeeded = ProviderError(condition: SHEAF_PASSWORD_NEEDED)

    /// The answer lies behind those pages that were counted, of a document whose count is ``PageCount/counting(_:counted:)``: it is
    /// counted on, and asked again.
    public static let notCounted = ProviderError(condition: SHEAF_NOT_COUNTED)

    /// The document cannot do what others of the same provider can. The error is answered like a missing capability.
    public static func unsupported(_ what: String) -> ProviderError {
        ProviderError(errno: ENOTSUP, what)
    }

    /// A failed call to the system: "cannot `operation`: " and the system's words for the errno.
    public static func system(errno: Int32, _ operation: String) -> ProviderError {
        ProviderError(errno: errno, unsafe "cannot \(operation): \(String(cString: strerror(errno)))")
    }

    /// The message, or the name of the condition.
    public var description: String {
        switch code {
        case SHEAF_CANCELLED: "cancelled"
        case SHEAF_END: "no such page"
        case SHEAF_PASSWORD_NEEDED: "a password is needed"
        case SHEAF_NOT_COUNTED: "not counted yet"
        default: message.isEmpty ? "result \(code)" : message
        }
    }
}
