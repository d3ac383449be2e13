import SheafInterface

extension Tables {
    /// What takes memory, by state.
    static func states(_ states: ManagerInterface.CacheStates) -> Table {
        var table = Table([.init("STATE"), .init("PAGES", .right), .init("BYTES", .right), .init("WHAT IT IS")])
        let rows: [(String, ManagerInterface.Amount, String)] = [
            ("cached", states.cached, "kept while there is room"),
            ("deferred", states.deferred, "out of the cache, needed until a transition has settled"),
            ("rendering", states.rendering, "reserved for renders under way"),
            ("protected", states.protected, "of the cached and deferred, what readers need"),
            ("  shown", states.shown, "of the protected, what readers at rest show: it stays cached"),
            ("leased", states.leased, "handed to viewers, and not returned"),
            ("  outside", states.leasedOutside, "of the leased, what is alive for viewers only"),
            ("thumbnails", states.thumbnails, "kept beside the cache"),
        ]
        for (state, amount, what) in rows {
            table.add([state, "\(amount.pages)", Units.bytes(amount.bytes), what])
        }
        return table
    }

    /// The pages of the cache.
    static func pages(_ pages: [ManagerInterface.CachePage]) -> Table {
        var table = Table([
            .init("DOCUMENT"), .init("PAGE", .right), .init("LABEL"), .init("SIZE", .right), .init("SCALE", .right),
            .init("FORMAT"), .init("BYTES", .right), .init("STATE"), .init("PROTECTED"), .init("HELD", .right),
            .init("RENDERED IN", .right),
        ])
        for page in pages {
            table.add([
                page.document, page.index.map { "\($0 + 1)" } ?? "?", page.label ?? "",
                "\(page.width) x \(page.height)\(page.whole ? "" : " part")", Units.decimal(page.scale, digits: 2),
                page.format, Units.bytes(page.bytes), page.state.rawValue + (page.readAhead ? " ahead" : ""),
                need(page.need), page.leases == 0 ? "-" : "\(page.leases)",
                page.renderTime.map { Units.milliseconds(UInt64(clamping: $0)) } ?? "-",
            ])
        }
        return table
    }

    private static func need(_ need: ManagerInterface.CachePageNeed) -> String {
        switch need {
        case .none: "-"
        case .moving: "moving"
        case .shown: "shown"
        }
    }
}

extension ManagerInterface.CacheStates {
    fileprivate var protected: ManagerInterface.Amount {
        .init(pages: shown.pages + moving.pages, bytes: shown.bytes + moving.bytes)
    }
}
