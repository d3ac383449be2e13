import ServiceDiscovery
import SheafOS

/// Prints what a shell offers for the last word of a line: a line for each word, with a tab and its help where it has one, or
/// `FILES` where the shell is to offer the names of files. The scripts in packaging/completion call it.
struct CompleteCommand: Command {
    /// The first argument of sheafctl that asks for it.
    static let option = "--complete"
    /// A shell waits so long for what the service knows, in milliseconds.
    private static let patience = 1_000

    private let verbs: VerbList
    /// The words before the last one, which is being typed.
    private let before: [String]
    private let word: String

    /// - Parameter words: the line without the program's name, up to the word that is being typed.
    init(_ words: [String], _ verbs: VerbList) {
        self.verbs = verbs
        before = words.dropLast()
        word = words.last ?? ""
    }

    /// The settings of the line as far as it is typed.
    ///
    /// - Parameter socket: SHEAF_SOCKET of the environment.
    func settings(socket: String?) -> Settings {
        var settings = Settings()
        settings.service = line.flatMap { try? ServiceChoice($0, environment: socket) } ?? .automatic
        settings.timeoutMilliseconds = Self.patience
        return settings
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        for line in lines(session) { try console.print(line) }
    }

    /// The line before the word, without an option whose value the word is.
    private var line: CommandLineOptions? {
        try? verbs.line(valued == nil ? before : before.dropLast())
    }

    /// The name of the option whose value the word is.
    private var valued: String? {
        guard let last = before.last else { return nil }
        return verbs.options.map(\.syntax).first { option in
            option.value != nil && (last == "--\(option.name)" || option.letter.map { last == "-\($0)" } ?? false)
        }?.name
    }

    private func lines(_ session: Session) -> [String] {
        let first = line?.arguments.first
        let verb = first.flatMap(verbs.named)
        let options = (verb?.options ?? []) + Settings.options
        if let valued {
            // An option may come before its verb.
            let option = (verb == nil ? verbs.options : options).first { $0.name == valued }
            return lines(option?.offers ?? .nothing, session)
        }
        if word.hasPrefix("-") { return matching(options.map { ("--\($0.name)", $0.syntax.help) }) }
        if let verb { return lines(verb.offers, session) }
        guard first == nil || first == "help" else { return [] }
        let named = matching(verbs.all.map { ($0.name, $0.summary) })
        return named.isEmpty ? lines(verbs.ofFiles.offers, session) : named
    }

    private func lines(_ offers: Verb.Offer, _ session: Session) -> [String] {
        switch offers {
        case .nothing: []
        case .files: ["FILES"]
        case .words(let words): matching(words.map { ($0, "") })
        case .asked(let ask): matching(((try? ask(session)) ?? []).map { (TerminalText.safe($0), "") })
        }
    }

    private func matching(_ words: [(word: String, help: String)]) -> [String] {
        words.filter { $0.word.hasPrefix(word) }.map { $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
    }
}
