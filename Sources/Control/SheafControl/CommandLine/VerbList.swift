import SheafOS

/// The verbs of a command line. Parsing, the help, completion and suggestions go over this list, and name no verb.
struct VerbList: Equatable, Sendable {
    /// In the order of the help.
    let all: [Verb]
    /// The verb of a line that begins with a file.
    let ofFiles: Verb

    /// The options of all verbs, some of them repeated: options may come before the verb, so the line is split before
    /// it is known. An option that several verbs have takes a value in all of them, or in none.
    var options: [Verb.Option] { Settings.options + all.flatMap(\.options) }

    /// The verb with a name.
    func named(_ name: String) -> Verb? { all.first { $0.name == name } }

    /// The verb with a name that somebody has typed.
    func verb(_ word: String) throws(ControlError) -> Verb {
        if let verb = named(word) { return verb }
        let suggestion = Spelling.nearest(to: word, among: all.map(\.name)).map { "did you mean \"\($0)\"? " } ?? ""
        throw ControlError("there is no verb \"\(word)\": \(suggestion)\"sheafctl --help\" lists them")
    }

    /// Splits a line into options and arguments, the first of which is the verb.
    func line(_ arguments: [String]) throws(CommandLineOptions.Failure) -> CommandLineOptions {
        var line = try CommandLineOptions(arguments, options: options.map(\.syntax))
        if let word = line.arguments.first, named(word) == nil, word.contains("/") || UserFile.exists(word) {
            line.arguments.insert(ofFiles.name, at: 0)
        }
        return line
    }
}

/// Finds the word that was probably meant by a misspelt one.
enum Spelling {
    /// The word that differs in the fewest letters, in a third of them at most; else one that begins so; nil: none is near.
    static func nearest(to word: String, among words: [String]) -> String? {
        let word = word.lowercased()
        let letters = Array(word)
        guard !letters.isEmpty else { return nil }
        let most = max(1, letters.count / 3)
        let near = words.filter { abs($0.count - letters.count) <= most }.map { ($0, distance(letters, Array($0))) }
        return near.filter { $0.1 <= most }.min { $0.1 < $1.1 }?.0 ?? words.first { $0.hasPrefix(word) }
    }

    /// How many letters are left out, added, replaced, or change places with the next one (optimal string alignment).
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var line = [row + 1]
            for column in other.indices {
                let isSame = one[row] == other[column]
                var least = min(line[column] + 1, last[column + 1] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[other.count]
    }
}
