/// The kind of a reader's last turn: what comes next depends on it more than on anything else.
package enum TurnContext: Int, CaseIterable, Sendable {
    /// The next page in its direction, after the time that reading takes (``readingTime``) or more on the one before.
    case step
    /// The next page in its direction, after less than ``readingTime`` on the one before.
    case fast
    /// In a fling, or where that ends.
    case passing
    /// One page against its direction.
    case reversed
    /// To a place that it had jumped from.
    case returned
    /// To a place that it had jumped from, where the last jumps went between two places.
    case toAndFro
    /// To where a link on its page leads.
    case link
    /// To what a search had found.
    case hit
    /// To the table of contents.
    case contents
    /// Any other jump.
    case far
    /// The reader was opened there.
    case opened

    /// The time on a page that tells reading from leafing, in microseconds: who stays for so long reads the page.
    package static let readingTime: UInt64 = 1_300_000
}
