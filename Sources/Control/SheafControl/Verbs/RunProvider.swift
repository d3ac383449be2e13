import Glibc
import HostProtocol
import ProviderChecks
import SheafInterface
import SheafOS

// "sheafctl run-provider": a page from a provider, as a host of the service renders it.

extension Verb {
    /// `sheafctl run-provider LIBRARY FILE -o PAGE`.
    static let runProvider = Verb(
        "run-provider", "LIBRARY FILE -o PAGE", atMost: 2, offers: .files,
        summary: "render a page without the service, confined as a host is",
        details: """
            For authors of providers: the library is loaded in a process that is confined and limited as a provider host is,
            with what the .provider file beside the library declares. The page is rendered unconfined, too: where that has
            other pixels, standard error says so, and which files to declare. A crash is told with the command line of gdb.
            With --unconfined sheafctl loads the library itself, so that gdb, valgrind and sanitizers see all of it. What the
            provider logs goes to standard error. See sheaf_provider(3), DEBUGGING.
            """,
        usesReader: false,
        options: [
            .init("output", letter: "o", value: "FILE", help: "where to write it; - is standard output"),
            .init("page", value: "N", help: "which page, counted from 1 (default: the first)"),
            .init(
                "size", value: "WxH",
                help: "as large as fits in so many pixels (default: \(ViewportChange.defaultSize))"),
            .init("scale", value: "S", help: "at S pixels a point (1/72 inch) instead"),
            .init(
                "rotation", value: "D", offers: .oneOf(ViewportChange.quarters),
                help: "turned clockwise by 90, 180 or 270 degrees"),
            .init("region", value: "X,Y,W,H", help: "only this part: a rectangle in pixels of the whole page"),
            formatOption, qualityOption, ProviderFile.settingOption, PasswordSource.option,
            ProviderFile.unconfinedOption,
        ],
        parse: RunProviderCommand.init)
}

/// Which page of which document to render with which library.
struct RunProviderCommand: Command {
    var file: ProviderFile
    var output: PageCommand.Output
    /// From 0.
    var index: Int
    var view: LocalDocument.View
    /// Whether `--timeout` says how long a call may take.
    var isTimed: Bool
    /// The arguments of the command, for the line that runs it in gdb.
    var words: [String]

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        file = try ProviderFile(line)
        let path: String
        (output, path) = try PageCommand.Output.of(line)
        index = try line.pageIndex(option: "page") ?? 0
        let format = try PageFile.format(path, line)
        let quality = try PageFile.quality(format, line)
        let change = try ViewportChange(line)
        let size: LocalDocument.View.Size
        if let scale = change.scale {
            guard scale > 0 else { throw line.mistake("--scale wants pixels a point above 0") }
            size = .scale(scale)
        } else {
            let all = try ViewportChange.size(ViewportChange.defaultSize, line)
            let sides = change.size ?? all
            guard sides.width > 0, sides.height > 0 else { throw line.mistake("--size wants sides above 0") }
            size = .fit(width: sides.width, height: sides.height)
        }
        guard let rotation = UInt32(exactly: change.rotation ?? 0), [0, 90, 180, 270].contains(rotation) else {
            throw line.mistake("--rotation wants 0, 90, 180 or 270 degrees")
        }
        let region = try PageCommand.region(line).map {
            LocalDocument.View.Region(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
        }
        let pixels: RenderFormat =
            switch format {
            case .png: .png
            case .jpeg: .jpeg(quality: quality ?? Self.defaultQuality)
            case .webp: .webp(quality: quality ?? Self.defaultQuality)
            case .bgrx8888: .bgrx8888
            }
        isTimed = line.has("timeout")
        words = Self.words(line)
        view = LocalDocument.View(size: size, rotation: rotation, region: region, format: pixels)
    }

    /// The quality of JPEG and WebP where none is given: that of the service.
    private static let defaultQuality = 85

    /// The options that were given, but for `--output`.
    private static func words(_ line: VerbArguments) -> [String] {
        let options = ["page", "size", "scale", "rotation", "region", "format", "quality", "password-file"]
        return options.flatMap { name in line.value(name).map { ["--\(name)", $0] } ?? [] }
            + line.line.all("set").flatMap { ["--set", $0] }
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        if file.isUnconfined {
            try runHere(console)
        } else {
            try runConfined(session, console)
        }
    }

    /// Renders in a process that is confined as a host is, and looks whether that changes anything.
    private func runConfined(_ session: Session, _ console: Console) throws(ControlError) {
        let run = ProviderRun(
            library: file.library, settings: file.settings, document: SharedDescriptor(try file.open()),
            path: file.path, index: index, view: view, callTime: file.callTime(session, isTimed: isTimed))
        var given: String?
        let end = try file.password(opening: file.path, console) {
            password throws(ControlError) -> PasswordResult<ProviderRun.End> in
            given = password
            let end: ProviderRun.End
            do throws(OSError) {
                end = try run.render(.confined, password: password) { line in
                    try? StandardStream.error.write("\(TerminalText.safe(line))\n")
                }.end
            } catch {
                throw ControlError(error)
            }
            if case .failed(let error) = end, case .passwordNeeded(let isWrong) = error.code {
                return .needed(isWrong: isWrong, ControlError("cannot open \(file.path): \(error)"))
            }
            return .done(end)
        }
        let free: (end: ProviderRun.End, reached: ReachedFiles)
        do throws(OSError) { free = try run.render(.unconfined, password: given, say: nil) } catch {
            throw ControlError(error)
        }
        let advice = free.reached.advice(for: file.library).map { ": \($0)" } ?? ""
        switch (end, free.end) {
        case (.rendered(let page, let title), .rendered(let other, _)):
            try write(page, of: title, console)
            do throws(OSError) {
                if try page.hasBytes(of: other) { return }
            } catch {
                throw ControlError(error)
            }
            throw ControlError("the page has other pixels where nothing is confined\(advice)")
        case (.rendered(let page, let title), _): try write(page, of: title, console)
        case (.failed(let error), .rendered):
            throw ControlError("\(file.library): \(error); it works where nothing is confined\(advice)")
        case (.failed(let error), _): throw ControlError("\(file.library), \(file.path): \(error)")
        case (.ended(let asked, let came), .rendered):
            throw ControlError(
                "\(file.library) \(came), asked \(asked); it works where nothing is confined\(advice); "
                    + file.debugging("run-provider", words + ["--output", "/dev/null"] + format, isConfined: true))
        case (.ended(let asked, let came), _):
            throw ControlError(
                "\(file.library) \(came), asked \(asked); "
                    + file.debugging("run-provider", words + ["--output", "/dev/null"] + format, isConfined: false))
        }
    }

    /// `/dev/null` has no ending that tells the format.
    private var format: [String] { words.contains("--format") ? [] : ["--format", view.format.name] }

    /// Renders in this process.
    private func runHere(_ console: Console) throws(ControlError) {
        let provider: LocalProvider
        do throws(HostError) {
            provider = try LocalProvider(library: file.library, settings: file.settings) { line in
                try? StandardStream.error.write("\(TerminalText.safe(line))\n")
            }
        } catch {
            throw ControlError("cannot load \(file.library): \(error)")
        }
        let document = try file.password(opening: file.path, console) { password throws(ControlError) in
            let number = SharedDescriptor(try file.open())
            do throws(HostError) {
                return .done(try provider.open(number, path: file.path, password: password))
            } catch {
                let failure = ControlError("cannot open \(file.path): \(error)")
                if case .passwordNeeded(let isWrong) = error.code { return .needed(isWrong: isWrong, failure) }
                throw failure
            }
        }
        let page: LocalDocument.Page
        do throws(HostError) { page = try document.render(page: index, view) } catch {
            throw ControlError("cannot render \(PageText.name(index)) of \(file.path): \(error)")
        }
        try write(page, of: provider.title, console)
    }

    private func write(_ page: LocalDocument.Page, of provider: String, _ console: Console) throws(ControlError) {
        do throws(OSError) {
            let memory = try SharedMemory(mappingSealed: page.memory.number, size: page.rendered.bytes)
            let result = memory.withBytes { bytes in
                Result { () throws(OSError) in try PageFile.write(bytes, to: output) }
            }
            try result.get()
        } catch {
            throw ControlError("\(error): give another -o FILE")
        }
        // Standard output has the page itself.
        guard case .file(let path) = output else { return }
        let metrics = page.metrics
        try console.show(
            [
                "provider": provider, "index": index, "pageWidth": metrics.width, "pageHeight": metrics.height,
                "label": metrics.label, "width": page.width, "height": page.height, "size": page.rendered.bytes,
                "cuttable": page.rendered.isCuttable, "milliseconds": Double(page.rendered.microseconds) / 1_000,
                "file": path,
            ] as JSONObject,
            as:
                "page \(index + 1)   \(Units.decimal(metrics.width, digits: 1)) x \(Units.decimal(metrics.height, digits: 1)) points   "
                + "\(page.width) x \(page.height) \(view.format.name), \(Units.bytes(page.rendered.bytes))   "
                + "\(provider)   \(Units.milliseconds(page.rendered.microseconds))   \(TerminalText.safe(path))")
    }
}

extension RenderFormat {
    /// The name of the format as `--format` takes it.
    fileprivate var name: String {
        switch self {
        case .bgrx8888: "bgrx8888"
        case .png: "png"
        case .jpeg: "jpeg"
        case .webp: "webp"
        }
    }
}

/// A provider's library, and the document that it is to open: what the verbs for authors work with.
struct ProviderFile: Equatable, Sendable {
    /// The path of the library.
    var library: String
    /// The path of the document.
    var path: String
    /// The settings that the provider gets before it opens anything.
    var settings: [HostSettings.Entry]
    var password: PasswordSource
    /// Whether the provider is not confined, as debuggers and sanitizers want it.
    var isUnconfined: Bool

    static let unconfinedOption = Verb.Option(
        "unconfined", help: "neither confined nor limited, for gdb, valgrind and sanitizers")

    /// How long the provider may take for a call, in microseconds.
    func callTime(_ session: Session, isTimed: Bool) -> UInt64 {
        isTimed ? UInt64(session.settings.timeoutMilliseconds) * 1_000 : ProviderTrial.defaultCallTime
    }

    /// How to see in gdb where a provider crashes or hangs.
    ///
    /// - Parameters:
    ///   - verb: the verb that does it again, with its arguments in `words`.
    ///   - isConfined: whether it does only where it is confined, in a process of its own.
    func debugging(_ verb: String, _ words: [String], isConfined: Bool) -> String {
        let mode = isConfined || verb != "run-provider" ? "-ex 'set follow-fork-mode child' " : ""
        let all = [verb] + (isConfined ? [] : ["--unconfined"]) + [library, path] + words
        return "gdb \(mode)-ex run --args sheafctl \(all.map(Self.quoted).joined(separator: " "))"
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                    || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_./=,:+%@".utf8.contains(byte)
            }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The option of the verbs that load a provider themselves.
    static let settingOption = Verb.Option(
        "set", value: "KEY=VALUE", help: "a setting of the provider, as in sheafd.conf; may be given again")

    init(_ line: VerbArguments) throws(ControlError) {
        guard let library = line.words.first, !library.isEmpty else {
            throw line.mistake(
                "\(line.verb) wants the LIBRARY of a provider, as ./libsheaf-solid.so, and a FILE that it opens")
        }
        guard let path = line.words.dropFirst().first, !path.isEmpty else {
            throw line.mistake("\(line.verb) wants a FILE that the provider opens")
        }
        self.library = library
        self.path = path
        settings = []
        for text in line.line.all("set") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw line.mistake("--set wants KEY=VALUE, as Colour=red, not \"\(text)\"")
            }
            settings.append(HostSettings.Entry(key: parts[0], value: parts[1]))
        }
        password = try PasswordSource(line)
        isUnconfined = line.has("unconfined")
    }

    /// The document, open for reading.
    func open() throws(ControlError) -> FileDescriptor {
        do throws(OSError) {
            let file = try FileDescriptor.open(path)
            guard try DescriptorKind(of: file.number).isRegular else {
                throw OSError(code: EINVAL, operation: "open", subject: path)
            }
            return file
        } catch {
            throw ControlError("\(error): give a regular file that you can read")
        }
    }
}
