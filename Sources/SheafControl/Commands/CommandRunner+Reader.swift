import SheafInterface
import SheafOS
import Varlink

/// What there is to know and to change about a reader.
extension CommandRunner {
    func showState() throws(ControlError) {
        let state = try state(of: try session.reader())
        if console.isJSON { return try console.json(state) }
        try console.say(StateText.lines(state, console.style).joined(separator: "\n"))
    }

    /// Shows the axes, after changing one where that is wanted.
    func axis(_ request: AxisRequest) throws(ControlError) {
        let reader = try session.reader()
        var state: ReaderInterface.State
        if request.isChange {
            let axis = if let axis = request.axis { axis } else { try firstAxis(of: reader) }
            let parameters = ReaderInterface.SetAxisParameters(
                reader: reader, axis: axis, enabled: request.isEnabled, arrangement: request.arrangement)
            state = try session.call(ReaderInterface.SetAxis.self, parameters, attempt: "change the \(axis) axis")
                .parameters.state
        } else {
            state = try self.state(of: reader)
        }
        if console.isJSON { return try console.json(state) }
        let axes = state.axes.filter { request.isChange || request.axis == nil || $0.axis == request.axis }
        guard let first = axes.first else {
            let failure = ReaderInterface.Failure.noSuchAxis(axis: request.axis ?? .horizontal)
            throw ControlError("cannot show the axis: \(failure.explanation)")
        }
        try console.say(Tables.axes(axes), isEmpty: false, else: first.axis.rawValue)
    }

    private func firstAxis(of reader: String) throws(ControlError) -> ReaderInterface.Axis {
        try state(of: reader).axes.first?.axis ?? .horizontal
    }

    /// Shows the viewport, after changing it where that is wanted.
    func viewport(_ change: ViewportChange) throws(ControlError) {
        let reader = try session.reader()
        var state = try state(of: reader)
        if !change.isEmpty {
            state = try session.call(
                ReaderInterface.SetViewport.self,
                .init(reader: reader, viewport: change.applied(to: state.viewport)), attempt: "change the viewport"
            ).parameters.state
        }
        if console.isJSON { return try console.json(state) }
        let orientations = state.orientations.map { "\($0)" }.joined(separator: ", ")
        try console.say("\(PageText.viewport(state.viewport))   can be turned \(orientations) degrees")
    }

    func layout(_ request: LayoutRequest) throws(ControlError) {
        let reader = try session.reader()
        let layout = try session.call(
            ReaderInterface.GetLayout.self,
            .init(
                reader: reader, axis: request.axis, first: request.first, pages: request.pages, offset: request.offset),
            attempt: "ask where the pages are"
        ).parameters
        if console.isJSON { return try console.json(layout) }
        try console.say(Tables.layout(layout.frames), isEmpty: layout.frames.isEmpty, else: "no pages there")
        let length = layout.length < 0 ? "nobody knows how many" : Units.decimal(layout.length, digits: 1)
        let estimate = [layout.estimatedWidth, layout.estimatedHeight].map { Units.decimal($0, digits: 1) }
        try console.say(
            "at \(Units.decimal(layout.position, digits: 1)) of \(length) px, \(layout.spacing) px between spreads, "
                + "estimates are \(estimate.joined(separator: " x "))")
    }

    func hit(x: Double, y: Double) throws(ControlError) {
        let reader = try session.reader()
        let hit = try session.call(
            ReaderInterface.HitTest.self, .init(reader: reader, x: x, y: y), attempt: "look what is there"
        ).parameters
        if console.isJSON { return try console.json(hit) }
        guard let page = hit.location else {
            return try console.say(
                hit.background ? "the page is blank there, and no other is behind it" : "no page is there")
        }
        let point = [hit.x, hit.y].map { Units.decimal($0, digits: 1) }.joined(separator: ", ")
        try console.say(
            PageText.position([page], count: .init(kind: .unknown, pages: 0)) + " at \(point) pt"
                + (hit.background ? ", seen through the page in front" : "")
                + (hit.claims ? ", wants drags itself" : ""))
    }

    func showHistory() throws(ControlError) {
        let reader = try session.reader()
        let history = try session.call(
            ReaderInterface.GetHistory.self, .init(reader: reader), attempt: "ask where the reader jumped from"
        ).parameters
        if console.isJSON { return try console.json(history) }
        try console.say(
            Tables.history(history), isEmpty: history.back.isEmpty && history.forward.isEmpty, else: "no jumps yet")
    }

    func reload() throws(ControlError) {
        let reader = try session.reader()
        let state = try session.call(
            ReaderInterface.Reload.self, .init(reader: reader), attempt: "open the document again"
        ).parameters.state
        try tellPlace(state)
    }

    /// Where a reader stands, in a line.
    func tellPlace(_ state: ReaderInterface.State) throws(ControlError) {
        if console.isJSON { return try console.json(state) }
        let pages = state.front
        try console.say(
            "\(PageText.position(pages, count: PageCounts(state)[pages.first?.surface]))   "
                + "\(PageText.viewport(state.viewport))   provider \(DisplayText.safe(state.document.provider))"
                + "   reader \(state.reader)\(AxisText.remarks(state))")
    }

    func state(of reader: String) throws(ControlError) -> ReaderInterface.State {
        try session.call(
            ReaderInterface.GetState.self, .init(reader: reader), attempt: "ask where the reader stands"
        ).parameters.state
    }
}
