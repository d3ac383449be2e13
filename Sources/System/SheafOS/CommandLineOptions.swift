/// The options and arguments of a command line, as getopt_long(3) understands them: `--name VALUE`, `--name=VALUE`, `-o VALUE`,
/// `--` before arguments that begin with a dash.
package struct CommandLineOptions: Equatable, Sendable {
    /// An option that a command has.
    package struct Option: Sendable {
        /// The name of the option, without the dashes.
        package let name: String
        /// A short form of one letter.
        package let letter: Character?
        /// The name of the option's value in the help; nil where it takes none.
        package let value: String?
        /// The line about the option in the help.
        package let help: String

        package init(_ name: String, letter: Character? = nil, value: String? = nil, help: String) {
            self.name = name
            self.letter = letter
            self.value = value
            self.help = help
        }

        fileprivate var usage: String {
            let short = letter.map { "-\($0), " } ?? ""
            return short + "--" + name + (value.map { " " + $0 } ?? "")
        }
    }

    /// A command line that makes no sense, in words for who typed it.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) {
            self.description = description
        }
    }

    /// The arguments that are no options, in order.
    package var arguments: [String] = []
    private var values: [String: [String]] = [:]

    package init(_ commandLine: [String], options: [Option]) throws(Failure) {
        var rest = commandLine[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                return
            }
            guard word.count > 1, word.first == "-", Double(word) == nil else {
                arguments.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let found = options.first { option in
                parts[0] == "--" + option.name || option.letter.map { word == "-\($0)" } ?? false
            }
            guard let option = found else { throw .init("there is no option \(parts[0])") }
            if option.value == nil {
                guard parts.count == 1 else { throw .init("--\(option.name) takes no value") }
                values[option.name, default: []].append("")
            } else if let value = parts.count > 1 ? parts[1] : rest.popFirst() {
                values[option.name, default: []].append(value)
            } else {
                throw .init("--\(option.name) needs a value: \(option.usage)")
            }
        }
    }

    /// Whether an option was given.
    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The last value that an option was given.
    package func value(_ name: String) -> String? { values[name]?.last }

    /// All values that an option was given, in order.
    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The options with their help, a line each, aligned.
    package static func help(_ options: [Option]) -> String {
        let width = options.map(\.usage.count).max() ?? 0
        return options.map { option in
            "  " + option.usage + String(repeating: " ", count: width - option.usage.count + 3) + option.help + "\n"
        }.joined()
    }
}
