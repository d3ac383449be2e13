import SheafOS

/// Until the first page of a book is in the hands of a viewer: of a service that has opened nothing yet, and of one that has a book open; against
/// mutool, which lays all of the book out first, and with the file in which it keeps how many pages each chapter has.
struct OpenBook {
    private static let book = "/usr/share/doc/debian-policy/policy.epub"
    private static let screen = (width: 840, height: 1_190)
    /// Parts of the times of mutool without and with its file.
    private static let aims = (without: 0.3, with: 1.5)

    /// The times of a side in each round, in microseconds.
    private struct Side {
        let name: String
        var times: [Double] = []
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nA book opened: its first page of \(Self.screen.width)x\(Self.screen.height)\n")
        let picture = bench.folder.file("page.png")
        // The file lies in the folder for temporary files.
        let mutool = ["env", "TMPDIR=\(bench.folder.path)", "mutool", "draw", "-q", "-r", "144", "-o", picture]
        let copies = ["first.epub", "second.epub"].map { bench.folder.file($0) }
        for copy in copies { try Program.output(of: ["cp", Self.book, copy]) }
        var table = Table(["", "", "first page"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = ["Sheaf, its first book", "Sheaf, a second one", "mutool", "mutool with its file"].map {
                Side(name: $0)
            }
            try Program.output(of: mutool + [Self.book, "1"], on: processors.mask)
            for _ in 0..<bench.rounds(9, quick: 3) {
                let sheaf = try Sheaf(bench, on: processors.mask)
                // Two files: the second one is another document, of which nothing is kept.
                var readers: [SheafReader] = []
                for (place, path) in copies.enumerated() {
                    let began = EventLoop.now
                    let reader = try sheaf.open(path, width: Self.screen.width, height: Self.screen.height)
                    _ = try reader.getPage(0)
                    sides[place].times.append(Double(EventLoop.now - began))
                    // Until its pages are counted: that goes on while nobody waits.
                    try reader.turnToLast()
                    _ = try reader.isHit()
                    readers.append(reader)
                }
                for (place, options) in [(2, ["-a"]), (3, [])] {
                    let began = EventLoop.now
                    try Program.output(of: mutool + options + [Self.book, "1"], on: processors.mask)
                    sides[place].times.append(Double(EventLoop.now - began))
                }
            }
            for (index, side) in sides.enumerated() {
                table.add([index == 0 ? processors.name : "", side.name, side.times.median.milliseconds])
                report.record("open", scene: processors.name, side: side.name, ["first_us": side.times.median])
            }
            guard processors.isOne else { continue }
            let ratios = [(2, Self.aims.without), (3, Self.aims.with)].map { place, aim in
                (zip(sides[1].times, sides[place].times).map { $0 / $1 }.median, aim, sides[place].name)
            }
            for (ratio, aim, name) in ratios {
                report.hold("a book's first page, of that of \(name)", ratio, .atMost, aim, "x")
            }
        }
        say(table.text)
    }
}
