import HostProtocol
import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import SheafPages

/// The limits of answers about a document's contents.
enum ContentLimits {
    /// The most entries of one answer.
    static let entries = 1_024
}

/// A page whose contents are asked for, as its reader shows it.
struct ContentPage {
    private let shown: PlacedPage
    /// All of it, in pixels.
    private let pixels: PixelSize
    /// In pixels per point.
    private let scale: Double
    private let rotation: Rotation

    fileprivate init(_ shown: PlacedPage, in pages: ReaderSurface) {
        self.shown = shown
        (pixels, scale) = pages.reducedGeometry(of: shown)
        rotation = pages.viewport.rotation
    }

    var page: PageID { shown.location.page }
    /// On the axis.
    var index: Int { shown.location.index }

    /// As it goes over the wire.
    var wire: DocumentInterface.Page {
        .init(
            page: Int(page.number), index: shown.location.index, label: shown.label, pageWidth: pixels.width,
            pageHeight: pixels.height)
    }

    /// Where an item is on it.
    func place(of item: DocumentItem) -> DocumentInterface.Place {
        place(of: PointBox(x0: item.x0, y0: item.y0, x1: item.x1, y1: item.y1))
    }

    /// Where a box is on it.
    func place(of box: PointBox) -> DocumentInterface.Place {
        let box = box.ordered
        let region = RenditionGeometry.region(
            fromX: box.x0, y: box.y0, toX: box.x1, y: box.y1, in: pixels, scale: scale, rotation: rotation)
        return .init(
            box: .init(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1),
            region: .init(x: region.x, y: region.y, width: region.width, height: region.height))
    }
}

/// Where links and entries lead to on one axis.
struct ContentTargets {
    fileprivate var pages: [PageID: (index: Int, label: String?)] = [:]

    /// Where they lead, on the axis.
    var indexes: [Int] { pages.values.map(\.index) }

    /// Where an item leads; nil where it leads to no page of the axis.
    func target(of item: DocumentItem) -> DocumentInterface.Target? {
        let kind = item.key.map { DocumentInterface.TargetKind(rawValue: $0) ?? .unknown }
        if let page = item.page {
            guard let found = pages[PageID(page)] else { return nil }
            return .init(
                page: Int(page), index: found.index, label: found.label, x: item.targetX, y: item.targetY, kind: kind)
        }
        return item.uri == nil && kind == nil ? nil : .init(uri: item.uri, kind: kind)
    }
}

// What documents say is looked up here, page by page, without turning to those pages.
extension ReaderSession {
    /// The index of the page that the reader shows on an axis now; nil where it shows none.
    func indexShown(on axis: ReaderAxis) -> Int? {
        advance()
        return (model.current?.surface == axis.axis.surface ? model.current : model.location(on: axis))?.index
    }

    /// The page at an index of an axis.
    ///
    /// - Parameter index: nil where the reader shows no page there.
    func contentPage(at index: Int?, on axis: ReaderAxis, _ inputs: CommandInputs) throws(Interruption) -> ContentPage {
        let surface = axis.axis.surface
        guard axis.exactCount != 0, let index else { throw .failure(.empty) }
        let target = CheckedTarget.number(.index(index)).text
        guard index >= 0, index < axis.exactCount ?? Int(MotionCheck.limit),
            let position = axis.documentIndex(of: index)
        else { throw .noSuchPage(target, on: axis) }
        if axis.document.pages.known(at: position) == nil {
            if let failure = try inputs.answer(to: .page(at: position), of: axis.document).failure {
                if failure.isPastTheEnd { throw .noSuchPage(target, on: axis) }
                throw .failure(.page(index: index, failure))
            }
        }
        guard let page = axis.document.pages.known(at: position)?.location.page,
            let shown = pages.placed(Location(surface, page: page, index: index))
        else { throw .failure(.changing) }
        return ContentPage(shown, in: pages)
    }

    /// A page whose place is known; nil where its size is not.
    func contentPage(of page: PageID, at index: Int, on axis: ReaderAxis) -> ContentPage? {
        pages.placed(Location(axis.axis.surface, page: page, index: index)).map { ContentPage($0, in: pages) }
    }

    /// Where items lead.
    func targets(
        of items: [DocumentItem], on axis: ReaderAxis, _ inputs: CommandInputs
    ) throws(Interruption) -> ContentTargets {
        var targets = ContentTargets()
        let pages = Set(items.compactMap { $0.page.map { PageID($0) } })
        guard !pages.isEmpty else { return targets }
        let document = axis.document
        // Most providers number their pages.
        let guesses = pages.sorted { $0.number < $1.number }.map { page in
            DocumentQuery.PagePosition(
                page: page, index: document.pages.known(page: page)?.location.index ?? Int(clamping: page.number))
        }
        let answer = try inputs.answer(to: .labels(guesses), of: document)
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .positions(.success(let positions)) = answer else { return targets }
        for (page, position) in positions {
            guard let index = axis.index(ofDocumentIndex: position), index < axis.exactCount ?? .max else { continue }
            targets.pages[page] = (index, document.pages.known(page: page)?.label)
        }
        return targets
    }

    /// How many pages are looked up at once, so that who turns a page waits for no more.
    private static let pagesAtOnce = 16

    /// The pages in a range of an axis, without those that can't be measured, and the index behind them where there are more.
    func pages(
        in range: Range<Int>, on axis: ReaderAxis, _ inputs: CommandInputs
    ) throws(Interruption) -> (found: [DocumentInterface.PageEntry], next: Int?) {
        let document = axis.document
        var next = range.lowerBound
        while next < min(range.upperBound, axis.exactCount ?? .max) {
            let end = min(next + Self.pagesAtOnce, range.upperBound, axis.exactCount ?? .max)
            guard let first = axis.documentIndex(of: next) else { break }
            if (next..<end).contains(where: { document.pages.known(at: first + $0 - next) == nil }) {
                let answer = try inputs.answer(to: .pages(first..<first + end - next), of: document)
                if let failure = answer.failure {
                    if failure.isPastTheEnd { break }
                    throw .failure(.document(failure))
                }
            }
            // Nobody may know how many there are until they end.
            if axis.exactCount == nil, document.pages.knownID(at: first) == nil { break }
            next = end
        }
        let found = (range.lowerBound..<max(next, range.lowerBound)).compactMap { index in
            axis.documentIndex(of: index).flatMap { document.pages.known(at: $0) }.map { page in
                DocumentInterface.PageEntry(
                    page: Int(page.location.page.number), index: index, label: page.label, width: page.size.width,
                    height: page.size.height, measured: page.isMeasured)
            }
        }
        return (found, next == range.upperBound && next < axis.exactCount ?? .max ? next : nil)
    }
}

extension PageModel.PageCount {
    /// As org.sheaf.Document has it.
    var documentWire: DocumentInterface.PageCount {
        let kind: DocumentInterface.PageCount.Kind =
            switch self {
            case .exact: .exact
            case .estimated: .estimated
            case .unknown: .unknown
            }
        return .init(kind: kind, pages: pages)
    }
}
