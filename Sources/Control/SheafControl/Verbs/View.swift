import SheafInterface
import SheafOS

// "sheafctl view": a document read on the terminal.

extension Verb {
    /// `sheafctl view FILE`.
    static let view = Verb(
        "view", "FILE", offers: .files, summary: "read a document on the terminal",
        details: """
            Pages are shown as the terminal can: by kitty's protocol, as sixels, or in characters. The keys:

            \(ViewKeys.help.joined(separator: "\n"))
            """,
        usesReader: false,
        options: [
            .init(
                "page", value: "N",
                help: "begin on this page, counted from 1 (default: where you have stopped, or as the document asks)"),
            .init(
                "format", value: "F", offers: .cases(of: TerminalPicture.Format.self),
                help: "kitty, sixel or symbols (default: the best that the terminal has)"),
            .init(
                "order", value: "ORDER", offers: .oneOf(VerbArguments.orders),
                help: "ltr or rtl: which way the arrows turn (default: as the document asks)"),
            OpenCommand.providerOption, PasswordSource.option,
        ] + LooksChange.options,
        parse: ViewCommand.init)
}

/// Shows a document on the whole terminal, until somebody quits.
struct ViewCommand: Command {
    static let startsService = true
    /// How long its reader lives on when its connections are lost, in milliseconds: it connects again at once, or never.
    private static let keep = 1_000

    var document: OpenCommand
    /// nil: the best of the terminal.
    var format: TerminalPicture.Format?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard !line.has("json") else {
            throw line.mistake("view is for people: \"open\", \"next\" and \"watch\" have the same with --json")
        }
        guard let file = line.words.first, !file.isEmpty else { throw line.mistake("view wants the FILE to read") }
        guard file != "-" else {
            throw line.mistake("view reads keys from standard input: save the document to a file and view that")
        }
        let index = try line.pageIndex(option: "page")
        document = try OpenCommand(file: file, page: index ?? 0, line)
        // A document without pages is opened too.
        if index == nil { document.target = nil }
        format = try line.choice("format", .all())
        var arrangement = try line.arrangement() ?? .init()
        // A terminal shows one page at a time.
        arrangement.spread = .single
        document.axes = [ReaderInterface.AxisSetup(axis: .horizontal, arrangement: arrangement)]
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let terminal = CurrentProcess.environment("TERM") ?? ""
        guard StandardStream.output.isTerminal, StandardStream.inputIsTerminal, !terminal.isEmpty, terminal != "dumb"
        else {
            throw ControlError(
                "view shows pages on a terminal, and this is none: \"sheafctl page FILE N -o page.png\" writes one to a file"
            )
        }
        try TerminalPicture.load()
        let size = TerminalSize.ofStandardOutput ?? TerminalSize(columns: 80, rows: 24)
        var document = document
        document.viewport = PageWindow().viewport(of: ViewScreen.area(of: size), like: document.viewport)
        var call = try document.call()
        call.parameters.keep = Self.keep
        let state = try document.open(&call, session, console)
        try Viewer(format: format).run(session, state, call, document.files(of: call))
    }
}
