import SheafInterface
import SheafOS
import Varlink

typealias ReaderError = VarlinkCallError<ReaderInterface.Failure>

/// The declared error that a call is answered with; nil where it succeeds.
func failure(of body: () throws -> Void) throws -> ReaderInterface.Failure? {
    do {
        try body()
        return nil
    } catch ReaderError.failed(let failure) {
        return failure
    }
}

/// A viewer's connection and its reader, for the calls that every viewer makes.
protocol ReaderCaller {
    var client: VarlinkBlockingClient { get }
    /// The reader's.
    var id: String { get }
}

extension ReaderCaller {
    func state() throws -> ReaderInterface.State { try client.state(of: id) }

    @discardableResult
    func look(_ looks: ReaderInterface.Looks) throws -> ReaderInterface.State {
        try client.call(ReaderInterface.SetLooks.self, .init(reader: id, looks: looks)).parameters.state
    }

    func page(
        _ index: Int? = nil, axis: ReaderInterface.Axis? = nil, region: ReaderInterface.Region? = nil,
        format: ReaderInterface.Format? = nil, quality: Int? = nil, handover: ReaderInterface.Handover? = nil
    ) throws -> HandedPage {
        let reply = try client.call(
            ReaderInterface.GetPage.self,
            .init(
                reader: id, index: index, axis: axis, region: region, format: format, quality: quality,
                handover: handover))
        return try HandedPage(reply.parameters.page, reply.descriptors)
    }

    /// Returns the origin of a page, without taking the page.
    func origin(of index: Int) throws -> ReaderInterface.Page.Origin {
        try page(index, handover: .some(.none)).page.origin
    }

    /// Returns a page.
    func release(_ page: ReaderInterface.Page) throws { try release(page.rendition) }

    func release(_ rendition: Int) throws {
        _ = try client.call(ReaderInterface.ReleasePage.self, .init(reader: id, rendition: rendition))
    }

    func close() throws { _ = try client.call(ReaderInterface.Close.self, .init(reader: id)) }

    // MARK: Turning

    @discardableResult
    func beginDrag(
        axis: ReaderInterface.Axis? = nil, at offset: Double? = nil
    ) throws -> ReaderInterface.BeginDragReply {
        try client.call(ReaderInterface.BeginDrag.self, .init(reader: id, axis: axis, offset: offset)).parameters
    }

    /// Answered; viewers send it oneway (``TestReader/sendDrag(to:)``).
    func drag(to offset: Double) throws {
        _ = try client.call(ReaderInterface.Drag.self, .init(reader: id, offset: offset))
    }

    @discardableResult
    func releaseDrag(velocity: Double? = nil) throws -> ReaderInterface.ReleaseDragReply {
        try client.call(ReaderInterface.ReleaseDrag.self, .init(reader: id, velocity: velocity)).parameters
    }

    @discardableResult
    func cancelDrag() throws -> ReaderInterface.CancelDragReply {
        try client.call(ReaderInterface.CancelDrag.self, .init(reader: id)).parameters
    }

    @discardableResult
    func settle(_ transition: Int) throws -> Bool {
        try client.call(ReaderInterface.Settle.self, .init(reader: id, transition: transition)).parameters.settled
    }

    func report(_ event: ReaderInterface.AppearanceStep, _ index: Int, axis: ReaderInterface.Axis? = nil) throws {
        _ = try client.call(
            ReaderInterface.ReportAppearance.self, .init(reader: id, axis: axis, index: index, event: event))
    }

    func history() throws -> ReaderInterface.GetHistoryReply {
        try client.call(ReaderInterface.GetHistory.self, .init(reader: id)).parameters
    }

    // MARK: Arranging

    @discardableResult
    func setAxis(
        _ axis: ReaderInterface.Axis, enabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil
    ) throws -> ReaderInterface.State {
        try client.call(
            ReaderInterface.SetAxis.self,
            .init(reader: id, axis: axis, enabled: enabled, arrangement: arrangement)
        ).parameters.state
    }

    @discardableResult
    func setViewport(_ viewport: ReaderInterface.Viewport) throws -> ReaderInterface.State {
        try client.call(ReaderInterface.SetViewport.self, .init(reader: id, viewport: viewport)).parameters.state
    }

    func layout(
        _ axis: ReaderInterface.Axis? = nil, first: Int? = nil, pages: Int? = nil, offset: Double? = nil
    ) throws -> ReaderInterface.GetLayoutReply {
        try client.call(
            ReaderInterface.GetLayout.self,
            .init(reader: id, axis: axis, first: first, pages: pages, offset: offset)
        ).parameters
    }

    func hit(_ x: Double, _ y: Double) throws -> ReaderInterface.HitTestReply {
        try client.call(ReaderInterface.HitTest.self, .init(reader: id, x: x, y: y)).parameters
    }

    // MARK: Changing the document

    @discardableResult
    func reload() throws -> ReaderInterface.State {
        try client.call(ReaderInterface.Reload.self, .init(reader: id)).parameters.state
    }

    /// Has the reader go over to another file.
    @discardableResult
    func reload(
        _ path: String, password: String? = nil, name: String? = nil
    ) throws -> ReaderInterface.ReloadReply {
        try client.call(
            ReaderInterface.Reload.self, .init(reader: id, password: password, fileDescriptor: 0, name: name),
            descriptors: [SharedDescriptor(try FileDescriptor.open(path))]
        ).parameters
    }

    func refresh() throws { _ = try client.call(ReaderInterface.Refresh.self, .init(reader: id)) }

    @discardableResult
    func beginMove(_ index: Int, axis: ReaderInterface.Axis? = nil) throws -> ReaderInterface.Location {
        try client.call(ReaderInterface.BeginMove.self, .init(reader: id, index: index, axis: axis)).parameters.location
    }

    func updateMove(_ index: Int?, edge: ReaderInterface.Direction? = nil) throws {
        _ = try client.call(ReaderInterface.UpdateMove.self, .init(reader: id, index: index, edge: edge))
    }

    func endMove() throws -> Bool {
        try client.call(ReaderInterface.EndMove.self, .init(reader: id)).parameters.moved
    }

    func cancelMove() throws { _ = try client.call(ReaderInterface.CancelMove.self, .init(reader: id)) }
}
