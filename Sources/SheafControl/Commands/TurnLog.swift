package import SheafInterface

/// What a reader's watch tells of one turn or drag, until it is over.
package struct TurnLog {
    /// The number of its transition step.
    let transition: Int
    /// The id of the page that is turned to; nil where none is waited for.
    let page: Int?
    /// Its appearance events, in their order.
    package private(set) var events: [ReaderInterface.Appearance] = []
    /// The pages that it goes to, as it was when it began: those of a spread are shown together.
    package private(set) var spread: [ReaderInterface.Location] = []
    /// Whether its begin was told: a drag that never leaves its spread has none, and no end.
    package private(set) var isBegun = false
    /// Whether the page is there to be shown.
    package private(set) var hasPage: Bool
    /// Which page will not come, and why.
    package private(set) var failure: ReaderInterface.PageFailure?

    /// Whether another turn has taken over, or nobody knows how it ended.
    package private(set) var isOvertaken = false

    private var hasEnded = false

    /// - Parameter hasPage: whether the reply carried the page.
    package init(transition: Int, page: Int?, hasPage: Bool) {
        self.transition = transition
        self.page = page
        self.hasPage = hasPage
    }

    /// Whether every event of the turn has come. One that somebody else's turn of this reader has overtaken is over too,
    /// and so is one of which the watch has missed a part.
    package var isSettled: Bool { isOvertaken || hasEnded }

    /// Whether there is nothing more to wait for.
    package var isOver: Bool { isOvertaken || hasEnded && (hasPage || failure != nil) }

    /// Takes what the watch told.
    package mutating func add(_ told: ReaderInterface.WatchReply) {
        if let begin = told.begin { add(begin) }
        if let event = told.appearance {
            isOvertaken = isOvertaken || event.transition > transition
            if event.transition == transition { events.append(event) }
        }
        if let end = told.end, end.transition == transition {
            hasEnded = true
            isOvertaken = isOvertaken || !end.finished
        }
        if let page = told.page, page.page == self.page, ![.standIn, .thumbnail].contains(page.origin) {
            hasPage = true
        }
        if let failure = told.failure, failure.page == page || spread.contains(where: { $0.page == failure.page }) {
            self.failure = failure
        }
        if told.missed != nil { isOvertaken = true }
    }

    /// The watch has missed what happened, and nobody knows how the turn ended.
    package mutating func lose() { isOvertaken = true }

    private mutating func add(_ begin: ReaderInterface.Begin) {
        isOvertaken = isOvertaken || begin.transition > transition
        guard begin.transition == transition else { return }
        isBegun = true
        spread = begin.to
    }
}
