import SheafInterface

/// The events of one turn or drag, gathered from a watch of its reader until it is over.
struct TurnLog {
    /// The number of the transition step.
    let transition: Int
    /// The id of the page that is turned to; nil where none is waited for.
    let page: Int?
    /// The appearance events, in their order.
    private(set) var events: [ReaderInterface.Appearance] = []
    /// The pages that it goes to, as its begin event has them: those of a spread are shown together.
    private(set) var spread: [ReaderInterface.Location] = []
    /// Whether its begin event has come: a drag that never leaves its spread has none, and no end event.
    private(set) var isBegun = false
    /// Whether the page has come.
    private(set) var hasPage: Bool
    /// Which page can't be rendered, and why.
    private(set) var failure: ReaderInterface.PageFailure?
    /// Whether another turn has taken over, or its end was missed.
    private(set) var isOvertaken = false

    private var hasEnded = false

    /// - Parameter hasPage: whether the reply carried the page.
    init(transition: Int, page: Int?, hasPage: Bool) {
        self.transition = transition
        self.page = page
        self.hasPage = hasPage
    }

    /// Whether there is nothing more to wait for: the page and the end have come, or another turn of the reader has taken over, or events
    /// were missed.
    var isOver: Bool { isOvertaken || hasEnded && (hasPage || failure != nil) }

    /// Adds an event of the watch. Those of other turns are ignored.
    mutating func add(_ event: ReaderInterface.WatchReply) {
        if let begin = event.begin { add(begin) }
        if let appearance = event.appearance {
            isOvertaken = isOvertaken || appearance.transition > transition
            if appearance.transition == transition { events.append(appearance) }
        }
        if let end = event.end, end.transition == transition {
            hasEnded = true
            isOvertaken = isOvertaken || !end.finished
        }
        if let page = event.page, page.page == self.page, ![.standIn, .thumbnail].contains(page.origin) {
            hasPage = true
        }
        if let failure = event.failure, failure.page == page || spread.contains(where: { $0.page == failure.page }) {
            self.failure = failure
        }
        if event.missed != nil { markMissed() }
    }

    /// Notes that events were missed, and with them perhaps the end of the turn.
    mutating func markMissed() { isOvertaken = true }

    private mutating func add(_ begin: ReaderInterface.Begin) {
        isOvertaken = isOvertaken || begin.transition > transition
        guard begin.transition == transition else { return }
        isBegun = true
        spread = begin.to
    }
}

/// A turn that is over.
struct TurnResult {
    /// Columns that are kept for a label of up to four letters, as " (viii)", so that the lines of most documents are
    /// aligned below each other.
    private static let labelWidth = 7

    var reader: String
    var isNoop: Bool
    var isHit: Bool
    var transition: Int
    var location: ReaderInterface.Location
    /// The pages that are shown together there, in reading order.
    var spread: [ReaderInterface.Location]
    var count: ReaderInterface.PageCount
    /// The time from the call until the page was there, in microseconds.
    var microseconds: UInt64
    /// Whether no other turn has taken over.
    var isFinished = true
    var events: [ReaderInterface.Appearance]

    /// "page   6 of 193 (iv)    hit    0.42 ms   WA 6  WD 5 | DA 6  DD 5"
    func line(_ style: Style) -> String {
        let unlabelled = spread.map { ReaderInterface.Location(page: $0.page, index: $0.index, surface: $0.surface) }
        let columns = DisplayText.width(PageText.position(unlabelled, count: count)) + Self.labelWidth
        let position = DisplayText.padded(PageText.position(spread, count: count), to: columns)
        let (word, emphasis): (String, Style.Emphasis) =
            isNoop ? ("noop", .faint) : isHit ? ("hit ", .good) : ("miss", .slow)
        let time = DisplayText.padded(Units.milliseconds(microseconds), to: 8, alignment: .right)
        let result = isNoop ? "on that page already" : EventNotation.text(events) + (isFinished ? "" : "   overtaken")
        return "\(style(.strong, position))   \(style(emphasis, word))  \(time)   \(result)"
    }

    /// The turn as JSON, for scripts.
    var json: JSONObject {
        [
            "reader": reader, "noop": isNoop, "hit": isHit, "transition": transition, "location": location,
            "spread": spread, "count": count, "milliseconds": Double(microseconds) / 1_000, "finished": isFinished,
            "events": events,
        ]
    }
}
