import SheafOS

/// Where the password of a locked document comes from: never from the command line, which every user of the machine can read.
enum PasswordSource: Equatable, Sendable {
    /// The terminal: the person who typed the command is asked, where the document turns out to be locked.
    case terminal
    /// The first line of a file; "-" is standard input.
    case file(String)

    /// The longest password, in bytes, as the service takes it.
    static let limit = 1_024
    /// How often a person may try.
    private static let attempts = 3

    /// The option of the verbs that open documents.
    static let option = Verb.Option(
        "password-file", value: "FILE",
        help: "the password of a locked document is the first line of FILE, or of standard input (-)")

    init(_ line: VerbArguments) throws(ControlError) {
        guard let path = line.value("password-file") else {
            self = .terminal
            return
        }
        guard !path.isEmpty else { throw line.mistake("--password-file wants the FILE that begins with the password") }
        self = .file(path)
    }

    /// Makes a call that may need a password.
    ///
    /// - Parameters:
    ///   - subject: what is locked, for the question.
    ///   - call: makes the call with a password, or without; nil where the document needs one, or another.
    ///   - refused: the error then.
    func callAsFunction<Reply>(
        opening subject: String, _ console: Console,
        _ call: (String?) throws(ControlError) -> PasswordResult<Reply>
    ) throws(ControlError) -> Reply {
        var result = try call(try given())
        guard self == .terminal else { return try result.get() }
        for _ in 0..<Self.attempts {
            guard case .needed(let isWrong, _) = result else { break }
            let question = isWrong ? "That is not it. Password of" : "Password of"
            guard let password = console.askPassword("\(question) \(TerminalText.safe(subject)): ") else { break }
            result = try call(password)
        }
        return try result.get()
    }

    /// The password in the file; nil where a person would be asked.
    func given() throws(ControlError) -> String? {
        guard case .file(let path) = self else { return nil }
        let bytes: [UInt8]
        do throws(OSError) { bytes = try UserFile.firstLine(of: path, limit: Self.limit) } catch {
            throw ControlError("\(error): give --password-file a FILE whose first line is the password")
        }
        guard let password = String(validating: bytes, as: UTF8.self), !password.utf8.contains(0) else {
            throw ControlError("the first line of \(path) is no text in UTF-8: it can't be a password")
        }
        return password
    }
}
