import SheafInterface
import SheafOS
import Varlink

// "sheafctl info", "outline", "links", "annotations", "text" and "search": what a document says.

extension Verb {
    /// `sheafctl info`.
    static let info = Verb(
        "info", summary: "tell what the document says of itself",
        details: "Its title and the like, as far as it has any, under the names that Dublin Core has for them.",
        options: [axisOption], parse: InfoCommand.init)

    /// `sheafctl outline [N]`.
    static let outline = Verb(
        "outline", "[N]", summary: "list the table of contents, or turn to an entry of it",
        details: """
            Lists the entries with their numbers and the pages that they lead to. With N, turns to entry N, as "sheafctl goto"
            turns to a page; only then are there --duration and --direction.
            """,
        options: outlineTurn.options.filter { $0.name != reader.name }
    ) { line throws(ControlError) in
        guard line.words.isEmpty else { return try outlineTurn.parse(line) }
        for option in ["duration", "direction"] where line.has(option) {
            throw line.mistake("--\(option) goes with the number of an entry only")
        }
        return OutlineCommand(axis: try line.contentAxis())
    }

    /// `sheafctl links [N]`.
    static let links = Verb(
        "links", "[N]", summary: "list the links on a page",
        details: "Of page N, by default the one that the reader shows. \"sheafctl link\" follows one of that.",
        options: [axisOption], parse: LinksCommand.init)

    /// `sheafctl annotations [N]`.
    static let annotations = Verb(
        "annotations", "[N]", summary: "list the highlights, notes, drawings and stamps on a page",
        details: """
            Of page N, by default the one that the reader shows: what each is, who made it, when it was last changed (UTC), where on
            the page it is, and what it says.
            """,
        options: [axisOption], parse: AnnotationsCommand.init)

    /// `sheafctl text [N]`.
    static let text = Verb(
        "text", "[N]", summary: "print the text of a page",
        details: """
            Of page N, by default the one that the reader shows, in reading order. With --json, each line is a run of text with its
            box in points and in pixels, or a block.
            """,
        options: [
            axisOption,
            .init("blocks", help: "as headings, paragraphs, lists and tables, where the provider knows them"),
            .init(
                "box", value: "X0,Y0,X1,Y1",
                help: "what stands in this part of the page, in points from its top left corner"),
        ]
    ) { line throws(ControlError) in
        guard line.has("blocks") else { return try TextCommand(line) }
        return try BlocksCommand(line)
    }

    /// `sheafctl search WORDS`.
    static let search = Verb(
        "search", "WORDS", atMost: .max, summary: "search the document for words",
        details: """
            From the page that the reader shows on, around the end: matches are printed as they are found. Upper and lower case
            are the same, and so are letters with marks on them and without, unless an option says otherwise. Of a text that is
            not laid out yet a match is printed at once with how far into the text it is, and with its page when that is known.
            """,
        options: [
            axisOption,
            .init("from", value: "N", help: "begin on page N (default: on the one that the reader shows)"),
            .init("backward", help: "go backward, the last match of each page first"),
            .init("match-case", help: "tell upper and lower case apart"),
            .init("match-marks", help: "tell letters with marks from those without"),
            .init("whole-words", help: "leave out parts of longer words"),
        ],
        parse: SearchCommand.init)
}

/// Tells what the document says of itself.
struct InfoCommand: Command {
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        axis = try line.contentAxis()
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let entries = try session.parts(DocumentInterface.GetMetadata.self, \.next, "ask what the document is") {
            .init(reader: reader, axis: axis, first: $0)
        }.flatMap(\.entries)
        if console.isJSON {
            for entry in entries { try console.printJSON(entry) }
            return
        }
        guard !entries.isEmpty else { return try console.print("the document says nothing of itself") }
        let width = (entries.map { DisplayText.width(TerminalText.safe($0.key)) }.max() ?? 0) + 3
        try console.print(
            DisplayText.subjects(
                entries.map { (TerminalText.safe($0.key), $0.value) }, width: width, console.style))
    }
}

/// Lists the table of contents.
struct OutlineCommand: Command {
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        var count = 0
        try session.parts(DocumentInterface.GetOutline.self, \.next, "list the table of contents") {
            .init(reader: reader, axis: axis, first: $0)
        } each: { part throws(ControlError) in
            count += part.entries.count
            for entry in part.entries {
                if console.isJSON { try console.printJSON(entry) } else { try console.print(Self.text(entry)) }
            }
        }
        if count == 0, !console.isJSON { try console.print("the document has no table of contents") }
    }

    /// "  12  Definitions   page 15 (3)".
    private static func text(_ entry: DocumentInterface.OutlineEntry) -> String {
        let indent = String(repeating: "  ", count: min(entry.level, 16))
        let number = DisplayText.padded("\(entry.number + 1)", to: 4, alignment: .right)
        return "\(number)  \(indent)\(TerminalText.safe(entry.title))" + (entry.target.map { "   \($0.text)" } ?? "")
    }
}

/// Lists the links on a page.
struct LinksCommand: Command {
    /// From 0; nil for the page that the reader shows.
    var index: Int?
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) { (index, axis) = try line.contentPage() }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let links = try session.parts(DocumentInterface.GetLinks.self, \.next, "list the links") {
            .init(reader: reader, axis: axis, index: index, first: $0)
        }.flatMap(\.links)
        try console.show(links, as: Self.table(links), empty: "no links there")
    }

    private static func table(_ links: [DocumentInterface.Link]) -> Table {
        Table(.right("LINK"), "TARGET", "PIXELS", of: links) { link in
            let region = link.place.region
            return [
                "\(link.number + 1)", (link.target?.text ?? "nowhere") + (link.note == true ? " (note)" : ""),
                "\(region.width) x \(region.height) at \(region.x), \(region.y)",
            ]
        }
    }
}

/// Lists what people have put on a page.
struct AnnotationsCommand: Command {
    /// From 0; nil for the page that the reader shows.
    var index: Int?
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) { (index, axis) = try line.contentPage() }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let annotations = try session.parts(DocumentInterface.GetAnnotations.self, \.next, "list the annotations") {
            .init(reader: reader, axis: axis, index: index, first: $0)
        }.flatMap(\.annotations)
        try console.show(annotations, as: Self.table(annotations), empty: "no annotations there")
    }

    private static func table(_ annotations: [DocumentInterface.Annotation]) -> Table {
        Table("KIND", "AUTHOR", "MODIFIED", "PIXELS", "TEXT", of: annotations) { annotation in
            let region = annotation.place.region
            return [
                TerminalText.safe(annotation.kind), TerminalText.safe(annotation.author ?? ""),
                annotation.modified.map { Units.date($0) } ?? "",
                "\(region.width) x \(region.height) at \(region.x), \(region.y)", TerminalText.safe(annotation.text),
            ]
        }
    }
}

/// Prints the text of a page.
struct TextCommand: Command {
    /// From 0; nil for the page that the reader shows.
    var index: Int?
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?
    /// In points; nil for all of the page.
    var box: DocumentInterface.Box?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        (index, axis) = try line.contentPage()
        guard let text = line.value("box") else { return }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 4, let x0 = numbers[0], let y0 = numbers[1], let x1 = numbers[2], let y1 = numbers[3]
        else { throw line.mistake("--box wants X0,Y0,X1,Y1 in points, not \"\(text)\"") }
        box = DocumentInterface.Box(x0: x0, y0: y0, x1: x1, y1: y1)
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        var isLineOpen = false
        try session.parts(DocumentInterface.GetText.self, \.next, "read the text") {
            .init(reader: reader, axis: axis, index: index, box: box, first: $0)
        } each: { part throws(ControlError) in
            for run in part.runs {
                if console.isJSON {
                    try console.printJSON(run)
                } else {
                    isLineOpen = !run.text.hasSuffix("\n")
                    let text = isLineOpen ? run.text : String(run.text.dropLast())
                    try console.print(TerminalText.safe(text), terminator: isLineOpen ? "" : "\n")
                }
            }
        }
        if isLineOpen { try console.print("") }
    }
}

/// Prints the text of a page as blocks.
struct BlocksCommand: Command {
    /// From 0; nil for the page that the reader shows.
    var index: Int?
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        (index, axis) = try line.contentPage()
        if line.has("box") { throw line.mistake("--box goes without --blocks only") }
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        var last: DocumentInterface.Block?
        try session.parts(DocumentInterface.GetBlocks.self, \.next, "read the blocks of text") {
            .init(reader: reader, axis: axis, index: index, first: $0)
        } each: { part throws(ControlError) in
            for block in part.blocks {
                guard !console.isJSON else {
                    try console.printJSON(block)
                    continue
                }
                if let last, last.kind != "listItem" || block.kind != "listItem" { try console.print("") }
                for line in Self.lines(block) { try console.print(line) }
                last = block
            }
        }
        if last == nil, !console.isJSON { try console.print("no text there") }
    }

    /// A block in the manner of Markdown.
    private static func lines(_ block: DocumentInterface.Block) -> [String] {
        let level = min(block.level ?? 1, 16)
        let (before, between, after) =
            switch block.kind {
            case "heading": (String(repeating: "#", count: level) + " ", " ", "")
            case "listItem": (String(repeating: "  ", count: level - 1), " ", "")
            case "code": ("    ", "\t", "")
            case "table": ("| ", " | ", " |")
            default: ("", " ", "")
            }
        return block.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return before + cells.map { TerminalText.safe(String($0)) }.joined(separator: between) + after
        }
    }
}

/// Searches the document.
struct SearchCommand: Command {
    var needle: String
    /// From 0; nil for the page that the reader shows.
    var index: Int?
    /// nil for the reader's first.
    var axis: DocumentInterface.Axis?
    var isBackward = false
    var matchesCase = false
    var matchesMarks = false
    var isOfWholeWords = false

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard !line.words.isEmpty else { throw line.mistake("search wants the words to search for") }
        needle = line.words.joined(separator: " ")
        axis = try line.contentAxis()
        index = try line.pageIndex(option: "from")
        isBackward = line.has("backward")
        matchesCase = line.has("match-case")
        matchesMarks = line.has("match-marks")
        isOfWholeWords = line.has("whole-words")
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let client = session.makeClient()
        var reply = try attempt(session) { () throws(VarlinkCallError<DocumentInterface.Failure>) in
            try client.callMore(
                DocumentInterface.Search.self,
                .init(
                    reader: reader, needle: needle, axis: axis, index: index,
                    direction: isBackward ? .backward : .forward, matchCase: matchesCase, matchMarks: matchesMarks,
                    wholeWords: isOfWholeWords, early: true))
        }
        while true {
            if console.isJSON {
                try console.printJSON(reply.parameters)
            } else {
                for match in reply.parameters.matches { try console.print(Self.text(match, in: reply.parameters)) }
            }
            guard reply.continues else { break }
            reply = try attempt(session) { () throws(VarlinkCallError<DocumentInterface.Failure>) in
                try client.receive(DocumentInterface.Search.self)
            }
        }
        if !console.isJSON { try console.print(Self.summary(reply.parameters)) }
    }

    private func attempt<Result>(
        _ session: Session, _ body: () throws(VarlinkCallError<DocumentInterface.Failure>) -> Result
    ) throws(ControlError) -> Result {
        do throws(VarlinkCallError<DocumentInterface.Failure>) { return try body() } catch {
            throw session.failure("search the document", error)
        }
    }

    /// "page 12 (3): what is before [the match] and behind it"; "37 %: ..." of one whose page is not laid out so far.
    private static func text(_ match: DocumentInterface.Match, in reply: DocumentInterface.SearchReply) -> String {
        let name =
            if let page = reply.page {
                PageText.name(page.index) + (page.label.map { " (\(TerminalText.safe($0)))" } ?? "")
            } else {
                "\((match.position ?? 0) * 100 / max(reply.end ?? 0, 1)) %"
            }
        return name + ": "
            + "\(TerminalText.safe(match.before))[\(TerminalText.safe(match.text))]\(TerminalText.safe(match.after))"
    }

    private static func summary(_ end: DocumentInterface.SearchReply) -> String {
        let unreadable = end.unreadable > 0 ? ", \(end.unreadable) of which can't be read" : ""
        let found = end.found == 0 ? "nothing" : end.found == 1 ? "1 match" : "\(end.found) matches"
        return "\(found) on \(Units.count(end.searched, "page"))\(unreadable)"
    }
}

extension VerbArguments {
    /// The axis in `--axis`.
    fileprivate func contentAxis() throws(ControlError) -> DocumentInterface.Axis? { try choice("axis", .all()) }

    /// The page that is the only argument, where it is given, and the axis in `--axis`.
    func contentPage() throws(ControlError) -> (index: Int?, axis: DocumentInterface.Axis?) {
        let axis = try contentAxis()
        return (try words.first.map { text throws(ControlError) in try pageIndex(text) }, axis)
    }
}

extension DocumentInterface.Target {
    /// "page 15 (3)", or the address, and what it is where that does not show.
    fileprivate var text: String {
        if let index { return PageText.name(index) + (label.map { " (\(TerminalText.safe($0)))" } ?? "") }
        let uri = uri.map { TerminalText.safe($0) }
        return switch kind {
        case nil, .web, .mail: uri ?? "nowhere"
        case .here: uri.map { "nowhere (\($0))" } ?? "nowhere"
        case .document, .file, .script, .launch, .unknown:
            (kind?.rawValue ?? "") + (uri.map { " \($0)" } ?? "")
        }
    }
}
