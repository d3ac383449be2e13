/// Counts dropped frames: those at which the page is not there that a reader has turned to.
///
/// A turn is shown with the first frame after it; frames come 60 times a second from the beginning.
package struct FrameCount: Equatable, Sendable {
    /// The length of a frame, in nanoseconds.
    private static let frame = 1e9 / 60

    package private(set) var turns = 0
    package private(set) var drops = 0
    /// The dropped frames that were to be foreseen.
    package private(set) var foreseeable = 0
    /// The most dropped frames in a row, also over turns to other pages that were not there.
    package private(set) var mostInARow = 0
    /// When the page was turned to that is not there; nil while all is well.
    private var waiting: (since: UInt64, isForeseeable: Bool)?
    private var inARow = 0

    package init() {}

    /// The reader turns to a page.
    ///
    /// - Parameter now: nanoseconds since the first frame.
    package mutating func turned(isForeseeable: Bool, at now: UInt64) {
        drop(until: now)
        turns += 1
        waiting = (now, isForeseeable)
    }

    /// The page is there.
    package mutating func arrived(at now: UInt64) {
        drop(until: now)
        inARow = 0
    }

    private mutating func drop(until now: UInt64) {
        guard let waiting else { return }
        self.waiting = nil
        let count = Self.frames(until: max(now, waiting.since)) - Self.frames(until: waiting.since)
        drops += count
        if waiting.isForeseeable { foreseeable += count }
        inARow += count
        mostInARow = max(mostInARow, inARow)
    }

    /// When the next frame is, in nanoseconds since the first one.
    package static func frame(after time: UInt64) -> UInt64 { UInt64(Double(frames(until: time)) * frame) + 1 }

    private static func frames(until time: UInt64) -> Int { Int((Double(time) / frame).rounded(.up)) }

    package static func == (one: FrameCount, other: FrameCount) -> Bool {
        (one.turns, one.drops, one.foreseeable, one.mostInARow)
            == (other.turns, other.drops, other.foreseeable, other.mostInARow)
    }
}
