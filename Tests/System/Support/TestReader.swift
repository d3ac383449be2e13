import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A reader with a connection of its own, as a viewer uses it.
final class TestReader: ReaderCaller {
    let client: VarlinkBlockingClient
    /// The state of the reader when it was opened.
    let opened: ReaderInterface.State

    var id: String { opened.reader }

    init(
        _ service: some TestedService, _ path: String, width: Int = 600, height: Int = 800,
        viewport: ReaderInterface.Viewport? = nil, looks: ReaderInterface.Looks? = nil, name: String? = nil,
        provider: String? = nil,
        target: ReaderInterface.Target? = nil,
        axes: [ReaderInterface.AxisSetup]? = nil, background: ReaderInterface.Background? = nil,
        manual: Bool? = nil, prefetch: ReaderInterface.PrefetchMode? = nil, password: String? = nil,
        client: VarlinkBlockingClient? = nil
    ) throws {
        self.client = try client ?? service.connect()
        let file = SharedDescriptor(try FileDescriptor.open(path))
        opened = try self.client.call(
            ReaderInterface.Open.self,
            .init(
                fileDescriptor: 0, name: name, provider: provider, password: password,
                viewport: viewport ?? .init(width: width, height: height), looks: looks,
                target: target, axes: axes, background: background, manual: manual,
                prefetch: prefetch),
            descriptors: [file]
        ).parameters.state
    }

    @discardableResult
    func navigate(
        _ target: ReaderInterface.Target, handover: ReaderInterface.Handover? = nil
    ) throws -> VarlinkReply<ReaderInterface.NavigateReply> {
        try client.call(
            ReaderInterface.Navigate.self, .init(reader: id, target: target, handover: handover))
    }

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

    /// Sends a drag oneway, as viewers do: nobody answers.
    func sendDrag(to offset: Double) throws {
        try client.send(ReaderInterface.Drag.self, .init(reader: id, offset: offset), flags: .oneway)
    }
}

extension TestReader {
    /// A reader that is opened where its document was left. An opening waits a quarter of a second for the place that is kept: a busy
    /// machine may take longer, and it is opened again.
    static func reopened(at index: Int, _ open: () throws -> TestReader) throws -> TestReader {
        try eventually {
            let reader = try open()
            if reader.opened.location?.index != index { try reader.close() }
            return reader
        } until: {
            $0.opened.location?.index == index
        }
    }
}

/// The next thing that a viewer does, for tables of tests.
enum Gesture: Sendable {
    /// A jump with an animation of a minute, unless told otherwise: it ends when the test says so.
    case jump(Int, milliseconds: Int = 60_000)
    case relative(Int, milliseconds: Int = 60_000)
    case down(at: Double? = nil)
    /// Offsets, sent oneway.
    case to([Double])
    case up(velocity: Double = 0)
    case cancel
    /// The end of the last transition step, said by the viewer; it settles.
    case settle
    /// The end of some other step; it is ignored.
    case lateEnd(Int)
    /// Waits until the last step has settled by itself.
    case runOut
    /// A jump that is answered as one to where the reader is already, or on its way.
    case noop(Int, milliseconds: Int = 60_000)
}

extension TestReader {
    /// Does what a table says; `watching` is one of this reader's.
    func perform(_ gestures: [Gesture], _ watching: Watching) throws {
        for gesture in gestures { try perform(gesture, watching) }
    }

    private func perform(_ gesture: Gesture, _ watching: Watching) throws {
        switch gesture {
        case .jump(let index, let duration): try expect(false, jump(.init(index: index), milliseconds: duration).noop)
        case .noop(let index, let duration): try expect(true, jump(.init(index: index), milliseconds: duration).noop)
        case .relative(let count, let duration): try jump(.init(relative: count), milliseconds: duration)
        case .down(let offset): try beginDrag(at: offset)
        case .to(let offsets): for offset in offsets { try sendDrag(to: offset) }
        case .up(let velocity): try releaseDrag(velocity: velocity)
        case .cancel: try cancelDrag()
        case .settle: try expect(true, settle(state().transition))
        case .lateEnd(let transition): try expect(false, settle(transition))
        case .runOut:
            let transition = try state().transition
            _ = try watching.wait { $0.end?.transition == transition ? true : nil }
        }
    }

    private func expect(_ wanted: Bool, _ answered: Bool) throws {
        if wanted != answered { throw TestFailure("it answers \(answered) in place of \(wanted)") }
    }
}
