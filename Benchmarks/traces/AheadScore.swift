/// The score of a trace that was played with pages rendered ahead.
package struct AheadScore: Equatable, Sendable {
    package var turns = 0
    /// Frames at which the page that should have been shown was not ready.
    package var drops = 0
    /// The drops that were not of an opening, a choice from the contents or a new search.
    package var foreseeableDrops = 0
    /// The renders of pages that nobody saw before they went, and the renders that were ended before that.
    package var wasted = 0
    /// The processor time of all renders, in microseconds.
    package var processorTime: UInt64 = 0

    package init() {}

    package static func += (one: inout AheadScore, other: AheadScore) {
        one.turns += other.turns
        one.drops += other.drops
        one.foreseeableDrops += other.foreseeableDrops
        one.wasted += other.wasted
        one.processorTime += other.processorTime
    }

    /// Returns a figure for 1,000 turns.
    package func perThousand(_ figure: (AheadScore) -> Double) -> Double {
        turns == 0 ? 0 : figure(self) * 1000 / Double(turns)
    }
}
