/// Appearance events on their way to a document's provider: one at a time, so that a page that is wanted waits for one
/// of them at most, however many readers the document has.
struct AppearanceNotices {
    struct Notice {
        let page: Int64
        let event: AppearanceEvent
    }

    /// A provider that is slow to take them misses the oldest of more than so many.
    static let limit = 1_024

    private var waiting: [Notice] = []
    private var isTelling = false

    /// Takes in an event; returns it where it is to be told at once.
    mutating func add(_ notice: Notice) -> Notice? {
        guard isTelling else {
            isTelling = true
            return notice
        }
        if waiting.count == Self.limit { waiting.removeFirst() }
        waiting.append(notice)
        return nil
    }

    /// One was told; returns the next, if there is one.
    mutating func next() -> Notice? {
        guard !waiting.isEmpty else {
            isTelling = false
            return nil
        }
        return waiting.removeFirst()
    }

    /// Nobody is left to be told.
    mutating func removeAll() { waiting = [] }
}
