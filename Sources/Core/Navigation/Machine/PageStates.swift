import PageModel

/// A page that is not hidden, and its state.
package struct PageAppearance: Hashable, Sendable {
    /// The state of a page that is not hidden.
    package enum State: Hashable, Sendable {
        case appearing
        case visible
        case disappearing
    }

    package internal(set) var location: Location
    package internal(set) var state: State
}

/// The pages of a reader that are not hidden, and the only steps that they can take.
///
/// Each step says for which of the pages it was one; there are no others.
struct PageStates: Sendable {
    private struct Entry {
        var page: PageAppearance
        /// The number of its last WD: a later one has a higher one.
        var departure = 0
        /// The number of the first WD of its spread then: pages that go together have the same one.
        var spread = 0
        /// The time of that.
        var departed = Instant(microseconds: 0)
    }

    /// The pages that are visible while no page comes or goes; there are no entries then.
    private(set) var resting = PagePair()
    /// In the order in which they began to appear.
    private var entries: [Entry] = []
    private var departures = 0

    /// How many pages are not hidden.
    var count: Int { resting.count + entries.count }

    /// Whether no page comes or goes.
    var isAtRest: Bool { entries.allSatisfy { $0.page.state == .visible } }

    /// The pages that are not hidden, in the order in which they began to appear.
    var all: [PageAppearance] {
        resting.map { PageAppearance(location: $0, state: .visible) } + entries.map(\.page)
    }

    /// Calls with each page that is not hidden, in the order in which they began to appear.
    func forEach(_ body: (Location, PageAppearance.State) -> Void) {
        for page in resting { body(page, .visible) }
        for entry in entries { body(entry.page.location, entry.page.state) }
    }

    /// Returns the two visible pages on a surface that began to appear last, in reading order.
    func lastVisible(on surface: Surface) -> PagePair {
        var last = PagePair()
        for page in all.reversed() where page.state == .visible && page.location.surface == surface {
            last.append(page.location)
        }
        return last.inReadingOrder
    }

    // MARK: Steps

    /// Shows a spread instead of what is visible, all at once. No page may come or go.
    @inline(__always) mutating func show(_ pages: PagePair) {
        if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
        resting = pages
    }

    /// Hidden or disappearing → appearing.
    mutating func appear(_ pages: PagePair) -> PagePair {
        beginSteps()
        return pages.filtered { page in
            guard let position = position(of: page) else {
                entries.append(Entry(page: PageAppearance(location: page, state: .appearing)))
                return true
            }
            guard entries[position].page.state == .disappearing else { return false }
            entries[position].page.state = .appearing
            return true
        }
    }

    /// Appearing → visible.
    mutating func arrive(_ pages: PagePair) -> PagePair {
        defer { endSteps() }
        return pages.filtered { page in
            guard let position = position(of: page), entries[position].page.state == .appearing else { return false }
            entries[position].page.state = .visible
            return true
        }
    }

    /// Visible or appearing → disappearing. The pages are one spread's.
    mutating func disappear(_ pages: PagePair, except staying: PagePair = PagePair(), at now: Instant) -> PagePair {
        beginSteps()
        let spread = departures + 1
        return pages.filtered { page in
            guard !staying.includes(page), let position = position(of: page),
                entries[position].page.state != .disappearing
            else { return false }
            depart(position, of: spread, at: now)
            return true
        }
    }

    /// Visible or appearing → disappearing, of all pages, in reading order.
    mutating func disappearAll(at now: Instant) -> [Location] {
        beginSteps()
        let spread = departures + 1
        let departing = entries.indices.filter { entries[$0].page.state != .disappearing }
            .sorted { entries[$0].page.location.index < entries[$1].page.location.index }
        for position in departing { depart(position, of: spread, at: now) }
        return departing.map { entries[$0].page.location }
    }

    /// Disappearing → hidden.
    mutating func hide(_ pages: PagePair, except staying: PagePair = PagePair()) -> PagePair {
        defer { endSteps() }
        return pages.filtered { page in
            guard !staying.includes(page), let position = position(of: page),
                entries[position].page.state == .disappearing
            else { return false }
            entries.remove(at: position)
            return true
        }
    }

    /// Disappearing → hidden, of all pages: the spread whose WD was last first, its pages in reading order.
    mutating func hideAll() -> [Location] {
        let departing = entries.filter { $0.page.state == .disappearing }
        entries.removeAll { $0.page.state == .disappearing }
        endSteps()
        return departing.sorted {
            $0.spread != $1.spread ? $0.spread > $1.spread : $0.page.location.index < $1.page.location.index
        }.map(\.page.location)
    }

    /// Disappearing → hidden, of the page whose WD is oldest, unless its spread is also the latest.
    mutating func hideOldest() -> Location? { oldest.flatMap { hide(PagePair($0.page.location)).first } }

    /// The time of the WD of the page that ``hideOldest()`` would hide; nil where there is none.
    var oldestDeparture: Instant? { oldest?.departed }

    /// Gives the pages the indexes that they have now.
    mutating func relocate(_ index: (Location) -> Location) {
        var relocated = PagePair()
        for page in resting { relocated.append(index(page)) }
        resting = relocated
        for position in entries.indices { entries[position].page.location = index(entries[position].page.location) }
    }

    // MARK: Entries

    private var oldest: Entry? {
        let departing = entries.lazy.filter { $0.page.state == .disappearing }
        guard let oldest = departing.min(by: { $0.departure < $1.departure }),
            departing.contains(where: { $0.spread > oldest.spread })
        else { return nil }
        return oldest
    }

    private func position(of page: Location) -> Int? {
        entries.firstIndex { $0.page.location.isSamePage(as: page) }
    }

    private mutating func depart(_ position: Int, of spread: Int, at now: Instant) {
        departures += 1
        entries[position].page.state = .disappearing
        entries[position].departure = departures
        entries[position].spread = spread
        entries[position].departed = now
    }

    /// Pages are going to come or go.
    private mutating func beginSteps() {
        guard entries.isEmpty else { return }
        for page in resting { entries.append(Entry(page: PageAppearance(location: page, state: .visible))) }
        resting = PagePair()
    }

    /// Pages may have come or gone.
    private mutating func endSteps() {
        guard !entries.isEmpty, entries.count <= 2, isAtRest else { return }
        for entry in entries { resting.append(entry.page.location) }
        entries.removeAll(keepingCapacity: true)
    }
}

extension PagePair {
    /// The pair with the page of the lower index first.
    var inReadingOrder: PagePair {
        guard let first, let second, second.index < first.index else { return self }
        return PagePair(second, first)
    }

    /// The pages for which a condition holds. It is asked in their order.
    func filtered(_ isMeant: (Location) -> Bool) -> PagePair {
        var pages = PagePair()
        if let first, isMeant(first) { pages.append(first) }
        if let second, isMeant(second) { pages.append(second) }
        return pages
    }
}
