import SheafInterface

/// Appearance events as the rules of turning a page write them: `WA 2  WD 1 | DA 2  DD 1`.
enum EventNotation {
    /// The names of the events; "report" takes them too.
    static let steps: KeyValuePairs<String, ReaderInterface.AppearanceStep> = [
        "WA": .willAppear, "DA": .didAppear, "WD": .willDisappear, "DD": .didDisappear,
    ]

    /// A list of events, in their order, with a bar where the settle begins.
    ///
    /// - Parameter isDrag: whether they end with a drag, which may settle on another page than it was likely to.
    static func text(_ events: [ReaderInterface.Appearance], isDrag: Bool = false) -> String {
        let bar = settle(of: events, isDrag: isDrag)
        var text = ""
        for (index, event) in events.enumerated() {
            if index > 0 { text += index == bar ? " | " : "  " }
            text += self.text(event)
        }
        return text
    }

    /// The first event of the settle: the first DA. Before it a page that a drag has turned away from may have had its
    /// DD.
    private static func settle(of events: [ReaderInterface.Appearance], isDrag: Bool) -> Int? {
        guard var bar = events.firstIndex(where: { $0.event == .didAppear }) else {
            return isDrag ? nil : events.firstIndex { $0.event == .didDisappear }
        }
        // All events of a drag's settle have one time, later than those before the finger was lifted.
        while isDrag, bar > 0, events[bar - 1].time == events[bar].time { bar -= 1 }
        return bar
    }

    /// One event, its page counted from 1: `WA 2`, on a vertical axis `WA v2`, behind the axes `WA background`.
    private static func text(_ event: ReaderInterface.Appearance) -> String {
        let page =
            switch event.surface ?? .horizontal {
            case .horizontal: "\(event.index + 1)"
            case .vertical: "v\(event.index + 1)"
            case .background: "background"
            }
        return "\(text(event.event)) \(page)"
    }

    /// The name of an event.
    static func text(_ step: ReaderInterface.AppearanceStep) -> String {
        steps.first { $0.value == step }?.key ?? step.rawValue
    }
}
