import SheafOS

/// A text of 4 MB, the King James Bible with a paragraph for each verse: until its first page is there, its last one, and the page on which a
/// reader is in another size of the font. As plain text by the text provider, and as HTML by MuPDF.
///
/// Each round starts a new service, so that a host starts with the first page.
struct LongText {
    private static let screen = (width: 1_080, height: 1_530)
    private static let fontSize = 14.0

    /// The measurements of one side in each round.
    private struct Side {
        let name: String
        let path: String
        /// The times in microseconds: of the first page, the last one, and the same place in another size.
        var times: [[Double]] = [[], [], []]
        /// The peaks of memory in bytes.
        var peaks: [Double] = []
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let text = try Program.output(of: ["bible", "-f", "gen1:1-rev22:21"])
        let plain = try bench.folder.write(Array(text.utf8), as: "bible.txt")
        let page = try bench.folder.write(Array(Self.page(of: text).utf8), as: "bible.html")
        say("\nA text of \(text.utf8.count) bytes on a screen of \(Self.screen.width)x\(Self.screen.height)\n")
        var table = Table(
            ["", "", "open, first page", "last page", "another size", "peak memory"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = [Side(name: "plain text", path: plain), Side(name: "HTML, by MuPDF", path: page)]
            for _ in 0..<bench.rounds(3, quick: 1) {
                for index in sides.indices { try measure(&sides[index], processors) }
            }
            for (index, side) in sides.enumerated() {
                let megabytes = side.peaks.median / Double(1 << 20)
                let medians = side.times.map(\.median)
                table.add(
                    [index == 0 ? processors.name : "", side.name] + medians.map(\.milliseconds)
                        + ["\(megabytes.short) MB"])
                report.record(
                    "text", scene: processors.name, side: side.name,
                    [
                        "first_us": medians[0], "last_us": medians[1], "another_size_us": medians[2],
                        "peak_mb": megabytes,
                    ])
            }
        }
        say(table.text)
    }

    private func measure(_ side: inout Side, _ processors: Processors) throws(BenchmarkError) {
        let sheaf = try Sheaf(bench, on: processors.mask, settings: "[Cache]\nReadAhead = 0\n")
        var began = EventLoop.now
        let reader = try sheaf.open(side.path, width: Self.screen.width, height: Self.screen.height)
        _ = try reader.isHit()
        side.times[0].append(Double(EventLoop.now - began))
        began = EventLoop.now
        try reader.turnToLast()
        _ = try reader.isHit()
        side.times[1].append(Double(EventLoop.now - began))
        began = EventLoop.now
        try reader.setFontSize(Self.fontSize)
        _ = try reader.isHit()
        side.times[2].append(Double(EventLoop.now - began))
        side.peaks.append(Double(sheaf.hostPeak))
    }

    /// Returns the paragraphs of the text as HTML.
    private static func page(of text: String) -> String {
        var page = "<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body>\n"
        for line in text.split(separator: "\n") {
            page += "<p>"
            for character in line {
                switch character {
                case "&": page += "&amp;"
                case "<": page += "&lt;"
                default: page.append(character)
                }
            }
            page += "</p>\n"
        }
        return page + "</body></html>\n"
    }
}
