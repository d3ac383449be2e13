import SheafInterface
import SheafOS
import Varlink

extension CommandRunner {
    /// Turns a reader, and tells what happened: the call goes over one connection, what it causes comes over another.
    func turn(_ request: TurnRequest) throws(ControlError) {
        let reader = try session.reader()
        let watch = try ReaderStream(of: reader, in: session)
        let counts = PageCounts(watch.state)
        let start = EventLoop.now
        let reply = try session.call(
            ReaderInterface.Navigate.self,
            .init(
                reader: reader, target: request.target.target, axis: request.axis, duration: request.duration,
                direction: request.direction, wrap: request.wraps ? true : nil),
            isRepeatable: request.target.isAbsolute,
            attempt: "turn to \(request.target.phrase(counts[request.axis?.surface ?? watch.state.location?.surface]))",
            unanswered: { () throws(ControlError) in try unknown(from: watch.state) }
        ).parameters
        var arrival = EventLoop.now
        var log = TurnLog(transition: reply.transition, page: reply.location.page, hasPage: reply.hit)
        let patience = session.settings.timeoutMilliseconds + (request.duration ?? 0)
        let deadline = start + UInt64(patience) * 1_000
        while !reply.noop, !log.isOver {
            guard let told = try watch.next(until: deadline) else { throw late(reply.location.index) }
            if told.closed ?? false { throw ControlError("the reader was closed while it was turned: open it again") }
            let hadPage = log.hasPage
            if watch.hasMissed { log.lose() } else { log.add(told) }
            if log.hasPage, !hadPage { arrival = EventLoop.now }
        }
        for page in [reply.page, reply.second] {
            if let page { try release(page, of: reader) }
        }
        if let failure = log.failure { throw failed(failure) }
        let isShown = watch.state.shown.contains { $0.page == reply.location.page }
        let noopSpread = isShown ? watch.state.front : [reply.location]
        try tell(
            TurnResult(
                reader: reader, isNoop: reply.noop, isHit: reply.hit, transition: reply.transition,
                location: reply.location,
                spread: reply.noop ? noopSpread : log.spread.isEmpty ? [reply.location] : log.spread,
                count: counts[reply.location.surface], microseconds: arrival - start,
                isFinished: !log.isOvertaken, events: log.events))
    }

    private func tell(_ result: TurnResult) throws(ControlError) {
        if console.isJSON { return try console.json(result) }
        try console.say(result.line(console.style))
    }

    /// A turn of which nobody knows whether it was done: where the reader was tells, and where it is now.
    private func unknown(from before: ReaderInterface.State) throws(ControlError) -> ControlError? {
        let now = try state(of: before.reader)
        let places = [before, now].map { PageText.position($0.front, count: PageCounts($0)[$0.front.first?.surface]) }
        return ControlError(
            "sheafd ended the connection before it said whether the reader was turned: the reader was on \(places[0]), and is "
                + "on \(places[1]) now: turn again if that is not where it is to be")
    }

    private func late(_ index: Int) -> ControlError {
        let seconds = Units.decimal(Double(session.settings.timeoutMilliseconds) / 1_000, digits: 0)
        return ControlError(
            "\(name(ofPage: index)) did not come within \(seconds) s: the reader is on it, ask for it with \"sheafctl page\","
                + " or wait longer with --timeout")
    }

    private func failed(_ failure: ReaderInterface.PageFailure) -> ControlError {
        ControlError(
            "cannot show \(name(ofPage: failure.index)), which the reader is on now: \(failure.reason): turn on, or see"
                + " \"sheafctl documents\"")
    }
}
