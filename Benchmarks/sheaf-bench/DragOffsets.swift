import Glibc

/// The cost of fingers on many screens to the service: offsets sent oneway, against a server that reads and drops them.
struct DragOffsets {
    private static let readers = 100
    /// Offsets a second from each reader: as often as a fast screen is drawn.
    private static let rate = 120
    /// A finger goes to the page before and to the one after in so many offsets: two seconds.
    private static let swing = 240
    private static let middle = 50
    /// The most that the service may take, as a share of one processor.
    private static let aim = 0.25

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let processors = Processors.choices.last ?? Processors.one
        let sheaf = try Sheaf(bench, on: processors.server, name: "sheaf-drags")
        let floor = try Floor(replyBytes: 0, for: bench)
        let document = try sheaf.patternDocument(width: 256, height: 256)
        var readers: [SheafReader] = []
        for _ in 0..<Self.readers {
            let reader = try sheaf.open(document, at: Self.middle)
            try reader.beginDrag()
            readers.append(reader)
        }
        let offsets = try bench.folder.write(messages: readers.enumerated().flatMap(messages), as: "offsets")
        let watches = try bench.folder.write(messages: readers.map(\.watch), as: "watches")
        let side = { (name: String, server: any ServerProcess, watches: String) in
            Side(name: name) { () throws(BenchmarkError) in
                try bench.caller.drag(
                    server: server, requests: offsets, connections: Self.readers, rate: Self.rate,
                    seconds: bench.options.quick ? 1 : 4, watches: watches, on: processors)
            }
        }
        let series = try compare(
            rounds: bench.rounds(5, quick: 3),
            [
                side("floor", floor.server, ""), side("Sheaf, no watches", sheaf.server, ""),
                side("Sheaf, a watch on each reader", sheaf.server, watches), side("floor again", floor.server, ""),
            ])
        say(
            """

            Drag offsets, \(Self.rate) a second from each of \(Self.readers) readers over connections of their own, on \
            \(processors.name)

            """)
        var table = Table(["", "of one processor", "an offset", "× floor"])
        for side in series {
            let share = side.rounds.map(\.busy).median
            let ratio = side.ratio(of: \.busy, to: series[0])
            let each = share * 1e6 / Double(Self.rate * Self.readers)
            table.add([
                side.name, (share * 100).fixed(1) + " %", each.microseconds, side.name == "floor" ? "" : ratio.times,
            ])
            report.record(
                "drag offsets", scene: processors.name, side: side.name,
                ["share_of_one_processor": share, "offset_us": each, "ratio": ratio])
        }
        say(table.text)
        report.hold(
            "drag offsets, all watched", series[2].rounds.map(\.busy).median, .atMost, Self.aim, "of one processor")
    }

    /// The offsets of one swing of a reader's finger; each finger is somewhere else.
    private func messages(_ number: Int, _ reader: SheafReader) -> [String] {
        (0..<Self.swing).map { step in
            let phase = Double(step) / Double(Self.swing) + Double(number) / Double(Self.readers)
            return reader.drag(to: Double(Self.middle) + 0.9 * sin(2 * Double.pi * phase))
        }
    }
}

extension Samples {
    /// The processor time that was measured, as a share of the time that passed.
    fileprivate var busy: Double { elapsed == 0 ? 0 : Double(durations.first ?? 0) / Double(elapsed) }
}
