package import PageModel

/// How readers have waited for pages that they were to show.
package struct PageWaits: Equatable {
    /// How often one did.
    package private(set) var count = 0
    /// For how long in all, in microseconds.
    package private(set) var microseconds: UInt64 = 0

    package init(microseconds: UInt64 = 0) {
        self.microseconds = microseconds
    }

    /// A wait has ended: the pages are there, or the reader has gone on.
    package mutating func add(from begin: Instant, to end: Instant) {
        count += 1
        microseconds += end.microseconds - min(begin.microseconds, end.microseconds)
    }

    /// The frames that a screen has drawn meanwhile without the pages, at 60 a second.
    package var droppedFrames: Int { Int(Double(microseconds) * 60 / 1_000_000) }
}
