import SheafProvider

/// Where things stand on a page, in points.
struct PageLayout {
    /// A line of text; all of its characters are equally wide.
    struct Line {
        let text: String
        let box: Box

        /// The box of some of its characters.
        func box(of characters: Range<Int>) -> Box {
            let width = (box.x1 - box.x0) / Double(text.count)
            return Box(
                x0: box.x0 + width * Double(characters.lowerBound), y0: box.y0,
                x1: box.x0 + width * Double(characters.upperBound), y1: box.y1)
        }
    }

    private static let characterWidth = 6.0
    private static let lineHeight = 14.0
    private static let linkHeight = 18.0

    let metrics: PageMetrics
    /// The digits that are drawn, from left to right.
    let digits: [Int]
    /// The rectangle of the margin lines.
    let frame: Box
    /// Where the digits are drawn.
    let numberBox: Box
    /// One side of the squares that digits are made of.
    let dot: Double
    /// The text under the digits.
    let lines: [Line]
    /// Room for three links, from left to right.
    let linkBoxes: [Box]
    /// Room for annotations above the number, from left to right.
    let annotationBoxes: [Box]
    /// Where a picture is; nil where there is none.
    let picture: Box?

    init(
        page: PageID, metrics: PageMetrics, text: String, hasLinks: Bool, annotations: Int, picture: Box? = nil
    ) {
        let margin = min(metrics.width, metrics.height) * 0.08
        let frame = Box(x0: margin, y0: margin, x1: metrics.width - margin, y1: metrics.height - margin)
        let width = frame.x1 - frame.x0
        let digits = String(page.rawValue + 1).compactMap(\.wholeNumberValue)
        let columns = Double(Digits.columns(of: digits.count))
        let dot = min(width * 0.8 / columns, metrics.height / 4 / Double(Digits.rows))
        let left = frame.x0 + (width - dot * columns) / 2
        let top = frame.y0 + dot
        let numberBox = Box(x0: left, y0: top, x1: left + dot * columns, y1: top + dot * Double(Digits.rows))
        let linkTop = hasLinks ? max(frame.y1 - Self.linkHeight, numberBox.y1) : frame.y1

        self.picture = picture
        self.metrics = metrics
        self.digits = digits
        self.frame = frame
        self.numberBox = numberBox
        self.dot = dot
        self.linkBoxes = (0..<(hasLinks ? 3 : 0)).map { place in
            let left = frame.x0 + width * Double(place) / 3
            return Box(x0: left, y0: linkTop, x1: left + width * 0.3, y1: frame.y1)
        }
        self.annotationBoxes = (0..<annotations).map { place in
            let step = width / Double(annotations)
            let left = frame.x0 + step * Double(place)
            return Box(x0: left, y0: frame.y0 + dot * 0.2, x1: left + step * 0.9, y1: frame.y0 + dot * 0.8)
        }
        self.lines = Self.wrapped(text, in: Box(x0: frame.x0, y0: numberBox.y1 + dot, x1: frame.x1, y1: linkTop))
    }

    /// Breaks the text into lines; what does not fit on the page is left out.
    private static func wrapped(_ text: String, in area: Box) -> [Line] {
        let columns = Int((area.x1 - area.x0) / characterWidth)
        let rows = Int((area.y1 - area.y0) / lineHeight)
        var lines: [[Character]] = []
        for word in text.split(separator: " ") {
            guard word.count <= columns else { continue }
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += [" "] + word
            } else if lines.count < rows {
                lines.append(Array(word))
            } else {
                break
            }
        }
        return lines.enumerated().map { row, line in
            let top = area.y0 + lineHeight * Double(row)
            let right = area.x0 + characterWidth * Double(line.count)
            return Line(text: String(line), box: Box(x0: area.x0, y0: top, x1: right, y1: top + lineHeight * 0.75))
        }
    }
}

/// Layouts of pages that were shown or will be. They are cheap to make again: the first thing to give back.
final class LayoutCache {
    /// The number of layouts that are kept. When it is reached the cache starts anew.
    static let capacity = 256

    private struct Key: Hashable {
        let document: ObjectIdentifier
        let page: PageID
    }

    private var layouts: [Key: PageLayout] = [:]

    /// The layout of a page, made where it is not there.
    func layout(of page: PageID, in document: PatternDocument, make: () -> PageLayout) -> PageLayout {
        let key = Key(document: ObjectIdentifier(document), page: page)
        if let layout = layouts[key] { return layout }
        let layout = make()
        if layouts.count >= Self.capacity { layouts.removeAll(keepingCapacity: true) }
        layouts[key] = layout
        return layout
    }

    /// Forgets the layouts of one document; its address may become another one's.
    func remove(_ document: PatternDocument) {
        let document = ObjectIdentifier(document)
        layouts = layouts.filter { $0.key.document != document }
    }

    /// Forgets everything, and gives the memory back.
    func removeAll() {
        layouts = [:]
    }
}

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

/// A number in small Roman numerals, from 1 to 3999: "iv".
func romanNumeral(_ number: Int64) -> String {
    let signs: [(Int64, String)] = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    var numeral = ""
    for (value, sign) in signs {
        while rest >= value {
            numeral += sign
            rest -= value
        }
    }
    return numeral
}
