import SheafOS

extension VerbList {
    /// The text that `sheafctl --help` prints.
    var help: String {
        let width = all.map(\.usage.count).max() ?? 0
        let verbs = all.map { "  \(DisplayText.padded($0.usage, to: width))   \($0.summary)\n" }
        return """
            Usage: sheafctl VERB [ARGUMENT] [OPTION ...]
                   sheafctl FILE

            Opens documents with sheafd and turns their pages. "sheafctl FILE" is "sheafctl \(ofFiles) FILE".

            Verbs:
            \(verbs.joined())
            Options of every verb:
            \(CommandLineOptions.help(Settings.options.map(\.syntax)))
            "sheafctl VERB --help" tells more about a verb. Exit status: 0, or 1 with a line that says what to do.

            """
    }
}

extension Verb {
    /// The text that `sheafctl VERB --help` prints.
    var help: String {
        """
        Usage: sheafctl \(usage) [OPTION ...]

        \(summary.prefix(1).uppercased() + summary.dropFirst()).\(details.isEmpty ? "" : "\n\n\(details)")

        Options:
        \(CommandLineOptions.help((options + Settings.options).map(\.syntax)))
        """
    }
}
