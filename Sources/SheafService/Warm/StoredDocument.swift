import Navigation
import PageModel
import ProviderHost

extension StoreInterface.Document {
    /// - Parameters:
    ///   - library: the file of its provider.
    ///   - known: what is to be known of its pages without asking: those that are kept or shown.
    init(
        _ document: ServedDocument, library: String, known: [ServedDocument.FoundPage], renderTime: UInt64?
    ) {
        let opened = document.opened
        let identity = opened.identity
        let editions = document.editions
        self.init(
            name: document.name, number: Int(clamping: document.id.number),
            uid: opened.owner.uid.map { Int($0) }, path: document.path, library: library, provider: opened.provider,
            capabilities: opened.capabilities.names,
            device: Int(bitPattern: UInt(identity.device)), inode: Int(bitPattern: UInt(identity.inode)),
            size: Int(bitPattern: UInt(identity.size)), changed: Int(identity.changed),
            count: Int(opened.count.pages ?? -1), isExact: document.count.isExact,
            firstPage: opened.firstPage.map { Int($0) }, edition: editions.all,
            editions: editions.pages.map { .init(page: Int($0.key.number), edition: $0.value) },
            shapes: document.shapes?.map(\.rawValue),
            known: known.map { page in
                .init(
                    page: Int(page.location.page.number), index: page.location.index, width: page.size.width,
                    height: page.size.height, label: page.label, measured: page.isMeasured)
            },
            renderTime: renderTime.map { Int(clamping: $0) })
    }

    /// Whose it is; nil where that can't be.
    var owner: HostOwner? {
        guard let uid else { return .library }
        return UInt32(exactly: uid).map { .uid($0) }
    }

    /// What file it was.
    var identity: DocumentIdentity {
        DocumentIdentity(
            device: UInt64(UInt(bitPattern: device)), inode: UInt64(UInt(bitPattern: inode)),
            size: UInt64(UInt(bitPattern: size)), changed: Int64(changed))
    }

    /// How many pages it had.
    var pageCount: ProviderHost.PageCount {
        guard count >= 0 else { return .unknown }
        return isExact ? .exact(Int64(count)) : .estimated(Int64(count))
    }
}
