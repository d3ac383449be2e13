import Navigation

/// A command to a world of readers. A printed command is Swift that can be pasted into a test.
enum Command: Hashable, CustomStringConvertible {
    case wait(UInt64)
    /// Lets pass what is due: nothing may depend on when that is done.
    case advance(Int)
    /// Opens it anew where it was closed.
    case open(Int)
    case close(Int)
    case jump(Int, Axis, Int, Direction?, UInt64)
    case turn(Int, Axis, Target, Bool, UInt64)
    case beginDrag(Int, Axis, Double?)
    case drag(Int, Double)
    case release(Int, Double)
    case cancelDrag(Int)
    /// The end of the last step, or of one so many before it.
    case settle(Int, Int)
    case settleNow(Int)
    case setEnabled(Int, Axis, Bool)
    case setSpreads(Int, Axis, Spreads)
    case report(Int, AppearanceEvent, Int, Axis)
    case beginMove(Int, Int, Axis)
    case updateMove(Int, Int?, Direction?)
    case endMove(Int)
    case cancelMove(Int)
    /// An insertion of so many new pages at an index.
    case insert(Surface, Int, Int)
    case delete(Surface, Int, Int)
    case move(Surface, Int, Int)
    /// The cache is short of memory.
    case dropOldest(Int)

    var description: String {
        func way(_ way: Direction?) -> String { way.map { ".\($0)" } ?? "nil" }
        func number<N>(_ number: N?) -> String { number.map { "\($0)" } ?? "nil" }
        return switch self {
        case .wait(let time): ".wait(\(time))"
        case .advance(let reader): ".advance(\(reader))"
        case .open(let reader): ".open(\(reader))"
        case .close(let reader): ".close(\(reader))"
        case .jump(let reader, let axis, let index, let direction, let duration):
            ".jump(\(reader), .\(axis), \(index), \(way(direction)), \(duration))"
        case .turn(let reader, let axis, let target, let wraps, let duration):
            ".turn(\(reader), .\(axis), .\(target), \(wraps), \(duration))"
        case .beginDrag(let reader, let axis, let offset): ".beginDrag(\(reader), .\(axis), \(number(offset)))"
        case .drag(let reader, let offset): ".drag(\(reader), \(offset))"
        case .release(let reader, let velocity): ".release(\(reader), \(velocity))"
        case .cancelDrag(let reader): ".cancelDrag(\(reader))"
        case .settle(let reader, let back): ".settle(\(reader), \(back))"
        case .settleNow(let reader): ".settleNow(\(reader))"
        case .setEnabled(let reader, let axis, let isEnabled): ".setEnabled(\(reader), .\(axis), \(isEnabled))"
        case .setSpreads(let reader, let axis, let spreads):
            ".setSpreads(\(reader), .\(axis), \(Self.describe(spreads)))"
        case .report(let reader, let event, let index, let axis): ".report(\(reader), .\(event), \(index), .\(axis))"
        case .beginMove(let reader, let index, let axis): ".beginMove(\(reader), \(index), .\(axis))"
        case .updateMove(let reader, let index, let edge): ".updateMove(\(reader), \(number(index)), \(way(edge)))"
        case .endMove(let reader): ".endMove(\(reader))"
        case .cancelMove(let reader): ".cancelMove(\(reader))"
        case .insert(let surface, let index, let count): ".insert(.\(surface), \(index), \(count))"
        case .delete(let surface, let index, let count): ".delete(.\(surface), \(index), \(count))"
        case .move(let surface, let from, let to): ".move(.\(surface), \(from), \(to))"
        case .dropOldest(let reader): ".dropOldest(\(reader))"
        }
    }

    static func describe(_ spreads: Spreads) -> String {
        if case .leaf(let back) = spreads.kind { return ".leaf(.\(back))" }
        let alone = spreads.alonePages
        return alone.isEmpty ? ".\(spreads.kind)" : "Spreads(.\(spreads.kind), alone: \(alone))"
    }

    /// The reader that the command is for; nil for a command that is for all.
    var reader: Int? {
        switch self {
        case .wait, .insert, .delete, .move: nil
        case .advance(let reader), .open(let reader), .close(let reader), .jump(let reader, _, _, _, _),
            .turn(let reader, _, _, _, _), .beginDrag(let reader, _, _), .drag(let reader, _),
            .release(let reader, _), .cancelDrag(let reader), .settle(let reader, _), .settleNow(let reader),
            .setEnabled(let reader, _, _), .setSpreads(let reader, _, _), .report(let reader, _, _, _),
            .beginMove(let reader, _, _), .updateMove(let reader, _, _), .endMove(let reader),
            .cancelMove(let reader), .dropOldest(let reader):
            reader
        }
    }
}
