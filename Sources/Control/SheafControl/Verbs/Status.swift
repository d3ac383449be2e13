import ServiceDiscovery
import SheafInterface
import Varlink

// "sheafctl status": the service at a glance.

extension Verb {
    /// `sheafctl status`.
    static let status = Verb(
        "status", summary: "show how the service is doing", usesReader: false, command: StatusCommand())
}

/// Shows the service's numbers, a line for each subject.
struct StatusCommand: Command {
    /// The width of the column of subjects.
    private static let subjectWidth = 11

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let status = try Self.status(session)
        let location = session.finder.location
        // A unit says what confines the system's service; a user's own has none.
        let hosts = location.owner != .user || console.isJSON ? nil : try HostsCommand.hosts(session)
        try console.show(status, as: Self.text(status, location, hosts, console.style))
    }

    /// Asks for the service's numbers.
    static func status(_ session: Session) throws(ControlError) -> ManagerInterface.StatusReply {
        try session.call(ManagerInterface.Status.self, .init(), attempt: "ask how the service is doing").parameters
    }

    private static func text(
        _ status: ManagerInterface.StatusReply, _ location: ServiceFinder.Location,
        _ hosts: [ManagerInterface.HostEntry]?,
        _ style: Style
    ) -> String {
        let cache = status.cache
        let asked = cache.hits + cache.joined + cache.misses
        let share = asked == 0 ? "" : " (\(Units.decimal(Double(cache.hits) * 100 / Double(asked), digits: 0)) % hits)"
        let reserved = cache.reserved == 0 ? "" : ", \(Units.bytes(cache.reserved)) reserved for renders"
        var lines = [
            (
                "service",
                "sheafd \(status.version), process \(status.pid), up \(Units.duration(seconds: status.uptime))"
            ),
            ("at", location.description),
            (
                "serving",
                [
                    Units.count(status.readers, "reader"), Units.count(status.documents, "document"),
                    Units.count(status.hosts, "provider host"), Units.count(status.connections, "connection"),
                ].joined(separator: ", ")
            ),
            (
                "cache",
                "\(Units.count(cache.pages, "page")), \(Units.bytes(cache.bytes)) of \(Units.bytes(cache.softLimit))"
                    + " (at most \(Units.bytes(cache.hardLimit)))\(reserved)"
            ),
            ("asked for", "\(cache.hits) hit, \(cache.misses) missed, \(cache.joined) under way already\(share)"),
            ("let go", "\(cache.evicted) evicted, \(cache.notKept) never kept"),
            ("pressure", PressureText.state(status.pressure)),
            ("watched", PressureText.watched(status.pressure)),
        ]
        if let limit = status.memoryLimit {
            lines.append(("memory", "the cgroup allows \(Units.bytes(limit)), of which pages may take half"))
        }
        if let hosts { lines.append(("confined", confinement(of: hosts))) }
        lines += status.users.map { ("uid \($0.uid)", $0.quotas.map(text).joined(separator: ", ")) }
        return DisplayText.subjects(lines, width: subjectWidth, style)
    }

    /// The parts of the confinement of a user's own service, and those that the kernel lacks.
    private static func confinement(of hosts: [ManagerInterface.HostEntry]) -> String {
        guard !hosts.isEmpty else { return "provider hosts, of which none runs now" }
        let parts = ManagerInterface.Confinement.allCases
        let common = parts.filter { part in hosts.allSatisfy { $0.confinement.contains(part) } }.map(\.rawValue)
        let missing = parts.map(\.rawValue).filter { !common.contains($0) }
        let lacks = missing.isEmpty ? "" : " (the kernel lacks \(missing.joined(separator: ", ")))"
        return "provider hosts, in \(common.joined(separator: ", "))\(lacks); sheafd itself may do what you may"
    }

    /// "3 of 1024 readers"; a limit that is not known here by its name in sheafd.conf.
    private static func text(_ quota: ManagerInterface.Quota) -> String {
        let things = [
            "ConnectionsPerUser": "connections", "ReadersPerUser": "readers", "DocumentsPerUser": "documents",
            "DocumentFilesPerUser": "files of documents", "WatchesPerUser": "watches",
            "RequestsPerUser": "waiting requests", "HostsPerUser": "hosts",
        ]
        if quota.limit == "LeaseMaxPerUser" {
            return "\(Units.bytes(quota.used)) of \(Units.bytes(quota.value)) leased"
        }
        return "\(quota.used) of \(quota.value) \(things[quota.limit] ?? quota.limit)"
    }
}

extension ServiceFinder.Location: CustomStringConvertible {
    /// Where the service is, and whose it is.
    package var description: String {
        switch owner {
        case .user: "\(socket), your own"
        case .system: "\(socket), the system's"
        case .unknown: socket
        }
    }
}
