import HostProtocol

/// The text of a page, character by character: what stands where.
struct PageText {
    /// A run of text as the provider has it.
    struct Run {
        /// The characters of the run, without the end of its line.
        let scalars: [Unicode.Scalar]
        /// The box of each character; none where the text is on no page.
        let boxes: [PointBox]
        /// Where in the document each of them stands; none where the provider does not tell.
        let positions: [Int64]
        /// Whether a line ends behind it.
        let endsLine: Bool
    }

    /// In reading order.
    let runs: [Run]

    init(_ items: [DocumentItem]) {
        runs = items.map { Run($0) }
    }

    /// Returns the text in a box: of each run the characters whose centres lie in it.
    func items(in clip: PointBox) -> [DocumentItem] {
        runs.flatMap { run in
            run.parts { run.boxes[$0].hasCentre(in: clip) }.map { run.item($0) }
        }
    }
}

// A selection goes from between two characters to between two others.
extension PageText {
    /// A position between two characters.
    struct Position: Comparable {
        /// The number of the run.
        let run: Int
        /// How many of its characters are before it.
        let index: Int

        static func < (one: Position, other: Position) -> Bool { (one.run, one.index) < (other.run, other.index) }
    }

    /// The position nearest to a point; nil where the page has no text.
    func position(nearX x: Double, y: Double) -> Position? {
        var nearest: (run: Int, distance: Double)?
        for (number, run) in runs.enumerated() where !run.scalars.isEmpty {
            let distance = run.box(of: run.boxes.indices).distance(toX: x, y: y)
            if distance < nearest?.distance ?? .infinity { nearest = (number, distance) }
        }
        return nearest.map { Position(run: $0.run, index: runs[$0.run].index(nearX: x, y: y)) }
    }

    /// The text between two positions, whichever is the first: a part of each run, the last one without the end of its line.
    func items(from one: Position?, to other: Position?) -> [DocumentItem] {
        guard let one, let other else { return [] }
        let (start, end) = (min(one, other), max(one, other))
        var items: [DocumentItem] = []
        for number in start.run...end.run {
            let first = number == start.run ? start.index : 0
            let last = number == end.run ? end.index : runs[number].scalars.count
            if first < last {
                items.append(runs[number].item(first..<last))
            } else if runs[number].scalars.isEmpty, let before = items.last?.text {
                // A blank line.
                items[items.count - 1].text = before + "\n"
            }
        }
        if let last = items.last?.text, last.hasSuffix("\n") { items[items.count - 1].text = String(last.dropLast()) }
        return items
    }
}

extension PageText.Run {
    /// How many of its characters are before a point.
    fileprivate func index(nearX x: Double, y: Double) -> Int {
        var nearest: (index: Int, distance: Double) = (0, .infinity)
        for (index, box) in boxes.enumerated() {
            let distance = box.distance(toX: x, y: y)
            if distance < nearest.distance { nearest = (index, distance) }
        }
        let box = boxes[nearest.index]
        let isBehind = isLevel ? x > (box.x0 + box.x1) / 2 : y > (box.y0 + box.y1) / 2
        return nearest.index + (isBehind ? 1 : 0)
    }

    /// Reads a run. Where the provider tells the box of the whole run alone, the characters share it, along its longer
    /// side.
    init(_ item: DocumentItem) {
        let text = (item.text ?? "").unicodeScalars
        endsLine = text.last == "\n"
        scalars = Array(endsLine ? text.dropLast() : text[...])
        positions = item.positions.count == scalars.count ? item.positions : []
        guard item.boxes.count != scalars.count else {
            boxes = item.boxes.map(\.ordered)
            return
        }
        let box = item.box.ordered
        let count = Double(scalars.count)
        let isUpright = count < 2 || box.x1 - box.x0 >= box.y1 - box.y0
        boxes = scalars.indices.map { index in
            var part = box
            let (start, end) = (Double(index) / count, Double(index + 1) / count)
            if isUpright {
                (part.x0, part.x1) = (box.x0 + (box.x1 - box.x0) * start, box.x0 + (box.x1 - box.x0) * end)
            } else {
                (part.y0, part.y1) = (box.y0 + (box.y1 - box.y0) * start, box.y0 + (box.y1 - box.y0) * end)
            }
            return part
        }
    }

    /// Whether it is written from one side to the other, and not down or up: where its last character is from its first.
    private var isLevel: Bool {
        guard let first = boxes.first, let last = boxes.last else { return true }
        return abs(first.x0 + first.x1 - last.x0 - last.x1) >= abs(first.y0 + first.y1 - last.y0 - last.y1)
    }

    /// The positions between its characters, before the first one and behind the last one: in points from the left of the run, or from
    /// its top where it is written down or up. They go down where it is written from the right, or up.
    var carets: [Double] {
        guard let first = boxes.first, let last = boxes.last else { return [0] }
        let whole = box(of: boxes.indices)
        func sides(_ box: PointBox) -> (Double, Double) {
            isLevel ? (box.x0 - whole.x0, box.x1 - whole.x0) : (box.y0 - whole.y0, box.y1 - whole.y0)
        }
        let isForward = sides(first).0 <= sides(last).0
        let start = isForward ? sides(first).0 : sides(first).1
        var carets = [start] + boxes.map { isForward ? sides($0).1 : sides($0).0 }
        // The letters of a ligature share its width, which some providers give to the first.
        var letter = 0
        for index in scalars.indices where index + 1 == scalars.count || carets[index + 2] != carets[index + 1] {
            let width = (carets[index + 1] - carets[letter]) / Double(index + 1 - letter)
            if scalars[letter...index].allSatisfy(\.properties.isAlphabetic) {
                for place in letter..<index { carets[place + 1] = carets[letter] + width * Double(place + 1 - letter) }
            }
            letter = index + 1
        }
        return carets
    }

    /// Text that is on no page.
    init(passage item: DocumentItem) {
        let text = (item.text ?? "").unicodeScalars
        endsLine = text.last == "\n"
        scalars = Array(endsLine ? text.dropLast() : text[...])
        positions = item.positions.count == scalars.count ? item.positions : []
        boxes = []
    }

    /// Text that is on no page, without its first characters.
    init(passage run: PageText.Run, dropping count: Int) {
        scalars = Array(run.scalars.dropFirst(count))
        positions = Array(run.positions.dropFirst(count))
        (boxes, endsLine) = ([], run.endsLine)
    }

    /// The ranges of characters that follow each other and are wanted.
    func parts(where isWanted: (Int) -> Bool) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        for index in scalars.indices where isWanted(index) {
            if let last = parts.last, last.upperBound == index {
                parts[parts.count - 1] = last.lowerBound..<index + 1
            } else {
                parts.append(index..<index + 1)
            }
        }
        return parts
    }

    /// The box around some of its characters, of which there are any.
    func box(of range: Range<Int>) -> PointBox {
        boxes[range].dropFirst().reduce(boxes[range.lowerBound]) { $0.union($1) }
    }

    /// Some of its characters as a run of their own; the end of the line goes with the last one.
    func item(_ range: Range<Int>) -> DocumentItem {
        var text = String(String.UnicodeScalarView(scalars[range]))
        if endsLine, range.upperBound == scalars.count { text.append("\n") }
        let box = box(of: range)
        return DocumentItem(
            kind: .text, level: 0, page: nil, x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1, targetX: 0,
            targetY: 0, key: nil, text: text, uri: nil)
    }
}

extension PointBox {
    func union(_ other: PointBox) -> PointBox {
        PointBox(x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
    }

    /// How far a point is from it: a point beside a line belongs to that, however short it is.
    fileprivate func distance(toX x: Double, y: Double) -> Double {
        let (across, down) = (max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
        return across * across + 10_000 * down * down
    }

    fileprivate func hasCentre(in clip: PointBox) -> Bool {
        let (x, y) = (x0 / 2 + x1 / 2, y0 / 2 + y1 / 2)
        return clip.x0 <= x && x < clip.x1 && clip.y0 <= y && y < clip.y1
    }
}
