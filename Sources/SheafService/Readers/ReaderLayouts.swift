import Navigation
import PageModel
import ProviderHost
import SheafInterface

// Where the pages of a reader lie, and what is at a point of its viewport.
extension ReaderSession {
    /// Has the layout of an axis learn the size of a page, where it is known; the watches are told.
    func learnSize(ofPage index: Int, on axis: ReaderAxis) {
        guard let position = axis.documentIndex(of: index), let found = axis.document.known(at: position),
            found.isMeasured, !axis.layout.knows(found.size, of: index)
        else { return }
        let anchor = layoutAnchor(on: axis)?.index ?? 0
        let before = axis.layout.frame(ofPage: index)
        guard let change = axis.layout.measure(index, found.size, anchor: anchor) else { return }
        // A page that is as large as it was taken to be changes nothing.
        guard !watches.isEmpty, change.movedBy != 0 || before.map({ !$0.covers(change.frame) }) ?? true else { return }
        watches.send(
            .init(
                layout: .init(
                    reader: name, axis: axis.axis.wire, frame: wire(change.frame, on: axis),
                    movedBy: Double(change.movedBy), length: axis.layout.length.map { Double($0.pixels) } ?? -1,
                    version: axis.layout.number)))
    }

    /// Tells the watches of a page that is not drawn any more, where that holds for this reader's user.
    func refused(_ page: PageID, of document: ServedDocument) {
        guard step.isOpen, let index = document.known(page: page)?.location.index else { return }
        for axis in pages.axes where axis.document === document {
            guard let index = axis.index(ofDocumentIndex: index), let reason = refusal(ofPage: index, on: axis) else {
                continue
            }
            watches.send(.init(refused: .init(page: Int(page.number), index: index, reason: reason)))
        }
        watches.flush()
    }

    /// Why a page of an axis is not drawn for this reader's user, since that has ended hosts; nil where it may be.
    private func refusal(ofPage index: Int, on axis: ReaderAxis) -> String? {
        guard let rendition = pages.rendition(at: index, on: axis.axis.surface) else { return nil }
        let pixels = rendition.region.width * rendition.region.height
        return axis.document.opened.refusal(ofPage: rendition.page.number, pixels: pixels, for: uid)?.message
    }

    /// The page of an axis that the reader looks at, or will: what lies around it moves, and it does not; nil where there is none.
    func layoutAnchor(on axis: ReaderAxis) -> Location? {
        step.landing.pages.first { $0.surface == axis.axis.surface } ?? location(on: axis)
    }

    /// A frame as it goes over the wire.
    func wire(_ frame: PageFrame, on axis: ReaderAxis) -> ReaderInterface.Frame {
        ReaderInterface.Frame(
            page: (pages.page(at: frame.page, on: axis.axis.surface)?.number).map { Int($0) },
            index: frame.page, along: Double(frame.along), across: Double(frame.across),
            width: Double(frame.pixels.width), height: Double(frame.pixels.height), measured: frame.isMeasured,
            refused: refusal(ofPage: frame.page, on: axis))
    }

    /// What is seen at a point of the viewport now; nil where there is nothing.
    func pages(atX x: Double, y: Double) -> PointedPages? {
        advance()
        guard let front = page(atX: x, y: y) else { return nil }
        // Behind a blank part of a page of an axis is what lies behind both.
        let behind = front.page.location.surface == .background ? nil : background(atX: x, y: y)
        return PointedPages(front: front, behind: behind)
    }

    /// What is at a point of the viewport, as an answer.
    func hitTest(_ pages: PointedPages?, _ answers: Answers) throws(Interruption) -> ReaderInterface.HitTestReply {
        guard let pages else {
            return ReaderInterface.HitTestReply(location: nil, x: 0, y: 0, background: false, claims: false)
        }
        let front = pages.front
        var hit = HitResult.unclaimed
        let document = front.page.document
        if document.opened.capabilities.contains(.hit),
            case .hit(let result) = try answers.answer(
                to: .hit(front.page.location.page, x: front.x, y: front.y), of: document)
        {
            hit = result
        }
        guard hit == .background else {
            return ReaderInterface.HitTestReply(
                location: front.location, x: front.x, y: front.y, background: false, claims: hit == .claimed)
        }
        let point = pages.behind ?? front
        return ReaderInterface.HitTestReply(
            location: pages.behind?.location, x: point.x, y: point.y, background: true, claims: false)
    }

    /// The page that is seen at a point of the viewport, and the point on it.
    private func page(atX x: Double, y: Double) -> PointedPages.Point? {
        guard let axis = pages.axis(step.front) else { return nil }
        // What is seen through a crossing is another's page, which has the viewport for itself.
        if let seen = step.shown.pages.first, step.isAtRest, seen.surface != axis.axis.surface {
            return point(x: x, y: y, on: seen)
        }
        let offset = inspect { $0.position(of: axis.axis, at: context.now) }
        guard let hit = HitGeometry(axis.layout, offset: offset).hit(x: x, y: y),
            let id = pages.page(at: hit.page, on: axis.axis.surface),
            let page = pages.shownPage(Location(axis.axis.surface, page: id, index: hit.page))
        else { return nil }
        return .init(page: page, location: wire(page.location), x: hit.x, y: hit.y)
    }

    /// The point on the page behind the axes that would be seen at a point of the viewport.
    private func background(atX x: Double, y: Double) -> PointedPages.Point? {
        inspect { $0.heldPages }.first { $0.surface == .background }.flatMap { point(x: x, y: y, on: $0) }
    }

    /// The point on a page that has the viewport for itself.
    private func point(x: Double, y: Double, on location: Location) -> PointedPages.Point? {
        guard let page = pages.shownPage(location) else { return nil }
        var layout = AxisLayout(viewport: pages.viewport, count: 1)
        _ = layout.measure(0, page.size, anchor: 0)
        return HitGeometry(layout, offset: 0).hit(x: x, y: y).map {
            .init(page: page, location: wire(location), x: $0.x, y: $0.y)
        }
    }
}

/// What was seen at a point of a reader's viewport when that was asked.
struct PointedPages {
    /// A point on a page, in points of the page.
    struct Point {
        let page: ShownPage
        /// The page as its viewer knows it.
        let location: ReaderInterface.Location
        let x: Double
        let y: Double
    }

    /// The page that is seen.
    let front: Point
    /// The page that is seen where the one in front is blank; nil where there is none.
    let behind: Point?
}
