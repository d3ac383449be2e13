package import PageCache
package import PageModel

/// The state machine of memory pressure: how warnings lower the cache's limits, and how these recover. Pure: warnings
/// and the time go in, the limits in force come out.
///
/// A warning holds the limit down for ``holdTime``; then the limit is that of ``PressureLevel/low`` for ``stepTime``,
/// and after that what is configured. Of several warnings that hold at once the lowest limit wins, and the last one says
/// how long. A warning while the limit rises begins anew. From the third warning within ``seriesTime`` on, the limit
/// stays down until so long has passed without one.
///
/// Deadlines that have passed by the time of a warning come before it.
package struct PressureMachine: Sendable {
    /// How long a warning holds the limit down, in microseconds.
    package static let holdTime: UInt64 = 3_000_000
    /// How long the limit is that of ``PressureLevel/low`` on its way up, in microseconds.
    package static let stepTime: UInt64 = 2_000_000
    /// A kernel event within this time after another one is a level worse, in microseconds.
    package static let escalationTime: UInt64 = 10_000_000
    /// So many warnings within ``seriesTime`` are a series.
    package static let seriesCount = 3
    /// In microseconds; the limit stays down so long after the last warning of a series.
    package static let seriesTime: UInt64 = 60_000_000

    private enum Phase {
        case none
        case holding(PressureLevel, until: Instant)
        case rising(until: Instant)
    }

    /// The limits without pressure.
    package private(set) var configured: CacheLimits
    /// The warnings since the start, at the level that they had in the end.
    package private(set) var counts = PressureCounts()

    private var phase = Phase.none
    private var isSustained = false
    /// The warning that set the level.
    private var cause: (source: PressureSource, at: Instant)?
    /// When the last warnings came, the latest last: as many as tell whether one more makes a series.
    private var recent: [Instant] = []
    private var lastEvent: (level: PressureLevel, at: Instant)?

    package init(configured: CacheLimits) {
        self.configured = configured
    }

    /// A warning at a level that its sender has chosen.
    package mutating func warn(_ level: PressureLevel, from source: PressureSource, at time: Instant) {
        advance(to: time)
        counts[source, level] += 1
        recent.removeAll { $0.after(Self.seriesTime) < time }
        recent.append(time)
        isSustained = isSustained || recent.count >= Self.seriesCount
        recent = recent.suffix(Self.seriesCount - 1)

        var held = level
        if case .holding(let before, _) = phase, before >= level {
            held = before
        } else {
            cause = (source, time)
        }
        phase = .holding(held, until: time.after(isSustained ? Self.seriesTime : Self.holdTime))
    }

    /// The kernel tells that memory is short, not how much: one event is low, and each further one within
    /// ``escalationTime`` of the last is a level worse.
    ///
    /// - Returns: the level that it comes to.
    @discardableResult
    package mutating func kernelEvent(from source: PressureSource, at time: Instant) -> PressureLevel {
        var level = PressureLevel.low
        if let last = lastEvent, time <= last.at.after(Self.escalationTime) { level = last.level.raised }
        lastEvent = (level, time)
        warn(level, from: source, at: time)
        return level
    }

    /// Lets the deadlines pass that are due. What is in force may be another afterwards.
    package mutating func advance(to time: Instant) {
        if case .holding(_, let end) = phase, end <= time {
            phase = .rising(until: end.after(Self.stepTime))
            isSustained = false
        }
        if case .rising(let end) = phase, end <= time {
            phase = .none
            cause = nil
        }
    }

    /// Sets other configured limits; a warning that is in force lowers these in the same way.
    package mutating func setConfigured(_ limits: CacheLimits) {
        configured = limits
    }

    /// The level whose limit is in force; nil where that is the configured one.
    package var level: PressureLevel? {
        switch phase {
        case .none: nil
        case .holding(let level, _): level
        case .rising: .low
        }
    }

    /// The limits in force. The hard limit is never lowered: it bounds what is on screen, and that stays.
    package var limits: CacheLimits {
        guard let level else { return configured }
        return CacheLimits(
            soft: Self.part(level.share, of: configured.soft), hard: configured.hard,
            pages: Self.part(level.share, of: configured.pages), hardPages: configured.hardPages)
    }

    /// How much may be rendered ahead.
    package var prefetchAllowance: PrefetchAllowance { level?.prefetchAllowance ?? .full }

    /// When ``advance(to:)`` changes something; nil where nothing is to come.
    package var nextDeadline: Instant? {
        switch phase {
        case .none: nil
        case .holding(_, let end), .rising(let end): end
        }
    }

    /// Why the limits are not the configured ones; nil where they are.
    package var reason: PressureReason? {
        guard let level, let cause, let next = nextDeadline else { return nil }
        let (until, isRecovering) =
            switch phase {
            case .none: (cause.at, false)
            case .holding(_, let end): (end.after(Self.stepTime), false)
            case .rising(let end): (end, true)
            }
        return PressureReason(
            level: level, source: cause.source, since: cause.at, next: next, until: until, isRecovering: isRecovering,
            isSustained: isSustained)
    }

    /// So many hundredths of an amount, rounded down.
    private static func part(_ share: Int, of amount: Int) -> Int {
        amount / 100 * share + amount % 100 * share / 100
    }
}

extension Instant {
    /// So many microseconds later.
    fileprivate func after(_ time: UInt64) -> Instant { Instant(microseconds: microseconds + time) }
}
