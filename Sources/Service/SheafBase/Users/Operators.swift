package import SheafOS
package import Varlink

/// The users who see and steer everything: root, the members of a group, and, where a person runs the service and not
/// the machine, that person.
///
/// A process that the service has started is never an operator, whatever its user: a document may have taken over a
/// provider host. The service's own group does not count: with `DynamicUser=yes` nobody is a member of it.
package struct Operators {
    /// The user whom this process runs as, and so do its provider hosts.
    let processUser: UInt32
    /// Whether that is a person, not a user that is there for the service alone.
    let isPersonal: Bool
    /// The group's id; nil where there is none.
    let group: UInt32?

    /// Whether the user behind a connection is an operator. Membership is taken as it was when the user connected.
    package func include(_ connection: VarlinkConnection) -> Bool {
        include(connection.peer) { connection.peerIsMember(of: $0) }
    }

    /// Whether the one at the other end of a socket is an operator.
    package func include(_ peer: PeerCredentials, over socket: Int32) -> Bool {
        include(peer) { (try? UnixSocket.peer(of: socket, isMemberOf: $0)) ?? false }
    }

    /// Whether a process is an operator.
    ///
    /// - Parameter isMember: whether it is a member of a group.
    func include(_ peer: PeerCredentials, isMember: (_ group: UInt32) -> Bool) -> Bool {
        if peer.uid == processUser, isOwn(peer.pid) { return false }
        return peer.uid == 0 || isPersonal && peer.uid == processUser || group.map(isMember) ?? false
    }

    /// Whether this process has started it; one that has ended may have been.
    private func isOwn(_ process: Int32) -> Bool {
        // A client in this process itself, as tests have it.
        if process == CurrentProcess.pid { return false }
        return ProcessAncestry.isDescendant(process) ?? true
    }
}

extension Operators {
    /// The operators of a service that runs in this process.
    ///
    /// A group that is not there has no members; the journal says so.
    ///
    /// - Parameters:
    ///   - name: that of their group; empty: there is none.
    ///   - isUsual: whether nobody has named the group.
    package init(ofGroup name: String, isUsual: Bool, journal: Journal) {
        processUser = CurrentProcess.user
        isPersonal = !CurrentProcess.isSystemService
        let others = isPersonal ? "operators are only root and the service's own user" : "only root is an operator"
        guard !name.isEmpty else {
            group = nil
            return
        }
        do throws(OSError) {
            group = try UserGroup.id(named: name)
            if group == nil {
                // The one that is not named by anybody is there where the service is installed.
                let level: LogLevel = isUsual ? .debug : .warning
                journal.log(level, "there is no group \(name) (OperatorGroup=): \(others)")
            }
        } catch {
            group = nil
            journal.log(.warning, "\(error) (OperatorGroup=): \(others)")
        }
    }
}
