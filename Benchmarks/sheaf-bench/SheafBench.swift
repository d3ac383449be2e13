import CBenchmark
import Glibc

@main
struct SheafBench {
    static func main() {
        do throws(BenchmarkError) {
            let arguments = Array(CommandLine.arguments.dropFirst())
            switch arguments.first {
            case SwiftClient.command: return try SwiftClient.run(Array(arguments.dropFirst()))
            case ViewProgram.command: return try ViewProgram.run(Array(arguments.dropFirst()))
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
            // What else runs on the machine is not to make the cache smaller.
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
        if options.wants("policy") { try PolicyComparison(quick: options.quick).run(&report) }
        if options.wantsService { try measureService(options, &report) }

        say("\n\(report.verdict)")
        if let path = options.json { try WorkFolder.write(Array(report.json.utf8), to: path) }
        say("To repeat it: \(CommandLine.arguments.joined(separator: " "))")
    }

    private static func measureService(_ options: Options, _ report: inout Report) throws(BenchmarkError) {
        let bench = try Bench(options)
        // What would be missed later on is better missed now.
        try Rivals.requireInstalled()

        let sheaf = try Sheaf(bench, on: Processors.one.server)
        for connections in [1, 64] where options.wants("turn") {
            try CachedTurn(bench: bench, sheaf: sheaf, connections: connections).run(&report)
        }
        if options.wants("hand-over") { try HandOver(bench: bench, sheaf: sheaf).run(&report) }
        if options.wants("memory") { try Memory(sheaf: sheaf).run(&report) }
        if options.wants("navigation") {
            try MachineSteps(bench: bench).run(&report)
            try StepCost(bench: bench).run(&report)
            try DragOffsets(bench: bench).run(&report)
        }
        if options.wants("cache") {
            try FlingMemory(bench: bench).run(&report)
            try WarningTime(bench: bench).run(&report)
            try CacheCost(bench: bench).run(&report)
        }
        if options.wants("cold") { try ColdPage(bench: bench).run(&report) }
        if options.wants("start") { try Starts(bench: bench).run(&report) }
        if options.wants("restart") { try Restarts(bench: bench).run(&report) }
    }
}
