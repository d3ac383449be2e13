import CSheafSandbox
import SheafOS

/// One part of what confines a host, for as long as it lives. What each means is in docs/security.md.
package enum Confinement: String, CaseIterable, Sendable {
    /// No privileges: the host can do nothing that its user can't, and gains nothing by executing a program (no
    /// capabilities, no_new_privs).
    case privileges
    /// Limits on address space, on the number of descriptors and on the bytes of a file; no core dump.
    case limits
    /// Files: the host opens only those that it is meant to read (Landlock).
    case files
    /// No TCP, not even over a socket that the host is given (Landlock from version 4 on).
    case network
    /// No signals to other processes, and no abstract sockets (Landlock from version 6 on).
    case scopes
    /// System calls: the host makes only those that rendering needs (seccomp).
    case systemCalls

    /// Whether a host can do without, since another part refuses the same.
    var isBackup: Bool { self == .network || self == .scopes }

    /// A sentence on what the kernel lacks for this part; nil where the kernel has it.
    fileprivate var lack: String? {
        let landlock = sheaf_sandbox_landlock_version()
        return switch self {
        case .privileges, .limits: nil
        case .files where landlock < 1: "files are not confined: the kernel has no Landlock, or it is switched off"
        case .network where landlock < SHEAF_SANDBOX_LANDLOCK_NETWORK:
            "TCP is refused by the filter of system calls alone: the kernel has Landlock \(landlock)"
        case .scopes where landlock < SHEAF_SANDBOX_LANDLOCK_SCOPES:
            "signals and abstract sockets are refused by the filter of system calls alone: the kernel has Landlock \(landlock)"
        case .systemCalls where sheaf_sandbox_can_filter() == 0:
            "system calls are not confined: the kernel has no seccomp filters"
        case .files, .network, .scopes, .systemCalls: nil
        }
    }

    /// The parts that the kernel can't confine, each with a sentence on what it lacks.
    package static var missing: [(part: Confinement, reason: String)] {
        allCases.compactMap { part in part.lack.map { (part, $0) } }
    }
}

extension HostSandbox {
    /// Why hosts can't be confined as this asks for; nil where they can.
    package var refusal: String? {
        guard self == .required else { return nil }
        let missing = Confinement.missing.filter { !$0.part.isBackup }
        return missing.isEmpty
            ? nil
            : "provider hosts can't be confined (HostSandbox=required): \(missing.map(\.reason).joined(separator: "; "))"
    }
}
