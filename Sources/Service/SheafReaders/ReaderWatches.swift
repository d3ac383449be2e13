import Navigation
import PageModel
import SheafBase
import SheafDocuments
package import SheafInterface
import SheafPages
import Varlink

/// The watches of a reader. What they are told in one round of the loop goes out together.
package final class ReaderWatches {
    private var watches: [ReaderWatch] = []
    /// The events that were not sent yet.
    private var events: [ReaderEvent] = []
    /// The events that are being sent. The memory of the array is kept.
    private var sending: [ReaderEvent] = []
    private let model: ReaderModel

    init(of model: ReaderModel) {
        self.model = model
    }

    /// Whether nobody is told anything.
    var isEmpty: Bool { watches.isEmpty }

    /// How many watches there are.
    var count: Int { watches.count }

    /// All watches of the reader.
    var all: [ReaderWatch] { watches }

    /// Adds a watch, which is told what happens from now on, until it is removed.
    func add(_ watch: ReaderWatch) {
        // It begins behind them.
        sendEvents()
        watches.append(watch)
        model.context.accounts.countWatches(of: model.uid, by: 1)
        model.watched(true)
    }

    /// Removes a watch, where it is there.
    func remove(_ watch: ReaderWatch) {
        guard let index = watches.firstIndex(where: { $0 === watch }) else { return }
        watches.remove(at: index)
        model.context.accounts.countWatches(of: model.uid, by: -1)
        if watches.isEmpty { model.watched(false) }
    }

    /// Takes in what has happened; it is sent with what follows, at the end of the round at the latest.
    func add(_ events: [ReaderEvent]) {
        guard !watches.isEmpty, !events.isEmpty else { return }
        self.events += events
    }

    /// Sends what has happened and was not sent yet.
    func sendEvents() {
        guard !events.isEmpty else { return }
        swap(&events, &sending)
        for watch in watches { watch.send(sending, of: model) }
        sending.removeAll(keepingCapacity: true)
    }

    /// Tells all watches something, behind what happened before.
    package func send(_ reply: ReaderInterface.WatchReply) {
        sendEvents()
        for watch in watches { watch.send(reply) }
    }

    /// Sends at once what was told in this round.
    package func flush() {
        sendEvents()
        for watch in watches { watch.flush() }
    }

    /// Has the layout of an axis learn the size of a page, where it is known; the watches are told.
    func learnSize(ofPage index: Int, on axis: ReaderAxis) {
        guard let position = axis.documentIndex(of: index), let found = axis.document.pages.known(at: position),
            found.isMeasured, !axis.layout.knows(found.size, of: index)
        else { return }
        let anchor = model.anchorPage(on: axis)?.index ?? 0
        let before = axis.layout.frame(ofPage: index)
        guard let change = axis.layout.measure(index, found.size, anchor: anchor) else { return }
        // A page that is as large as it was taken to be changes nothing.
        guard !isEmpty, change.movedBy != 0 || before.map({ !$0.covers(change.frame) }) ?? true else { return }
        send(.init(layout: model.wire(change.frame, movedBy: change.movedBy, on: axis)))
    }

    /// Takes the pages of an axis together as they were counted by now: behind what the reader shows pages lie elsewhere where more of
    /// them stand alone. The watches are told.
    func count(_ axis: ReaderAxis, as counted: CountedSpreads) {
        guard model.count(axis, as: counted), !isEmpty, let page = axis.spreads.alonePages.last,
            let frame = axis.layout.frame(ofPage: page)
        else { return }
        send(.init(layout: model.wire(frame, movedBy: 0, on: axis)))
    }

    /// Tells all watches that the reader is closed, and ends them.
    func close() {
        sendEvents()
        for watch in watches { watch.sendClosed() }
        model.context.accounts.countWatches(of: model.uid, by: -watches.count)
        watches = []
    }
}

/// A connection that is told what happens to a reader.
final class ReaderWatch {
    /// A watch that has not read so many bytes of events is behind: nothing more is kept for it until it has read them. What is said of
    /// pages counts, their pixels do not.
    static let maxQueuedBytes = 256 << 10
    /// A watch that has not read so many bytes of pixels gets no further page until it has read them. Its events go on.
    static let maxQueuedPixels = 256 << 10
    /// A watch that has not received so many descriptors of pages gets no further page either.
    static let maxQueuedPages = 64

    private let call: VarlinkCall<ReaderInterface.Watch>
    /// How pages come to it.
    let handover: ReaderInterface.Handover
    /// The format in which they come.
    let format: PixelFormat
    private let caughtUp: (ReaderWatch, _ owed: Set<Rendition>?) -> Void
    /// How many messages the watch was not sent since it is behind.
    private var missed = 0
    /// The pages, as pixels, that it did not get since it had not read those before.
    private var owed: Set<Rendition> = []

    /// - Parameter caughtUp: called when it has read all that it was sent, with the pages that it did not get; with nil where it was
    ///   not told of something either.
    init(
        call: VarlinkCall<ReaderInterface.Watch>, handover: ReaderInterface.Handover, format: PixelFormat,
        caughtUp: @escaping (ReaderWatch, _ owed: Set<Rendition>?) -> Void
    ) {
        self.call = call
        self.handover = handover
        self.format = format
        self.caughtUp = caughtUp
    }

    /// The connection that it is on.
    var connection: VarlinkConnection { call.connection }

    /// Whether somebody is told still.
    var isOpen: Bool { call.isOpen }

    /// Whether the watch may be handed pages now. Else they are counted among what it has missed, or come once it has read those before,
    /// if they are shown then.
    ///
    /// - Parameter isShown: whether a page, as pixels, is to be shown at all.
    func mayHave(_ pages: [HandedPage], isShown: (Rendition) -> Bool) -> Bool {
        guard isUpToDate() else { return false }
        let renditions = pages.map(\.view.rendition)
        if call.queuedLaterBytes <= Self.maxQueuedPixels, call.queuedDescriptors <= Self.maxQueuedPages {
            if !owed.isEmpty { owed.subtract(renditions) }
            return true
        }
        if owed.isEmpty { catchUpLater() }
        owed = owed.filter(isShown).union(renditions)
        return false
    }

    private func catchUpLater() { call.onDrained { [self] in catchUp() } }

    /// The watch has read all that was sent.
    private func catchUp() {
        let pages = owed
        owed = []
        caughtUp(self, missed > 0 ? nil : pages)
    }

    /// Tells something that has happened, unless the watch is behind.
    ///
    /// - Returns: whether it was told.
    @discardableResult
    func send(_ reply: ReaderInterface.WatchReply) -> Bool {
        guard isUpToDate() else { return false }
        call.connection.collectReplies()
        call.replyAndContinue(reply)
        return true
    }

    /// Hands over pages that it may have (``mayHave(_:isShown:)``).
    func send(_ spread: SpreadHandover) {
        call.connection.collectReplies()
        let descriptors = spread.descriptors
        call.replyAndContinue(first: descriptors.first, second: descriptors.count > 1 ? descriptors[1] : nil) {
            writer in
            ReaderInterface.WatchReply(page: spread.page, second: spread.second).encode(into: &writer)
            spread.fill(&writer)
        }
    }

    /// Tells what has happened to the reader, as far as the watch is not behind.
    func send(_ events: [ReaderEvent], of model: ReaderModel) {
        call.connection.collectReplies()
        for event in events where isUpToDate() {
            // As the object that it is: an event is one field of very many.
            call.replyAndContinue { writer in
                writer.beginObject()
                model.encode(event, into: &writer)
                writer.endObject()
            }
        }
    }

    /// Whether the watch is to be told more now; else that is counted among what it has missed.
    private func isUpToDate() -> Bool {
        guard missed == 0 else {
            missed += 1
            return false
        }
        guard call.queuedBytes - call.queuedLaterBytes <= Self.maxQueuedBytes else {
            missed = 1
            if owed.isEmpty { catchUpLater() }
            return false
        }
        return true
    }

    /// Sends at once what was collected.
    func flush() { call.connection.sendCollected() }

    /// Tells that the reader is closed, and ends; before that, what it has missed.
    func sendClosed() {
        if missed > 0 { call.replyAndContinue(.init(missed: missed)) }
        missed = 0
        call.reply(.init(closed: true))
        flush()
    }

    /// Tells how much it has missed, if it has.
    func sendMissed() {
        guard missed > 0 else { return }
        let count = missed
        missed = 0
        send(.init(missed: count))
    }
}
