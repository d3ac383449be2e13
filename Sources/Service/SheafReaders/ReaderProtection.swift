import Navigation
import PageCache
import PageModel
import SheafDocuments
import SheafPages

/// A reader's claims on the cache: the pages that it shows or turns to are protected, and those around it rank by where it is.
final class ReaderProtection {
    private let model: ReaderModel
    private let store: PageStore
    private let reader: CacheReader
    private var position = ReadingPositionGuess()

    init(of model: ReaderModel) {
        self.model = model
        store = model.context.store
        reader = store.addReader(of: model.uid)
    }

    /// Ends it with its reader.
    func close() { store.removeReader(reader) }

    /// Protects one or two cached pages that a reader shows in place of those that it showed, and counts the hits, where that is simple
    /// (``PageCache/turn(_:to:_:at:)``).
    ///
    /// - Returns: whether it is; else nothing was done.
    func turn(to first: CacheSlot, _ second: CacheSlot?, at now: Instant) -> Bool {
        store.turn(reader, to: first, second, at: now)
    }

    /// Protects from eviction what the reader needs: the pages in the form in which it wants them, and what stands in for them until
    /// they are there.
    ///
    /// - Parameter progress: how far a page is on its way to the viewer.
    func update(progress: (Rendition) -> DeliveryProgress) {
        let pages = model.pages
        let standing = model.standing
        var protection = Protection()
        var held: [PageRecord] = []
        var shown: [PageRecord] = []
        var moving: [PageRecord] = []
        func slot(of location: Location) -> CacheSlot? {
            let view = pages.view(of: location)
            if let view, store.isAlive(view.rendition) {
                let record = store.hold(view.rendition)
                held.append(record)
                return record.slot
            }
            // Of a page whose size is looked for again, its document having changed, what is seen is seen still.
            if let wanted = view?.rendition ?? pages.rendition(ofUnknown: location),
                let other = store.standIn(for: wanted)?.memory.rendition
            {
                switch need(ofStandInFor: location, as: view, progress) {
                case .none: break
                case .shown: shown.append(store.hold(other))
                case .moving: moving.append(store.hold(other))
                }
            }
            guard let view else {
                pages.documentPosition(of: location.index, on: location.surface)?.document
                    .pages.awaitSize(of: location.page)
                return nil
            }
            let record = store.hold(view.rendition)
            held.append(record)
            return record.slot
        }
        let pagesShown = standing.protected.shown.compactMap { slot(of: $0) }
        let pagesMoving = standing.protected.moving.compactMap { slot(of: $0) }
        protection.shown = SlotList(pagesShown + shown.map(\.slot))
        protection.moving = SlotList(pagesMoving + moving.map(\.slot))
        store.protect(protection, of: reader)
        for record in held + shown + moving { store.release(record) }
    }

    /// How another form of a page is needed, where the one is not there that the reader wants. What is seen in its place while it is
    /// rendered may be deferred: it goes when that is there. Nothing is deferred for a page that is not to come: the reader may rest for
    /// ever.
    ///
    /// - Parameter view: the form that it wants; nil where the size of the page is not known.
    private func need(
        ofStandInFor page: Location, as view: PageView?, _ progress: (Rendition) -> DeliveryProgress
    ) -> CacheContent.Need {
        let standing = model.standing
        guard standing.isAtRest else { return .moving }
        // The back of a leaf that lies still is not seen, and not rendered before the leaf turns.
        guard standing.wanted.contains(page) else { return .none }
        guard let view else { return .shown }
        return switch progress(view.rendition) {
        case .toCome: .moving
        // There was no room to keep it.
        case .delivered: .none
        case .failed: .shown
        }
    }

    /// Tells the cache where the reader is on each axis, and may go from there.
    ///
    /// - Parameters:
    ///   - likely: pages that are to be rendered ahead of it.
    ///   - context: what its last turn was.
    func updatePosition(likely: [PageID], context: TurnContext) {
        let standing = model.standing
        guard standing.isOpen else { return }
        for (number, axis) in model.pages.axes.enumerated() {
            let spread = model.spread(on: axis)
            store.setPosition(
                spread.flatMap {
                    position.position(
                        on: axis, at: $0, standing: standing, history: model.history, prefetched: likely,
                        context: context)
                }, axis: number, of: reader)
        }
    }

    /// Forgets what was gathered of where the reader may go.
    func forgetPosition() { position = ReadingPositionGuess() }
}

/// The stage of a page on its way to the viewer.
enum DeliveryProgress {
    /// Waited for, or about to be.
    case toCome
    /// Handed over.
    case delivered
    /// Failed to render.
    case failed
}
