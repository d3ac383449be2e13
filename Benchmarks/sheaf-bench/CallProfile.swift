/// The instructions and calls of a program between two dumps of callgrind, by function.
struct CallProfile {
    /// The kinds of calls that are counted.
    enum Kind: CaseIterable {
        case allocation, reference, hashLookup, clock

        /// The kind of a function, by its name in the symbol table.
        init?(_ name: Substring) {
            switch name {
            case "malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign": self = .allocation
            case "clock_gettime", "gettimeofday", "time": self = .clock
            // Hasher._finalize(), Hasher.finalize(); Hasher._hash(seed:…), which hashes a value in one call.
            case "$ss6HasherV9_finalizeSiyF", "$ss6HasherV8finalizeSiyF": self = .hashLookup
            // Without its specializations, which it jumps to.
            case _ where name.hasPrefix("$ss6HasherV5_hash4seed") && name.hasSuffix("FZ"): self = .hashLookup
            // swift_retain, swift_release_n, swift_bridgeObjectRelease, swift_unownedRetainStrong and so on.
            case _ where name.hasPrefix("swift_") && (name.contains("etain") || name.contains("elease")):
                self = .reference
            default: return nil
            }
        }
    }

    struct Function {
        /// The file that it is in.
        var object = ""
        var calls = 0.0
        /// Instructions of its own, and with those of all that it called. A call within itself counts twice there.
        var own = 0.0
        var inclusive = 0.0
        var systemCalls = 0.0
    }

    private(set) var instructions = 0.0
    private(set) var calls: [Kind: Double] = [:]
    /// The functions, by their names in the symbol table.
    private(set) var functions: [String: Function] = [:]
    /// Instructions of the program itself by where they are in memory, of functions that somebody wrote.
    private(set) var addresses: [UInt64: Double] = [:]
    /// A function of it that was called, and where it begins there.
    private var entry: (name: String, address: UInt64)?
    /// The calls between two of its functions.
    private var edges: [Edge: Double] = [:]
    /// Where its functions begin that were called.
    private var entries: [String: UInt64] = [:]

    private struct Edge: Hashable {
        let caller: String
        let callee: String
    }

    /// Reads what callgrind wrote, with `--compress-strings=no --compress-pos=no --collect-systime --dump-instr=yes --dump-line=no`.
    ///
    /// - Parameter program: whose code is counted by its place.
    init(parsing text: String, of program: String) throws(BenchmarkError) {
        var object: Substring = ""
        var function: Substring = ""
        var callee: Substring = ""
        /// Where that is: in the same object where nothing is said.
        var callees: Substring = ""
        // The line after `calls=` is about what the callee took.
        var isCall = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("ob=") {
                object = line.dropFirst(3)
                callees = object
            } else if line.hasPrefix("fn=") {
                function = Self.name(line.dropFirst(3))
                functions[String(function), default: Function()].object = String(object)
            } else if line.hasPrefix("cob=") {
                callees = line.dropFirst(4)
            } else if line.hasPrefix("cfn=") {
                callee = Self.name(line.dropFirst(4))
            } else if line.hasPrefix("calls=") {
                let words = line.dropFirst(6).split(separator: " ")
                add(calls: Double(words[0]) ?? 0, of: callee, from: function)
                if words.count > 1, callees == program, let address = Self.address(words[1]) {
                    entries[String(callee)] = address
                    let edge = Edge(caller: String(function), callee: String(callee))
                    if object == program { edges[edge, default: 0] += Double(words[0]) ?? 0 }
                    // One whose name no other function has.
                    if entry == nil, callee.hasPrefix("$s"), !Self.isShared(callee) { entry = (edge.callee, address) }
                }
                isCall = true
            } else if let first = line.utf8.first, (0x30...0x39).contains(first) {
                let words = line.split(separator: " ")
                let costs = words.dropFirst().map { Double($0) ?? 0 }
                if isCall {
                    functions[String(callee), default: Function()].inclusive += costs.first ?? 0
                } else {
                    functions[String(function), default: Function()].own += costs.first ?? 0
                    functions[String(function), default: Function()].systemCalls += costs.dropFirst().first ?? 0
                    instructions += costs.first ?? 0
                    if object == program, !Self.isShared(function), let address = Self.address(words[0]) {
                        addresses[address, default: 0] += costs.first ?? 0
                    }
                }
                isCall = false
                callees = object
            }
        }
        guard instructions > 0 else { throw BenchmarkError("callgrind has counted nothing") }
    }

    /// Returns the excess of this profile over another one, for each of so many turns.
    func difference(to other: CallProfile, turns: Int) -> CallProfile {
        let share = { (own: Double, others: Double) in (own - others) / Double(turns) }
        var result = self
        result.instructions = share(instructions, other.instructions)
        for kind in Kind.allCases { result.calls[kind] = share(self[kind], other[kind]) }
        for name in Set(functions.keys).union(other.functions.keys) {
            let own = functions[name] ?? Function()
            let others = other.functions[name] ?? Function()
            result.functions[name] = Function(
                object: own.object, calls: share(own.calls, others.calls), own: share(own.own, others.own),
                inclusive: share(own.inclusive, others.inclusive),
                systemCalls: share(own.systemCalls, others.systemCalls))
        }
        for address in Set(addresses.keys).union(other.addresses.keys) {
            result.addresses[address] = share(addresses[address] ?? 0, other.addresses[address] ?? 0)
        }
        for edge in Set(edges.keys).union(other.edges.keys) {
            result.edges[edge] = share(edges[edge] ?? 0, other.edges[edge] ?? 0)
        }
        result.entries.merge(other.entries) { own, _ in own }
        return result
    }

    subscript(kind: Kind) -> Double { calls[kind] ?? 0 }

    /// The system calls by the function that makes them. The clock is none: without valgrind it is read in user space.
    var systemCalls: [(name: String, count: Double)] {
        functions.filter { $0.value.systemCalls > 0 && Kind($0.key[...]) != .clock }
            .map { ($0.key, $0.value.systemCalls) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    /// The instructions of each file of a program's sources, the most first. What the compiler has added belongs to no file.
    ///
    /// - Parameter program: with its debug information.
    func files(of program: String) throws(BenchmarkError) -> [(file: String, instructions: Double)] {
        let own = addresses.filter { $0.value > 0.5 }
        let places = try SourcePlaces(of: program, where: entry).files(of: own.keys.sorted())
        var files: [String: Double] = [:]
        for (address, count) in own { if let file = places[address]?.innermost { files[file, default: 0] += count } }
        return files.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    /// The calls by which functions of one target of a program's sources call those of another, the most first. A call that was inlined
    /// is none.
    ///
    /// - Parameter program: with its debug information.
    func crossings(of program: String) throws(BenchmarkError) -> [(from: String, to: String, calls: Double)] {
        let places = try SourcePlaces(of: program, where: entry).files(of: entries.values.sorted())
        let targets = Set(places.values.map { Self.target(ofFile: $0.outermost) })
        let target = { (function: String) -> String? in
            if let file = entries[function].flatMap({ places[$0] }) { return Self.target(ofFile: file.outermost) }
            // What the compiler has added has no line, and a name that begins with its module's.
            return Self.module(of: function).flatMap { targets.contains($0) ? $0 : nil }
        }
        var calls: [Edge: Double] = [:]
        for (edge, count) in edges where count >= 0.005 {
            guard let from = target(edge.caller), let to = target(edge.callee), from != to else { continue }
            calls[Edge(caller: from, callee: to), default: 0] += count
        }
        return calls.map { ($0.key.caller, $0.key.callee, $0.value) }.sorted { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }
    }

    private static func target(ofFile file: String) -> String { String(file.prefix { $0 != "/" }) }

    /// The module that a function's mangled name begins with: "$s7Varlink…".
    private static func module(of function: String) -> String? {
        guard function.hasPrefix("$s") else { return nil }
        let rest = function.dropFirst(2)
        let digits = rest.prefix { $0.isNumber }
        return Int(digits).map { String(rest.dropFirst(digits.count).prefix($0)) }
    }

    /// Whether a function is one that the compiler has made for several (a copy of a value, a release, one of the standard library's for
    /// certain types), which lies in any of their files.
    private static func isShared(_ name: Substring) -> Bool {
        name.hasPrefix("$sS") || name.hasPrefix("$ss") || name.hasSuffix("Tm") || name.hasSuffix("Wl")
            || name.dropLast().hasSuffix("WO")
    }

    private static func address(_ word: Substring) -> UInt64? {
        word.hasPrefix("0x") ? UInt64(word.dropFirst(2), radix: 16) : nil
    }

    /// Without the version of the symbol, which is there for functions that are replaced in a preloaded library.
    private static func name(_ symbol: Substring) -> Substring { symbol.prefix { $0 != "@" } }

    private mutating func add(calls count: Double, of callee: Substring, from caller: Substring) {
        functions[String(callee), default: Function()].calls += count
        // calloc calls malloc, and swift_bridgeObjectRetain swift_retain: that is one, not two.
        guard let kind = Kind(callee), Kind(caller) != kind else { return }
        calls[kind, default: 0] += count
    }
}

/// Has callgrind, of valgrind, count what sheafd does.
///
/// It counts the same on a busy machine as on an idle one. A turn takes 50 to 100 times as long there, so that the clocks
/// of the service go as much slower (`Benchmarks/valgrind`): else every turn would be one after a long rest.
final class Callgrind {
    /// The divisor of the service's clocks under callgrind.
    static let divisor = 100

    let launcher: Launcher
    private let output: String
    private let control: [String]
    private var dumps = 0

    init(_ bench: Bench) throws(BenchmarkError) {
        // valgrind 3.19 gives up on the debug information that Swift 6.3 writes; it needs the symbols only.
        let program = bench.folder.file("sheafd-symbols")
        try Program.output(of: ["strip", "--strip-debug", "-o", program, bench.program("sheafd")])
        output = bench.folder.file("callgrind")
        // Pipes between valgrind and vgdb.
        let prefix = bench.folder.file("vgdb")
        control = ["sh", "-c", "exec \"$@\" 2>/dev/null", "sh", "vgdb", "--vgdb-prefix=\(prefix)"]
        launcher = Launcher(
            words: [
                "env", "LD_PRELOAD=\(bench.program("libbench-guest.so"))", "BENCH_PROGRAM=\(program)",
                // The same tables in each run.
                "BENCH_CLOCK_DIVISOR=\(Self.divisor)", "SWIFT_DETERMINISTIC_HASHING=1",
                "XDG_STATE_HOME=\(bench.folder.file("state"))",
                "valgrind", "--tool=callgrind", "--quiet", "--instr-atstart=no", "--collect-systime=yes",
                "--compress-strings=no", "--compress-pos=no", "--dump-instr=yes", "--dump-line=no",
                "--vgdb-prefix=\(prefix)",
                "--callgrind-out-file=\(output)",
            ], program: program)
    }

    /// Begins to count.
    func begin(_ server: any ServerProcess) throws(BenchmarkError) {
        try tell(server, "instrumentation", "on")
    }

    /// Returns the profile of the service while `body` runs.
    func profile(
        _ server: any ServerProcess, during body: () throws(BenchmarkError) -> Void
    ) throws(BenchmarkError) -> CallProfile {
        // What was counted up to now is written too, and counting begins at 0.
        try dump(server)
        try body()
        try dump(server)
        // Not by TextFile, which reads no more than a megabyte.
        return try CallProfile(
            parsing: try Program.output(of: ["cat", "\(output).\(dumps)"]), of: launcher.program)
    }

    private func dump(_ server: any ServerProcess) throws(BenchmarkError) {
        try tell(server, "dump")
        dumps += 1
    }

    private func tell(_ server: any ServerProcess, _ command: String...) throws(BenchmarkError) {
        try Program.output(of: control + ["--pid=\(server.pid)"] + command)
    }
}
