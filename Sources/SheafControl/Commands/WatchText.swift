package import SheafInterface

/// What a watch tells, a line each for people.
package struct WatchText {
    private var count: ReaderInterface.PageCount
    private let style: Style

    /// - Parameter state: where the reader stood at first.
    package init(state: ReaderInterface.State, style: Style) {
        count = state.document.count
        self.style = style
    }

    /// "   1.204 s   WA 2"
    ///
    /// - Parameter microseconds: since the watch began.
    package mutating func line(_ told: ReaderInterface.WatchReply, microseconds: UInt64) -> String {
        let seconds = "\(Units.decimal(Double(microseconds) / 1_000_000, digits: 3)) s"
        return style(.faint, DisplayText.padded(seconds, to: 11, alignment: .right)) + "   " + text(told)
    }

    private mutating func text(_ told: ReaderInterface.WatchReply) -> String {
        if let state = told.state {
            count = state.document.count
            let position = PageText.position(index: state.location.index, label: state.location.label, count: count)
            return "\(style(.strong, position))   \(PageText.viewport(state.viewport))"
        }
        if let event = told.appearance { return EventNotation.text(event) }
        if let page = told.page {
            let position = PageText.position(index: page.index, label: page.label, count: count)
            return "\(position) is there   \(page.width) x \(page.height)   \(page.origin)"
        }
        if let failure = told.failure {
            return style(.bad, "page \(failure.index + 1) could not be rendered: \(DisplayText.safe(failure.reason))")
        }
        return "closed"
    }
}
