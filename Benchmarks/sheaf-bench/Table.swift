import Glibc

/// Columns that line up: the first ones to the left, those of figures to the right.
struct Table {
    private var rows: [[String]]
    private let leftColumns: Int

    init(_ headings: [String] = [], leftColumns: Int = 1) {
        rows = headings.isEmpty ? [] : [headings]
        self.leftColumns = leftColumns
    }

    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    /// The table's lines.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - cell.count)
                line += (column == 0 ? "  " : "   ") + (column < leftColumns ? cell + space : space + cell)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension Double {
    /// With three figures that mean something, and no more than two decimals.
    var short: String {
        let decimals = self.magnitude >= 100 ? 0 : self.magnitude >= 10 ? 1 : 2
        return fixed(decimals)
    }

    /// With so many decimals.
    func fixed(_ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        guard isFinite, magnitude * scale < 1e15 else { return "\(self)" }
        let digits = String(Int((magnitude * scale).rounded()))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = self < 0 ? "-" : ""
        guard decimals > 0 else { return sign + padded }
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }

    /// "1.09 ×".
    var times: String { short + " ×" }

    /// Of microseconds: "9.12 µs".
    var microseconds: String { short + " µs" }

    /// Of microseconds, in milliseconds: "2.31 ms".
    var milliseconds: String { (self / 1000).short + " ms" }
}

/// Prints at once, also into a pipe.
func say(_ text: String) {
    print(text)
    fflush(nil)
}
