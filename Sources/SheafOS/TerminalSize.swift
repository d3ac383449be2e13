import CSheafShims

/// How much a terminal shows.
package struct TerminalSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// That of the terminal at standard output; nil where there is none, or it does not know.
    package static var ofStandardOutput: TerminalSize? {
        var columns: UInt16 = 0
        var rows: UInt16 = 0
        let result = unsafe sheaf_terminal_size(StandardStream.output.rawValue, &columns, &rows)
        guard result >= 0, columns > 0, rows > 0 else { return nil }
        return TerminalSize(columns: Int(columns), rows: Int(rows))
    }
}
