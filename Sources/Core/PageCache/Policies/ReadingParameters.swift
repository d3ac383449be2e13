/// The numbers of ``ReadingPolicy``: chances that a page is turned to with the next turn, up to a common factor. Only what
/// they are to each other counts.
///
/// Unless it says otherwise, a number was fitted to drawn traces of readers (docs/benchmarks.md), with other seeds than those
/// that are reported; docs/memory.md says how far each may be off before it shows.
package struct ReadingParameters: Equatable, Sendable {
    /// Of a page that was used so many turns ago: (turns + this) to the power
    package var recencyOffset = 2.7
    /// of minus this.
    package var recencyExponent = 1.46
    /// The part of that of a page that nobody has used yet: it was read ahead, and was not wanted so far.
    package var unused = 0.1
    /// For each use of a page,
    package var use = 0.0056
    /// of which half is left after so many turns, in the cache or not.
    package var useHalfLife = 2_400.0
    /// In a document that somebody reads, beside that: this
    package var recent = 0.5
    /// divided by the turns since the page was used and this,
    package var recentOffset = 3.6
    /// and, since who has not come back for long may come still, this
    package var lasting = 3.8
    /// divided by those turns and this.
    package var lastingOffset = 300.0
    /// For each reader of the document, wherever it is, divided by how many pages that has.
    package var anywhere = 1.6
    /// For each reader of the document, of a page with many links.
    package var contents = 0.066
    /// Of the page after the one that a reader shows,
    package var ahead = 0.25
    /// and by how much it falls with each page further.
    package var aheadDecay = 0.925
    /// Of the page before,
    package var behind = 0.095
    /// and by how much it falls with each page further.
    package var behindDecay = 0.72
    /// Of pages around a reader, ahead or behind,
    package var around = 0.02
    /// and by how much it falls with each page further.
    package var aroundDecay = 0.989
    /// Of the likeliest page,
    package var likely = 0.1
    /// and by how much it falls from one to the next.
    package var likelyDecay = 0.96
    /// After so many turns without use, half of that is left of it.
    package var likelyTurns = 12.0

    /// The chance that one reader adds, by the kind of its last turn.
    package struct Chances: Equatable, Sendable {
        /// Of pages ahead, for each page: this times ``nextDecay`` to the power of the distance.
        package var ahead: Double
        /// Of pages behind, as ahead.
        package var behind: Double
        /// Of the place that the reader jumped from last.
        package var origin: Double
    }

    /// By how much what is ahead falls with each page further,
    package var nextDecay = 0.7
    /// and what is behind.
    package var previousDecay = 0.79
    /// By ``TurnContext``: step, fast, passing, reversed, returned, to and fro, link, search hit, contents, far, opened.
    package var after: [Chances] = [
        Chances(ahead: 1.34, behind: 0.017, origin: 0),
        Chances(ahead: 0.61, behind: 0.08, origin: 0),
        Chances(ahead: 1.66, behind: 0.049, origin: 0),
        Chances(ahead: 0.37, behind: 0.89, origin: 0),
        Chances(ahead: 0, behind: 1.06, origin: 2.6),
        Chances(ahead: 0.11, behind: 0.07, origin: 10.5),
        Chances(ahead: 0.76, behind: 0.028, origin: 5.8),
        Chances(ahead: 0.19, behind: 0.31, origin: 0.82),
        Chances(ahead: 0.19, behind: 0.31, origin: 0.82),
        Chances(ahead: 0.22, behind: 1.5, origin: 1.5),
        Chances(ahead: 0.46, behind: 0, origin: 0),
    ]

    package init() {}
}
