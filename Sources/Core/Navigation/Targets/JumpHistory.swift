import PageModel

/// Where a reader jumped from, to go back there, and forward again. Steps to a neighbour are no jumps.
///
/// Only pages that the reader had settled on get in: a jump that takes the place of another one under way does not note the
/// page that was never reached, and one that settles where it began leaves everything as it was (``settle(on:)``).
package struct JumpHistory: Equatable, Sendable {
    /// How many jumps are remembered; the oldest is forgotten first.
    package static let limit = 100

    private struct Pages: Equatable {
        var back = Trail()
        var forward = Trail()
    }

    /// The last pages that were added, ``limit`` at most. Those before them go now and then, and not with each page: a turn
    /// moves none.
    private struct Trail: Equatable {
        private var kept: [Location] = []

        init(_ pages: some Sequence<Location> = []) { kept = Array(pages) }

        var pages: [Location] { kept.count > limit ? Array(kept.suffix(limit)) : kept }
        var last: Location? { kept.last }
        var isEmpty: Bool { kept.isEmpty }

        mutating func append(_ page: Location) {
            if kept.count == 2 * limit { kept.removeFirst(limit) }
            kept.append(page)
        }

        mutating func removeLast() { kept = Array(pages.dropLast()) }

        mutating func relocate(_ location: (Location) -> Location?) { kept = pages.compactMap(location) }

        static func == (one: Trail, other: Trail) -> Bool { one.pages == other.pages }
    }

    /// A jump that was noted and has not settled.
    private struct Jump: Equatable {
        /// Where the reader was, and what was remembered then.
        var start: Location
        var before: Pages
        /// The page that it leads to, where the reader was there before.
        var visited: Location?
    }

    private var pages = Pages()
    private var jump: Jump?
    /// Whether a jump was noted and has not settled; to compare it with nil copies it.
    private var isUnderWay: Bool { if case .some = jump { true } else { false } }

    package init() {}

    /// Where *back* leads, the nearest last.
    package var back: [Location] { pages.back.pages }

    /// Where *forward* leads, the nearest last.
    package var forward: [Location] { pages.forward.pages }

    /// The reader jumps to a page that was named.
    ///
    /// - Parameter settled: the page that it settled on last (``Standing/shown``), whatever was under way since.
    package mutating func record(from settled: Location) {
        if let page = beginJump(from: settled, to: nil) { Self.push(page, on: &pages.back) }
        pages.forward = Trail()
    }

    /// The reader has jumped to a page that was named, and settled there at once: ``record(from:)`` and ``settle(on:)``.
    package mutating func record(from settled: Location, settledOn page: Location) {
        guard !isUnderWay else {
            record(from: settled)
            return settle(on: page)
        }
        guard !page.isSamePage(as: settled) else { return }
        Self.push(settled, on: &pages.back)
        if !pages.forward.isEmpty { pages.forward = Trail() }
    }

    /// The reader goes back.
    ///
    /// - Parameter settled: the page that it settled on last.
    package mutating func goBack(from settled: Location) {
        guard let target = pages.back.last else { return }
        let origin = beginJump(from: settled, to: target)
        pages.back.removeLast()
        if let origin { Self.push(origin, on: &pages.forward) }
    }

    /// The reader goes forward.
    ///
    /// - Parameter settled: the page that it settled on last.
    package mutating func goForward(from settled: Location) {
        guard let target = pages.forward.last else { return }
        let origin = beginJump(from: settled, to: target)
        pages.forward.removeLast()
        if let origin { Self.push(origin, on: &pages.back) }
    }

    /// The reader is at rest. Costs nothing where no jump was noted since it was last.
    ///
    /// - Parameter page: the page that it settled on; nil where it shows none.
    package mutating func settle(on page: Location?) {
        guard isUnderWay, let jump else { return }
        if let page, page.isSamePage(as: jump.start) { pages = jump.before }
        self.jump = nil
    }

    /// Sets what an earlier run remembered.
    package mutating func restore(back: [Location], forward: [Location]) {
        pages = Pages(back: Trail(back.suffix(Self.limit)), forward: Trail(forward.suffix(Self.limit)))
        jump = nil
    }

    /// Puts the pages where they are now, and forgets those that are gone.
    package mutating func relocate(_ location: (Location) -> Location?) {
        pages.back.relocate(location)
        pages.forward.relocate(location)
        guard var jump else { return }
        jump.before.back.relocate(location)
        jump.before.forward.relocate(location)
        jump.visited = jump.visited.flatMap(location)
        self.jump = jump
    }

    /// Notes that a jump is under way.
    ///
    /// - Returns: the page that it leaves, where the reader was there.
    private mutating func beginJump(from settled: Location, to visited: Location?) -> Location? {
        // One that has settled elsewhere meanwhile is over.
        if let jump, !jump.start.isSamePage(as: settled) { self.jump = nil }
        let origin = jump == nil ? settled : jump?.visited
        jump = Jump(start: settled, before: jump?.before ?? pages, visited: visited)
        return origin
    }

    private static func push(_ page: Location, on trail: inout Trail) {
        if let last = trail.last, last.isSamePage(as: page) { return }
        trail.append(page)
    }
}
