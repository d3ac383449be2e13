import SheafOS
import Varlink

/// The output of a command: text for people, or one JSON object a line.
struct Console {
    /// Whether JSON is wanted.
    let isJSON: Bool
    let style: Style
    /// Asks whoever typed the command for a password; nil where nobody can be asked, or gives none.
    let askPassword: (_ prompt: String) -> String?
    /// Writes to a terminal that shows how far the command is; nothing where there is none.
    let showProgress: (String) -> Void
    private let write: (String) throws(ControlError) -> Void
    private let writeNote: (String) throws(ControlError) -> Void

    /// - Parameters:
    ///   - askPassword: asks a person for a password; by default there is none.
    ///   - showProgress: writes to the terminal as it is; by default there is none.
    ///   - note: writes to standard error a line that is not part of the result, with its newline.
    ///   - write: writes to standard output.
    init(
        isJSON: Bool, style: Style, askPassword: @escaping (String) -> String? = { _ in nil },
        showProgress: @escaping (String) -> Void = { _ in },
        note: @escaping (String) throws(ControlError) -> Void = { _ in },
        write: @escaping (String) throws(ControlError) -> Void
    ) {
        self.askPassword = askPassword
        self.showProgress = showProgress
        writeNote = note
        self.isJSON = isJSON
        self.style = style
        self.write = write
    }

    /// Prints text.
    func print(_ text: String, terminator: String = "\n") throws(ControlError) {
        try write(text + terminator)
    }

    /// Prints a value as one line of JSON.
    func printJSON(_ value: some JSONEncodable) throws(ControlError) {
        var writer = JSONWriter()
        value.encode(into: &writer)
        try print(writer.text)
    }

    /// Prints a result as JSON or as text, whichever is wanted.
    func show(_ result: some JSONEncodable, as text: @autoclosure () -> String) throws(ControlError) {
        if isJSON { try printJSON(result) } else { try print(text()) }
    }

    /// Prints values as one JSON object each, or as a table; where there are none, `empty` in place of the table.
    func show(
        _ values: [some JSONEncodable], as table: @autoclosure () -> Table, empty: String
    ) throws(ControlError) {
        if isJSON {
            for value in values { try printJSON(value) }
        } else {
            try print(values.isEmpty ? empty : text(table()))
        }
    }

    /// The lines of a table, as ``print(_:terminator:)`` takes them.
    func text(_ table: Table) -> String { table.lines(style).joined(separator: "\n") }

    /// Writes a line about the command itself to standard error.
    func note(_ text: String) throws(ControlError) {
        try writeNote("sheafctl: \(text)\n")
    }
}

/// A JSON object with its fields in the order in which they are written; those that are nil are left out.
struct JSONObject: JSONEncodable, ExpressibleByDictionaryLiteral {
    private let fields: [(String, (any JSONEncodable)?)]

    init(dictionaryLiteral fields: (String, (any JSONEncodable)?)...) {
        self.fields = fields
    }

    func encode(into writer: inout JSONWriter) {
        writer.beginObject()
        for case (let key, let value?) in fields {
            writer.key(escaping: key)
            value.encode(into: &writer)
        }
        writer.endObject()
    }
}

/// Rows in aligned columns under their titles.
struct Table {
    /// A column: a literal is one that is aligned to the left.
    struct Column: Sendable, ExpressibleByStringLiteral {
        let title: String
        let alignment: DisplayText.Alignment

        init(stringLiteral title: String) { (self.title, alignment) = (title, .left) }

        private init(right title: String) { (self.title, alignment) = (title, .right) }

        /// A column that is aligned to the right.
        static func right(_ title: String) -> Column { Column(right: title) }
    }

    private static let gap = "  "
    private let columns: [Column]
    private let rows: [[String]]

    /// - Parameter cells: a row, with a cell for each column. Cells may hold text from documents and providers: it is made safe.
    init<Rows: Sequence>(_ columns: [Column], of rows: Rows, cells: (Rows.Element) -> [String]) {
        self.columns = columns
        self.rows = rows.map { row in cells(row).map { TerminalText.safe($0) } }
    }

    /// Makes a table whose columns are separate arguments. Text in cells is made safe.
    init<Rows: Sequence>(_ columns: Column..., of rows: Rows, cells: (Rows.Element) -> [String]) {
        self.init(columns, of: rows, cells: cells)
    }

    /// The lines, the titles first.
    func lines(_ style: Style) -> [String] {
        let widths = columns.indices.map { column in
            ([columns[column].title] + rows.map { $0[column] }).map { DisplayText.width($0) }.max() ?? 0
        }
        return [style(.strong, line(columns.map(\.title), widths))] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = columns.indices.map { column in
            DisplayText.padded(cells[column], to: widths[column], alignment: columns[column].alignment)
        }
        var line = padded.joined(separator: Self.gap)
        while line.last == " " { line.removeLast() }
        return line
    }
}
