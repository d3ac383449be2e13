import SheafInterface
import SheafOS
import Varlink

// "sheafctl page": pages as files.

extension Verb {
    /// `sheafctl page [DOCUMENT [N]] -o FILE`.
    static let page = Verb(
        "page", "[DOCUMENT [N]] -o FILE", atMost: 2, offers: .files,
        summary: "write a page, or a part of it, to a file",
        details: """
            With a DOCUMENT it is the page N of that, or the first. It is opened for this, as by "sheafctl open", and closed again.

            Without one it is the page that the reader is on, or --page. It looks as the reader shows it: see
            "sheafctl viewport".
            Where the reader shows a spread of two pages, the first goes to FILE and the other beside it: page.png and
            page-2.png. Files are replaced as a whole; "-o -" is standard output, for one page.
            """,
        options: [
            .init("output", letter: "o", value: "FILE", help: "where to write it; - is standard output"),
            .init("page", value: "N", help: "another page than the reader's own, counted from 1"),
            axisOption,
            .init("frame", value: "N", help: "of a page that moves, as a GIF does: the frame N, counted from 1"),
            .init("region", value: "X,Y,W,H", help: "only this part: a rectangle in pixels of the whole page"),
            formatOption, qualityOption,
        ] + OpenCommand.documentOptions,
        parse: PageCommand.init)

    /// The options of the verbs that write pages.
    static let formatOption = Option(
        "format", value: "F", offers: .cases(of: ReaderInterface.Format.self),
        help: "png, jpeg, webp or bgrx8888 (default: by the name of the file, else png)")
    static let qualityOption = Option("quality", value: "Q", help: "of a JPEG or WebP, 1 to 100 (default: 85)")
}

/// Which page to write, and where.
struct PageCommand: Command {
    /// Where the bytes go.
    enum Output: Equatable, Sendable {
        case file(String)
        case standardOutput

        /// The value of `--output`.
        ///
        /// - Returns: with the name that says the format.
        static func of(_ line: VerbArguments) throws(ControlError) -> (Output, path: String) {
            guard let path = line.value("output"), !path.isEmpty else {
                throw line.mistake("\(line.verb) wants -o FILE: where to write the page")
            }
            if path == "-", line.has("json") {
                throw line.mistake("--json and -o - both want standard output: give -o FILE")
            }
            return (path == "-" ? .standardOutput : .file(path), path)
        }

        /// Where the second page of a spread goes: "book-2.png" beside "book.png". Standard output takes one page only.
        var second: Output? {
            guard case .file(let path) = self else { return nil }
            let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
            // A dot at the beginning of the name does not begin an extension.
            guard let dot = path[name...].lastIndex(of: "."), dot > name else { return .file(path + "-2") }
            return .file("\(path[..<dot])-2\(path[dot...])")
        }
    }

    /// The document that is opened for the page; nil: the page is one of a reader.
    var document: OpenCommand?
    var output: Output
    /// The index of the page, from 0; nil for the page or spread that the reader is on.
    var index: Int?
    /// The axis of the page; nil for the reader's first, or the one whose page is in front.
    var axis: ReaderInterface.Axis?
    /// Of a page that moves, from 0; nil: the first.
    var frame: Int?
    var region: ReaderInterface.Region?
    var format: ReaderInterface.Format
    var quality: Int?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        if let document {
            return try document.whileOpen(session, console) { state throws(ControlError) in
                try write(page: nil, on: nil, to: output, of: state.reader, session, console)
            }
        }
        let reader = try session.reader()
        guard index == nil else {
            return try write(page: index, on: axis, to: output, of: reader, session, console)
        }
        let pages = try session.state(of: reader).front
        let frontAxis = pages.first.map { $0.surface == .vertical ? ReaderInterface.Axis.vertical : .horizontal }
        let isSpread = pages.count > 1 && (axis ?? frontAxis) == frontAxis
        if isSpread, output.second == nil {
            throw ControlError(
                "the reader shows pages \(PageText.numbers(pages)), and standard output takes one: name it with --page")
        }
        try write(page: nil, on: axis, to: output, of: reader, session, console)
        guard isSpread, let output = output.second else { return }
        try write(page: pages[1].index, on: frontAxis, to: output, of: reader, session, console)
    }

    private func write(
        page index: Int?, on axis: ReaderInterface.Axis?, to output: Output, of reader: String, _ session: Session,
        _ console: Console
    ) throws(ControlError) {
        let written = try PageFile(frame: frame, region: region, format: format, quality: quality)
            .write(page: index, on: axis, to: output, of: reader, session)
        // Standard output has the page itself.
        guard let written else { return }
        try console.show(written.json, as: written.line)
    }
}

/// How pages are written to files.
struct PageFile: Equatable, Sendable {
    var frame: Int?
    var region: ReaderInterface.Region?
    var format: ReaderInterface.Format
    var quality: Int?

    /// Gets one page, writes it, and returns it to the service also where it could not be written.
    ///
    /// - Parameter index: nil for the page that the reader is on.
    /// - Returns: what was written; nil where that is on standard output.
    func write(
        page index: Int?, on axis: ReaderInterface.Axis?, to output: PageCommand.Output, of reader: String,
        _ session: Session
    ) throws(ControlError) -> WrittenPage? {
        let start = EventLoop.now
        let attempt = "get \(index.map { PageText.name($0) } ?? "the page")"
        let reply = try session.call(
            ReaderInterface.GetPage.self,
            .init(
                reader: reader, index: index, axis: axis, frame: frame, region: region, format: format,
                quality: quality, handover: .descriptor),
            attempt: attempt)
        let arrival = EventLoop.now
        let page = reply.parameters.page
        guard let index = page.fileDescriptor, let memory = reply.descriptors.take(at: index) else {
            throw ControlError("\(attempt): the service passed no descriptor along: check --socket")
        }
        let written = Result { () throws(OSError) in
            let bytes = try SharedMemory(mappingSealed: memory.number, size: page.size)
            try Self.write(bytes, of: page, to: output)
        }
        try session.release(page, of: reader)
        do throws(OSError) { try written.get() } catch { throw ControlError("\(error): give another -o FILE") }
        guard case .file(let path) = output else { return nil }
        return WrittenPage(page: page.packed, path: path, microseconds: arrival - start)
    }

    private static func write(
        _ memory: SharedMemory, of page: ReaderInterface.Page, to output: PageCommand.Output
    ) throws(OSError) {
        let write = { (bytes: RawSpan) in Result { () throws(OSError) in try self.write(bytes, to: output) } }
        let result =
            page.isCut
            ? memory.withRows(
                from: page.offset ?? 0, length: page.width * 4, stride: page.stride, count: page.height, write)
            : memory.withBytes(write)
        try result.get()
    }

    /// Writes a page to where it is to go.
    static func write(_ bytes: RawSpan, to output: PageCommand.Output) throws(OSError) {
        switch output {
        case .file(let path): try UserFile.write(bytes, to: path)
        case .standardOutput: try StandardStream.output.write(bytes)
        }
    }
}

extension PageCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        let path: String
        (output, path) = try Output.of(line)
        if let file = line.words.first {
            for option in ["reader", "page", "axis"] where line.has(option) {
                throw line.mistake("--\(option) is for a page of a reader: leave out the DOCUMENT")
            }
            let index = try line.words.dropFirst().first.map { word throws(ControlError) in try line.pageIndex(word) }
            document = try OpenCommand(file: file, page: index ?? 0, line)
        } else {
            for option in OpenCommand.documentOptions where line.has(option.name) {
                throw line.mistake("--\(option.name) is for a DOCUMENT that is opened for this: name it")
            }
        }
        format = try PageFile.format(path, line)
        index = try line.pageIndex(option: "page")
        axis = try line.axis()
        frame = try line.frameIndex()
        region = try Self.region(line)
        quality = try PageFile.quality(format, line)
    }

    /// The value of `--region`.
    static func region(_ line: VerbArguments) throws(ControlError) -> ReaderInterface.Region? {
        guard let text = line.value("region") else { return nil }
        let numbers = VerbArguments.numbers(text, separator: ",")
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { throw line.mistake("--region wants X,Y,WIDTH,HEIGHT in pixels, as 0,0,600,400, not \"\(text)\"") }
        return ReaderInterface.Region(x: x, y: y, width: width, height: height)
    }
}

extension PageFile {
    static func format(_ path: String, _ line: VerbArguments) throws(ControlError) -> ReaderInterface.Format {
        if let text = line.value("format") {
            guard let format = ReaderInterface.Format(rawValue: text == "jpg" ? "jpeg" : text) else {
                throw line.mistake("--format wants png, jpeg, webp or bgrx8888, not \"\(text)\"")
            }
            return format
        }
        let name = path.lowercased()
        if name.hasSuffix(".png") { return .png }
        if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") { return .jpeg }
        if name.hasSuffix(".webp") { return .webp }
        // A name that says nothing of it, as that of standard output.
        guard !(name.split(separator: "/").last ?? "").dropFirst().contains(".") else {
            throw line.mistake(
                "\(path) does not say which format: give it .png, .jpg or .webp, or give --format png, jpeg, webp or bgrx8888"
            )
        }
        return .png
    }

    static func quality(_ format: ReaderInterface.Format, _ line: VerbArguments) throws(ControlError) -> Int? {
        guard line.has("quality") else { return nil }
        guard format == .jpeg || format == .webp else {
            throw line.mistake("--quality is for JPEG and WebP: \(format.rawValue) loses nothing")
        }
        return try line.whole("quality", 1...100, "of a JPEG or WebP")
    }
}

/// A page that was written to a file.
struct WrittenPage {
    /// The page as it is in the file.
    let page: ReaderInterface.Page
    let path: String
    /// The time from the call until the page was there.
    let microseconds: UInt64

    /// "page 3   850 x 1100 png, 71.5 KiB   rendered   12.4 ms   page.png"
    var line: String {
        let region = page.region
        let isWhole = region.width == page.pageWidth && region.height == page.pageHeight
        let part =
            if let full = page.reducedFrom {
                " reduced from \(full.pageWidth) x \(full.pageHeight)"
            } else {
                isWhole ? "" : " at \(region.x),\(region.y) of \(page.pageWidth) x \(page.pageHeight)"
            }
        return
            "page \(page.index + 1)   \(page.width) x \(page.height)\(part)   \(page.format), \(Units.bytes(page.size))"
            + "   \(page.origin)   \(Units.milliseconds(microseconds))   \(TerminalText.safe(path))"
    }

    /// The page as JSON, for scripts, without the number of its descriptor: that means nothing to them.
    var json: JSONObject {
        var page = page
        page.fileDescriptor = nil
        return ["page": page, "file": path, "milliseconds": Double(microseconds) / 1_000]
    }
}

extension ReaderInterface.Page {
    /// Whether the page's rows are a part of those of a larger rendition, with other bytes between them.
    fileprivate var isCut: Bool {
        format == .bgrx8888 && (offset ?? 0 != 0 || stride != width * 4 || size != stride * height)
    }

    /// The page as it is in a file: rows without gaps, and nothing else.
    fileprivate var packed: ReaderInterface.Page {
        guard isCut else { return self }
        var page = self
        page.offset = nil
        page.stride = width * 4
        page.size = page.stride * height
        return page
    }
}
