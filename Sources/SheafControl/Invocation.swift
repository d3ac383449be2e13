import ServiceDiscovery
import SheafOS

extension Settings {
    /// The settings in the options of a line.
    ///
    /// - Parameter socket: SHEAF_SOCKET of the environment.
    fileprivate init(_ line: VerbArguments, socket: String?) throws(ControlError) {
        do throws(CommandLineOptions.Failure) {
            service = try ServiceChoice(line.line, environment: socket)
        } catch { throw line.mistake("\(error)") }
        isJSON = line.has("json")
        if let reader = line.value("reader") {
            guard !reader.isEmpty else { throw line.mistake("--reader wants the id of a reader") }
            self.reader = reader
        }
        if let text = line.value("timeout") {
            guard let seconds = Double(text), seconds >= 0.001, seconds <= 1_000_000 else {
                throw line.mistake("--timeout wants seconds above 0, not \"\(text)\"")
            }
            timeoutMilliseconds = Int(seconds * 1_000)
        }
    }
}

extension Verb {
    /// Every verb, in the order of the help.
    static let all: [Verb] = [
        .open, .next, .previous, .first, .last, .goto, .back, .forward, .link, .outline, .drag, .settle, .view, .page,
        .export, .watch, .info, .links, .annotations, .text, .search, .bookmarks, .places, .state, .axis, .spread,
        .viewport,
        .looks, .layout, .hit,
        .history, .prefetch, .move,
        .report, .refresh, .reload, .close, .readers,
        .documents, .providers, .hosts, .status, .top, .cache, .metrics, .warn, .configure, .logLevel, .logTarget,
        .newProvider, .runProvider, .testProvider,
    ]

    /// The verb that is called so.
    static func named(_ name: String) -> Verb? { all.first { $0.name == name } }
}

/// A parsed command line of sheafctl.
enum Invocation: Sendable {
    case version
    /// The help of a verb; nil: of all of sheafctl.
    case help(Verb?)
    case run(any Command, Settings)

    /// The options of every verb.
    static let commonOptions: [Verb.Option] =
        ServiceChoice.options + [
            .init("json", help: "print one JSON object a line; pages are counted from 0 there"),
            .init(
                "timeout", value: "SECONDS", help: "wait this long for an answer (default: \(Settings.defaultTimeout))"),
            .init("version", help: "print the version"),
            .init("help", letter: "h", help: "print this"),
        ]

    /// The options of all verbs, some of them repeated: options may come before the verb, so the line is split before
    /// it is known. An option that several verbs have takes a value in all of them, or in none.
    private static let allOptions = commonOptions + [Verb.reader] + Verb.all.flatMap(\.options)

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - socket: SHEAF_SOCKET of the environment.
    init(_ arguments: [String], socket: String? = nil) throws(ControlError) {
        var line: CommandLineOptions
        do throws(CommandLineOptions.Failure) {
            line = try CommandLineOptions(arguments, options: Self.allOptions)
        } catch {
            throw ControlError("\(error): \"sheafctl --help\" lists the verbs, \"sheafctl VERB --help\" their options")
        }
        if line.has("version") {
            self = .version
            return
        }
        // A file in the place of a verb is viewed.
        if let word = line.arguments.first, Verb.named(word) == nil, word.contains("/") || UserFile.exists(word) {
            line.arguments.insert(Verb.view.name, at: 0)
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
        let own = Set((Self.commonOptions + verb.options).map(\.name))
        for option in Self.allOptions where line.has(option.name) && !own.contains(option.name) {
            throw ControlError("\(verb) has no option --\(option.name): see \"sheafctl \(verb) --help\"")
        }
        let parsed = VerbArguments(verb: verb, line: line)
        try parsed.checkCount()
        self = .run(try verb.parse(parsed), try Settings(parsed, socket: socket))
    }

    private static func verb(_ word: String?) throws(ControlError) -> Verb? {
        guard let word else { return nil }
        guard let verb = Verb.named(word) else {
            throw ControlError("there is no verb \"\(word)\": \"sheafctl --help\" lists them")
        }
        return verb
    }
}

/// What `--help` prints.
enum HelpText {
    /// The help of a verb; nil: of all of sheafctl.
    static func text(_ verb: Verb?) -> String { verb.map { text(of: $0) } ?? overview }

    private static var overview: String {
        let names = Verb.all.map { $0.arguments.isEmpty ? $0.name : "\($0) \($0.arguments)" }
        let width = names.map(\.count).max() ?? 0
        let verbs = zip(names, Verb.all).map { name, verb in
            "  \(DisplayText.padded(name, to: width))   \(verb.summary)\n"
        }
        return """
            Usage: sheafctl VERB [ARGUMENT] [OPTION ...]
                   sheafctl FILE

            Opens documents with sheafd and turns their pages. "sheafctl FILE" is "sheafctl view FILE".

            Verbs:
            \(verbs.joined())
            Options of every verb:
            \(CommandLineOptions.help(Invocation.commonOptions))
            "sheafctl VERB --help" tells more about a verb. Exit status: 0, or 1 with a line that says what to do.

            """
    }

    private static func text(of verb: Verb) -> String {
        let usage = verb.arguments.isEmpty ? "" : " \(verb.arguments)"
        let summary = verb.summary.prefix(1).uppercased() + verb.summary.dropFirst()
        return """
            Usage: sheafctl \(verb)\(usage) [OPTION ...]

            \(summary).\(verb.details.isEmpty ? "" : "\n\n\(verb.details)")

            Options:
            \(CommandLineOptions.help(verb.options + Invocation.commonOptions))
            """
    }
}
