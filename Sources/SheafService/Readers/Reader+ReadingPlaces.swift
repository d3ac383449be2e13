import Navigation
import PageCache
import PageModel

extension Reader {
    /// How many of the pages that it jumped from, or back from, count as likely to be turned to.
    private static let maxAnticipatedJumps = 4

    /// Where it reads: one place for each axis.
    var readingPlaces: [ReadingPlace] {
        axes.compactMap { axis in
            guard let spread = spread(on: axis) else { return nil }
            let index = axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
            guard let place = axis.documentIndex(of: index) else { return nil }
            let isFront = axis.axis == machine.front
            return ReadingPlace(
                document: axis.document.id, index: place,
                direction: isFront && machine.direction == .backward ? -1 : 1, anticipated: anticipated(on: axis))
        }
    }

    /// Where it is on an axis, or about to be.
    private func spread(on axis: ReaderAxis) -> Int? {
        let landing = machine.landing
        if axis.axis == machine.front, landing.pages.first?.surface == axis.axis.surface { return landing.index }
        return machine.position(of: axis.axis)
    }

    /// The pages elsewhere that it may well turn to, the likeliest first.
    private func anticipated(on axis: ReaderAxis) -> [Int] {
        guard !history.back.isEmpty || !history.forward.isEmpty else { return [] }
        let jumps =
            history.back.suffix(Self.maxAnticipatedJumps).reversed()
            + history.forward.suffix(Self.maxAnticipatedJumps).reversed()
        return jumps.filter { $0.surface == axis.axis.surface }.compactMap { axis.documentIndex(of: $0.index) }
    }
}
