import SheafInterface
import SheafOS

// "sheafctl open" and "sheafctl close": a reader from its beginning to its end.

extension Verb {
    /// `sheafctl open FILE`.
    static let open: Verb = Verb(
        "open", "FILE...", atMost: .max, offers: .files, summary: "open a document in a new reader",
        details: """
            The file is opened by sheafctl and passed on as a descriptor: the service needs no right to read it. With
            --library it is named by a path below one of the service's library folders instead, and FILE is left out.

            Several files are opened as one document, an album: images, whose pages come in this order.

            "open -" reads the document from standard input: from a pipe all of it, into memory. Addresses are not opened.

            With --browser the files are shown in your browser, by a sheaf-web of your own. It ends a minute after you have
            closed them there.

            For a locked document you are asked for the password, on a terminal; else give it with --password-file.

            A reader has one axis, along which pages are turned, or two that cross. --spread, --back, --order, --flow, --spacing
            and --part are for the first one. --vertical crosses it with another document that is open (d2), a part of this one
            (11+5: 5 pages from page 11 on), or a part of the other (d2,11+5). Pages and spreads are counted from 1.
            """,
        usesReader: false,
        options: ViewportChange.options + LooksChange.options + [
            OpenCommand.providerOption,
            .init("library", value: "PATH", help: "a file below one of the service's library folders"),
            .init("name", value: "NAME", help: "what the file is called (default: by its path)"),
            PasswordSource.option,
            .init(
                "page", value: "N",
                help: "begin on this page, counted from 1 (default: where you have stopped, or as the document asks)"),
        ] + arrangementOptions + [
            .init(
                "axis", value: "AXIS", offers: .cases(of: ReaderInterface.Axis.self),
                help: "which axis the only one is: horizontal (default) or vertical"),
            .init("part", value: "FIRST+PAGES", help: "only so many pages from one on"),
            .init("vertical", value: "DOC|PART", help: "cross it with a vertical axis: d2, 11+5, or d2,11+5"),
            .init("vertical-page", value: "N", help: "the page of the vertical axis to begin with"),
            .init("unlock", value: "H,V", help: "the spreads at which each axis must rest for the other to move"),
            .init("background", value: "N", help: "the page behind the axes where they cross: 5, or d2,5"),
            .init("manual", help: "the viewer turns pages itself: see \"sheafctl report\""),
            .init("browser", help: "show it in your browser; no other option of open is for that"),
        ],
        parse: { line throws(ControlError) -> any Command in
            guard line.has("browser") else { return try OpenCommand(line) }
            for option in open.options where option.name != "browser" && line.has(option.name) {
                throw line.mistake("--\(option.name) is not for --browser: set it in the browser")
            }
            return try BrowseCommand(line)
        })

    /// `sheafctl close`.
    static let close = Verb(
        "close", summary: "close a reader", details: "Its pages go when nobody else reads the document.",
        command: CloseCommand())
}

/// Which document to open, and how to show it.
struct OpenCommand: Command {
    static let startsService = true

    /// Where the document is.
    enum Source: Equatable, Sendable {
        /// A file that sheafctl opens.
        case file(String)
        /// Files that sheafctl opens, as one document.
        case album([String])
        /// A document that comes through standard input.
        case standardInput
        /// A path below a library folder, which the service opens.
        case library(String)

        /// The path as it was typed, or words for an album and for standard input.
        var path: String {
            switch self {
            case .file(let path), .library(let path): path
            case .album(let paths): "an album of \(paths.count) files"
            case .standardInput: "standard input"
            }
        }
    }

    var source: Source
    var viewport: ReaderInterface.Viewport
    /// The looks of pages; nil: the default ones.
    var looks: ReaderInterface.Looks?
    var provider: String?
    /// The name of the file; nil: by its path.
    var name: String?
    /// The page to begin with; nil for the first.
    var target: ReaderInterface.Target?
    /// The axes, one or two; nil for one along the whole document.
    var axes: [ReaderInterface.AxisSetup]?
    var background: ReaderInterface.Background?
    var isManual = false
    var password = PasswordSource.terminal

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        var call = try call()
        let state = try open(&call, session, console)
        session.notes.note(files(of: call), of: state.reader)
        try console.showPosition(state)
    }

    /// The files that a call opens, by their paths; nil where the document has none.
    func files(of call: OpenCall) -> OpenedFiles? {
        switch source {
        case .file(let path): OpenedFiles([path], isAlbum: false, call.descriptors)
        case .album(let paths): OpenedFiles(paths, isAlbum: true, call.descriptors)
        case .standardInput, .library: nil
        }
    }

    /// The call, for who may have to open the document again.
    func call() throws(ControlError) -> OpenCall {
        var parameters = ReaderInterface.OpenParameters(
            provider: provider, viewport: viewport, looks: looks, target: target, axes: axes, background: background,
            manual: isManual ? true : nil)
        var descriptors: [SharedDescriptor] = []
        switch source {
        case .library(let path): parameters.path = path
        case .file(let path):
            parameters.fileDescriptor = 0
            parameters.name = name ?? path
            descriptors = [try OpenedFiles.openFile(path)]
        case .album(let paths):
            parameters.name = name
            for (index, path) in paths.enumerated() {
                descriptors.append(try OpenedFiles.openFile(path))
                parameters.album = (parameters.album ?? []) + [.init(fileDescriptor: index, name: path)]
            }
        case .standardInput:
            parameters.fileDescriptor = 0
            parameters.name = name
            descriptors = [try Self.readStandardInput()]
        }
        return OpenCall(parameters: parameters, descriptors: descriptors)
    }

    /// Opens the document by its call, which has the password afterwards that it needed.
    ///
    /// - Returns: where the reader is.
    func open(
        _ call: inout OpenCall, _ session: Session, _ console: Console
    ) throws(ControlError) -> ReaderInterface.State {
        let attempt = "open \(source.path)"
        return try password(opening: source.path, console) { password throws(ControlError) in
            call.parameters.password = password
            return try session.callOpening(
                ReaderInterface.Open.self, call.parameters, descriptors: call.descriptors, attempt: attempt,
                showing: "opening \(source.path)")
        }.state
    }

    /// Opens the document in a reader that is there for this call only.
    ///
    /// - Parameter body: gets where the reader is; it is closed afterwards.
    func whileOpen(
        _ session: Session, _ console: Console, _ body: (ReaderInterface.State) throws(ControlError) -> Void
    ) throws(ControlError) {
        var call = try call()
        let state = try open(&call, session, console)
        session.showProgress(of: state.reader)
        let result = Result { () throws(ControlError) in try body(state) }
        // Where it can't be closed it expires. The error to print is the first one.
        let closing = Result { () throws(ControlError) in
            _ = try session.call(
                ReaderInterface.Close.self, .init(reader: state.reader), attempt: "close reader \(state.reader)")
        }
        try result.get()
        try closing.get()
    }

    /// How many files an album may have, by the protocol.
    static let albumLimit = 64

    /// The longest document that is taken from a pipe, in bytes: it is kept in memory as long as it is open.
    static let pipeLimit = 1 << 31

    private static func readStandardInput() throws(ControlError) -> SharedDescriptor {
        guard !StandardStream.inputIsTerminal else {
            throw ControlError("\"open -\" reads a document from standard input, which is a terminal: pipe one into it")
        }
        do throws(OSError) {
            return SharedDescriptor(try UserFile.standardInput(limit: pipeLimit))
        } catch {
            throw ControlError(
                "\(error): at most \(Units.bytes(pipeLimit)) can be piped, save it to a file and open that")
        }
    }
}

extension OpenCommand {
    /// The option that says which provider opens a document.
    static let providerOption = Verb.Option(
        "provider", value: "NAME", offers: .asked(ProvidersCommand.names),
        help: "open it with this provider (default: the one that knows it best)")

    /// The options of the verbs that open a document for themselves.
    static let documentOptions =
        ViewportChange.options + LooksChange.options + [
            providerOption, PasswordSource.option,
        ]

    /// A document that a verb opens for itself, to get pages of it one by one, in the options of its line.
    ///
    /// - Parameter file: a path, or "-" for standard input.
    init(file: String, page index: Int, _ line: VerbArguments) throws(ControlError) {
        guard !file.isEmpty else { throw line.mistake("\(line.verb) wants the FILE to open") }
        try self.init(file == "-" ? .standardInput : .file(try OpenedFiles.checked(file)), line)
        target = ReaderInterface.Target(index: index)
        axes = [ReaderInterface.AxisSetup(axis: .horizontal, arrangement: .init(spread: .single))]
    }

    /// Reads the options of every verb that opens a document.
    private init(_ source: Source, _ line: VerbArguments) throws(ControlError) {
        self.source = source
        var change = try ViewportChange(line)
        if change.size == nil { change.size = try ViewportChange.size(ViewportChange.defaultSize, line) }
        viewport = change.applied(to: ReaderInterface.Viewport(width: 0, height: 0))
        let lookChange = try LooksChange(line)
        looks = lookChange == LooksChange() ? nil : lookChange.applied(to: .init())
        provider = line.value("provider")
        password = try PasswordSource(line)
        guard source != .standardInput || password != .file("-") else {
            throw line.mistake("the document and --password-file both want standard input: give one of them as a file")
        }
    }

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        let source: Source
        switch (line.words.first, line.value("library")) {
        case (.some, nil) where line.words.count > 1:
            guard line.words.count <= Self.albumLimit else {
                throw line.mistake("an album has at most \(Self.albumLimit) files, and these are \(line.words.count)")
            }
            guard !line.words.contains("-") else { throw line.mistake("standard input can't be a file of an album") }
            source = .album(try line.words.map { path throws(ControlError) in try OpenedFiles.checked(path) })
        case ("-"?, nil): source = .standardInput
        case (let file?, nil) where !file.isEmpty: source = .file(try OpenedFiles.checked(file))
        case (nil, let path?) where !path.isEmpty: source = .library(path)
        case (.some, .some): throw line.mistake("open wants FILE or --library PATH, not both")
        default: throw line.mistake("open wants the FILE to open")
        }
        try self.init(source, line)
        axes = try Self.axes(line)
        target = try line.pageIndex(option: "page").map { ReaderInterface.Target(index: $0) }
        background = try Self.background(line)
        if background != nil, axes?.count != 2 {
            throw line.mistake("--background is seen where two axes cross: give --vertical too")
        }
        name = line.value("name")
        isManual = line.has("manual")
    }

    /// The axes as they were given; nil where no option is about them.
    private static func axes(_ line: VerbArguments) throws(ControlError) -> [ReaderInterface.AxisSetup]? {
        let unlocks = try unlocks(line)
        var front = ReaderInterface.AxisSetup(axis: try line.axis() ?? .horizontal)
        front.arrangement = try line.arrangement()
        if let text = line.value("part") {
            guard let part = part(text) else {
                throw line.mistake("--part wants FIRST+PAGES, as 11+5, not \"\(text)\"")
            }
            (front.first, front.pages) = part
        }
        guard let text = line.value("vertical") else {
            for name in ["unlock", "vertical-page"] where line.has(name) {
                throw line.mistake("--\(name) is for two axes: give --vertical too")
            }
            return front == ReaderInterface.AxisSetup(axis: .horizontal) ? nil : [front]
        }
        guard front.axis == .horizontal else { throw line.mistake("--vertical is the other axis: leave out --axis") }
        var other = try vertical(text, line)
        other.start = try line.pageIndex(option: "vertical-page")
        front.unlocks = unlocks?.horizontal
        other.unlocks = unlocks?.vertical
        return [front, other]
    }

    /// The value of `--vertical`: a document, a part of the first one, or a part of a document: "d2", "11+5",
    /// "d2,11+5".
    private static func vertical(
        _ text: String, _ line: VerbArguments
    ) throws(ControlError) -> ReaderInterface.AxisSetup {
        var setup = ReaderInterface.AxisSetup(axis: .vertical)
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let last = words.last, let part = part(last) {
            (setup.first, setup.pages) = part
            if words.count == 2 { setup.document = words[0] }
        } else if words.count == 1 {
            setup.document = text
        }
        let isWhole = setup.first != nil && words.count <= 2 || setup.document != nil
        guard isWhole, setup.document?.isEmpty != true, setup.document?.contains("+") != true else {
            throw line.mistake(
                "--vertical wants an open document, a part of this one or both, as d2, 11+5 or d2,11+5, not \"\(text)\""
            )
        }
        return setup
    }

    /// "11+5": the first page, here as an index from 0, and how many there are.
    private static func part(_ text: String) -> (first: Int, pages: Int)? {
        let numbers = VerbArguments.numbers(text, separator: "+")
        guard numbers.count == 2, let first = numbers[0], let pages = numbers[1], first >= 1, pages >= 1 else {
            return nil
        }
        return (first - 1, pages)
    }

    /// The spreads in `--unlock`, here from 0; either may be left out.
    private static func unlocks(
        _ line: VerbArguments
    ) throws(ControlError) -> (horizontal: Int?, vertical: Int?)? {
        guard let text = line.value("unlock") else { return nil }
        let sides = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = sides.map { $0.isEmpty ? nil : VerbArguments.number($0) }
        let isRight = zip(sides, numbers).allSatisfy { $0.isEmpty || ($1 ?? 0) >= 1 }
        guard sides.count == 2, isRight, text != "," else {
            throw line.mistake(
                "--unlock wants H,V: the spreads, counted from 1, where each axis frees the other, not \"\(text)\"")
        }
        return (numbers[0].map { $0 - 1 }, numbers[1].map { $0 - 1 })
    }

    /// The value of `--background`: a page of this document or another: "5", "d2,5".
    private static func background(_ line: VerbArguments) throws(ControlError) -> ReaderInterface.Background? {
        guard let text = line.value("background") else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let last = words.last, words.count <= 2, words.count == 1 || !words[0].isEmpty else {
            throw line.mistake(
                "--background wants the number of a page, as 5, or d2,5 for one of another document, not \"\(text)\"")
        }
        return ReaderInterface.Background(
            document: words.count == 2 ? words[0] : nil, index: try line.pageIndex(last))
    }
}

/// Closes a reader.
struct CloseCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        _ = try session.call(ReaderInterface.Close.self, .init(reader: reader), attempt: "close reader \(reader)")
        session.notes.forget(reader)
        try console.show(["reader": reader] as JSONObject, as: "closed reader \(reader)")
    }
}
