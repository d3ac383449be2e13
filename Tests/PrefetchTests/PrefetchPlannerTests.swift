import PageModel
import Prefetch
import Testing

@Suite struct PrefetchPlannerTests {
    private static let second: UInt64 = 1_000_000

    /// A planner with the time, and where its reader is.
    private struct Reading {
        let planner = PrefetchPlanner()
        var time: UInt64 = 1_000_000
        var situation: PrefetchPlanner.Situation
        /// The spreads that are rendered.
        var ready: Set<Int> = []

        init(_ spread: Int, of count: Int? = 100, renderTime: UInt64? = 80_000, mode: PrefetchMode = .full) {
            situation = PrefetchPlanner.Situation(spread: spread, count: count, renderTime: renderTime, mode: mode)
            planner.turned(to: spread, at: Instant(microseconds: time))
        }

        var now: Instant { Instant(microseconds: time) }

        /// Returns the spreads whose rendering is worth beginning, in order.
        mutating func plan() -> [Int] { candidates().filter(\.isLikely).map(\.spread) }

        mutating func candidates() -> [PrefetchPlanner.Candidate] {
            planner.plan(situation, at: now) { [ready] in ready.contains($0) }
        }

        /// Stays for so long, and turns; with a plan for where it is, as the service has it.
        mutating func turn(to spread: Int, after stay: UInt64, jumpTargets: [PrefetchPlanner.JumpTarget] = []) {
            _ = plan()
            time += stay
            planner.turned(to: spread, at: now)
            situation.spread = spread
            situation.jumpTargets = jumpTargets
        }
    }

    private static func target(_ spread: Int, _ kind: PrefetchPlanner.JumpTarget.Kind) -> PrefetchPlanner.JumpTarget {
        PrefetchPlanner.JumpTarget(spread, kind)
    }

    // MARK: Turns

    @Test(
        arguments: [(50, 100, [51, 49]), (0, 100, [1]), (99, 100, [98]), (0, 1, []), (50, nil, [51, 49])]
            as [(Int, Int?, [Int])])
    func aReaderThatWasOpenedGetsItsNeighbours(spread: Int, count: Int?, plan: [Int]) {
        var reading = Reading(spread, of: count)
        let planned = reading.plan()
        #expect(planned == plan)
    }

    @Test func aSpreadAtTheEndOfTheNumbersIsPlannedFor() {
        var reading = Reading(.max, of: nil)
        let planned = reading.plan()
        #expect(planned == [.max - 1])
    }

    @Test func whoReadsGetsTheNextAndThePrevious() {
        var reading = Reading(50)
        for spread in 51...55 { reading.turn(to: spread, after: 20 * Self.second) }
        let planned = reading.plan()
        #expect(planned.prefix(2) == [56, 54] && reading.planner.due == nil)
    }

    @Test func whoSkimsSlowPagesGetsManyAheadInTheirOrder() {
        var reading = Reading(50, renderTime: 300_000)
        for spread in 51...56 { reading.turn(to: spread, after: 500_000) }
        let planned = reading.plan()
        let ahead = planned.filter { $0 > 56 }
        #expect(ahead == Array(57..<57 + ahead.count) && ahead.count >= 5)
        #expect(planned.first == 57)
    }

    /// Pages that take little time to render need not be there long before they are shown.
    @Test func whatIsQuicklyRenderedIsNotRenderedFarAhead() {
        var (slow, quick) = (Reading(50, renderTime: 900_000), Reading(50, renderTime: 3_000))
        for spread in 51...60 {
            slow.turn(to: spread, after: 2 * Self.second)
            quick.turn(to: spread, after: 2 * Self.second)
        }
        let (many, few) = (slow.plan(), quick.plan())
        #expect(many.count > few.count && few.first == 61)
    }

    @Test func whatIsRenderedMakesTheRestLessUrgent() throws {
        var reading = Reading(50, renderTime: 500_000)
        for spread in 51...60 { reading.turn(to: spread, after: 2 * Self.second) }
        let before = try #require(reading.candidates().first { $0.spread == 62 }).need
        reading.ready = [61]
        let after = try #require(reading.candidates().first { $0.spread == 62 }).need
        #expect(after < before)
    }

    @Test func afterAReversalItMayGoEitherWay() throws {
        var reading = Reading(50)
        for spread in [51, 52, 53, 52] { reading.turn(to: spread, after: 20 * Self.second) }
        let candidates = reading.candidates()
        let back = try #require(candidates.first { $0.spread == 51 }).need
        let forth = try #require(candidates.first { $0.spread == 53 }).need
        #expect(back > 0.3 && forth > 0.3)
        // One more, and backward is its direction.
        reading.turn(to: 51, after: 20 * Self.second)
        let planned = reading.plan()
        #expect(planned.first == 50)
    }

    @Test func whoTurnsFasterThanPagesAreRenderedGetsNoneUntilItRests() {
        var reading = Reading(50, renderTime: 200_000)
        for spread in 51...54 { reading.turn(to: spread, after: 90_000) }
        #expect(reading.plan().isEmpty)
        #expect(reading.planner.due == Instant(microseconds: reading.time + PrefetchPlanner.restTime))
        reading.time += PrefetchPlanner.restTime
        let planned = reading.plan()
        #expect(planned.first == 55 && reading.planner.due == nil)
        // At half of the speed it is worth trying.
        var slower = Reading(50, renderTime: 200_000)
        for spread in 51...54 { slower.turn(to: spread, after: 100_000) }
        #expect(slower.plan().first == 55)
    }

    @Test func whoLeapsAboutGetsNoneUntilItStays() {
        var reading = Reading(50)
        for spread in [20, 70] { reading.turn(to: spread, after: 100_000) }
        #expect(reading.plan().isEmpty && reading.planner.due != nil)
        reading.time += PrefetchPlanner.restTime
        #expect(reading.plan().first == 71)
        // A single leap is no series.
        reading.turn(to: 30, after: 20 * Self.second)
        #expect(reading.plan().first == 31)
    }

    /// Likely jump targets wait while the reader leaps about: they would be out of date before they are rendered.
    @Test func whoLeapsAboutGetsOnlyWhatIsLikely() {
        var reading = Reading(50)
        let links = [5, 6, 7, 8]
        for (origin, spread) in [(50, 20), (20, 70)] {
            reading.turn(
                to: spread, after: 100_000,
                jumpTargets: [Self.target(origin, .history(0))] + links.map { Self.target($0, .link) })
        }
        #expect(reading.plan() == [20])
        reading.time += PrefetchPlanner.restTime
        #expect(Set(reading.plan()).isSuperset(of: links + [20, 71]))
    }

    // MARK: Flings

    @Test func aFlingHasItsLandingReadAheadAndWhatItPassesSlowlyEnough() {
        var reading = Reading(10, renderTime: 100_000)
        _ = reading.plan()
        // Of the last pages each stays for 0.5 s divided by what is left: from 35 on for 0.1 s and longer.
        reading.situation.fling = PrefetchPlanner.Fling(landing: 40, timeConstant: 500_000)
        let planned = reading.plan()
        #expect(Set(planned).isSuperset(of: [35, 36, 37, 38, 39, 40]) && planned.first == 35)
        #expect(!planned.contains { (11...34).contains($0) })
        #expect(planned.last == 41)
    }

    @Test(arguments: [(90, 5), (5, 90)]) func aFlingMayGoEitherWayAndEndWhereItBegan(start: Int, landing: Int) {
        var reading = Reading(start, renderTime: 400_000)
        reading.situation.fling = PrefetchPlanner.Fling(landing: landing, timeConstant: 500_000)
        #expect(reading.plan().contains(landing))
        reading.situation.spread = landing
        #expect(!reading.plan().contains(landing))
        for extreme in [Int.min, .max] {
            reading.situation.fling = PrefetchPlanner.Fling(landing: extreme, timeConstant: .max)
            #expect(reading.plan().allSatisfy { (0..<100).contains($0) })
        }
    }

    @Test func whereAFlingHasLandedReadingGoesOn() {
        var reading = Reading(10)
        _ = reading.plan()
        reading.situation.fling = PrefetchPlanner.Fling(landing: 40, timeConstant: 500_000)
        reading.turn(to: 40, after: Self.second)
        reading.planner.landed()
        reading.situation.fling = nil
        #expect(reading.planner.lastContext() == .passing)
        #expect(reading.plan().first == 41)
    }

    /// The viewer turns each page, and does not say where it will end.
    @Test(arguments: [(1, 0.4), (-1, 0.6), (1, 0.9)]) func whereAFlingWillLandIsSeenFromItsTurns(
        direction: Int, timeConstant: Double
    ) {
        var reading = Reading(500, of: 1_000, renderTime: 600_000)
        _ = reading.plan()
        reading.turn(to: 500 + direction, after: 20 * Self.second)
        let way = Int(20 * timeConstant)
        let landing = 500 + direction * way
        // Two thirds of the way: pages are turned faster than they are rendered.
        for passed in 2...way * 2 / 3 {
            let speed = 20 - (Double(passed) - 0.5) / timeConstant
            reading.turn(to: 500 + direction * passed, after: UInt64(1_000_000 / speed))
        }
        let planned = reading.plan()
        #expect(planned.contains(landing), "\(planned), not \(landing)")
        #expect(planned.allSatisfy { abs($0 - landing) <= 2 })
    }

    @Test func whoTurnsAtOneSpeedLandsNowhere() {
        var reading = Reading(50, renderTime: 200_000)
        for spread in 51...60 { reading.turn(to: spread, after: 50_000) }
        #expect(reading.plan().isEmpty)
        // Nor does who gets faster.
        for (number, spread) in (61...64).enumerated() {
            reading.turn(to: spread, after: UInt64(45_000 - 5_000 * number))
        }
        #expect(reading.plan().isEmpty)
    }

    // MARK: Hints

    @Test(arguments: PrefetchMode.allCases) func whatAViewerAsksForIsRendered(mode: PrefetchMode) {
        var reading = Reading(50, mode: mode)
        for spread in 51...53 { reading.turn(to: spread, after: 20 * Self.second) }
        reading.situation.hints = [80, 20]
        let planned = reading.plan()
        #expect(Set(planned).isSuperset(of: [20, 80]))
        // In the order of the viewer.
        #expect(planned.filter { [20, 80].contains($0) } == [80, 20])
        #expect(planned.first == (mode == .no ? 80 : 54))
        if mode == .no { #expect(planned == [80, 20]) }
        // What is not there is left out, and so is what it shows.
        reading.situation.hints = [-1, 100, 53]
        #expect(Set(reading.plan()).isDisjoint(with: [-1, 100, 53]))
        // Want of memory comes first.
        reading.situation.hints = [80]
        reading.situation.isNextOnly = true
        #expect(!reading.plan().contains(80))
    }

    @Test func whoLeapsAboutGetsWhatItAsksFor() {
        var reading = Reading(50)
        for spread in [20, 70] { reading.turn(to: spread, after: 100_000) }
        reading.situation.hints = [33]
        #expect(reading.plan() == [33])
    }

    @Test func aPageIsBegunOnceOnEachAxis() {
        let planner = PrefetchPlanner()
        planner.began(3)
        #expect(!planner.mayBegin(3) && planner.mayBegin(3, isAcross: true))
        planner.began(3, isAcross: true)
        #expect(!planner.mayBegin(3, isAcross: true))
    }

    @Test func theLesserOfTwoModesHolds() {
        #expect(PrefetchMode.full.lesser(.full) == .full)
        for mode in PrefetchMode.allCases {
            #expect(mode.lesser(.no) == .no && PrefetchMode.no.lesser(mode) == .no)
            #expect(mode.lesser(.full) == mode && PrefetchMode.full.lesser(mode) == mode)
        }
        #expect(PrefetchMode.eco.lesser(.full) == .eco)
    }

    // MARK: Jump targets

    @Test func whoHasFollowedALinkIsExpectedBack() {
        var reading = Reading(50)
        reading.situation.jumpTargets = [Self.target(80, .link)]
        reading.turn(to: 80, after: 9 * Self.second, jumpTargets: [Self.target(50, .history(0))])
        #expect(reading.planner.lastContext() == .link)
        #expect(Set(reading.plan().prefix(2)) == [50, 81])
    }

    @Test func whoGoesToAndFroIsExpectedToGoOn() {
        var reading = Reading(50)
        for number in 0..<6 {
            let (here, there) = number % 2 == 0 ? (80, 50) : (50, 80)
            reading.turn(to: here, after: 4 * Self.second, jumpTargets: [Self.target(there, .history(0))])
        }
        #expect(reading.planner.lastContext() == .toAndFro)
        #expect(reading.plan().first == 80)
    }

    @Test func linksAndSearchHitsAndEntriesAreReadAhead() {
        var reading = Reading(50)
        for spread in 51...53 { reading.turn(to: spread, after: 20 * Self.second) }
        reading.situation.jumpTargets = [Self.target(80, .link), Self.target(90, .link)]
        #expect(Set(reading.plan()).isSuperset(of: [80, 90]))
        // The jump to a hit comes after the search.
        reading.turn(
            to: 20, after: Self.second,
            jumpTargets: [
                Self.target(20, .hit(0)), Self.target(25, .hit(1)), Self.target(33, .hit(2)), Self.target(11, .hit(-1)),
            ])
        #expect(reading.plan().first == 25)
        #expect(reading.planner.lastContext() == .hit)
        // Who chooses from the contents does so again.
        var browsing = Reading(0)
        var chapters = Array(stride(from: 10, to: 90, by: 10))
        for chapter in chapters {
            browsing.situation.jumpTargets = chapters.map { Self.target($0, .contents(isOwn: false)) }
            browsing.turn(to: chapter, after: 3 * Self.second)
        }
        chapters.removeLast()
        browsing.situation.jumpTargets = chapters.map { Self.target($0, .contents(isOwn: false)) }
        #expect(Set(browsing.plan()).isSuperset(of: chapters))
    }

    @Test func onlySoManyPlacesAreThoughtOf() {
        var reading = Reading(500, of: 1_000)
        reading.situation.jumpTargets =
            (0..<PrefetchPlanner.maxTargets).map { Self.target($0, .link) } + [Self.target(900, .history(0))]
        #expect(!reading.candidates().contains { $0.spread == 900 })
        reading.situation.jumpTargets.removeFirst()
        reading.turn(to: 501, after: 9 * Self.second, jumpTargets: reading.situation.jumpTargets)
        #expect(reading.candidates().contains { $0.spread == 900 })
    }

    // MARK: How much

    @Test func ecoTakesTheLikeliestOnly() {
        var (full, eco, no) = (Reading(50), Reading(50, mode: .eco), Reading(50, mode: .no))
        for spread in 51...53 {
            full.turn(to: spread, after: Self.second)
            eco.turn(to: spread, after: Self.second)
            no.turn(to: spread, after: Self.second)
        }
        let (all, some, none) = (full.plan(), eco.plan(), no.plan())
        #expect(Set(some).isStrictSubset(of: all) && some.first == 54 && none.isEmpty)
    }

    @Test func underPressureOnlyTheNextIsRendered() {
        var reading = Reading(50)
        for spread in [51, 52, 53] { reading.turn(to: spread, after: 20 * Self.second) }
        reading.situation.isNextOnly = true
        #expect(reading.plan() == [54])
    }

    /// Between the two thresholds nothing is begun, and nothing is ended.
    @Test func whatIsBegunGoesOnForLongerThanItWouldBeBegun() {
        var reading = Reading(50, renderTime: nil)
        let candidates = reading.candidates()
        for candidate in candidates { #expect(candidate.isLikely == (candidate.need >= 0.015)) }
        #expect(candidates.allSatisfy { $0.need >= 0.0075 } && candidates.contains { !$0.isLikely })
        for (one, other) in zip(candidates, candidates.dropFirst()) { #expect(one.need >= other.need) }
    }

    @Test func aPageIsBegunOnceBetweenTwoTurns() {
        var reading = Reading(50)
        reading.planner.began(51)
        #expect(!reading.planner.mayBegin(51) && reading.planner.mayBegin(49))
        reading.planner.forgetBegun()
        #expect(reading.planner.mayBegin(51))
        reading.planner.began(51)
        reading.turn(to: 51, after: Self.second)
        _ = reading.plan()
        #expect(reading.planner.mayBegin(51))
    }

    @Test func itLearnsWhatAReaderDoes() throws {
        var reading = Reading(99)
        var others = Reading(99)
        let before = try #require(others.candidates().first { $0.spread == 98 }).need
        // Two pages on and one back, again and again.
        var spread = 50
        for number in 0..<60 {
            spread += number % 3 == 2 ? -1 : 1
            reading.turn(to: spread, after: 20 * Self.second)
        }
        reading.turn(to: spread + 1, after: 20 * Self.second)
        let back = try #require(reading.candidates().first { $0.spread == spread }).need
        #expect(back > 3 * before)
    }

    /// Only the position of the reader counts after more turns than are kept until the next plan.
    @Test func whoTurnsOftenerThanAPersonIsStillWhereItIs() {
        var reading = Reading(10)
        _ = reading.plan()
        for spread in 11...40 { reading.planner.turned(to: spread, at: reading.now) }
        reading.time += PrefetchPlanner.restTime
        reading.situation.spread = 40
        #expect(reading.plan().first == 41)
    }

    // MARK: When

    /// A plan that is due is made, also when the last one was made just before.
    @Test func whatIsDueIsPlanned() {
        var reading = Reading(50, renderTime: 200_000)
        for spread in 51...54 { reading.turn(to: spread, after: 20_000) }
        let rest = reading.time + PrefetchPlanner.restTime
        reading.time = rest - 1
        #expect(reading.plan().isEmpty)
        #expect(reading.planner.due == Instant(microseconds: rest) && reading.planner.isPlanned(after: reading.now))
        reading.time = rest
        let isDueThen = reading.planner.isDue(at: reading.now, isUrgent: false)
        #expect(isDueThen && !reading.planner.isPlanned(after: reading.now))
    }

    @Test func plansAreMadeNowAndThen() {
        var reading = Reading(50)
        let isFirstDue = reading.planner.isDue(at: reading.now, isUrgent: false)
        #expect(isFirstDue)
        _ = reading.plan()
        let next = Instant(microseconds: reading.time + PrefetchPlanner.planInterval)
        reading.time += 1
        let isSoonDue = reading.planner.isDue(at: reading.now, isUrgent: false)
        #expect(!isSoonDue && reading.planner.due == next)
        // A page that has to be rendered does not wait for that.
        let isUrgentDue = reading.planner.isDue(at: reading.now, isUrgent: true)
        #expect(isUrgentDue)
        let isDueThen = reading.planner.isDue(at: next, isUrgent: false)
        #expect(isDueThen)
    }

    /// Plans become rarer while pages turn faster than a person turns them: twice between two plans.
    @Test func plansAreRarerWhileTurnsGoOnFast() {
        var reading = Reading(50)
        func planIfDue() -> Bool {
            guard reading.planner.isDue(at: reading.now, isUrgent: false) else { return false }
            _ = reading.plan()
            return true
        }
        var plans: [UInt64] = []
        for turn in 0..<10_000 {
            reading.time += 100
            reading.planner.turned(to: turn % 2, at: reading.now)
            if planIfDue() { plans.append(reading.time) }
        }
        let pauses = zip(plans, plans.dropFirst()).map { $1 - $0 }
        // It was opened and has turned before the first one.
        #expect(pauses.prefix(3) == [20_000, 40_000, 80_000])
        #expect(pauses.dropFirst(2).allSatisfy { $0 == PrefetchPlanner.longestPlanInterval })
        // What comes of it at rest is planned, and from then on as for everybody.
        reading.time = reading.planner.due?.microseconds ?? 0
        #expect(planIfDue())
        reading.time += 1_000_000
        for _ in 0..<3 {
            reading.time += PrefetchPlanner.planInterval
            reading.planner.turned(to: 1, at: reading.now)
            #expect(planIfDue())
        }
    }
}
