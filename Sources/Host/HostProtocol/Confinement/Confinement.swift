import CSheafSandbox
import SheafOS

/// One part of what confines a host, for as long as it lives. What each means is in docs/security.md.
package enum Confinement: String, CaseIterable, Sendable {
    /// It can do nothing that its user can't, and gains nothing by executing a program: no capabilities, no_new_privs.
    case privileges
    /// It takes no more than so much address space, so many descriptors, and files of so many bytes, and leaves no core dump.
    case limits
    /// It opens only files that it is meant to read (Landlock).
    case files
    /// It has no TCP, even over a socket that it is given (Landlock from version 4 on).
    case network
    /// It sends no signals to other processes, and reaches no abstract sockets (Landlock from version 6 on).
    case scopes
    /// It makes only the system calls that rendering needs (seccomp).
    case systemCalls

    /// Whether a host can do without, since another part refuses the same.
    var isBackup: Bool { self == .network || self == .scopes }

    /// What the kernel lacks for it; nil where it has it.
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

    /// What the kernel can't do of it all, as sentences: each part with what lacks.
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
