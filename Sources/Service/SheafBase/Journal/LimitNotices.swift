import PageModel
package import SheafOS

/// Tells the operator of users who reach a limit: once for each user, limit and minute, however often they try.
package final class LimitNotices {
    /// How long the same line is not written again, in microseconds.
    static let rest: UInt64 = 60_000_000
    /// How many are remembered; one more, and all are forgotten: that costs some lines, and no memory.
    static let remembered = 1_024

    private struct Notice: Hashable {
        let limit: String
        let uid: UInt32
    }

    private let journal: Journal
    private let clock: ServiceClock
    private var written: [Notice: Instant] = [:]

    package init(journal: Journal, clock: @escaping ServiceClock) {
        self.journal = journal
        self.clock = clock
    }

    /// A user has reached a limit.
    ///
    /// - Parameters:
    ///   - limit: its key in the configuration.
    ///   - text: what was refused, for the operator.
    package func reached(_ limit: String, by uid: UInt32, _ text: @autoclosure () -> String) {
        guard isNew(limit, by: uid) else { return }
        journal.log(.warning, text(), .message(.limitReached), .limit(limit), .user(uid))
    }

    /// Whether the operator was not told of it within the last minute; this tells.
    package func isNew(_ limit: String, by uid: UInt32) -> Bool {
        let notice = Notice(limit: limit, uid: uid)
        let now = clock()
        if let last = written[notice], now.microseconds < last.microseconds + Self.rest { return false }
        if written.count >= Self.remembered { written = [:] }
        written[notice] = now
        return true
    }
}
