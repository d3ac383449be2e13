package import SheafInterface

/// What a watch tells, in lines for people: a turn's appearance events in one line when it is over.
package struct WatchText {
    private var counts: PageCounts
    private let style: Style
    /// The appearance events that are not told yet.
    private var events: [ReaderInterface.Appearance] = []
    /// The transition step that is under way.
    private var step: ReaderInterface.Begin?

    /// - Parameter state: where the reader stood at first.
    package init(state: ReaderInterface.State, style: Style) {
        counts = PageCounts(state)
        self.style = style
    }

    /// Whether there are events that belong to no turn: more of them may follow at once, and nothing that ends them.
    package var isHolding: Bool { !events.isEmpty && step == nil }

    /// What is to be printed now: "   1.204 s   WA 2".
    ///
    /// - Parameter microseconds: since the watch began.
    package mutating func lines(_ told: ReaderInterface.WatchReply, microseconds: UInt64) -> [String] {
        if let event = told.appearance {
            events.append(event)
            return []
        }
        // What comes in the midst of a turn does not end it, unless nobody knows what has become of it.
        let isEnd = step == nil ? told.end == nil : told.missed != nil || told.closed != nil
        return (isEnd ? flush(microseconds: microseconds) : []) + [stamp(text(told), microseconds)]
    }

    /// The events that are held, in a line.
    package mutating func flush(microseconds: UInt64) -> [String] {
        defer {
            events = []
            step = nil
        }
        return events.isEmpty
            ? [] : [stamp(EventNotation.text(events, isDrag: step?.interactive ?? false), microseconds)]
    }

    private func stamp(_ text: String, _ microseconds: UInt64) -> String {
        let seconds = "\(Units.decimal(Double(microseconds) / 1_000_000, digits: 3)) s"
        return style(.faint, DisplayText.padded(seconds, to: 11, alignment: .right)) + "   " + text
    }

    private mutating func text(_ told: ReaderInterface.WatchReply) -> String {
        if let state = told.state { return text(state) }
        if let begin = told.begin { return text(begin) }
        if let end = told.end { return text(end) }
        if let page = told.page { return text(page, told.second) }
        if let failure = told.failure {
            return style(.bad, "page \(failure.index + 1) could not be rendered: \(DisplayText.safe(failure.reason))")
        }
        if let change = told.layout { return text(change) }
        if let change = told.document { return text(change) }
        if let refresh = told.refresh { return text(refresh) }
        if let missed = told.missed { return style(.bad, "missed \(Units.count(missed, "event")): too slow to read") }
        return "closed"
    }
}

extension WatchText {
    private mutating func text(_ state: ReaderInterface.State) -> String {
        counts = PageCounts(state)
        let pages = state.front
        let position = PageText.position(pages, count: counts[pages.first?.surface])
        return "\(style(.strong, position))   \(PageText.viewport(state.viewport))\(AxisText.remarks(state))"
    }

    /// "turn 3   page 4 to 7, forward", "drag 4   page 7 to 8, forward, from 7.20"
    private mutating func text(_ begin: ReaderInterface.Begin) -> String {
        step = begin
        let isBetween = begin.position != begin.position.rounded()
        return "\(name(begin.transition, begin.interactive))   \(PageText.way(from: begin.from, to: begin.to)), "
            + "\(begin.direction)"
            + (isBetween ? ", from \(AxisText.position(begin.position))" : "")
    }

    /// "turn 3   WA 7  WD 4 | DA 7  DD 4", "turn 3   overtaken at 4.50"
    private mutating func text(_ end: ReaderInterface.End) -> String {
        let isDrag = step?.interactive ?? false
        let name = name(end.transition, isDrag)
        guard end.finished else { return "\(name)   overtaken at \(AxisText.position(end.position))" }
        let notation = EventNotation.text(events, isDrag: isDrag)
        events = []
        step = nil
        let isBack = end.completed ? "" : "   back on \(PageText.short(end.previous))"
        return "\(name)   \(notation)\(isBack)"
    }

    private func name(_ transition: Int, _ isDrag: Bool) -> String {
        style(.strong, "\(isDrag ? "drag" : "turn") \(transition)")
    }

    private func text(_ page: ReaderInterface.Page, _ second: ReaderInterface.Page?) -> String {
        let pages = [page, second].compactMap { $0 }
        let locations = pages.map {
            ReaderInterface.Location(page: $0.page, index: $0.index, label: $0.label, surface: $0.surface)
        }
        let sizes = pages.map { "\($0.width) x \($0.height)   \($0.origin)" }.joined(separator: ", ")
        return
            "\(PageText.position(locations, count: counts[page.surface])) \(pages.count > 1 ? "are" : "is") there   \(sizes)"
    }

    /// "page 12 measured, 1200 x 1553; what you read moved by +13 px"
    private func text(_ change: ReaderInterface.LayoutChange) -> String {
        let size = [change.frame.width, change.frame.height].map { Units.decimal($0, digits: 0) }
        let page = "\(change.axis == .vertical ? "vertical " : "")page \(change.frame.index + 1)"
        let text = "\(page) measured, \(size.joined(separator: " x "))"
        guard change.movedBy != 0 else { return text }
        let sign = change.movedBy > 0 ? "+" : ""
        return "\(text); what you read moved by \(sign)\(Units.decimal(change.movedBy, digits: 0)) px"
    }

    private mutating func text(_ change: ReaderInterface.DocumentChange) -> String {
        counts.update(change.axis, change.document.count)
        let surface = change.axis.surface
        let position = PageText.position(change.location.map { [$0] } ?? [], count: counts[surface])
        return "document \(DisplayText.safe(change.document.document)) has changed   now on \(position)"
    }

    private func text(_ refresh: ReaderInterface.WatchReply.Refresh) -> String {
        switch refresh {
        case .refreshing: "refreshing"
        case .refreshed: "refreshed"
        case .failed: style(.bad, "could not be refreshed")
        }
    }
}
