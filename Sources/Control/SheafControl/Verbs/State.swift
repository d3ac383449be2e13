import SheafInterface
import SheafOS
import Varlink

// "sheafctl state" and "sheafctl history": where a reader is, and where it was.

extension Verb {
    /// `sheafctl state`.
    static let state = Verb("state", summary: "show where a reader stands", command: StateCommand())

    /// `sheafctl history`.
    static let history = Verb(
        "history", summary: "list where the reader jumped from",
        details: "The nearest first. \"sheafctl back\" and \"sheafctl forward\" go there.", command: HistoryCommand())
}

/// Shows all of a reader's state.
struct StateCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let state = try session.state(of: try session.reader())
        try console.show(state, as: StateText.text(state, console.style))
    }
}

extension Console {
    /// Shows the page that a reader is on, in one line: what opening and reloading end with.
    func showPosition(_ state: ReaderInterface.State) throws(ControlError) {
        let pages = state.front
        try show(
            state,
            as: "\(PageText.position(pages, count: PageCounts(state)[pages.first?.surface]))   "
                + "\(PageText.viewport(state.viewport))   provider \(TerminalText.safe(state.document.provider))"
                + "   reader \(state.reader)\(AxisText.remarks(state))")
    }
}

/// A reader's state, a line for each subject.
enum StateText {
    /// The width of the column of subjects.
    private static let subjectWidth = 12

    /// The lines.
    static func text(_ state: ReaderInterface.State, _ style: Style) -> String {
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
        if let mode = state.prefetch { lines.append(("prefetch", PrefetchCommand.text(mode))) }
        if state.badOffsets > 0 {
            lines.append(("dropped", "\(Units.count(state.badOffsets, "offset")) of drags that did not fit"))
        }
        return DisplayText.subjects(lines, width: subjectWidth, style)
    }

    private static func document(_ state: ReaderInterface.State) -> String {
        let count = state.document.count
        let pages =
            switch count.kind {
            case .exact: Units.count(count.pages, "page")
            case .estimated: "about \(Units.count(count.pages, "page"))"
            case .unknown: "nobody knows how many pages"
            }
        let title = state.document.title.map { ", \(TerminalText.safe($0))" } ?? ""
        return "\(state.document.document)\(title), \(pages), provider \(state.document.provider)"
    }

    private static func shown(_ state: ReaderInterface.State, _ counts: PageCounts) -> String {
        let front = state.front
        let others = state.shown.filter { page in !front.contains { $0.page == page.page && $0.surface == page.surface }
        }
        let texts = [PageText.position(front, count: counts[front.first?.surface])]
        return (texts + others.map { PageText.position([$0], count: counts[$0.surface]) }).joined(separator: ", ")
    }

    /// The allowed orientations, where those are not all four.
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

/// Lists where a reader jumped from.
struct HistoryCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let history = try session.call(
            ReaderInterface.GetHistory.self, .init(reader: reader), attempt: "ask where the reader jumped from"
        ).parameters
        let isEmpty = history.back.isEmpty && history.forward.isEmpty
        try console.show(history, as: isEmpty ? "no jumps yet" : console.text(Self.table(history)))
    }

    /// The pages that `back` goes to, the nearest first, and those that `forward` goes to.
    private static func table(_ history: ReaderInterface.GetHistoryReply) -> Table {
        let jumps = [("back", history.back), ("forward", history.forward)].flatMap { way, pages in
            pages.enumerated().map { (way + ($0 == 0 ? "" : " x \($0 + 1)"), $1) }
        }
        return Table("TURN", .right("PAGE"), "LABEL", of: jumps) { way, page in
            [way, PageText.surface(page.surface) + "\(page.index + 1)", page.label ?? ""]
        }
    }
}
