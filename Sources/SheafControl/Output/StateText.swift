package import SheafInterface

/// Where a reader stands, for people.
package enum StateText {
    /// A line for each subject.
    package static func lines(_ state: ReaderInterface.State, _ style: Style) -> [String] {
        let counts = PageCounts(state)
        var lines = [
            ("reader", state.reader + (state.manual ? ", manual: its viewer turns pages" : "")),
            ("document", document(state)),
            ("shows", shown(state, counts)),
            ("viewport", PageText.viewport(state.viewport) + orientations(state)),
            ("phase", phase(state)),
        ]
        for page in state.failed ?? [] { lines.append(("failed", "page \(page.index + 1): \(page.reason)")) }
        for axis in state.axes { lines.append((axis.axis.rawValue, text(axis, counts))) }
        if state.badOffsets > 0 {
            lines.append(("dropped", "\(Units.count(state.badOffsets, "offset")) of drags that did not fit"))
        }
        return lines.map { subject, text in
            style(.strong, DisplayText.padded(subject, to: 12)) + DisplayText.safe(text)
        }
    }

    private static func document(_ state: ReaderInterface.State) -> String {
        let count = state.document.count
        let pages =
            switch count.kind {
            case .exact: Units.count(count.pages, "page")
            case .estimated: "about \(Units.count(count.pages, "page"))"
            case .unknown: "nobody knows how many pages"
            }
        return "\(state.document.document), \(pages), provider \(state.document.provider)"
    }

    private static func shown(_ state: ReaderInterface.State, _ counts: PageCounts) -> String {
        let front = state.front
        let others = state.shown.filter { page in !front.contains { $0.page == page.page && $0.surface == page.surface }
        }
        let texts = [PageText.position(front, count: counts[front.first?.surface])]
        return (texts + others.map { PageText.position([$0], count: counts[$0.surface]) }).joined(separator: ", ")
    }

    /// The orientations are worth a word where not all are allowed.
    private static func orientations(_ state: ReaderInterface.State) -> String {
        guard state.orientations.count < 4 else { return "" }
        return ", can be turned \(state.orientations.map { "\($0)" }.joined(separator: ", ")) degrees"
    }

    private static func phase(_ state: ReaderInterface.State) -> String {
        let phase =
            switch state.phase {
            case .rest: "at rest"
            case .jump: "a turn is under way"
            case .drag: "a drag is under way"
            case .settling: "a drag is running out"
            case .empty: "the document is empty"
            }
        let moving = state.moving.map { ", page \($0.index + 1) is being moved" } ?? ""
        let last = state.transition > 0 ? ", transition \(state.transition)" : ""
        return phase + last + moving + (state.refreshing ? ", refreshing" : "")
    }

    private static func text(_ axis: ReaderInterface.AxisState, _ counts: PageCounts) -> String {
        let pages = axis.location.map { [$0] } ?? []
        let position = PageText.position(pages, count: counts[axis.axis.surface])
        return "\(AxisText.condition(axis)), spread \(AxisText.position(axis.position)), \(position), "
            + AxisText.arrangement(axis.arrangement)
    }
}
