package import SheafInterface

/// The page cache, for people.
package enum CacheText {
    /// The states, the limits with their reason, and the pages where they were asked for.
    package static func lines(_ cache: ManagerInterface.GetCacheReply, _ style: Style) -> [String] {
        var lines = Tables.states(cache.states).lines(style)
        lines += ["", limits(cache), "policy: \(DisplayText.safe(cache.policy)); \(counted(cache.counters))"]
        guard let pages = cache.pages else { return lines }
        lines += [""] + (pages.isEmpty ? ["no pages"] : Tables.pages(pages).lines(style))
        if let leftOut = cache.leftOut, leftOut > 0 { lines.append("and \(Units.count(leftOut, "page")) more") }
        return lines
    }

    /// How much the cache may hold, and why.
    package static func limits(_ cache: ManagerInterface.GetCacheReply) -> String {
        let limits = cache.limits
        let amounts = """
            limits: \(Units.bytes(limits.soft)) soft, \(Units.bytes(limits.hard)) hard, \
            \(Units.count(limits.pages, "page")): \
            \(PressureText.reason(cache.pressure, configured: cache.configured.soft) ?? "as configured")
            """
        let outside = cache.states.leasedOutside
        guard outside.bytes > 0 else { return amounts }
        return amounts + "; less what viewers hold outside the cache, \(Units.bytes(outside.bytes))"
    }

    private static func counted(_ counters: ManagerInterface.CacheCounters) -> String {
        """
        \(counters.evicted) evicted, \(counters.deferred) deferred, \(counters.readmitted) of them taken back, \
        \(counters.readAhead) read ahead, \(counters.readAheadUsed) of them used
        """
    }
}
