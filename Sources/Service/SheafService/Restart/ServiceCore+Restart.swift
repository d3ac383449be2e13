import HostProtocol
import HostSupervision
import Navigation
import PageModel
import Prefetch
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import SheafReaders

// What the next run goes on with.

extension ServiceCore {
    private var keptDocuments: [ServedDocument] { documents.all.filter { !$0.opened.isRemote } }

    /// The files of documents, by their numbers.
    var documentsToKeep: [(number: UInt64, files: [SharedDescriptor])] {
        keptDocuments.map { ($0.id.number, $0.opened.files.descriptors) }
    }

    /// Pages, the most important first.
    var pagesToKeep: [KeptPage] {
        // Of a locked document nothing is handed out before its password is given again.
        store.pagesToKeep(of: keptDocuments.filter { !$0.opened.isLocked })
    }

    /// The note of documents and readers, given what of them is kept.
    func note(ofDocuments numbers: Set<UInt64>, pages: [KeptPage]) -> StoreInterface.Contents {
        let documents = self.documents.all.filter { numbers.contains($0.id.number) }
        let kept = Dictionary(grouping: pages) { $0.record.rendition.document }
        let shown = pagesShown
        let unfound = Set(readers.all.flatMap(\.documentsToFindIn).map(\.id))
        return StoreInterface.Contents(
            version: SheafVersion.current, lastNumber: store.lastNumber,
            documents: documents.map { document in
                // What the note of pages says of the others is enough.
                let pages = (kept[document.id] ?? []).filter { !$0.record.hasFound }
                var known = document.pages.known(among: Set(pages.map(\.record.rendition.page)))
                known.merge(shown[document.id] ?? [:]) { _, shown in shown }
                return .init(
                    document, library: supervisor.library(of: document.opened),
                    rendered: Set((kept[document.id] ?? []).map(\.record.rendition.page)),
                    known: known.values.sorted { $0.location.index < $1.location.index },
                    renderTime: store.costs.cost(of: document.id)?.mean, isChanging: unfound.contains(document.id))
            },
            pages: [],
            readers: readers.allByUse.filter { reader in
                reader.pages.documents.allSatisfy { numbers.contains($0.id.number) }
            }.map(\.stored),
            failures: supervisor.failuresToKeep.map { .init($0) })
    }

    /// Tells that a note can't be written: called once.
    func restartNoteFailed(_ error: OSError) {
        journal.log(.warning, "a restart will not go on where this run ends: \(error)")
    }

    /// The pages that readers show, and where they stand on each axis, in each document by index.
    private var pagesShown: [DocumentID: [Int: PlacedPage]] {
        var pages: [DocumentID: [Int: PlacedPage]] = [:]
        for reader in readers.all {
            for (document, page) in reader.pagesToNote { pages[document.id, default: [:]][page.location.index] = page }
        }
        return pages
    }
}

extension ServiceCore {
    /// Has documents know of the last run's pages what was noted of them. Readers were restored without: what they show is noted
    /// with the documents.
    func restoreFoundPages() {
        let documents = Dictionary(uniqueKeysWithValues: documents.all.map { ($0.id, $0) })
        var last: ServedDocument?
        for page in store.pending?.all ?? [] {
            let number = page.record.rendition.document
            if last?.id != number { last = documents[number] }
            // Of a document that was changing it is not known any more where its pages are.
            if let found = page.record.found, last?.pages.generation == 0 { last?.pages.restore(found) }
        }
    }
}
