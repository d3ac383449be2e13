package import PageModel

/// A step in a page's coming to a reader's screen or leaving it.
///
/// A page is hidden, appearing, visible or disappearing. Each event is one step between these; no other step exists.
package enum AppearanceEvent: Hashable, Sendable {
    /// Hidden or disappearing → appearing.
    case willAppear
    /// Appearing → visible.
    case didAppear
    /// Visible or appearing → disappearing.
    case willDisappear
    /// Disappearing → hidden.
    case didDisappear
}

/// An event that a reader's watches are sent. Events are sent in the order in which they happen.
package struct ReaderEvent: Hashable, Sendable {
    /// The kind of an event, with its details.
    package enum What: Hashable, Sendable {
        /// A transition step began: from what is shown or on its way, to what it goes to first.
        case begin(from: PagePair, to: PagePair, direction: Direction, isInteractive: Bool)
        /// A page comes or goes.
        case appearance(AppearanceEvent, Location)
        /// A transition step ended. *Finished*: it was not interrupted; *completed*: the reader is on another spread than
        /// when its transition began, whose pages were `previous`.
        case end(isFinished: Bool, isCompleted: Bool, previous: PagePair)
    }

    package let what: What
    /// The number of the transition step; of the last one (0: there was none) where it belongs to none.
    package let transition: Int
    package let axis: Axis
    /// Where the axis stands, in spreads.
    package let position: Double
    package let time: Instant

    package init(_ what: What, transition: Int, axis: Axis, position: Double, time: Instant) {
        self.what = what
        self.transition = transition
        self.axis = axis
        self.position = position
        self.time = time
    }
}

/// Where an axis stands at a time: what all events of one moment have in common.
struct Moment {
    let axis: Axis
    /// In spreads.
    let position: Double
    let time: Instant
}

extension ReaderMachine {
    /// Room for the events of a turn: growing one by one would cost more than the turn.
    private static let eventsOfATurn = 8

    /// Notes that something happened, where anybody listens.
    mutating func emit(_ what: ReaderEvent.What, _ moment: Moment, transition number: Int? = nil) {
        guard isObserved else { return }
        if events.capacity == 0 { events.reserveCapacity(Self.eventsOfATurn) }
        events.append(
            ReaderEvent(
                what, transition: number ?? transition, axis: moment.axis, position: moment.position, time: moment.time)
        )
    }

    /// Notes that pages took a step.
    mutating func emit(_ event: AppearanceEvent, _ pages: some Sequence<Location>, _ moment: Moment) {
        guard isObserved else { return }
        for page in pages { emit(.appearance(event, page), moment) }
    }

    /// Notes that a transition step ended, where its begin was noted.
    mutating func emitEnd(
        of transition: Transition, isFinished: Bool = false, isCompleted: Bool = false, _ moment: Moment
    ) {
        guard transition.isBegun else { return }
        emit(
            .end(isFinished: isFinished, isCompleted: isCompleted, previous: transition.start.pages), moment,
            transition: transition.number)
    }
}
