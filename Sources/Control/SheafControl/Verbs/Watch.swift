import SheafInterface
import SheafOS
import Varlink

// "sheafctl watch": the events of a reader as they come.

extension Verb {
    /// `sheafctl watch`.
    static let watch = Verb(
        "watch", summary: "show live what happens to a reader",
        details: """
            Until the reader is closed or Ctrl-C: where the reader stands, its turns and drags, pages that were waited for and
            those that could not be rendered, and what happens to the document. A turn's number and way come when it begins, its
            appearance events (see "sheafctl next --help") in one line when it is over. v is a page of the vertical axis.
            Where another file takes the place of the document's, the reader goes over to that, if sheafctl has opened it.
            With --json, each line is a reply as it came from the service.
            """,
        command: WatchCommand())
}

/// Prints the events of a reader until it is closed, also over restarts of the service.
struct WatchCommand: Command {
    /// How long to wait for more events that belong to no turn, to print them in one line, in microseconds.
    private static let eventTimeout: UInt64 = 50_000

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let stream = try ReaderStream(of: reader, in: session)
        var text = WatchText(state: stream.state, style: console.style)
        var follower = session.notes.files(of: reader).map { FileFollower($0) }
        let start = EventLoop.now
        var event: ReaderInterface.WatchReply? = ReaderInterface.WatchReply(state: stream.state)
        while event != nil || stream.isOpen {
            if console.isJSON {
                if let event { try console.printJSON(event) }
            } else {
                let now = EventLoop.now - start
                for line in event.map({ text.lines($0, microseconds: now) }) ?? text.flush(microseconds: now) {
                    try console.print(line)
                }
            }
            // Also at first, and where events were missed.
            if event?.removed ?? false || event?.state != nil { follower?.begin(at: EventLoop.now) }
            if let due = follower?.due, due <= EventLoop.now { try follow(&follower, reader, session, console) }
            let deadline = text.isHolding ? EventLoop.now + Self.eventTimeout : nil
            event = try stream.next(until: [deadline, follower?.due].compactMap { $0 }.min()) {
                isConnected throws(ControlError) in
                // The end of a turn that was under way will not come.
                if !isConnected, !console.isJSON {
                    for line in text.flush(microseconds: EventLoop.now - start) { try console.print(line) }
                }
                try console.note(isConnected ? "the connection is back" : "the connection was lost, trying again")
            }
        }
    }

    /// Has the reader go over to what has taken the place of its file, where that is there.
    private func follow(
        _ follower: inout FileFollower?, _ reader: String, _ session: Session, _ console: Console
    ) throws(ControlError) {
        // Another sheafctl may have done it.
        guard let files = session.notes.files(of: reader) else { return }
        follower?.files.shown = files.shown
        guard case .another(let descriptors)? = follower?.look(at: EventLoop.now), let name = follower?.name else {
            return
        }
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let reply = try session.makeClient().call(
                ReaderInterface.Reload.self, files.reload(reader), descriptors: descriptors
            ).parameters
            follower?.shown(descriptors)
            session.notes.note(follower?.files, of: reader)
            try? console.note(ReloadText.done(name, reply))
        } catch {
            guard case .failed(let failure) = error else { return }
            follower?.refused(failure)
            try console.note("\(session.failure("go over to \(name)", error)): waiting for what is written next")
        }
    }
}

/// The events of a watch as lines: the appearance events of a turn in one line when it is over.
struct WatchText {
    private var counts: PageCounts
    private let style: Style
    /// The appearance events that are not printed yet.
    private var events: [ReaderInterface.Appearance] = []
    /// The transition step that is under way.
    private var step: ReaderInterface.Begin?

    /// - Parameter state: the reader's state when the watch began.
    init(state: ReaderInterface.State, style: Style) {
        counts = PageCounts(state)
        self.style = style
    }

    /// Whether there are appearance events that belong to no turn: no end event will follow them, but more of them may.
    var isHolding: Bool { !events.isEmpty && step == nil }

    /// The lines to print for an event: "   1.204 s   WA 2".
    ///
    /// - Parameter microseconds: since the watch began.
    mutating func lines(_ event: ReaderInterface.WatchReply, microseconds: UInt64) -> [String] {
        if let appearance = event.appearance {
            events.append(appearance)
            return []
        }
        // Other events may come within a turn. Its appearance events wait for its end, unless that was missed.
        let isEnd = step == nil ? event.end == nil : event.missed != nil || event.closed != nil
        return (isEnd ? flush(microseconds: microseconds) : []) + [stamp(text(event), microseconds)]
    }

    /// The appearance events that are held, in one line.
    mutating func flush(microseconds: UInt64) -> [String] {
        defer {
            events = []
            step = nil
        }
        return events.isEmpty
            ? [] : [stamp(EventNotation.text(events, isDrag: step?.interactive ?? false), microseconds)]
    }

    private func stamp(_ text: String, _ microseconds: UInt64) -> String {
        let seconds = "\(Units.decimal(Double(microseconds) / 1_000_000, digits: 3)) s"
        return style(.faint, DisplayText.padded(seconds, to: 11, alignment: .right)) + "   " + text
    }

    private mutating func text(_ event: ReaderInterface.WatchReply) -> String {
        if let state = event.state { return text(state) }
        if let begin = event.begin { return text(begin) }
        if let end = event.end { return text(end) }
        if let page = event.page { return text(page, event.second) }
        if let failure = event.failure {
            return style(.bad, "page \(failure.index + 1) could not be rendered: \(TerminalText.safe(failure.reason))")
        }
        if let refused = event.refused {
            return style(.bad, "page \(refused.index + 1) is not drawn any more: \(TerminalText.safe(refused.reason))")
        }
        if let change = event.layout { return text(change) }
        if let change = event.document { return text(change) }
        if let change = event.count { return text(change) }
        if let refresh = event.refresh { return text(refresh) }
        if event.marks ?? false { return "the marks in the document have changed" }
        if event.removed ?? false { return style(.bad, "the file of the document was deleted, renamed or replaced") }
        if let missed = event.missed { return style(.bad, "missed \(Units.count(missed, "event")): too slow to read") }
        return "closed"
    }

    private mutating func text(_ state: ReaderInterface.State) -> String {
        counts = PageCounts(state)
        let pages = state.front
        let position = PageText.position(pages, count: counts[pages.first?.surface])
        return "\(style(.strong, position))   \(PageText.viewport(state.viewport))\(AxisText.remarks(state))"
    }

    /// "turn 3   page 4 to 7, forward", "drag 4   page 7 to 8, forward, from 7.20"
    private mutating func text(_ begin: ReaderInterface.Begin) -> String {
        step = begin
        let isBetween = begin.position != begin.position.rounded()
        return "\(name(begin.transition, begin.interactive))   \(PageText.way(from: begin.from, to: begin.to)), "
            + "\(begin.direction)"
            + (isBetween ? ", from \(AxisText.position(begin.position))" : "")
    }

    /// "turn 3   WA 7  WD 4 | DA 7  DD 4", "turn 3   overtaken at 4.50"
    private mutating func text(_ end: ReaderInterface.End) -> String {
        let isDrag = step?.interactive ?? false
        let name = name(end.transition, isDrag)
        guard end.finished else { return "\(name)   overtaken at \(AxisText.position(end.position))" }
        let notation = EventNotation.text(events, isDrag: isDrag)
        events = []
        step = nil
        return "\(name)   \(notation)" + (end.completed ? "" : "   back on \(PageText.short(end.previous))")
    }

    private func name(_ transition: Int, _ isDrag: Bool) -> String {
        style(.strong, "\(isDrag ? "drag" : "turn") \(transition)")
    }

    private func text(_ page: ReaderInterface.Page, _ second: ReaderInterface.Page?) -> String {
        let pages = [page, second].compactMap { $0 }
        let locations = pages.map {
            ReaderInterface.Location(page: $0.page, index: $0.index, label: $0.label, surface: $0.surface)
        }
        let sizes = pages.map { "\($0.width) x \($0.height)   \($0.origin)" }.joined(separator: ", ")
        return
            "\(PageText.position(locations, count: counts[page.surface])) \(pages.count > 1 ? "are" : "is") there   \(sizes)"
    }

    /// "page 12 measured, 1200 x 1553; what you read moved by +13 px"
    private func text(_ change: ReaderInterface.LayoutChange) -> String {
        let size = [change.frame.width, change.frame.height].map { Units.decimal($0, digits: 0) }
        let page = "\(change.axis == .vertical ? "vertical " : "")page \(change.frame.index + 1)"
        let text = "\(page) measured, \(size.joined(separator: " x "))"
        guard change.movedBy != 0 else { return text }
        let sign = change.movedBy > 0 ? "+" : ""
        return "\(text); what you read moved by \(sign)\(Units.decimal(change.movedBy, digits: 0)) px"
    }

    private mutating func text(_ change: ReaderInterface.DocumentChange) -> String {
        counts.update(change.axis, change.document.count)
        let position = PageText.position(
            change.location.map { [$0] } ?? [], count: counts[change.axis.surface])
        return "document \(TerminalText.safe(change.document.document)) has changed   now on \(position)"
    }

    /// "1200 of about 4000 pages counted", "all 4060 pages counted"
    private mutating func text(_ change: ReaderInterface.CountChange) -> String {
        counts.update(change.axis, change.pages)
        guard change.pages.kind != .exact else { return "all \(Units.count(change.pages.pages, "page")) counted" }
        return "\(change.counted) of about \(Units.count(change.pages.pages, "page")) counted"
    }

    private func text(_ refresh: ReaderInterface.WatchReply.Refresh) -> String {
        switch refresh {
        case .refreshing: "refreshing"
        case .refreshed: "refreshed"
        case .failed: style(.bad, "could not be refreshed")
        }
    }
}
