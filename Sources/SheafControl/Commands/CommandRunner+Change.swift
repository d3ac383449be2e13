import SheafInterface
import SheafOS
import Varlink

/// What changes a document, or what is known of it.
extension CommandRunner {
    /// Takes a page up, holds it where it is to be, and drops it.
    func move(_ request: MoveRequest) throws(ControlError) {
        let reader = try session.reader()
        let attempt = "move \(name(ofPage: request.index))"
        let location = try session.call(
            ReaderInterface.BeginMove.self, .init(reader: reader, index: request.index, axis: request.axis),
            attempt: attempt
        ).parameters.location
        let hasMoved: Bool
        do throws(ControlError) {
            if let edge = request.edge {
                try update(reader, nil, edge, attempt)
                session.pause(request.hold)
            }
            try update(reader, request.place, nil, attempt)
            if request.isCancelled {
                try putBack(reader)
                hasMoved = false
            } else {
                hasMoved = try session.call(ReaderInterface.EndMove.self, .init(reader: reader), attempt: attempt)
                    .parameters.moved
            }
        } catch {
            // Nobody would drop it. What went wrong is what is told.
            try? putBack(reader)
            throw error
        }
        let result = MoveResult(reader: reader, location: location, place: request.place, hasMoved: hasMoved)
        if console.isJSON { return try console.json(result) }
        try console.say(result.line)
    }

    private func update(
        _ reader: String, _ index: Int?, _ edge: ReaderInterface.Direction?, _ attempt: String
    ) throws(ControlError) {
        _ = try session.call(
            ReaderInterface.UpdateMove.self, .init(reader: reader, index: index, edge: edge), attempt: attempt)
    }

    private func putBack(_ reader: String) throws(ControlError) {
        _ = try session.call(ReaderInterface.CancelMove.self, .init(reader: reader), attempt: "put the page back")
    }

    /// Tells what the viewer of a manual reader shows.
    func report(_ request: ReportRequest) throws(ControlError) {
        let reader = try session.reader()
        let text = "\(EventNotation.text(request.event)) \(request.index + 1)"
        let parameters = ReaderInterface.ReportAppearanceParameters(
            reader: reader, axis: request.axis, index: request.index, event: request.event)
        _ = try session.call(ReaderInterface.ReportAppearance.self, parameters, attempt: "report \(text)")
        if console.isJSON { return try console.json(parameters) }
        try console.say("reported \(text)")
    }

    /// Has the source looked at again, and waits until that is done.
    func refresh() throws(ControlError) {
        let reader = try session.reader()
        let watch = try ReaderStream(of: reader, in: session)
        _ = try session.call(
            ReaderInterface.Refresh.self, .init(reader: reader), attempt: "refresh \(watch.state.document.document)")
        let document = DisplayText.safe(watch.state.document.document)
        let deadline = EventLoop.now + UInt64(session.settings.timeoutMilliseconds) * 1_000
        while true {
            guard let told = try watch.next(until: deadline) else {
                throw ControlError("the provider is not done yet: it goes on, \"sheafctl watch\" tells when it is")
            }
            if told.closed ?? false { throw ControlError("the reader was closed meanwhile: open it again") }
            if watch.hasMissed {
                throw ControlError(
                    "sheafd was restarted meanwhile: it looks at documents anew then, \"sheafctl state\" tells what it found"
                )
            }
            switch told.refresh {
            case .failed:
                throw ControlError(
                    "cannot refresh \(document): its provider could not look at its source: try again, or open it"
                        + " again (\"sheafctl reload\")")
            case .refreshed:
                if console.isJSON { return try console.json(told) }
                return try console.say("refreshed \(document)")
            case .refreshing, nil: continue
            }
        }
    }
}
