import SheafInterface
import SheafOS

/// A sample as lines, made to fit a terminal: a summary, a letter for each cached page, the readers, and the hosts.
struct TopFrame {
    /// How many cells the bar of the cache may have; where there is room for fewer there is no bar.
    private static let barCells = 8...40

    private let sample: TopSample
    private let rates: TopRates

    /// - Parameter earlier: the sample before; nil for the first.
    init(_ sample: TopSample, since earlier: TopSample?) {
        self.sample = sample
        rates = TopRates(sample, since: earlier)
    }

    /// The lines, none wider than there are columns.
    ///
    /// - Parameter rows: how many there may be; nil: without limit.
    func lines(columns: Int, rows: Int?, _ style: Style) -> [String] {
        var lines = summary(columns: columns)
        if let rows { lines = Array(lines.prefix(rows)) }
        let strip = CacheStrip(sample.listing)
        let readers = Self.table(sample.readers).lines(Style(isColoured: false))
        let hosts = HostsCommand.table(sample.hosts).lines(Style(isColoured: false))
        let wanted = [1 + strip.height(columns: columns), readers.count, hosts.count]
        let given = rows.map { Self.distribute($0 - lines.count, over: wanted) } ?? wanted
        if given[0] > 0 {
            lines.append(CacheStrip.legend(columns: columns))
            lines += strip.lines(columns: columns, rows: given[0] - 1)
        }
        lines += Self.lines(of: readers, given[1], "reader") + Self.lines(of: hosts, given[2], "provider host")
        return lines.map { $0.text(style, columns: columns) }
    }

    /// Distributes rows over sections: first two to each, for its title and a line, or none where they do not suffice;
    /// then one to each in turn, until it has as many as it wants.
    static func distribute(_ rows: Int, over wanted: [Int]) -> [Int] {
        var free = max(0, rows)
        var given = wanted.map { rows in
            let least = min(rows, 2)
            guard free >= least else { return 0 }
            free -= least
            return least
        }
        while free > 0 {
            let before = free
            for index in wanted.indices where free > 0 && given[index] > 0 && given[index] < wanted[index] {
                given[index] += 1
                free -= 1
            }
            if free == before { break }
        }
        return given
    }

    // MARK: The summary

    private func summary(columns: Int) -> [StyledLine] {
        let status = sample.status
        let pressure = status.pressure
        return [
            .fitting(
                "sheafd ",
                [
                    "\(status.version), up \(Units.duration(seconds: status.uptime))",
                    Units.count(status.readers, "reader"), Units.count(status.documents, "document"),
                    Units.count(status.hosts, "host"), Units.count(status.connections, "connection"),
                    "process \(status.pid)",
                ], columns: columns),
            cacheLine(columns: columns),
            .fitting("held     ", held, columns: columns),
            .fitting(
                "pressure ", PressureText.parts(pressure), columns: columns,
                emphasis: pressure.level == nil ? nil : pressure.recovering ? .slow : .bad),
            .fitting(DisplayText.padded(rates.title, to: 9), rates.parts, columns: columns),
        ]
    }

    private var held: [String] {
        let cache = sample.status.cache
        return [
            "\(Units.count(cache.leasedPages, "page")), \(Units.bytes(cache.leasedBytes)) by viewers",
            "\(Units.bytes(cache.leasedOutside)) of it for them only",
            "\(Units.count(cache.thumbnails, "thumbnail")), \(Units.bytes(cache.thumbnailBytes))",
        ]
    }

    private func cacheLine(columns: Int) -> StyledLine {
        let cache = sample.status.cache
        let amounts = """
            \(Units.bytes(cache.bytes)) of \(Units.bytes(cache.softLimit)), at most \(Units.bytes(cache.hardLimit)), \
            \(Units.count(cache.pages, "page"))
            """
        var line = StyledLine("cache    ", .strong)
        let room = columns - line.width - DisplayText.width(amounts) - 3
        if room >= Self.barCells.lowerBound { addBar(to: &line, cells: min(room, Self.barCells.upperBound)) }
        line.add(amounts)
        return line
    }

    /// A bar up to the hard limit: # is used, - is reserved for renders, | is the soft limit.
    private func addBar(to line: inout StyledLine, cells: Int) {
        let cache = sample.status.cache
        let whole = max(1, cache.hardLimit, cache.bytes + cache.reserved)
        func cell(_ bytes: Int) -> Int { Int((Double(max(0, bytes)) / Double(whole) * Double(cells)).rounded()) }
        let used = cell(cache.bytes)
        let reserved = cell(cache.bytes + cache.reserved)
        let soft = cell(cache.softLimit)
        line.add("[")
        for index in 0..<cells {
            if index == soft {
                line.add("|")
            } else if index < used {
                line.add("#", index < soft ? .good : .bad)
            } else {
                line.add(index < reserved ? "-" : " ", index < reserved ? .slow : nil)
            }
        }
        line.add("] ")
    }

    // MARK: Tables

    /// A table in no more than `rows` lines, the last of which counts the rows that are left out. In two lines there is
    /// no title, so that one row is shown.
    private static func lines(of table: [String], _ rows: Int, _ noun: String) -> [StyledLine] {
        guard rows > 0, let title = table.first else { return [] }
        guard rows < table.count else { return [StyledLine(title, .strong)] + table.dropFirst().map { StyledLine($0) } }
        let shown = rows == 2 ? 1 : rows - 2
        return (rows == 2 ? [] : [StyledLine(title, .strong)])
            + table.dropFirst().prefix(shown).map { StyledLine($0) }
            + [StyledLine("+\(Units.count(table.count - 1 - shown, noun))")]
    }

    /// The readers. The columns that a narrow terminal may cut off come last.
    private static func table(_ readers: [ManagerInterface.ReaderEntry]) -> Table {
        let length = ReaderChoice.shortLength(readers.map(\.reader))
        return Table(
            "READER", .right("UID"), .right("PAGE"), .right("HELD"), .right("CONNECTIONS"), "DOCUMENT", of: readers
        ) { reader in
            [
                String(reader.reader.prefix(length)), "\(reader.uid)",
                reader.position, reader.pagesHeld == 0 ? "-" : "\(reader.pagesHeld)", "\(reader.connections)",
                reader.document + (reader.title.map { " \($0)" } ?? ""),
            ]
        }
    }
}

/// How often things happened to pages: a second between two samples, or in all since the start of the service.
struct TopRates {
    /// The counters, with their names, in the order in which they are shown.
    private static let counts: [(name: String, count: @Sendable (TopSample) -> Int)] = [
        ("hits", { $0.cache.counters.hits }),
        ("misses", { $0.cache.counters.misses + $0.cache.counters.joined }),
        ("dropped", { $0.cache.waits.droppedFrames }),
        ("rendered", { $0.cache.renders.rendered }),
        ("ahead used", { $0.cache.counters.readAheadUsed }),
        ("wasted", { $0.cache.counters.readAheadWasted }),
        ("read ahead", { $0.cache.counters.readAhead }),
        ("cancelled", { $0.cache.renders.cancelledAhead }),
        ("evicted", { $0.cache.counters.evicted }),
        ("not kept", { $0.cache.counters.notKept }),
        ("failed", { $0.cache.renders.failed }),
    ]

    /// The names of counters for a count of one, where these differ.
    private static let singular = ["hits": "hit", "misses": "miss"]

    /// The title of the line.
    let title: String
    /// One part for each count.
    let parts: [String]

    /// - Parameter earlier: the sample before. One of another run of the service is ignored: counters began anew.
    init(_ sample: TopSample, since earlier: TopSample?) {
        guard let earlier, earlier.status.pid == sample.status.pid, earlier.status.uptime <= sample.status.uptime,
            sample.time > earlier.time
        else {
            title = "in all"
            parts = Self.counts.map { name, count in
                let count = count(sample)
                return "\(count) \(count == 1 ? Self.singular[name] ?? name : name)"
            }
            return
        }
        title = "a second"
        let seconds = Double(sample.time - earlier.time) / 1_000_000
        parts = Self.counts.map { name, count in
            "\(Units.decimal(Double(max(0, count(sample) - count(earlier))) / seconds, digits: 1)) \(name)"
        }
    }
}
