package import PageModel

/// What is worth rendering ahead of one reader, and when to think about it. Pure: it is told of turns and of the time.
///
/// A reader that rests or turns slowly gets its neighbours: the next one in its direction, the one behind, the one after the
/// next, and so on. One that turns faster than pages can be rendered, or leaps about, gets nothing until it stays somewhere.
package struct PrefetchPlanner: Sendable {
    /// A reader that has stayed for so long rests, in microseconds: longer than who leafs through pages stays on one, and
    /// shorter than it takes to find a link and follow it.
    package static let restTime: UInt64 = 400_000
    /// Between two plans there is so much time at least, in microseconds: who turns faster is planned for now and then.
    package static let planInterval: UInt64 = 10_000
    /// So many leaps in a row, and nobody knows where the next one goes.
    package static let leapsWithoutPlan = 2

    /// Where the reader is.
    package struct Situation: Sendable {
        /// The spread that it shows or is bound for.
        package var spread: Int
        package var isForward: Bool
        /// How many spreads there are; nil where nobody knows.
        package var count: Int?
        /// How many spreads may be rendered ahead.
        package var limit: Int
        /// How long a page takes to render, in microseconds; nil where none was rendered yet.
        package var renderTime: UInt64?

        package init(spread: Int, isForward: Bool, count: Int?, limit: Int, renderTime: UInt64?) {
            self.spread = spread
            self.isForward = isForward
            self.count = count
            self.limit = limit
            self.renderTime = renderTime
        }
    }

    /// When the reader turned last,
    private var lastTurn: Instant?
    /// and how long after the turn before, in microseconds.
    private var interval: UInt64?
    /// How many of the last turns went further than to a neighbour, each soon after the one before.
    private var leaps = 0
    private var lastPlan: Instant?
    /// When to plan next; nil where nothing would be other than it is.
    package private(set) var due: Instant?

    /// Whether ``isDue(at:isUrgent:)`` has nothing new to say, unless it is urgent: ``due`` comes next, and not late.
    package func isPlanned(after now: Instant) -> Bool {
        guard let due, let lastPlan else { return false }
        return now < due && due <= lastPlan.after(Self.planInterval)
    }

    package init() {}

    /// The reader has turned.
    ///
    /// - Parameter distance: from the spread before, in spreads; nil where there was none.
    package mutating func turned(by distance: Int?, at now: Instant) {
        let interval = lastTurn.map { now.microseconds - min($0.microseconds, now.microseconds) }
        let isLeap = distance.map { $0.magnitude > 1 } ?? false
        let isSoon = interval.map { $0 < Self.restTime } ?? false
        leaps = isLeap ? (isSoon ? leaps : 0) + 1 : 0
        self.interval = interval
        lastTurn = now
    }

    /// Something has changed that plans are made of. Whether to plan now; else ``due`` says when.
    ///
    /// - Parameter isUrgent: a page is to be rendered: what is not needed any more must not be in its way.
    package mutating func isDue(at now: Instant, isUrgent: Bool) -> Bool {
        guard !isUrgent, let lastPlan, now < lastPlan.after(Self.planInterval) else { return true }
        if let due, due <= now { return true }
        let next = lastPlan.after(Self.planInterval)
        if due.map({ next < $0 }) ?? true { due = next }
        return false
    }

    /// The spreads to render ahead, the likeliest first. ``due`` says when to ask again.
    package mutating func plan(_ situation: Situation, at now: Instant) -> [Int] {
        lastPlan = now
        due = nil
        guard situation.limit > 0 else { return [] }
        let rest = lastTurn.map { $0.after(Self.restTime) }
        guard let rest, now < rest, isTooFast(for: situation) else {
            return Self.neighbours(of: situation)
        }
        due = rest
        return []
    }

    /// There is nothing to plan, as in a document without pages: nothing is due.
    package mutating func planNothing() { due = nil }

    private func isTooFast(for situation: Situation) -> Bool {
        if leaps >= Self.leapsWithoutPlan { return true }
        guard let renderTime = situation.renderTime, let interval else { return false }
        return interval < renderTime
    }

    private static func neighbours(of situation: Situation) -> [Int] {
        let step = situation.isForward ? 1 : -1
        var spreads: [Int] = []
        spreads.reserveCapacity(situation.limit)
        for number in 0..<situation.limit {
            // The second one is behind; the distance ahead grows with the others.
            let distance = number == 1 ? -step : step * max(number, 1)
            let (spread, overflow) = situation.spread.addingReportingOverflow(distance)
            guard !overflow, spread >= 0, situation.count.map({ spread < $0 }) ?? true else { continue }
            spreads.append(spread)
        }
        return spreads
    }
}

extension Instant {
    fileprivate func after(_ time: UInt64) -> Instant { Instant(microseconds: microseconds + time) }
}
