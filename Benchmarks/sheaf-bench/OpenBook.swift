import SheafOS

/// Until the first page of a book is in the hands of a viewer: of a service that has opened nothing yet, of one that has opened a book, and of a book
/// that was counted before; against mutool, which lays all of the book out first, and with the file in which it keeps how many pages each chapter has.
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
        let launcher = Launcher(
            words: ["env", "XDG_CACHE_HOME=\(bench.folder.path)"], program: bench.program("sheafd"))
        var table = Table(["", "", "first page"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = [
                "Sheaf, its first book", "Sheaf, a second one", "Sheaf, that opened again", "mutool",
                "mutool with its file",
            ].map { Side(name: $0) }
            try Program.output(of: mutool + [Self.book, "1"], on: processors.mask)
            for _ in 0..<bench.rounds(9, quick: 3) {
                let sheaf = try Sheaf(bench, on: processors.mask, with: launcher)
                // Two files that are new: nothing is kept of them.
                for copy in copies { try Program.output(of: ["cp", Self.book, copy]) }
                for (place, path) in (copies + copies.suffix(1)).enumerated() {
                    let began = EventLoop.now
                    let reader = try sheaf.open(path, width: Self.screen.width, height: Self.screen.height)
                    _ = try reader.getPage(0)
                    sides[place].times.append(Double(EventLoop.now - began))
                    // Until its pages are counted: that goes on while nobody waits.
                    try reader.turnToLast()
                    _ = try reader.isHit()
                    try reader.close()
                }
                for (place, options) in [(3, ["-a"]), (4, [])] {
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
            // Not counted yet, beside mutool without its file; counted, beside it with that.
            for (own, other, aim, name) in [
                (1, 3, Self.aims.without, "a book's"), (2, 4, Self.aims.with, "a counted book's"),
            ] {
                let ratios = zip(sides[own].times, sides[other].times).map { $0 / $1 }
                report.hold("\(name) first page, of that of \(sides[other].name)", ratios.median, .atMost, aim, "x")
            }
        }
        say(table.text)
    }
}
