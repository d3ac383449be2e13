/// A query for text: the needle, and what counts as equal to it.
package struct TextQuery: Hashable, Sendable {
    package var needle: String
    /// Whether upper and lower case are the same.
    package var isOfAnyCase = true
    /// Whether letters are the same with marks on them and without: é and e.
    package var isOfAnyMarks = true
    /// Whether a match must not be a part of a longer word.
    package var isOfWholeWords = false

    package init(_ needle: String, isOfAnyCase: Bool = true, isOfAnyMarks: Bool = true, isOfWholeWords: Bool = false) {
        self.needle = needle
        self.isOfAnyCase = isOfAnyCase
        self.isOfAnyMarks = isOfAnyMarks
        self.isOfWholeWords = isOfWholeWords
    }
}

/// A place where what was searched for stands.
package struct TextMatch: Equatable, Sendable {
    /// The text before the match, the match itself, and the text behind it; lines end in a blank.
    package let before, text, after: String
    /// The boxes of the match, one for each run of text that it is in.
    package let boxes: [PointBox]
    /// The boxes on the page behind, where the match goes on there.
    package let rest: [PointBox]
    /// Where in the text of a document that flows it begins; nil where the provider does not tell.
    package let position: Int64?

    package init(
        before: String = "", text: String = "", after: String = "", boxes: [PointBox], rest: [PointBox] = [],
        position: Int64? = nil
    ) {
        (self.before, self.text, self.after) = (before, text, after)
        (self.boxes, self.rest, self.position) = (boxes, rest, position)
    }
}

/// A part of the matches on a page.
package struct MatchList: Equatable, Sendable {
    package let matches: [TextMatch]
    /// Whether there are more behind them.
    package let isTruncated: Bool

    package init(matches: [TextMatch] = [], isTruncated: Bool = false) {
        self.matches = matches
        self.isTruncated = isTruncated
    }

    /// nil where they are more than were asked for, or larger than a host's.
    package init?(_ wire: HostInterface.FindReply, part: ItemPart) {
        let bytes = wire.matches.reduce(0) { $0 + $1.before.utf8.count + $1.text.utf8.count + $1.after.utf8.count }
        let boxes = wire.matches.reduce(0) { $0 + $1.boxes.count + ($1.rest?.count ?? 0) }
        guard wire.matches.count <= part.count, bytes <= HostLimits.itemBytes, boxes <= HostLimits.items else {
            return nil
        }
        self.init(matches: wire.matches.map(TextMatch.init), isTruncated: wire.truncated && !wire.matches.isEmpty)
    }

    /// The matches that a provider has found by itself, in items of which several may be of one match.
    package init(_ items: ItemList) {
        var groups: [(level: UInt32, boxes: [PointBox])] = []
        for item in items.items {
            if groups.last?.level == item.level {
                groups[groups.count - 1].boxes.append(item.box)
            } else {
                groups.append((item.level, [item.box]))
            }
        }
        self.init(matches: groups.map { TextMatch(boxes: $0.boxes) })
    }
}

/// The matches in a part of the text of a document that flows, found without its pages.
package struct TextFindings: Equatable, Sendable {
    package let matches: [TextMatch]
    /// The position to go on from; nil where the text ends.
    package let next: Int64?
    /// Where the text ends, as far as is known.
    package let end: Int64

    package init(matches: [TextMatch], next: Int64?, end: Int64) {
        (self.matches, self.next, self.end) = (matches, next, end)
    }

    /// nil where it does not lead on from a position, or is larger than a host's.
    package init?(_ wire: HostInterface.FindAheadReply, from position: Int64) {
        let bytes = wire.matches.reduce(0) { $0 + $1.before.utf8.count + $1.text.utf8.count + $1.after.utf8.count }
        guard wire.matches.count <= HostLimits.items, bytes <= HostLimits.itemBytes,
            wire.next.map({ $0 > position }) ?? true
        else { return nil }
        self.init(
            matches: wire.matches.map(TextMatch.init), next: wire.next.map { Int64($0) }, end: Int64(max(wire.end, 0)))
    }
}

extension TextMatch {
    fileprivate init(_ wire: HostInterface.Match) {
        self.init(
            before: wire.before, text: wire.text, after: wire.after, boxes: wire.boxes.map { PointBox($0) },
            rest: (wire.rest ?? []).map { PointBox($0) }, position: wire.position.map { Int64($0) })
    }

    package var wire: HostInterface.Match {
        HostInterface.Match(
            before: before, text: text, after: after, boxes: boxes.map(\.wire),
            rest: rest.isEmpty ? nil : rest.map(\.wire), position: position.map { Int($0) })
    }
}
