import SheafOS

/// What pages of a document go through on screens, on its way to the provider.
///
/// Nobody waits for it, and a reader that turns fast has thousands of events a second: they are gathered, and sent one
/// request at a time, so that a page that is wanted waits for few of them, however many readers the document has. What came and went again before it could be told is left out, and so is what went and came.
final class AppearanceNotes {
    struct Note {
        let page: Int64
        let event: AppearanceEvent
    }

    /// How long to gather after a request, in microseconds.
    static let pause: UInt64 = 5_000
    /// The most events of one request.
    static let maxTogether = 64
    /// So many wait at most; of a provider that is slower the older half is forgotten.
    static let maxWaiting = 1_024
    /// So many notes back the rest of a page's coming and going is looked for.
    private static let reach = 16

    private var waiting: [Note] = []
    /// Whether they will be sent without anybody asking for it.
    private var isOnItsWay = false
    private var timer: TimerSource?

    /// Notes an event. What one command brings about goes together.
    func add(_ page: Int64, _ event: AppearanceEvent, of document: OpenedDocument) {
        guard !cancelsOut(page, event) else { return }
        if waiting.count >= Self.maxWaiting { waiting.removeFirst(Self.maxWaiting / 2) }
        waiting.append(Note(page: page, event: event))
        guard !isOnItsWay else { return }
        isOnItsWay = true
        document.afterThisEvent { [weak document] in
            if let document { document.appearances.send(of: document) }
        }
    }

    /// Whether the page is now as it was before some of the notes that wait; they are dropped.
    private func cancelsOut(_ page: Int64, _ event: AppearanceEvent) -> Bool {
        // The latest first. The middle one may be missing: of a page that never quite came, or never quite went.
        let (last, middle, first): (AppearanceEvent, AppearanceEvent, AppearanceEvent)
        switch event {
        case .didAppear: (last, middle, first) = (.willAppear, .didDisappear, .willDisappear)
        case .didDisappear: (last, middle, first) = (.willDisappear, .didAppear, .willAppear)
        case .willAppear, .willDisappear: return false
        }
        var dropped: [Int] = []
        for place in waiting.indices.reversed().prefix(Self.reach) where waiting[place].page == page {
            switch waiting[place].event {
            case last where dropped.isEmpty, middle where dropped.count == 1: dropped.append(place)
            case first where !dropped.isEmpty:
                waiting.remove(at: dropped[0])
                if dropped.count == 2 { waiting.remove(at: dropped[1]) }
                waiting.remove(at: place)
                return true
            default: return false
            }
        }
        return false
    }

    private func send(of document: OpenedDocument) {
        timer = nil
        guard !waiting.isEmpty else {
            isOnItsWay = false
            return
        }
        let events = waiting.prefix(Self.maxTogether)
        waiting.removeFirst(events.count)
        document.send(events) { [weak document] isOpen in
            guard let document else { return }
            if !isOpen { document.appearances.waiting = [] }
            document.appearances.rest(before: document)
        }
    }

    private func rest(before document: OpenedDocument) {
        do throws(OSError) {
            timer = try document.supervisor.loop.schedule(after: Self.pause) { [weak document] in
                if let document { document.appearances.send(of: document) }
            }
        } catch {
            send(of: document)
        }
    }
}
