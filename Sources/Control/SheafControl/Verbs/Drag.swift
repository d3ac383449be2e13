import SheafInterface
import SheafOS
import Varlink

// "sheafctl drag" and "sheafctl settle": page turns with a finger, and their end.

extension Verb {
    /// `sheafctl drag OFFSET ...`.
    static let drag = Verb(
        "drag", "OFFSET ...", atMost: .max, summary: "turn pages with a finger: down, along, and lifted",
        details: """
            OFFSET is how far the finger is, in spreads from where the reader is: 0.5 is half-way to the next, -0.5 to the one
            before. After the last one the finger is lifted: the reader is bound for the nearest spread, or by the sign of
            --release for the next or the one before; --cancel takes the drag back.

            With --settle it is there at once, and what happened is printed as by "sheafctl next". Without, it is there after a
            second, or with "sheafctl settle"; another drag meanwhile goes on from there.
            """,
        options: [
            axisOption,
            .init(
                "down", value: "O", help: "where the finger comes down while the last drag runs out, from where that is"
            ),
            .init("every", value: "MS", help: "between two offsets, 0 to 60000 (default: \(DragCommand.defaultPause))"),
            .init("release", value: "V", help: "lift the finger with this speed in spreads a second (default: 0)"),
            cancelOption,
            .init("settle", help: "end the animation as soon as the finger is lifted, and wait for it"),
        ],
        parse: DragCommand.init)

    /// `sheafctl settle TRANSITION`.
    static let settle = Verb(
        "settle", "TRANSITION", summary: "end the animation of a turn or drag",
        details: """
            The number of the transition is in what "watch", "state" and "drag" print. One that is over already, was taken
            over by another, or is still held does not settle: that is said, and no failure.
            """,
        parse: SettleCommand.init)

    /// The option that takes back a drag or a move.
    static let cancelOption = Option("cancel", help: "take it back in the end")
}

/// A whole drag: a finger comes down, moves, and is lifted.
struct DragCommand: Command {
    /// Milliseconds between two offsets: a screen is drawn 60 times a second.
    static let defaultPause = 16
    /// How long to wait for the events of a drag that may have none, in milliseconds.
    private static let eventTimeout = 250

    /// How the drag ends.
    enum End: Equatable, Sendable {
        /// With a speed in spreads a second.
        case release(velocity: Double?)
        case cancel
    }

    /// In spreads from the drag's origin.
    var offsets: [Double]
    /// nil for the reader's first.
    var axis: ReaderInterface.Axis?
    /// Where the finger comes down, in spreads from the current position; nil: at that position. It matters while the
    /// last drag is still settling.
    var down: Double?
    var end = End.release(velocity: nil)
    /// Milliseconds between two offsets.
    var pause = DragCommand.defaultPause
    /// Whether the viewer's animation ends as soon as the finger is lifted.
    var settles = false

    /// The drag belongs to its connection: where that is lost, the service releases it.
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let watch = try ReaderStream(of: reader, in: session)
        let begun = try session.call(
            ReaderInterface.BeginDrag.self, .init(reader: reader, axis: axis, offset: startOffset(watch.state)),
            attempt: "begin to drag"
        ).parameters
        for offset in offsets {
            try session.send(
                ReaderInterface.Drag.self, .init(reader: reader, offset: Double(begun.origin) + offset), attempt: "drag"
            )
            session.pause(pause)
        }
        let released = try lift(reader, session)
        var log = TurnLog(transition: begun.transition, page: nil, hasPage: true)
        if settles {
            _ = try session.call(
                ReaderInterface.Settle.self, .init(reader: reader, transition: begun.transition),
                attempt: "settle transition \(begun.transition)")
            try collect(&log, from: watch, session, expectsEvents: released.spread != begun.origin)
        }
        let surface = released.location.map { $0.surface ?? .horizontal } ?? axis?.surface
        let result = DragResult(
            reader: reader, transition: begun.transition, origin: begun.origin, spread: released.spread,
            location: released.location, count: PageCounts(watch.state)[surface], isRefreshing: released.isRefreshing,
            isSettled: settles, events: log.events)
        try console.show(result.json, as: result.line(console.style))
    }

    /// Where the finger comes down, in spreads; nil for the axis' position. An axis that the reader lacks is the
    /// service's error.
    private func startOffset(_ state: ReaderInterface.State) -> Double? {
        guard let down else { return nil }
        return state.axes.first { $0.axis == axis ?? $0.axis }.map { $0.position + down }
    }

    /// Ends the drag.
    ///
    /// - Returns: the spread that the reader is bound for.
    private func lift(
        _ reader: String, _ session: Session
    ) throws(ControlError) -> (spread: Int, location: ReaderInterface.Location?, isRefreshing: Bool) {
        switch end {
        case .release(let velocity):
            let reply = try session.call(
                ReaderInterface.ReleaseDrag.self, .init(reader: reader, velocity: velocity), attempt: "release the drag"
            ).parameters
            return (reply.spread, reply.location, reply.refreshing)
        case .cancel:
            let reply = try session.call(
                ReaderInterface.CancelDrag.self, .init(reader: reader), attempt: "take the drag back"
            ).parameters
            return (reply.spread, reply.location, false)
        }
    }

    /// Waits for the events of a drag that has settled.
    ///
    /// - Parameter expectsEvents: whether it must have some. A drag that ends on the spread where it began may have
    ///   none.
    private func collect(
        _ log: inout TurnLog, from watch: ReaderStream, _ session: Session, expectsEvents: Bool
    ) throws(ControlError) {
        let start = EventLoop.now
        while !log.isOver {
            let timeout = expectsEvents || log.isBegun ? session.settings.timeoutMilliseconds : Self.eventTimeout
            guard let event = try watch.next(until: start + UInt64(timeout) * 1_000) else { return }
            if event.closed ?? false { throw ControlError("the reader was closed while it was dragged: open it again") }
            if watch.hasMissed { log.markMissed() } else { log.add(event) }
        }
    }
}

extension DragCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        offsets = []
        for word in line.words {
            guard let offset = Double(word), offset.isFinite else {
                throw line.mistake("drag wants offsets in spreads, as 0.2 0.5 0.9, not \"\(word)\"")
            }
            offsets.append(offset)
        }
        guard !offsets.isEmpty else {
            throw line.mistake("drag wants where the finger goes: offsets in spreads, as 0.2 0.5 0.9")
        }
        let velocity = try line.decimal("release", "a speed in spreads a second, as 2 or -1.5")
        guard velocity == nil || !line.has("cancel") else {
            throw line.mistake("a drag ends in a --release or a --cancel")
        }
        end = line.has("cancel") ? .cancel : .release(velocity: velocity)
        axis = try line.axis()
        down = try line.decimal("down", "an offset in spreads from where the last drag is")
        pause = try line.whole("every", 0...60_000, "milliseconds") ?? Self.defaultPause
        settles = line.has("settle")
    }
}

/// A drag after its finger was lifted.
struct DragResult {
    var reader: String
    var transition: Int
    /// The spread that its offsets counted from, from 0.
    var origin: Int
    /// The spread that it is bound for, from 0.
    var spread: Int
    var location: ReaderInterface.Location?
    var count: ReaderInterface.PageCount
    var isRefreshing: Bool
    var isSettled: Bool
    var events: [ReaderInterface.Appearance]

    /// "page   2 of 193   drag 3   WA 2  WD 1 | DA 2  DD 1"
    func line(_ style: Style) -> String {
        let position = PageText.position(location.map { [$0] } ?? [], count: count)
        let result =
            if !isSettled {
                "on its way: it is there after a second, or with \"sheafctl settle \(transition)\""
            } else if events.isEmpty {
                "no page has come or gone"
            } else {
                EventNotation.text(events, isDrag: true)
            }
        return "\(style(.strong, position))   drag \(transition)   \(result)" + (isRefreshing ? "   refreshing" : "")
    }

    /// The drag as JSON, for scripts.
    var json: JSONObject {
        [
            "reader": reader, "transition": transition, "origin": origin, "spread": spread,
            "location": location.map { $0 as any JSONEncodable }, "refreshing": isRefreshing, "settled": isSettled,
            "events": events,
        ]
    }
}

/// Ends the animation of a transition step.
struct SettleCommand: Command {
    var transition: Int

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let isSettled = try session.call(
            ReaderInterface.Settle.self, .init(reader: reader, transition: transition),
            attempt: "settle transition \(transition)"
        ).parameters.settled
        try console.show(
            ["transition": transition, "settled": isSettled] as JSONObject,
            as: isSettled
                ? "transition \(transition) has settled"
                : "transition \(transition) is over already, was taken over by another, or is still held: nothing to settle"
        )
    }
}

extension SettleCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard let text = line.words.first, let number = VerbArguments.number(text), number >= 1 else {
            throw line.mistake("settle wants the number of the transition, as \"sheafctl state\" tells it")
        }
        transition = number
    }
}
