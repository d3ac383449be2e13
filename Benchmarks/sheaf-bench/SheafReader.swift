import SheafInterface
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
