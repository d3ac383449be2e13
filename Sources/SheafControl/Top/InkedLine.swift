/// A line in parts of one colour each, which can be cut without hurting the colours.
struct InkedLine {
    private var parts: [(text: String, ink: Style.Ink?)] = []

    init(_ text: String = "", _ ink: Style.Ink? = nil) {
        add(text, ink)
    }

    /// Adds what comes from wherever: a terminal takes none of it as a command.
    mutating func add(_ text: String, _ ink: Style.Ink? = nil) {
        let text = DisplayText.safe(text)
        if let last = parts.last, last.ink == ink {
            parts[parts.count - 1].text = last.text + text
        } else {
            parts.append((text, ink))
        }
    }

    /// How many columns it takes.
    var width: Int { parts.reduce(0) { $0 + DisplayText.width($1.text) } }

    /// The line with its colours, in no more than so many columns.
    func text(_ style: Style, columns: Int) -> String {
        var room = columns
        let isCut = width > columns
        var result = ""
        for (text, ink) in parts {
            let columns = DisplayText.width(text)
            // The last column is the ellipsis's.
            if isCut, columns >= room {
                let shown = columns == room ? DisplayText.cut(text + " ", to: room) : DisplayText.cut(text, to: room)
                return result + (ink.map { style($0, shown) } ?? shown)
            }
            result += ink.map { style($0, text) } ?? text
            room -= columns
        }
        return result
    }

    /// A title and as many of the parts as there is room for; the first one in any case.
    static func fitting(
        _ title: String, _ parts: [String], columns: Int, ink: Style.Ink? = nil, separator: String = ", "
    ) -> InkedLine {
        var line = InkedLine(title, .strong)
        for (index, part) in parts.enumerated() {
            let text = index == 0 ? part : separator + part
            guard index == 0 || line.width + DisplayText.width(DisplayText.safe(text)) <= columns else { break }
            line.add(text, index == 0 ? ink : nil)
        }
        return line
    }
}
