import Testing

@testable import HostProcess
@testable import HostProtocol

/// The positions between the characters of a run.
@Suite struct PageTextTests {
    private static func run(_ text: String, boxes: [(Double, Double, Double, Double)]) -> PageText.Run {
        let boxes = boxes.map { PointBox(x0: $0.0, y0: $0.1, x1: $0.2, y1: $0.3) }
        let whole = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
        return PageText.Run(
            DocumentItem(
                kind: .text, level: 0, page: nil, x0: whole.x0, y0: whole.y0, x1: whole.x1, y1: whole.y1, targetX: 0,
                targetY: 0, text: text, boxes: boxes))
    }

    @Test(arguments: [
        // From the left, and as high as it is wide.
        ("20\n", [(100.0, 50.0, 105.0, 65.0), (105, 50, 111, 65)], [0.0, 5, 11]),
        // From the right.
        ("\u{5d0}\u{5d1}", [(110, 50, 120, 65), (100, 50, 110, 65)], [20, 10, 0]),
        // Down, and up.
        ("ab", [(100, 50, 115, 56), (100, 56, 115, 66)], [0, 6, 16]),
        ("ab", [(100, 60, 115, 66), (100, 50, 115, 60)], [16, 10, 0]),
        // A ligature whose first letter has all of it.
        ("fix", [(100, 50, 110, 65), (110, 50, 110, 65), (110, 50, 116, 65)], [0, 5, 10, 16]),
        // Of what is no letter each keeps its place.
        ("1..", [(100, 50, 110, 65), (110, 50, 110, 65), (110, 50, 116, 65)], [0, 10, 10, 16]),
    ])
    func caretsAreBetweenTheCharacters(
        text: String, boxes: [(Double, Double, Double, Double)], expected: [Double]
    ) {
        #expect(Self.run(text, boxes: boxes).carets == expected)
    }

    /// A provider that tells the box of a run alone has its characters share that.
    @Test func aRunWithoutBoxesIsPartedAlike() {
        let item = DocumentItem(
            kind: .text, level: 0, page: nil, x0: 10, y0: 0, x1: 50, y1: 12, targetX: 0, targetY: 0, text: "four\n")
        #expect(PageText.Run(item).carets == [0, 10, 20, 30, 40])
    }
}
