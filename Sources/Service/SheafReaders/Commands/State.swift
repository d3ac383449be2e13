import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafBase
import SheafDocuments
import SheafInterface
import SheafPages
import Varlink

// Where a reader stands, what lies where, and who is told.
extension ReaderService {
    func getState(_ parameters: Interface.GetStateParameters, _ call: VarlinkCall<Interface.GetState>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            call.reply(.init(state: session.state))
        }
    }

    func getHistory(
        _ parameters: Interface.GetHistoryParameters, _ call: VarlinkCall<Interface.GetHistory>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            call.reply(
                .init(
                    back: session.history.back.reversed().map { session.model.wire($0) },
                    forward: session.history.forward.reversed().map { session.model.wire($0) }))
        }
    }

    func getLayout(
        _ parameters: Interface.GetLayoutParameters, _ call: VarlinkCall<Interface.GetLayout>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let axis = try axis(parameters.axis, of: session)
        let offset = try parameters.offset.map { offset throws(Failure) in
            try MotionCheck.number(offset, "offset")
        }
        let pages = parameters.pages ?? 16
        guard (1...Self.maxFrames).contains(pages) else {
            throw .invalidMotion(field: "pages", reason: "\(pages) is not within 1 and \(Self.maxFrames)")
        }
        let first = parameters.first
        guard first.map({ $0 >= 0 && Double($0) < MotionCheck.limit }) ?? true else {
            throw .noSuchPage(target: "index \(first ?? 0)", pages: axis.count.pages)
        }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            call.reply(Self.layout(of: axis, in: session, first: first, pages: pages, offset: offset))
        }
    }

    /// The most frames of one answer.
    static let maxFrames = 256

    /// The layout of an axis around some pages.
    ///
    /// - Parameters:
    ///   - first: the first page; nil: around the current one.
    ///   - offset: in spreads; nil: where the axis is now.
    private static func layout(
        of axis: ReaderAxis, in session: ReaderSession, first: Int?, pages count: Int, offset: Double?
    ) -> ReaderInterface.GetLayoutReply {
        let current = session.model.location(on: axis)?.index ?? 0
        let start = first ?? max(current - count / 2, 0)
        axis.recount()
        for index in start..<start + count { session.watches.learnSize(ofPage: index, on: axis) }
        let layout = axis.layout
        return ReaderInterface.GetLayoutReply(
            frames: layout.frames(in: start..<start + count).map { session.model.wire($0, on: axis) },
            length: layout.length.map { Double($0.pixels) } ?? -1, estimatedWidth: layout.estimate.width,
            estimatedHeight: layout.estimate.height, spacing: layout.spacing,
            position: layout.position(
                ofOffset: offset ?? session.model.inspect { $0.position(of: axis.axis, at: session.context.now) }),
            version: axis.layout.number)
    }

    func hitTest(_ parameters: Interface.HitTestParameters, _ call: VarlinkCall<Interface.HitTest>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let x = try MotionCheck.number(parameters.x, "x")
        let y = try MotionCheck.number(parameters.y, "y")
        ask(call, of: session) {
            PointedPoint(session: session, x: x, y: y).pages()
        } answer: { pages, inputs throws(Interruption) in
            call.reply(try PointedPoint(session: session, x: x, y: y).answer(pages, inputs))
        }
    }

    func watch(_ parameters: Interface.WatchParameters, _ call: VarlinkCall<Interface.Watch>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        guard !session.model.isUnopened else {
            return run(call, of: session) { [self] _ throws(Interruption) in
                do throws(Failure) { try watch(parameters, call) } catch { call.fail(error) }
            }
        }
        // A oneway watch tells nobody anything, and would never be heard to end.
        guard call.wantsMore, call.isOpen else { throw .service(.expectedMore) }
        do throws(Failure) {
            guard session.watches.count < context.settings.watchesPerReader else {
                throw .limitReached(limit: "WatchesPerReader", value: context.settings.watchesPerReader)
            }
            if let refusal = context.accounts.refusalOfWatch(by: session.uid) { throw ReaderInterface.Failure(refusal) }
        } catch {
            limitNotices.reached(error, by: session.uid)
            throw error
        }
        session.addWatch(
            call, handover: parameters.handover ?? .none,
            format: try PixelFormat(parameters.format, quality: parameters.quality))
    }
}

/// A point of a reader's viewport, and what is seen there.
struct PointedPoint {
    let session: ReaderSession
    /// In pixels of the viewport.
    let x: Double
    let y: Double

    /// The page at a point of the viewport now; nil where there is nothing.
    func pages() -> PointedPages? {
        session.advance()
        guard let front = page() else { return nil }
        // Behind a blank part of a page of an axis is what lies behind both.
        let behind = front.page.location.surface == .background ? nil : background()
        return PointedPages(front: front, behind: behind)
    }

    /// The page at a point of the viewport, for an answer.
    func answer(_ pages: PointedPages?, _ inputs: CommandInputs) throws(Interruption) -> ReaderInterface.HitTestReply {
        guard let pages else {
            return ReaderInterface.HitTestReply(location: nil, x: 0, y: 0, background: false, claims: false)
        }
        let front = pages.front
        var hit = HitResult.unclaimed
        if front.document.opened.capabilities.contains(.hit),
            case .hit(let result) = try inputs.answer(
                to: .hit(front.page.location.page, x: front.x, y: front.y), of: front.document)
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
    private func page() -> PointedPages.Point? {
        guard let axis = session.pages.axis(session.standing.front) else { return nil }
        // What is seen through a crossing is another's page, which has the viewport for itself.
        if let seen = session.standing.shown.pages.first, session.standing.isAtRest, seen.surface != axis.axis.surface {
            return point(on: seen)
        }
        let offset = session.model.inspect { $0.position(of: axis.axis, at: session.context.now) }
        guard let hit = HitGeometry(axis.layout, offset: offset).hit(x: x, y: y),
            let id = session.pages.page(at: hit.page, on: axis.axis.surface),
            let page = session.pages.placed(Location(axis.axis.surface, page: id, index: hit.page))
        else { return nil }
        return .init(
            document: axis.document, page: page, location: session.model.wire(page.location), x: hit.x, y: hit.y)
    }

    /// The point on the page behind the axes that would be seen at a point of the viewport.
    private func background() -> PointedPages.Point? {
        session.model.inspect { $0.heldPages }.first { $0.surface == .background }.flatMap { point(on: $0) }
    }

    /// The point on a page that has the viewport for itself.
    private func point(on location: Location) -> PointedPages.Point? {
        guard let page = session.pages.placed(location),
            let (document, _) = session.pages.documentPosition(of: location.index, on: location.surface)
        else { return nil }
        var layout = AxisLayout(viewport: session.pages.viewport, count: 1)
        _ = layout.measure(0, page.size, anchor: 0)
        return HitGeometry(layout, offset: 0).hit(x: x, y: y).map {
            .init(document: document, page: page, location: session.model.wire(location), x: $0.x, y: $0.y)
        }
    }
}

/// The page at a point of a reader's viewport at the time of the question.
struct PointedPages {
    /// A point on a page, in points of the page.
    struct Point {
        let document: ServedDocument
        let page: PlacedPage
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
