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
        learnLinks(for: reader)
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
        pages.render(rendition, at: page.place, of: page.document.opened, for: reader.key, purpose: .turn) {
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
    func fits(_ rendition: Rendition) -> Bool { rendition.pixelBytes <= settings.pageMax }
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
        default: "\(self)"
        }
    }
}
