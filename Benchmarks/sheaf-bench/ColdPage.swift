/// A page that is not in the cache, against MuPDF alone in a process of its own.
///
/// Each round starts the service anew and asks for pages that nobody asked for before; MuPDF's program renders the same
/// ones. The first few of a round are not counted: fonts are loaded then, and memory faulted in.
struct ColdPage {
    /// Bytes of a page.
    private static let size = 8 << 20
    private static let oneProcessorAim = 3.4
    private static let twoProcessorsAim = 2.0
    private static let counted = 16
    private static let warm = 6

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let document = try Document(bench)
        say("\nA cold page of \(Self.size >> 20) MB\n")
        var table = Table(["", "", "median", "p99"], leftColumns: 2)
        for processors in Processors.choices {
            var own: [UInt64] = []
            var alone: [UInt64] = []
            for round in 0..<bench.rounds(10, quick: 4) {
                // The program that asks returns nothing.
                let sheaf = try Sheaf(bench, on: processors.mask, settings: "[Cache]\nLeaseMaxPerUser = 1G\n")
                let reader = try sheaf.open(document.path)
                let size = try reader.getPage(0)
                let scale = (Double(Self.size) / Double(4 * size.width * size.height)).squareRoot()
                try reader.setScale(scale)
                let pages = Document.pages(Self.warm + Self.counted, round: round, of: reader.pages)
                let requests = try bench.folder.write(messages: pages.map(reader.ask(for:)), as: "pages")
                own += try bench.caller.measure(
                    socket: sheaf.socket, requests: requests, calls: Self.counted, warm: Self.warm, on: processors
                ).durations
                alone += try Program.measure(
                    [
                        bench.program("bench-mupdf"), "--document", document.path, "--scale", "\(scale)",
                        "--pages", pages.map(String.init).joined(separator: ","), "--warm", "\(Self.warm)",
                    ], on: processors.mask
                ).durations
            }
            show(own, alone, processors, &table, &report)
        }
        say(table.text)
    }

    private func show(
        _ own: [UInt64], _ alone: [UInt64], _ processors: Processors, _ table: inout Table, _ report: inout Report
    ) {
        let differences = zip(own, alone).map { Double($0) - Double($1) }
        let rows: [(String, [Double])] = [
            ("MuPDF alone", alone.map { Double($0) }), ("Sheaf", own.map { Double($0) }),
            ("what Sheaf adds", differences),
        ]
        for (index, row) in rows.enumerated() {
            let median = row.1.median / 1000
            let p99 = row.1.percentile(0.99) / 1000
            table.add([index == 0 ? processors.name : "", row.0, median.milliseconds, p99.milliseconds])
            report.record("cold page", scene: processors.name, side: row.0, ["median_us": median, "p99_us": p99])
        }
        report.hold(
            "cold page beyond MuPDF alone, \(processors.name)", differences.median / 1_000_000, .atMost,
            processors.isOne ? Self.oneProcessorAim : Self.twoProcessorsAim, "ms")
    }
}
