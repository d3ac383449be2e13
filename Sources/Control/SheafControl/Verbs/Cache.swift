import SheafInterface
import SheafOS
import Varlink

// "sheafctl cache": what the page cache holds, and its limits.

extension Verb {
    /// `sheafctl cache`.
    static let cache = Verb(
        "cache", summary: "show what the page cache holds, and why no more",
        details: """
            Pages and bytes by state, the limits in force, and why they are what they are. With --list also the pages, 4096 at
            most: operators see all, others those of documents that they have opened.

            \(operators)
            """,
        usesReader: false, options: [.init("list", help: "list its pages too")]
    ) { line in CacheCommand(isListed: line.has("list")) }
}

/// Shows the cache's states and limits, and its pages where they are wanted.
struct CacheCommand: Command {
    var isListed: Bool

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let cache = try Self.cache(session, isListed: isListed)
        try console.show(cache, as: Self.lines(cache, console.style).joined(separator: "\n"))
    }

    /// Asks for the cache's numbers, and its pages where they are wanted.
    static func cache(_ session: Session, isListed: Bool) throws(ControlError) -> ManagerInterface.GetCacheReply {
        try session.call(
            ManagerInterface.GetCache.self, .init(list: isListed ? true : nil), attempt: "look into the page cache"
        ).parameters
    }

    private static func lines(_ cache: ManagerInterface.GetCacheReply, _ style: Style) -> [String] {
        let counters = cache.counters
        var lines = states(cache.states).lines(style)
        lines += [
            "", limits(cache),
            """
            policy: \(TerminalText.safe(cache.policy)); \(counters.evicted) evicted, \(counters.deferred) deferred, \
            \(counters.readmitted) of them taken back
            """,
            """
            ahead: \(counters.readAhead) rendered, \(counters.readAheadUsed) of them used, \(counters.readAheadWasted) gone \
            before, \(cache.renders.cancelledAhead) cancelled; readers waited \(Units.count(cache.waits.waits, "time")) for \
            \(Units.decimal(cache.waits.seconds, digits: 1)) s, \(Units.count(cache.waits.droppedFrames, "frame")) at 60 a second
            """,
        ]
        guard let pages = cache.pages else { return lines }
        lines += [""] + (pages.isEmpty ? ["no pages"] : self.pages(pages).lines(style))
        if let leftOut = cache.leftOut, leftOut > 0 { lines.append("and \(Units.count(leftOut, "page")) more") }
        return lines
    }

    private static func limits(_ cache: ManagerInterface.GetCacheReply) -> String {
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

    private static func states(_ states: ManagerInterface.CacheStates) -> Table {
        let protected = ManagerInterface.Amount(
            pages: states.shown.pages + states.moving.pages, bytes: states.shown.bytes + states.moving.bytes)
        let rows: [(String, ManagerInterface.Amount, String)] = [
            ("cached", states.cached, "kept while there is room"),
            ("deferred", states.deferred, "out of the cache, needed until a transition has settled"),
            ("rendering", states.rendering, "reserved for renders under way"),
            ("protected", protected, "of the cached and deferred, what readers need"),
            ("  shown", states.shown, "of the protected, what readers at rest show: it stays cached"),
            ("leased", states.leased, "handed to viewers, and not returned"),
            ("  outside", states.leasedOutside, "of the leased, what is alive for viewers only"),
            ("thumbnails", states.thumbnails, "kept beside the cache"),
        ]
        return Table("STATE", .right("PAGES"), .right("BYTES"), "WHAT IT IS", of: rows) { state, amount, what in
            [state, "\(amount.pages)", Units.bytes(amount.bytes), what]
        }
    }

    private static func pages(_ pages: [ManagerInterface.CachePage]) -> Table {
        Table(
            "DOCUMENT", .right("PAGE"), "LABEL", .right("SIZE"), .right("SCALE"), "FORMAT", "PAPER", .right("BYTES"),
            "STATE", "PROTECTED", .right("HELD"), .right("RENDERED IN"), of: pages
        ) { page in
            [
                page.document, page.index.map { "\($0 + 1)" } ?? "?", page.label ?? "",
                "\(page.width) x \(page.height)\(page.whole ? "" : " part")", Units.decimal(page.scale, digits: 2),
                page.format, page.paper.rawValue, Units.bytes(page.bytes),
                page.state.rawValue + (page.readAhead ? " ahead" : ""),
                page.need == .none ? "-" : page.need.rawValue, page.leases == 0 ? "-" : "\(page.leases)",
                page.renderTime.map { Units.milliseconds($0) } ?? "-",
            ]
        }
    }
}
