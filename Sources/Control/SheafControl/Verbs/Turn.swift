import SheafInterface
import SheafOS
import Varlink

// "sheafctl next", "previous", "first", "last", "goto", "back", "forward" and "link": turns to another page.

extension Verb {
    /// `sheafctl next [COUNT]`.
    static let next = turn(
        "next", "[COUNT]", "turn to the next page, or so many on", details: countDetails, options: [wrap]
    ) { line throws(ControlError) in .relative(try TurnTarget.count(line)) }

    /// `sheafctl previous [COUNT]`.
    static let previous = turn(
        "previous", "[COUNT]", "turn back to the previous page, or so many", details: countDetails, options: [wrap]
    ) { line throws(ControlError) in .relative(-(try TurnTarget.count(line))) }

    /// `sheafctl first`.
    static let first = turn("first", "", "turn to the first page") { _ in .first }

    /// `sheafctl last`.
    static let last = turn("last", "", "turn to the last page") { _ in .last }

    /// `sheafctl goto N|LABEL|CFI`.
    static let goto = turn(
        "goto", "N|LABEL|CFI", "turn to a page by its number or label, or to a place in an EPUB",
        details: """
            A whole number is a page, counted from 1; "epubcfi(...)" a place in an EPUB, as "sheafctl cfi" and other programs name
            it; anything else is a label, as it is printed on the page. A label that is a number is written with "=" before it:
            "goto =12".
            """, target: TurnTarget.page)

    /// `sheafctl back`.
    static let back = turn("back", "", "turn back to where the last jump came from") { _ in .back }

    /// `sheafctl forward`.
    static let forward = turn("forward", "", "turn to where \"back\" came from") { _ in .forward }

    /// `sheafctl link N`.
    static let link = turn(
        "link", "N", "follow a link of the page", details: orderDetails
    ) { line throws(ControlError) in .link(try TurnTarget.entry("link", line)) }

    /// `sheafctl outline N`: the part of ``outline`` that turns.
    static let outlineTurn = turn(
        "outline", "N", "turn to an entry of the table of contents", details: orderDetails
    ) { line throws(ControlError) in .outline(try TurnTarget.entry("entry", line)) }

    private static let wrap = Option("wrap", help: "go on at the other end of the document")
    private static let countDetails = "COUNT is in spreads: pages that are shown together count once."
    private static let orderDetails = "N is counted from 1, in the order of the provider."

    private static func turn(
        _ name: String, _ arguments: String, _ summary: String, details: String = "", options: [Option] = [],
        target: @escaping @Sendable (VerbArguments) throws(ControlError) -> TurnTarget
    ) -> Verb {
        Verb(
            name, arguments, summary: summary,
            details: (details.isEmpty ? "" : details + "\n\n") + """
                Prints where the reader is now, whether the page was there already (hit) or had to be rendered (miss), how long
                it took until the page was there, and the appearance events: WA and DA for a page that will and did appear,
                WD and DD for one that will and did disappear; the turn settles at the bar.
                """,
            options: [
                axisOption,
                .init("duration", value: "MS", help: "animate the turn for so long, 0 to 60000 (default: 0, at once)"),
                .init(
                    "direction", value: "WAY", offers: .cases(of: ReaderInterface.Direction.self),
                    help: "which way it is to look: forward, backward (default: to the target)"),
            ] + options
        ) { line throws(ControlError) in
            TurnCommand(
                try target(line), axis: try line.axis(),
                duration: try line.whole("duration", 0...60_000, "milliseconds"),
                direction: try line.choice("direction", .all()), wraps: line.has("wrap"))
        }
    }
}

extension TurnTarget {
    /// How many spreads to turn: 1 where it is not given.
    fileprivate static func count(_ line: VerbArguments) throws(ControlError) -> Int {
        guard let text = line.words.first else { return 1 }
        guard let number = VerbArguments.number(text), number >= 1 else {
            throw line.mistake("\(line.verb) wants how many to turn, from 1 on, not \"\(text)\"")
        }
        return number
    }

    /// A page by its number or label.
    fileprivate static func page(_ line: VerbArguments) throws(ControlError) -> TurnTarget {
        guard let text = line.words.first, !text.isEmpty, text != "=" else {
            throw line.mistake("goto wants the number of a page or its label")
        }
        if text.first == "=" { return .label(String(text.dropFirst())) }
        if text.hasPrefix("epubcfi(") { return .cfi(text) }
        guard VerbArguments.looksLikeNumber(text) else { return .label(text) }
        return .index(try line.pageIndex(text))
    }

    /// The index, from 0, of a link or an entry whose number counts from 1.
    fileprivate static func entry(_ noun: String, _ line: VerbArguments) throws(ControlError) -> Int {
        guard let text = line.words.first, let number = VerbArguments.number(text), number >= 1 else {
            throw line.mistake("\(line.verb) wants the number of the \(noun), counted from 1")
        }
        return number - 1
    }
}

/// Where to turn, and how it is animated.
struct TurnCommand: Command {
    let target: TurnTarget
    /// nil for the reader's first.
    let axis: ReaderInterface.Axis?
    /// Of the animation, in milliseconds; nil for none.
    let duration: Int?
    /// nil for towards the target.
    let direction: ReaderInterface.Direction?
    /// Whether it goes on at the other end of the document.
    let wraps: Bool

    init(
        _ target: TurnTarget, axis: ReaderInterface.Axis? = nil, duration: Int? = nil,
        direction: ReaderInterface.Direction? = nil, wraps: Bool = false
    ) {
        self.target = target
        self.axis = axis
        self.duration = duration
        self.direction = direction
        self.wraps = wraps
    }

    /// The call goes over one connection, the events that it causes come over another.
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let watch = try ReaderStream(of: reader, in: session)
        let counts = PageCounts(watch.state)
        let start = EventLoop.now
        let wire = try wireTarget(of: reader, session)
        let reply = try session.call(
            ReaderInterface.Navigate.self,
            .init(
                reader: reader, target: wire, axis: axis, duration: duration, direction: direction,
                wrap: wraps ? true : nil),
            isRepeatable: target.isAbsolute,
            attempt: "turn to \(target.phrase(counts[axis?.surface ?? watch.state.location?.surface]))",
            unanswered: { () throws(ControlError) in try unknownOutcome(from: watch.state, session) }
        ).parameters
        var arrival = EventLoop.now
        var log = TurnLog(transition: reply.transition, page: reply.location.page, hasPage: reply.hit)
        let deadline = start + UInt64(session.settings.timeoutMilliseconds + (duration ?? 0)) * 1_000
        while !reply.noop, !log.isOver {
            guard let event = try watch.next(until: deadline) else { throw late(reply.location.index, session) }
            if event.closed ?? false { throw ControlError("the reader was closed while it was turned: open it again") }
            let hadPage = log.hasPage
            if watch.hasMissed { log.markMissed() } else { log.add(event) }
            if log.hasPage, !hadPage { arrival = EventLoop.now }
        }
        for case let page? in [reply.page, reply.second] { try session.release(page, of: reader) }
        if let failure = log.failure { throw failed(failure) }
        var count = counts[reply.location.surface]
        // What was waited for has been counted since.
        if count.kind == .estimated, let now = try? session.state(of: reader) {
            count = PageCounts(now)[reply.location.surface]
        }
        let isShown = watch.state.shown.contains { $0.page == reply.location.page }
        let noopSpread = isShown ? watch.state.front : [reply.location]
        let result = TurnResult(
            reader: reader, isNoop: reply.noop, isHit: reply.hit, transition: reply.transition,
            location: reply.location,
            spread: reply.noop ? noopSpread : log.spread.isEmpty ? [reply.location] : log.spread,
            count: count, microseconds: arrival - start, isFinished: !log.isOvertaken,
            events: log.events)
        try console.show(result.json, as: result.line(console.style))
    }

    /// The target in the protocol: of a CFI, the page that it leads to.
    private func wireTarget(of reader: String, _ session: Session) throws(ControlError) -> ReaderInterface.Target {
        guard case .cfi(let cfi) = target else { return target.target }
        let axis = axis.map { $0 == .horizontal ? DocumentInterface.Axis.horizontal : .vertical }
        let place = try session.call(
            DocumentInterface.FindCFI.self, .init(reader: reader, axis: axis, cfi: cfi), attempt: "find the place")
        return .init(index: place.parameters.index)
    }

    /// The error where the connection was lost before the reply: where the reader was, and where it is now.
    private func unknownOutcome(
        from before: ReaderInterface.State, _ session: Session
    ) throws(ControlError) -> ControlError? {
        let now = try session.state(of: before.reader)
        let positions = [before, now].map {
            PageText.position($0.front, count: PageCounts($0)[$0.front.first?.surface])
        }
        return ControlError(
            "sheafd ended the connection before it said whether the reader was turned: the reader was on "
                + "\(positions[0]), and is on \(positions[1]) now: turn again if that is not where it is to be")
    }

    private func late(_ index: Int, _ session: Session) -> ControlError {
        let seconds = Units.decimal(Double(session.settings.timeoutMilliseconds) / 1_000, digits: 0)
        return ControlError(
            "\(PageText.name(index)) did not come within \(seconds) s: the reader is on it, ask for it with \"sheafctl page\","
                + " or wait longer with --timeout")
    }

    private func failed(_ failure: ReaderInterface.PageFailure) -> ControlError {
        ControlError(
            "cannot show \(PageText.name(failure.index)), which the reader is on now: \(failure.reason): turn on, or see"
                + " \"sheafctl documents\"")
    }
}
