import SheafInterface
import SheafOS

/// A table of contents on a terminal, with one entry chosen.
struct OutlineList {
    private(set) var entries: [DocumentInterface.OutlineEntry] = []
    /// Which entry; 0 also where there is none.
    private(set) var selected = 0
    /// The one on the top line.
    private var first = 0
    private let page: Int

    /// - Parameter page: the index of the page that is read: the entry that it belongs to is chosen at first.
    init(page: Int) { self.page = page }

    /// Adds a part of the entries.
    mutating func add(_ part: [DocumentInterface.OutlineEntry]) {
        entries += part
        guard selected < entries.count else { return }
        // The last that begins on this page or before.
        selected = entries.lastIndex { $0.target?.index.map { $0 <= page } ?? false } ?? 0
    }

    /// Handles a key in the table of contents.
    ///
    /// - Parameter rows: how many entries are seen at once.
    mutating func serve(_ input: TerminalInput, rows: Int) -> ListOutcome {
        switch input {
        case .up, .character("k"): move(-1)
        case .down, .character("j"): move(1)
        case .pageUp, .character("b"): move(-rows)
        case .pageDown, .character(" "): move(rows)
        case .home, .character("g"): move(-entries.count)
        case .end, .character("G"): move(entries.count)
        case .enter: return entries.indices.contains(selected) ? .chosen(entries[selected].number) : .closed
        case .escape, .character("o"), .character("q"): return .closed
        default: break
        }
        return .moved
    }

    private mutating func move(_ lines: Int) { selected = min(max(selected + lines, 0), max(entries.count - 1, 0)) }

    /// The lines around the chosen one, as many as there is room for.
    mutating func lines(columns: Int, rows: Int) -> [String] {
        first = min(max(first, selected - rows + 1), selected)
        return entries.indices.dropFirst(first).prefix(rows).map { index in
            let entry = entries[index]
            let page = entry.target?.label ?? entry.target?.index.map { "\($0 + 1)" } ?? ""
            let label = " " + TerminalText.safe(page) + " "
            let title = String(repeating: "  ", count: min(entry.level, 16)) + TerminalText.safe(entry.title)
            let room = max(columns - DisplayText.width(label) - 1, 0)
            let line = " " + DisplayText.padded(DisplayText.cut(title, to: room), to: room) + label
            return index == selected ? "\u{1b}[7m\(line)\u{1b}[0m" : line
        }
    }
}

/// The outcome of a key in a list.
enum ListOutcome: Equatable, Sendable {
    /// Another one is chosen, or nothing has changed.
    case moved
    /// The reader is to go to the chosen one: its number.
    case chosen(Int)
    /// The page is to be shown again.
    case closed
}
