import PageModel
import SheafOS

extension PageStore {
    /// Takes over the pages of the last run that show a page, in any form, where that is not done yet. Called before it is said
    /// that one is not there.
    func adoptPending(showing rendition: Rendition) {
        guard let pending else { return }
        adopt(pending.remove(showing: rendition), of: pending)
    }

    /// Takes over all pages of a document from the last run, where that is not done yet.
    func adoptPending(of document: DocumentID) {
        guard let pending else { return }
        adopt(pending.remove(of: document), of: pending)
    }

    /// Takes over the next pages of the last run, so many at most.
    ///
    /// - Returns: whether more are left.
    package func adoptPending(atMost most: Int) -> Bool {
        guard let pending else { return false }
        adopt(pending.removeFirst(most), of: pending)
        return pending.count > 0
    }

    /// Takes pages over as far as there is room; the others go.
    private func adopt(_ pages: [KeptPage], of pending: PendingPages) {
        for page in pages {
            guard let memory = SealedPage(checking: page) else {
                pending.unsound += 1
                continue
            }
            _ = adopt(memory, at: page.record.index, renderTime: page.record.renderTime)
        }
    }
}

extension SealedPage {
    /// Takes a kept page; nil where its memory is not what was noted. The seals vouch for its bytes.
    fileprivate convenience init?(checking page: KeptPage) {
        let record = page.record
        guard Memfd.isSealed(page.descriptor.number),
            let status = try? Memfd.status(of: page.descriptor.number), status.size == record.bytes,
            status.inode == record.inode
        else { return nil }
        let rendition = record.rendition
        self.init(
            descriptor: page.descriptor, rendition: rendition, number: record.number, bytes: record.bytes,
            stride: rendition.format == .bgrx8888 ? rendition.stride : 0, isCuttable: record.isCuttable)
    }
}
