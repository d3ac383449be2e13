import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// A word that is on one page in fifty of a document of more than a thousand: until it is found first, until it is found wherever it is,
/// against pdfgrep and mutool with grep; and turns meanwhile, against turns without a search.
struct TextSearches {
    /// The document is copied until there are so many pages.
    private static let pages = 1_000
    /// A word is wanted that is on one page in so many.
    private static let rarity = 50
    private static let screen = (width: 1_200, height: 1_600)
    /// Turns in a row of a service, and in how many rounds.
    private static let turns = 200

    /// The times of one side in each round, in microseconds.
    private struct Times {
        let name: String
        var first: [Double] = []
        var all: [Double] = []
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let original = try Document(bench).path
        let document = try copies(of: original)
        let (word, matches) = try findWord(in: original)
        say(
            "\nSearching for \"\(word)\": \(matches.pages) of \(document.pages) pages, \(matches.lines) lines have it\n"
        )
        var table = Table(["", "", "first match", "all matches"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = ["Sheaf", "pdfgrep", "mutool, grep"].map { Times(name: $0) }
            for _ in 0..<bench.rounds(5, quick: 2) {
                let sheaf = try Sheaf(bench, on: processors.mask)
                let reader = try sheaf.open(
                    document.path, width: Self.screen.width, height: Self.screen.height)
                try reader.getPage(0)
                let search = try RunningSearch(word, of: reader.id, sheaf.socket)
                try search.wait()
                guard let first = search.first, search.pages.count >= matches.pages else {
                    throw BenchmarkError(
                        "Sheaf finds \(word) on \(search.pages.count) pages, mutool on \(matches.pages)")
                }
                sides[0].first.append(Double(first))
                sides[0].all.append(Double(search.end))
                for (place, command) in [
                    "pdfgrep -i %m \(word) \(document.path)",
                    "mutool draw -q -F txt -o - \(document.path) 2> /dev/null | grep -i %m \(word)",
                ].enumerated() {
                    sides[place + 1].first.append(try time(command, "-m 1", processors.mask))
                    sides[place + 1].all.append(try time(command, "", processors.mask))
                }
            }
            for (index, side) in sides.enumerated() {
                table.add([
                    index == 0 ? processors.name : "", side.name, side.first.median.milliseconds,
                    side.all.median.milliseconds,
                ])
                report.record(
                    "search", scene: processors.name, side: side.name,
                    ["first_us": side.first.median, "all_us": side.all.median])
            }
        }
        say(table.text)
        try measureTurns(document.path, word, &report)
    }

    // MARK: Turns

    private func measureTurns(_ path: String, _ word: String, _ report: inout Report) throws(BenchmarkError) {
        var table = Table(["", "", "median", "p99"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = [("no search", [Double]()), ("while it searches", [Double]())]
            for _ in 0..<bench.rounds(5, quick: 2) {
                for place in sides.indices {
                    let sheaf = try Sheaf(bench, on: processors.mask)
                    let reader = try sheaf.open(path, width: Self.screen.width, height: Self.screen.height)
                    try reader.getPage(0)
                    sides[place].1 += try turn(
                        reader, while: place == 1 ? (word, sheaf.socket) : nil, over: sheaf.socket)
                }
            }
            for (index, side) in sides.enumerated() {
                let sorted = side.1.sorted()
                let slowest = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
                table.add([
                    index == 0 ? processors.name : "", side.0, side.1.median.milliseconds, slowest.milliseconds,
                ])
                report.record(
                    "search-turns", scene: processors.name, side: side.0,
                    ["median_us": side.1.median, "p99_us": slowest])
            }
        }
        say(
            "\nTurns to the next page until it is there, one after the other, at \(Self.screen.width) by \(Self.screen.height)\n"
        )
        say(table.text)
    }

    /// How long each turn to the next page takes until that is there, in microseconds.
    private func turn(
        _ reader: SheafReader, while searched: (word: String, socket: String)?, over socket: String
    ) throws(BenchmarkError) -> [Double] {
        var search: RunningSearch?
        var times: [Double] = []
        for index in 1...Self.turns {
            if let searched, search?.isOver ?? true {
                search = try RunningSearch(searched.word, of: reader.id, searched.socket)
            }
            // Somebody looks at the page, and both sides do so for as long.
            if let search { try search.take(for: 10) } else { poll(nil, 0, 10) }
            let began = EventLoop.now
            try reader.turn(toNext: index)
            times.append(Double(EventLoop.now - began))
        }
        return times
    }

    // MARK: What is searched

    /// Copies of a document, one after the other.
    private func copies(of original: String) throws(BenchmarkError) -> (path: String, pages: Int) {
        let path = bench.folder.file("searched.pdf")
        let text = try Program.output(of: ["qpdf", "--show-npages", original])
        guard let pages = Int(text.filter(\.isNumber)), pages > 0 else {
            throw BenchmarkError("qpdf does not tell how many pages \(original) has")
        }
        let copies = (Self.pages + pages - 1) / pages
        let inputs = [String](repeating: original, count: copies)
        try Program.output(of: ["qpdf", "--empty", "--pages"] + inputs + ["--", path])
        return (path, pages * copies)
    }

    /// A word that is on one page in fifty, as mutool reads the document, and where all is found.
    private func findWord(
        in original: String
    ) throws(BenchmarkError) -> (word: String, matches: (pages: Int, lines: Int)) {
        let command = "mutool draw -q -F txt -o - '\(original)' 2> /dev/null"
        let pages = try Program.output(of: ["sh", "-c", command])
            .split(separator: "\u{c}", omittingEmptySubsequences: false).dropLast().map { $0.lowercased() }
        var counts: [String: Int] = [:]
        for page in pages {
            let words = Set(page.split { !($0.isASCII && $0.isLetter) }.map(String.init))
            for word in words where (6...12).contains(word.count) { counts[word, default: 0] += 1 }
        }
        let wanted = pages.count / Self.rarity
        // It must not be a part of other words, which all three find as well.
        for (word, count) in counts.sorted(by: { $0.key < $1.key }) where count == wanted {
            let found = pages.filter { $0.contains(word) }
            guard found.count == wanted else { continue }
            let lines = found.reduce(0) { all, page in
                all + page.split(separator: "\n").filter { $0.contains(word) }.count
            }
            let copies = (Self.pages + pages.count - 1) / pages.count
            return (word, (wanted * copies, lines * copies))
        }
        throw BenchmarkError("no word is on one page in \(Self.rarity) of \(original)")
    }

    private func time(_ command: String, _ limit: String, _ processors: UInt64) throws(BenchmarkError) -> Double {
        let began = EventLoop.now
        let line = command.split(separator: "%m", maxSplits: 1).joined(separator: limit)
        try Program.output(of: ["sh", "-c", line + " > /dev/null"], on: processors)
        return Double(EventLoop.now - began)
    }
}

/// A search over a connection of its own.
private final class RunningSearch {
    private let client: VarlinkBlockingClient
    private let began = EventLoop.now
    /// When the first match came, and the end, in microseconds since it began.
    private(set) var first: UInt64?
    private(set) var end: UInt64 = 0
    /// The pages on which there are matches.
    private(set) var pages: Set<Int> = []
    private(set) var isOver = false

    init(_ word: String, of reader: String, _ socket: String) throws(BenchmarkError) {
        do {
            client = try VarlinkBlockingClient(path: socket)
            try client.send(DocumentInterface.Search.self, .init(reader: reader, needle: word), flags: .more)
        } catch {
            throw BenchmarkError("sheafd does not search for \(word): \(error)")
        }
    }

    /// Takes what comes, for so many milliseconds.
    func take(for milliseconds: Int) throws(BenchmarkError) {
        let deadline = EventLoop.now + UInt64(milliseconds) * 1_000
        while !isOver, EventLoop.now < deadline {
            client.timeoutMilliseconds = max(Int((deadline - EventLoop.now) / 1_000), 1)
            try receive()
        }
        let now = EventLoop.now
        if now < deadline { poll(nil, 0, Int32((deadline - now) / 1_000)) }
    }

    /// Takes all that comes.
    func wait() throws(BenchmarkError) {
        while !isOver { try receive() }
    }

    private func receive() throws(BenchmarkError) {
        do throws(VarlinkCallError<DocumentInterface.Failure>) {
            let reply = try client.receive(DocumentInterface.Search.self)
            if !reply.parameters.matches.isEmpty {
                if first == nil { first = EventLoop.now - began }
                if let page = reply.parameters.page { pages.insert(page.index) }
            }
            guard !reply.continues else { return }
            isOver = true
            end = EventLoop.now - began
        } catch {
            if case .connection(let reason) = error, reason.code == .timedOut { return }
            throw BenchmarkError("the search ended: \(error)")
        }
    }
}
