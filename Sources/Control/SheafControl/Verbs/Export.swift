import SheafInterface
import SheafOS
import Varlink

// "sheafctl export": many pages of a document as files.

extension Verb {
    /// `sheafctl export DOCUMENT -o PATTERN`.
    static let export = Verb(
        "export", "DOCUMENT -o PATTERN", offers: .files, summary: "write the pages of a document to files",
        details: """
            The document is opened for this, as by "sheafctl open", and closed again. In PATTERN %d stands for the number
            of a page, counted from 1, %03d for three digits of it, and %% for a percent sign. Files are replaced, each as a
            whole. A page that can't be rendered is left out, and the others are written.
            """,
        usesReader: false,
        options: [
            .init("output", letter: "o", value: "PATTERN", help: "where to write them, as page-%03d.png"),
            .init(
                "pages", value: "PAGES", help: "which: 5, 1-20, 7- to the last one, or several: 1-3,9 (default: all)"),
            formatOption, qualityOption,
        ] + OpenCommand.documentOptions,
        parse: ExportCommand.init)
}

/// Which pages to write, and where.
struct ExportCommand: Command {
    var document: OpenCommand
    /// Indexes from 0; the last one may be as large as there are numbers, for all that there are.
    var pages: [ClosedRange<Int>]
    var names: NumberedName
    var file: PageFile

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard let path = line.words.first else { throw line.mistake("export wants the DOCUMENT to open") }
        guard let output = line.value("output"), !output.isEmpty, output != "-" else {
            throw line.mistake("export wants -o PATTERN: where to write the pages, as page-%03d.png")
        }
        pages =
            try line.value("pages").map { text throws(ControlError) in try Self.pages(text, line) } ?? [0...(.max - 1)]
        guard let names = NumberedName(output), names.hasNumber || pages.count == 1 && pages[0].count == 1 else {
            throw line.mistake("-o wants a name with the number of the page in it, as page-%03d.png, not \"\(output)\"")
        }
        self.names = names
        let format = try PageFile.format(output, line)
        file = PageFile(format: format, quality: try PageFile.quality(format, line))
        document = try OpenCommand(file: path, page: pages[0].lowerBound, line)
    }

    /// "1-3,9,20-" as indexes from 0.
    private static func pages(_ text: String, _ line: VerbArguments) throws(ControlError) -> [ClosedRange<Int>] {
        var pages: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            let first = VerbArguments.number(ends[0]) ?? 0
            let last = ends.count == 1 ? first : ends[1].isEmpty ? Int.max : VerbArguments.number(ends[1]) ?? 0
            guard ends.count <= 2, first >= 1, last >= first else {
                throw line.mistake("--pages wants pages and ranges counted from 1, as 1-20 or 3,7-9, not \"\(text)\"")
            }
            pages.append(first - 1...last - 1)
        }
        return pages
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let start = EventLoop.now
        var count = 0
        var bytes = 0
        var last: WrittenPage?
        var failed: [Int] = []
        try document.whileOpen(session, console) { state throws(ControlError) in
            let all = state.document.count.kind == .exact ? state.document.count.pages : nil
            if let all { try check(all) }
            let wanted = all.map { total(of: $0) }
            var progress = ProgressBar(console.showProgress, "page")
            defer { progress.end() }
            for range in pages {
                for index in range.lowerBound...min(range.upperBound, all.map { $0 - 1 } ?? .max) {
                    let page: WrittenPage?
                    do throws(ControlError) {
                        page = try write(index, isOptional: range.isOpen && all == nil, of: state.reader, session)
                    } catch {
                        guard error.isOfOnePage else { throw error }
                        failed.append(index + 1)
                        try console.note("\(error)")
                        continue
                    }
                    guard let page else { break }
                    count += 1
                    bytes += page.page.size
                    last = page
                    progress.advance(to: count, of: wanted)
                    if console.isJSON { try console.printJSON(page.json) }
                }
            }
        }
        if !console.isJSON, let last { try report(last, count, bytes, since: start, console) }
        guard failed.isEmpty else {
            throw ControlError(
                "\(failed.count) of \(Units.count(count + failed.count, "page")) could not be written: \(Self.list(failed))"
            )
        }
    }

    private func report(
        _ last: WrittenPage, _ count: Int, _ bytes: Int, since start: UInt64, _ console: Console
    ) throws(ControlError) {
        let path = count == 1 ? last.path : "\(names.text(pages[0].lowerBound + 1)) to \(last.path)"
        try console.print(
            "\(Units.count(count, "page"))   \(last.page.format), \(Units.bytes(bytes))   "
                + "\(Units.milliseconds(EventLoop.now - start))   \(TerminalText.safe(path))")
    }

    /// The numbers of pages in words: "2, 5-7 and 9".
    static func list(_ pages: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for page in pages {
            if let last = ranges.last, page == last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...page
            } else {
                ranges.append(page...page)
            }
        }
        let words = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// - Parameter isOptional: whether it is no error that there is no such page.
    private func write(
        _ index: Int, isOptional: Bool, of reader: String, _ session: Session
    ) throws(ControlError) -> WrittenPage? {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            // Where nobody knows how many pages there are it is asked for, and found out.
            if isOptional { try session.probe(page: index, of: reader) }
        } catch {
            if case .failed(.noSuchPage) = error { return nil }
            throw session.failure("get \(PageText.name(index))", error)
        }
        return try file.write(page: index, on: nil, to: .file(names.text(index + 1)), of: reader, session)
    }

    /// Refuses pages that a document of so many does not have.
    private func check(_ all: Int) throws(ControlError) {
        for range in pages {
            let index = range.isOpen ? range.lowerBound : range.upperBound
            guard index < all else {
                throw ControlError(
                    "there is no page \(index + 1): the document has \(Units.count(all, "page")), counted from 1")
            }
        }
    }

    /// How many pages there are to be written, of so many.
    private func total(of all: Int) -> Int {
        pages.reduce(0) { $0 + min($1.upperBound, all - 1) - $1.lowerBound + 1 }
    }
}

extension ClosedRange<Int> {
    /// Whether it ends where the document does.
    fileprivate var isOpen: Bool { upperBound == .max - 1 }
}

/// The name of a file with a number in it: "page-%03d.png".
struct NumberedName: Equatable, Sendable {
    private var before = ""
    private var after = ""
    private var digits = 0
    /// Whether there is a number in it.
    private(set) var hasNumber = false

    /// nil where a percent sign begins something else.
    init?(_ pattern: String) {
        var rest = pattern[...]
        while let sign = rest.firstIndex(of: "%") {
            add(rest[..<sign])
            rest = rest[rest.index(after: sign)...]
            if rest.first == "%" {
                add("%")
                rest = rest.dropFirst()
                continue
            }
            let width = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(width.count)
            guard rest.first == "d", !hasNumber, width.isEmpty || width.first == "0", width.count <= 3 else {
                return nil
            }
            digits = Int(width) ?? 0
            hasNumber = true
            rest = rest.dropFirst()
        }
        add(rest)
    }

    private mutating func add(_ text: Substring) {
        if hasNumber { after += text } else { before += text }
    }

    /// The name with this number.
    func text(_ number: Int) -> String {
        guard hasNumber else { return before }
        let text = String(number)
        return before + String(repeating: "0", count: max(0, digits - text.count)) + text + after
    }
}
