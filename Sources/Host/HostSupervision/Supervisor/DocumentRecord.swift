package import HostProtocol
import SheafOS
import Varlink

/// An event of a document that nobody has asked for.
package enum DocumentNews {
    /// The provider says that the document has changed.
    case changed(DocumentChange)
    /// More pages are counted, because an answer lay behind those that were.
    case countedOn
    /// A page is not drawn or measured any more, since that has ended so many hosts.
    case refused(page: Int64)
}

/// The record of a document, or of a file that may turn out to be one, whichever hosts have it open.
final class DocumentRecord {
    let id: DocumentID
    let provider: ProviderID
    /// The manifest of the provider when the record was made.
    let manifest: ProviderManifest
    let owner: HostOwner
    /// nil while it is being examined.
    let files: DocumentFiles?
    /// The password that the document is opened with. It is kept here and nowhere else.
    let password: String?
    let looks: DocumentLooks
    var isLocked = false
    var flows = false
    var isSequential = false
    var title: String?
    var count = PageCount.unknown
    /// The count that its provider has kept of it, for the next host that opens it; nil where there is none.
    var kept: [UInt8]?
    /// The name under which that is kept for later (``KeptCounts``); nil where it is not.
    var keptName: String?
    var firstPage: Int64?
    /// Gets what happens to the document once it is open.
    var tell: (DocumentNews) -> Void = { _ in }
    /// The changes that the provider tells, on their way to the document.
    let changes: ChangeNotices

    init(
        id: DocumentID, provider: ProviderID, manifest: ProviderManifest, owner: HostOwner, files: DocumentFiles?,
        password: String?, looks: DocumentLooks, on loop: EventLoop
    ) {
        self.id = id
        self.provider = provider
        self.manifest = manifest
        self.owner = owner
        self.files = files
        self.password = password
        self.looks = looks
        changes = ChangeNotices(on: loop)
        changes.deliver = { [weak self] in self?.tell(.changed($0)) }
    }

    /// Takes in how many pages a host finds when it opens the document. One that begins to count knows less than is known.
    func learn(_ found: PageCount) {
        if case .counting = found, case .exact = count { return }
        count = found
    }

    /// Takes in what a host says when it has opened the document; false where no host says this.
    func learn(_ reply: HostInterface.OpenReply) -> Bool {
        guard let count = PageCount(reply.count), reply.title?.utf8.count ?? 0 <= DocumentTitle.limit else {
            return false
        }
        learn(count)
        firstPage = reply.firstPage.map { Int64($0) }
        isLocked = reply.locked
        flows = reply.flows ?? false
        isSequential = reply.sequential ?? false
        title = reply.title.flatMap(DocumentTitle.clean)
        return true
    }
}

/// The queue of changes that a provider tells of one document. The first is delivered at once, later ones together
/// after an interval.
final class ChangeNotices {
    /// In microseconds: five times a second readers take in what has changed.
    static let interval: UInt64 = 200_000
    /// When the looks of more pages have changed, everything has.
    static let mostPages = 64

    /// Gets each change.
    var deliver: (DocumentChange) -> Void = { _ in }
    private let loop: EventLoop
    private var isAll = false
    private var isOrder = false
    private var pages: [Int64] = []
    private var isOnItsWay = false
    private var timer: TimerSource?

    init(on loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        timer?.cancel()
    }

    /// A change that the provider tells.
    func add(_ change: DocumentChange) {
        switch change {
        case .all: isAll = true
        case .pages: isOrder = true
        case .page(let page):
            if !pages.contains(page) { pages.append(page) }
            if pages.count > Self.mostPages { isAll = true }
        }
        guard !isOnItsWay else { return }
        isOnItsWay = true
        hurry()
    }

    /// Delivers the queued changes before the next completion: somebody has asked for them.
    func hurry() {
        guard isAll || isOrder || !pages.isEmpty else { return }
        loop.afterThisBatch { [weak self] in self?.deliverAll() }
    }

    /// Delivers all queued changes.
    func deliverAll() {
        let changes: [DocumentChange] = isAll ? [.all] : (isOrder ? [.pages] : []) + pages.map { .page($0) }
        (isAll, isOrder, pages) = (false, false, [])
        guard !changes.isEmpty else {
            isOnItsWay = false
            return
        }
        timer = try? loop.schedule(after: Self.interval) { [weak self] in self?.deliverAll() }
        if timer == nil { isOnItsWay = false }
        for change in changes { deliver(change) }
    }
}
