package import SheafInterface
import Varlink

/// The service's numbers as text that Prometheus reads.
package enum MetricsText {
    /// All families, in a fixed order.
    package static func text(
        _ status: ManagerInterface.StatusReply, _ cache: ManagerInterface.GetCacheReply, as format: MetricsFormat
    ) -> String {
        var metrics = MetricsWriter(format)
        add(status, cache, to: &metrics)
        return metrics.text
    }

    /// Adds them to others.
    package static func add(
        _ status: ManagerInterface.StatusReply, _ cache: ManagerInterface.GetCacheReply, to metrics: inout MetricsWriter
    ) {
        add(status, to: &metrics)
        add(cache.states, to: &metrics)
        add(limitsOf: cache, to: &metrics)
        add(cache.counters, to: &metrics)
        add(cache.renders, to: &metrics)
        add(cache.waits, to: &metrics)
        add(status.users, to: &metrics)
        add(cache.pressure, to: &metrics)
    }

    private static func add(_ status: ManagerInterface.StatusReply, to metrics: inout MetricsWriter) {
        metrics.add("sheaf_build", .info, "What runs.", [.init(1, ["version": status.version])])
        metrics.add(
            "sheaf_uptime_seconds", .gauge, unit: "seconds", "Since the service has started.", [.init(status.uptime)])
        metrics.add("sheaf_readers", .gauge, "Open readers.", [.init(status.readers)])
        metrics.add("sheaf_documents", .gauge, "Open documents.", [.init(status.documents)])
        metrics.add("sheaf_hosts", .gauge, "Processes that run providers.", [.init(status.hosts)])
        metrics.add("sheaf_connections", .gauge, "Connections of clients.", [.init(status.connections)])
    }

    private static func add(_ states: ManagerInterface.CacheStates, to metrics: inout MetricsWriter) {
        let alive: [(String, ManagerInterface.Amount)] = [
            ("cached", states.cached), ("deferred", states.deferred), ("rendering", states.rendering),
        ]
        addAmounts("sheaf_cache", "state", alive, "by state", to: &metrics)
        let needed: [(String, ManagerInterface.Amount)] = [("shown", states.shown), ("moving", states.moving)]
        addAmounts("sheaf_cache_protected", "need", needed, "that readers need, cached or deferred", to: &metrics)
        addAmounts("sheaf_leased", nil, [("", states.leased)], "that viewers hold", to: &metrics)
        addAmounts(
            "sheaf_leased_outside", nil, [("", states.leasedOutside)], "that are alive for viewers only", to: &metrics)
        metrics.add("sheaf_thumbnails", .gauge, "Thumbnails.", [.init(states.thumbnails.pages)])
        metrics.add(
            "sheaf_thumbnail_bytes", .gauge, unit: "bytes", "Memory of thumbnails.", [.init(states.thumbnails.bytes)])
    }

    /// Adds a family of pages and one of bytes, with a sample for each amount.
    private static func addAmounts(
        _ name: String, _ label: String?, _ amounts: [(value: String, amount: ManagerInterface.Amount)], _ what: String,
        to metrics: inout MetricsWriter
    ) {
        func samples(_ number: (ManagerInterface.Amount) -> Int) -> [MetricsWriter.Sample] {
            amounts.map { value, amount in
                label.map { .init(number(amount), [$0: value]) } ?? .init(number(amount))
            }
        }
        metrics.add("\(name)_pages", .gauge, "Pages \(what).", samples(\.pages))
        metrics.add("\(name)_bytes", .gauge, unit: "bytes", "Memory of pages \(what).", samples(\.bytes))
    }

    private static func add(limitsOf cache: ManagerInterface.GetCacheReply, to metrics: inout MetricsWriter) {
        func limits(_ limits: ManagerInterface.CacheLimits, _ prefix: String, _ what: String) {
            metrics.add(
                "\(prefix)_bytes", .gauge, unit: "bytes", "What the cache may hold, \(what).",
                [.init(limits.soft, ["limit": "soft"]), .init(limits.hard, ["limit": "hard"])])
            metrics.add(
                "\(prefix)_pages", .gauge, "Pages that the cache may hold, \(what).",
                [.init(limits.pages, ["limit": "soft"]), .init(limits.hardPages, ["limit": "hard"])])
        }
        limits(cache.limits, "sheaf_cache_limit", "in force")
        limits(cache.configured, "sheaf_cache_configured", "as configured")
        metrics.add(
            "sheaf_thumbnail_limit_bytes", .gauge, unit: "bytes", "What thumbnails may take.",
            [.init(cache.thumbnailLimit)])
    }

    private static func add(_ counters: ManagerInterface.CacheCounters, to metrics: inout MetricsWriter) {
        let families: [(name: String, help: String, value: Int)] = [
            ("hits", "Pages that were asked for and in the cache.", counters.hits),
            ("misses", "Pages that were asked for and not in the cache.", counters.misses),
            ("joined", "Pages that were asked for and being rendered already.", counters.joined),
            ("evicted", "Pages that the cache let go.", counters.evicted),
            ("not_kept", "Pages that were handed over and not kept, for want of room.", counters.notKept),
            ("deferred", "Pages that left the cache while they were needed.", counters.deferred),
            ("readmitted", "Deferred pages that were asked for and cached again.", counters.readmitted),
            ("read_ahead", "Pages that were rendered before anybody asked.", counters.readAhead),
            ("read_ahead_used", "Pages rendered ahead that somebody asked for later.", counters.readAheadUsed),
            ("read_ahead_wasted", "Pages rendered ahead that went before that.", counters.readAheadWasted),
        ]
        for family in families {
            metrics.add("sheaf_cache_\(family.name)", .counter, family.help, [.init(family.value)])
        }
    }

    private static func add(_ waits: ManagerInterface.Waits, to metrics: inout MetricsWriter) {
        metrics.add(
            "sheaf_waits", .counter, "How often readers waited for pages that they were to show.", [.init(waits.waits)])
        metrics.add(
            "sheaf_wait_seconds", .counter, unit: "seconds", "How long readers waited for such pages.",
            [.init(waits.seconds)])
        metrics.add(
            "sheaf_dropped_frames", .counter, "Frames at 60 a second that went by meanwhile.",
            [.init(waits.droppedFrames)])
    }

    private static func add(_ renders: ManagerInterface.Renders, to metrics: inout MetricsWriter) {
        metrics.add("sheaf_renders_under_way", .gauge, "Renders that have not ended.", [.init(renders.underWay)])
        metrics.add(
            "sheaf_renders", .counter, "Renders that have ended, by how.",
            [
                .init(renders.rendered, ["result": "rendered"]), .init(renders.failed, ["result": "failed"]),
                .init(renders.cancelled, ["result": "cancelled"]),
            ])
        metrics.add(
            "sheaf_renders_cancelled_ahead", .counter, "Renders that were cancelled and that nobody had asked for.",
            [.init(renders.cancelledAhead)])
        metrics.add(
            "sheaf_render_seconds", .counter, unit: "seconds", "Time that renders took which gave a page.",
            [.init(renders.seconds)])
    }

    private static func add(_ users: [ManagerInterface.UserAccount], to metrics: inout MetricsWriter) {
        func samples(_ number: (ManagerInterface.Quota) -> Int) -> [MetricsWriter.Sample] {
            users.flatMap { user in
                user.quotas.map { .init(number($0), ["uid": "\(user.uid)", "limit": $0.limit]) }
            }
        }
        metrics.add("sheaf_user_used", .gauge, "What a user has of what is limited.", samples(\.used))
        metrics.add("sheaf_user_limit", .gauge, "What one user may have of it.", samples(\.value))
        metrics.add(
            "sheaf_user_leased_pages", .gauge, "Pages that a user's viewers hold.",
            users.map { .init($0.leasedPages, ["uid": "\($0.uid)"]) })
    }

    private static func add(_ pressure: ManagerInterface.Pressure, to metrics: inout MetricsWriter) {
        let levels = ManagerInterface.PressureLevel.allCases
        let sources = ManagerInterface.PressureSource.allCases
        metrics.add(
            "sheaf_pressure_level", .stateset, "Whose limit is in force.",
            [.init(pressure.level == nil ? 1 : 0, ["sheaf_pressure_level": "none"])]
                + levels.map { .init(pressure.level == $0 ? 1 : 0, ["sheaf_pressure_level": $0.rawValue]) })
        metrics.add(
            "sheaf_pressure_warnings", .counter, "Warnings that memory is short.",
            sources.flatMap { source in
                levels.map { level in
                    let count = pressure.warnings.first { $0.source == source && $0.level == level }?.warnings ?? 0
                    return .init(count, ["source": source.rawValue, "level": level.rawValue])
                }
            })
        var steps: [MetricsWriter.Sample] = []
        if let reaction = pressure.lastReaction {
            steps.append(.init(seconds(reaction.withinLimit), ["until": "within_limit"]))
            if let returned = reaction.returned { steps.append(.init(seconds(returned), ["until": "returned"])) }
        }
        metrics.add(
            "sheaf_pressure_reaction_seconds", .gauge, unit: "seconds",
            "From the last warning until the cache was within its limit, and the memory back.", steps)
        metrics.add(
            "sheaf_pressure_freed_bytes", .gauge, unit: "bytes", "What was let go for the last warning.",
            pressure.lastReaction.map { [.init($0.freedBytes)] } ?? [])
    }

    private static func seconds(_ microseconds: Int) -> Double { Double(microseconds) / 1_000_000 }
}
