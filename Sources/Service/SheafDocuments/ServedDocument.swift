package import HostProtocol
package import HostSupervision
package import PageModel

/// An open document and what is known of its pages. All readers of one owner who opened the same file share it.
package final class ServedDocument {
    /// The id of the document in the cache.
    package let id: DocumentID
    /// The name on the wire.
    package let name: String
    /// The document as its host has it open.
    package let opened: HostDocument
    /// The path that it was opened by, below a library folder.
    package let path: String?
    /// Where its file is found.
    package let origin: DocumentOrigin
    /// The name of the file, as far as anybody has said it.
    package private(set) var fileName: String?
    /// Tells what happens to its file; nil where that can't be told.
    let watch: DocumentWatch?
    /// Opens the document again when its file has changed.
    var reopening: DocumentReopening?
    /// Whether who opened it has named its provider: another one may be surer of it.
    package var isOfNamedProvider = false
    /// Whether its file has lost its name, and nothing was found in its place: what is served is what it was.
    package var isRemoved = false
    /// The state of the document's digest (``DocumentDigests``); nil while nobody wanted to know it.
    package var digesting: DocumentDigesting?
    /// The file as its pages and places were last taken to be of (``MarkCopies``).
    package var markedIdentity: DocumentIdentity
    /// How many readers show the document.
    package var readers = 0
    /// The page that a reader moves by hand; nil while none does.
    package var mover: PageMover?
    /// The changes that its readers have not taken in yet.
    package let changes = PendingChanges()
    /// The known pages of the document.
    package let pages = DocumentPages()
    private weak var owner: (any DocumentTableOwner)?
    /// The shapes of screen that it takes (``learnMetadata(for:completion:)``); nil while it was not asked.
    package var shapes: Set<ScreenShape>?
    /// The view that it asks for at first; nil while it was not asked.
    package var firstView: FirstView?

    /// Where the links of its pages lead.
    package var links = LinkTargets()

    /// - Parameter owner: is told what is learnt of its pages.
    init(
        id: DocumentID, opened: HostDocument, path: String?, origin: DocumentOrigin, watch: DocumentWatch?,
        owner: (any DocumentTableOwner)?
    ) {
        self.id = id
        self.watch = watch
        self.owner = owner
        self.name = "d\(id.number)"
        self.opened = opened
        markedIdentity = opened.identity
        self.path = path
        self.origin = origin
        if let path { fileName = Self.fileName(of: path) }
    }

    /// Whether its pages are what they would be with these looks.
    package func has(_ looks: DocumentLooks) -> Bool {
        opened.looks.trim == looks.trim
            && (!opened.flows || opened.looks.flow == looks.flow && opened.looks.suffix == looks.suffix)
            && (!opened.takesOrders || opened.looks.order == looks.order)
    }

    /// Whether another one differs from it in nothing but its looks.
    package func isSameFile(as other: ServedDocument) -> Bool {
        opened.identity == other.opened.identity && opened.owner == other.opened.owner
            && opened.provider == other.opened.provider
    }

    /// Whether what takes the place of its file is found by itself: one of the library is.
    var isFoundByPath: Bool { if case .file = origin { true } else { false } }

    /// The title for people: the document's own, else the name of its file; nil where neither is known.
    package var title: String? { opened.title ?? fileName }

    /// The name of the document in a line of the log, with its title where that is known.
    package var logName: String { title.map { "\(name) (\($0))" } ?? name }

    /// Notes what a client calls its file, where nobody has said that before. What the library has is called by its path.
    package func learn(fileName: String?) {
        if self.fileName == nil { self.fileName = fileName.flatMap(Self.fileName(of:)) }
    }

    private static func fileName(of path: String) -> String? {
        DocumentTitle.clean(String(path.split(separator: "/").last ?? ""))
    }

    /// Tells readers of the sizes that were learnt since they were told last.
    func tellSizes() {
        let learnt = pages.takeLearnt()
        if !learnt.isEmpty { owner?.documentSizesLearnt(self, of: learnt) }
    }

    /// How many pages there are: as the provider says or, where it does not say exactly, as was met.
    package var count: PageModel.PageCount {
        switch opened.count {
        case .exact(let pages): .exact(Int(clamping: pages))
        case .estimated(let pages), .counting(let pages, _):
            self.pages.end.map { .exact($0) } ?? .estimated(Int(clamping: pages))
        case .unknown: self.pages.end.map { .exact($0) } ?? .unknown
        }
    }

    /// How many pages its provider has counted so far; nil where it counts none, and where its end was met before.
    package var counted: Int? {
        guard pages.end == nil, case .counting(_, let counted) = opened.count else { return nil }
        return Int(clamping: counted)
    }
}

/// A reader that moves a page of a document by hand.
package struct PageMover {
    package let reader: ReaderKey
    /// The index that the page had when it was taken up.
    package let index: Int
    /// The edition of the document whose provider knows of the move.
    package let edition: Int

    package init(reader: ReaderKey, index: Int, edition: Int) {
        self.reader = reader
        self.index = index
        self.edition = edition
    }
}
