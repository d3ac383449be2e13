/// A reader as the cache numbers them.
package struct CacheReader: Hashable, Sendable {
    /// From 0, without gaps, and used again for another reader.
    package let index: Int32
    /// Another one for each reader that has the index in turn.
    package let generation: UInt32
}

/// Slots, of which the first two are inline: what a reader shows takes no allocation.
package struct SlotList: RandomAccessCollection, Equatable, Sendable, ExpressibleByArrayLiteral {
    fileprivate var pair = SlotPair()
    private var rest: [CacheSlot] = []

    package init() {}

    package init(_ first: CacheSlot, _ second: CacheSlot? = nil) { pair = SlotPair(first, second) }

    package init(_ slots: some Sequence<CacheSlot>) {
        for slot in slots { append(slot) }
    }

    package init(arrayLiteral elements: CacheSlot...) { self.init(elements) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { pair.count + rest.count }

    package subscript(position: Int) -> CacheSlot {
        if position == 0, let first = pair.first { return first }
        if position == 1, let second = pair.second { return second }
        return rest[position - 2]
    }

    package mutating func append(_ slot: CacheSlot) {
        guard let first = pair.first else { return pair = SlotPair(slot, nil) }
        guard pair.second != nil else { return pair = SlotPair(first, slot) }
        rest.append(slot)
    }

    /// Calls `body` with one after the other. A loop over the collection copies it first.
    @inline(__always)
    package func forEach(_ body: (CacheSlot) -> Void) {
        if let first = pair.first { body(first) }
        if let second = pair.second { body(second) }
        if !rest.isEmpty { rest.forEach(body) }
    }

    /// Whether all of it is inline.
    fileprivate var isPair: Bool { rest.isEmpty }
}

/// The pages that a reader needs kept alive.
package struct Protection: Equatable, Sendable {
    /// The pages that a reader at rest shows: never victims.
    package var shown: SlotList
    /// Everything else that is protected, as in a transition: as a victim it is deferred.
    package var moving: SlotList

    package init(shown: SlotList = SlotList(), moving: SlotList = SlotList()) {
        self.shown = shown
        self.moving = moving
    }

    /// Whether it protects nothing.
    package var isEmpty: Bool { shown.isEmpty && moving.isEmpty }

    /// How many slots it names.
    var count: Int { shown.count + moving.count }

    /// Without the slots that do not match.
    func filtered(_ matches: (CacheSlot) -> Bool) -> Protection {
        Protection(shown: SlotList(shown.lazy.filter(matches)), moving: SlotList(moving.lazy.filter(matches)))
    }
}

/// The needs of readers, and the positions where they read.
struct CacheReaders: Sendable {
    private struct Reader: Sendable {
        var generation: UInt32 = 0
        /// Whose it is; nil: nobody's.
        var user: UInt32?
        var protection = Protection()
        /// By axis: a reader may read in more than one document.
        var positions: [ReadingPosition?] = []
    }

    private var readers: [Reader] = []
    /// The indexes that are not used, the one to be used next at the end.
    private var vacant: [Int32] = []
    /// Where all of them read, once that was asked for since one of them turned.
    private var gathered: ReadingPositions?
    /// How often one of them has turned.
    private var turns: UInt64 = 0
    /// How many readers each user has.
    private(set) var users: [UInt32: Int] = [:]

    /// Adds one of a user that needs nothing.
    mutating func add(of user: UInt32?) -> CacheReader {
        if let user { users[user, default: 0] += 1 }
        if let index = vacant.popLast() {
            readers[Int(index)].user = user
            return CacheReader(index: index, generation: readers[Int(index)].generation)
        }
        readers.append(Reader(user: user))
        return CacheReader(index: Int32(readers.count - 1), generation: 0)
    }

    /// Forgets one that needs nothing any more.
    mutating func remove(_ reader: CacheReader) {
        guard let index = index(of: reader) else { return }
        removePositions(of: reader)
        if let user = readers[index].user, let count = users[user] { users[user] = count > 1 ? count - 1 : nil }
        readers[index] = Reader(generation: reader.generation &+ 1)
        vacant.append(reader.index)
    }

    /// Sets what a reader needs.
    ///
    /// - Returns: what it needed before; nil where there is no such reader.
    mutating func setProtection(_ protection: Protection, of reader: CacheReader) -> Protection? {
        guard let index = index(of: reader) else { return nil }
        var other = protection
        swap(&readers[index].protection, &other)
        return other
    }

    /// The protection of a reader's pages.
    func protection(of reader: CacheReader) -> Protection {
        index(of: reader).map { readers[$0].protection } ?? Protection()
    }

    /// The users of readers that show each page; nobody's readers are left out.
    var usersByShown: [CacheSlot: Set<UInt32>] {
        var users: [CacheSlot: Set<UInt32>] = [:]
        for reader in readers {
            if let user = reader.user { reader.protection.shown.forEach { users[$0, default: []].insert(user) } }
        }
        return users
    }

    /// Notes that a reader shows a pair, where it needs nothing else before or after and `turn` does the rest.
    ///
    /// - Parameter turn: gets what it showed before; nil where it is not to be noted.
    @inline(__always)
    mutating func turn(_ reader: CacheReader, to shown: SlotPair, _ turn: (SlotPair) -> Int?) -> Int? {
        guard let index = index(of: reader) else { return nil }
        var readers = readers.mutableSpan
        guard readers[index].protection.moving.pair.first == nil, readers[index].protection.shown.isPair,
            let result = turn(readers[index].protection.shown.pair)
        else { return nil }
        readers[index].protection.shown.pair = shown
        return result
    }

    /// Notes where a reader reads on an axis; nil: nowhere.
    mutating func setPosition(_ position: ReadingPosition?, axis: Int, of reader: CacheReader) {
        guard axis >= 0, let index = index(of: reader),
            Self.set(position, at: axis, in: &readers[index].positions)
        else { return }
        forgetGathered()
    }

    /// Notes that a reader reads nowhere.
    mutating func removePositions(of reader: CacheReader) {
        guard let index = index(of: reader), !readers[index].positions.isEmpty else { return }
        readers[index].positions = []
        forgetGathered()
    }

    /// The positions where all readers read, kept for the next call.
    mutating func gatherPositions() -> ReadingPositions {
        let positions = self.positions
        gathered = positions
        return positions
    }

    /// The positions where all readers read. Unlike ``gatherPositions()``, it changes nothing.
    var positions: ReadingPositions {
        gathered ?? ReadingPositions(readers.lazy.flatMap(\.positions).compactMap { $0 }, number: turns)
    }

    private mutating func forgetGathered() {
        gathered = nil
        turns += 1
    }

    private func index(of reader: CacheReader) -> Int? {
        let index = Int(reader.index)
        return readers.indices.contains(index) && readers[index].generation == reader.generation ? index : nil
    }

    /// - Returns: whether it was elsewhere before.
    private static func set(
        _ position: ReadingPosition?, at axis: Int, in positions: inout [ReadingPosition?]
    ) -> Bool {
        if positions.count <= axis, position == nil { return false }
        while positions.count <= axis { positions.append(nil) }
        guard positions[axis] != position else { return false }
        positions[axis] = position
        return true
    }
}
