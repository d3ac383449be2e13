import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

extension ReaderService {
    /// A turn that was asked for, checked.
    private struct Turn {
        let axis: ReaderAxis
        let target: CheckedTarget
        let handover: ReaderInterface.Handover
        let duration: UInt64
        let direction: Navigation.Direction?
        let wraps: Bool
    }

    func navigate(_ parameters: ReaderInterface.NavigateParameters, _ call: VarlinkCall<ReaderInterface.Navigate>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let turn = Turn(
            axis: try axis(parameters.axis, of: reader), target: try CheckedTarget(checking: parameters.target),
            // A oneway call has nobody to hand a page to.
            handover: call.isOpen ? parameters.handover ?? .descriptor : .none,
            duration: try MotionCheck.duration(parameters.duration),
            direction: parameters.direction.map { Navigation.Direction($0) }, wraps: parameters.wrap ?? false)
        guard try !turnAtOnce(turn, reader, call) else { return }
        try inOrder(reader) { [self] done in take(turn, for: reader, call: call, done: done) }
    }

    /// Turns a reader to pages that are known, where nothing is to be done before. Most turns are such, and they are to cost
    /// little.
    ///
    /// - Returns: whether it did.
    private func turnAtOnce(
        _ turn: Turn, _ reader: Reader, _ call: VarlinkCall<ReaderInterface.Navigate>
    ) throws(ReaderInterface.Failure) -> Bool {
        guard reader.steps.isIdle, case .number(let number) = turn.target else { return false }
        reader.machine.advance(to: now, in: reader.pages)
        let axis = turn.axis
        guard reader.machine.refusal(of: axis.axis) == nil,
            let index = reader.machine.index(of: number, on: axis.axis, wraps: turn.wraps, in: reader.pages)
        else { return false }
        let spread = axis.arrangement.spreads.spread(ofPage: index)
        guard missing(in: spread...spread, on: axis) == nil else { return false }
        try jump(turn, to: index, of: reader, call: call)
        return true
    }

    /// The axis that a command is for.
    func axis(
        _ wire: ReaderInterface.Axis?, of reader: Reader
    ) throws(ReaderInterface.Failure) -> ReaderAxis {
        guard let wire else { return reader.axes[0] }
        guard let axis = reader.axis(Navigation.Axis(wire)) else { throw .noSuchAxis(axis: wire) }
        return axis
    }

    private func take(
        _ turn: Turn, for reader: Reader, call: VarlinkCall<ReaderInterface.Navigate>, done: @escaping () -> Void
    ) {
        let fail = { (failure: ReaderInterface.Failure) in
            call.fail(failure)
            done()
        }
        guard !reader.isClosed else { return fail(.noSuchReader(reader: reader.id)) }
        reader.machine.advance(to: now, in: reader.pages)
        // Nothing is looked for that would be refused.
        if let refusal = reader.machine.refusal(of: turn.axis.axis) {
            return fail(ReaderInterface.Failure(refusal, in: reader, axis: turn.axis.axis))
        }
        let giveUp = { [self] (failure: ReaderInterface.Failure) in
            fail(failure)
            // What was to be rendered ahead may have had to make way.
            renderAround(reader)
        }
        if turn.target.isLookedFor { makeWay(for: reader) }
        let isEndKnown = turn.axis.count.exact != nil
        findIndex(of: turn.target, wraps: turn.wraps, on: turn.axis, in: reader) { [self] result in
            guard !reader.isClosed else { return fail(.noSuchReader(reader: reader.id)) }
            switch result {
            case .failure(let failure): giveUp(failure)
            case .success(let index):
                let spread = turn.axis.arrangement.spreads.spread(ofPage: index)
                if reader.pages.page(at: index, on: turn.axis.axis.surface) == nil { makeWay(for: reader) }
                lookUp(spread...spread, with: index, on: turn.axis, target: turn.target.text) { [self] failure in
                    guard !reader.isClosed else { return fail(.noSuchReader(reader: reader.id)) }
                    if let failure {
                        // What wraps goes on at the other end, once it was told where this one is.
                        guard turn.wraps, !isEndKnown, turn.axis.count.exact != nil else { return giveUp(failure) }
                        return take(turn, for: reader, call: call, done: done)
                    }
                    do throws(ReaderInterface.Failure) {
                        try jump(turn, to: index, of: reader, call: call)
                    } catch {
                        call.fail(error)
                    }
                    done()
                }
            }
        }
    }

    /// A page has to be looked for: what is rendered ahead for its reader does not hold that up. A host does one thing at a
    /// time.
    private func makeWay(for reader: Reader) {
        pages.leave(reader: reader.key, keeping: Set(reader.deliveredParts.map(\.rendition)))
    }

    /// Turns a reader to a page, and answers with it where it is in the cache.
    private func jump(
        _ turn: Turn, to index: Int, of reader: Reader, call: VarlinkCall<ReaderInterface.Navigate>
    ) throws(ReaderInterface.Failure) {
        let axis = turn.axis.axis
        // Before anything changes, and whether or not the page is in the cache.
        if turn.handover == .inline { try checkInline(index, of: turn, in: reader) }
        let departure = reader.machine.landing.pages.first
        let jump = try machine(of: reader, axis: axis, target: turn.target.text) {
            machine, pages, now throws(NavigationError) in
            try machine.jump(
                on: axis, to: index, direction: turn.direction, duration: turn.duration, in: pages, at: now)
        }
        if !jump.isNoop { remember(turn.target, from: departure, in: reader) }
        noteTurn(of: reader, to: index, on: turn.axis, from: departure)
        follow(reader)
        let shown = show(reader)
        answer(call, jump, shown, handover: turn.handover, in: reader)
        // Pages that the caller did not take are for the watches.
        if let shown, turn.handover == .none, !jump.isNoop { handOver(shown, to: reader) }
        renderAround(reader)
    }

    private func answer(
        _ call: VarlinkCall<ReaderInterface.Navigate>, _ jump: ReaderMachine.Turn,
        _ shown: [(page: ShownPage, served: ServedPage)]?, handover: ReaderInterface.Handover, in reader: Reader
    ) {
        do throws(ReaderInterface.Failure) {
            var handed: SpreadHandover?
            var failure: ReaderInterface.PageFailure?
            if handover != .none {
                let spread = shown ?? reader.deliveries.first.map { standIns(for: $0, of: reader) } ?? []
                let served = spread.map(\.served)
                // The reader has turned: that the page can't go along does not undo it.
                if handover == .descriptor, let refusal = leases.refusal(of: served, to: reader.uid) {
                    if shown != nil { failure = spread.first?.page.failure(refusal.reason) }
                } else {
                    handed = try SpreadHandover(spread, of: reader, handover: handover)
                    if handover == .descriptor { leases.add(served, to: reader, over: call.connection) }
                }
            }
            let landing = reader.machine.landing.pages.first
            call.reply(
                .init(
                    noop: jump.isNoop, hit: shown != nil, transition: jump.transition,
                    location: landing.map { reader.wire($0) } ?? .init(page: 0, index: 0),
                    page: handed?.page, second: handed?.second, failure: failure),
                descriptors: handed?.descriptors ?? [])
        } catch {
            call.fail(error)
        }
    }

    /// What can be shown until the pages are there that are handed over together: nothing, or all of them.
    func standIns(for delivery: SpreadDelivery, of reader: Reader) -> [(page: ShownPage, served: ServedPage)] {
        let found = delivery.parts.compactMap { part in
            (pages.cached(part.rendition) ?? pages.placeholder(for: part.rendition)).map {
                (page: part.page, served: $0)
            }
        }
        return found.count == delivery.parts.count ? reader.inHandoverOrder(found) : []
    }

    private func checkInline(
        _ index: Int, of turn: Turn, in reader: Reader
    ) throws(ReaderInterface.Failure) {
        let axis = turn.axis
        let spreads = axis.arrangement.spreads
        let target = spreads.spread(ofPage: index)
        var indexes = Array(spreads.pages(ofSpread: target))
        // The back of a leaf is seen while it turns.
        let turning = min(target, reader.machine.position(of: axis.axis) ?? target)
        if turn.duration > 0, let back = spreads.back(ofSpread: turning) { indexes.append(back) }
        let locations = indexes.compactMap { index in
            reader.pages.page(at: index, on: axis.axis.surface).map {
                Location(axis.axis.surface, page: $0, index: index)
            }
        }
        let bytes = reader.renditions(of: locations).reduce(0) { $0 + $1.pixelBytes }
        guard bytes <= PageHandover.maxInline else {
            throw .inlineTooLarge(bytes: bytes, limit: PageHandover.maxInline)
        }
    }

    /// Notes where a jump came from.
    private func remember(_ target: CheckedTarget, from departure: Location?, in reader: Reader) {
        guard let departure else { return }
        switch target {
        case .history(isBack: true): reader.history.goBack(from: departure)
        case .history(isBack: false): reader.history.goForward(from: departure)
        default: if target.isJump { reader.history.record(departure) }
        }
    }

    private func noteTurn(of reader: Reader, to index: Int, on axis: ReaderAxis, from departure: Location?) {
        let time = now.microseconds
        let interval = reader.lastTurn.map { time - $0 }
        let spreads = axis.arrangement.spreads
        let isLeap =
            departure.map { abs(spreads.spread(ofPage: $0.index) - spreads.spread(ofPage: index)) > 1 } ?? false
        let isSoon = interval.map { $0 < Self.stillness } ?? false
        reader.leaps = isLeap ? (isSoon ? reader.leaps : 0) + 1 : 0
        reader.turnInterval = interval
        reader.lastTurn = time
    }
}
