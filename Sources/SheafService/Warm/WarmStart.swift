import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

/// Takes over what systemd kept of the last run, as far as it checks out. Nothing of it is trusted: it may be of another
/// version, of a run that was killed while it wrote, or damaged.
final class WarmStart {
    /// What came of it.
    struct Outcome {
        var documents = 0
        var pages = 0
        var readers = 0
        /// Whether there was a note of what it all is.
        var hasNote = true
        /// What could not be taken over.
        var dropped = 0
        /// The pages that systemd did not keep: it has room for so many, and says nothing to who sends more.
        var missing = 0
        /// The names of what is in use.
        var names: Set<String> = []
    }

    private let kept: [String: SharedDescriptor]
    private let places: ReaderPlaces?
    private let service: ReaderService
    private var served: [Int: ServedDocument] = [:]

    /// - Parameters:
    ///   - kept: descriptors by the names that they were kept by; each is looked at before it is used.
    ///   - places: where readers were when the last run ended.
    init(_ kept: [String: SharedDescriptor], places: ReaderPlaces? = nil, for service: ReaderService) {
        self.kept = kept
        self.places = places
        self.service = service
    }

    /// Takes it over.
    func run() -> Outcome {
        var outcome = Outcome()
        guard let contents = note() else {
            outcome.hasNote = false
            outcome.dropped = kept.count
            return outcome
        }
        for document in contents.documents { restore(document, &outcome) }
        // Pages first: readers are to find them.
        for page in contents.pages { restore(page, &outcome) }
        service.pages.goOn(after: contents.lastNumber ?? 0)
        for reader in contents.readers { restore(reader, &outcome) }
        for document in service.documents.closeUnread() { service.pages.forget(document.id) }
        service.documents.lookAgain()
        return outcome
    }

    /// The latest note that can be read.
    private func note() -> StoreInterface.Contents? {
        let halves = WarmStore.noteNames.compactMap { kept[$0]?.number }
        for bytes in DoubledMemory.contents(of: halves) {
            if let contents = try? JSONText.decode(StoreInterface.Contents.self, from: bytes) { return contents }
        }
        return nil
    }

    private func restore(_ document: StoreInterface.Document, _ outcome: inout Outcome) {
        guard let descriptor = kept[document.name], let number = UInt64(exactly: document.number), number > 0,
            document.name == "d\(number)", served[document.number] == nil, let owner = document.owner,
            let opened = service.supervisor.adopt(
                AdoptedDocument(
                    ExaminedDocument(identity: document.identity, descriptor: descriptor, owner: owner),
                    library: document.library, provider: document.provider,
                    capabilities: ProviderCapabilities(names: document.capabilities), count: document.pageCount,
                    firstPage: document.firstPage.map { Int64($0) }))
        else {
            outcome.dropped += 1
            return
        }
        let origin = document.path.flatMap { service.library.origin(of: $0) } ?? .descriptor(descriptor)
        let served = service.documents.adopt(opened, number: number, path: document.path, origin: origin)
        served.restore(
            editions: (
                document.edition,
                Dictionary(
                    document.editions.map { (PageID(Int64($0.page)), $0.edition) }, uniquingKeysWith: { $1 })
            ),
            known: document.known.compactMap { ServedDocument.FoundPage($0) })
        served.shapes = document.shapes.map { Set($0.compactMap { ScreenShape(rawValue: $0) }) }
        if let time = document.renderTime.flatMap({ UInt64(exactly: $0) }) {
            service.pages.learnTime(time, of: served.id)
        }
        self.served[document.number] = served
        outcome.documents += 1
        outcome.names.insert(document.name)
    }

    private func restore(_ page: StoreInterface.Page, _ outcome: inout Outcome) {
        guard let memory = kept[page.name] else {
            outcome.missing += 1
            return
        }
        guard served[page.document] != nil, let rendition = page.rendition,
            page.number > 0, page.name == WarmStore.name(ofPage: page.number),
            (try? Memfd.seals(of: memory.number)) == Memfd.finalSeals,
            let status = try? Memfd.status(of: memory.number), status.size == page.bytes,
            status.inode == UInt64(UInt(bitPattern: page.inode)),
            service.pages.adopt(
                RenderedMemory(
                    descriptor: memory, rendition: rendition, number: page.number, bytes: page.bytes,
                    stride: rendition.format == .bgrx8888 ? rendition.stride : 0, isCuttable: page.cuttable ?? false),
                at: page.index, renderTime: UInt64(exactly: page.renderTime) ?? 0)
        else {
            outcome.dropped += 1
            return
        }
        outcome.pages += 1
        outcome.names.insert(page.name)
    }

    private func restore(_ reader: StoreInterface.Reader, _ outcome: inout Outcome) {
        do throws(ReaderInterface.Failure) {
            guard let uid = UInt32(exactly: reader.uid),
                var setup = try? JSONText.decode(ReaderInterface.OpenParameters.self, from: reader.setup.bytes)
            else { throw .noSuchReader(reader: reader.id) }
            var reader = reader
            // The note is as old as the last pause.
            if let place = places?.place(of: reader.id), place.transition > reader.transition {
                reader.transition = place.transition
                for (axis, index) in zip((setup.axes ?? []).indices, place.indexes) { setup.axes?[axis].start = index }
            }
            try service.restore(reader, of: uid, as: setup)
            outcome.readers += 1
        } catch {
            outcome.dropped += 1
        }
    }
}

extension ServedDocument.FoundPage {
    /// Nil where a page can't have this size.
    fileprivate init?(_ stored: StoreInterface.KnownPage) {
        guard stored.index >= 0, let size = PageSize(width: stored.width, height: stored.height) else { return nil }
        self.init(
            location: .init(page: PageID(Int64(stored.page)), index: stored.index), size: size, label: stored.label,
            isMeasured: stored.measured)
    }
}
