/// Where one reader stands, and what its turning pages means for what is on screen. Pure: it says what happens, and
/// does nothing.
///
/// A jump settles at once: its events are those of a jump of duration 0.
package struct ReaderMachine: Sendable {
    /// What a jump does.
    package struct Jump: Equatable, Sendable {
        /// The number of the transition, from 1 on in the order in which a reader's transitions begin. A noop has that
        /// of the last one.
        package let transition: Int
        fileprivate let steps: (source: Location, target: Location)?

        package static func == (one: Jump, other: Jump) -> Bool {
            one.transition == other.transition && one.events == other.events
        }

        /// Whether the reader was there already: nothing happened, and nothing is sent.
        package var isNoop: Bool { steps == nil }

        /// In the order in which they are sent.
        package var events: [AppearanceEvent] {
            guard let (source, target) = steps else { return [] }
            return [
                AppearanceEvent(.willAppear, target), AppearanceEvent(.willDisappear, source),
                AppearanceEvent(.didAppear, target), AppearanceEvent(.didDisappear, source),
            ]
        }
    }

    private enum State: Sendable {
        case unopened
        case atRest(Location)
        case closed
    }

    /// Which way a reader goes.
    package enum Direction: Sendable { case forward, backward }

    private var state = State.unopened
    private var transitions = 0
    /// Which way the last jump went; what is read ahead lies there.
    package private(set) var direction = Direction.forward

    package init() {}

    /// The page at which the reader last settled; nil before it was opened and after it was closed.
    package var current: Location? {
        guard case .atRest(let location) = state else { return nil }
        return location
    }

    /// The number of the last transition, 0 before the first.
    package var transition: Int { transitions }

    /// Opens the reader on its first page.
    package mutating func open(at location: Location) -> [AppearanceEvent] {
        guard case .unopened = state else { return [] }
        state = .atRest(location)
        return [AppearanceEvent(.willAppear, location), AppearanceEvent(.didAppear, location)]
    }

    /// Jumps to another page.
    package mutating func jump(to target: Location) -> Jump {
        guard case .atRest(let source) = state, target.page != source.page else {
            if case .atRest = state { state = .atRest(target) }
            return Jump(transition: transitions, steps: nil)
        }
        transitions += 1
        direction = target.index > source.index ? .forward : .backward
        state = .atRest(target)
        return Jump(transition: transitions, steps: (source, target))
    }

    /// Closes the reader: what is on screen goes.
    package mutating func close() -> [AppearanceEvent] {
        defer { state = .closed }
        guard case .atRest(let location) = state else { return [] }
        return [AppearanceEvent(.willDisappear, location), AppearanceEvent(.didDisappear, location)]
    }
}
