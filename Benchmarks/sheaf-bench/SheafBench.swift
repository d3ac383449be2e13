import CBenchmark
import Glibc
import SheafOS

@main
struct SheafBench {
    static func main() {
        do throws(BenchmarkError) {
            let arguments = Array(CommandLine.arguments.dropFirst())
            switch arguments.first {
            case SwiftClient.command: return try SwiftClient.run(Array(arguments.dropFirst()))
            case ViewProgram.command: return try ViewProgram.run(Array(arguments.dropFirst()))
            case PlayProgram.command: return try PlayProgram.run(Array(arguments.dropFirst()))
            case PingProgram.command: return try PingProgram.run(Array(arguments.dropFirst()))
            case StepProgram.command: return try StepProgram.run(Array(arguments.dropFirst()))
            case PolicyMix.command: return try PolicyMix.run(Array(arguments.dropFirst()))
            default: break
            }
            let options = try Options(arguments)
            if options.wantsHelp {
                print(Options.help, terminator: "")
                return
            }
            benchmark_catch_interrupts()
            // Memory pressure from other programs must not shrink the cache.
            unsafe setenv("MEMORY_PRESSURE_WATCH", "/dev/null", 1)
            try run(options)
        } catch {
            let line = Array("sheaf-bench: \(error)\n".utf8)
            _ = unsafe write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }

    private static func run(_ options: Options) throws(BenchmarkError) {
        var report = Report(machine: Machine())
        say("The machine\n\n\(report.machine.text)")
        if Processors.choices.count == 1 {
            say("There is one processor: nothing is measured on two.\n")
        }
        if options.wants(.policy) { try PolicyComparison(quick: options.quick, seed: options.seed).run(&report) }
        if options.wants(.ahead) { try AheadComparison(quick: options.quick, seed: options.seed).run(&report) }
        if !options.measurements.allSatisfy({ [.policy, .ahead].contains($0) }) {
            try measureService(options, &report)
        }

        if report.hasAims { say("\n\(report.verdict)") }
        if let path = options.json { try WorkFolder.write(Array(report.json.utf8), to: path) }
        say("To repeat it: \(CommandLine.arguments.joined(separator: " "))")
    }

    private static func measureService(_ options: Options, _ report: inout Report) throws(BenchmarkError) {
        let bench = try Bench(options)
        if options.wants(.turn) || options.wants(.handOver) || options.wants(.memory) {
            let sheaf = try Sheaf(bench, on: Processors.one.server)
            if options.wants(.turn) { try CachedTurn.run(bench, sheaf, &report) }
            if options.wants(.handOver) { try HandOver(bench: bench, sheaf: sheaf).run(&report) }
            if options.wants(.memory) { try MemoryAtRest(sheaf: sheaf).run(&report) }
        }
        if options.wants(.count) { try CountedTurn(bench: bench).run(&report) }
        if options.wants(.navigation) {
            try MachineSteps(bench: bench).run(&report)
            try StepCost(bench: bench).run(&report)
            try DragOffsets(bench: bench).run(&report)
        }
        if options.wants(.cache) {
            try FlingMemory(bench: bench).run(&report)
            try WarningTime(bench: bench).run(&report)
            try CacheCost(bench: bench).run(&report)
        }
        if options.wants(.limit) { try LimitCost(bench: bench).run(&report) }
        if options.wants(.cold) { try ColdPage(bench: bench).run(&report) }
        if options.wants(.photo) { try LargePhoto(bench: bench).run(&report) }
        if options.wants(.text) { try LongText(bench: bench).run(&report) }
        if options.wants(.open) { try OpenBook(bench: bench).run(&report) }
        if options.wants(.search) { try TextSearches(bench: bench).run(&report) }
        if options.wants(.cancel) { try Cancellations(bench: bench).run() }
        if options.wants(.confinement) { try ConfinementCost(bench: bench).run(&report) }
        if options.wants(.viewer) {
            try RealTimeViewers(bench: bench).run(&report)
            try SlowNeighbour(bench: bench).run(&report)
        }
        if options.wants(.start) { try Starts(bench: bench).run(&report) }
        if options.wants(.restart) { try Restarts(bench: bench).run(&report) }
    }
}

/// The measurements that can be run alone, by the names that `--only` accepts.
enum Measurement: String, CaseIterable {
    case turn, count
    case handOver = "hand-over"
    case memory, navigation, cache, limit, cold, photo, text, open, search, cancel, confinement, viewer, start, restart
    case policy, ahead

    /// The programs and libraries of the build folder that it needs, besides the service and its providers.
    var programs: [String] {
        switch self {
        case .turn, .navigation, .limit, .confinement, .start: ["bench-floor"]
        case .count: ["bench-floor", "libbench-guest.so"]
        case .handOver: ["bench-floor", "bench-rivals"]
        case .cold: ["bench-floor", "bench-mupdf"]
        case .photo, .viewer: ["libsheaf-images.so"]
        case .text: ["libsheaf-text.so", "libsheaf-text.provider"]
        case .open: ["libsheaf-epub.so", "libsheaf-epub.provider"]
        case .cancel: ["sheafctl", "libsheaf-djvu.so", "libsheaf-images.so", "libsheaf-text.so"]
        case .memory, .cache, .restart, .policy, .ahead, .search: []
        }
    }

    /// The installed programs that it needs.
    var commands: [String] {
        switch self {
        case .count: ["valgrind", "vgdb", "strip"]
        case .handOver: ["memcached", "redis-server"]
        case .photo: ["vips", "vipsthumbnail", "gm"]
        case .viewer: ["vips", "zip"]
        case .text: ["bible"]
        case .cancel: ["bible", "c44", "vips"]
        case .open: ["mutool"]
        case .search: ["pdfgrep", "mutool", "qpdf", "grep"]
        case .turn, .memory, .navigation, .cache, .limit, .cold, .confinement, .start, .restart, .policy, .ahead: []
        }
    }
}

/// The options of the command line.
struct Options {
    private static let names = Measurement.allCases.map(\.rawValue)
    private static let all: [CommandLineOptions.Option] = [
        .init("build-folder", value: "FOLDER", help: "where sheafd, its providers and the bench's programs are"),
        .init("document", value: "FILE", help: "the PDF whose pages are rendered (default: Debian's policy manual)"),
        .init("quick", help: "fewer rounds: a fraction of the time, and noisier figures"),
        .init(
            "only", value: "WHAT",
            help: names.dropLast().joined(separator: ", ") + " or \(names.last ?? ""); may be given again"),
        .init("seed", value: "NUMBER", help: "draw other traces for policy, ahead and viewer (default: 0)"),
        .init("json", value: "FILE", help: "write every figure to FILE"),
        .init("help", letter: "h", help: "show this"),
    ]
    static let help = """
        usage: sheaf-bench [OPTION...]

        Measures sheafd against the least that its work can cost, and against what is used today, side by side.

        \(CommandLineOptions.help(all))
        """

    let wantsHelp: Bool
    let quick: Bool
    let json: String?
    /// Which traces are drawn.
    let seed: UInt64
    let document: String
    let build: String
    /// The measurements to run: everything where `--only` is not given.
    let measurements: [Measurement]

    init(_ arguments: [String]) throws(BenchmarkError) {
        do throws(CommandLineOptions.Failure) {
            let options = try CommandLineOptions(arguments, options: Self.all)
            if let argument = options.arguments.first {
                throw CommandLineOptions.Failure("what is \(argument)? See sheaf-bench --help")
            }
            wantsHelp = options.has("help")
            quick = options.has("quick")
            let only = options.all("only")
            if let unknown = only.first(where: { Measurement(rawValue: $0) == nil }) {
                throw CommandLineOptions.Failure("there is nothing to measure called \(unknown)")
            }
            measurements =
                only.isEmpty ? Measurement.allCases : Measurement.allCases.filter { only.contains($0.rawValue) }
            json = options.value("json")
            let number = options.value("seed") ?? "0"
            guard let seed = UInt64(number), seed <= 1_000_000 else {
                throw CommandLineOptions.Failure("--seed takes a number from 0 to 1000000, not \(number)")
            }
            self.seed = seed
            document = options.value("document") ?? "/usr/share/doc/debian-policy/policy.pdf.gz"
            build = options.value("build-folder") ?? ".build/release"
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    /// Whether something is to be measured.
    func wants(_ measurement: Measurement) -> Bool { measurements.contains(measurement) }
}
