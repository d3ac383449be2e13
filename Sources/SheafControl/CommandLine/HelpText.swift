import SheafOS

/// What --help prints.
package enum HelpText {
    /// The help of a verb, or of all of sheafctl.
    package static func text(_ verb: Verb?) -> String {
        verb.map { text(of: $0) } ?? overview
    }

    private static var overview: String {
        let names = Verb.allCases.map { verb in
            verb.arguments.isEmpty ? "\(verb)" : "\(verb) \(verb.arguments)"
        }
        let width = names.map(\.count).max() ?? 0
        let verbs = zip(names, Verb.allCases).map { name, verb in
            "  \(DisplayText.padded(name, to: width))   \(verb.summary)\n"
        }
        return """
            Usage: sheafctl VERB [ARGUMENT] [OPTION ...]

            Opens documents with sheafd and turns their pages.

            Verbs:
            \(verbs.joined())
            Options of every verb:
            \(CommandLineOptions.help(ControlOptions.common))
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
            \(CommandLineOptions.help(verb.options + ControlOptions.common))
            """
    }
}
