import CSheafShims
import Glibc

/// The names and numbers of signals.
package enum Signal {
    /// SIGRTMIN+18, by which systemd's convention has services do what the value says that is sent with it. SIGRTMIN is a
    /// function call behind a macro; glibc keeps 32 and 33 for itself.
    package static let serviceCommand: Int32 = 34 + 18

    /// "SIGSEGV" for 11.
    package static func name(_ signal: Int32) -> String {
        guard let name = unsafe sheaf_signal_name(signal) else { return "signal \(signal)" }
        return unsafe "SIG" + String(cString: name)
    }
}

extension OSError {
    /// "ENOENT" for 2; nil of what is no error.
    package static func name(of code: Int32) -> String? {
        unsafe sheaf_error_name(code).map { unsafe String(cString: $0) }
    }
}

/// A signal that has come, as sigaction(2) tells of it.
package struct SignalArrival: Equatable, Sendable {
    /// The kernel's word for how the signal was sent: `si_code`.
    let code: Int32
    /// The value of sigqueue(3); undefined where the signal was sent otherwise.
    let value: Int32
    /// The user ID of the sender.
    package let sender: UInt32

    /// The value that the signal was sent with; nil where it has none.
    package var queuedValue: Int32? { code == Self.queued ? value : nil }

    /// SI_QUEUE: a member of a C enumeration behind a macro.
    private static let queued: Int32 = -1
}
