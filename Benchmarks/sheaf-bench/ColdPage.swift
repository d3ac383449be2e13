/// A page that is not in the cache, against MuPDF alone in a process of its own: asked for by somebody who has looked at another
/// one before, and pages asked for one directly after the other.
///
/// Each round starts the service anew and asks for pages that nobody asked for before; MuPDF's program renders the same
/// ones. The first few of a round are not counted: fonts are loaded then, and memory faulted in.
struct ColdPage {
    /// The size of a page, in bytes.
    private static let size = 8 << 20
    /// The aims, in times of MuPDF's own so that they mean as much on a slower machine: 3.4 and 2 ms where MuPDF took
    /// 2.07 and 2.01.
    private static let oneProcessorAim = 3.4 / 2.07
    private static let twoProcessorsAim = 2 / 2.01
    private static let counted = 16
    private static let warm = 6

    /// The pause before each page.
    private struct Scene {
        let name: String
        /// The length of the pause in microseconds, on both sides.
        let pause: Int

        static let all = [Scene(name: "after 20 ms", pause: 20_000), Scene(name: "at once", pause: 0)]
    }

    /// The time that each page took, in nanoseconds.
    private struct Times {
        var own: [UInt64] = []
        var alone: [UInt64] = []
        /// MuPDF alone, with the page written to a memfd: what any program takes that shares it.
        var shared: [UInt64] = []
        /// MuPDF alone, with the page written to a memfd whose memory was allocated before.
        var ahead: [UInt64] = []
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let document = try Document(bench)
        say("\nA cold page of \(Self.size >> 20) MB, asked for after a pause and directly after another one\n")
        var table = Table(["", "", "", "median", "p99"], leftColumns: 3)
        for processors in Processors.choices {
            // In turn, so that both meet the same neighbours.
            var measured = Scene.all.map { _ in Times() }
            for round in 0..<bench.rounds(10, quick: 4) {
                for (place, scene) in Scene.all.enumerated() {
                    let times = try measure(scene, document, round, processors)
                    measured[place].own += times.own
                    measured[place].alone += times.alone
                    measured[place].shared += times.shared
                    measured[place].ahead += times.ahead
                }
            }
            for (scene, times) in zip(Scene.all, measured) {
                show(times, scene, processors, &table, &report)
            }
        }
        say(table.text)
    }

    private func measure(
        _ scene: Scene, _ document: Document, _ round: Int, _ processors: Processors
    ) throws(BenchmarkError) -> Times {
        // The program that asks returns nothing.
        let sheaf = try Sheaf(bench, on: processors.mask, settings: "[Cache]\nLeaseMaxPerUser = 1G\n")
        let reader = try sheaf.open(document.path)
        let size = try reader.getPage(0)
        let scale = (Double(Self.size) / Double(4 * size.width * size.height)).squareRoot()
        try reader.setScale(scale)
        let pages = Document.pages(Self.warm + Self.counted, round: round, of: reader.pages)
        let requests = try bench.folder.write(messages: pages.map(reader.ask(for:)), as: "pages")
        let own = try bench.caller.measure(
            socket: sheaf.socket, requests: requests, calls: Self.counted, warm: Self.warm, pause: scene.pause,
            on: processors
        ).durations
        let mupdf = [
            bench.program("bench-mupdf"), "--document", document.path, "--scale", "\(scale)", "--pages",
            pages.map(String.init).joined(separator: ","), "--warm", "\(Self.warm)", "--pause", "\(scene.pause)",
        ]
        return Times(
            own: own, alone: try Program.measure(mupdf, on: processors.mask).durations,
            shared: try Program.measure(mupdf + ["--memfd"], on: processors.mask).durations,
            ahead: try Program.measure(mupdf + ["--memfd", "--ahead"], on: processors.mask).durations)
    }

    private func show(
        _ times: Times, _ scene: Scene, _ processors: Processors, _ table: inout Table, _ report: inout Report
    ) {
        let differences = zip(times.own, times.alone).map { Double($0) - Double($1) }
        let beyondSharing = zip(times.own, times.shared).map { Double($0) - Double($1) }
        let beyondAhead = zip(times.own, times.ahead).map { Double($0) - Double($1) }
        let rows: [(String, [Double])] = [
            ("MuPDF alone", times.alone.map { Double($0) }),
            ("MuPDF, into a sealed memfd", times.shared.map { Double($0) }),
            ("MuPDF, into a memfd allocated before", times.ahead.map { Double($0) }),
            ("Sheaf", times.own.map { Double($0) }), ("what Sheaf adds", differences),
            ("what it adds beyond the memfd", beyondSharing), ("beyond the one allocated before", beyondAhead),
        ]
        for (index, row) in rows.enumerated() {
            let median = row.1.median / 1000
            let p99 = row.1.percentile(0.99) / 1000
            let isFirst = index == 0
            table.add([
                isFirst && scene.pause > 0 ? processors.name : "", isFirst ? scene.name : "", row.0,
                median.milliseconds, p99.milliseconds,
            ])
            report.record(
                "cold page, \(scene.name)", scene: processors.name, side: row.0,
                ["median_us": median, "p99_us": p99])
        }
        report.hold(
            "what Sheaf adds to a cold page \(scene.name), \(processors.name)",
            differences.median / times.alone.map { Double($0) }.median, .atMost,
            processors.isOne ? Self.oneProcessorAim : Self.twoProcessorsAim, "× MuPDF alone")
    }
}
