import Leases
import ProviderHost
import SheafInterface

/// What a user has of something, and how much one user may have.
struct UserQuota: Equatable {
    let limit: UserLimit
    let used: Int
    let value: Int
}

extension ServiceCore {
    /// What each user takes of the service, as far as it is limited: of all kinds, for those who take anything.
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

    /// The same for those whom `isVisible` picks, by uid, as it goes over the wire.
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
