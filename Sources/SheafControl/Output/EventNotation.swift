package import SheafInterface

/// Appearance events as the rules of turning a page write them: `WA 2  WD 1 | DA 2  DD 1`.
package enum EventNotation {
    /// A list of events, in their order. The bar stands where the settle begins.
    ///
    /// - Parameter isDrag: whether they end with a drag, which may settle on another page than it was likely to.
    package static func text(_ events: [ReaderInterface.Appearance], isDrag: Bool = false) -> String {
        let bar = settle(of: events, isDrag: isDrag)
        var text = ""
        for (index, event) in events.enumerated() {
            if index > 0 { text += index == bar ? " | " : "  " }
            text += self.text(event)
        }
        return text
    }

    /// Where the settle begins: only there a page did appear. One that a drag has turned away from did disappear before.
    private static func settle(of events: [ReaderInterface.Appearance], isDrag: Bool) -> Int? {
        guard var bar = events.firstIndex(where: { $0.event == .didAppear }) else {
            return isDrag ? nil : events.firstIndex { $0.event == .didDisappear }
        }
        // All of a settle happens at one time, after the finger was lifted.
        while isDrag, bar > 0, events[bar - 1].time == events[bar].time { bar -= 1 }
        return bar
    }

    /// One event, its page counted from 1: `WA 2`, on a vertical axis `WA v2`, behind the axes `WA background`.
    package static func text(_ event: ReaderInterface.Appearance) -> String {
        let page =
            switch event.surface ?? .horizontal {
            case .horizontal: "\(event.index + 1)"
            case .vertical: "v\(event.index + 1)"
            case .background: "background"
            }
        return "\(text(event.event)) \(page)"
    }

    /// The step of a page.
    package static func text(_ step: ReaderInterface.AppearanceStep) -> String {
        switch step {
        case .willAppear: "WA"
        case .didAppear: "DA"
        case .willDisappear: "WD"
        case .didDisappear: "DD"
        }
    }
}
