import SheafOS

/// A line of parts in different colours, which can be cut to a width.
struct StyledLine {
    private var parts: [(text: String, emphasis: Style.Emphasis?)] = []

    init(_ text: String = "", _ emphasis: Style.Emphasis? = nil) {
        add(text, emphasis)
    }

    /// Adds a text, which is made safe for a terminal.
    mutating func add(_ text: String, _ emphasis: Style.Emphasis? = nil) {
        let text = TerminalText.safe(text)
        if let last = parts.last, last.emphasis == emphasis {
            parts[parts.count - 1].text = last.text + text
        } else {
            parts.append((text, emphasis))
        }
    }

    /// How many columns it is wide.
    var width: Int { parts.reduce(0) { $0 + DisplayText.width($1.text) } }

    /// The line with its colours, in no more than so many columns.
    func text(_ style: Style, columns: Int) -> String {
        var room = columns
        let isCut = width > columns
        var result = ""
        for (text, emphasis) in parts {
            let columns = DisplayText.width(text)
            // The last column is for the ellipsis.
            if isCut, columns >= room {
                let shown = columns == room ? DisplayText.cut(text + " ", to: room) : DisplayText.cut(text, to: room)
                return result + (emphasis.map { style($0, shown) } ?? shown)
            }
            result += emphasis.map { style($0, text) } ?? text
            room -= columns
        }
        return result
    }

    /// A title and as many of the parts as fit; the first one always.
    static func fitting(
        _ title: String, _ parts: [String], columns: Int, emphasis: Style.Emphasis? = nil, separator: String = ", "
    ) -> StyledLine {
        var line = StyledLine(title, .strong)
        for (index, part) in parts.enumerated() {
            let text = index == 0 ? part : separator + part
            guard index == 0 || line.width + DisplayText.width(TerminalText.safe(text)) <= columns else { break }
            line.add(text, index == 0 ? emphasis : nil)
        }
        return line
    }
}
