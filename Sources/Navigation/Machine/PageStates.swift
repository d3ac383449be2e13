import PageModel

/// The pages of a reader that are not hidden, and the only steps that they can take.
struct PageStates: Sendable {
    /// What a page that is not hidden is.
    enum State: Sendable {
        case appearing
        case visible
        case disappearing
    }

    struct Entry: Sendable {
        var location: Location
        var state: State
        /// When it was told to disappear: pages of one spread have the same number, later spreads a higher one.
        var departure = 0
        /// The time of that.
        var departed = Instant(microseconds: 0)
    }

    /// In the order in which they began to appear.
    private(set) var entries: [Entry] = []
    private var departures = 0

    /// Whether no page comes or goes.
    var isAtRest: Bool { entries.allSatisfy { $0.state == .visible } }

    /// In reading order, whichever of them came first.
    var visible: [Location] { inReadingOrder { $0 == .visible } }

    /// The pages that were not told to disappear, in reading order.
    var present: [Location] { inReadingOrder { $0 != .disappearing } }

    func state(of location: Location) -> State? {
        entries.first { $0.location.isSamePage(as: location) }?.state
    }

    /// The pages that can begin to appear among these, now appearing.
    mutating func appear(_ pages: [Location]) -> [Location] {
        pages.filter { page in
            guard let place = place(of: page) else {
                entries.append(Entry(location: page, state: .appearing))
                return true
            }
            guard entries[place].state == .disappearing else { return false }
            entries[place].state = .appearing
            return true
        }
    }

    /// The pages among these that are appearing, now visible.
    mutating func arrive(_ pages: [Location]) -> [Location] {
        pages.filter { page in
            guard let place = place(of: page), entries[place].state == .appearing else { return false }
            entries[place].state = .visible
            return true
        }
    }

    /// The pages among these that can begin to disappear, now disappearing. They are one spread's.
    mutating func disappear(
        _ pages: [Location], except staying: [Location] = [], at now: Instant
    ) -> [Location] {
        departures += 1
        return pages.filter { page in
            guard !staying.contains(where: { $0.isSamePage(as: page) }), let place = place(of: page),
                entries[place].state != .disappearing
            else { return false }
            entries[place].state = .disappearing
            entries[place].departure = departures
            entries[place].departed = now
            return true
        }
    }

    /// The pages among these that are disappearing, now hidden.
    mutating func hide(_ pages: [Location]) -> [Location] {
        pages.filter { page in
            guard let place = place(of: page), entries[place].state == .disappearing else { return false }
            entries.remove(at: place)
            return true
        }
    }

    /// All pages that are disappearing, now hidden: the spread that was told last first, its pages in their order.
    mutating func hideAll() -> [Location] {
        let going = entries.filter { $0.state == .disappearing }
        guard !going.isEmpty else { return [] }
        entries.removeAll { $0.state == .disappearing }
        return Self.lastToldFirst(going).map(\.location)
    }

    /// The page that was told to disappear first, unless it was also the last, now hidden.
    mutating func hideOldest() -> Location? {
        guard let oldest = oldestLeaving else { return nil }
        return hide([oldest.location]).first
    }

    /// When the page that ``hideOldest()`` would hide was told to disappear; nil where there is none.
    var oldestDeparture: Instant? { oldestLeaving?.departed }

    private var oldestLeaving: Entry? {
        let going = entries.lazy.filter { $0.state == .disappearing }
        guard let oldest = going.min(by: { $0.departure < $1.departure }),
            going.contains(where: { $0.departure > oldest.departure })
        else { return nil }
        return oldest
    }

    /// Gives the pages the indexes that they have now.
    mutating func relocate(_ index: (Location) -> Location) {
        for place in entries.indices { entries[place].location = index(entries[place].location) }
    }

    private func inReadingOrder(_ isMeant: (State) -> Bool) -> [Location] {
        entries.filter { isMeant($0.state) }.map(\.location).sorted { $0.index < $1.index }
    }

    private func place(of location: Location) -> Int? {
        entries.firstIndex { $0.location.isSamePage(as: location) }
    }

    private static func lastToldFirst(_ entries: [Entry]) -> [Entry] {
        // Pages of one spread keep their order in reading.
        entries.sorted {
            $0.departure != $1.departure ? $0.departure > $1.departure : $0.location.index < $1.location.index
        }
    }
}
