/// The instructions and calls that a turn to a cached page takes in sheafd: what else the machine does hardly changes
/// them.
///
/// The client program makes some turns, then three times as many. The difference is what the additional turns took,
/// without the connection's beginning and end.
struct CountedTurn {
    private struct Scene: Sendable {
        let name: String
        var connections = 1
        var isWatched = false
        /// Whether there is a notification socket and a store, so that readers' positions are kept for a restart.
        var isManaged = false
        /// The settings that are other than the defaults, as they stand in sheafd.conf.
        var settings = ""
        var pages = 100
        /// How many turns the short run has: a multiple of what all readers do, which are 2, 14 or 4 turns, or twice
        /// 64.
        var turns: Int { connections == 1 ? 448 : 896 }
        /// The messages that a reader sends again and again; it ends where it began, on page 0.
        var messages: @Sendable (SheafReader) -> [String] = { [$0.turn(to: 1), $0.turn(to: 0)] }
    }

    private static let scenes = [
        Scene(name: "between two pages"),
        Scene(name: "next over 8 pages and back", pages: 8) { reader in
            (0..<14).map { reader.turn(by: $0 < 7 ? 1 : -1) }
        },
        Scene(name: "jumps among 4 pages") { reader in [40, 12, 77, 0].map { reader.turn(to: $0) } },
        Scene(name: "between two, each call parsed") { reader in
            // A message that is not in the usual form is not scanned.
            [reader.turn(to: 1), reader.turn(to: 0)].map { " " + $0 }
        },
        Scene(name: "between two, with a watch", isWatched: true),
        Scene(name: "between two, as systemd runs it", isManaged: true),
        Scene(name: "between two, places kept", settings: "[Readers]\nPlaces = yes\n"),
        Scene(name: "between two, 64 connections", connections: 64),
        Scene(name: "between two, 64 connections, each call parsed", connections: 64) { reader in
            [reader.turn(to: 1), reader.turn(to: 0)].map { " " + $0 }
        },
        missed,
    ]
    /// The scene in which nothing is kept: each turn misses, and has its page rendered for the watch.
    private static let missed = Scene(
        name: "between two that are never cached, with a watch", isWatched: true,
        settings: "[Cache]\nCacheMax = 0\nCacheHardMax = 64M\nLeaseMaxPerUser = 16G\nReadAhead = 0\n")
    /// How many functions are listed.
    private static let listed = 25
    /// Functions with more of a turn's instructions than this are the frames around it.
    private static let frame = 0.95

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nWhat a cached turn takes in sheafd, counted\n")
        var table = Table([
            "", "instructions", "spread", "allocations", "retain + release", "hash look-ups", "clock reads",
            "system calls", "slowed time",
        ])
        var calls = Table(leftColumns: 2)
        var middles: [String: CallProfile] = [:]
        for scene in Self.scenes {
            let (rounds, time) = try measure(scene)
            let median = { (figure: (CallProfile) -> Double) in rounds.map(figure).median }
            let instructions = median(\.instructions)
            let sorted = rounds.map(\.instructions).sorted()
            let spread = ((sorted.last ?? 0) - (sorted.first ?? 0)) / instructions
            let systemCalls = median { $0.systemCalls.reduce(0) { $0 + $1.count } }
            let counts = [CallProfile.Kind.allocation, .reference, .hashLookup, .clock].map { kind in
                median { $0[kind] }
            }
            table.add(
                [scene.name, instructions.fixed(0), rounds.count > 1 ? (spread * 100).fixed(1) + " %" : ""]
                    + counts.map { $0.fixed(1) }
                    + [systemCalls.fixed(2), time.microseconds])
            report.record(
                "counted turn", scene: scene.name, side: "Sheaf",
                [
                    "instructions": instructions, "allocations": counts[0], "retains_and_releases": counts[1],
                    "hash_lookups": counts[2], "clock_reads": counts[3], "system_calls": systemCalls,
                    "spread": spread, "slowed_us": time,
                ])
            // The round in the middle stands for all.
            let middle = rounds.sorted { $0.instructions < $1.instructions }[rounds.count / 2]
            calls.add([scene.name, Self.list(middle.systemCalls)])
            middles[scene.name] = middle
        }
        say(table.text)
        say("System calls of a turn\n\n\(calls.text)")
        if let turn = middles[Self.scenes[0].name] { show(turn) }
        for scene in [Self.scenes[0], Self.missed] {
            guard let turn = middles[scene.name] else { continue }
            try showFiles(of: turn, in: scene)
            try showCrossings(of: turn, in: scene)
        }
    }

    /// Measures a turn: its profile for each round, and how many microseconds of the service's slowed clock passed with
    /// it.
    private func measure(
        _ scene: Scene
    ) throws(BenchmarkError) -> (rounds: [CallProfile], microseconds: Double) {
        let callgrind = try Callgrind(bench)
        let manager =
            scene.isManaged
            ? try ServiceManager(bench, on: Processors.one.server, with: callgrind.launcher) : nil
        try manager?.start()
        let sheaf =
            if let manager {
                try Sheaf(bench, manager)
            } else {
                try Sheaf(
                    bench, on: Processors.one.server, name: "counted",
                    settings: scene.settings, with: callgrind.launcher)
            }
        let (requests, watches) = try prepare(scene, sheaf)
        let call = { (turns: Int) throws(BenchmarkError) in
            try bench.caller.measure(
                socket: sheaf.socket, requests: requests, connections: scene.connections, calls: turns,
                watches: watches, on: Processors.one)
        }
        try callgrind.begin(sheaf.server)
        _ = try call(scene.turns)
        var rounds: [CallProfile] = []
        var times: [Double] = []
        for _ in 0..<bench.rounds(3, quick: 1) {
            // What the service has sent meanwhile, before its socket is full.
            manager?.rest(milliseconds: 1)
            let short = try callgrind.profile(sheaf.server) { () throws(BenchmarkError) in _ = try call(scene.turns) }
            let long = try callgrind.profile(sheaf.server) { () throws(BenchmarkError) in
                times.append(1e6 / Double(Callgrind.divisor) / (try call(3 * scene.turns).rate))
            }
            rounds.append(long.difference(to: short, turns: 2 * scene.turns))
        }
        return (rounds, times.median)
    }

    /// Opens the readers and has their pages rendered.
    ///
    /// - Returns: files of the messages to send, and of those that begin watches; no path where there are none.
    private func prepare(
        _ scene: Scene, _ sheaf: Sheaf
    ) throws(BenchmarkError) -> (requests: String, watches: String) {
        let document = try sheaf.patternDocument(width: 512, height: 512, pages: scene.pages)
        var readers: [SheafReader] = []
        for _ in 0..<scene.connections {
            let reader = try sheaf.open(document)
            for page in scene.pages == 8 ? Array(0..<8) : [0, 1, 12, 40, 77] { try reader.getPage(page) }
            readers.append(reader)
        }
        let watches = scene.isWatched ? try bench.folder.write(messages: readers.map(\.watch), as: "watches") : ""
        return (try bench.folder.write(messages: readers.flatMap(scene.messages), as: "turns"), watches)
    }

    /// The functions that take the most instructions of a turn.
    private func show(_ turn: CallProfile) {
        let byStage = turn.functions.filter { function in
            function.value.object.hasSuffix("sheafd-symbols")
                && function.value.inclusive < Self.frame * turn.instructions
        }.sorted { $0.value.inclusive > $1.value.inclusive }.prefix(Self.listed)
        let byCost = turn.functions.sorted { $0.value.own > $1.value.own }.prefix(Self.listed)
        let names = Demangled(byStage.map(\.key) + byCost.map(\.key))
        for (title, functions) in [
            ("\(Self.scenes[0].name): sheafd's own functions, with what they call", byStage),
            ("\(Self.scenes[0].name): all functions, by their own instructions", byCost),
        ] {
            var table = Table(["function", "calls", "own", "with callees"])
            for (name, function) in functions {
                table.add([
                    names.text(of: name), function.calls.fixed(2), function.own.fixed(0), function.inclusive.fixed(0),
                ])
            }
            say("\(title)\n\n\(table.text)")
        }
    }

    /// The files that a turn passes, by what it does there.
    private func showFiles(of turn: CallProfile, in scene: Scene) throws(BenchmarkError) {
        let files = try turn.files(of: bench.program("sheafd"))
        let all = files.reduce(0) { $0 + $1.instructions }
        var table = Table(["file", "instructions", "with those before"])
        var sum = 0.0
        for (file, instructions) in files {
            sum += instructions
            table.add([file, instructions.fixed(0), (sum / all * 100).fixed(1) + " %"])
        }
        say("\(scene.name): the \(files.count) files that it passes\n\n\(table.text)")
    }

    /// The calls of a turn from one target to another.
    private func showCrossings(of turn: CallProfile, in scene: Scene) throws(BenchmarkError) {
        let crossings = try turn.crossings(of: bench.program("sheafd"))
        var table = Table(["from", "to", "calls"], leftColumns: 2)
        for (from, to, calls) in crossings { table.add([from, to, calls.fixed(2)]) }
        let all = crossings.reduce(0) { $0 + $1.calls }
        say("\(scene.name): the \(all.fixed(0)) calls from one target to another\n\n\(table.text)")
    }

    private static func list(_ calls: [(name: String, count: Double)]) -> String {
        calls.filter { $0.count >= 0.005 }.map { "\($0.name) \($0.count.fixed(2))" }.joined(separator: ", ")
    }
}

/// Names of functions as a person reads them.
struct Demangled {
    private static let length = 90

    private var texts: [String: String] = [:]

    /// Asks the toolchain; where that fails, names stay as they are.
    init(_ names: [String]) {
        let swift = names.filter { $0.hasPrefix("$s") }
        let command = ["swift", "demangle", "--simplified", "--compact"] + swift
        guard !swift.isEmpty, let output = try? Program.output(of: command) else { return }
        for (name, text) in zip(swift, output.split(separator: "\n")) { texts[name] = String(text) }
    }

    /// The name, cut to a width that fits a screen.
    func text(of name: String) -> String {
        let text = texts[name] ?? name
        return text.count <= Self.length ? text : text.prefix(Self.length - 1) + "…"
    }
}
