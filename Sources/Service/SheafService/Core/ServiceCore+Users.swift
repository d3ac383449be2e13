import HostProtocol
import HostSupervision
import Leases
import SheafBase
import SheafInterface
import SheafPages

/// The amount of something that a user has, and the most that one user may have.
struct UserQuota: Equatable {
    let limit: UserLimit
    let used: Int
    let value: Int
}

extension ServiceCore {
    /// The quotas of each user who takes anything of the service, one for each limit.
    ///
    /// - Parameter connections: how many each has, and how many one may have.
    func users(connections: (counts: [UInt32: Int], value: Int)) -> [UInt32: [UserQuota]] {
        let hosts = supervisor.users
        let leased = leases.account.users
        let hostLimits = supervisor.settings.limits
        let all = Set(accounts.users).union(hosts.keys).union(leased.keys).union(connections.counts.keys)
        return all.reduce(into: [:]) { users, uid in
            users[uid] = [
                UserQuota(limit: .connections, used: connections.counts[uid] ?? 0, value: connections.value),
                UserQuota(limit: .readers, used: accounts.readers(of: uid), value: accounts.limits.readers),
                UserQuota(limit: .documents, used: accounts.documents(of: uid), value: accounts.limits.documents),
                UserQuota(
                    limit: .documentFiles, used: accounts.documentFiles(of: uid), value: accounts.limits.documentFiles),
                UserQuota(limit: .watches, used: accounts.watches(of: uid), value: accounts.limits.watches),
                UserQuota(limit: .requests, used: hosts[uid]?.requests ?? 0, value: hostLimits.requestsPerUser),
                UserQuota(limit: .hosts, used: hosts[uid]?.hosts ?? 0, value: hostLimits.hostsPerUser),
                UserQuota(limit: .leasedBytes, used: leased[uid]?.bytes ?? 0, value: leases.limit),
            ]
        }
    }

    /// The quotas of the users whom `isVisible` picks, sorted by uid, for an answer.
    func wireUsers(
        connections: (counts: [UInt32: Int], value: Int), where isVisible: (UInt32) -> Bool
    ) -> [ManagerInterface.UserAccount] {
        users(connections: connections).filter { isVisible($0.key) }.sorted { $0.key < $1.key }.map { uid, quotas in
            ManagerInterface.UserAccount(
                uid: Int(uid),
                quotas: quotas.map { .init(limit: $0.limit.rawValue, used: $0.used, value: $0.value) },
                leasedPages: leases.account.held(by: uid).pages)
        }
    }
}
