import SheafInterface
import SheafOS

/// The last line of the viewer: what is read, and where.
struct ViewStatus: Equatable {
    var name = ""
    /// The page, or the one that is on its way; nil where there is none.
    var page: ReaderInterface.Location?
    var count = ReaderInterface.PageCount(kind: .unknown, pages: 0)
    var zoom = 1.0
    /// The result of the search, in words; empty where nothing was searched for.
    var search = ""
    /// The digits of a page's number that were typed so far.
    var digits = ""
    /// The message that is shown now, before everything else.
    var message: String?

    /// The line, as wide as the terminal.
    func line(columns: Int) -> String {
        var parts: [String] = []
        if let message { parts.append(message) }
        if !digits.isEmpty { parts.append("to page \(digits)") }
        parts.append(page.map { PageText.position([$0], count: count) } ?? "no pages")
        if zoom > 1 { parts.append("\(Int((zoom * 100).rounded())) %") }
        if !search.isEmpty { parts.append(search) }
        if !name.isEmpty { parts.append(name) }
        let hint = "  ? help "
        let text = " " + parts.map { TerminalText.safe($0) }.joined(separator: "   ")
        let room = max(columns - hint.count, 0)
        return DisplayText.padded(
            DisplayText.padded(DisplayText.cut(text, to: room), to: room) + hint, to: columns
        ).prefix(columns).description
    }
}
