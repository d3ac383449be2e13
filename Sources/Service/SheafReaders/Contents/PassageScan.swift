import HostProtocol
import HostSupervision

/// The text of a document that flows, searched without its pages: where matches begin, from a position on and around the end.
final class PassageScan {
    /// A match that was not told with its page so far.
    struct Found {
        let position: Int64
        /// Whether it was told without it.
        let isEarly: Bool
    }

    /// No further text is searched while so many matches wait for their pages.
    static let maxFound = 65_536

    private let query: TextQuery
    private let start: Int64
    private let isBackward: Bool
    private let user: UInt32
    private var next: Int64
    private var isAround = false
    /// How much of the text was searched, from 0 to 1.
    private(set) var share = 0.0
    private(set) var isOver = false
    /// Where the text ends, as far as is known.
    private(set) var end: Int64 = 0
    /// In the order in which they are told; backward only when it is over.
    private(set) var found: ArraySlice<Found> = []
    /// The last one that was told with its page: with it all others there were, also those that were not found so far.
    private var dropped: Int64?

    /// - Parameter start: where the first page begins that is searched; backward, where it ends.
    init(_ query: TextQuery, from start: Int64, isBackward: Bool, for user: UInt32) {
        (self.query, self.start, self.isBackward, self.user) = (query, start, isBackward, user)
        next = isBackward ? 0 : start
    }

    /// Searches the next part of the text.
    func search(_ document: HostDocument, completion: @escaping HostCompletion<[TextMatch]>) -> HostTicket {
        document.find(query, from: next, priority: .prefetch, for: user) { [self] result in
            completion(result.map(take))
        }
    }

    private func take(_ findings: TextFindings) -> [TextMatch] {
        end = max(findings.end, 1)
        var matches = findings.matches
        let wasAround = isAround
        if let behind = findings.next {
            next = behind
        } else if isBackward || isAround || start == 0 {
            isOver = true
        } else {
            (isAround, next) = (true, 0)
        }
        if wasAround {
            // As far as it began.
            let count = matches.count
            matches = Array(matches.prefix { $0.position ?? 0 < start })
            if matches.count < count || next >= start { isOver = true }
        }
        let begin = isBackward ? 0 : start
        let done = isOver ? end : isAround ? end - begin + next : next - begin
        share = min(Double(done) / Double(end), 1)
        guard !isBackward, let dropped else { return matches }
        return matches.filter { match in
            let position = match.position ?? 0
            return position > dropped || (position < start) != (dropped < start)
        }
    }

    /// Keeps matches until they are told with their pages.
    func keep(_ matches: [TextMatch], isEarly: Bool) {
        found += matches.compactMap { match in match.position.map { Found(position: $0, isEarly: isEarly) } }
        guard isOver, isBackward else { return }
        let ahead = found.prefix { $0.position < start }
        found = ArraySlice(ahead.reversed() + found.dropFirst(ahead.count).reversed())
    }

    /// Drops those up to a position, which are the first.
    ///
    /// - Returns: how many of them were told early.
    func drop(upTo position: Int64) -> Int {
        if let last = self.dropped, (last < start) == (position < start) {
            self.dropped = max(last, position)
        } else {
            self.dropped = position
        }
        // Those on the other side of where it began come later.
        let dropped = found.prefix { next in
            (next.position < start) == (position < start)
                && (isBackward ? next.position >= position : next.position <= position)
        }
        found = found.dropFirst(dropped.count)
        return dropped.count(where: \.isEarly)
    }
}
