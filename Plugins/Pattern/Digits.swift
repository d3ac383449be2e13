/// The ten digits as dots, five across and seven down.
enum Digits {
    static let rows = 7
    private static let width = 5

    /// How many dots some digits are wide: one dot lies between two of them.
    static func columns(of count: Int) -> Int {
        count * (width + 1) - 1
    }

    /// The runs of dots of one digit: their row, and their columns from its left.
    static func runs(of digit: Int) -> [(row: Int, columns: Range<Int>)] {
        glyphs[digit].enumerated().flatMap { row, bits in
            var runs: [(row: Int, columns: Range<Int>)] = []
            for column in 0..<width where bits & (1 << (width - 1 - column)) != 0 {
                if let last = runs.last, last.columns.upperBound == column {
                    runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
                } else {
                    runs.append((row, column..<column + 1))
                }
            }
            return runs
        }
    }

    /// Where a digit begins, in dots from the left of the number.
    static func offset(ofDigit place: Int) -> Int {
        place * (width + 1)
    }

    private static let glyphs: [[UInt8]] = [
        [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111],
        [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
        [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
        [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
    ]
}
