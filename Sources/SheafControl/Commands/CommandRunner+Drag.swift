import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    /// How long the events of a drag are waited for that may not have any, in milliseconds.
    private static let quiet = 250

    /// Where a drag goes when its finger is lifted.
    private struct Bound {
        let spread: Int
        let location: ReaderInterface.Location?
        let isRefreshing: Bool
    }

    /// Drags from where the reader is, and lifts the finger. A drag is its connection's: where that is lost, it is
    /// released.
    func drag(_ request: DragRequest) throws(ControlError) {
        let reader = try session.reader()
        let watch = try ReaderStream(of: reader, in: session)
        let begun = try session.call(
            ReaderInterface.BeginDrag.self,
            .init(reader: reader, axis: request.axis, offset: down(request, watch.state)),
            attempt: "begin to drag"
        ).parameters
        for offset in request.offsets {
            try session.tell(
                ReaderInterface.Drag.self, .init(reader: reader, offset: Double(begun.origin) + offset), attempt: "drag"
            )
            session.pause(request.pause)
        }
        let bound = try lift(request.end, reader)
        var log = TurnLog(transition: begun.transition, page: nil, hasPage: true)
        if request.settles {
            _ = try session.call(
                ReaderInterface.Settle.self, .init(reader: reader, transition: begun.transition),
                attempt: "settle transition \(begun.transition)")
            try collect(&log, from: watch, hasLeft: bound.spread != begun.origin)
        }
        try tell(
            DragResult(
                reader: reader, transition: begun.transition, origin: begun.origin, spread: bound.spread,
                location: bound.location,
                count: PageCounts(watch.state)[
                    bound.location.map { $0.surface ?? .horizontal } ?? request.axis?.surface],
                isRefreshing: bound.isRefreshing, isSettled: request.settles, events: log.events))
    }

    /// Where the finger comes down, in spreads; nil for where the axis is. The service says what an axis lacks.
    private func down(_ request: DragRequest, _ state: ReaderInterface.State) -> Double? {
        guard let down = request.down else { return nil }
        return state.axes.first { $0.axis == request.axis ?? $0.axis }.map { $0.position + down }
    }

    private func lift(_ end: DragRequest.End, _ reader: String) throws(ControlError) -> Bound {
        switch end {
        case .release(let velocity):
            let reply = try session.call(
                ReaderInterface.ReleaseDrag.self, .init(reader: reader, velocity: velocity), attempt: "release the drag"
            ).parameters
            return Bound(spread: reply.spread, location: reply.location, isRefreshing: reply.refreshing)
        case .cancel:
            let reply = try session.call(
                ReaderInterface.CancelDrag.self, .init(reader: reader), attempt: "take the drag back"
            ).parameters
            return Bound(spread: reply.spread, location: reply.location, isRefreshing: false)
        }
    }

    /// Waits for what a drag that has settled came to.
    ///
    /// - Parameter hasLeft: whether it must have had events: one that ended where it began may have had none.
    private func collect(_ log: inout TurnLog, from watch: ReaderStream, hasLeft: Bool) throws(ControlError) {
        let start = EventLoop.now
        while !log.isOver {
            let patience = hasLeft || log.isBegun ? session.settings.timeoutMilliseconds : Self.quiet
            guard let told = try watch.next(until: start + UInt64(patience) * 1_000) else { return }
            if told.closed ?? false { throw ControlError("the reader was closed while it was dragged: open it again") }
            if watch.hasMissed { log.lose() } else { log.add(told) }
        }
    }

    private func tell(_ result: DragResult) throws(ControlError) {
        if console.isJSON { return try console.json(result) }
        try console.say(result.line(console.style))
    }

    /// Ends the animation of a transition step.
    func settle(_ transition: Int) throws(ControlError) {
        let reader = try session.reader()
        let reply = try session.call(
            ReaderInterface.Settle.self, .init(reader: reader, transition: transition),
            attempt: "settle transition \(transition)"
        ).parameters
        if console.isJSON { return try console.json(SettleResult(transition: transition, isSettled: reply.settled)) }
        try console.say(
            reply.settled
                ? "transition \(transition) has settled"
                : "transition \(transition) is over already, was taken over by another, or is still held: nothing to settle"
        )
    }
}
