import SheafInterface
import SheafOS
import Varlink

/// The viewer on the terminal: gives the keys their meaning, and draws what is read.
///
/// All of it runs on one event loop, so that keys are served also while the service does not answer. A page stays on the screen until the next
/// one is there.
final class Viewer {
    /// The content of the screen, which gets the keys.
    private enum Mode {
        case page
        /// A prompt for the text to search for, with what was typed so far.
        case prompt(String)
        case outline(OutlineList)
        case thumbnails(ThumbnailGrid)
        case help
    }

    private let loop: EventLoop
    private let screen: ViewScreen
    private let input: ViewInput
    private let painter: ViewPainter
    private let forcedFormat: TerminalPicture.Format?
    private var reader: ViewReader?

    private var drawing: BatchWork?

    private var mode = Mode.page
    private var keys = ViewKeys()
    private var window = PageWindow()
    private var search: ViewSearch?
    /// The connection that lists the table of contents, or hands over pages in small.
    private var lookup: VarlinkClient?
    /// The message that is shown until the next key.
    private var message: String?
    private var failure: ControlError?

    /// - Parameter format: nil: the best of the terminal.
    init(format: TerminalPicture.Format?) throws(ControlError) {
        guard let screen = ViewScreen() else { throw ControlError("the keys of the terminal can't be taken") }
        self.screen = screen
        painter = ViewPainter(screen)
        forcedFormat = format
        do throws(OSError) { loop = try EventLoop() } catch { throw ControlError(error) }
        input = ViewInput(from: screen, on: loop)
    }

    /// Runs until somebody quits, or until there is no going on.
    ///
    /// - Parameters:
    ///   - state: of a reader that was opened for this, in the terminal's viewport.
    ///   - opened: how it was opened.
    ///   - files: from what; nil: from nothing that has a path.
    func run(
        _ session: Session, _ state: ReaderInterface.State, _ opened: OpenCall, _ files: OpenedFiles?
    ) throws(ControlError) {
        let reader = ViewReader(session, state, opened, files, loop: loop) { [unowned self] change in serve(change) }
        self.reader = reader
        do throws(OSError) {
            defer { leave() }
            drawing = loop.addBatchWork { [unowned self] in draw() }
            try input.enter(format: forcedFormat) { [unowned self] event in serve(event) }
            try reader.start()
            redraw()
            _ = try loop.run()
        } catch {
            throw ControlError(error)
        }
        if let failure { throw failure }
    }

    private func leave() {
        drawing?.cancel()
        input.leave()
        lookup?.close()
        search = nil
        reader?.end()
    }

    private func end(_ error: ControlError? = nil) {
        failure = failure ?? error
        loop.exit()
    }

    // MARK: Keys

    private func serve(_ event: ViewInput.Event) {
        switch event {
        case .typed(let input): serve(input)
        case .resized: resize()
        case .formatChosen: redraw()
        case .ended(let error): end(error)
        }
    }

    /// Shows everything for the size that the terminal has now.
    private func resize() {
        setViewport()
        if case .thumbnails(var grid) = mode {
            grid.resize(screen.area)
            mode = .thumbnails(grid)
        }
        redraw()
    }

    private func serve(_ input: TerminalInput) {
        if input == .redraw { return redraw() }
        message = nil
        drawing?.request()
        switch mode {
        case .page:
            perform(
                keys.action(
                    input, isZoomed: window.isZoomed, isRightToLeft: reader?.isRightToLeft ?? false))
        case .prompt(let text): type(input, after: text)
        case .outline(let list): serve(input, list)
        case .thumbnails(let grid): serve(input, grid)
        case .help: show(.page)
        }
    }

    private func perform(_ action: ViewKeys.Action) {
        switch action {
        case .next: reader?.turn(.relative(1))
        case .previous: reader?.turn(.relative(-1))
        case .first: reader?.turn(.first)
        case .last: reader?.turn(.last)
        case .page(let number): reader?.turn(.index(number - 1))
        case .move(let right, let down):
            guard let page = reader?.shown?.page else { return }
            window.move(right: right, down: down, over: (page.pageWidth, page.pageHeight), in: screen.area)
        case .zoom(let steps): window.zoom(by: steps)
        case .fit: window.fit()
        case .outline: showOutline()
        case .thumbnails: showThumbnails()
        case .search: mode = .prompt("")
        case .nextHit: goToHit(backward: false)
        case .previousHit: goToHit(backward: true)
        case .rotate:
            window.fit()
            setViewport(turnedBy: 90)
            searchAgain()
        case .paper: reader?.changePaper()
        case .help: show(.help)
        case .redraw: redraw()
        case .quit: end()
        case .nothing: break
        }
    }

    private func type(_ input: TerminalInput, after text: String) {
        switch input {
        case .character(let character): mode = .prompt(text + String(character))
        case .backspace where !text.isEmpty: mode = .prompt(String(text.dropLast()))
        case .backspace, .escape: mode = .page
        case .enter:
            mode = .page
            if text.isEmpty { goToHit(backward: false) } else { begin(search: text, jumps: true) }
        default: break
        }
    }

    private func serve(_ input: TerminalInput, _ list: OutlineList) {
        var list = list
        switch list.serve(input, rows: screen.area.rows) {
        case .moved: show(.outline(list))
        case .chosen(let number):
            reader?.turn(.outline(number))
            show(.page)
        case .closed: show(.page)
        }
    }

    private func serve(_ input: TerminalInput, _ grid: ThumbnailGrid) {
        var moved = grid
        switch moved.serve(input) {
        case .moved where moved.shown == grid.shown:
            mode = .thumbnails(moved)
            painter.drawLabels(of: moved)
        case .moved:
            mode = .thumbnails(moved)
            redraw()
        case .chosen(let index):
            reader?.turn(.index(index))
            show(.page)
        case .closed: show(.page)
        }
    }

    // MARK: What is read

    private func serve(_ change: ViewReader.Change) {
        drawing?.request()
        switch change {
        case .shown: break
        case .turned: window.turn()
        // What was found may be on other pages.
        case .document: search = nil
        case .lost: message = "sheafd ended the connection: waiting for it (q quits)"
        case .back:
            message = nil
            searchAgain()
        case .file(let text): message = text
        case .refused(let error): message = error.description
        case .failed(let error): return end(error)
        }
        showHit()
    }

    /// Has pages rendered as large as the terminal.
    private func setViewport(turnedBy degrees: Int = 0) {
        guard let reader else { return }
        var viewport = PageWindow().viewport(of: screen.area, like: reader.state.viewport)
        if degrees > 0 { viewport.rotation = ((viewport.rotation ?? 0) + degrees) % 360 }
        if viewport != reader.state.viewport { reader.setViewport(viewport) }
    }

    private func begin(search needle: String, jumps: Bool) {
        guard let reader else { return }
        var awaitsFirst = jumps
        search = ViewSearch(needle, in: reader) { [unowned self] now, error in
            guard now === search else { return }
            drawing?.request()
            if let error { message = error.description }
            if awaitsFirst, now.hits.count > 0 {
                awaitsFirst = false
                goToHit(backward: false)
            }
        }
    }

    /// Searches for the same again: what was found was lost, or is somewhere else now.
    private func searchAgain() {
        if let needle = search?.hits.needle { begin(search: needle, jumps: false) }
    }

    private func goToHit(backward: Bool) {
        guard let search else { return message = "nothing was searched for: / begins a search" }
        guard let reader, let page = reader.location?.index,
            let position = search.next(from: page, backward: backward)
        else { return }
        if position.page == page { showHit() } else { reader.turn(.index(position.page)) }
    }

    /// Moves over a zoomed page to the match that the reader is at.
    private func showHit() {
        guard let page = reader?.shown?.page, let part = search?.hits.marks(on: page.index).current.first else {
            return
        }
        window.show(part, of: (page.pageWidth, page.pageHeight), in: screen.area)
    }

    // MARK: Contents and pages in small

    private func showOutline() {
        guard let location = reader?.location else { return }
        mode = .outline(OutlineList(page: location.index))
        askForOutline(from: nil)
    }

    private func askForOutline(from first: Int?) {
        lookup?.close()
        lookup = reader?.ask(
            DocumentInterface.GetOutline.self, { .init(reader: $0, first: first) },
            attempt: "list the table of contents"
        ) { [unowned self] result in
            guard case .outline(var list) = mode else { return }
            switch result {
            case .success(let reply):
                list.add(reply.parameters.entries)
                show(.outline(list))
                if let next = reply.parameters.next {
                    askForOutline(from: next)
                } else if list.entries.isEmpty {
                    message = "the document has no table of contents"
                    show(.page)
                }
            case .failure(let error):
                message = error.description
                show(.page)
            }
        }
    }

    private func showThumbnails() {
        guard let reader, let location = reader.location else { return }
        mode = .thumbnails(ThumbnailGrid(count: reader.count.pages, selected: location.index, area: screen.area))
        redraw()
    }

    private func fill(_ grid: ThumbnailGrid) {
        painter.begin(grid)
        lookup?.close()
        lookup = reader?.ask(
            DocumentInterface.GetThumbnails.self, { .init(reader: $0, first: grid.first, count: grid.shown.count) },
            attempt: "show pages in small"
        ) { [unowned self] result in
            guard case .thumbnails(let now) = mode, now.first == grid.first, now.area == grid.area else { return }
            drawing?.request()
            switch result {
            case .success(let reply):
                if let thumbnail = reply.parameters.thumbnail {
                    painter.draw(thumbnail, reply.descriptors, in: now)
                    reader?.release(rendition: thumbnail.rendition)
                }
                if let failed = reply.parameters.failed { painter.draw(failed, in: now) }
            case .failure(let error): message = error.description
            }
        }
    }

    // MARK: Drawing

    private func show(_ mode: Mode) {
        self.mode = mode
        painter.forget()
        drawing?.request()
    }

    /// Draws everything anew: what is on the screen may be anything.
    private func redraw() {
        painter.forget()
        if case .thumbnails(let grid) = mode { fill(grid) }
        drawing?.request()
    }

    private func draw() {
        do throws(OSError) {
            switch mode {
            case .page: try drawPage()
            case .prompt(let text):
                try drawPage()
                painter.draw(prompt: text)
                return try screen.flush()
            case .outline(var list):
                painter.draw(list.lines(columns: screen.size.columns, rows: screen.area.rows))
                mode = .outline(list)
            case .help: painter.draw([""] + ViewKeys.help.map { DisplayText.cut($0, to: screen.size.columns) })
            case .thumbnails: break
            }
            painter.draw(status)
            try screen.flush()
        } catch {
            // The terminal has gone: there is nobody to tell.
            end()
        }
    }

    private func drawPage() throws(OSError) {
        if let reason = reader?.failure { return painter.draw(notice: "this page can't be rendered: \(reason)") }
        guard let shown = reader?.shown else {
            return painter.draw(notice: reader?.location == nil ? "the document has no pages" : "")
        }
        let part = reader?.part(in: window, on: screen.area)
        reader?.show(part)
        var frame = window.frame(of: (shown.page.pageWidth, shown.page.pageHeight), in: screen.area)
        if let shownPart = reader?.shownPart {
            // Another part is on its way: what is on the screen stays until it is there.
            guard shownPart == part else { return }
            (frame.x, frame.y, frame.width, frame.height) = (0, 0, shown.page.width, shown.page.height)
        }
        let marks = search?.hits.marks(on: shown.page.index) ?? (all: [], current: [])
        if try !painter.draw(shown, in: frame, marks: marks) {
            message = "the service handed over a page that is larger than its memory"
        }
    }

    private var status: ViewStatus {
        var status = ViewStatus()
        status.name = reader?.state.document.title ?? ""
        status.page = reader?.location
        status.count = reader?.count ?? status.count
        status.zoom = window.zoom
        status.search = search?.hits.text ?? ""
        status.digits = keys.digits
        status.message = message
        return status
    }
}
