// Other limits and settings while hosts run.

extension HostScheduler {
    /// Takes other limits. Of more hosts than there may be now, those end that have nothing to do. Providers that failed to
    /// start are tried again: other limits may be what they lacked.
    mutating func setLimits(_ limits: HostLimits, now: UInt64) -> [HostAction] {
        self.limits = limits
        starts = [:]
        var actions: [HostAction] = []
        var left = hosts.values.count { !$0.isEnding }
        while left > limits.hosts, let victim = leastUseful() {
            actions += letGo(victim, now: now)
            left -= 1
        }
        return actions + assignHosts(now: now)
    }

    /// Ends hosts of some providers, each when it has nothing to do. Others take their place when they are needed.
    mutating func replaceHosts(where matches: (ProviderID) -> Bool, now: UInt64) -> [HostAction] {
        var actions: [HostAction] = []
        for (id, record) in hosts.sorted(by: { $0.key.number < $1.key.number }) where matches(record.provider) {
            if record.isIdle { actions += letGo(id, now: now) } else { hosts[id]?.isOutdated = true }
        }
        return actions + assignHosts(now: now)
    }

    /// Ends a host that has just become idle and began with settings that hold no more; its lane gets another.
    mutating func replace(_ host: HostID, now: UInt64) -> [HostAction] {
        guard let record = hosts[host] else { return [] }
        let about = failRequestsAbout(record.lane)
        return about + letGo(host, now: now) + wantHost(for: record.lane, now: now) + assignHosts(now: now)
    }
}
