import SheafOS

/// A command line of sheafctl, understood.
package enum Invocation: Equatable, Sendable {
    case version
    /// The help of a verb, or of all of sheafctl.
    case help(Verb?)
    case run(Command, Settings)

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - socket: what the environment says in SHEAF_SOCKET.
    package init(_ arguments: [String], socket: String? = nil) throws(ControlError) {
        let line: CommandLineOptions
        do throws(CommandLineOptions.Failure) {
            line = try CommandLineOptions(arguments, options: ControlOptions.all)
        } catch {
            throw ControlError("\(error): \"sheafctl --help\" lists the verbs, \"sheafctl VERB --help\" their options")
        }
        if line.has("version") {
            self = .version
            return
        }
        let asksForHelp = line.arguments.first == "help"
        let verb = try Self.verb(asksForHelp ? line.arguments.dropFirst().first : line.arguments.first)
        if asksForHelp || line.has("help") {
            self = .help(verb)
            return
        }
        guard let verb else {
            throw ControlError("it is not said what to do: \"sheafctl --help\" lists the verbs")
        }
        try Self.check(line, against: verb)
        let parser = CommandParser(verb: verb, line: line)
        self = .run(try parser.command(), try parser.settings(socket: socket))
    }

    private static func verb(_ word: String?) throws(ControlError) -> Verb? {
        guard let word else { return nil }
        guard let verb = Verb(rawValue: word) else {
            throw ControlError("there is no verb \"\(word)\": \"sheafctl --help\" lists them")
        }
        return verb
    }

    /// Every option is known, but not every verb has it.
    private static func check(_ line: CommandLineOptions, against verb: Verb) throws(ControlError) {
        let own = Set((ControlOptions.common + verb.options).map(\.name))
        for option in ControlOptions.all where line.has(option.name) && !own.contains(option.name) {
            throw ControlError("\(verb) has no option --\(option.name): see \"sheafctl \(verb) --help\"")
        }
    }
}
