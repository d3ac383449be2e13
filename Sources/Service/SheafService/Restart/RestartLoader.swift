import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import SheafReaders
import Varlink

/// Goes on with what systemd kept of the last run, as far as it checks out. Nothing of it is trusted: it may be of another
/// version, of a run that was killed while it wrote, or damaged.
///
/// Documents, readers and the pages that they show are there when ``run()`` returns; all other pages are
/// ``PageStore/pending``, and what is known of them.
final class RestartLoader {
    /// The outcome of taking over what systemd kept.
    struct Outcome {
        var documents = 0
        /// How many pages have their memory; it is looked at when they are taken over.
        var pages = 0
        var readers = 0
        /// Whether there was a note of the descriptors that were kept.
        var hasNote = true
        /// How many pages, documents and readers could not be used; without a note, how many descriptors.
        var dropped = 0
        /// How many pages systemd did not keep: it has room for so many, and says nothing to who sends more.
        var missing = 0
        /// How many pages were noted by a version which had another form for that.
        var unreadable = 0
        /// The names of the descriptors that are in use.
        var names: Set<KeptName> = []
    }

    private let kept: [KeptName: SharedDescriptor]
    private let positions: PositionRecords?
    private let core: ServiceCore
    private var served: [Int: ServedDocument] = [:]
    /// The files that were kept.
    private var files: [File: DocumentFiles] = [:]
    /// The descriptors that were kept under the names of each owner's documents, by the file that they are of.
    private var keptByFile: [KeptFile: SharedDescriptor] = [:]

    /// A file, and whose it is.
    private struct File: Hashable {
        let identity: DocumentIdentity
        let uid: Int?

        init(_ document: StoreInterface.Document) {
            identity = document.identity
            uid = document.uid
        }
    }

    /// A file, whatever has become of its bytes, and whose document it was kept for: what one user has opened is nobody else's.
    private struct KeptFile: Hashable {
        let device: UInt64
        let inode: UInt64
        let uid: Int?

        init(_ document: StoreInterface.Document) {
            let identity = document.identity
            (device, inode, uid) = (identity.device, identity.inode, document.uid)
        }

        /// Looks at a kept file; nil where it can't be looked at. No file system is asked.
        init?(_ descriptor: SharedDescriptor, of uid: Int?) {
            guard let file = try? DescriptorKind(of: descriptor.number).file else { return nil }
            (device, inode, self.uid) = (file.device, file.inode, uid)
        }
    }

    /// The ids of readers.
    private var restored: Set<String> = []
    private var outcome = Outcome()

    /// - Parameters:
    ///   - kept: descriptors by the names that they were kept by; each is looked at before it is used.
    ///   - positions: where readers rested when the last run ended.
    init(_ kept: [KeptName: SharedDescriptor], positions: PositionRecords? = nil, for core: ServiceCore) {
        self.kept = kept
        self.positions = positions
        self.core = core
    }

    /// Takes it over.
    func run() -> Outcome {
        guard let contents = contents() else {
            outcome.hasNote = false
            outcome.dropped = kept.count
            return outcome
        }
        outcome.unreadable = contents.pages?.count ?? 0
        let pages = pages()
        if pages == nil, outcome.unreadable == 0 {
            outcome.dropped += kept.keys.count { if case .page = $0 { true } else { false } }
        }
        restore(contents, pages ?? [])
        // What has changed since is found out while the service is ready.
        core.loop.afterThisBatch { [documents = core.documents] in documents.lookAgain() }
        return outcome
    }

    private func restore(_ contents: StoreInterface.Contents, _ pages: [KeptPage]) {
        core.supervisor.restore((contents.failures ?? []).compactMap(\.kept))
        for document in contents.documents where document.album == nil {
            guard let descriptor = named(document), let file = KeptFile(descriptor, of: document.uid) else { continue }
            keptByFile[file] = descriptor
        }
        // Of a file that is open in several looks systemd keeps the descriptor once.
        for document in contents.documents {
            if let kept = keptFiles(of: document) { files[File(document)] = kept }
        }
        for document in contents.documents { restore(document) }
        // Pages first: readers are to find them.
        let open = Set(served.values.map(\.id))
        var usable = pages
        // Nearly always all of them, and nearly all of the document of the one before.
        var last: DocumentID?
        let isUsable = { (page: KeptPage) in
            let document = page.record.rendition.document
            guard document == last || open.contains(document) else { return false }
            last = document
            return true
        }
        if !pages.allSatisfy(isUsable) {
            for page in pages where !isUsable(page) {
                outcome.names.remove(.page(page.record.number))
                outcome.dropped += 1
            }
            usable.removeAll { !isUsable($0) }
        }
        outcome.pages = usable.count
        core.store.pending = PendingPages(usable)
        core.store.continueNumbering(after: contents.lastNumber ?? 0)
        for reader in contents.readers { restore(reader) }
        core.documents.closeUnread()
    }

    /// The latest note that can be read.
    private func contents() -> StoreInterface.Contents? {
        for bytes in DoubledMemory.contents(of: KeptName.notes.compactMap { kept[$0] }) {
            if let contents = try? JSONText.decode(StoreInterface.Contents.self, from: bytes) { return contents }
        }
        return nil
    }

    /// The pages of the latest note of them whose memory was kept, each once; nil where no such note can be read.
    private func pages() -> [KeptPage]? {
        let notes = DoubledMemory.contents(of: KeptName.pageNotes.compactMap { kept[$0] })
        guard let records = notes.lazy.compactMap({ KeptPageRecord.records(in: $0) }).first else { return nil }
        outcome.names.reserveCapacity(kept.count)
        var pages: [KeptPage] = []
        pages.reserveCapacity(records.count)
        for record in records {
            guard let record else {
                outcome.dropped += 1
                continue
            }
            guard let memory = kept[.page(record.number)] else {
                outcome.missing += 1
                continue
            }
            guard outcome.names.insert(.page(record.number)).inserted else {
                outcome.dropped += 1
                continue
            }
            pages.append(KeptPage(descriptor: memory, record: record))
        }
        return pages
    }

    private func restore(_ document: StoreInterface.Document) {
        guard let number = UInt64(exactly: document.number), number > 0,
            let files = keptFiles(of: document) ?? files[File(document)],
            document.name == KeptName.document(number).text, served[document.number] == nil, let owner = document.owner,
            // One that was kept before there was this check may be anywhere.
            (try? core.supervisor.check(files, of: owner)) == false, let looks = document.looks,
            let opened = core.supervisor.adopt(
                KeptDocument(
                    DocumentFile(identity: document.identity, files: files, owner: owner),
                    library: document.library, provider: document.provider,
                    capabilities: ProviderCapabilities(names: document.capabilities), count: document.pageCount,
                    firstPage: document.firstPage.map { Int64($0) }, isLocked: document.isLocked ?? false,
                    title: document.title.flatMap(DocumentTitle.clean), looks: looks, flows: document.flows ?? false))
        else {
            outcome.dropped += 1
            return
        }
        let origin = document.path.flatMap { core.opener.library.origin(of: $0) } ?? .files(files)
        let served = core.documents.adopt(opened, number: number, path: document.path, origin: origin)
        served.pages.restore(
            editions: (
                document.edition,
                Dictionary(
                    document.editions.map { (PageID(Int64($0.page)), $0.edition) }, uniquingKeysWith: { $1 })
            ),
            known: document.known.compactMap { PlacedPage($0) })
        served.learn(fileName: document.fileName)
        served.isRemoved = document.removed ?? false
        served.isOfNamedProvider = document.named ?? false
        if document.isChanging == true { served.pages.forget() }
        served.shapes = document.shapes.map { Set($0.compactMap { ScreenShape(rawValue: $0) }) }
        if let time = document.renderTime.flatMap({ UInt64(exactly: $0) }) {
            core.store.costs.learn(time, of: served.id)
        }
        self.served[document.number] = served
        outcome.documents += 1
        for (file, descriptor) in files.descriptors.enumerated()
        where kept[.document(number, file: file)] === descriptor {
            outcome.names.insert(.document(number, file: file))
        }
    }

    /// The descriptor that was kept by a document's own name.
    private func named(_ document: StoreInterface.Document) -> SharedDescriptor? {
        UInt64(exactly: document.number).flatMap { kept[.document($0)] }
    }

    /// The files that were kept of a document; nil where not all of them were. A single file is found by what it is:
    /// where another one has its name, the descriptors were mixed up, and it may have the name of another document of
    /// its owner.
    private func keptFiles(of document: StoreInterface.Document) -> DocumentFiles? {
        guard let number = UInt64(exactly: document.number) else { return nil }
        guard let names = document.album else { return keptByFile[KeptFile(document)].map { DocumentFiles($0) } }
        guard names.count <= DocumentFiles.albumLimit, names.allSatisfy(DocumentFiles.isName) else { return nil }
        let album = names.enumerated().compactMap { file in
            kept[.document(number, file: file.offset)].map { (name: file.element, file: $0) }
        }
        return album.count == names.count ? DocumentFiles(album: album) : nil
    }

    private func restore(_ reader: StoreInterface.Reader) {
        guard !restored.contains(reader.id), let stored = stored(reader), core.opener.restore(stored) else {
            outcome.dropped += 1
            return
        }
        restored.insert(reader.id)
        outcome.readers += 1
    }

    /// The reader that was noted; nil where the note makes no sense.
    private func stored(_ reader: StoreInterface.Reader) -> StoredReader? {
        guard let uid = UInt32(exactly: reader.uid), !reader.id.isEmpty,
            var setup = try? JSONText.decode(ReaderInterface.OpenParameters.self, from: reader.setup.bytes)
        else { return nil }
        var reader = reader
        // The note is as old as the last pause. Pages may have come and gone since then without a step of the reader's.
        var isMoved = false
        if let position = positions?.position(of: reader.id), position.transition >= reader.transition {
            isMoved = position.transition > reader.transition
            reader.transition = position.transition
            // Since then it may have gone over to a document in other looks, where the same index is another page.
            let isOfDocument =
                position.document == 0
                || setup.axes?.first?.document == KeptName.document(position.document).text
            let axes = isOfDocument ? (setup.axes ?? []).indices : 0..<0
            for (axis, index) in zip(axes, [position.first, position.second]) {
                if setup.axes?[axis].start != index { isMoved = true }
                setup.axes?[axis].start = index
            }
        }
        return StoredReader(
            id: reader.id, uid: uid, setup: setup, transition: reader.transition,
            position: RestartPosition(
                isMoved: isMoved, pages: isMoved ? [] : reader.places?.map(\.location) ?? []),
            back: reader.back.map(\.location), forward: reader.forward.map(\.location),
            anchors: Dictionary(
                (reader.anchors ?? []).compactMap(\.anchor).map { ($0.axis, $0.anchor) },
                uniquingKeysWith: { $1 }))
    }
}
