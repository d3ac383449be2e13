import Navigation
import PageModel
import SheafOS

/// A reading position in a document, with one viewport.
final class Reader {
    /// How many turns may wait for one whose page is being looked for.
    static let maxWaitingTurns = 64

    /// Who protects pages and waits for them.
    let key: ReaderKey
    /// Unguessable: who knows it may use it, if it is the same user.
    let id: String
    let uid: UInt32
    let document: ServedDocument
    var viewport: Viewport
    var machine = ReaderMachine()
    /// The page that it shows.
    var shown: ServedDocument.FoundPage
    /// The rendition of that page which is protected from eviction.
    var protected: Rendition?
    var held = HeldPages()
    var watches: [ReaderWatch] = []
    /// The indexes whose pages are being looked for, to be rendered ahead.
    var lookingAhead: Set<Int> = []
    /// A page is being looked for that it is to turn to.
    var isLookingUp = false
    /// The turns that came meanwhile, in order.
    var waitingTurns: [() -> Void] = []
    /// The connections that have used it and are open.
    var connections: Set<ObjectIdentifier> = []
    /// Runs while no connection uses it.
    var expiry: TimerSource?

    init(
        key: ReaderKey, id: String, uid: UInt32, document: ServedDocument, viewport: Viewport,
        shown: ServedDocument.FoundPage
    ) {
        self.key = key
        self.id = id
        self.uid = uid
        self.document = document
        self.viewport = viewport
        self.shown = shown
    }

    /// Whether it has ended: what was under way for it then comes to nothing.
    var isClosed: Bool { machine.current == nil }

    /// The size of a page in this viewport, in pixels, and its scale in pixels per point.
    func geometry(of page: ServedDocument.FoundPage) -> (size: PixelSize, scale: Double) {
        let scale = viewport.scale(for: page.size)
        return (RenditionGeometry.pixelSize(of: page.size, scale: scale, rotation: viewport.rotation), scale)
    }

    /// All of a page in this viewport, as pixels: what a turn shows.
    func rendition(of page: ServedDocument.FoundPage) -> Rendition {
        let (size, scale) = geometry(of: page)
        return Rendition(
            document: document.id, page: page.location.page,
            edition: document.edition(of: page.location.page), scale: scale, rotation: viewport.rotation,
            region: PixelRegion(all: size), format: .bgrx8888)
    }
}
