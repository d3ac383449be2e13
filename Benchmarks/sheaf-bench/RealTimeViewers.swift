import CBenchmark
import CacheTraces
import Glibc
import SheafOS

/// Viewers at 60 frames a second against a real service with real hosts: frames at which the page is not there that should be shown,
/// by how much is rendered ahead, with all of the machine and with a fifth of a processor.
struct RealTimeViewers {
    /// The behaviours of a viewer in one play; all plays take as long.
    private struct Play {
        let name: String
        let behaviours: [Behaviour]
        let script: String
    }

    private struct Cell {
        let document: PlayedDocument
        let play: Play
        let mode: String
        let quota: Double?
    }

    /// The outcome of one play of a viewer.
    private struct Outcome {
        let turns: Int
        let drops: Int
        let foreseeable: Int
        let mostInARow: Int
        /// The processor time, as a share of one processor.
        let processor: Double
        let pageMemory: Int?
        let privateMemory: Int
    }

    private static let modes = ["no", "eco", "full"]
    private static let quota = 0.2
    /// The longest stay on a page, in seconds: a reader who would stay longer turns then. That is longer than anybody
    /// stays who leafs through pages, so that what is known of a reader is the same.
    private static let longestStay = 2.0
    private static let sampleMicroseconds: UInt32 = 20_000
    private static let millisecondsOfAFrame = 1_000.0 / 60

    let bench: Bench

    private var seconds: Int { bench.options.quick ? 8 : 20 }

    func run(_ report: inout Report) throws(BenchmarkError) {
        let library = try WorkFolder()
        let documents = try PlayedDocument.all(bench, library: library)
        let hasGroups = (try? ControlGroup("play")) != nil
        say("\nViewers in real time, 60 frames a second, for \(seconds) seconds each")
        say(
            "(f'able: without the opening, choices from the contents and new searches; worst: the longest without the right page)\n"
        )
        if !hasGroups {
            say("  NOT MEASURED: the memory of pages, and anything with a quota: no control group can be made here.\n")
        }
        let quotas: [Double?] = hasGroups ? [nil, Self.quota] : [nil]
        // Frames of the PDF that were dropped while it was read or skimmed, with all of the machine.
        var quiet = 0
        for document in documents {
            let plays = try makePlays(document, library)
            var table = Table(
                ["", "", "Prefetch=", "turns", "drops", "f'able", "worst", "processor", "pages", "private"],
                leftColumns: 3)
            for quota in quotas {
                for play in plays {
                    for mode in Self.modes {
                        let cell = Cell(document: document, play: play, mode: mode, quota: quota)
                        let outcome = try measure(cell, library, hasGroups: hasGroups)
                        let isFirst = mode == Self.modes.first
                        add(outcome, cell, isFirst, isFirst && play.name == plays[0].name, to: &table, &report)
                        if mode == "full", quota == nil, document.path == documents[0].path, play.behaviours.count == 1
                        {
                            quiet += outcome.foreseeable
                        }
                    }
                }
            }
            say(table.text)
        }
        report.hold(
            "frames dropped of \(documents[0].name), read or skimmed, after its opening", Double(quiet), .atMost, 0,
            "frames")
    }

    /// Draws what viewers do in a document, the same in each cell.
    private func makePlays(_ document: PlayedDocument, _ library: WorkFolder) throws(BenchmarkError) -> [Play] {
        let sheaf = try Sheaf(bench, on: 0, name: "sheaf-learn", settings: settings("no", library))
        let study = try DocumentStudy(document.path, in: document.viewport, words: document.words, of: sheaf)
        let possible = Behaviour.allCases.filter { $0.isPossible(in: study.book) }
        let time = Double(study.book.pages.first?.renderTime ?? 0)
        say(
            "  \(document.name), by \(study.provider): \(study.book.pages.count) pages, \(time.milliseconds) each; the mix is "
                + possible.map(\.rawValue).joined(separator: ", ") + "\n")
        let plays: [(String, [Behaviour])] = [("read", [.read]), ("skim", [.skim]), ("mix", possible)]
        return try plays.enumerated().map { number, play throws(BenchmarkError) in
            let trace = RealTimeRecipe.draw(
                in: study.book, play.1, seconds: Double(seconds), longestStay: Self.longestStay,
                seed: 9_000_000 + bench.options.seed * 1_000_003 + UInt64(number))
            let script = try bench.folder.write(
                Array(PlayScript(trace, of: study).text.utf8), as: "\(document.name) \(play.0).play")
            return Play(name: play.0, behaviours: play.1, script: script)
        }
    }

    private func settings(_ mode: String, _ library: WorkFolder) -> String {
        "[Documents]\nLibraryFolders = \(library.path)\n[Cache]\nPrefetch = \(mode)\n"
    }

    private func measure(_ cell: Cell, _ library: WorkFolder, hasGroups: Bool) throws(BenchmarkError) -> Outcome {
        let group = hasGroups ? try ControlGroup("play") : nil
        // The service ends before its group does.
        defer { withExtendedLifetime(group) {} }
        return try play(cell, library, in: group)
    }

    /// Plays with a new service.
    private func play(_ cell: Cell, _ library: WorkFolder, in group: ControlGroup?) throws(BenchmarkError) -> Outcome {
        let sheaf = try Sheaf(bench, on: 0, name: "sheaf-play", settings: settings(cell.mode, library))
        try group?.add(sheaf.server.pid)
        if let quota = cell.quota { try group?.hold(to: quota) }
        defer { withExtendedLifetime(sheaf) {} }
        let load = ServiceLoad(of: sheaf.server.pid, in: group)
        let began = benchmark_now()
        let viewer = try Running(
            [
                bench.program("sheaf-bench"), PlayProgram.command, sheaf.socket, cell.document.path,
                "\(cell.document.screen.width)", "\(cell.document.screen.height)", cell.play.script, "\(seconds)",
            ], in: bench.folder)
        while viewer.isAtWork {
            load.look()
            usleep(Self.sampleMicroseconds)
        }
        let busy = Double(load.processorTime) / Double(benchmark_now() - began)
        let printed = try viewer.printed()
        let numbers = printed.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 4 else { throw BenchmarkError("the viewer printed \(printed)") }
        return Outcome(
            turns: numbers[0], drops: numbers[1], foreseeable: numbers[2], mostInARow: numbers[3], processor: busy,
            pageMemory: load.pageMemory, privateMemory: load.privateMemory)
    }

    private func add(
        _ outcome: Outcome, _ cell: Cell, _ isFirst: Bool, _ isFirstOfScene: Bool, to table: inout Table,
        _ report: inout Report
    ) {
        let scene = cell.quota.map { "held to \(Int($0 * 100)) %" } ?? "all of the machine"
        table.add([
            isFirstOfScene ? scene : "", isFirst ? cell.play.name : "",
            cell.mode, "\(outcome.turns)", "\(outcome.drops)", "\(outcome.foreseeable)",
            (Double(outcome.mostInARow) * Self.millisecondsOfAFrame).fixed(0) + " ms",
            (outcome.processor * 100).fixed(1) + " %", outcome.pageMemory.map(megabytes) ?? "–",
            megabytes(outcome.privateMemory),
        ])
        report.record(
            "viewer", scene: "\(cell.document.name), \(scene), \(cell.play.name)", side: cell.mode,
            [
                "turns": Double(outcome.turns), "drops": Double(outcome.drops),
                "foreseeable": Double(outcome.foreseeable), "most_in_a_row": Double(outcome.mostInARow),
                "processor": outcome.processor, "page_bytes": Double(outcome.pageMemory ?? 0),
                "private_bytes": Double(outcome.privateMemory),
            ])
    }

    private func megabytes(_ bytes: Int) -> String { (Double(bytes) / Double(1 << 20)).short + " MB" }
}
