import HostProtocol
import HostSupervision
package import Navigation
import PageCache
package import PageModel
package import SheafDocuments
package import SheafPages
import Varlink

/// The pages of a reader: where each lies in its documents, what is known of it, and in which rendition the reader's viewport
/// shows it.
package final class ReaderSurface: PageSource {
    /// The page behind two axes that cross.
    package typealias Background = (document: ServedDocument, index: Int)

    /// The axes, one or two; the first one is in front when the reader is opened.
    package let axes: [ReaderAxis]
    /// The page that is seen where both axes are at their crossing.
    package private(set) var background: Background?
    /// Where an earlier run left the reader; nil where it is there, and for one that is new.
    package var restart: RestartPosition?
    /// The viewport that pages are shown in; the layouts of the axes have it too.
    package private(set) var viewport: Viewport
    /// The looks of the reader's pages.
    package private(set) var looks: ReaderLooks
    /// How many pixels a page may have.
    private(set) var limit: RenditionLimit
    /// Pages that were asked for lately, each where its index says (``position(of:on:)``): who leafs to and fro asks for the same
    /// again, and so does who comes to what was read ahead.
    private var views: [PageView?] = Array(repeating: nil, count: viewLimit)
    /// A power of two, with room for a spread of two pages, those around it, and the backs of all.
    private static let viewLimit = 16

    init(axes: [ReaderAxis], background: Background?, viewport: Viewport, looks: ReaderLooks, limit: RenditionLimit) {
        self.axes = axes
        self.background = background
        self.viewport = viewport
        self.looks = looks
        self.limit = limit
    }

    /// Each document that pages are shown of, once.
    package var documents: [ServedDocument] {
        (axes.map(\.document) + [background?.document].compactMap { $0 }).reduce(into: []) { unique, document in
            if !unique.contains(where: { $0 === document }) { unique.append(document) }
        }
    }

    /// The way in which pages of the first axis are taken together.
    var spread: SpreadKind { axes[0].arrangement.spread }

    /// How far the screen may be turned: what viewer and documents allow both.
    var orientations: Set<Orientation> {
        documents.reduce(viewport.allowed) { $0.intersection($1.orientations(of: viewport.size)) }
    }

    /// Shows pages in another viewport.
    func setViewport(_ viewport: Viewport) {
        self.viewport = viewport
        for axis in axes where axis.layout.viewport != viewport { axis.layout.viewport = viewport }
        forgetViews()
    }

    /// Shows pages in another way.
    func setLooks(_ looks: ReaderLooks) {
        self.looks = looks
        forgetViews()
    }

    /// Has another document behind the axes, where this one is.
    func replaceBackground(_ old: ServedDocument, with new: ServedDocument) {
        if background?.document === old { background?.document = new }
    }

    /// Sets how many pixels a page may have.
    func setLimit(_ limit: RenditionLimit) {
        self.limit = limit
        forgetViews()
    }

    /// Sets which page is behind two axes that cross, where one is.
    func setBackground(_ index: Int) { background?.index = index }

    /// Arranges the pages of an axis in another way.
    func arrange(_ axis: ReaderAxis, as arrangement: Arrangement, _ counted: CountedSpreads) {
        axis.arrange(as: arrangement, counted)
        forgetViews()
    }

    /// Takes the pages of an axis together as they were counted by now.
    func count(_ axis: ReaderAxis, as counted: CountedSpreads) {
        let isOther = axis.spreads != counted.spreads
        axis.count(as: counted)
        // A page that stands alone is shown in another size.
        if isOther { forgetViews() }
    }

    // MARK: Where pages are

    func axis(_ axis: Axis) -> ReaderAxis? {
        if axes[0].axis == axis { return axes[0] }
        return axes.count > 1 && axes[1].axis == axis ? axes[1] : nil
    }

    func axis(on surface: Surface) -> ReaderAxis? {
        if axes[0].surface == surface { return axes[0] }
        return axes.count > 1 && axes[1].surface == surface ? axes[1] : nil
    }

    package func count(on surface: Surface) -> Int? {
        surface == .background ? background?.document.count.exact : axis(on: surface)?.exactCount
    }

    package func page(at index: Int, on surface: Surface) -> PageID? {
        if let view = recentView(at: index, on: surface) { return view.page.location.page }
        guard let (document, index) = documentPosition(of: index, on: surface) else { return nil }
        return document.pages.knownID(at: index)
    }

    /// The document that a surface shows, and where in it a page of the surface is.
    package func documentPosition(of index: Int, on surface: Surface) -> (document: ServedDocument, index: Int)? {
        if surface == .background { return background.map { ($0.document, index) } }
        guard let axis = axis(on: surface), let index = axis.documentIndex(of: index) else { return nil }
        return (axis.document, index)
    }

    /// The surfaces on which pages of a document are shown.
    func surfaces(of document: ServedDocument) -> Set<Surface> {
        var surfaces = Set(axes.filter { $0.document === document }.map(\.axis.surface))
        if background?.document === document { surfaces.insert(.background) }
        return surfaces
    }

    /// The index on a surface of a page of its document; nil where it is not in the surface's part of that.
    func index(ofDocumentIndex index: Int, on surface: Surface) -> Int? {
        surface == .background ? index : axis(on: surface)?.index(ofDocumentIndex: index)
    }

    /// Where the pages of spreads are in the document that are not known yet; nil where all are.
    ///
    /// - Parameter kind: how pages are taken together; nil: as the axis has it.
    func unknownPages(in spreads: ClosedRange<Int>, of kind: Spreads? = nil, on axis: ReaderAxis) -> Range<Int>? {
        let kind = kind ?? axis.spreads
        let first = kind.pages(ofSpread: spreads.lowerBound).lowerBound
        let end = max(
            kind.pages(ofSpread: spreads.upperBound).upperBound, (kind.back(ofSpread: spreads.upperBound) ?? -1) + 1)
        // A reader is past the end for a while when pages have gone.
        var unknown: Range<Int>?
        for index in first..<max(min(end, axis.exactCount ?? end), first) where !isKnown(index, on: axis) {
            guard let position = axis.documentIndex(of: index) else { continue }
            unknown = (unknown?.lowerBound ?? position)..<position + 1
        }
        return unknown
    }

    private func isKnown(_ index: Int, on axis: ReaderAxis) -> Bool {
        if recentView(at: index, on: axis.surface) != nil { return true }
        return axis.documentIndex(of: index).map { axis.document.pages.known(at: $0) != nil } ?? true
    }

    // MARK: What is known of them

    /// The known page at a location, as it is in its document; nil where it was not looked up.
    package func found(_ location: Location) -> PlacedPage? {
        guard let (document, index) = documentPosition(of: location.index, on: location.surface) else { return nil }
        if let known = document.pages.known(at: index), known.location.page == location.page { return known }
        return document.pages.known(page: location.page)
    }

    /// The known page at a location, as it is on its surface; nil where it was not looked up.
    func placed(_ location: Location) -> PlacedPage? {
        found(location).map {
            PlacedPage(location: location, size: $0.size, label: $0.label, isMeasured: $0.isMeasured)
        }
    }

    /// The label that is printed on a page; nil where it has only its number, and where it was not looked up.
    func label(of location: Location) -> String? {
        if let view = recentView(at: location.index, on: location.surface), view.page.location.page == location.page {
            return view.page.label
        }
        return found(location)?.label
    }

    /// A page as the reader shows it; nil where it was not looked up.
    func view(of location: Location) -> PageView? {
        if let view = recentView(at: location.index, on: location.surface), view.page.location.page == location.page {
            return view
        }
        guard let page = placed(location),
            let (document, index) = documentPosition(of: location.index, on: location.surface)
        else { return nil }
        let view = PageView(
            page, of: document, at: index, as: rendition(of: page, in: document),
            isReduced: !limit.allows(geometry(of: page).size))
        // While a change is taken in the reader may still have a page where it was before: it is not looked for there.
        if document.pages.knownID(at: index) == location.page {
            views[Self.position(of: location.index, on: location.surface)] = view
        }
        return view
    }

    /// The pages as the reader shows them, of those that are known.
    func views(of locations: some Sequence<Location>) -> [PageView] { locations.compactMap { view(of: $0) } }

    /// The page at an index as the reader shows it, where it was asked for lately.
    func recentView(at index: Int, on surface: Surface) -> PageView? {
        guard let view = views[Self.position(of: index, on: surface)], view.page.location.index == index,
            view.page.location.surface == surface, view.isCurrent
        else { return nil }
        return view
    }

    /// Where a view is kept. Pages that are near each other are not in each other's way.
    private static func position(of index: Int, on surface: Surface) -> Int {
        (surface == .horizontal ? index : index + viewLimit / 2) & (viewLimit - 1)
    }

    private func forgetViews() {
        for position in views.indices { views[position] = nil }
    }

    // MARK: Renditions

    /// The size of a page in this viewport, in pixels, and its scale in pixels per point.
    func geometry(of page: PlacedPage) -> (size: PixelSize, scale: Double) { geometry(of: page, in: viewport) }

    /// The size of a page in any viewport, in pixels, and its scale in pixels per point.
    func geometry(of page: PlacedPage, in viewport: Viewport) -> (size: PixelSize, scale: Double) {
        let part = axis(on: page.location.surface).map {
            $0.spreads.part(ofPage: page.location.index, order: $0.arrangement.order)
        }
        let scale = viewport.scale(for: page.size, in: part ?? .whole)
        return (RenditionGeometry.pixelSize(of: page.size, scale: scale, rotation: viewport.rotation), scale)
    }

    /// The size and scale of a page as of ``geometry(of:)``, or where that is above the limit, at the largest scale
    /// within it.
    func reducedGeometry(of page: PlacedPage) -> (size: PixelSize, scale: Double) {
        reducedGeometry(of: page, in: viewport)
    }

    /// The size and scale of a page as of ``reducedGeometry(of:)``, in any viewport and format.
    func reducedGeometry(
        of page: PlacedPage, in viewport: Viewport, as format: PixelFormat = .bgrx8888
    ) -> (size: PixelSize, scale: Double) {
        let asked = geometry(of: page, in: viewport)
        let limit = RenditionLimit(pixels: limit.pixels, side: min(limit.side, format.longestSide))
        guard !limit.allows(asked.size) else { return asked }
        let scale = limit.scale(of: page.size, upTo: asked.scale)
        return (RenditionGeometry.pixelSize(of: page.size, scale: scale, rotation: viewport.rotation), scale)
    }

    /// All of a page in this viewport, as pixels: what a turn shows.
    private func rendition(of page: PlacedPage, in document: ServedDocument) -> Rendition {
        let (size, scale) = reducedGeometry(of: page)
        return rendition(of: page.location.page, in: document, size, scale: scale)
    }

    private func rendition(
        of page: PageID, in document: ServedDocument, _ size: PixelSize, scale: Double
    ) -> Rendition {
        Rendition(
            document: document.id, page: page, edition: document.pages.edition(of: page), scale: scale,
            rotation: viewport.rotation, region: PixelRegion(all: size), format: .bgrx8888, paper: looks.paper)
    }

    /// All of a page in small, turned as the viewport turns it.
    func thumbnail(of page: PlacedPage, in document: ServedDocument) -> Rendition {
        let scale = Double(Thumbnail.side) / max(page.size.width, page.size.height)
        let size = RenditionGeometry.pixelSize(of: page.size, scale: scale, rotation: viewport.rotation)
        return rendition(of: page.location.page, in: document, size, scale: scale)
    }

    /// A page in the form in which a turn shows it, without its being noted as asked for; nil where it was not looked up.
    func rendition(at index: Int, on surface: Surface) -> Rendition? {
        if let view = recentView(at: index, on: surface) { return view.rendition }
        guard let (document, place) = documentPosition(of: index, on: surface),
            let id = document.pages.knownID(at: place),
            let page = placed(Location(surface, page: id, index: index))
        else { return nil }
        return rendition(of: page, in: document)
    }

    /// The rendition of a page as large as the viewport, in place of one whose size is unknown: a stand-in is looked
    /// for by it.
    func rendition(ofUnknown location: Location) -> Rendition? {
        guard let (document, _) = documentPosition(of: location.index, on: location.surface) else { return nil }
        return rendition(of: location.page, in: document, viewport.effectiveSize, scale: 1)
    }
}

/// A page as a reader shows it, for as long as nothing about it changes.
final class PageView {
    let document: ServedDocument
    /// The index of the page in the document.
    let documentIndex: Int
    /// Where it is on its surface, and what is known of it.
    let page: PlacedPage
    /// All of it, in the reader's viewport.
    let rendition: Rendition
    /// Whether that has fewer pixels than the viewport asks for.
    let isReduced: Bool
    /// The record of the rendition; nil where it was not looked up since it was last forgotten.
    var record: PageRecord?
    /// The record's part of replies, as it was written for this page last.
    var replyPart: ReplyPart?
    /// The last connection that it was handed over to, in which state of the account of leases.
    var lease: (connection: ConnectionID, number: Int, epoch: UInt64)?
    /// The state of the document's pages that it is of.
    private let version: Int

    fileprivate init(
        _ page: PlacedPage, of document: ServedDocument, at index: Int, as rendition: Rendition, isReduced: Bool
    ) {
        self.page = page
        self.document = document
        documentIndex = index
        self.rendition = rendition
        self.isReduced = isReduced
        version = document.pages.version
    }

    /// The page out of the cache; nil where it was not found there.
    var handed: HandedPage? { record?.cached.map { HandedPage(view: self, served: $0) } }

    /// Whether it still is what the document has there.
    var isCurrent: Bool { version == document.pages.version }
}

/// A page that is handed over: one that was served, in its place on a reader's surface. Readers that share a page have it in other places,
/// so that what is served (``ServedPage``) has none.
struct HandedPage {
    let view: PageView
    let served: ServedPage
}

/// Where an earlier run left a reader, as long as that was not looked up.
package struct RestartPosition {
    /// Whether it is elsewhere than it was noted: it has turned since, or pages have come or gone.
    package let isMoved: Bool
    /// The pages that it rested on in documents that were changing, where they were before that.
    package let pages: [Location]

    package init(isMoved: Bool, pages: [Location]) {
        self.isMoved = isMoved
        self.pages = pages
    }
}

/// Where in the text of a document that flows a reader was brought to by other looks: as long as it does not turn it is there, which need
/// not be where its page begins.
package struct TextAnchor: Equatable {
    package let page: PageID
    package let position: Int64
    /// The number of its last transition step.
    package let transition: Int

    package init(page: PageID, position: Int64, transition: Int) {
        self.page = page
        self.position = position
        self.transition = transition
    }
}

extension ReaderAxis {
    /// Whether it shows its document whole and moves by itself: the pages of a part of it, and those at which another axis crosses, would
    /// be others where they are laid out or ordered in another way.
    var isWhole: Bool { first == 0 && length == nil && unlocks == nil }

    /// The field of looks that its document can't take; nil where it can be shown so.
    func refusal(of looks: DocumentLooks) -> String? {
        let opened = document.opened
        if isWhole { return nil }
        if opened.flows, opened.looks.flow != looks.flow { return "flow" }
        return opened.takesOrders && opened.looks.order != looks.order ? "order" : nil
    }
}
