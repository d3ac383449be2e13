import SheafInterface

/// What "sheafctl top" shows at one time: what a look brought in, lines out.
package struct TopFrame {
    /// The bar of the cache has so many cells.
    private static let bar = 8...40

    private let sample: TopSample
    private let rates: TopRates

    /// - Parameter earlier: the look before.
    package init(_ sample: TopSample, since earlier: TopSample?) {
        self.sample = sample
        rates = TopRates(sample, since: earlier)
    }

    /// The lines, none wider than there are columns.
    ///
    /// - Parameter rows: how many there may be; nil: as many as it takes.
    package func lines(columns: Int, rows: Int?, _ style: Style) -> [String] {
        var lines = summary(columns: columns)
        if let rows { lines = Array(lines.prefix(rows)) }
        let strip = CacheStrip(sample.listing)
        let readers = Tables.top(sample.readers, documents: sample.documents).lines(Style(isColoured: false))
        let hosts = Tables.hosts(sample.hosts).lines(Style(isColoured: false))
        let wanted = [1 + strip.wanted(columns: columns), readers.count, hosts.count]
        let given = rows.map { Self.share($0 - lines.count, among: wanted) } ?? wanted
        if given[0] > 0 {
            lines.append(CacheStrip.legend(columns: columns))
            lines += strip.lines(columns: columns, rows: given[0] - 1)
        }
        lines += Self.lines(of: readers, given[1], "reader") + Self.lines(of: hosts, given[2], "provider host")
        return lines.map { $0.text(style, columns: columns) }
    }

    /// Shares rows among sections, the first ones first: each gets a title and a line, or nothing, and then what it wants.
    static func share(_ rows: Int, among wanted: [Int]) -> [Int] {
        var free = max(0, rows)
        var given = wanted.map { wish in
            let least = min(wish, 2)
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

    private func summary(columns: Int) -> [InkedLine] {
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
                ink: pressure.level == nil ? nil : pressure.recovering ? .slow : .bad),
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

    private func cacheLine(columns: Int) -> InkedLine {
        let cache = sample.status.cache
        let amounts = """
            \(Units.bytes(cache.bytes)) of \(Units.bytes(cache.softLimit)), at most \(Units.bytes(cache.hardLimit)), \
            \(Units.count(cache.pages, "page"))
            """
        var line = InkedLine("cache    ", .strong)
        let room = columns - line.width - DisplayText.width(amounts) - 3
        if room >= Self.bar.lowerBound { addBar(to: &line, cells: min(room, Self.bar.upperBound)) }
        line.add(amounts)
        return line
    }

    /// Up to the hard limit: # is used, - is reserved for renders, | is the soft limit.
    private func addBar(to line: inout InkedLine, cells: Int) {
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

    /// A table in so many lines; the last one counts the rows that are left out. Where a title would leave no room for a row
    /// there is none.
    private static func lines(of table: [String], _ rows: Int, _ noun: String) -> [InkedLine] {
        guard rows > 0, let title = table.first else { return [] }
        guard rows < table.count else { return [InkedLine(title, .strong)] + table.dropFirst().map { InkedLine($0) } }
        let shown = rows == 2 ? 1 : rows - 2
        return (rows == 2 ? [] : [InkedLine(title, .strong)])
            + table.dropFirst().prefix(shown).map { InkedLine($0) }
            + [InkedLine("+\(Units.count(table.count - 1 - shown, noun))")]
    }
}

extension Tables {
    /// The readers, what matters most first: lines may be short.
    fileprivate static func top(
        _ readers: [ManagerInterface.ReaderEntry], documents: [ManagerInterface.DocumentEntry]
    ) -> Table {
        var table = Table([
            .init("READER"), .init("UID", .right), .init("PAGE", .right), .init("HELD", .right),
            .init("CONNECTIONS", .right), .init("DOCUMENT"),
        ])
        let length = ReaderChoice.shortLength(readers.map(\.reader))
        let names = Dictionary(documents.map { ($0.document, $0.name) }, uniquingKeysWith: { first, _ in first })
        for reader in readers {
            let name = (names[reader.document] ?? nil).map { " \($0)" } ?? ""
            table.add([
                String(reader.reader.prefix(length)), "\(reader.uid)",
                reader.pages > 0 ? "\(reader.index + 1) of \(reader.pages)" : "\(reader.index + 1)",
                reader.pagesHeld == 0 ? "-" : "\(reader.pagesHeld)", "\(reader.connections)",
                reader.document + name,
            ])
        }
        return table
    }
}
