import Navigation
import PageModel

/// What holds after every step, whatever the steps were.
struct Invariants {
    private var states: [Shown: Reference.PageState] = [:]
    private var time: UInt64 = 0

    /// Takes in what a reader was told: each event a step that exists, none before the one before it.
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

    /// Compares what machine and reference say of themselves, and what is said to hold at rest.
    static func check(
        _ machine: ReaderMachine, _ reference: Reference, in book: Book, at now: UInt64
    ) throws(Difference) {
        func same<Value: Equatable>(_ name: String, _ found: Value, _ wanted: Value) throws(Difference) {
            guard found == wanted else { throw Difference(description: "\(name) is \(found), and not \(wanted)") }
        }
        try same("isOpen", machine.isOpen, reference.isOpen)
        guard machine.isOpen else {
            let protected = machine.protectedPages(in: book)
            return try same("protected", protected.shown + protected.moving, [])
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
        let protected = machine.protectedPages(in: book)
        try same("shown", Set(protected.shown.map(Shown.init)), reference.protectedShown)
        try same("moving", Set(protected.moving.map(Shown.init)), reference.protectedMoving)
        try same("wanted", machine.wantedPages, reference.wanted)
        try reference.checkRest(machine)
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
                        pages += place(next, on: transition.axis).pages
                    }
                }
            }
        }
        return Set((isManual ? pages : pages.flatMap(withBack)).map(Shown.init))
    }

    /// What is to be rendered for it now: of a leaf that turns, its back before the front that comes.
    var wanted: [Location] {
        if isManual {
            let present = entries.filter { $0.state != .disappearing }.map(\.page)
            return present.isEmpty ? shown : present
        }
        guard let transition else { return shown }
        let landing =
            switch transition.motion {
            case .jump(let jump): jump.target
            case .drag(let drag): drag.bound ?? drag.guess ?? transition.start
            }
        guard landing.index != transition.start.index || transition.isStartGone else { return landing.pages }
        let isForward = landing.index > transition.start.index
        let turning = !isForward ? landing.pages : transition.isStartGone ? [] : transition.start.pages
        let back = turning.filter { $0.surface == transition.axis.surface }.flatMap { withBack($0).dropFirst() }
        return back + landing.pages
    }

    /// At rest exactly one spread is visible, the right one, and nothing else is on screen.
    fileprivate func checkRest(_ machine: ReaderMachine) throws(Difference) {
        guard machine.isAtRest == isResting else { throw Difference(description: "isAtRest is \(machine.isAtRest)") }
        guard isResting, !isManual else { return }
        guard machine.isEmpty == shown.isEmpty else { throw Difference(description: "isEmpty is \(machine.isEmpty)") }
        guard machine.shown.pages == shown else {
            throw Difference(description: "shown is \(machine.shown.pages), and not \(shown)")
        }
        let visible = entries.filter { $0.state == .visible }.map { Shown($0.page) }
        guard visible.count == entries.count, Set(visible) == Set(shown.map(Shown.init)) else {
            throw Difference(description: "visible at rest is \(entries), and not \(shown)")
        }
    }
}
