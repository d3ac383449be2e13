import HostSupervision
import PageCache
package import PageModel
package import SheafOS

/// The thumbnails of pages that were rendered: shown until a page is there again. They have a limit of their own, beside
/// those of the cache.
package final class Thumbnails {
    private var account: ThumbnailAccount<SealedPage>
    /// The memory of those that hosts are making; of two renders of a page at once, the later one's.
    private var making: [Rendition: SharedDescriptor] = [:]
    private let worker: BackgroundWorker

    private let released: (SealedPage) -> Void

    /// - Parameters:
    ///   - limit: the bytes that all may take together; 0: there are none.
    ///   - countLimit: how many there may be; each takes a descriptor.
    ///   - released: called when it lets go of one.
    package init(
        limit: Int, countLimit: Int, worker: BackgroundWorker, released: @escaping (SealedPage) -> Void
    ) {
        self.worker = worker
        self.released = released
        account = ThumbnailAccount(limit: limit, countLimit: countLimit)
    }

    /// How many thumbnails there are.
    package var count: Int { account.count }

    /// The memory of all thumbnails, in bytes.
    package var bytes: Int { account.bytes }

    /// The most bytes that all thumbnails may take together.
    package var limit: Int { account.limit }

    /// The thumbnail that a page's render is to make once it is answered; nil where it needs none, or there is no
    /// memory for it.
    ///
    /// - Parameter number: gives what names it to viewers.
    func job(for rendition: Rendition, number: @escaping () -> Int) -> ThumbnailJob? {
        guard let wanted = account.wanted(of: rendition) else { return nil }
        do throws(OSError) {
            let memory = try SharedDescriptor.pixels(wanted.pixelBytes, named: "sheaf-thumbnail", worker: worker)
            making[wanted] = memory
            return ThumbnailJob(
                width: Int32(clamping: wanted.region.width), height: Int32(clamping: wanted.region.height),
                memory: memory
            ) { [self] isMade in
                guard making[wanted] === memory else { return }
                making[wanted] = nil
                if isMade { add(wanted, memory, number: number()) }
            }
        } catch {
            return nil
        }
    }

    /// Takes one in that a host has made, where nobody can change it any more.
    private func add(_ thumbnail: Rendition, _ memory: SharedDescriptor, number: Int) {
        guard Memfd.isSealed(memory.number), (try? Memfd.size(of: memory.number)) == thumbnail.pixelBytes else {
            return
        }
        add(
            SealedPage(
                descriptor: memory, rendition: thumbnail, number: number, bytes: thumbnail.pixelBytes,
                stride: thumbnail.stride, isCuttable: false))
    }

    /// The thumbnail that can be shown until a page is there. Counts as a use.
    func standIn(for rendition: Rendition) -> ServedPage? {
        account.find(for: rendition).map { ServedPage(memory: $0, origin: .thumbnail) }
    }

    /// The thumbnail of a page as that is now. Counts as a use.
    package func current(for rendition: Rendition) -> SealedPage? { account.current(for: rendition) }

    /// Takes one in that was rendered by itself; where there is no room it goes at once.
    func add(_ memory: SealedPage) {
        // An earlier render of the page may have made it.
        guard account.memory(of: memory.rendition) == nil else { return }
        release(account.add(memory.rendition, in: memory, bytes: Memfd.cost(ofBytes: memory.bytes)))
    }

    /// Whether this is one of them.
    func holds(_ memory: SealedPage) -> Bool { account.memory(of: memory.rendition) === memory }

    /// Sets how many bytes all may take together.
    package func setLimit(_ bytes: Int) { release(account.setLimit(bytes)) }

    /// Lets go of those of a document; of all without one. Those that are being made will not be taken in.
    package func removeAll(of document: DocumentID? = nil) {
        making = making.filter { document != nil && $0.key.document != document }
        release(account.removeAll(of: document))
    }

    private func release(_ memories: [SealedPage]) {
        for memory in memories { released(memory) }
    }
}
