import HostProtocol
import SheafOS

/// The appearance events of a document's pages, on their way to its provider.
///
/// A reader that turns fast has thousands of events a second, and nobody waits for them to be sent. So they are gathered
/// and sent in one request at a time, each ``pause`` after the last: however many readers a document has, a page that
/// somebody waits for is delayed by few of them. A page that has appeared and disappeared again before anything was sent
/// is not mentioned, nor is one that has disappeared and appeared again.
final class AppearanceNotes {
    struct Note {
        let page: Int64
        let event: AppearanceEvent
    }

    /// How long to gather after a request, in microseconds.
    static let pause: UInt64 = 50_000
    /// The most events of one request.
    static let maxTogether = 64
    /// The most events that wait. Where a provider takes them more slowly, the older half is dropped.
    static let maxWaiting = 1_024
    /// How many notes back are searched for earlier events of a page.
    private static let reach = 16

    private var waiting: [Note] = []
    /// Whether a request is under way, or a timer set for the next.
    private var isScheduled = false
    private var timer: TimerSource?

    /// Notes an event. The events of one batch of the loop are sent together.
    func add(_ page: Int64, _ event: AppearanceEvent, of document: HostDocument) {
        guard !cancelsOut(page, event) else { return }
        if waiting.count >= Self.maxWaiting { waiting.removeFirst(Self.maxWaiting / 2) }
        waiting.append(Note(page: page, event: event))
        guard !isScheduled else { return }
        isScheduled = true
        document.afterThisEvent { [weak document] in
            if let document { document.appearances.send(of: document) }
        }
    }

    /// Whether this event and some that wait leave the page as it was; those are dropped then.
    private func cancelsOut(_ page: Int64, _ event: AppearanceEvent) -> Bool {
        // The latest first. The middle one is missing where a transition was given up.
        let (last, middle, first): (AppearanceEvent, AppearanceEvent, AppearanceEvent)
        switch event {
        case .didAppear: (last, middle, first) = (.willAppear, .didDisappear, .willDisappear)
        case .didDisappear: (last, middle, first) = (.willDisappear, .didAppear, .willAppear)
        case .willAppear, .willDisappear: return false
        }
        var dropped: [Int] = []
        for index in waiting.indices.reversed().prefix(Self.reach) where waiting[index].page == page {
            switch waiting[index].event {
            case last where dropped.isEmpty, middle where dropped.count == 1: dropped.append(index)
            case first where !dropped.isEmpty:
                waiting.remove(at: dropped[0])
                if dropped.count == 2 { waiting.remove(at: dropped[1]) }
                waiting.remove(at: index)
                return true
            default: return false
            }
        }
        return false
    }

    private func send(of document: HostDocument) {
        timer = nil
        guard !waiting.isEmpty else {
            isScheduled = false
            return
        }
        let events = waiting.prefix(Self.maxTogether)
        waiting.removeFirst(events.count)
        document.send(events) { [weak document] isOpen in
            guard let document else { return }
            if !isOpen { document.appearances.waiting = [] }
            document.appearances.schedule(for: document)
        }
    }

    private func schedule(for document: HostDocument) {
        do throws(OSError) {
            timer = try document.pool.loop.schedule(after: Self.pause) { [weak document] in
                if let document { document.appearances.send(of: document) }
            }
        } catch {
            send(of: document)
        }
    }
}

/// The pages that a document's readers may want soon, on their way to its provider.
///
/// A page is advised as long as one reader may want it. What a reader that turns fast may want changes many times a
/// second: they are gathered, and what is sent is the difference from the advice that the provider has.
final class PrefetchAdvice {
    /// How long to gather, in microseconds: what is replaced sooner is never sent.
    static let pause: UInt64 = 50_000

    private var wantedByReader: [UInt64: [Int64]] = [:]
    /// The pages that the provider is advised of at present.
    private var advised: Set<Int64> = []
    private var timer: TimerSource?

    /// Notes what a reader may want soon, the likeliest first.
    func set(_ pages: [Int64], for reader: UInt64, of document: HostDocument) {
        guard wantedByReader[reader] ?? [] != pages else { return }
        wantedByReader[reader] = pages.isEmpty ? nil : pages
        guard timer == nil else { return }
        do throws(OSError) {
            timer = try document.pool.loop.schedule(after: Self.pause) { [weak document] in
                document?.advice.send(of: document)
            }
        } catch {
            send(of: document)
        }
    }

    /// The document was opened anew: its provider has no advice.
    func reset() {
        advised = []
        wantedByReader = [:]
    }

    private func send(of document: HostDocument?) {
        timer = nil
        guard let document else { return }
        var wanted: Set<Int64> = []
        // The readers one after the other, in the order in which they were opened.
        let fresh = wantedByReader.sorted { $0.key < $1.key }.flatMap(\.value).filter {
            wanted.insert($0).inserted && !advised.contains($0)
        }
        let dropped = advised.subtracting(wanted).sorted()
        advised = wanted
        document.cancelPrefetch(dropped)
        document.prefetch(fresh)
    }
}
