import Navigation
import PageCache
import PageModel
import Prefetch
import ProviderHost
import SheafInterface
import SheafOS

// What follows a command: events are told, pages are protected, rendered and handed over.

extension ReaderService {
    /// Does what a reader's machine came to: tells what happened, protects the pages that it needs now, and sees to it that
    /// it goes on by itself.
    func follow(_ reader: Reader) {
        let events = reader.machine.takeEvents()
        if !events.isEmpty { tell(reader, events) }
        protect(reader)
        wake(reader)
    }

    /// Has a reader show what it has come to.
    ///
    /// - Returns: all of it, where it is in the cache.
    func show(_ reader: Reader) -> [(page: ShownPage, served: ServedPage)]? {
        let wanted = wanted(of: reader)
        // It may be on its way.
        if let delivery = reader.delivery, delivery.isUnderWay, delivery.isFor(wanted) { return nil }
        var delivery = SpreadDelivery(wanted)
        for part in wanted {
            if let served = pages.cached(part.rendition) { delivery.add(served, for: part.rendition) }
        }
        let complete = delivery.finish()
        reader.delivery = delivery
        return complete.map { reader.inHandoverOrder($0) }
    }

    /// Shows what a reader has come to otherwise than by a call that is answered with it: its watches get the pages.
    ///
    /// - Parameter isAnew: whether they get them also where they had them last.
    func showOnWatches(_ reader: Reader, isAnew: Bool = false) {
        let isSame = reader.delivery?.isFor(wanted(of: reader)) ?? false
        // What was handed over is not rendered again where it could not be kept.
        if isAnew || !isSame, let complete = show(reader) { handOver(complete, to: reader) }
        renderAround(reader)
    }

    /// What a reader is to show, as far as it is known, in the order in which it is rendered.
    private func wanted(of reader: Reader) -> [SpreadDelivery.Part] {
        reader.machine.wantedPages.compactMap { location in
            reader.shownPage(location).map { SpreadDelivery.Part(page: $0, rendition: reader.rendition(of: $0)) }
        }
    }

    /// Has the pages rendered that a reader is to show and that are not in the cache, and what lies around them rendered
    /// ahead; what it does not need any more is cancelled.
    func renderAround(_ reader: Reader) {
        guard let delivery = reader.delivery, !reader.isClosed else { return }
        for part in delivery.parts {
            let location = part.page.location
            if let axis = reader.axis(on: location.surface) { learn(location.index, on: axis, of: reader) }
        }
        let ahead = aheadOf(reader)
        if pages.rendersUnderWay > 0 {
            let known = ahead.compactMap { reader.shownPage($0) }.map { reader.rendition(of: $0) }
            pages.leave(reader: reader.key, keeping: Set(known + delivery.parts.map(\.rendition)))
        }
        for part in delivery.parts where part.isMissing { render(part.page, part.rendition, for: reader) }
        for location in ahead { readAhead(location.index, on: location.surface, for: reader) }
    }

    /// Sends what happened to a reader's watches, and to providers that want to know.
    private func tell(_ reader: Reader, _ events: [ReaderEvent]) {
        for event in events {
            if case .appearance(let step, let location) = event.what,
                let (document, _) = reader.place(of: location.index, on: location.surface)
            {
                document.opened.appearance(of: location.page.number, step.host)
            }
            guard !reader.watches.isEmpty else { continue }
            let reply = reader.wire(event)
            for watch in reader.watches { watch.send(reply) }
        }
    }

    /// Protects from eviction what a reader needs: the pages in the form in which it wants them, and what stands in for them
    /// until they are there.
    func protect(_ reader: Reader) {
        let needed = reader.machine.protectedPages(in: reader.pages)
        var protection = Protection(
            shown: reader.renditions(of: needed.shown), moving: reader.renditions(of: needed.moving))
        // Of a page whose size is looked for again, its document having changed, what is seen is seen still.
        let unknown = (needed.shown + needed.moving).filter { reader.shownPage($0) == nil }
        let standIns = unknown.compactMap { reader.rendition(ofUnknown: $0) }
            .compactMap { pages.standIn(for: $0)?.memory.rendition }
        protection.moving += standIns
        for rendition in protection.shown + protection.moving where !pages.isAlive(rendition) {
            if let standIn = pages.standIn(for: rendition)?.memory.rendition { protection.moving.append(standIn) }
        }
        pages.protect(protection, of: reader.key)
    }

    /// Has the machine go on when the next thing is due.
    private func wake(_ reader: Reader) {
        guard let due = reader.machine.deadline else {
            reader.timer?.source.cancel()
            reader.timer = nil
            return
        }
        guard reader.timer?.due != due else { return }
        reader.timer?.source.cancel()
        let wait = due > now ? due.microseconds - now.microseconds : 0
        do throws(OSError) {
            let source = try loop.schedule(after: wait) { [weak self, weak reader] in
                guard let self, let reader else { return }
                reader.timer = nil
                reachEdge(of: reader) { [self] in
                    reader.machine.advance(to: now, in: reader.pages)
                    follow(reader)
                    showOnWatches(reader)
                }
            }
            reader.timer = (due, source)
        } catch {
            // Without a timer nothing would ever settle.
            reader.machine.settleNow(in: reader.pages, at: now)
            follow(reader)
        }
    }

    /// Protected pages would pass the hard limit: the one goes that was told to disappear first.
    func relieve() -> Bool {
        let leaving = readers.all.compactMap { reader in reader.machine.oldestLeaving.map { (reader, $0) } }
        guard let (reader, _) = leaving.min(by: { $0.1 < $1.1 }) else { return false }
        guard reader.machine.dropOldestLeaving(at: now) else { return false }
        follow(reader)
        return true
    }

    /// Hands pages to a reader's watches.
    func handOver(_ pages: [(page: ShownPage, served: ServedPage)], to reader: Reader) {
        guard !pages.isEmpty else { return }
        // Made once for all that want it the same way: as base64 a page takes long to write.
        var made: [ReaderInterface.Handover: Result<SpreadHandover, ReaderInterface.Failure>] = [:]
        for watch in reader.watches {
            let handed =
                made[watch.handover]
                ?? Result { () throws(ReaderInterface.Failure) in
                    try SpreadHandover(pages, of: reader, handover: watch.handover)
                }
            made[watch.handover] = handed
            switch handed {
            case .success(let spread):
                if watch.handover != .none { for (_, served) in pages { reader.held.add(served.memory) } }
                watch.send(spread)
            case .failure(let failure):
                for (page, _) in pages { watch.send(.init(failure: page.failure(failure.reason))) }
            }
        }
    }

    /// Has a page rendered that a reader is to show; with the last one of its spread, its watches get them.
    private func render(_ page: ShownPage, _ rendition: Rendition, for reader: Reader) {
        guard fits(rendition) else {
            return fail(
                page, rendition, in: reader,
                reason: "the page has \(rendition.pixelBytes) bytes, and \(settings.pageMax) are allowed")
        }
        // A reader that turns to its page again gets it once.
        guard !pages.isAwaited(rendition, by: reader.key, for: .turn) else { return }
        pages.render(rendition, of: page.document.opened, for: reader.key, purpose: .turn) {
            [self, weak reader] result in
            // A reader that has turned on meanwhile does not want it any more.
            guard let reader, reader.delivery?.isMissing(rendition) == true else { return }
            switch result {
            case .success(let served):
                reader.delivery?.add(served, for: rendition)
                // The stand-in is not needed any more.
                protect(reader)
                if let complete = reader.delivery?.finish() { handOver(reader.inHandoverOrder(complete), to: reader) }
            case .failure(let failure): fail(page, rendition, in: reader, reason: failure.message)
            }
        }
    }

    /// Tells the watches of a reader that a page can't be rendered; the other one of its spread comes alone.
    private func fail(_ page: ShownPage, _ rendition: Rendition, in reader: Reader, reason: String) {
        reader.delivery?.add(nil, for: rendition)
        for watch in reader.watches { watch.send(.init(failure: page.failure(reason))) }
        if let complete = reader.delivery?.finish() { handOver(reader.inHandoverOrder(complete), to: reader) }
    }

    /// Whether a rendition is within what a page may have.
    private func fits(_ rendition: Rendition) -> Bool { rendition.pixelBytes <= settings.pageMax }

    /// The pages that a reader is likely to turn to, the likeliest first; of those that are not known yet only the index
    /// counts.
    private func aheadOf(_ reader: Reader) -> [Location] {
        let front = reader.machine.front
        guard let axis = reader.axis(front), !reader.isManual, !reader.machine.isEmpty else { return [] }
        let spreads = axis.arrangement.spreads
        var count: Int?
        if case .exact(let pages) = axis.count { count = spreads.count(pages: pages) }
        let indexes = ReadAheadPlan.indexes(
            around: reader.machine.landing.index, goingForward: reader.machine.direction == .forward, count: count,
            depth: depth(for: reader))
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

    /// Who turns faster than pages can be rendered gets nothing rendered but where it lands.
    private func depth(for reader: Reader) -> Int {
        ReadAheadPlan.depth(
            atMost: settings.readAhead, renderTime: pages.renderTime(of: reader.document.id),
            turnInterval: reader.turnInterval)
    }

    private func readAhead(_ index: Int, on surface: Surface, for reader: Reader) {
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
            guard let reader, !reader.isClosed, reader.machine.landing == shown, case .success(let found) = result
            else { return }
            readAhead(Location(surface, page: found.location.page, index: index), for: reader)
        }
    }

    private func readAhead(_ location: Location, for reader: Reader) {
        guard let page = reader.shownPage(location) else { return }
        if let axis = reader.axis(on: location.surface) { learn(location.index, on: axis, of: reader) }
        let rendition = reader.rendition(of: page)
        guard fits(rendition), !pages.contains(rendition),
            !pages.isAwaited(rendition, by: reader.key, for: .readAhead)
        else { return }
        pages.render(
            rendition, of: page.document.opened, for: reader.key, purpose: .readAhead, completion: { _ in })
    }
}

extension Reader {
    /// Pages in the order in which they are handed over: as they are read, and the back of a leaf that turns last.
    func inHandoverOrder(
        _ pages: [(page: ShownPage, served: ServedPage)]
    ) -> [(page: ShownPage, served: ServedPage)] {
        guard pages.count > 1 else { return pages }
        let front = machine.landing.pages
        let isFront = { (page: ShownPage) in front.contains { $0.isSamePage(as: page.location) } }
        return pages.filter { isFront($0.page) } + pages.filter { !isFront($0.page) }
    }

    /// An event as it goes over the wire.
    func wire(_ event: ReaderEvent) -> ReaderInterface.WatchReply {
        let time = Int(clamping: event.time.microseconds)
        switch event.what {
        case .begin(let source, let target, let direction, let isInteractive):
            return .init(
                begin: .init(
                    reader: id, transition: event.transition, axis: event.axis.wire, from: source.map(wire),
                    to: target.map(wire), direction: direction.wire, interactive: isInteractive,
                    position: event.position, time: time))
        case .appearance(let step, let location):
            return .init(
                appearance: .init(
                    reader: id, event: step.wire, page: Int(location.page.number), index: location.index,
                    surface: location.surface.wire, transition: event.transition, position: event.position, time: time))
        case .end(let isFinished, let isCompleted, let previous):
            return .init(
                end: .init(
                    reader: id, transition: event.transition, axis: event.axis.wire, finished: isFinished,
                    completed: isCompleted, previous: previous.map(wire), position: event.position, time: time))
        }
    }
}

extension ShownPage {
    /// That it can't be shown, as it goes over the wire.
    func failure(_ reason: String) -> ReaderInterface.PageFailure {
        ReaderInterface.PageFailure(page: Int(location.page.number), index: location.index, reason: reason)
    }
}

extension ReaderInterface.Failure {
    /// Why a page can't be handed over, in words.
    var reason: String {
        switch self {
        case .inlineTooLarge(let bytes, let limit): "the page has \(bytes) bytes, and \(limit) go inline"
        case .serviceOverloaded(let reason): reason
        default: "\(self)"
        }
    }
}

extension Navigation.AppearanceEvent {
    /// As a provider is told.
    fileprivate var host: ProviderHost.AppearanceEvent {
        switch self {
        case .willAppear: .willAppear
        case .didAppear: .didAppear
        case .willDisappear: .willDisappear
        case .didDisappear: .didDisappear
        }
    }
}
