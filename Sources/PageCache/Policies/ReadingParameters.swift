/// The numbers of ``ReadingPolicy``: chances that a page is turned to with the next turn, up to a common factor. Only what
/// they are to each other counts.
///
/// Unless it says otherwise, a number was fitted to drawn traces of readers (docs/benchmarks.md), with other seeds than those
/// that are reported; docs/memory.md says how far each may be off before it shows.
package struct ReadingParameters: Equatable, Sendable {
    /// Of a page that was used so many turns ago: (turns + this) to the power
    package var recencyOffset = 3.2
    /// of minus this. Less than 1: who has not come back for long may come still.
    package var recencyExponent = 0.8
    /// The part of that of a page that nobody has used yet: it was read ahead, and was not wanted so far.
    package var unused = 0.1
    /// For each use of a page,
    package var use = 0.008
    /// of which half is left after so many turns, in the cache or not.
    package var useHalfLife = 1700.0
    /// The part of all this in a document that nobody reads.
    package var unread = 0.67
    /// For each reader of the document, wherever it is.
    package var reader = 0.005
    /// Of the page after the one that a reader shows,
    package var ahead = 0.34
    /// and by how much it falls with each page further.
    package var aheadFall = 0.90
    /// Of the page before,
    package var behind = 0.084
    /// and by how much it falls with each page further.
    package var behindFall = 0.72
    /// Of pages around a reader, ahead or behind,
    package var around = 0.011
    /// and by how much it falls with each page further.
    package var aroundFall = 0.984
    /// Of the likeliest anticipated page,
    package var anticipated = 0.155
    /// and by how much it falls from one to the next.
    package var anticipatedFall = 0.94
    /// After so many turns without use, half of that is left of it.
    package var anticipationTurns = 12.0

    package init() {}
}
