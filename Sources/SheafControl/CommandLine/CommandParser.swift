import SheafInterface
import SheafOS

/// Reads the arguments and options of a verb.
struct CommandParser {
    let verb: Verb
    let line: CommandLineOptions

    /// What every verb is told.
    ///
    /// - Parameter socket: what the environment says.
    func settings(socket: String?) throws(ControlError) -> Settings {
        var settings = Settings()
        if let socket, !socket.isEmpty { settings.socket = socket }
        if let socket = line.value("socket") { settings.socket = socket }
        settings.isJSON = line.has("json")
        if let reader = line.value("reader") {
            guard !reader.isEmpty else { throw mistake("--reader wants the id of a reader") }
            settings.reader = reader
        }
        if let text = line.value("timeout") {
            guard let seconds = Double(text), seconds >= 0.001, seconds <= 1_000_000 else {
                throw mistake("--timeout wants seconds above 0, not \"\(text)\"")
            }
            settings.timeoutMilliseconds = Int(seconds * 1_000)
        }
        return settings
    }

    /// What is to be done.
    func command() throws(ControlError) -> Command {
        switch verb {
        case .open: .open(try openRequest())
        case .next: try alone(.turn(.next))
        case .previous: try alone(.turn(.previous))
        case .first: try alone(.turn(.first))
        case .last: try alone(.turn(.last))
        case .goto: .turn(try gotoRequest())
        case .page: .page(try pageRequest())
        case .watch: try alone(.watch)
        case .close: try alone(.close)
        case .readers: try alone(.readers)
        case .documents: try alone(.documents)
        case .providers: try alone(.providers)
        case .status: try alone(.status)
        }
    }

    // MARK: Open

    private func openRequest() throws(ControlError) -> OpenRequest {
        let source: OpenRequest.Source
        switch (line.arguments.dropFirst().first, line.value("library")) {
        case (let file?, nil) where !file.isEmpty: source = .file(file)
        case (nil, let path?) where !path.isEmpty: source = .library(path)
        case (.some, .some): throw mistake("open wants FILE or --library PATH, not both")
        default: throw mistake("open wants the FILE to open")
        }
        try expectArguments(atMost: 1)
        return OpenRequest(source: source, viewport: try viewport(), provider: line.value("provider"))
    }

    private func viewport() throws(ControlError) -> ReaderInterface.Viewport {
        let size = line.value("size") ?? OpenRequest.defaultSize
        let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Self.number($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw mistake("--size wants WIDTHxHEIGHT in pixels, as 1200x1600, not \"\(size)\"")
        }
        var viewport = ReaderInterface.Viewport(width: width, height: height)
        if let text = line.value("fit") {
            guard let fit = ReaderInterface.Fit(rawValue: text), fit != .scale else {
                throw mistake("--fit wants page, width or height, not \"\(text)\"")
            }
            viewport.fit = fit
        }
        if let text = line.value("scale") {
            guard viewport.fit == nil else { throw mistake("a page has either a --fit or a --scale") }
            guard let scale = Double(text), scale.isFinite else {
                throw mistake("--scale wants pixels a point, as 2 or 1.5, not \"\(text)\"")
            }
            viewport.fit = .scale
            viewport.scale = scale
        }
        if let text = line.value("rotation") {
            guard let rotation = Self.number(text) else {
                throw mistake("--rotation wants 0, 90, 180 or 270 degrees, not \"\(text)\"")
            }
            viewport.rotation = rotation
        }
        return viewport
    }

    // MARK: Go to

    private func gotoRequest() throws(ControlError) -> TurnRequest {
        try expectArguments(atMost: 1)
        guard let text = line.arguments.dropFirst().first, !text.isEmpty, text != "=" else {
            throw mistake("goto wants the number of a page or its label")
        }
        if text.first == "=" { return .label(String(text.dropFirst())) }
        guard Self.looksLikeNumber(text) else { return .label(text) }
        return .index(try pageIndex(text))
    }

    /// The index, from 0, of a page that is counted from 1.
    private func pageIndex(_ text: String) throws(ControlError) -> Int {
        guard let number = Self.number(text), number >= 1 else {
            throw mistake("there is no page \(text): pages are counted from 1")
        }
        return number - 1
    }

    // MARK: Page

    private func pageRequest() throws(ControlError) -> PageRequest {
        try expectArguments(atMost: 0)
        guard let path = line.value("output"), !path.isEmpty else {
            throw mistake("page wants -o FILE: where to write the page")
        }
        if path == "-", line.has("json") { throw mistake("--json and -o - both want standard output: give -o FILE") }
        let format = try format(path)
        return PageRequest(
            output: path == "-" ? .standardOutput : .file(path), index: try line.value("page").map(pageIndex(_:)),
            region: try region(), format: format, quality: try quality(format))
    }

    private func format(_ path: String) throws(ControlError) -> ReaderInterface.Format {
        if let text = line.value("format") {
            guard let format = ReaderInterface.Format(rawValue: text == "jpg" ? "jpeg" : text) else {
                throw mistake("--format wants png, jpeg or bgrx8888, not \"\(text)\"")
            }
            return format
        }
        let name = path.lowercased()
        if name.hasSuffix(".png") { return .png }
        if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") { return .jpeg }
        throw mistake("\(path) does not say which format: give it .png or .jpg, or give --format png, jpeg or bgrx8888")
    }

    private func region() throws(ControlError) -> ReaderInterface.Region? {
        guard let text = line.value("region") else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { throw mistake("--region wants X,Y,WIDTH,HEIGHT in pixels, as 0,0,600,400, not \"\(text)\"") }
        return ReaderInterface.Region(x: x, y: y, width: width, height: height)
    }

    private func quality(_ format: ReaderInterface.Format) throws(ControlError) -> Int? {
        guard let text = line.value("quality") else { return nil }
        guard format == .jpeg else { throw mistake("--quality is for JPEG: \(format.rawValue) loses nothing") }
        guard let quality = Self.number(text), (1...100).contains(quality) else {
            throw mistake("--quality wants 1 to 100, not \"\(text)\"")
        }
        return quality
    }

    // MARK: Words

    /// A command that takes no arguments.
    private func alone(_ command: Command) throws(ControlError) -> Command {
        try expectArguments(atMost: 0)
        return command
    }

    private func expectArguments(atMost count: Int) throws(ControlError) {
        guard line.arguments.count > count + 1 else { return }
        throw mistake("\(verb) does not know what \"\(line.arguments[count + 1])\" is for")
    }

    private func mistake(_ text: String) -> ControlError {
        ControlError("\(text) (\"sheafctl \(verb) --help\" tells more)")
    }

    private static func looksLikeNumber(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A whole number, as a person writes one.
    private static func number(_ text: some StringProtocol) -> Int? {
        looksLikeNumber(String(text)) ? Int(text) : nil
    }
}
