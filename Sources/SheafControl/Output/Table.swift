/// Rows for people, in aligned columns under their titles.
package struct Table {
    /// A column.
    package struct Column: Sendable {
        let title: String
        let alignment: DisplayText.Alignment

        /// - Parameter alignment: numbers stand to the right.
        package init(_ title: String, _ alignment: DisplayText.Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }
    }

    private static let gap = "  "
    private let columns: [Column]
    private var rows: [[String]] = []

    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row, a cell for each column.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map { DisplayText.safe($0) })
    }

    /// The lines, the titles first.
    package func lines(_ style: Style) -> [String] {
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
