import Navigation
import PageCache
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

/// What clients call: org.sheaf.Reader. It checks what they send, and has the parts do it.
final class ReaderService: ReaderHandler {
    /// What of the configuration it goes by.
    struct Settings {
        /// Readers of one user.
        var readersPerUser: Int
        /// Watches of one reader.
        var watchesPerReader: Int
        /// Bytes of a rendition.
        var pageMax: Int
        /// Pages rendered ahead of a resting reader.
        var readAhead: Int
    }

    let loop: EventLoop
    let settings: Settings
    let supervisor: HostSupervisor
    let closer: DescriptorCloser
    let library: Library
    let readers: ReaderTable
    let documents: DocumentTable
    let pages: PageServer
    let journal: Journal

    init(
        loop: EventLoop, settings: Settings, supervisor: HostSupervisor, closer: DescriptorCloser, library: Library,
        readers: ReaderTable, documents: DocumentTable, pages: PageServer, journal: Journal
    ) {
        self.loop = loop
        self.settings = settings
        self.supervisor = supervisor
        self.closer = closer
        self.library = library
        self.readers = readers
        self.documents = documents
        self.pages = pages
        self.journal = journal
        readers.expired = { [unowned self] reader in
            journal.log(
                .info, "closed reader \(reader.id): no connection has used it for a while",
                LogField("SHEAF_READER", reader.id), LogField("SHEAF_UID", "\(reader.uid)"))
            end(reader)
        }
        documents.changed = { [unowned self] document, change in changed(document, change) }
    }

    /// The reader that a call names, if it is the caller's.
    func reader<Method>(
        _ id: String, for call: VarlinkCall<Method>
    ) throws(ReaderInterface.Failure) -> Reader {
        guard
            let reader = readers.reader(
                id, of: call.peer.uid, usedBy: ObjectIdentifier(call.connection))
        else { throw .noSuchReader(reader: id) }
        return reader
    }

    /// Where a reader stands, as it goes over the wire.
    func state(of reader: Reader) -> ReaderInterface.State {
        ReaderInterface.State(
            reader: reader.id, document: reader.document.wire, location: reader.shown.wire,
            viewport: reader.viewport.wire)
    }

    /// Ends a reader: what it shows goes, its watches end, its document is closed with its last reader.
    func end(_ reader: Reader) {
        tell(reader, reader.machine.close())
        for watch in reader.watches { watch.sendClosed() }
        reader.watches = []
        // They are answered that there is no such reader.
        let waiting = reader.waitingTurns
        reader.waitingTurns = []
        for turn in waiting { turn() }
        pages.close(reader: reader.key)
        protect(nil, for: reader)
        readers.remove(reader)
        if documents.leave(reader.document) { pages.forget(reader.document.id) }
    }

    /// Sends appearance events to a reader's watches.
    func tell(_ reader: Reader, _ events: [Navigation.AppearanceEvent]) {
        let time = loop.now
        for watch in reader.watches { watch.send(events, transition: reader.machine.transition, time: time) }
    }

    /// Hands the page that a reader shows to its watches.
    func handOver(_ page: ServedPage, to reader: Reader) {
        let found = reader.shown
        let pageSize = reader.geometry(of: found).size
        // Made once for all that want it the same way: as base64 a page takes long to write.
        var made: [ReaderInterface.Handover: Result<PageHandover, ReaderInterface.Failure>] = [:]
        for watch in reader.watches {
            let handed =
                made[watch.handover]
                ?? Result { () throws(ReaderInterface.Failure) in
                    try PageHandover(page, of: found, pageSize: pageSize, handover: watch.handover)
                }
            made[watch.handover] = handed
            if watch.handover != .none, case .success = handed { reader.held.add(page.memory) }
            watch.send(handed, of: found)
        }
    }

    /// Protects what a reader shows from eviction, in place of what it showed before.
    func protect(_ rendition: Rendition?, for reader: Reader) {
        guard rendition != reader.protected else { return }
        pages.protect(Protection(shown: rendition.map { [$0] } ?? []), of: reader.key)
        reader.protected = rendition
    }

    /// A document is not what it was: nothing that is known of it holds any more.
    private func changed(_ document: ServedDocument, _ change: DocumentChange) {
        journal.log(
            .info, "document \(document.name) has changed", LogField("SHEAF_DOCUMENT", document.name),
            LogField("SHEAF_PROVIDER", document.opened.provider))
        if case .page(let number) = change {
            document.pageChanged(PageID(number))
        } else {
            document.allChanged()
        }
        if change == .all { showAnew(document) }
    }
}

extension ServedDocument {
    /// As it goes over the wire.
    var wire: ReaderInterface.Document {
        let kind: ReaderInterface.PageCount.Kind =
            switch count {
            case .exact: .exact
            case .estimated: .estimated
            case .unknown: .unknown
            }
        return ReaderInterface.Document(
            document: name, provider: opened.provider, count: .init(kind: kind, pages: count.pages))
    }
}

extension ServedDocument.FoundPage {
    /// As it goes over the wire.
    var wire: ReaderInterface.Location {
        ReaderInterface.Location(page: Int(location.page.number), index: location.index, label: label)
    }
}
