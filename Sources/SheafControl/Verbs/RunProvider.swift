import Glibc
import HostProtocol
import ProviderChecks
import SheafInterface
import SheafOS

// "sheafctl run-provider": a page from a provider in this very process.

extension Verb {
    /// `sheafctl run-provider LIBRARY FILE -o PAGE`.
    static let runProvider = Verb(
        "run-provider", "LIBRARY FILE -o PAGE", atMost: 2, offers: .files,
        summary: "render a page in this process, without the service",
        details: """
            For authors of providers: the library is loaded by sheafctl itself, neither confined nor limited, so that gdb, valgrind
            and sanitizers see all of it. What the provider logs goes to standard error. See sheaf_provider(3), DEBUGGING.
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
        view = LocalDocument.View(size: size, rotation: rotation, region: region, format: pixels)
    }

    /// That of the service.
    private static let defaultQuality = 85

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let provider: LocalProvider
        do throws(HostError) {
            provider = try LocalProvider(library: file.library, settings: file.settings) { line in
                try? StandardStream.error.write("\(TerminalText.safe(line))\n")
            }
        } catch {
            throw ControlError("cannot load \(file.library): \(error)")
        }
        let document = try file.password(opening: file.path, console) { password throws(ControlError) in
            let number = try file.open()
            do throws(HostError) {
                return .done(try provider.open(number, password: password))
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
                "provider": provider.title, "index": index, "pageWidth": metrics.width, "pageHeight": metrics.height,
                "label": metrics.label, "width": page.width, "height": page.height, "size": page.rendered.bytes,
                "cuttable": page.rendered.isCuttable, "milliseconds": Double(page.rendered.microseconds) / 1_000,
                "file": path,
            ] as JSONObject,
            as:
                "page \(index + 1)   \(Units.decimal(metrics.width, digits: 1)) x \(Units.decimal(metrics.height, digits: 1)) points   "
                + "\(page.width) x \(page.height) \(view.format.name), \(Units.bytes(page.rendered.bytes))   "
                + "\(provider.title)   \(Units.milliseconds(page.rendered.microseconds))   \(TerminalText.safe(path))")
    }
}

extension RenderFormat {
    /// As `--format` takes it.
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
    /// What the provider is set before it opens anything.
    var settings: [HostSettings.Entry]
    var password: PasswordSource

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
