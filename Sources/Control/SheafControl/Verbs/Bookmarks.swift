import SheafInterface
import SheafOS
import Varlink

// "sheafctl bookmarks" and "places": what a user has marked, and read.

extension Verb {
    /// `sheafctl bookmarks`.
    static let bookmarks = Verb(
        "bookmarks", summary: "list, make, change, export or import your marks in the document",
        details: """
            Bookmarks are of pages, highlights of a text on one. Where the service keeps places (Places= in sheafd.conf) they
            are kept by what is in the document, wherever it lies. Without options it lists them.

            --export prints them as W3C Web Annotations (JSON-LD), and --import takes such, from sheafd or others: of pages
            and of places in an EPUB (FragmentSelector with page=N or an EPUB CFI), and of texts (TextQuoteSelector). What was
            imported before is replaced.
            """,
        options: [
            .init("add", help: "mark the page that the reader shows, or --page"),
            .init("page", value: "N", help: "the page to mark"),
            .init("text", value: "TEXT", help: "highlight this text on the page"),
            .init("note", value: "TEXT", help: "what you have to say of it; with --change \"\" for nothing"),
            .init("color", value: "NAME", help: "its colour, any name"),
            .init("change", value: "M", help: "change the note or the colour of mark M of the list"),
            .init("remove", value: "M", help: "take mark M of the list away"),
            .init("export", help: "print all as W3C Web Annotations"),
            .init("import", value: "FILE", help: "take the annotations in FILE, or in standard input (-)"),
            .init("any-document", help: "with --import: also those of another document"),
        ], parse: BookmarksCommand.init)

    /// `sheafctl places`.
    static let places = Verb(
        "places", summary: "list the documents that you have read, or have that forgotten",
        details: """
            The one read last first, with the page on which you have stopped, and how many marks you have in it. What is
            forgotten is gone from the disk.
            """,
        usesReader: false,
        options: [
            .init("forget", value: "DIGEST", help: "forget a document, by as much of its digest as is needed"),
            .init("forget-all", help: "forget all of them, and all your marks"),
        ], parse: PlacesCommand.init)
}

/// Lists, adds, changes, removes, exports or imports marks.
struct BookmarksCommand: Command {
    enum Action: Equatable {
        case list
        case add(index: Int?, text: String?)
        /// By its number in the list, from 0.
        case change(Int)
        case remove(Int)
        case export
        /// - Parameter isOfAny: whether annotations of another document are taken.
        case `import`(file: String, isOfAny: Bool)
    }

    var action: Action
    var note: String?
    var color: String?

    /// The command in the options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        note = line.value("note")
        color = line.value("color")
        let actions = ["add", "change", "remove", "export", "import"].filter { line.has($0) }
        guard actions.count <= 1 else {
            throw line.mistake("--\(actions[0]) and --\(actions[1]) are two things to do: give one")
        }
        switch actions.first {
        case "add"?: action = .add(index: try line.pageIndex(option: "page"), text: line.value("text"))
        case "change"?: action = .change((try line.whole("change", 1...Int(Int32.max), "") ?? 1) - 1)
        case "remove"?: action = .remove((try line.whole("remove", 1...Int(Int32.max), "") ?? 1) - 1)
        case "export"?: action = .export
        case "import"?: action = .import(file: line.value("import") ?? "", isOfAny: line.has("any-document"))
        default: action = .list
        }
        if line.has("any-document"), actions != ["import"] {
            throw line.mistake("--any-document goes with --import only")
        }
        for option in ["page", "text"] where line.has(option) && actions != ["add"] {
            throw line.mistake("--\(option) goes with --add only")
        }
        for option in ["note", "color"] where line.has(option) && actions != ["add"] && actions != ["change"] {
            throw line.mistake("--\(option) goes with --add and --change only")
        }
        if actions == ["change"], note == nil, color == nil {
            throw line.mistake("--change wants a --note or a --color")
        }
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        switch action {
        case .list:
            let marks = try Self.marks(of: reader, session).marks
            try console.show(marks, as: Self.table(marks), empty: "no marks")
        case .add(let index, let text):
            let mark = try session.call(
                ReaderInterface.AddMark.self,
                .init(reader: reader, index: index, text: text, note: note, color: color), attempt: "mark the page"
            ).parameters.mark
            try console.show(mark, as: "marked \(Self.page(of: mark))")
        case .change(let number):
            let id = try Self.mark(number, of: reader, session).mark
            let mark = try session.call(
                ReaderInterface.ChangeMark.self, .init(reader: reader, mark: id, note: note, color: color),
                attempt: "change the mark"
            ).parameters.mark
            try console.show(mark, as: "changed the mark on \(Self.page(of: mark))")
        case .remove(let number):
            let mark = try Self.mark(number, of: reader, session)
            _ = try session.call(
                ReaderInterface.RemoveMark.self, .init(reader: reader, mark: mark.mark), attempt: "take the mark away")
            try console.show(mark, as: "took the mark on \(Self.page(of: mark)) away")
        case .export:
            let (digest, marks) = try Self.marks(of: reader, session)
            try console.printJSON(
                AnnotationPage(digest: digest, marks: marks, cfis: Self.cfis(of: marks, of: reader, session)))
        case .import(let file, let isOfAny):
            try importAnnotations(from: file, isOfAny: isOfAny, into: reader, session, console)
        }
    }

    private func importAnnotations(
        from file: String, isOfAny: Bool, into reader: String, _ session: Session, _ console: Console
    ) throws(ControlError) {
        let annotations = try AnnotationFile.read(file)
        let digest = try Self.marks(of: reader, session).digest
        if !isOfAny, let other = annotations.first(where: { $0.digest.map { $0 != digest } ?? false }) {
            throw ControlError(
                """
                these are marks in another document (\(other.digest ?? "")), and the reader is on \(digest): open that one, or \
                take them all the same with --any-document
                """)
        }
        var count = 0
        for annotation in annotations {
            do throws(ControlError) {
                let place = try Self.place(of: annotation, of: reader, session)
                _ = try session.call(
                    ReaderInterface.AddMark.self, annotation.parameters(reader: reader, at: place),
                    attempt: "take an annotation")
                count += 1
            } catch {
                try console.note("annotation \(annotation.number + 1) of \(annotations.count): \(error)")
            }
        }
        try console.show(
            ["imported": count, "given": annotations.count] as JSONObject,
            as: "took \(Units.count(count, "mark")) of \(annotations.count)")
        if count < annotations.count { throw ControlError("not all annotations could be taken") }
    }

    /// All marks in the document of a reader.
    private static func marks(
        of reader: String, _ session: Session
    ) throws(ControlError) -> (digest: String, marks: [ReaderInterface.Mark]) {
        let parts = try session.parts(ReaderInterface.GetMarks.self, \.next, "list the marks") {
            .init(reader: reader, first: $0)
        }
        return (parts.last?.digest ?? "", parts.flatMap(\.marks))
    }

    /// Where the CFI of an annotation leads; nil where it has none, or where it names a page besides and the CFI leads nowhere here.
    private static func place(
        of annotation: WebAnnotation, of reader: String, _ session: Session
    ) throws(ControlError) -> DocumentInterface.FindCFIReply? {
        guard let cfi = annotation.cfi else { return nil }
        do throws(ControlError) {
            return try session.call(
                DocumentInterface.FindCFI.self, .init(reader: reader, cfi: cfi), attempt: "find its place"
            ).parameters
        } catch {
            guard annotation.hasPage else { throw error }
            return nil
        }
    }

    /// The CFIs of marks, by their ids; none in a document that is no EPUB.
    private static func cfis(
        of marks: [ReaderInterface.Mark], of reader: String, _ session: Session
    ) -> [String: String] {
        var cfis: [String: String] = [:]
        for mark in marks where mark.index != nil {
            // Letters count, and blanks do not.
            let letters = (mark.text ?? "").unicodeScalars.count { !$0.properties.isWhitespace }
            let end = mark.position.flatMap { letters > 0 ? $0 + letters : nil }
            let reply = try? session.call(
                DocumentInterface.GetCFI.self,
                .init(
                    reader: reader, index: mark.position == nil ? mark.index : nil, position: mark.position, end: end),
                attempt: "name the place of a mark")
            // In another document the first one fails as all do.
            if reply == nil, cfis.isEmpty { break }
            cfis[mark.mark] = reply?.parameters.cfi
        }
        return cfis
    }

    private static func mark(
        _ number: Int, of reader: String, _ session: Session
    ) throws(ControlError) -> ReaderInterface.Mark {
        let marks = try marks(of: reader, session).marks
        guard marks.indices.contains(number) else {
            throw ControlError("there is no mark \(number + 1): \"sheafctl bookmarks\" lists those there are")
        }
        return marks[number]
    }

    private static func page(of mark: ReaderInterface.Mark) -> String {
        mark.index.map { PageText.name($0) } ?? "a page that is no more"
    }

    private static func table(_ marks: [ReaderInterface.Mark]) -> Table {
        Table(.right("MARK"), .right("PAGE"), "KIND", "MADE (UTC)", "TEXT", "NOTE", of: marks.enumerated()) {
            number, mark in
            [
                "\(number + 1)", mark.index.map { "\($0 + 1)" } ?? "-", mark.kind.rawValue, Units.date(mark.created),
                DisplayText.cut(TerminalText.safe(mark.text ?? ""), to: 40),
                DisplayText.cut(TerminalText.safe(mark.note ?? ""), to: 60),
            ]
        }
    }
}

/// Which documents to list or forget.
struct PlacesCommand: Command {
    enum Action: Equatable {
        case list
        case forget(String)
        case forgetAll
    }

    var action: Action

    /// The command in the options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        switch (line.value("forget"), line.has("forget-all")) {
        case (.some, true): throw line.mistake("--forget-all forgets every document: leave --forget out")
        case (let digest?, false): action = .forget(digest)
        case (nil, true): action = .forgetAll
        case (nil, false): action = .list
        }
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        var documents: [ReaderInterface.ReadDocument] = []
        if action != .forgetAll {
            documents = try session.parts(ReaderInterface.GetPlaces.self, \.next, "list what you have read") {
                .init(first: $0)
            }.flatMap(\.documents)
        }
        switch action {
        case .list:
            try console.show(documents, as: Self.table(documents), empty: "nothing is known of what you have read")
        case .forgetAll: try Self.forget(nil, session, console)
        case .forget(let start):
            let found = documents.map(\.digest).filter { $0.hasPrefix(start) || Self.digits(of: $0).hasPrefix(start) }
            guard let digest = found.first, found.count == 1, !start.isEmpty else {
                let why = found.isEmpty ? "no document that you have read has" : "more than one document has"
                throw ControlError("\(why) a digest that begins with \"\(start)\": \"sheafctl places\" lists them")
            }
            try Self.forget(digest, session, console)
        }
    }

    private static func forget(_ digest: String?, _ session: Session, _ console: Console) throws(ControlError) {
        let reply = try session.call(ReaderInterface.ForgetPlaces.self, .init(digest: digest), attempt: "forget")
            .parameters
        try console.show(
            reply, as: "forgot \(Units.count(reply.places, "document")) and \(Units.count(reply.marks, "mark"))")
    }

    private static func digits(of digest: String) -> Substring {
        digest.split(separator: ":").last ?? digest[...]
    }

    private static func table(_ documents: [ReaderInterface.ReadDocument]) -> Table {
        Table("DIGEST", .right("PAGE"), "READ (UTC)", .right("MARKS"), "TITLE", of: documents) { document in
            [
                String(digits(of: document.digest).prefix(12)), "\(document.index + 1) of \(document.pages)",
                Units.date(document.time), "\(document.marks)", TerminalText.safe(document.title ?? ""),
            ]
        }
    }
}
