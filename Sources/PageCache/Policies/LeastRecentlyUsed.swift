package import PageModel

/// Lets go the page that was not used for the longest time: the reference policy, `lru`.
///
/// A doubly linked list in an array: every step takes the same time however many pages there are.
package struct LeastRecentlyUsed: EvictionPolicy {
    private struct Link {
        var rendition: Rendition
        var older: Int?
        var newer: Int?
    }

    private var links: [Link] = []
    private var free: [Int] = []
    private var places: [Rendition: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    package init() {}

    package mutating func admit(_ page: CandidatePage, at time: Instant) {
        let rendition = page.rendition
        if places[rendition] != nil { return use(rendition, at: time) }
        let place: Int
        if let reused = free.popLast() {
            place = reused
            links[place].rendition = rendition
        } else {
            place = links.count
            links.append(Link(rendition: rendition))
        }
        places[rendition] = place
        append(place)
    }

    package mutating func use(_ rendition: Rendition, at time: Instant) {
        guard let place = places[rendition], place != newest else { return }
        detach(place)
        append(place)
    }

    package mutating func remove(_ rendition: Rendition, isDisplaced: Bool) {
        guard let place = places.removeValue(forKey: rendition) else { return }
        detach(place)
        free.append(place)
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    package func rank(near places: ReadingPlaces, at time: Instant, _ body: (Rendition) -> Bool) {
        var next = oldest
        while let place = next {
            guard body(links[place].rendition) else { return }
            next = links[place].newer
        }
    }

    /// What is asked for now always displaces what was asked for before.
    package mutating func admits(
        _ page: CandidatePage, displacing victims: [Rendition], near places: ReadingPlaces, at time: Instant
    ) -> Bool { true }

    private mutating func append(_ place: Int) {
        links[place].older = newest
        links[place].newer = nil
        if let newest { links[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func detach(_ place: Int) {
        let older = links[place].older
        let newer = links[place].newer
        if let older { links[older].newer = newer } else { oldest = newer }
        if let newer { links[newer].older = older } else { newest = older }
    }
}
