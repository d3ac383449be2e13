package import SheafInterface

/// What a reader's watch tells of one turn, until the turn is over.
package struct TurnLog {
    /// The number of the turn's transition.
    let transition: Int
    /// The id of the page that is turned to.
    let page: Int
    /// The turn's appearance events, in their order.
    package private(set) var events: [ReaderInterface.Appearance] = []
    /// Whether the page is there to be shown.
    package private(set) var hasPage: Bool
    /// Why the page will not come.
    package private(set) var failure: String?

    private var leaving: Set<Int> = []
    private var hasArrived = false
    private var isOvertaken = false

    /// - Parameter hasPage: whether the reply carried the page.
    package init(transition: Int, page: Int, hasPage: Bool) {
        self.transition = transition
        self.page = page
        self.hasPage = hasPage
    }

    /// Whether every event of the turn has come: its page did appear, and those that were leaving have gone. A turn that
    /// somebody else's turn of this reader has overtaken is over too.
    package var isSettled: Bool { isOvertaken || hasArrived && leaving.isEmpty }

    /// Whether there is nothing more to wait for.
    package var isOver: Bool { isOvertaken || isSettled && (hasPage || failure != nil) }

    /// Takes what the watch told.
    package mutating func add(_ told: ReaderInterface.WatchReply) {
        if let event = told.appearance { add(event) }
        if let page = told.page, page.page == self.page { hasPage = true }
        if let failure = told.failure, failure.page == page { self.failure = failure.reason }
    }

    private mutating func add(_ event: ReaderInterface.Appearance) {
        guard event.transition == transition else {
            if event.transition > transition { isOvertaken = true }
            return
        }
        events.append(event)
        switch event.event {
        case .willAppear: leaving.remove(event.page)
        case .didAppear: if event.page == page { hasArrived = true }
        case .willDisappear: leaving.insert(event.page)
        case .didDisappear: leaving.remove(event.page)
        }
    }
}
