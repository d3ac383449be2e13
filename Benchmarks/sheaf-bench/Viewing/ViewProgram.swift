import CBenchmark
import SheafOS

/// `sheaf-bench view SOCKET DOCUMENT SCALE KIND VIEWERS SECONDS`: so many viewers at work for so long. It prints how long
/// each page that somebody landed on took to come.
enum ViewProgram {
    static let command = "view"

    /// Runs it beside the caller, who collects it.
    static func arguments(
        _ bench: Bench, _ sheaf: Sheaf, _ document: Document, scale: Double, _ kind: Viewing, viewers: Int, seconds: Int
    ) -> [String] {
        [
            bench.program("sheaf-bench"), command, sheaf.socket, document.path, "\(scale)", kind.rawValue, "\(viewers)",
            "\(seconds)",
        ]
    }

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 6, let scale = Double(arguments[2]), let kind = Viewing(rawValue: arguments[3]),
            let count = Int(arguments[4]), let seconds = UInt64(arguments[5])
        else { throw BenchmarkError("\(command) takes SOCKET DOCUMENT SCALE KIND VIEWERS SECONDS") }
        let began = benchmark_now()
        var scripts: [ViewingScript] = []
        do throws(OSError) {
            let loop = try EventLoop()
            for number in 0..<count {
                let script = ViewingScript(kind, seed: UInt64(number) + 1, on: loop)
                script.begin(
                    try Viewer(socket: arguments[0], document: arguments[1], scale: scale, on: loop) { _ in
                        script.step()
                    })
                scripts.append(script)
            }
            let end = try loop.schedule(after: seconds * 1_000_000) { loop.exit() }
            _ = try loop.run()
            end.cancel()
        } catch {
            throw BenchmarkError(error.description)
        }
        for script in scripts {
            if let failure = script.viewer?.failure { throw BenchmarkError("a viewer gave up: \(failure)") }
        }
        let waits = scripts.flatMap { $0.viewer?.waits ?? [] }
        unsafe benchmark_print(waits, waits.count, benchmark_now() - began, 0)
    }
}
