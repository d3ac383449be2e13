import Navigation
import PageModel
import ProviderHost
import SheafInterface
import Varlink

// Where pages are, and what is where.

extension ReaderService {
    /// How many frames one call answers.
    static let maxFrames = 256

    func getLayout(_ parameters: ReaderInterface.GetLayoutParameters, _ call: VarlinkCall<ReaderInterface.GetLayout>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: reader)
        let offset = try parameters.offset.map { offset throws(ReaderInterface.Failure) in
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
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            let current = reader.place(on: axis)?.index ?? 0
            let start = first ?? max(current - pages / 2, 0)
            let range = start..<start + pages
            axis.recount()
            for index in range { learn(index, on: axis, of: reader) }
            let layout = axis.layout
            call.reply(
                .init(
                    frames: layout.frames(in: range).map { wire($0, on: axis, of: reader) },
                    length: layout.length.map { Double($0.pixels) } ?? -1, estimatedWidth: layout.estimate.width,
                    estimatedHeight: layout.estimate.height, spacing: layout.spacing,
                    position: layout.position(
                        ofOffset: offset ?? reader.machine.position(of: axis.axis, at: now))))
        }
    }

    func hitTest(_ parameters: ReaderInterface.HitTestParameters, _ call: VarlinkCall<ReaderInterface.HitTest>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let x = try MotionCheck.number(parameters.x, "x")
        let y = try MotionCheck.number(parameters.y, "y")
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            reader.machine.advance(to: now, in: reader.pages)
            follow(reader)
            let nothing = ReaderInterface.HitTestReply(location: nil, x: 0, y: 0, background: false, claims: false)
            guard let front = pageAt(x: x, y: y, in: reader) else { return call.reply(nothing) }
            ask(front.page, x: front.x, y: front.y) { [self] hit in
                guard !reader.isClosed else { return call.fail(.noSuchReader(reader: reader.id)) }
                guard hit == .background else {
                    return call.reply(
                        .init(
                            location: reader.wire(front.page.location), x: front.x, y: front.y, background: false,
                            claims: hit == .claimed))
                }
                // Behind a blank place of a page of an axis is what lies behind both.
                let behind = front.page.location.surface == .background ? nil : background(x: x, y: y, in: reader)
                call.reply(
                    .init(
                        location: behind.map { reader.wire($0.page.location) }, x: behind?.x ?? front.x,
                        y: behind?.y ?? front.y, background: true, claims: false))
            }
        }
    }

    /// Has the layout of a reader's axis learn the size of a page, where it is known; its watches are told.
    func learn(_ index: Int, on axis: ReaderAxis, of reader: Reader) {
        guard let place = axis.documentIndex(of: index), let found = axis.document.known(at: place), found.isMeasured,
            !axis.layout.knows(found.size, of: index)
        else { return }
        let anchor = reader.machine.landing.pages.first?.index ?? 0
        let before = axis.layout.frame(ofPage: index)
        guard let change = axis.layout.measure(index, found.size, anchor: anchor), !reader.watches.isEmpty,
            // A page that is as large as it was taken to be changes nothing.
            change.movedBy != 0 || before.map({ !$0.covers(change.frame) }) ?? true
        else { return }
        let layout = ReaderInterface.LayoutChange(
            reader: reader.id, axis: axis.axis.wire, frame: wire(change.frame, on: axis, of: reader),
            movedBy: Double(change.movedBy), length: axis.layout.length.map { Double($0.pixels) } ?? -1)
        for watch in reader.watches { watch.send(.init(layout: layout)) }
    }

    /// The page that is seen at a point of the viewport, and the point on it, in points.
    private func pageAt(x: Double, y: Double, in reader: Reader) -> (page: ShownPage, x: Double, y: Double)? {
        let front = reader.machine.front
        guard let axis = reader.axis(front) else { return nil }
        // What is seen through a crossing is another's page, which has the viewport for itself.
        if let seen = reader.machine.shown.pages.first, reader.machine.isAtRest, seen.surface != front.surface {
            return point(x: x, y: y, on: seen, in: reader)
        }
        let offset = reader.machine.position(of: front, at: now)
        guard let hit = HitGeometry(axis.layout, offset: offset).hit(x: x, y: y),
            let id = reader.pages.page(at: hit.page, on: front.surface),
            let page = reader.shownPage(Location(front.surface, page: id, index: hit.page))
        else { return nil }
        return (page, hit.x, hit.y)
    }

    /// The point on the page behind the axes that would be seen at a point of the viewport.
    private func background(x: Double, y: Double, in reader: Reader) -> (page: ShownPage, x: Double, y: Double)? {
        reader.machine.heldPages.first { $0.surface == .background }.flatMap { point(x: x, y: y, on: $0, in: reader) }
    }

    /// The point on a page that has the viewport for itself.
    private func point(
        x: Double, y: Double, on location: Location, in reader: Reader
    ) -> (page: ShownPage, x: Double, y: Double)? {
        guard let page = reader.shownPage(location) else { return nil }
        var layout = AxisLayout(viewport: reader.viewport, count: 1)
        _ = layout.measure(0, page.size, anchor: 0)
        return HitGeometry(layout, offset: 0).hit(x: x, y: y).map { (page, $0.x, $0.y) }
    }

    /// What a drag at a point of a page would meet.
    private func ask(
        _ page: ShownPage, x: Double, y: Double, completion: @escaping (HitResult) -> Void
    ) {
        guard page.document.opened.capabilities.contains(.hit) else { return completion(.unclaimed) }
        page.document.opened.hit(page.location.page.number, x: x, y: y) { result in
            completion((try? result.get()) ?? .unclaimed)
        }
    }

    private func wire(_ frame: PageFrame, on axis: ReaderAxis, of reader: Reader) -> ReaderInterface.Frame {
        ReaderInterface.Frame(
            page: (reader.pages.page(at: frame.page, on: axis.axis.surface)?.number).map { Int($0) },
            index: frame.page, along: Double(frame.along), across: Double(frame.across),
            width: Double(frame.pixels.width), height: Double(frame.pixels.height), measured: frame.isMeasured)
    }
}
