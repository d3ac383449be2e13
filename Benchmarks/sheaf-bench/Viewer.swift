import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// A viewer with a reader of its own: it turns pages, gets them by reply or by watch, keeps the last few, and returns those
/// before.
final class Viewer {
    /// How many pages it holds: the one on screen, and the one that takes its place.
    private static let held = 2

    /// How many pages the document has.
    private(set) var pages = 0
    /// How long it waited for each page that it landed on, in nanoseconds.
    private(set) var waits: [UInt64] = []
    /// Why it gave up; nil while all is well.
    private(set) var failure: String?

    private let control: VarlinkClient
    private let watch: VarlinkClient
    private var reader = ""
    private var holding: [(index: Int, rendition: Int, memory: SharedDescriptor?)] = []
    private var landing: (index: Int, asked: UInt64)?

    /// Opens a reader on a document.
    ///
    /// - Parameters:
    ///   - scale: in pixels per point.
    ///   - ready: called when it shows its first page.
    init(
        socket: String, document: String, scale: Double, on loop: EventLoop, ready: @escaping (Viewer) -> Void
    ) throws(OSError) {
        control = try VarlinkClient(UnixSocket.connect(to: socket), on: loop) { _ in }
        watch = try VarlinkClient(UnixSocket.connect(to: socket), on: loop) { _ in }
        let file = unsafe Glibc.open(document, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw OSError(code: errno, operation: "open", subject: document) }
        control.call(
            ReaderInterface.Open.self, .init(fileDescriptor: 0, viewport: SheafReader.viewport(scale: scale)),
            descriptors: [SharedDescriptor(FileDescriptor(owning: file))]
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

    /// Its user holds too many pages: returns one, and asks for the page on screen once more.
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
        if let landing, landing.index == page.index, ![.standIn, .thumbnail].contains(page.origin) {
            waits.append(benchmark_now() - landing.asked)
            self.landing = nil
        }
    }
}
