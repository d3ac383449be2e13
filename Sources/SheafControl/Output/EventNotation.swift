package import SheafInterface

/// Appearance events as the rules of turning a page write them: `WA 2  WD 1 | DA 2  DD 1`.
package enum EventNotation {
    /// A list of events, in their order. The bar stands where the settle begins: before the first page that did appear or
    /// disappear.
    package static func text(_ events: [ReaderInterface.Appearance]) -> String {
        var text = ""
        var hasSettled = false
        for event in events {
            let settles = event.event == .didAppear || event.event == .didDisappear
            if !text.isEmpty { text += settles && !hasSettled ? " | " : "  " }
            if settles { hasSettled = true }
            text += self.text(event)
        }
        return text
    }

    /// One event, its page counted from 1.
    package static func text(_ event: ReaderInterface.Appearance) -> String {
        let name =
            switch event.event {
            case .willAppear: "WA"
            case .didAppear: "DA"
            case .willDisappear: "WD"
            case .didDisappear: "DD"
            }
        return "\(name) \(event.index + 1)"
    }
}
