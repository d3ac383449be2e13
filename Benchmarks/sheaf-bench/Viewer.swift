import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// A viewer with a reader of its own: it turns pages, gets them by reply or by watch, keeps the last few, and returns those
/// before.
final class Viewer {
    /// How many pages a viewer holds: the one on screen, and the one that takes its place.
    private static let held = 2

    /// How many pages the document has.
    private(set) var pages = 0
    /// How long it waited for each page that it landed on, in nanoseconds.
    private(set) var waits: [UInt64] = []
    /// Called when the page at an index has come, and not only something that stands in for it.
    var came: ((Int) -> Void)?
    /// Why it gave up; nil while all is well.
    private(set) var failure: String?

    private let control: VarlinkClient
    private let watch: VarlinkClient
    private let socket: String
    private let loop: EventLoop
    /// The last one.
    private var search: VarlinkClient?
    private var reader = ""
    private var holding: [(index: Int, rendition: Int, memory: SharedDescriptor?)] = []
    private var landing: (index: Int, asked: UInt64)?

    /// Opens a reader on a document.
    ///
    /// - Parameters:
    ///   - document: the path of a file, or of a folder in the library.
    ///   - index: where it begins.
    ///   - ready: called when the reader is there; its first page comes after that.
    init(
        socket: String, document: String, at index: Int = 0, in viewport: ReaderInterface.Viewport, on loop: EventLoop,
        ready: @escaping (Viewer) -> Void
    ) throws(OSError) {
        self.socket = socket
        self.loop = loop
        control = try VarlinkClient(UnixSocket.connect(to: socket), on: loop) { _ in }
        watch = try VarlinkClient(UnixSocket.connect(to: socket), on: loop) { _ in }
        let source = try DocumentSource(document)
        control.call(
            ReaderInterface.Open.self, source.parameters(in: viewport, at: index), descriptors: source.descriptors
        ) { [unowned self] result in
            switch result {
            case .success(let reply):
                reader = reply.parameters.state.reader
                pages = reply.parameters.state.document.count.pages
                listen()
                ready(self)
            case .failure(let error): failure = "\(error)"
            }
        }
    }

    /// Turns to a page and lands there: how long the page takes to come is measured.
    func land(on index: Int) { turn(to: index, isLanding: true) }

    /// Turns to a page on the way to another.
    func pass(_ index: Int) { turn(to: index, isLanding: false) }

    /// Searches the document; an older search ends.
    func search(for needle: String) throws(OSError) {
        // A connection of its own: its answers come as long as it goes on.
        let client = try VarlinkClient(UnixSocket.connect(to: socket), on: loop) { _ in }
        client.stream(DocumentInterface.Search.self, .init(reader: reader, needle: needle)) { _ in }
        search = client
    }

    /// A finger comes down.
    func beginDrag() { control.call(ReaderInterface.BeginDrag.self, .init(reader: reader)) { _ in } }

    /// The finger is there, in spreads.
    func drag(to offset: Double) { control.send(ReaderInterface.Drag.self, .init(reader: reader, offset: offset)) }

    /// The finger is lifted, and the page is there at once.
    func release() {
        control.call(ReaderInterface.ReleaseDrag.self, .init(reader: reader)) { [unowned self] result in
            guard case .success(let reply) = result, let index = reply.parameters.location?.index else { return }
            expect(index, since: benchmark_now())
            control.call(
                ReaderInterface.Settle.self, .init(reader: reader, transition: reply.parameters.transition)
            ) { _ in }
        }
    }

    private func turn(to index: Int, isLanding: Bool) {
        let asked = benchmark_now()
        landing = nil
        control.call(ReaderInterface.Navigate.self, .init(reader: reader, target: .init(index: index))) {
            [unowned self] result in
            switch result {
            case .success(let reply):
                if isLanding { expect(index, since: asked) }
                if let page = reply.parameters.page { show(page, reply.descriptors) }
                if reply.parameters.failure != nil { makeRoom() }
            case .failure(let error): failure = "\(error)"
            }
        }
    }

    private func listen() {
        watch.stream(ReaderInterface.Watch.self, .init(reader: reader, handover: .descriptor)) {
            [unowned self] result in
            guard case .success(let reply) = result else { return }
            if let page = reply.parameters.page { show(page, reply.descriptors) }
            if reply.parameters.failure != nil { makeRoom() }
        }
    }

    /// Returns a page and asks for the one on screen once more: the viewer's user holds too many pages.
    private func makeRoom() {
        if !holding.isEmpty { release(holding.removeFirst().rendition) }
        control.call(ReaderInterface.GetPage.self, .init(reader: reader)) { [unowned self] result in
            guard case .success(let reply) = result else { return }
            show(reply.parameters.page, reply.descriptors)
        }
    }

    private func release(_ rendition: Int) {
        control.call(ReaderInterface.ReleasePage.self, .init(reader: reader, rendition: rendition)) { _ in }
    }

    private func expect(_ index: Int, since asked: UInt64) {
        if holding.contains(where: { $0.index == index }) {
            waits.append(benchmark_now() - asked)
        } else {
            landing = (index, asked)
        }
    }

    /// Takes a page and returns those that are not needed any more.
    private func show(_ page: ReaderInterface.Page, _ descriptors: VarlinkDescriptors) {
        var memory: SharedDescriptor?
        if let number = page.fileDescriptor, let descriptor = descriptors.take(at: number) {
            memory = SharedDescriptor(descriptor)
        }
        holding.append((page.index, page.rendition, memory))
        if holding.count > Self.held { release(holding.removeFirst().rendition) }
        guard ![.standIn, .thumbnail].contains(page.origin) else { return }
        came?(page.index)
        if let landing, landing.index == page.index {
            waits.append(benchmark_now() - landing.asked)
            self.landing = nil
        }
    }
}

/// The file or folder that a reader is opened on.
struct DocumentSource {
    private let path: String
    let descriptors: [SharedDescriptor]

    /// - Parameter path: of a file, or of a folder in the library.
    init(_ path: String) throws(OSError) {
        self.path = path
        // A folder is opened by its path.
        let folder = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder < 0 else {
            close(folder)
            descriptors = []
            return
        }
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw OSError(code: errno, operation: "open", subject: path) }
        descriptors = [SharedDescriptor(FileDescriptor(owning: file))]
    }

    func parameters(in viewport: ReaderInterface.Viewport, at index: Int) -> ReaderInterface.OpenParameters {
        .init(
            fileDescriptor: descriptors.isEmpty ? nil : 0, path: descriptors.isEmpty ? path : nil, viewport: viewport,
            target: .init(index: index))
    }
}
