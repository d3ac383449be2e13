import Navigation
import PageModel
import SheafDocuments
import SheafOS
import SheafPages

extension PageStore {
    /// The pages of some documents for the next run: those in the cache, what would go last first, and behind them those of the
    /// last run that are not there yet, as they were noted.
    func pagesToKeep(of documents: [ServedDocument]) -> [KeptPage] {
        let documents = Dictionary(uniqueKeysWithValues: documents.map { ($0.id, $0) })
        let cached: [KeptPage] = kept.compactMap { page in
            let rendition = page.memory.rendition
            guard let document = documents[rendition.document],
                let inode = try? Memfd.inode(of: page.memory.descriptor.number)
            else { return nil }
            let found = page.index.flatMap { document.pages.known(at: $0) }
            return KeptPage(
                descriptor: page.memory.descriptor,
                record: KeptPageRecord(
                    page.memory, inode: inode, index: page.index, renderTime: page.renderTime,
                    found: found?.location.page == rendition.page ? found : nil))
        }
        return cached + (pending?.all ?? []).filter { documents[$0.record.rendition.document] != nil }
    }
}
