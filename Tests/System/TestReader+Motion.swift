import SheafInterface
import Varlink

/// What a viewer with gestures calls.
extension TestReader {
    /// Turns without taking the page.
    @discardableResult
    func jump(
        _ target: ReaderInterface.Target, axis: ReaderInterface.Axis? = nil, milliseconds: Int? = nil
    ) throws -> ReaderInterface.NavigateReply {
        try client.call(
            ReaderInterface.Navigate.self,
            .init(
                reader: id, target: target, handover: .some(.none), axis: axis, duration: milliseconds)
        ).parameters
    }

    @discardableResult
    func beginDrag(
        axis: ReaderInterface.Axis? = nil, at offset: Double? = nil
    ) throws -> ReaderInterface.BeginDragReply {
        try client.call(ReaderInterface.BeginDrag.self, .init(reader: id, axis: axis, offset: offset)).parameters
    }

    /// As viewers send it: nobody answers.
    func drag(to offset: Double) throws {
        try client.send(ReaderInterface.Drag.self, .init(reader: id, offset: offset), flags: .oneway)
    }

    /// The same, answered.
    func dragAndWait(to offset: Double) throws {
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

    func current() throws -> ReaderInterface.State {
        try client.call(ReaderInterface.GetState.self, .init(reader: id)).parameters.state
    }

    @discardableResult
    func setAxis(
        _ axis: ReaderInterface.Axis, enabled: Bool? = nil, arrangement: ReaderInterface.Arrangement? = nil
    ) throws -> ReaderInterface.State {
        try client.call(
            ReaderInterface.SetAxis.self,
            .init(reader: id, axis: axis, enabled: enabled, arrangement: arrangement)
        ).parameters.state
    }

    func beginMove(_ index: Int, axis: ReaderInterface.Axis? = nil) throws {
        _ = try client.call(ReaderInterface.BeginMove.self, .init(reader: id, index: index, axis: axis))
    }

    func updateMove(_ index: Int?, edge: ReaderInterface.Direction? = nil) throws {
        _ = try client.call(ReaderInterface.UpdateMove.self, .init(reader: id, index: index, edge: edge))
    }

    func endMove() throws -> Bool {
        try client.call(ReaderInterface.EndMove.self, .init(reader: id)).parameters.moved
    }

    func cancelMove() throws { _ = try client.call(ReaderInterface.CancelMove.self, .init(reader: id)) }

    /// Where a page comes from, without taking it.
    func origin(of index: Int) throws -> ReaderInterface.Page.Origin {
        try page(index, handover: .some(.none)).page.origin
    }
}
