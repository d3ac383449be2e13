import SheafOS

/// What the command line asks for.
struct Options {
    private static let all: [CommandLineOptions.Option] = [
        .init("build-folder", value: "FOLDER", help: "where sheafd, its providers and the bench's programs are"),
        .init("document", value: "FILE", help: "the PDF whose pages are rendered (default: Debian's policy manual)"),
        .init("quick", help: "fewer rounds: a minute instead of six, and noisier figures"),
        .init(
            "only", value: "WHAT",
            help: "turn, hand-over, memory, navigation, cache, cold, start, restart or policy; may be given again"),
        .init("json", value: "FILE", help: "write every figure to FILE"),
        .init("help", letter: "h", help: "show this"),
    ]
    private static let measurements = [
        "turn", "hand-over", "memory", "navigation", "cache", "cold", "start", "restart", "policy",
    ]
    static let help = """
        usage: sheaf-bench [OPTION...]

        Measures sheafd against the least that its work can cost, and against what is used today, side by side.

        \(CommandLineOptions.help(all))
        """

    let wantsHelp: Bool
    let quick: Bool
    private let only: [String]
    let json: String?
    let document: String
    let build: String

    init(_ arguments: [String]) throws(BenchmarkError) {
        do throws(CommandLineOptions.Failure) {
            let options = try CommandLineOptions(arguments, options: Self.all)
            if let argument = options.arguments.first {
                throw CommandLineOptions.Failure(description: "what is \(argument)? See sheaf-bench --help")
            }
            wantsHelp = options.has("help")
            quick = options.has("quick")
            only = options.all("only")
            if let unknown = only.first(where: { !Self.measurements.contains($0) }) {
                throw CommandLineOptions.Failure(description: "there is nothing to measure called \(unknown)")
            }
            json = options.value("json")
            document = options.value("document") ?? "/usr/share/doc/debian-policy/policy.pdf.gz"
            build = options.value("build-folder") ?? ".build/release"
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    /// Whether something is to be measured.
    func wants(_ measurement: String) -> Bool { only.isEmpty || only.contains(measurement) }

    /// Whether something is to be measured that the service is started for.
    var wantsService: Bool { Self.measurements.contains { $0 != "policy" && wants($0) } }
}
