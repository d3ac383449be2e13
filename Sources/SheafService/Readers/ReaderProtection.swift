import Navigation
import PageCache
import PageModel

// What a reader needs of the pages that it shows or turns to.
extension ReaderSession {
    /// What it is to show, as far as it is known, in the order in which it is rendered: what is handed over together. The
    /// viewer of a manual reader names pages, not spreads, and gets them one by one.
    var wanted: [[PageView]] {
        let views = pages.views(of: step.wanted)
        return isManual ? views.map { [$0] } : views.isEmpty ? [] : [views]
    }

    /// Pages in the order in which they are handed over: as they are read, and the back of a leaf that turns last.
    func inHandoverOrder(_ pages: [HandedPage]) -> [HandedPage] {
        guard pages.count > 1 else { return pages }
        let front = step.landing.pages
        let isFront = { (page: HandedPage) in front.contains { $0.isSamePage(as: page.view.page.location) } }
        return pages.filter { isFront($0) } + pages.filter { !isFront($0) }
    }

    /// Protects from eviction what it needs: the pages in the form in which it wants them, and what stands in for them until
    /// they are there.
    func protect() {
        let server = context.server
        var protection = Protection()
        var held: [PageRecord] = []
        var shown: [PageRecord] = []
        var moving: [PageRecord] = []
        func slot(of location: Location) -> CacheSlot? {
            let view = pages.view(of: location)
            if let view, server.isAlive(view.rendition) {
                let record = server.hold(view.rendition)
                held.append(record)
                return record.slot
            }
            // Of a page whose size is looked for again, its document having changed, what is seen is seen still.
            if let wanted = view?.rendition ?? pages.rendition(ofUnknown: location),
                let other = server.standIn(for: wanted)?.memory.rendition
            {
                switch need(ofStandInFor: location, as: view) {
                case .none: break
                case .shown: shown.append(server.hold(other))
                case .moving: moving.append(server.hold(other))
                }
            }
            guard let view else {
                pages.documentPosition(of: location.index, on: location.surface)?.document
                    .awaitSize(of: location.page)
                return nil
            }
            let record = server.hold(view.rendition)
            held.append(record)
            return record.slot
        }
        let pagesShown = step.protected.shown.compactMap { slot(of: $0) }
        let pagesMoving = step.protected.moving.compactMap { slot(of: $0) }
        protection.shown = SlotList(pagesShown + shown.map(\.slot))
        protection.moving = SlotList(pagesMoving + moving.map(\.slot))
        server.protect(protection, of: cacheReader)
        for record in held + shown + moving { server.release(record) }
    }

    /// How another form of a page is needed, where the one is not there that the reader wants. What is seen in its place while it is
    /// rendered may be deferred: it goes when that is there. Nothing is deferred for a page that is not to come: the reader may rest for
    /// ever.
    ///
    /// - Parameter view: the form that it wants; nil where the size of the page is not known.
    private func need(ofStandInFor page: Location, as view: PageView?) -> CacheContent.Need {
        guard step.isAtRest else { return .moving }
        // The back of a leaf that lies still is not seen, and not rendered before the leaf turns.
        guard step.wanted.contains(page) else { return .none }
        guard let view else { return .shown }
        return switch delivery.progress(of: view.rendition) {
        case .toCome: .moving
        // There was no room to keep it.
        case .delivered: .none
        case .failed: .shown
        }
    }

    /// The sizes of pages of a document were learnt, or are other ones than were known: those that it needs are protected and
    /// delivered in the form that they have now.
    func sizesLearnt(of learnt: Set<PageID>, in document: ServedDocument) {
        guard step.isOpen else { return }
        let needed = Array(step.protected.shown) + Array(step.protected.moving)
        guard
            needed.contains(where: { location in
                learnt.contains(location.page)
                    && pages.documentPosition(of: location.index, on: location.surface)?.document === document
            })
        else { return }
        protect()
        deliverLater(isAnew: false)
    }
}
