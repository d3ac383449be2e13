import PageModel

/// How readers have waited for pages that they were to show.
struct PageWaits: Equatable {
    /// How often one did.
    private(set) var count = 0
    /// For how long in all, in microseconds.
    private(set) var microseconds: UInt64 = 0

    /// A wait has ended: the pages are there, or the reader has gone on.
    mutating func add(from begin: Instant, to end: Instant) {
        count += 1
        microseconds += end.microseconds - min(begin.microseconds, end.microseconds)
    }

    /// The frames that a screen has drawn meanwhile without the pages, at 60 a second.
    var droppedFrames: Int { Int(Double(microseconds) * 60 / 1_000_000) }
}
