package import SheafInterface

/// How the service is doing, for people.
package enum StatusText {
    /// A line for each subject.
    package static func lines(_ status: ManagerInterface.StatusReply, _ style: Style) -> [String] {
        let cache = status.cache
        let asked = cache.hits + cache.joined + cache.misses
        let share = asked == 0 ? "" : " (\(Units.decimal(Double(cache.hits) * 100 / Double(asked), digits: 0)) % hits)"
        let reserved = cache.reserved == 0 ? "" : ", \(Units.bytes(cache.reserved)) reserved for renders"
        return [
            (
                "service",
                "sheafd \(status.version), process \(status.pid), up \(Units.duration(seconds: status.uptime))"
            ),
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
        ].map { subject, text in
            style(.strong, DisplayText.padded(subject, to: 11)) + DisplayText.safe(text)
        }
    }
}
