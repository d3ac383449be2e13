package import PageModel

/// Plans what is worth rendering ahead of one reader, and when to plan again. Pure: it is told of turns and of the
/// time, and of where the reader may jump to. What it keeps of a reader is bounded. A class, confined to its owner: a
/// turn copies nothing.
///
/// A spread's *need* is the chance that the reader turns to it (``MoveModel``), times the chance that it would be too late to
/// begin it after the next turn. docs/memory.md has the whole of it.
package final class PrefetchPlanner {
    /// A reader that has stayed for so long rests, in microseconds: longer than who leafs through pages stays on one, and
    /// shorter than it takes to find a link and follow it.
    package static let restTime: UInt64 = 400_000
    /// Between two plans there is so much time at least, in microseconds: who turns faster is planned for now and then,
    package static let planInterval: UInt64 = 10_000
    /// and so much at most: while turns go on that fast there is twice as much time from each plan to the next.
    package static let longestPlanInterval: UInt64 = 80_000
    /// So many spreads ahead are thought of.
    package static let reach = 8
    /// So many spreads to jump to are thought of.
    package static let maxTargets = 64

    /// The chance that a reader comes to what its viewer says that it will show, by its number among those: behind the next spread of
    /// who reads, before all else.
    package static func hintNeed(_ number: Int) -> Double { 0.6 - 0.002 * Double(min(number, maxTargets)) }

    /// Whatever a reader has done so far, it may look back: enough for ``PrefetchMode/full``.
    private static let leastBack = 0.016

    private struct Turn {
        var spread = 0
        var time: UInt64 = 0
    }

    /// Turns that were not looked at yet, in their order: a turn is answered before that. Who turns oftener between two plans
    /// is no person: of those only the last counts.
    private var turns = [8 of Turn](repeating: Turn())
    private var turnCount = 0

    private var model = MoveModel()
    private var context = TurnContext.opened
    private var spread: Int?
    /// 1 or −1: the way in which it turns pages.
    private var direction = 1
    private var lastTurn: UInt64 = 0
    /// How long it stayed where it was before, in microseconds,
    private var interval: UInt64 = 30_000_000
    /// the longer one of that and of the stay before that,
    private var longerInterval: UInt64 = 30_000_000
    /// and how long it stays on a page, the last ones counting most.
    private var usualInterval = 30_000_000.0
    /// Pages a second in the last steps in its direction, the last one first, while they follow each other fast; 0: there were fewer.
    private var speeds = [4 of Double](repeating: 0)
    /// From where its last jumps went, the last one first.
    private var origins = [3 of Int](repeating: -1)
    /// Where it may jump to from the spread that was planned for last.
    private var jumpTargets: (spread: Int, list: [JumpTarget]) = (-1, [])
    private var fling: Fling?
    /// The pages that were begun since the last turn, by their indexes along the axis, or the one that crosses it.
    private var begun: [(index: Int, isAcross: Bool)] = []

    private var lastPlan: Instant?
    /// How long the next plan waits behind the last one, in microseconds, unless it is urgent.
    private var pause = planInterval
    private var turnsSincePlan = 0
    /// When to plan next; nil where nothing would be other than it is.
    package private(set) var due: Instant?

    package init() {}

    // MARK: Turns

    /// The reader has turned to a spread.
    package func turned(to spread: Int, at now: Instant) {
        turnsSincePlan += 1
        if turnCount < turns.count { turnCount += 1 }
        turns[turnCount - 1] = Turn(spread: spread, time: now.microseconds)
    }

    /// The fling that was told of has ended where the reader is.
    package func landed() {
        learnTurns()
        fling = nil
    }

    /// Returns the context of the last turn.
    package func lastContext() -> TurnContext {
        learnTurns()
        return context
    }

    private func learnTurns() {
        for number in 0..<turnCount { learn(turns[number]) }
        turnCount = 0
    }

    private func learn(_ turn: Turn) {
        defer {
            spread = turn.spread
            lastTurn = turn.time
            begun.removeAll(keepingCapacity: true)
        }
        guard let origin = spread, origin != turn.spread else { return }
        let stayed = turn.time - min(lastTurn, turn.time)
        (interval, longerInterval) = (stayed, max(interval, stayed))
        let move = move(from: origin, to: turn.spread)
        model.learn(move, after: context)
        context = context(after: move, from: origin, to: turn.spread)
        if move.isStep || fling != nil {
            direction = turn.spread > origin ? 1 : -1
        } else {
            // Who has jumped reads on from there.
            direction = 1
            (origins[0], origins[1], origins[2]) = (origin, origins[0], origins[1])
        }
        if move.isStep { usualInterval = usualInterval * 0.75 + Double(interval) * 0.25 }
        guard move == .forward, interval < Self.restTime, interval > 0 else {
            speeds = [4 of Double](repeating: 0)
            return
        }
        speeds = [1_000_000 / Double(interval), speeds[0], speeds[1], speeds[2]]
    }

    /// How many spreads further pages come to rest that are turned slower and slower, as those of a viewer that flings; nil where they
    /// are not. Where speed falls exponentially with time, it falls by the same with each spread.
    private var projectedWay: Int? {
        guard speeds[3] > 0, speeds[3] > speeds[2], speeds[2] > speeds[1], speeds[1] > speeds[0] else { return nil }
        let way = speeds[0] * 3 / (speeds[3] - speeds[0]) - 0.5
        return way >= 1 && way <= Double(Self.maxTargets) ? Int(way.rounded()) : nil
    }

    private func move(from origin: Int, to spread: Int) -> Move {
        if spread == origin &+ direction { return .forward }
        if spread == origin &- direction { return .backward }
        if let fling, (spread > origin) == (fling.landing > origin) { return .forward }
        guard jumpTargets.spread == origin, let target = jumpTargets.list.first(where: { $0.spread == spread }) else {
            return .far
        }
        return Move(to: target.kind)
    }

    private func context(after move: Move, from origin: Int, to spread: Int) -> TurnContext {
        if fling != nil { return .passing }
        return switch move {
        case .forward: interval >= TurnContext.readingTime ? .step : .fast
        case .backward: .reversed
        case .link: .link
        case .nextHit, .previousHit: .hit
        case .contents: .contents
        case .latest, .second, .older:
            origins[0] == spread && origins[1] == origin && origins[2] == spread ? .toAndFro : .returned
        case .far: .far
        }
    }

    // MARK: When to plan

    /// Whether ``isDue(at:isUrgent:)`` has nothing new to say, unless it is urgent: ``due`` comes next, and not late.
    package func isPlanned(after now: Instant) -> Bool {
        guard let due, let lastPlan else { return false }
        return now < due && due <= lastPlan.after(pause)
    }

    /// Something has changed that plans are made of. Whether to plan now; else ``due`` says when.
    ///
    /// - Parameter isUrgent: a page is to be rendered: what is not needed any more must not be in its way.
    package func isDue(at now: Instant, isUrgent: Bool) -> Bool {
        guard !isUrgent, let lastPlan, now < lastPlan.after(pause) else { return true }
        if let due, due <= now { return true }
        let next = lastPlan.after(pause)
        if due.map({ next < $0 }) ?? true { due = next }
        return false
    }

    /// There is nothing to plan, as in a document without pages: nothing is due.
    package func planNothing() { due = nil }

    /// The render of a page was begun, or refused: it is not begun again before the next turn.
    ///
    /// - Parameter isAcross: whether it is on the other axis.
    package func began(_ index: Int, isAcross: Bool = false) { begun.append((index, isAcross)) }

    /// Lets pages be begun again that were begun: their renders were cancelled for something else than a turn.
    package func forgetBegun() { begun.removeAll(keepingCapacity: true) }

    /// Whether a page may be begun: it was not since the last turn.
    package func mayBegin(_ index: Int, isAcross: Bool = false) -> Bool {
        !begun.contains { $0 == (index, isAcross) }
    }

    // MARK: Plans

    /// The spreads that may be needed, the greatest need first. ``due`` says when to ask again.
    ///
    /// - Parameter isReady: whether a spread is rendered.
    package func plan(
        _ situation: Situation, at now: Instant, isReady: (Int) -> Bool
    ) -> [Candidate] {
        pause = turnsSincePlan > 1 ? min(2 * pause, Self.longestPlanInterval) : Self.planInterval
        turnsSincePlan = 0
        learnTurns()
        lastPlan = now
        due = nil
        jumpTargets = (situation.spread, Array(situation.jumpTargets.prefix(Self.maxTargets)))
        fling = situation.fling
        if spread == nil { spread = situation.spread }
        // A search comes before the jump to what it has found.
        if context == .far, jumpTargets.list.contains(JumpTarget(situation.spread, .hit(0))) { context = .hit }
        var needs = Needs(in: situation)
        for (number, hint) in situation.hints.prefix(Self.maxTargets).enumerated() {
            needs.add(hint, Self.hintNeed(number))
        }
        var mode = situation.mode
        if situation.mode != .no {
            let rest = Instant(microseconds: lastTurn + Self.restTime)
            if isHasty(in: situation), now < rest {
                due = rest
                // It would be gone before most of what it may jump to is rendered.
                mode = mode.lesser(.eco)
            } else {
                addNeighbours(situation, isReady, to: &needs)
            }
            if let fling {
                addLanding(of: fling, situation, to: &needs)
            } else {
                addJumpTargets(to: &needs)
                if let way = projectedWay, now < rest { addProjected(situation.spread &+ direction * way, to: &needs) }
            }
        }
        if situation.isNextOnly { needs.keep(only: situation.spread &+ direction) }
        let threshold = mode.threshold ?? Self.hintNeed(Self.maxTargets)
        return needs.sorted(atLeast: threshold / 2).map { spread, need in
            Candidate(spread: spread, need: need, isLikely: need >= threshold)
        }
    }

    /// Whether the reader is gone before anything could be rendered around it, as twice before: it leaps about, or turns too
    /// fast.
    private func isHasty(in situation: Situation) -> Bool {
        if fling != nil, context != .passing { return true }
        let isTurning = context == .fast || context == .reversed || context == .passing
        if isTurning { return (situation.renderTime ?? 0) > 2 * longerInterval }
        return longerInterval < Self.restTime && context != .step
    }

    private func addNeighbours(_ situation: Situation, _ isReady: (Int) -> Bool, to needs: inout Needs) {
        // A page may well take so much longer.
        let time = Double(situation.renderTime ?? 0) + Double(situation.renderSpread)
        let onwards = model.chance(
            of: .forward, after: usualInterval < Double(TurnContext.readingTime) ? .fast : .step)
        var chance = model.chance(of: .forward, after: context)
        var work = 0.0
        for ahead in 1...Self.reach {
            let spread = situation.spread &+ direction * ahead
            guard needs.includes(spread) else { break }
            if !isReady(spread) { work += time }
            needs.add(spread, chance * urgency(after: ahead - 1, of: work))
            chance *= onwards
        }
        let back = max(model.chance(of: .backward, after: context), Self.leastBack)
        needs.add(situation.spread &- direction, back)
        let further = back * model.chance(of: .forward, after: .reversed)
        needs.add(situation.spread &- 2 * direction, further * urgency(after: 1, of: time))
    }

    /// The chance that it is too late to begin after the next turn what takes so long to render and is needed after so many
    /// more: as sure as the reader stays for less than that, and never quite out of the question.
    private func urgency(after turns: Int, of work: Double) -> Double {
        guard turns > 0 else { return 1 }
        let isQuick = context == .fast || context == .passing
        let stay = isQuick ? min(usualInterval, Double(interval)) : usualInterval
        func share(_ stay: Double) -> Double { min(1, 3 * work / (Double(turns) * max(stay, 1))) }
        return max(0.02, 0.03 * share(450_000), share(stay))
    }

    /// Pages that a fling passes slowly enough to be seen: from there on where its speed allows a render for each.
    private func addLanding(of fling: Fling, _ situation: Situation, to needs: inout Needs) {
        let way = fling.landing.subtractingReportingOverflow(situation.spread).partialValue
        guard way != 0 else { return }
        let step = way.signum()
        let length = Int(min(way.magnitude, UInt(Int32.max)))
        let seen = fling.timeConstant / max(situation.renderTime ?? 1, 1)
        let first = max(1, length - Int(min(seen, UInt64(length))))
        // With the landing, and the one behind it, as many as elsewhere.
        for distance in first..<min(first + Self.reach - 2, length) {
            needs.add(situation.spread &+ step * distance, 0.95 - 0.25 * Double(distance) / Double(length))
        }
        needs.add(fling.landing, 0.7)
        needs.add(fling.landing &+ step, 0.2)
    }

    /// Where a fling is likely to end of which nobody has told: a spread more or less.
    private func addProjected(_ landing: Int, to needs: inout Needs) {
        needs.add(landing, 0.4)
        needs.add(landing &- direction, 0.2)
        needs.add(landing &+ direction, 0.2)
    }

    private func addJumpTargets(to needs: inout Needs) {
        let older = jumpTargets.list.count { if case .history(2...) = $0.kind { true } else { false } }
        let links = jumpTargets.list.count { $0.kind == .link }
        let entries = jumpTargets.list.count { $0.kind == .contents(isOwn: false) }
        for target in jumpTargets.list {
            let chance = model.chance(of: Move(to: target.kind), after: context)
            switch target.kind {
            case .history(0):
                needs.add(target.spread, chance)
                needs.add(target.spread &+ 1, 0.1 * chance * model.chance(of: .forward, after: .returned))
            case .history(1): needs.add(target.spread, chance)
            case .history: needs.add(target.spread, chance / Double(older))
            // A third of all pages have links: where there are some, one is followed that much oftener.
            case .link: needs.add(target.spread, min(0.5, 2.5 * chance) / Double(links))
            case .hit(let number):
                let onwards = 0.5 * model.chance(of: .nextHit, after: .hit)
                needs.add(target.spread, (1..<max(number, 1)).reduce(chance) { need, _ in need * onwards })
            case .contents(isOwn: true): needs.add(target.spread, 0.3 * chance)
            case .contents: needs.add(target.spread, 0.6 * chance / Double(entries))
            }
        }
    }
}

/// The needs for the spreads of a document, each spread once: chances are joined as independent ones.
private struct Needs {
    private let count: Int?
    private let here: Int
    private var needs: [(spread: Int, need: Double)] = []

    init(in situation: PrefetchPlanner.Situation) {
        count = situation.count
        here = situation.spread
        needs.reserveCapacity(2 * PrefetchPlanner.reach)
    }

    /// Whether the document has a spread, as far as is known.
    func includes(_ spread: Int) -> Bool { spread >= 0 && spread < count ?? .max }

    mutating func add(_ spread: Int, _ need: Double) {
        guard includes(spread), spread != here, need > 0 else { return }
        guard let index = needs.firstIndex(where: { $0.spread == spread }) else {
            return needs.append((spread, need))
        }
        needs[index].need = 1 - (1 - needs[index].need) * (1 - need)
    }

    mutating func keep(only spread: Int) { needs.removeAll { $0.spread != spread } }

    func sorted(atLeast least: Double) -> [(spread: Int, need: Double)] {
        needs.filter { $0.need >= least }.sorted { ($1.need, $0.spread) < ($0.need, $1.spread) }
    }
}

extension Instant {
    fileprivate func after(_ time: UInt64) -> Instant { Instant(microseconds: microseconds + time) }
}
