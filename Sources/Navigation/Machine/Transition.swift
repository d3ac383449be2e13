import PageModel

/// What a reader is in from rest to the settle, however many jumps and drags it holds.
struct Transition: Sendable {
    let axis: Axis
    /// Where the axis was, and what was seen: at a crossing, what lies behind it.
    var start: Spread
    /// Whether that spread is no more: its pages were deleted, or taken together in another way.
    var isStartGone = false
    /// The axis that was in front.
    let front: Axis
    var step: TransitionStep
    /// Whether any event was sent.
    var hasDeparted: Bool

    /// Whether a spread is the one where it started.
    func isStart(_ index: Int) -> Bool { !isStartGone && start.index == index }
}

/// One jump or drag of a transition.
struct TransitionStep: Sendable {
    enum Motion: Sendable {
        case jump(Jump)
        case drag(Drag)
    }

    /// A jump that is being animated.
    struct Jump: Sendable {
        var target: Spread
        /// The position that the animation starts from, in spreads.
        var from: Double
        let began: Instant
        /// In microseconds.
        let duration: UInt64

        var end: Instant { Instant(microseconds: began.microseconds + duration) }

        /// Where the animation is, linear in time.
        func position(at now: Instant) -> Double {
            guard duration > 0, now < end else { return Double(target.index) }
            let gone = now > began ? now.microseconds - began.microseconds : 0
            return from + (Double(target.index) - from) * (Double(gone) / Double(duration))
        }
    }

    /// A drag, or the motion after its release.
    struct Drag: Sendable {
        /// The spread that the finger counts from, and those on either side.
        var origin: Spread
        var before: Spread?
        var after: Spread?
        /// Where the finger came down, in spreads.
        var ground: Double
        /// Where it is, in spreads.
        var offset: Double
        /// How far it is past the document's first or last page, in spreads; below 0 before the first.
        var overscroll = 0.0
        /// What is added to the viewer's offsets: spreads that came or went before the origin since the drag began.
        var shift = 0
        /// The spread that is likely to be the next.
        var guess: Spread?
        /// Where it is bound for since its release, and since when.
        var bound: (spread: Spread, since: Instant)?
    }

    let number: Int
    var motion: Motion
    /// Whether its begin event was sent.
    var isBegun: Bool

    /// When it settles by itself.
    var deadline: Instant? {
        switch motion {
        case .jump(let jump): jump.end
        case .drag(let drag):
            drag.bound.map { Instant(microseconds: $0.since.microseconds + ReaderMachine.settleTime) }
        }
    }

    /// Where the axis is, in spreads.
    func position(at now: Instant) -> Double {
        switch motion {
        case .jump(let jump): jump.position(at: now)
        case .drag(let drag): drag.offset
        }
    }
}
