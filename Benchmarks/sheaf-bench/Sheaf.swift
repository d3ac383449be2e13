import Glibc
import SheafInterface
import SheafOS
import Varlink

/// The service under measurement, on a private socket.
final class Sheaf {
    let server: any ServerProcess
    private let bench: Bench
    private let client: VarlinkBlockingClient
    /// The documents that were written for it.
    private var written: Set<String> = []

    /// - Parameters:
    ///   - name: of its socket, where there is more than one.
    ///   - settings: what is to be other than the defaults.
    ///   - launcher: how its program is run.
    convenience init(
        _ bench: Bench, on processors: UInt64, name: String = "sheaf", settings: String = "",
        with launcher: Launcher? = nil
    ) throws(BenchmarkError) {
        let socket = bench.folder.file("\(name)-\(processors)")
        let command = try bench.service(socket: socket, settings: settings, with: launcher)
        try self.init(bench, try Server(command, socket: socket, in: bench.folder, on: processors))
    }

    /// A service that runs already.
    init(_ bench: Bench, _ server: any ServerProcess) throws(BenchmarkError) {
        self.bench = bench
        self.server = server
        do throws(OSError) {
            client = try VarlinkBlockingClient(path: server.socket)
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    var socket: String { server.socket }

    /// A reader on a document of the pattern provider whose pages have this size in pixels.
    func pattern(width: Int, height: Int, pages: Int = 100) throws(BenchmarkError) -> SheafReader {
        try open(try patternDocument(width: width, height: height, pages: pages))
    }

    /// Warns of memory, critically; tells after how many microseconds the cache was within its limit.
    func warnCritically() throws(BenchmarkError) -> Int {
        do throws(VarlinkCallError<ManagerInterface.Failure>) {
            return try client.call(ManagerInterface.WarnMemory.self, .init(level: .critical)).parameters.microseconds
        } catch {
            throw BenchmarkError("sheafd takes no warning: \(error)")
        }
    }

    /// Returns the kinds of confinement that all hosts have.
    func confinement() throws(BenchmarkError) -> [ManagerInterface.Confinement] {
        do throws(VarlinkCallError<ManagerInterface.Failure>) {
            let hosts = try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
            return hosts.first?.confinement.filter { part in hosts.allSatisfy { $0.confinement.contains(part) } } ?? []
        } catch {
            throw BenchmarkError("sheafd does not list its hosts: \(error)")
        }
    }

    /// A reader that shows whole pages on a screen of this size.
    func open(_ path: String, width: Int, height: Int) throws(BenchmarkError) -> SheafReader {
        try SheafReader(opening: path, in: .init(width: width, height: height), over: client)
    }

    /// The most memory that its largest host has had at once, with the libraries that it shares, in bytes.
    var hostPeak: Int {
        let children = (try? TextFile.read("/proc/\(server.pid)/task/\(server.pid)/children")) ?? ""
        return children.split(separator: " ").map { pid in
            let lines = (try? TextFile.read("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
            let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace) ?? []
            return words.count == 3 ? (Int(words[1]) ?? 0) * 1024 : 0
        }.max() ?? 0
    }

    /// The path of such a document. It is written once: a file that is written again is another document, and has those
    /// opened anew who read it.
    func patternDocument(width: Int, height: Int, pages: Int = 100) throws(BenchmarkError) -> String {
        let name = "\(server.pid)-\(pages)-\(width)x\(height).pattern"
        guard written.insert(name).inserted else { return bench.folder.file(name) }
        return try bench.folder.write(
            Array("sheaf-pattern 1\npages = \(pages)\nwidth = \(width)\nheight = \(height)\n".utf8), as: name)
    }

    /// A reader on a document, at one pixel a point.
    ///
    /// - Parameter index: where it begins.
    func open(_ path: String, at index: Int = 0) throws(BenchmarkError) -> SheafReader {
        try SheafReader(opening: path, at: index, over: client)
    }
}

/// A reader of the service, and the messages that make it do what is measured.
struct SheafReader {
    let id: String
    /// How many pages its document has.
    let pages: Int
    /// The provider that opened the document.
    let provider: String
    private let client: VarlinkBlockingClient

    init(_ state: ReaderInterface.State, of client: VarlinkBlockingClient) {
        id = state.reader
        pages = state.document.count.pages
        provider = state.document.provider
        self.client = client
    }

    /// Opens a document.
    ///
    /// - Parameters:
    ///   - index: where the reader begins.
    ///   - scale: in pixels per point.
    init(
        opening path: String, at index: Int = 0, scale: Double = 1, over client: VarlinkBlockingClient
    ) throws(BenchmarkError) {
        try self.init(opening: path, at: index, in: SheafReader.viewport(scale: scale), over: client)
    }

    /// Opens a document in some viewport.
    init(
        opening path: String, at index: Int = 0, in viewport: ReaderInterface.Viewport,
        over client: VarlinkBlockingClient
    ) throws(BenchmarkError) {
        let source: DocumentSource
        do throws(OSError) {
            source = try DocumentSource(path)
        } catch {
            throw BenchmarkError(error.description)
        }
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let reply = try client.call(
                ReaderInterface.Open.self, source.parameters(in: viewport, at: index), descriptors: source.descriptors)
            self.init(reply.parameters.state, of: client)
        } catch {
            throw BenchmarkError("sheafd does not open \(path): \(error)")
        }
    }

    /// Returns the reader as it is used over another connection.
    func over(_ client: VarlinkBlockingClient) -> SheafReader {
        SheafReader(id: id, pages: pages, provider: provider, client: client)
    }

    private init(id: String, pages: Int, provider: String, client: VarlinkBlockingClient) {
        self.id = id
        self.pages = pages
        self.provider = provider
        self.client = client
    }

    /// Gets a page, by default the current one, and tells whether it was in the cache.
    func isHit(_ index: Int? = nil) throws(BenchmarkError) -> Bool {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            return try client.call(
                ReaderInterface.GetPage.self, .init(reader: id, index: index, handover: .some(.none))
            ).parameters.page.origin == .cached
        } catch {
            throw BenchmarkError("sheafd does not get a page: \(error)")
        }
    }

    /// A viewport in which pages have a fixed scale, in pixels per point.
    static func viewport(scale: Double) -> ReaderInterface.Viewport {
        .init(width: 1_000, height: 1_000, fit: .scale, scale: scale)
    }

    /// Gets a page, so that it is in the cache from now on, and tells its size in pixels.
    @discardableResult
    func getPage(_ index: Int) throws(BenchmarkError) -> (width: Int, height: Int) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let page = try client.call(
                ReaderInterface.GetPage.self, .init(reader: id, index: index, handover: .some(.none))
            ).parameters.page
            return (page.width, page.height)
        } catch {
            throw BenchmarkError("sheafd does not get page \(index): \(error)")
        }
    }

    /// Turns to a page and waits until it is there.
    func turn(toNext index: Int) throws(BenchmarkError) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(ReaderInterface.Navigate.self, .init(reader: id, target: .init(index: index)))
        } catch {
            throw BenchmarkError("sheafd does not turn to page \(index): \(error)")
        }
        try getPage(index)
    }

    /// Closes the reader, and its document where it is the last one.
    func close() throws(BenchmarkError) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(ReaderInterface.Close.self, .init(reader: id))
        } catch {
            throw BenchmarkError("sheafd does not close a reader: \(error)")
        }
    }

    /// Turns to the last page.
    func turnToLast() throws(BenchmarkError) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(ReaderInterface.Navigate.self, .init(reader: id, target: .init(place: .last)))
        } catch {
            throw BenchmarkError("sheafd does not turn to the last page: \(error)")
        }
    }

    /// Has the text laid out in another size, in points.
    func setFontSize(_ size: Double) throws(BenchmarkError) {
        // It may take longer than one request to a provider.
        client.timeoutMilliseconds = 300_000
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(
                ReaderInterface.SetLooks.self, .init(reader: id, looks: .init(flow: .init(fontSize: size))))
        } catch {
            throw BenchmarkError("sheafd does not take a font of \(size) points: \(error)")
        }
    }

    /// Gets a part of the first page as it is at the reader's scale.
    func getRegion(x: Int, y: Int, width: Int, height: Int) throws(BenchmarkError) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(
                ReaderInterface.GetPage.self,
                .init(
                    reader: id, index: 0, region: .init(x: x, y: y, width: width, height: height),
                    handover: .some(.none)))
        } catch {
            throw BenchmarkError("sheafd does not get a part of a page: \(error)")
        }
    }

    /// Has a finger come down.
    func beginDrag() throws(BenchmarkError) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(ReaderInterface.BeginDrag.self, .init(reader: id))
        } catch {
            throw BenchmarkError("sheafd does not begin a drag: \(error)")
        }
    }

    func setScale(_ scale: Double) throws(BenchmarkError) {
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            _ = try client.call(
                ReaderInterface.SetViewport.self, .init(reader: id, viewport: Self.viewport(scale: scale)))
        } catch {
            throw BenchmarkError("sheafd does not take scale \(scale): \(error)")
        }
    }

    /// The message that turns to a page.
    func turn(to index: Int, handover: ReaderInterface.Handover? = nil) -> String {
        var writer = JSONWriter()
        ReaderInterface.NavigateParameters(reader: id, target: .init(index: index), handover: handover)
            .encode(into: &writer)
        return "{\"method\":\"org.sheaf.Reader.Navigate\",\"parameters\":\(writer.text)}"
    }

    /// The message that turns so many pages on, or back where that is below 0.
    func turn(by pages: Int) -> String {
        var writer = JSONWriter()
        ReaderInterface.NavigateParameters(reader: id, target: .init(relative: pages)).encode(into: &writer)
        return "{\"method\":\"org.sheaf.Reader.Navigate\",\"parameters\":\(writer.text)}"
    }

    /// The message that says where the finger is, and wants no answer.
    func drag(to offset: Double) -> String {
        var writer = JSONWriter()
        ReaderInterface.DragParameters(reader: id, offset: offset).encode(into: &writer)
        return "{\"method\":\"org.sheaf.Reader.Drag\",\"parameters\":\(writer.text),\"oneway\":true}"
    }

    /// The message that begins to watch.
    var watch: String {
        var writer = JSONWriter()
        ReaderInterface.WatchParameters(reader: id).encode(into: &writer)
        return "{\"method\":\"org.sheaf.Reader.Watch\",\"parameters\":\(writer.text),\"more\":true}"
    }

    /// The message that asks for a page.
    func ask(for index: Int) -> String { ask(for: index, handover: nil) }

    /// The message that asks for a page, or has it rendered and not handed over.
    func ask(for index: Int, handover: ReaderInterface.Handover?) -> String {
        var writer = JSONWriter()
        ReaderInterface.GetPageParameters(reader: id, index: index, handover: handover).encode(into: &writer)
        return "{\"method\":\"org.sheaf.Reader.GetPage\",\"parameters\":\(writer.text)}"
    }
}
