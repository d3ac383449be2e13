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
    /// The same on the page behind, where it goes on there.
    package let rest: [PointBox]

    package init(
        before: String = "", text: String = "", after: String = "", boxes: [PointBox], rest: [PointBox] = []
    ) {
        (self.before, self.text, self.after, self.boxes, self.rest) = (before, text, after, boxes, rest)
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
        self.init(
            matches: wire.matches.map { match in
                TextMatch(
                    before: match.before, text: match.text, after: match.after,
                    boxes: match.boxes.map { PointBox($0) }, rest: (match.rest ?? []).map { PointBox($0) })
            }, isTruncated: wire.truncated && !wire.matches.isEmpty)
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

extension TextMatch {
    package var wire: HostInterface.Match {
        HostInterface.Match(
            before: before, text: text, after: after, boxes: boxes.map(\.wire),
            rest: rest.isEmpty ? nil : rest.map(\.wire))
    }
}
