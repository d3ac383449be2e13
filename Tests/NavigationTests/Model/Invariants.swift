import Navigation
import PageModel

/// Invariants of a reader, which hold after every step, whatever the steps were.
struct Invariants {
    private var states: [Shown: Reference.PageState] = [:]
    private var time: UInt64 = 0
    /// The reader's standing after the last command.
    private(set) var last: Standing?

    /// A command came to a step, or to none: it says all that has changed.
    mutating func follow(_ step: Standing?, _ current: Standing) throws(Difference) {
        if let step {
            guard step.standing == current.standing else {
                throw Difference(description: "the step says \(step), and the reader stands at \(current)")
            }
            if step.hasChanged { return last = current }
        } else if let last, last.deadline != current.deadline || last.motion != current.motion {
            throw Difference(description: "no step, and the reader stands at \(current)")
        }
        if let last, last.protected != current.protected || last.wanted != current.wanted {
            throw Difference(description: "unchanged, and the reader stands at \(current), after \(last)")
        }
        last = current
    }

    /// Checks the events that a reader was sent: each event a step that exists, none before the one before it.
    mutating func follow(_ events: [ReaderEvent]) throws(Difference) {
        for event in events {
            guard event.time.microseconds >= time else {
                throw Difference(description: "back in time: \(event.notation)")
            }
            time = event.time.microseconds
            guard case .appearance(let step, let page) = event.what else { continue }
            let key = Shown(page)
            switch (step, states[key]) {
            case (.willAppear, nil), (.willAppear, .disappearing): states[key] = .appearing
            case (.didAppear, .appearing): states[key] = .visible
            case (.willDisappear, .visible), (.willDisappear, .appearing): states[key] = .disappearing
            case (.didDisappear, .disappearing): states[key] = nil
            default: throw Difference(description: "no such step: \(event.notation)")
            }
        }
    }

    private static func states(_ pages: [(Location, String)]) -> [Shown: [String]] {
        Dictionary(grouping: pages) { Shown($0.0) }.mapValues { $0.map(\.1) }
    }

    /// Compares what machine and reference say of themselves, and what is said to hold at rest.
    static func check(
        _ machine: ReaderMachine, _ current: Standing, _ reference: Reference, at now: UInt64
    ) throws(Difference) {
        func same<Value: Equatable>(_ name: String, _ found: Value, _ wanted: Value) throws(Difference) {
            guard found == wanted else { throw Difference(description: "\(name) is \(found), and not \(wanted)") }
        }
        try same("isOpen", machine.isOpen, reference.isOpen)
        let protected = current.protected
        guard machine.isOpen else {
            return try same("protected", Array(protected.shown) + Array(protected.moving), [])
        }
        for line in reference.lines {
            let axis = line.axis
            try same("index", machine.position(of: axis), line.index)
            try same(
                "position", machine.position(of: axis, at: Instant(microseconds: now)),
                reference.position(of: axis, at: now))
            try same("base", machine.base(of: axis), reference.base(of: axis))
            try same("isLocked", machine.isLocked(axis), reference.isLocked(axis))
        }
        try same("last step", machine.transition, reference.lastStep)
        try same("direction", machine.direction, reference.direction)
        try same("deadline", machine.deadline?.microseconds, reference.deadline)
        try same("front", machine.front, reference.front)
        try same("move", machine.move?.page, reference.moved?.page)
        try same("shown", Set(protected.shown.map(Shown.init)), reference.protectedShown)
        try same("moving", Set(protected.moving.map(Shown.init)), reference.protectedMoving)
        try same("wanted", Array(current.wanted), reference.wanted)
        try same("landing", Array(current.landing.pages), reference.landing)
        try same("motion", current.motion, reference.motion)
        let found = machine.appearances.map { ($0.location, "\($0.state)") }
        let wanted = reference.entries.map { ($0.page, "\($0.state)") }
        try same("appearances", Self.states(found), Self.states(wanted))
        try reference.checkRest(current)
    }
}

extension Reference {
    private var isResting: Bool {
        transition == nil && (!isManual || entries.allSatisfy { $0.state == .visible })
    }

    /// A front with its back.
    private func withBack(_ page: Location) -> [Location] {
        guard let axis = lines.first(where: { $0.axis.surface == page.surface })?.axis,
            line(axis).spreads == .leaf(.nextPage), now(page) != nil,
            let back = back(ofSpread: Self.spread(ofPage: page.index, .leaf(.nextPage)), on: axis)
        else { return [page] }
        return [page, back]
    }

    var protectedShown: Set<Shown> {
        guard isResting else { return [] }
        let pages = isManual ? entries.map(\.page) : shown.flatMap(withBack)
        return Set(pages.map(Shown.init))
    }

    var protectedMoving: Set<Shown> {
        guard !isResting else { return [] }
        var pages = entries.map(\.page)
        if let transition {
            switch transition.motion {
            case .jump(let jump): pages += jump.target.pages
            case .drag(let drag):
                pages += drag.bound?.pages ?? []
                if let guess = drag.guess {
                    pages += guess.pages
                    for next in [guess.index - 1, guess.index + 1]
                    where next >= 0 && next < count(on: transition.axis) {
                        pages += seenSpread(next, on: transition.axis).pages
                    }
                }
            }
        }
        return Set((isManual ? pages : pages.flatMap(withBack)).map(Shown.init))
    }

    /// The spread where the jump or drag under way will land.
    private var bound: SeenSpread? {
        guard let transition else { return nil }
        return switch transition.motion {
        case .jump(let jump): jump.target
        case .drag(let drag): drag.bound ?? drag.guess ?? transition.start
        }
    }

    /// The pages that are seen at rest; of a manual reader the two visible pages that its viewer has let appear last.
    private var seenAtRest: [Location] {
        if let transition, !transition.isStartGone { return transition.start.pages }
        guard isManual else { return shown }
        let visible = entries.filter { $0.state == .visible && $0.page.surface == front.surface }.map(\.page)
        return visible.isEmpty ? shown : visible.suffix(2).sorted { $0.index < $1.index }
    }

    fileprivate var landing: [Location] { bound?.pages ?? seenAtRest }

    fileprivate var motion: Navigation.Motion {
        guard let transition else { return seenAtRest.isEmpty ? .empty : isResting ? .rest : .jump }
        return switch transition.motion {
        case .jump: .jump
        case .drag(let drag): drag.bound == nil ? .drag : .settling
        }
    }

    /// The pages to be rendered for the reader now: of a leaf that turns, its back before the front that comes.
    var wanted: [Location] {
        if isManual {
            let present = entries.filter { $0.state != .disappearing }.map(\.page)
            return present.isEmpty ? shown : present
        }
        guard let transition, let landing = bound else { return shown }
        guard landing.index != transition.start.index || transition.isStartGone else { return landing.pages }
        let isForward = landing.index > transition.start.index
        let turning = !isForward ? landing.pages : transition.isStartGone ? [] : transition.start.pages
        let back = turning.filter { $0.surface == transition.axis.surface }.flatMap { withBack($0).dropFirst() }
        return back + landing.pages
    }

    /// Checks that at rest exactly the right spread is visible, and nothing else is on screen.
    fileprivate func checkRest(_ current: Standing) throws(Difference) {
        guard current.isAtRest == isResting else { throw Difference(description: "isAtRest is \(current.isAtRest)") }
        guard Array(current.shown.pages) == seenAtRest else {
            throw Difference(description: "shown is \(current.shown.pages), and not \(seenAtRest)")
        }
        guard isResting, !isManual else { return }
        let visible = entries.filter { $0.state == .visible }.map { Shown($0.page) }
        guard visible.count == entries.count, Set(visible) == Set(shown.map(Shown.init)) else {
            throw Difference(description: "visible at rest is \(entries), and not \(shown)")
        }
    }
}

extension Standing {
    /// The reader's standing, without the result of the last command.
    fileprivate var standing: Stand {
        Stand(
            transition: transition, motion: motion, front: front, direction: direction, shown: shown, landing: landing,
            wanted: wanted, protected: protected, position: position, deadline: deadline,
            flags: [isAtRest, isOpen, hasEnded])
    }
}

/// The standing of a reader, to be compared.
private struct Stand: Equatable {
    let transition: Int
    let motion: Motion
    let front: Axis
    let direction: Direction
    let shown: Spread
    let landing: Spread
    let wanted: PageList
    let protected: ProtectedPages
    let position: Double
    let deadline: Instant?
    let flags: [Bool]
}
