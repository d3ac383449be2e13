import HostProtocol

// How hosts are shared where there are not enough for all: by equal parts, as the cache is (docs/memory.md).

/// The share of hosts that each owner may have where all hosts are taken: an equal part for each owner that has hosts
/// or waits for one, and at least one host.
struct HostShares {
    /// The number of hosts in one owner's share.
    let part: Int
    /// The hosts of each owner that do not end.
    private var held: [HostOwner: Int]

    /// - Parameters:
    ///   - limit: how many hosts there may be.
    ///   - owners: those who wait for one.
    init(of limit: Int, held: [HostOwner: Int], waiting owners: [HostOwner]) {
        self.held = held
        part = max(1, limit / max(1, Set(held.keys).union(owners).count))
    }

    /// The hosts that an owner has.
    func count(of owner: HostOwner) -> Int { held[owner, default: 0] }

    /// Whether an owner has more than its part.
    func isBeyond(_ owner: HostOwner) -> Bool { count(of: owner) > part }

    /// Whether an owner has less than its part.
    func isBelow(_ owner: HostOwner) -> Bool { count(of: owner) < part }

    /// Whether anybody has more than their part.
    var isAnyoneBeyond: Bool { held.values.contains { $0 > part } }

    /// How many hosts those lack of their parts who wait, each named as often as it waits.
    func lacking(_ owners: [HostOwner]) -> Int {
        Dictionary(owners.map { ($0, 1) }, uniquingKeysWith: +)
            .reduce(0) { $0 + min($1.value, max(0, part - count(of: $1.key))) }
    }

    /// An owner gets one more.
    mutating func add(_ owner: HostOwner) { held[owner, default: 0] += 1 }

    /// One of an owner's ends.
    mutating func remove(_ owner: HostOwner) { held[owner, default: 0] -= 1 }
}

extension HostScheduler {
    /// The parts that there are now.
    ///
    /// - Parameter keys: the queues that wait for hosts.
    func shares(waiting keys: [QueueKey]) -> HostShares {
        let held = Dictionary(hosts.values.filter { !$0.isEnding }.map { ($0.owner, 1) }, uniquingKeysWith: +)
        return HostShares(of: limits.hosts, held: held, waiting: owners(of: keys))
    }

    private func owners(of keys: [QueueKey]) -> [HostOwner] { keys.compactMap { queues.needsHost($0)?.owner } }

    /// Queues in the order in which they get hosts: first those whose owners have the fewest, then as they came.
    func inTurn(_ keys: [QueueKey], _ shares: HostShares) -> [QueueKey] {
        keys.enumerated().map { (shares.count(of: queues.needsHost($1)?.owner ?? .library), $0, $1) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// The idle host that ends for an owner who needs one where all are taken: one without documents, one of whoever has more
    /// than their part, or one of its own. Who has less than its part, while nobody has more, gets that of anybody.
    func idleHost(for owner: HostOwner, _ shares: HostShares) -> HostID? {
        let mayBeAnyones = shares.isBelow(owner) && !shares.isAnyoneBeyond
        return leastUseful { host in
            mayBeAnyones || host.documents.isEmpty || host.owner == owner || shares.isBeyond(host.owner)
        }
    }

    /// Whether a host that has answered ends, whatever waits for it: its owner has more than its part of the hosts, and
    /// another waits for one who has less.
    func isNeededByOthers(_ host: HostID) -> Bool {
        guard !waiting.isEmpty, hosts.count >= limits.hosts, let owner = hosts[host]?.owner else { return false }
        let shares = shares(waiting: waiting)
        return shares.isBeyond(owner) && hosts.values.count(where: \.isEnding) < shares.lacking(owners(of: waiting))
    }
}
