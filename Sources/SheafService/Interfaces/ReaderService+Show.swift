import Navigation
import PageCache
import PageModel
import ProviderHost
import SheafInterface

// What a reader has come to: its pages are rendered and handed over.

extension ReaderService {
    /// Has a reader show what it has come to.
    ///
    /// - Returns: all of it, where it is in the cache.
    func show(_ reader: Reader) -> [(page: ShownPage, served: ServedPage)]? { deliver(to: reader, isAnew: true).first }

    /// Shows what a reader has come to otherwise than by a call that is answered with it: its watches get the pages.
    ///
    /// - Parameter isAnew: whether they get them also where they had them last.
    func showOnWatches(_ reader: Reader, isAnew: Bool = false) {
        for complete in deliver(to: reader, isAnew: isAnew) { handOver(complete, to: reader) }
        renderAround(reader)
    }

    /// Hands a watch what the reader shows and, in a transition, what it turns to: what is in the cache at once. The rest
    /// comes when it is rendered.
    func showAll(of reader: Reader, on watch: ReaderWatch) {
        guard watch.handover != .none else { return }
        let awaited = wanted(of: reader)
        let shown = reader.isManual ? [] : [parts(for: reader.machine.shown.pages, of: reader)]
        // What it turns to may be what it shows, with a back that turns.
        let settled = shown.filter { spread in !awaited.contains { Self.isFor($0, allOf: spread) } }
        for spread in settled + awaited {
            let served = spread.compactMap { part in
                let there = pages.isAlive(part.rendition) ? pages.cached(part.rendition) : nil
                return (there ?? pages.placeholder(for: part.rendition)).map { (page: part.page, served: $0) }
            }
            if served.count == spread.count { handOver(reader.inHandoverOrder(served), to: reader, on: [watch]) }
        }
        // What could not be kept, or not be rendered, is rendered for it.
        for place in reader.deliveries.indices where !reader.deliveries[place].isUnderWay {
            let parts = reader.deliveries[place].parts
            guard !parts.allSatisfy({ pages.isAlive($0.rendition) }) else { continue }
            reader.deliveries[place] = delivery(
                of: parts.map { SpreadDelivery.Part(page: $0.page, rendition: $0.rendition) })
        }
        renderAround(reader)
    }

    private static func isFor(_ parts: [SpreadDelivery.Part], allOf others: [SpreadDelivery.Part]) -> Bool {
        others.allSatisfy { other in parts.contains { $0.rendition == other.rendition } }
    }

    /// Pages that are handed over together, with those that are in the cache.
    private func delivery(of parts: [SpreadDelivery.Part]) -> SpreadDelivery {
        var delivery = SpreadDelivery(parts)
        for part in parts {
            if let served = pages.cached(part.rendition) { delivery.add(.page(served), for: part.rendition) }
        }
        return delivery
    }

    /// Begins to deliver what a reader is to show. What is on its way stays so.
    ///
    /// - Parameter isAnew: whether what was delivered is delivered again; it is not rendered again where it could not be
    ///   kept.
    /// - Returns: what is handed over together, where all of it is in the cache.
    private func deliver(to reader: Reader, isAnew: Bool) -> [[(page: ShownPage, served: ServedPage)]] {
        let old = reader.deliveries
        var complete: [[(page: ShownPage, served: ServedPage)]] = []
        reader.deliveries = wanted(of: reader).map { parts in
            if let same = old.first(where: { $0.isFor(parts) }), same.isUnderWay || !isAnew { return same }
            var delivery = delivery(of: parts)
            if let pages = delivery.finish() { complete.append(reader.inHandoverOrder(pages)) }
            return delivery
        }
        return complete
    }

    /// What a reader is to show, as far as it is known, in the order in which it is rendered: what is handed over together.
    /// The viewer of a manual reader names pages, not spreads, and gets them one by one.
    private func wanted(of reader: Reader) -> [[SpreadDelivery.Part]] {
        let parts = parts(for: reader.machine.wantedPages, of: reader)
        return reader.isManual ? parts.map { [$0] } : [parts]
    }

    /// Pages as a reader shows them, those that are known.
    private func parts(for pages: [Location], of reader: Reader) -> [SpreadDelivery.Part] {
        pages.compactMap { location in
            reader.shownPage(location).map { SpreadDelivery.Part(page: $0, rendition: reader.rendition(of: $0)) }
        }
    }

    /// Has the pages rendered that a reader is to show and that are not in the cache, and what lies around them rendered
    /// ahead; what it does not need any more is cancelled.
    func renderAround(_ reader: Reader) {
        guard !reader.deliveries.isEmpty, !reader.isClosed else { return }
        let parts = reader.deliveredParts
        // The end of a document may have been met.
        for axis in reader.axes { axis.recount() }
        for part in parts {
            let location = part.page.location
            if let axis = reader.axis(on: location.surface) { learn(location.index, on: axis, of: reader) }
        }
        let ahead = aheadOf(reader)
        if pages.rendersUnderWay > 0 {
            let known = ahead.compactMap { reader.shownPage($0) }.map { reader.rendition(of: $0) }
            pages.leave(reader: reader.key, keeping: Set(known + parts.map(\.rendition)))
        }
        for part in parts where part.isMissing { render(part.page, part.rendition, for: reader) }
        for location in ahead { readAhead(location.index, on: location.surface, for: reader) }
        advise(ahead, for: reader)
        learnLinks(for: reader)
    }

    /// Hands pages to a reader's watches.
    ///
    /// - Parameter some: only to these.
    func handOver(
        _ pages: [(page: ShownPage, served: ServedPage)], to reader: Reader, on some: [ReaderWatch]? = nil
    ) {
        guard !pages.isEmpty else { return }
        // Made once for all that want it the same way: as base64 a page takes long to write.
        var made: [ReaderInterface.Handover: Result<SpreadHandover, ReaderInterface.Failure>] = [:]
        for watch in some ?? reader.watches {
            let handed =
                made[watch.handover]
                ?? Result { () throws(ReaderInterface.Failure) in
                    try SpreadHandover(pages, of: reader, handover: watch.handover)
                }
            made[watch.handover] = handed
            switch handed {
            case .success(let spread): send(spread, of: pages, to: watch, of: reader)
            case .failure(let failure):
                for (page, _) in pages { watch.send(.init(failure: page.failure(failure.reason))) }
            }
        }
    }

    /// Hands pages to a watch, or tells why its user can't have them.
    private func send(
        _ spread: SpreadHandover, of pages: [(page: ShownPage, served: ServedPage)], to watch: ReaderWatch,
        of reader: Reader
    ) {
        guard watch.handover == .descriptor else {
            watch.send(spread)
            return
        }
        let served = pages.map(\.served)
        if let refusal = leases.refusal(of: served, to: reader.uid) {
            for (page, _) in pages { watch.send(.init(failure: page.failure(refusal.reason))) }
        } else if watch.send(spread) {
            leases.add(served, to: reader, over: watch.connection)
        }
    }

    /// Has a page rendered that a reader is to show; with the last one of its spread, its watches get them.
    private func render(_ page: ShownPage, _ rendition: Rendition, for reader: Reader) {
        // A reader that turns to its page again gets it once.
        guard !pages.isAwaited(rendition, by: reader.key, for: .turn) else { return }
        pages.render(rendition, at: page.place, of: page.document.opened, for: reader.key, purpose: .turn) {
            [self, weak reader] result in
            // A reader that has turned on meanwhile does not want it any more.
            guard let reader, reader.deliveries.contains(where: { $0.isMissing(rendition) }) else { return }
            switch result {
            case .success(let served):
                // The stand-in is not needed any more.
                arrived(.page(served), for: rendition, in: reader) { [self] in protect(reader) }
            case .failure(let failure): fail(page, rendition, in: reader, reason: failure.message)
            }
        }
    }

    /// Tells the watches of a reader that a page can't be rendered; the other one of its spread comes alone.
    private func fail(_ page: ShownPage, _ rendition: Rendition, in reader: Reader, reason: String) {
        arrived(.failure(reason), for: rendition, in: reader) {
            for watch in reader.watches { watch.send(.init(failure: page.failure(reason))) }
        }
    }

    /// Takes in what has become of a page that a reader waits for, and hands over what is complete with it.
    ///
    /// - Parameter first: what is done before that.
    private func arrived(
        _ result: SpreadDelivery.PageResult, for rendition: Rendition, in reader: Reader, first: () -> Void
    ) {
        var complete: [[(page: ShownPage, served: ServedPage)]] = []
        for place in reader.deliveries.indices where reader.deliveries[place].isMissing(rendition) {
            reader.deliveries[place].add(result, for: rendition)
            if let pages = reader.deliveries[place].finish() { complete.append(reader.inHandoverOrder(pages)) }
        }
        first()
        for pages in complete { handOver(pages, to: reader) }
    }

    /// The pages that a reader is to show and that could not be rendered, as they go over the wire; nil where there are none.
    func failures(of reader: Reader) -> [ReaderInterface.PageFailure]? {
        let failures = reader.deliveredParts.compactMap { part in
            // It may have been rendered since, for GetPage or for another reader.
            pages.isAlive(part.rendition) ? nil : part.failure.map { part.page.failure($0) }
        }
        return failures.isEmpty ? nil : failures
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
        case .limitReached(let limit, let value): "\(limit)=\(value) is reached: return pages that are not shown"
        default: "\(self)"
        }
    }
}
