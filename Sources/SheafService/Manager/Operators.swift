import SheafOS
import Varlink

/// Who sees and steers everything: root, the user whom the service runs as, and the members of a group.
///
/// The service's own group is no group of people: with `DynamicUser=yes` nobody is a member of it.
struct Operators {
    /// The uid that the service runs as.
    let serviceUser: UInt32
    /// The group's id; nil where there is none.
    let group: UInt32?

    /// Whether the one who connected is an operator. Membership is what it was then.
    func include(_ connection: VarlinkConnection) -> Bool {
        let user = connection.peer.uid
        return user == 0 || user == serviceUser || group.map { connection.peerIsMember(of: $0) } ?? false
    }
}

extension Operators {
    /// Those of a service with this configuration that runs in this process.
    ///
    /// A group that is not there leaves root and the service's user; the journal says so.
    init(_ configuration: Configuration, user: UInt32, journal: Journal) {
        serviceUser = user
        let name = configuration.operatorGroup
        guard !name.isEmpty else {
            group = nil
            return
        }
        do throws(OSError) {
            group = try UserGroup.id(named: name)
            if group == nil {
                // The one that is not named by anybody is there where the service is installed.
                let level: LogLevel = name == Configuration().operatorGroup ? .debug : .warning
                journal.log(
                    level,
                    "there is no group \(name) (OperatorGroup=): operators are only root and the service's own user")
            }
        } catch {
            group = nil
            journal.log(.warning, "\(error) (OperatorGroup=): operators are only root and the service's own user")
        }
    }
}
