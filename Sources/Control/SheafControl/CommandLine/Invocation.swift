import SheafInterface
import SheafOS

/// A parsed command line of sheafctl: what to run, and the settings of every verb.
struct Invocation: Sendable {
    let command: any Command
    var settings = Settings()

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - socket: SHEAF_SOCKET of the environment.
    init(_ arguments: [String], verbs: VerbList, socket: String? = nil) throws(ControlError) {
        if arguments.first == CompleteCommand.option {
            let complete = CompleteCommand(Array(arguments.dropFirst()), verbs)
            command = complete
            settings = complete.settings(socket: socket)
            return
        }
        let line: CommandLineOptions
        do throws(CommandLineOptions.Failure) {
            line = try verbs.line(arguments)
        } catch {
            throw ControlError("\(error): \"sheafctl --help\" lists the verbs, \"sheafctl VERB --help\" their options")
        }
        if line.has("version") {
            command = PrintCommand(text: "sheafctl \(SheafVersion.current)\n")
            return
        }
        let asksForHelp = line.arguments.first == "help"
        let word = asksForHelp ? line.arguments.dropFirst().first : line.arguments.first
        let verb = try word.map { word throws(ControlError) in try verbs.verb(word) }
        if asksForHelp || line.has("help") {
            command = PrintCommand(text: verb?.help ?? verbs.help)
            return
        }
        guard let verb else {
            throw ControlError("it is not said what to do: \"sheafctl --help\" lists the verbs")
        }
        let own = Set((Settings.options + verb.options).map(\.name))
        for option in verbs.options where line.has(option.name) && !own.contains(option.name) {
            throw ControlError("\(verb) has no option --\(option.name): see \"sheafctl \(verb) --help\"")
        }
        let parsed = VerbArguments(verb: verb.name, line: line)
        if let stray = parsed.words.dropFirst(verb.mostArguments).first {
            throw parsed.mistake("\(verb) does not know what \"\(stray)\" is for")
        }
        command = try verb.parse(parsed)
        settings = try Settings(parsed, socket: socket)
    }
}

/// Prints a text: the help, or the version.
struct PrintCommand: Command {
    let text: String

    func run(_ session: Session, _ console: Console) throws(ControlError) { try console.print(text, terminator: "") }
}
