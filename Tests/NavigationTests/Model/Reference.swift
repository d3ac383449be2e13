import Navigation
import PageModel

/// The rules of turning a page, written down once more from their text, as plainly as it goes: lists, and a search through
/// them for every question. The machine must say the same.
struct Reference {
    enum PageState { case appearing, visible, disappearing }

    /// A page that is not hidden.
    struct Entry {
        var page: Location
        var state: PageState
        /// The number of the WD that it got last: the pages of one spread share it.
        var left = 0
        /// How many of these pages got it before.
        var place = 0
    }

    /// An axis: its spreads, and where it stands.
    struct Line {
        var axis: Axis
        var spreads: Spreads
        var unlocks: Int?
        var isEnabled: Bool
        /// The spread where it settled last.
        var index: Int
    }

    /// A spread, and what is seen there.
    struct SeenSpread {
        var index: Int
        var pages: [Location]
    }

    /// The result of a jump.
    struct Turn: Hashable {
        var transition: Int
        var isNoop: Bool
    }

    /// The result of beginning a drag.
    struct Begun: Hashable {
        var transition: Int
        var origin: Int
        var position: Double
    }

    /// The result of releasing a drag.
    struct Release: Hashable {
        var bound: Int
        var overscroll: Double
        var axis: Axis
    }

    struct Jump {
        var target: SeenSpread
        var from: Double
        var began: UInt64
        var duration: UInt64
    }

    struct Drag {
        /// g₀.
        var origin: Int
        /// o₀.
        var ground: Double
        var offset: Double
        var overscroll = 0.0
        /// How many spreads the origin has moved since the drag began.
        var shift = 0
        var guess: SeenSpread?
        /// Guesses that were replaced and have not got their DD, the last one first.
        var passed: [SeenSpread] = []
        var bound: SeenSpread?
        var released: UInt64 = 0
    }

    enum Motion {
        case jump(Jump)
        case drag(Drag)
    }

    /// The jump or drag that is under way between two rests.
    struct Transition {
        var axis: Axis
        /// The page that is current, with where its axis stood.
        var start: SeenSpread
        /// Whether that page was deleted meanwhile.
        var isStartGone = false
        /// The axis that was in front.
        var front: Axis
        var step: Int
        var motion: Motion
        var isBegun = false
    }

    let isManual: Bool
    var isOpen = false
    var lines: [Line]
    var front: Axis
    var background: Location?
    /// The index at which the background was, while it has no page.
    var backgroundIndex: Int?
    var entries: [Entry] = []
    var departures = 0
    var transition: Transition?
    var lastStep = 0
    var direction = Direction.forward
    var moved: (page: Location, index: Int, edge: Direction?, since: UInt64)?
    var book: Book
    var events: [ReaderEvent] = []

    init(axes: [(axis: Axis, setup: AxisSetup)], isManual: Bool, book: Book) {
        self.isManual = isManual
        self.book = book
        front = axes[0].axis
        lines = axes.map { axis, setup in
            Line(
                axis: axis, spreads: setup.spreads, unlocks: axes.count == 2 ? setup.unlocks : nil,
                isEnabled: setup.isEnabled, index: Self.spread(ofPage: setup.start, setup.spreads))
        }
    }

    // MARK: Spreads

    static func spread(ofPage page: Int, _ spreads: Spreads) -> Int {
        var spread = 0
        while !Self.indexes(ofSpread: spread, spreads).contains(page) { spread += 1 }
        return spread
    }

    /// All indexes that belong to a spread, a back among them. It goes through all spreads before it.
    static func indexes(ofSpread spread: Int, _ spreads: Spreads) -> [Int] {
        switch spreads.kind {
        case .single, .leaf(.mirrored): return [spread]
        case .leaf(.nextPage): return [2 * spread, 2 * spread + 1]
        case .double, .cover:
            let alone = Set(spreads.alonePages + (spreads.kind == .cover ? [0] : []))
            var pages: [Int] = []
            for _ in 0...spread {
                let next = (pages.last ?? -1) + 1
                pages = alone.contains(next) || alone.contains(next + 1) ? [next] : [next, next + 1]
            }
            return pages
        }
    }

    /// The spread's pages that come and go: without a back.
    func ownPages(_ spread: Int, on axis: Axis) -> [Location] {
        guard spread >= 0 else { return [] }
        let spreads = line(axis).spreads
        let indexes = Self.indexes(ofSpread: spread, spreads)
        return (spreads == .leaf(.nextPage) ? [indexes[0]] : indexes).compactMap { book.location($0, on: axis.surface) }
    }

    func back(ofSpread spread: Int, on axis: Axis) -> Location? {
        guard spread >= 0, line(axis).spreads == .leaf(.nextPage) else { return nil }
        return book.location(2 * spread + 1, on: axis.surface)
    }

    /// How many spreads an axis has.
    func count(on axis: Axis) -> Int {
        let pages = book.numbers(on: axis.surface).count
        return pages == 0 ? 0 : Self.spread(ofPage: pages - 1, line(axis).spreads) + 1
    }

    // MARK: Axes

    func line(_ axis: Axis) -> Line { lines.first { $0.axis == axis } ?? lines[0] }

    mutating func setIndex(_ index: Int, of axis: Axis) {
        for number in lines.indices where lines[number].axis == axis { lines[number].index = index }
    }

    func isEmpty(_ axis: Axis) -> Bool { book.numbers(on: axis.surface).isEmpty }

    func isAtCrossing(_ axis: Axis) -> Bool {
        let line = line(axis)
        return line.unlocks != nil && line.index == line.unlocks
    }

    /// Returns the pages seen where an axis is at a spread: at the crossing the pages behind, where there are any.
    func seen(on axis: Axis, at index: Int) -> [Location] {
        let line = line(axis)
        guard line.unlocks != nil, index == line.unlocks else { return ownPages(index, on: axis) }
        let behind =
            isAtCrossing(axis.other)
            ? [background].compactMap { $0 } : ownPages(self.line(axis.other).index, on: axis.other)
        return behind.isEmpty ? ownPages(index, on: axis) : behind
    }

    var shown: [Location] { seen(on: front, at: line(front).index) }

    func isLocked(_ axis: Axis) -> Bool {
        guard lines.count == 2 else { return false }
        if let transition, transition.axis != axis { return true }
        let other = line(axis.other)
        return other.isEnabled && other.unlocks != nil && other.index != other.unlocks
    }

    /// Checks whether an axis can be moved, as every command that moves one does first.
    func checkMovable(_ axis: Axis) throws(NavigationError) {
        guard isOpen else { throw .closed }
        guard !isManual else { throw .manual }
        guard lines.contains(where: { $0.axis == axis }) else { throw .noSuchAxis }
        guard line(axis).isEnabled else { throw .axisDisabled }
        guard !isEmpty(axis) else { throw .empty }
        guard !isLocked(axis) else { throw .axisLocked }
    }

    // MARK: Pages

    func state(_ page: Location) -> PageState? { entries.first { $0.page.isSamePage(as: page) }?.state }

    private func entry(of page: Location) -> Int? { entries.firstIndex { $0.page.isSamePage(as: page) } }

    mutating func emit(_ what: ReaderEvent.What, _ axis: Axis, _ position: Double, _ now: UInt64) {
        events.append(
            ReaderEvent(
                what, transition: lastStep, axis: axis, position: position, time: Instant(microseconds: now)))
    }

    mutating func willAppear(_ pages: [Location], _ axis: Axis, _ position: Double, _ now: UInt64) {
        for page in pages {
            if let entry = entry(of: page) {
                guard entries[entry].state == .disappearing else { continue }
                entries[entry].state = .appearing
            } else {
                entries.append(Entry(page: page, state: .appearing))
            }
            emit(.appearance(.willAppear, page), axis, position, now)
        }
    }

    mutating func didAppear(_ pages: [Location], _ axis: Axis, _ position: Double, _ now: UInt64) {
        for page in pages {
            guard let entry = entry(of: page), entries[entry].state == .appearing else { continue }
            entries[entry].state = .visible
            emit(.appearance(.didAppear, page), axis, position, now)
        }
    }

    mutating func willDisappear(
        _ pages: [Location], but staying: [Location], _ axis: Axis, _ position: Double, _ now: UInt64
    ) {
        departures += 1
        for page in pages where !staying.contains(where: { $0.isSamePage(as: page) }) {
            guard let entry = entry(of: page), entries[entry].state != .disappearing else { continue }
            entries[entry].state = .disappearing
            entries[entry].place = entries.count { $0.left == departures }
            entries[entry].left = departures
            emit(.appearance(.willDisappear, page), axis, position, now)
        }
    }

    mutating func didDisappear(_ pages: [Location], _ axis: Axis, _ position: Double, _ now: UInt64) {
        for page in pages {
            guard let entry = entry(of: page), entries[entry].state == .disappearing else { continue }
            entries.remove(at: entry)
            emit(.appearance(.didDisappear, page), axis, position, now)
        }
    }

    /// DD of all that is still disappearing, the last WD first; the pages of a spread in reading order.
    mutating func didDisappearAll(_ axis: Axis, _ position: Double, _ now: UInt64) {
        let going = entries.filter { $0.state == .disappearing }
        for number in Set(going.map(\.left)).sorted(by: >) {
            let spread = going.filter { $0.left == number }.map(\.page)
            didDisappear(spread.sorted { $0.index < $1.index }, axis, position, now)
        }
    }
}
