import SheafInterface
import SheafOS
import Varlink

// "sheafctl move", "refresh" and "reload": a document changes, or is read again.

extension Verb {
    /// `sheafctl move N PLACE`.
    static let move = Verb(
        "move", "N PLACE", atMost: 2, summary: "move a page to another place in the document",
        details: """
            The page with the number N becomes the one with the number PLACE, where the document's provider can move pages.
            It is taken up, held at its place, and dropped; with --cancel it is put back instead.
            """,
        options: [
            axisOption,
            .init(
                "edge", value: "WAY", offers: .cases(of: ReaderInterface.Direction.self),
                help: "hold it at that edge on its way, where pages turn: forward, backward"),
            .init("hold", value: "MS", help: "how long at the edge, 0 to 60000 (default: \(MoveCommand.defaultHold))"),
            cancelOption,
        ],
        parse: MoveCommand.init)

    /// `sheafctl refresh`.
    static let refresh = Verb(
        "refresh", summary: "have the document's source looked at again",
        details: "Waits until the provider is done. Pages stay as they are until new ones are ready.",
        command: RefreshCommand())

    /// `sheafctl reload [FILE]`.
    static let reload = Verb(
        "reload", "[FILE]", offers: .files, summary: "open the document again from its file, or go over to FILE",
        details: """
            Also after it failed. All its readers go on where they were. Where another file has taken the place of the one that
            was opened, as programs that save do it, this reader goes over to that: it stays on its page, and your marks are
            copied. Of a reader that another program has opened sheafctl does not know the file: give it as FILE. A file of
            another format is opened in another reader, with "sheafctl open".

            After a restart of the service a locked document needs its password again: you are asked for it, on a terminal, or
            give it with --password-file.
            """,
        options: [PasswordSource.option], parse: ReloadCommand.init)
}

/// Moves a page as by hand: begins the move, holds the page where it is to be, and drops it.
struct MoveCommand: Command {
    /// How long a page is held at the edge, in milliseconds: pages turn there every half second.
    static let defaultHold = 1_000

    /// Of the page, from 0.
    var index: Int
    /// The index that it is to have, counted without the page itself.
    var destination: Int
    /// nil for the reader's first.
    var axis: ReaderInterface.Axis?
    /// The edge of the screen where the page is held first, so that pages turn.
    var edge: ReaderInterface.Direction?
    /// How long it is held there, in milliseconds.
    var hold = MoveCommand.defaultHold
    /// Whether the move is cancelled in the end.
    var isCancelled = false

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let attempt = "move \(PageText.name(index))"
        let origin = try session.call(
            ReaderInterface.BeginMove.self, .init(reader: reader, index: index, axis: axis), attempt: attempt
        ).parameters.location
        let hasMoved: Bool
        do throws(ControlError) {
            hasMoved = try finish(reader, session, attempt)
        } catch {
            // The service would wait for the drop. The error to print is the first one.
            try? Self.cancel(reader, session)
            throw error
        }
        let result: JSONObject = [
            "reader": reader, "location": origin, "index": hasMoved ? destination : origin.index, "moved": hasMoved,
        ]
        try console.show(
            result,
            as: hasMoved
                ? "moved page \(origin.index + 1) to \(destination + 1)"
                : "page \(origin.index + 1) is where it was")
    }

    /// - Returns: whether the page has moved.
    private func finish(_ reader: String, _ session: Session, _ attempt: String) throws(ControlError) -> Bool {
        func update(index: Int? = nil, edge: ReaderInterface.Direction? = nil) throws(ControlError) {
            _ = try session.call(
                ReaderInterface.UpdateMove.self, .init(reader: reader, index: index, edge: edge), attempt: attempt)
        }
        if let edge {
            try update(edge: edge)
            session.pause(hold)
        }
        try update(index: destination)
        guard !isCancelled else {
            try Self.cancel(reader, session)
            return false
        }
        return try session.call(ReaderInterface.EndMove.self, .init(reader: reader), attempt: attempt).parameters.moved
    }

    private static func cancel(_ reader: String, _ session: Session) throws(ControlError) {
        _ = try session.call(ReaderInterface.CancelMove.self, .init(reader: reader), attempt: "put the page back")
    }
}

extension MoveCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard let page = line.words.first, let destination = line.words.dropFirst().first else {
            throw line.mistake("move wants the number of the page, and which number it is to have")
        }
        edge = try line.choice("edge", .all())
        let hold = try line.whole("hold", 0...60_000, "milliseconds")
        guard edge != nil || hold == nil else {
            throw line.mistake("--hold is for a page that is held at an --edge")
        }
        index = try line.pageIndex(page)
        self.destination = try line.pageIndex(destination)
        axis = try line.axis()
        self.hold = hold ?? Self.defaultHold
        isCancelled = line.has("cancel")
    }
}

/// Has the provider look at the document's source, and waits for the event that says that it is done.
struct RefreshCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let watch = try ReaderStream(of: reader, in: session)
        _ = try session.call(
            ReaderInterface.Refresh.self, .init(reader: reader), attempt: "refresh \(watch.state.document.document)")
        let document = TerminalText.safe(watch.state.document.document)
        let deadline = EventLoop.now + UInt64(session.settings.timeoutMilliseconds) * 1_000
        while true {
            guard let event = try watch.next(until: deadline) else {
                throw ControlError("the provider is not done yet: it goes on, \"sheafctl watch\" tells when it is")
            }
            if event.closed ?? false { throw ControlError("the reader was closed meanwhile: open it again") }
            if watch.hasMissed {
                throw ControlError(
                    "sheafd was restarted meanwhile: it looks at documents anew then, \"sheafctl state\" tells what it found"
                )
            }
            switch event.refresh {
            case .failed:
                throw ControlError(
                    "cannot refresh \(document): its provider could not look at its source: try again, or open it"
                        + " again (\"sheafctl reload\")")
            case .refreshed: return try console.show(event, as: "refreshed \(document)")
            case .refreshing, nil: continue
            }
        }
    }
}

/// Opens the document again from its file, or another file in its place.
struct ReloadCommand: Command {
    /// nil: the one that the reader was opened from.
    var file: String?
    var password = PasswordSource.terminal

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        if let file = line.words.first {
            guard !file.isEmpty, file != "-" else {
                throw line.mistake("reload wants the FILE that took the document's place")
            }
            self.file = try OpenedFiles.checked(file)
        }
        password = try PasswordSource(line)
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let known = session.notes.files(of: reader)
        var files = file.map { OpenedFiles(paths: [$0], isAlbum: false, shown: []) } ?? known
        var descriptors: [SharedDescriptor] = []
        do throws(ControlError) { descriptors = try files?.open() ?? [] } catch {
            guard file == nil else { throw error }
            throw ControlError("\(error), or \"sheafctl reload FILE\": the reader goes on with what it was opened from")
        }
        let isSame = file == nil && (try? OpenedFiles.names(of: descriptors)) == known?.shown
        if isSame { descriptors = [] }
        let attempt = isSame || files == nil ? "open the document again" : "go over to \(name(of: files))"
        let reply = try password(opening: "the document", console) { [files] password throws(ControlError) in
            let plain = ReaderInterface.ReloadParameters(reader: reader, password: password)
            return try session.callOpening(
                ReaderInterface.Reload.self, isSame ? plain : files?.reload(reader, password: password) ?? plain,
                descriptors: descriptors, attempt: attempt)
        }
        guard files != nil || reply.state.document.removed != true else {
            throw ControlError(
                "cannot read the document anew: its file was deleted, renamed or replaced, and it goes on as it was: give the file "
                    + "that took its place, \"sheafctl reload FILE\"")
        }
        if !isSame {
            if let file { files = OpenedFiles([file], isAlbum: false, descriptors) }
            files?.shown = (try? OpenedFiles.names(of: descriptors)) ?? []
            session.notes.note(files, of: reader)
        }
        try console.showPosition(reply.state)
        if !console.isJSON, let marks = reply.marks, marks > 0 {
            try console.print("\(Units.count(marks, "mark")) \(marks == 1 ? "was" : "were") copied to what it is now")
        }
    }

    private func name(of files: OpenedFiles?) -> String {
        files?.isAlbum ?? false ? "the album" : files?.paths.first ?? ""
    }
}
