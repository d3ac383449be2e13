import Navigation
import PageModel
import SheafOS

/// A reading position in a document, or in two along axes that cross, with one viewport.
final class Reader {
    /// How many commands may wait for one that has to look for a page.
    static let maxWaitingSteps = 64
    /// With so many waiting, of drag offsets that follow each other only the last one waits.
    static let maxWaitingOffsets = 32

    /// Unguessable: who knows it may use it, if it is the same user.
    let id: String
    /// The user who opened it.
    let uid: UInt32
    /// Which renders are for it, and which pages it protects.
    let key: ReaderKey
    /// One or two.
    let axes: [ReaderAxis]
    /// The page that is seen where both axes are at their crossing.
    let background: (document: ServedDocument, index: Int)?
    /// Whether its viewer turns pages itself, and reports what it shows.
    let isManual: Bool
    /// How many pixels its pages may have.
    var limit: RenditionLimit
    /// What it shows pages in; the layouts of its axes follow.
    var viewport: Viewport {
        didSet { for axis in axes where axis.layout.viewport != viewport { axis.layout.viewport = viewport } }
    }
    /// Where it stands, and what a command means for that.
    var machine: ReaderMachine
    /// Where it jumped from.
    var history = JumpHistory() { didSet { for axis in axes { axis.anticipated = nil } } }
    /// Its commands, in the order in which they came.
    let steps = StepQueue()
    /// Who is told what happens to it.
    var watches: [ReaderWatch] = []
    /// What it is to show next: one spread, or what a manual reader's viewer shows, each page by itself.
    var deliveries: [SpreadDelivery] = []
    /// The last region that was asked for.
    var region: RegionRequest?
    /// The indexes whose pages are being looked for, to be rendered ahead.
    var lookingAhead: Set<Location> = []
    /// Whether providers were told of pages that it may want soon.
    var isAdvised = false
    /// Runs until the machine has something to do.
    var timer: (due: Instant, source: TimerSource)?
    /// The connection that drags or moves a page.
    var holder: ObjectIdentifier?
    /// The drag offset that waits behind everything else.
    var lateOffset: LateOffset?
    /// Changes of its documents that wait for their turn in ``steps``, and who is told when they are taken in.
    var changes: [DocumentID: [() -> Void]] = [:]
    /// Drag offsets that did not fit.
    var badOffsets = 0
    /// How many times its provider is looking at its source again for it.
    var refreshes = 0
    /// When it was turned last, and how long after the time before, in microseconds.
    var lastTurn: UInt64?
    var turnInterval: UInt64?
    /// How many of its last turns went further than to a neighbour, each soon after the one before.
    var leaps = 0
    /// Runs while nothing is read ahead of it, until it stays somewhere.
    var rest: TimerSource?
    /// Runs until it may have stayed on a page for long enough to ask for its links.
    var stillness: TimerSource?
    /// The connections that have used it and are open.
    var connections: Set<ObjectIdentifier> = []
    /// Runs while no connection uses it.
    var expiry: TimerSource?

    init(
        id: String, uid: UInt32, key: ReaderKey, axes: [ReaderAxis], setups: [AxisSetup],
        background: (document: ServedDocument, index: Int)?, isManual: Bool, viewport: Viewport,
        limit: RenditionLimit
    ) {
        self.id = id
        self.uid = uid
        self.key = key
        self.axes = axes
        self.background = background
        self.isManual = isManual
        self.limit = limit
        self.viewport = viewport
        machine = ReaderMachine(axes: Array(zip(axes.map(\.axis), setups)), isManual: isManual)
    }

    /// The document of its first axis.
    var document: ServedDocument { axes[0].document }

    /// The pages that it is to show next, in the order in which they are rendered.
    var deliveredParts: [SpreadDelivery.Part] { deliveries.flatMap(\.parts) }

    /// Whether it has ended: what was under way for it then comes to nothing.
    var isClosed: Bool { !machine.isOpen }
    /// Whether it is not open yet: one of an earlier run, whose pages are still looked up.
    var isComing: Bool { !machine.isOpen && !machine.hasEnded }

    /// What its machine is told of its pages.
    var pages: ReaderPages { ReaderPages(reader: self) }

    /// Each document that it shows pages of, once.
    var documents: [ServedDocument] {
        (axes.map(\.document) + [background?.document].compactMap { $0 }).reduce(into: []) { unique, document in
            if !unique.contains(where: { $0 === document }) { unique.append(document) }
        }
    }

    /// How far the screen may be turned: what viewer and documents allow both.
    var orientations: Set<Orientation> {
        documents.reduce(viewport.allowed) { $0.intersection($1.orientations(of: viewport.size)) }
    }

    /// The first page that it shows; nil where its document is empty.
    var current: Location? { machine.shown.pages.first }

    /// The first of an axis' own pages where it last settled, also where another is seen through its crossing; nil where it
    /// has none.
    func place(on axis: ReaderAxis) -> Location? {
        if let page = machine.settled(on: axis.axis)?.pages.first { return page }
        guard let spread = machine.position(of: axis.axis), axis.count != .exact(0) else { return nil }
        let index = axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
        return pages.page(at: index, on: axis.axis.surface).map { Location(axis.axis.surface, page: $0, index: index) }
    }

    func axis(_ axis: Axis) -> ReaderAxis? { axes.first { $0.axis == axis } }

    func axis(on surface: Surface) -> ReaderAxis? { axes.first { $0.axis.surface == surface } }

    /// Where a page of a surface is in its document.
    func place(of index: Int, on surface: Surface) -> (document: ServedDocument, index: Int)? {
        if surface == .background { return background.map { ($0.document, index) } }
        guard let axis = axis(on: surface), let index = axis.documentIndex(of: index) else { return nil }
        return (axis.document, index)
    }

    /// What is known of a page.
    func found(_ location: Location) -> ServedDocument.FoundPage? {
        guard let (document, index) = place(of: location.index, on: location.surface) else { return nil }
        if let known = document.known(at: index), known.location.page == location.page { return known }
        return document.known(page: location.page)
    }

    /// A page with what is known of it; nil where it was not looked up.
    func shownPage(_ location: Location) -> ShownPage? {
        guard let found = found(location), let (document, index) = place(of: location.index, on: location.surface)
        else {
            return nil
        }
        return ShownPage(
            document: document, location: location, place: index, size: found.size, label: found.label)
    }

    /// The size of a page in this viewport, in pixels, and its scale in pixels per point.
    func geometry(of page: ShownPage) -> (size: PixelSize, scale: Double) {
        let part = axis(on: page.location.surface).map {
            $0.arrangement.spreads.part(ofPage: page.location.index, order: $0.arrangement.order)
        }
        let scale = viewport.scale(for: page.size, in: part ?? .whole)
        return (RenditionGeometry.pixelSize(of: page.size, scale: scale, rotation: viewport.rotation), scale)
    }

    /// As ``geometry(of:)``, or where that is above the limit, at the largest scale within it.
    func reducedGeometry(of page: ShownPage) -> (size: PixelSize, scale: Double) {
        let asked = geometry(of: page)
        guard !limit.allows(asked.size) else { return asked }
        let scale = limit.scale(of: page.size, upTo: asked.scale)
        return (RenditionGeometry.pixelSize(of: page.size, scale: scale, rotation: viewport.rotation), scale)
    }

    /// All of a page in this viewport, as pixels: what a turn shows.
    func rendition(of page: ShownPage) -> Rendition {
        let (size, scale) = reducedGeometry(of: page)
        return Rendition(
            document: page.document.id, page: page.location.page,
            edition: page.document.edition(of: page.location.page),
            scale: scale, rotation: viewport.rotation, region: PixelRegion(all: size), format: .bgrx8888)
    }

    /// What would be a page's rendition if it were as large as the viewport: for what is as large as what is seen.
    func rendition(ofUnknown location: Location) -> Rendition? {
        guard let (document, _) = place(of: location.index, on: location.surface) else { return nil }
        return Rendition(
            document: document.id, page: location.page, edition: document.edition(of: location.page), scale: 1,
            rotation: viewport.rotation, region: PixelRegion(all: viewport.effectiveSize), format: .bgrx8888)
    }

    /// The renditions of pages, of those that are known.
    func renditions(of locations: [Location]) -> [Rendition] {
        locations.compactMap { location in shownPage(location).map { rendition(of: $0) } }
    }
}

/// A drag offset that waits; one that comes later takes its place where too many do.
final class LateOffset {
    var offset: Double

    init(_ offset: Double) {
        self.offset = offset
    }
}

/// A page as one reader has it: in which document, where along its axis, and what is known of it.
struct ShownPage {
    let document: ServedDocument
    let location: Location
    /// Its index in the document.
    let place: Int
    let size: PageSize
    /// What is printed on it; nil where it has only its number.
    let label: String?
}
