package import PageModel

/// At most two slots, inline.
struct SlotPair: Equatable, Sendable {
    /// Where there is none, its index is less than 0.
    private(set) var one = Self.none
    private(set) var other = Self.none

    private static let none = CacheSlot(index: -1, generation: 0)

    init() {}

    init(_ first: CacheSlot, _ second: CacheSlot?) {
        one = first
        other = second ?? Self.none
    }

    var first: CacheSlot? { one.index < 0 ? nil : one }
    var second: CacheSlot? { other.index < 0 ? nil : other }
    var count: Int { one.index < 0 ? 0 : other.index < 0 ? 1 : 2 }
}

/// A page that has left memory. Its slot finds nothing any more, unless something else keeps it: a render, a reader, a hold.
package struct EvictedPage: Equatable, Sendable {
    package let slot: CacheSlot
    package let rendition: Rendition
}

/// The entry of a rendition in the cache: of one that is alive, is being rendered, is protected or held.
struct CacheEntry: Sendable {
    /// Whether a page is alive, and as what.
    enum State: UInt8, Sendable {
        /// Not alive.
        case absent
        case cached
        /// Out of the cache, and alive as long as it is protected.
        case deferred
    }

    var state = State.absent
    /// Whether nobody has asked for the page yet.
    var isPrefetched = false
    /// Whether the page goes as soon as nothing protects it.
    var isRetired = false
    /// How often the page is protected as shown.
    var shown: Int32 = 0
    /// How often the page is protected otherwise.
    var moving: Int32 = 0
    /// How often its slot is held.
    var holds: Int32 = 0
    /// The bytes that the page takes while it is alive.
    var bytes = 0
    /// How long it took to render, in microseconds.
    var renderTime: UInt64 = 0
    /// Where it is in its document; nil where that is not known.
    var index: Int?
    /// The bytes that a render under way may take; nil where none is.
    var reserved: Int?
    /// For whom it counts: the user for whom it was rendered; nil: nobody.
    var user: UInt32?

    var isAlive: Bool { state != .absent }
    var isProtected: Bool { shown > 0 || moving > 0 }
    var amount: CacheAmount { CacheAmount(bytes: bytes, pages: 1) }
    /// The amount that the page takes, alive or being rendered.
    var held: CacheAmount {
        (isAlive ? amount : CacheAmount()) + (reserved.map { CacheAmount(bytes: $0, pages: 1) } ?? CacheAmount())
    }
    /// Whether nothing is known that is worth keeping.
    var isVacant: Bool { !isAlive && reserved == nil && !isProtected && holds == 0 }
}

/// The entries of the cache in their slots, the one table that leads from a rendition to its slot, and the sums over all.
struct CacheEntries: Sendable {
    private struct Slot: Sendable {
        var rendition: Rendition
        var generation: UInt32 = 0
        var entry = CacheEntry()
    }

    private var slots: [Slot] = []
    /// The indexes of slots that are not used, the one to be used next at the end.
    private var vacant: [Int32] = []
    private var indexes: [Rendition: Int32] = [:]
    private(set) var sums = CacheSums()
    /// The amount that counts for each user: alive, or being rendered.
    private(set) var held: [UInt32: CacheAmount] = [:]

    /// How many renditions have a slot.
    var count: Int { indexes.count }

    /// The slot of a rendition, where something is known of it. One hash look-up.
    func slot(of rendition: Rendition) -> CacheSlot? {
        guard let index = indexes[rendition] else { return nil }
        return CacheSlot(index: index, generation: slots[Int(index)].generation)
    }

    /// Whether a slot is still that of the rendition that it was made for.
    func isCurrent(_ slot: CacheSlot) -> Bool {
        let index = Int(slot.index)
        return slots.indices.contains(index) && slots[index].generation == slot.generation
    }

    /// The entry of a slot; nil for an old handle.
    subscript(slot: CacheSlot) -> CacheEntry? { isCurrent(slot) ? slots[Int(slot.index)].entry : nil }

    /// The rendition of a slot; nil for an old handle.
    func rendition(of slot: CacheSlot) -> Rendition? { isCurrent(slot) ? slots[Int(slot.index)].rendition : nil }

    /// Finds or makes the slot of a rendition, and holds it. One hash look-up.
    mutating func hold(_ rendition: Rendition) -> CacheSlot {
        let index = Self.index(in: &indexes[rendition, default: -1], rendition, &slots, &vacant)
        slots[index].entry.holds += 1
        return CacheSlot(index: Int32(index), generation: slots[index].generation)
    }

    /// Ends one hold; an old handle changes nothing.
    mutating func release(_ slot: CacheSlot) {
        let index = Int(slot.index)
        guard isCurrent(slot), slots[index].entry.holds > 0 else { return }
        slots[index].entry.holds -= 1
        if slots[index].entry.isVacant { free(index) }
    }

    /// Changes what is known of a rendition, and the sums with it; a slot with nothing to know is freed.
    ///
    /// - Returns: what is known then; nil for an old handle, which changes nothing.
    @discardableResult
    mutating func change(_ slot: CacheSlot, _ step: (inout CacheEntry) -> Void) -> CacheEntry? {
        guard isCurrent(slot) else { return nil }
        let index = Int(slot.index)
        let before = slots[index].entry
        sums.subtract(before)
        step(&slots[index].entry)
        let after = slots[index].entry
        sums.add(after)
        if before.user != nil || after.user != nil { count(before, after) }
        if after.isVacant { free(index) }
        return after
    }

    /// Sets the index in the document of all that is known of it.
    mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        for number in slots.indices where !slots[number].entry.isVacant && slots[number].rendition.document == document
        {
            slots[number].entry.index = index(slots[number].rendition.page)
        }
    }

    /// Calls `body` with all that is known, in the order of the slots.
    func forEach(_ body: (CacheSlot, Rendition, CacheEntry) -> Void) {
        for (index, slot) in slots.enumerated() where !slot.entry.isVacant {
            body(CacheSlot(index: Int32(index), generation: slot.generation), slot.rendition, slot.entry)
        }
    }

    /// Protects a page so many times more, or less; a slot with nothing to know is freed.
    ///
    /// - Returns: what is known then; nil for an old handle, which changes nothing.
    mutating func protect(_ slot: CacheSlot, shown: Int32 = 0, moving: Int32 = 0) -> CacheEntry? {
        guard isCurrent(slot) else { return nil }
        let index = Int(slot.index)
        let after = Self.protect(&slots[index].entry, &sums, shown: shown, moving: moving)
        if after.isVacant { free(index) }
        return after
    }

    /// Whether all of these slots are still those that they were made for.
    func areCurrent(_ slots: SlotList) -> Bool {
        var areCurrent = true
        slots.forEach { areCurrent = areCurrent && isCurrent($0) }
        return areCurrent
    }

    // What follows is a page turn's part here. It is inlined: the calls would take as long as what they do.

    /// Shows a pair in place of another, where that changes nothing but how often each page is shown: all of them are
    /// cached, and none goes for it.
    ///
    /// - Returns: how many of them were read ahead and are asked for now for the first time; nil where nothing was done.
    @inline(__always)
    mutating func turn(from old: SlotPair, to new: SlotPair) -> Int? {
        Self.turn(&slots, &sums, from: old, to: new)
    }

    @inline(__always)
    private static func turn(
        _ all: inout [Slot], _ sums: inout CacheSums, from old: SlotPair, to new: SlotPair
    ) -> Int? {
        // One look at whether the array is shared, and not one for each page.
        var slots = all.mutableSpan
        guard isCached(new.one, slots), isCached(new.other, slots), mayBeHidden(old.one, slots),
            mayBeHidden(old.other, slots)
        else { return nil }
        var used = 0
        // The new before the old: what is in both is never without protection.
        if show(new.one, &slots, &sums) { used += 1 }
        if show(new.other, &slots, &sums) { used += 1 }
        hide(old.one, &slots, &sums)
        hide(old.other, &slots, &sums)
        return used
    }

    /// Whether a slot's page is cached; true where there is no slot.
    @inline(__always)
    private static func isCached(_ slot: CacheSlot, _ slots: borrowing MutableSpan<Slot>) -> Bool {
        let index = Int(slot.index)
        guard index >= 0 else { return true }
        return index < slots.count && slots[index].generation == slot.generation && slots[index].entry.state == .cached
    }

    /// Whether a slot's page stays as it is when it is not shown any more. The slot is current: it is protected.
    @inline(__always)
    private static func mayBeHidden(_ slot: CacheSlot, _ slots: borrowing MutableSpan<Slot>) -> Bool {
        let index = Int(slot.index)
        guard index >= 0 else { return true }
        return slots[index].entry.state == .cached && !slots[index].entry.isRetired
    }

    /// - Returns: whether it was read ahead, and not asked for until now.
    @inline(__always)
    private static func show(
        _ slot: CacheSlot, _ slots: inout MutableSpan<Slot>, _ sums: inout CacheSums
    ) -> Bool {
        let index = Int(slot.index)
        guard index >= 0 else { return false }
        _ = protect(&slots[index].entry, &sums, shown: 1, moving: 0)
        guard slots[index].entry.isPrefetched else { return false }
        slots[index].entry.isPrefetched = false
        return true
    }

    @inline(__always)
    private static func hide(_ slot: CacheSlot, _ slots: inout MutableSpan<Slot>, _ sums: inout CacheSums) {
        let index = Int(slot.index)
        guard index >= 0 else { return }
        _ = protect(&slots[index].entry, &sums, shown: -1, moving: 0)
    }

    @inline(__always)
    private static func protect(
        _ entry: inout CacheEntry, _ sums: inout CacheSums, shown: Int32, moving: Int32
    ) -> CacheEntry {
        sums.subtractProtection(of: entry)
        entry.shown += shown
        entry.moving += moving
        sums.addProtection(of: entry)
        return entry
    }

    /// The index that a rendition has or gets now.
    ///
    /// - Parameter found: where its index is kept; less than 0 where it has none.
    private static func index(
        in found: inout Int32, _ rendition: Rendition, _ slots: inout [Slot], _ vacant: inout [Int32]
    ) -> Int {
        if found >= 0 { return Int(found) }
        if let reused = vacant.popLast() {
            found = reused
            slots[Int(reused)].rendition = rendition
        } else {
            found = Int32(slots.count)
            slots.append(Slot(rendition: rendition))
        }
        return Int(found)
    }

    /// Counts for their users what was held before and what is after.
    private mutating func count(_ before: CacheEntry, _ after: CacheEntry) {
        if let user = before.user { held[user, default: CacheAmount()] -= before.held }
        if let user = after.user { held[user, default: CacheAmount()] += after.held }
        for user in [before.user, after.user] {
            if let user, held[user] == CacheAmount() { held[user] = nil }
        }
    }

    private mutating func free(_ index: Int) {
        indexes[slots[index].rendition] = nil
        slots[index].entry = CacheEntry()
        slots[index].generation &+= 1
        vacant.append(Int32(index))
    }
}
