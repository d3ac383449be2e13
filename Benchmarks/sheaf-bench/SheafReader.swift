import Glibc
import SheafInterface
import SheafOS
import Varlink

/// A reader of the service, and the messages that make it do what is measured.
struct SheafReader {
    let id: String
    /// How many pages its document has.
    let pages: Int
    private let client: VarlinkBlockingClient

    init(_ state: ReaderInterface.State, of client: VarlinkBlockingClient) {
        id = state.reader
        pages = state.document.count.pages
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
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw BenchmarkError("cannot open \(path)") }
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            let reply = try client.call(
                ReaderInterface.Open.self,
                .init(
                    fileDescriptor: 0, viewport: SheafReader.viewport(scale: scale), target: .init(index: index)),
                descriptors: [SharedDescriptor(FileDescriptor(owning: file))])
            self.init(reply.parameters.state, of: client)
        } catch {
            throw BenchmarkError("sheafd does not open \(path): \(error)")
        }
    }

    /// The same reader over another connection.
    func over(_ client: VarlinkBlockingClient) -> SheafReader { SheafReader(id: id, pages: pages, client: client) }

    private init(id: String, pages: Int, client: VarlinkBlockingClient) {
        self.id = id
        self.pages = pages
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
    func ask(for index: Int) -> String {
        var writer = JSONWriter()
        ReaderInterface.GetPageParameters(reader: id, index: index).encode(into: &writer)
        return "{\"method\":\"org.sheaf.Reader.GetPage\",\"parameters\":\(writer.text)}"
    }
}
