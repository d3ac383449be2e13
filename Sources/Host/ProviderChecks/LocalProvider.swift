import CSheafProvider
import Glibc
import HostProcess
package import HostProtocol
package import SheafOS

/// A provider in this very process, for its author. A provider that is a program has a process of its own.
package final class LocalProvider {
    private let provider: LoadedProvider
    private let cancelWord: LocalCancelWord
    private let loop: EventLoop

    /// Loads a library, or starts a program.
    ///
    /// - Parameters:
    ///   - path: of the library or program; a name without a slash is one in the current folder.
    ///   - settings: set before anything is opened.
    ///   - conditions: what this process is from then on.
    ///   - say: takes what the provider logs, and what it tells of its documents, a line each. Any thread may call it.
    package init(
        library path: String, settings: [HostSettings.Entry], conditions: ProviderConditions = .unconfined,
        say: @escaping @Sendable (String) -> Void
    ) throws(HostError) {
        cancelWord = try LocalCancelWord()
        do throws(OSError) { loop = try EventLoop() } catch {
            throw HostError(.hostFailed, error.description)
        }
        provider = try conditions.load(
            path, cancelWord, on: loop, services: HostServices { notice in if let line = notice.line { say(line) } }
        ).provider
        for setting in settings { try provider.configure(setting.key, setting.value, cancelWord.request()) }
        unsafe Self.loaded.append(self)
    }

    /// The providers that were loaded. They are never given back: a leak checker that looks when the process ends finds
    /// them here.
    private nonisolated(unsafe) static var loaded: [LocalProvider] = []

    /// Whether a provider is a program, by its name, as sheafd tells them.
    static func isProgram(_ path: String) -> Bool { !path.hasSuffix(ProviderManifest.librarySuffix) }

    /// The name and the version of the provider.
    package var title: String { "\(provider.library.name) \(provider.library.version)" }

    /// Opens a document.
    ///
    /// - Parameter path: by which its file was found.
    package func open(
        _ file: SharedDescriptor, path: String, password: String?
    ) throws(HostError) -> LocalDocument {
        let document = try provider.open(
            DocumentSource(DocumentFiles(file)), looks: DocumentLooks(), handle: 0,
            cancelWord.request(password: password, suffix: DocumentLooks.suffix(of: path)))
        return LocalDocument(document, cancelWord)
    }

    /// The path by which dlopen(3) finds a file, and no library of the system that is called so.
    static func file(_ path: String) -> String { path.contains("/") ? path : "./\(path)" }
}

/// The cancel word of this process, by which nothing is cancelled until somebody says so.
final class LocalCancelWord {
    let word: CancelWord
    /// The memory of the cancel word, for a program.
    let memory: FileDescriptor

    init() throws(HostError) {
        do throws(OSError) {
            memory = try CancelWord.makeMemory()
            word = try CancelWord(mapping: memory.number, writable: true)
        } catch {
            throw HostError(.hostFailed, error.description)
        }
        // The serial of no request here.
        word.stop(Self.unused)
    }

    static let unused: UInt32 = 1

    /// A request that nobody cancels.
    func request(password: String? = nil, suffix: String? = nil) -> RequestContext {
        RequestContext(serial: 0, cancelWord: word, password: password, suffix: suffix)
    }
}

/// A document that a provider in this process has open.
package final class LocalDocument {
    private let document: ProviderDocument
    private let cancelWord: LocalCancelWord

    init(_ document: ProviderDocument, _ cancelWord: LocalCancelWord) {
        self.document = document
        self.cancelWord = cancelWord
    }

    /// How a page is to be rendered.
    package struct View: Equatable, Sendable {
        /// How large the whole page is.
        package enum Size: Equatable, Sendable {
            /// The largest size that fits, in pixels.
            case fit(width: Int, height: Int)
            /// Pixels per point.
            case scale(Double)
        }

        package var size: Size
        /// Clockwise: 0, 90, 180 or 270 degrees.
        package var rotation: UInt32
        /// The part of the page, in its pixels; nil: all of it.
        package var region: Region?
        package var format: RenderFormat

        /// A part of a page, in pixels of the whole.
        package struct Region: Equatable, Sendable {
            package var x, y, width, height: Int

            package init(x: Int, y: Int, width: Int, height: Int) {
                (self.x, self.y, self.width, self.height) = (x, y, width, height)
            }
        }

        package init(size: Size, rotation: UInt32, region: Region?, format: RenderFormat) {
            (self.size, self.rotation, self.region, self.format) = (size, rotation, region, format)
        }
    }

    /// A page that was rendered.
    package struct Page {
        package let metrics: PageMetrics
        /// In pixels.
        package let width, height: Int
        package let rendered: RenderedPage
        /// Begins with the bytes of it.
        package let memory: SharedDescriptor
    }

    /// How many pages there are, where the provider knows.
    package func pageCount() throws(HostError) -> Int64? { try document.count(cancelWord.request()).pages }

    /// Counts on, as the service does, until a page is counted. A provider whose count gets nowhere is left at that.
    private func count(upTo index: Int) throws(HostError) {
        var (last, calls) = (Int64(-1), 0)
        while calls < Self.idleCountsMax, case .counting(_, let counted) = try document.count(cancelWord.request()),
            counted <= index
        {
            calls = counted > last ? 0 : calls + 1
            last = counted
        }
    }

    /// Calls of a count that come to no further page, until nobody expects one.
    private static let idleCountsMax = 100

    /// Renders a page as a provider host does.
    ///
    /// - Parameters:
    ///   - index: from 0.
    ///   - memory: what the page is written to, which becomes as large as it has to be; nil: new memory.
    package func render(page index: Int, _ view: View, into given: SharedDescriptor? = nil) throws(HostError) -> Page {
        try count(upTo: index)
        guard let page = try document.pageIDs(from: Int64(index), length: 1, cancelWord.request()).first else {
            let pages = try pageCount().map { ": the provider counts \($0)" } ?? ""
            throw HostError(.noSuchPage, "the document has no page \(index + 1)\(pages)")
        }
        let metrics = try document.metrics(of: page, cancelWord.request())
        let scale =
            switch view.size {
            case .scale(let scale): scale
            case .fit(let width, let height): metrics.scale(fitting: (width, height), rotation: view.rotation)
            }
        let whole = ProviderDocument.pixelSize(of: metrics, scale: scale, rotation: view.rotation)
        let region = view.region ?? View.Region(x: 0, y: 0, width: whole.width, height: whole.height)
        guard region.x >= 0, region.y >= 0, region.width >= 1, region.height >= 1,
            region.width <= whole.width - region.x, region.height <= whole.height - region.y
        else {
            throw HostError(
                .invalid(parameter: "region"),
                "the region is not within the \(whole.width) x \(whole.height) pixels of the page")
        }
        let order = RenderOrder(
            page: page, scale: scale, rotation: view.rotation, x: Int32(clamping: region.x),
            y: Int32(clamping: region.y),
            width: Int32(clamping: region.width), height: Int32(clamping: region.height),
            format: view.format,
            paper: .day)
        let room = order.format.requiredBytes(width: order.width, height: order.height)
        let memory: SharedDescriptor
        do throws(OSError) {
            if let given { memory = given } else { memory = SharedDescriptor(try Memfd.create(name: "page", size: 0)) }
            try SheafOS.check(ftruncate(memory.number, room ?? 0) < 0 ? -errno : 0, "make memory for the page")
        } catch {
            throw HostError(.hostFailed, error.description)
        }
        let rendered = try document.render(
            order, into: PixelBuffer(), memory: memory.number, limit: HostLimits().renderBytes, cancelWord.request())
        return Page(
            metrics: metrics, width: region.width, height: region.height, rendered: rendered,
            memory: memory)
    }
}

extension PageMetrics {
    /// The pixels per point at which the page, turned, is as large as fits in a box of pixels.
    func scale(fitting side: (width: Int, height: Int), rotation: UInt32) -> Double {
        let isTurned = rotation == 90 || rotation == 270
        return min(Double(side.width) / (isTurned ? height : width), Double(side.height) / (isTurned ? width : height))
    }
}

extension HostNotice {
    /// The notice in words; nil for one that no provider sends.
    var line: String? {
        switch self {
        case .log(let level, let text): "\(Self.level(level)): \(text)"
        case .changed(_, .pages): "it says that pages were inserted, deleted or moved"
        case .changed(_, .page(let page)): "it says that page \(page) has changed"
        case .changed(_, .all): "it says that the document has changed"
        case .thumbnail: nil
        }
    }

    private static func level(_ level: UInt32) -> String {
        switch level {
        case SHEAF_LOG_ERROR: "error"
        case SHEAF_LOG_WARNING: "warning"
        case SHEAF_LOG_INFO: "info"
        case SHEAF_LOG_DEBUG: "debug"
        default: "level \(level)"
        }
    }
}
