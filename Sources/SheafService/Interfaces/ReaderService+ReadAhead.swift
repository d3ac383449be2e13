import Navigation
import PageModel
import Prefetch
import ProviderHost
import SheafInterface
import SheafOS

// What a reader will want next, before it asks.

extension ReaderService {
    /// The pages that a reader is likely to turn to, the likeliest first; of those that are not known yet only the index
    /// counts.
    func aheadOf(_ reader: Reader) -> [Location] {
        // First, since who turns fast comes by here at every turn.
        let depth = depth(for: reader)
        let front = reader.machine.front
        guard depth > 0, let axis = reader.axis(front), !reader.isManual, !reader.machine.isEmpty else { return [] }
        let spreads = axis.arrangement.spreads
        var count: Int?
        if case .exact(let pages) = axis.count { count = spreads.count(pages: pages) }
        let indexes = ReadAheadPlan.indexes(
            around: reader.machine.landing.index, goingForward: reader.machine.direction == .forward, count: count,
            depth: depth)
        let landing = reader.machine.landing.index
        return indexes.filter { $0 != axis.unlocks }.flatMap { spread in
            // The back that is seen when the leaf turns on the way there.
            let back = spreads.back(ofSpread: min(spread, landing))
            return ([back].compactMap { $0 } + spreads.pages(ofSpread: spread)).filter {
                $0 < axis.count.exact ?? .max
            }.map { index in
                Location(
                    front.surface, page: reader.pages.page(at: index, on: front.surface) ?? PageID(-1), index: index)
            }
        }
    }

    /// Allows so much to be rendered ahead from now on. Readers at rest get what they may have now and could not before.
    func allowReadAhead(_ allowance: ReadAheadAllowance) {
        guard allowance != readAheadAllowance else { return }
        readAheadAllowance = allowance
        if allowance != .none { plan(readers.all[...]) }
    }

    /// Plans anew for readers, a few in each turn of the loop.
    private func plan(_ readers: ArraySlice<Reader>) {
        for reader in readers.prefix(Self.plannedPerTurn) where reader.machine.isAtRest { renderAround(reader) }
        let rest = readers.dropFirst(Self.plannedPerTurn)
        if !rest.isEmpty { loop.afterThisBatch { [weak self] in self?.plan(rest) } }
    }

    /// Who turns faster than pages can be rendered, or leaps about, gets nothing rendered but where it lands, until it stays
    /// there.
    private func depth(for reader: Reader) -> Int {
        let most = readAheadAllowance.pages(of: settings.readAhead)
        guard most > 0 else { return 0 }
        let depth = ReadAheadPlan.depth(
            atMost: most, renderTime: pages.renderTime(of: reader.document.id), turnInterval: reader.turnInterval,
            leaps: reader.leaps, isStill: stillnessLeft(of: reader) == 0)
        if depth == 0, reader.rest == nil { awaitRest(of: reader, after: Self.stillness) }
        return depth
    }

    /// How long a reader has to stay where it is to rest there, in microseconds.
    private func stillnessLeft(of reader: Reader) -> UInt64 {
        let stayed = reader.lastTurn.map { now.microseconds - $0 } ?? Self.stillness
        return Self.stillness - min(stayed, Self.stillness)
    }

    /// One timer for all turns: setting it anew at each would cost every one of them.
    private func awaitRest(of reader: Reader, after microseconds: UInt64) {
        reader.rest = try? loop.schedule(after: microseconds) { [weak self, weak reader] in
            guard let self, let reader else { return }
            reader.rest = nil
            guard !reader.isClosed else { return }
            let left = stillnessLeft(of: reader)
            if left > 0 { awaitRest(of: reader, after: left) } else { renderAround(reader) }
        }
    }

    /// Has a page rendered that a reader may turn to, looked for first where it is not known.
    func readAhead(_ index: Int, on surface: Surface, for reader: Reader) {
        guard let (document, place) = reader.place(of: index, on: surface) else { return }
        if let found = document.known(at: place) {
            return readAhead(Location(surface, page: found.location.page, index: index), for: reader)
        }
        let wanted = Location(surface, page: PageID(-1), index: index)
        guard reader.lookingAhead.insert(wanted).inserted else { return }
        let shown = reader.machine.landing
        document.find(at: place, priority: .prefetch) { [self, weak reader] result in
            reader?.lookingAhead.remove(wanted)
            // Only as long as the reader rests where it did.
            guard let reader, !reader.isClosed, reader.machine.landing == shown, case .success(let found) = result,
                // Less may be allowed now than when it was looked for.
                aheadOf(reader).contains(where: { $0.index == index && $0.surface == surface })
            else { return }
            readAhead(Location(surface, page: found.location.page, index: index), for: reader)
            advise(aheadOf(reader), for: reader)
        }
    }

    /// Tells the provider what a reader that rests is likely to turn to, as far as it is known. What a reader turns past
    /// is no plan.
    func advise(_ ahead: [Location], for reader: Reader) {
        // Nothing was advised, and nothing is.
        guard reader.isAdvised || !ahead.isEmpty, reader.machine.isAtRest, !reader.isClosed else { return }
        reader.isAdvised = !ahead.isEmpty
        let front = reader.axis(reader.machine.front)?.document
        let known = ahead.map(\.page).filter { $0 != PageID(-1) }.map(\.number)
        for document in reader.documents {
            document.opened.plan(document === front ? known : [], for: reader.key.number)
        }
    }

    private func readAhead(_ location: Location, for reader: Reader) {
        guard let page = reader.shownPage(location) else { return }
        if let axis = reader.axis(on: location.surface) { learn(location.index, on: axis, of: reader) }
        let rendition = reader.rendition(of: page)
        guard !pages.contains(rendition), !pages.isAwaited(rendition, by: reader.key, for: .readAhead) else { return }
        pages.render(
            rendition, at: page.place, of: page.document.opened, for: reader.key, purpose: .readAhead,
            completion: { _ in })
    }
}
