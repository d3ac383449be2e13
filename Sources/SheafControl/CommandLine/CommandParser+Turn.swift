import SheafInterface
import SheafOS

/// How pages are turned and moved.
extension CommandParser {
    func turn(_ target: TurnTarget) throws(ControlError) -> Command {
        try expectArguments(atMost: verb.takesArgument ? 1 : 0)
        return .turn(
            TurnRequest(
                target, axis: try axisOption(), duration: try whole("duration", 0...60_000, "milliseconds"),
                direction: try choice("direction", Self.directions), wraps: line.has("wrap")))
    }

    /// How many spreads to turn.
    func count() throws(ControlError) -> Int {
        guard let text = words.first else { return 1 }
        guard let number = Self.number(text), number >= 1 else {
            throw mistake("\(verb) wants how many to turn, from 1 on, not \"\(text)\"")
        }
        return number
    }

    func gotoTarget() throws(ControlError) -> TurnTarget {
        guard let text = words.first, !text.isEmpty, text != "=" else {
            throw mistake("goto wants the number of a page or its label")
        }
        if text.first == "=" { return .label(String(text.dropFirst())) }
        guard Self.looksLikeNumber(text) else { return .label(text) }
        return .index(try pageIndex(text))
    }

    /// The number, from 0, of a link or an entry that is counted from 1.
    func entry(_ noun: String) throws(ControlError) -> Int {
        guard let text = words.first, let number = Self.number(text), number >= 1 else {
            throw mistake("\(verb) wants the number of the \(noun), counted from 1")
        }
        return number - 1
    }

    func dragRequest() throws(ControlError) -> DragRequest {
        var offsets: [Double] = []
        for word in words {
            guard let offset = Double(word), offset.isFinite else {
                throw mistake("drag wants offsets in spreads, as 0.2 0.5 0.9, not \"\(word)\"")
            }
            offsets.append(offset)
        }
        guard !offsets.isEmpty else {
            throw mistake("drag wants where the finger goes: offsets in spreads, as 0.2 0.5 0.9")
        }
        let velocity = try decimal("release", "a speed in spreads a second, as 2 or -1.5")
        guard velocity == nil || !line.has("cancel") else { throw mistake("a drag ends in a --release or a --cancel") }
        return DragRequest(
            offsets: offsets, axis: try axisOption(),
            down: try decimal("down", "an offset in spreads from where the last drag is"),
            end: line.has("cancel") ? .cancel : .release(velocity: velocity),
            pause: try whole("every", 0...60_000, "milliseconds") ?? DragRequest.defaultPause,
            settles: line.has("settle"))
    }

    func settledStep() throws(ControlError) -> Int {
        try expectArguments(atMost: 1)
        guard let text = words.first, let number = Self.number(text), number >= 1 else {
            throw mistake("settle wants the number of the transition, as \"sheafctl state\" tells it")
        }
        return number
    }

    func moveRequest() throws(ControlError) -> MoveRequest {
        try expectArguments(atMost: 2)
        guard let page = words.first, let place = words.dropFirst().first else {
            throw mistake("move wants the number of the page, and which number it is to have")
        }
        let edge = try choice("edge", Self.directions)
        let hold = try whole("hold", 0...60_000, "milliseconds")
        guard edge != nil || hold == nil else { throw mistake("--hold is for a page that is held at an --edge") }
        return MoveRequest(
            index: try pageIndex(page), place: try pageIndex(place), axis: try axisOption(), edge: edge,
            hold: hold ?? MoveRequest.defaultHold, isCancelled: line.has("cancel"))
    }

    func reportRequest() throws(ControlError) -> ReportRequest {
        try expectArguments(atMost: 2)
        guard let event = words.first, let page = words.dropFirst().first else {
            throw mistake("report wants what happened, WA, DA, WD or DD, and the number of the page")
        }
        let step: ReaderInterface.AppearanceStep
        if let named = ReaderInterface.AppearanceStep(rawValue: event) {
            step = named
        } else {
            step = try choose(event, Self.steps, for: "report")
        }
        return ReportRequest(event: step, index: try pageIndex(page), axis: try axisOption())
    }

    private static let steps: KeyValuePairs<String, ReaderInterface.AppearanceStep> = [
        "WA": .willAppear, "DA": .didAppear, "WD": .willDisappear, "DD": .didDisappear,
    ]
}
