import Glibc
import PageModel
import SheafOS
import Varlink

@testable import HostProtocol

// What fake hosts answer. What the pages of a document show is their ids: the first eight bytes of each rendering.

extension FakeHost: HostHandler {
    private typealias Failure = HostInterface.Failure

    private func answer<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, _ serial: Int, _ number: Int,
        _ reply: @escaping (FakeDocument) throws(HostInterface.Failure) -> Method.Reply
    ) where Method.Failure == HostInterface.Failure {
        answer(call, serial) { [self] () throws(Failure) in
            guard let document = documents[number] else {
                throw .invalid(name: "document", message: "there is no document \(number)")
            }
            return (try reply(document), [])
        }
    }

    private func take<Method: VarlinkMethod>(
        _ index: Int?, of call: VarlinkCall<Method>
    ) throws(Failure) -> SharedDescriptor {
        guard let index, let descriptor = call.descriptors.take(at: index) else {
            throw .invalid(name: "fileDescriptor", message: "no descriptor came with the call")
        }
        return SharedDescriptor(descriptor)
    }

    func prepare(_ asked: HostInterface.PrepareParameters, _ call: VarlinkCall<HostInterface.Prepare>) { call.reply() }

    // MARK: The provider

    func confine(_ asked: HostInterface.ConfineParameters, _ call: VarlinkCall<HostInterface.Confine>) {
        answer(call) { (.init(confinement: Confinement.allCases.map(\.rawValue), missing: []), []) }
    }

    func load(_ asked: HostInterface.LoadParameters, _ call: VarlinkCall<HostInterface.Load>) {
        answer(call) {
            let capabilities: ProviderCapabilities = [
                .count, .pageIDs, .prefetch, .appearance, .refresh, .move, .hit, .trim,
                .contents(.outline), .contents(.links), .contents(.metadata),
            ]
            return (
                .init(name: "fake", version: "1", summary: "", abiVersion: 1, capabilities: capabilities.names), []
            )
        }
    }

    func configure(_ asked: HostInterface.ConfigureParameters, _ call: VarlinkCall<HostInterface.Configure>) {
        answer(call) { (JSONEmpty(), []) }
    }

    func trim(_ asked: HostInterface.TrimParameters, _ call: VarlinkCall<HostInterface.Trim>) {
        answer(call) { (JSONEmpty(), []) }
    }

    // MARK: Files

    func examine(
        _ asked: HostInterface.ExamineParameters, _ call: VarlinkCall<HostInterface.Examine>
    ) throws(HostInterface.Failure) {
        var opened: SharedDescriptor?
        let looked: SharedDescriptor
        if asked.fileDescriptor != nil {
            looked = try take(asked.fileDescriptor, of: call)
        } else {
            let folder = try take(asked.folderDescriptor, of: call)
            do throws(OSError) {
                looked = SharedDescriptor(try Folder.openFile(asked.path ?? "", beneath: folder.number))
            } catch { throw .fileNotFound(errno: Int(error.code), message: "\(error)") }
            opened = looked
        }
        answer(call, asked.serial) { [hosts] () throws(Failure) in
            guard let file = hosts.files.file(looked) else {
                throw .fileNotFound(errno: Int(ENOENT), message: "it is none of the model's files")
            }
            return (
                .init(
                    device: Int(file.device), inode: Int(file.inode), size: 0, changed: file.version,
                    fileDescriptor: opened.map { _ in 0 }),
                opened.map { [$0] } ?? []
            )
        }
    }

    func probe(
        _ asked: HostInterface.ProbeParameters, _ call: VarlinkCall<HostInterface.Probe>
    ) throws(HostInterface.Failure) {
        _ = try take(asked.fileDescriptor, of: call)
        answer(call, asked.serial) { (.init(certainty: 100), []) }
    }

    func open(
        _ asked: HostInterface.OpenParameters, _ call: VarlinkCall<HostInterface.Open>
    ) throws(HostInterface.Failure) {
        let descriptor = try take(asked.fileDescriptor, of: call)
        answer(call, asked.serial) { [self] () throws(Failure) in
            guard let file = hosts.files.file(descriptor), !file.isBroken else {
                throw .documentFailed(errno: Int(EIO), message: "half of it is written")
            }
            let document = FakeDocument(file, isLarge: asked.looks?.flow?.fontSize ?? 12 >= 20)
            documents[asked.document] = document
            return (
                .init(
                    count: count(of: document), firstPage: document.pages.first, locked: false, flows: file.flows,
                    sequential: file.isSequential), []
            )
        }
    }

    func close(_ asked: HostInterface.CloseParameters, _ call: VarlinkCall<HostInterface.Close>) {
        documents[asked.document] = nil
        call.reply()
    }

    // MARK: Pages

    private func count(of document: FakeDocument) -> HostInterface.Count {
        document.file.countsExactly
            ? .init(kind: .exact, pages: document.pages.count) : .init(kind: .unknown, pages: 0)
    }

    private func pages(
        of document: FakeDocument, from index: Int, _ length: Int
    ) throws(HostInterface.Failure) -> [Int] {
        let pages = document.pages
        if index >= pages.count, hosts.numbers.chance(500) { throw .noSuchPage(message: "there is no page \(index)") }
        return Array(pages.dropFirst(index).prefix(length))
    }

    private func metrics(of page: Int, in document: FakeDocument) throws(HostInterface.Failure) -> HostInterface.Metrics
    {
        guard document.pages.contains(page) else { throw .noSuchPage(message: "there is no page \(page)") }
        let (width, height) = document.content.size(of: page)
        return .init(width: width, height: height, label: "p\(page)", exact: document.file.measures)
    }

    func pageCount(_ asked: HostInterface.PageCountParameters, _ call: VarlinkCall<HostInterface.PageCount>) {
        answer(call, asked.serial, asked.document) { [self] in .init(count: count(of: $0)) }
    }

    func pageIds(_ asked: HostInterface.PageIdsParameters, _ call: VarlinkCall<HostInterface.PageIds>) {
        answer(call, asked.serial, asked.document) { [self] document throws(Failure) in
            .init(pages: try pages(of: document, from: asked.index, asked.length))
        }
    }

    func lookUp(_ asked: HostInterface.LookUpParameters, _ call: VarlinkCall<HostInterface.LookUp>) {
        answer(call, asked.serial, asked.document) { [self] document throws(Failure) in
            let pages = try pages(of: document, from: asked.index, asked.length)
            let measured = hosts.numbers.chance(900) ? pages.count : hosts.numbers.number(0...pages.count)
            var all: [HostInterface.Metrics] = []
            for page in pages.prefix(measured) { all.append(try metrics(of: page, in: document)) }
            return .init(pages: pages, metrics: all)
        }
    }

    func pageStep(_ asked: HostInterface.PageStepParameters, _ call: VarlinkCall<HostInterface.PageStep>) {
        answer(call) { () throws(Failure) in throw .unsupported(function: "pageStep") }
    }

    func pageMetrics(_ asked: HostInterface.PageMetricsParameters, _ call: VarlinkCall<HostInterface.PageMetrics>) {
        answer(call, asked.serial, asked.document) { [self] document throws(Failure) in
            .init(metrics: try metrics(of: asked.page, in: document))
        }
    }

    func positions(_ asked: HostInterface.PositionsParameters, _ call: VarlinkCall<HostInterface.Positions>) {
        answer(call, asked.serial, asked.document) { document in
            .init(
                positions: asked.pages.map { page in
                    document.pages.contains(page) ? page % FakeDocument.half * 2 + page / FakeDocument.half : -1
                })
        }
    }

    func pagesAt(_ asked: HostInterface.PagesAtParameters, _ call: VarlinkCall<HostInterface.PagesAt>) {
        answer(call, asked.serial, asked.document) { document in
            .init(
                pages: asked.positions.map { position in
                    let page = position / 2 + (document.isLarge ? position % 2 * FakeDocument.half : 0)
                    return document.pages.contains(page) ? page : -1
                })
        }
    }

    func getCFI(
        _ asked: HostInterface.GetCFIParameters, _ call: VarlinkCall<HostInterface.GetCFI>
    ) throws(HostInterface.Failure) {
        throw .unsupported(function: "cfi")
    }

    func findCFI(
        _ asked: HostInterface.FindCFIParameters, _ call: VarlinkCall<HostInterface.FindCFI>
    ) throws(HostInterface.Failure) {
        throw .unsupported(function: "findCFI")
    }

    func findLabel(_ asked: HostInterface.FindLabelParameters, _ call: VarlinkCall<HostInterface.FindLabel>) {
        answer(call, asked.serial, asked.document) { document throws(Failure) in
            guard let index = document.pages.firstIndex(where: { "p\($0)" == asked.label }) else {
                throw .noSuchPage(message: "there is no page \(asked.label)")
            }
            return .init(index: index)
        }
    }

    func render(
        _ asked: HostInterface.RenderParameters, _ call: VarlinkCall<HostInterface.Render>
    ) throws(HostInterface.Failure) {
        let memory = try take(asked.fileDescriptor, of: call)
        var small: SharedDescriptor?
        if let thumbnail = asked.thumbnail { small = try take(thumbnail.fileDescriptor, of: call) }
        answer(call, asked.serial, asked.document) { [hosts, self] document throws(Failure) in
            guard document.pages.contains(asked.page) else {
                throw .noSuchPage(message: "there is no page \(asked.page)")
            }
            let (width, height) = document.content.size(of: asked.page)
            let isOnPage = PageSize(width: width, height: height).map { size in
                PixelRegion(x: asked.x, y: asked.y, width: asked.width, height: asked.height).isWithin(
                    RenditionGeometry.pixelSize(
                        of: size, scale: asked.scale, rotation: Rotation(rawValue: asked.rotation) ?? .upright))
            }
            guard asked.pixels != nil || isOnPage ?? false else {
                throw .documentFailed(errno: Int(EINVAL), message: "the region is not on page \(asked.page)")
            }
            let size = 4 * asked.width * asked.height
            let isRaw = asked.format == .bgrx8888
            let stamp = Self.stamp(of: asked.page, frame: asked.frame)
            Self.put(stamp, into: memory, of: isRaw ? size : 8)
            if let small, let wanted = asked.thumbnail {
                Self.put(stamp, into: small, of: 4 * wanted.width * wanted.height)
                let serial = UInt32(truncatingIfNeeded: asked.serial)
                hosts.doLater { [self] in send(.thumbnail(serial: serial, isMade: true)) }
            }
            let isWrong = !hosts.areKind && hosts.numbers.chance(2)
            return .init(
                bytes: isWrong ? 0 : isRaw ? size : 8, stride: isRaw ? 4 * asked.width : 0,
                cuttable: isRaw && asked.page % 2 == 0, microseconds: hosts.numbers.number(0...30_000))
        }
    }

    /// The first bytes of the pixels of a page, by which they are told from those of others.
    package static func stamp(of page: Int, frame: Int?) -> Int64 { Int64(page) | Int64(frame ?? 0) << 48 }

    private static func put(_ stamp: Int64, into memory: SharedDescriptor, of size: Int) {
        var stamp = stamp
        pwrite(memory.number, &stamp, min(size, 8), 0)
        _ = try? Memfd.resize(memory.number, to: size)
        _ = try? Memfd.seal(memory.number)
    }
}
