package import PageModel

/// Lets go the page that was not used for the longest time: the reference policy, `lru`.
///
/// A doubly linked list in an array by the slots' indexes: every step takes the same time however many pages there are.
package struct LeastRecentlyUsed: EvictionPolicy {
    private struct Link {
        /// nil: nothing is here.
        var slot: CacheSlot?
        var older: Int32?
        var newer: Int32?
        /// The lower, the longer ago it was used.
        var order: UInt64 = 0
    }

    private var links: [Link] = []
    private var oldest: Int32?
    private var newest: Int32?
    private var lastOrder: UInt64 = 0

    package init() {}

    package mutating func admit(_ page: CandidatePage, in slot: CacheSlot) {
        while links.count <= slot.index { links.append(Link()) }
        if links[Int(slot.index)].slot != nil { detach(slot.index) }
        links[Int(slot.index)].slot = slot
        append(slot.index)
    }

    package mutating func use(_ slots: Span<CacheSlot>) {
        for number in slots.indices { use(slots[number]) }
    }

    package mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) {
        guard holds(slot) else { return }
        detach(slot.index)
        links[Int(slot.index)] = Link()
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    package func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        var next = oldest
        while let index = next, let slot = links[Int(index)].slot {
            guard body(slot) else { return }
            next = links[Int(index)].newer
        }
    }

    package func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot] {
        slots.filter(holds).sorted { links[Int($0.index)].order < links[Int($1.index)].order }
    }

    /// Admits every page: one that is asked for now always displaces those that were asked for before.
    package mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool { true }

    private mutating func use(_ slot: CacheSlot) {
        guard holds(slot), slot.index != newest else { return }
        detach(slot.index)
        append(slot.index)
    }

    private func holds(_ slot: CacheSlot) -> Bool {
        links.indices.contains(Int(slot.index)) && links[Int(slot.index)].slot == slot
    }

    private mutating func append(_ index: Int32) {
        links[Int(index)].older = newest
        links[Int(index)].newer = nil
        lastOrder += 1
        links[Int(index)].order = lastOrder
        if let newest { links[Int(newest)].newer = index } else { oldest = index }
        newest = index
    }

    private mutating func detach(_ index: Int32) {
        let older = links[Int(index)].older
        let newer = links[Int(index)].newer
        if let older { links[Int(older)].newer = newer } else { oldest = newer }
        if let newer { links[Int(newer)].older = older } else { newest = older }
    }
}
