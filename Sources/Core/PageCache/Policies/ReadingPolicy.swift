import Glibc
package import PageModel

/// Lets go the page that it would cost least to miss, for each byte: what it took to render, times the chance that a reader
/// comes to it next. That chance falls with the turns since the page was used last, and grows with how often it was used,
/// also before it went last, and with how near it is to where readers are.
///
/// docs/memory.md has the formula, ``ReadingParameters`` the numbers.
package struct ReadingPolicy: EvictionPolicy {
    private struct Note {
        let rendition: Rendition
        let cost: PageCost
        var index: Int?
        /// The uses of the page, also those before it went last.
        var uses: Uses
        var isUnused: Bool
        /// The turn at which the page was used last.
        var lastUse: UInt64
    }

    private let parameters: ReadingParameters
    private let decays: Nearness.Decays
    private let ages: AgeTable
    private var notes = PolicyNotes<Note>()
    private var past = PastUses()
    /// The turns of all readers so far.
    private var turns: UInt64 = 0
    /// The nearness by where readers were last; nil where nobody has asked yet.
    private var nearness: Nearness?
    /// The basis of the floors of the shortlist.
    private var floor = Floor()

    /// So many turns after it was made a shortlist holds: the longer, the more pages are lower than a score of now.
    private static let shortlistTurns: UInt64 = 64

    /// The sums from which the least worth of a page up to a turn is computed.
    private struct Floor {
        /// The last turn.
        var end: UInt64 = 0
        /// Where readers are, which is known to be so that it holds (``ReadingPositions/number``).
        var positions: UInt64?
        /// The weight that each page of a document has while somebody reads it.
        var documents: [DocumentID: Double] = [:]
    }

    package init(_ parameters: ReadingParameters = ReadingParameters()) {
        self.parameters = parameters
        decays = Nearness.Decays(parameters)
        ages = AgeTable(parameters)
    }

    package mutating func admit(_ page: CandidatePage, in slot: CacheSlot) {
        turns += 1
        notes.set(note(of: page), for: slot)
    }

    package mutating func use(_ slots: Span<CacheSlot>) {
        notes.change(slots) { [turns, ages] number, note in
            note.lastUse = turns + UInt64(number) + 1
            note.uses.add(note.lastUse, ages)
            note.isUnused = false
        }
        turns += UInt64(slots.count)
    }

    package mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) {
        guard let note = notes.remove(slot), isDisplaced else { return }
        past.add(note.uses, of: note.rendition)
    }

    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        notes.changeAll { note in
            if note.rendition.document == document { note.index = index(note.rendition.page) }
        }
    }

    package func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        var nearness = nearness(to: positions)
        notes.rank(by: { note in (worth(of: note, &nearness), note.lastUse) }, body)
    }

    package mutating func rankFew(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        var nearness = takeNearness(to: positions)
        if !notes.hasShortlist || turns > floor.end || !floorHolds(at: positions, &nearness) {
            makeShortlist(near: positions, &nearness)
        }
        let (turns, ages, parameters) = (turns, ages, parameters)
        notes.rankListed(
            by: { note in (Self.worth(of: note, at: turns, &nearness, ages, parameters), note.lastUse) }, body)
        self.nearness = nearness
    }

    package func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot] {
        var nearness = nearness(to: positions)
        return notes.ranked(slots) { note in (worth(of: note, &nearness), note.lastUse) }
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool {
        var nearness = takeNearness(to: positions)
        defer { self.nearness = nearness }
        let lost = victims.reduce(0) { lost, victim in
            guard let note = notes[victim] else { return lost }
            return lost + worth(of: note, &nearness) * Double(note.cost.bytes)
        }
        let won = max(
            worth(of: note(of: page), &nearness) * Double(page.cost.bytes),
            (page.need ?? 0) * page.cost.miss)
        // Sums of equal pages may differ in their last digits.
        guard won < lost * (1 - 1e-9) else { return true }
        // Who was refused has turned all the same: what is there gets older, or it would stay for ever.
        if !page.isPrefetched { turns += 1 }
        return false
    }

    /// Makes the note of a page that comes now.
    private func note(of page: CandidatePage) -> Note {
        var uses = past[page.rendition]
        if !page.isPrefetched { uses.add(turns, ages) }
        return Note(
            rendition: page.rendition, cost: page.cost, index: page.index, uses: uses, isUnused: page.isPrefetched,
            lastUse: turns)
    }

    /// The nearness that was computed for these positions before, if it was.
    private func nearness(to positions: ReadingPositions) -> Nearness {
        if let nearness, nearness.isOf(positions) { return nearness }
        return Nearness(positions, parameters, decays)
    }

    /// Takes that nearness out, to be put back by the caller: it is added to without being copied.
    private mutating func takeNearness(to positions: ReadingPositions) -> Nearness {
        let nearness = nearness(to: positions)
        self.nearness = nil
        return nearness
    }

    // MARK: What a page is worth

    /// For each byte.
    private func worth(of note: Note, _ nearness: inout Nearness) -> Double {
        Self.worth(of: note, at: turns, &nearness, ages, parameters)
    }

    private static func worth(
        of note: Note, at turns: UInt64, _ nearness: inout Nearness, _ ages: AgeTable, _ parameters: ReadingParameters
    ) -> Double {
        let age = turns - note.lastUse
        let near = nearness.of(note.rendition.page, at: note.index, in: note.rendition.document)
        let recency = ages.recency(age) * (note.isUnused ? parameters.unused : 1)
        let uses = parameters.use * note.uses.count(at: turns, ages)
        let present =
            near.readers == 0 ? 0 : ages.lasting(age) + near.position + near.likely * ages.likelihood(age)
        return (recency + uses + present) * note.cost.missPerByte
    }

    // MARK: The pages that go next

    /// Whether readers are where the floors of the shortlist count on them: that more read a document raises its pages only.
    private mutating func floorHolds(at positions: ReadingPositions, _ nearness: inout Nearness) -> Bool {
        if let number = positions.number, number == floor.positions { return true }
        floor.positions = positions.number
        return floor.documents.allSatisfy { document, least in
            // Sums of the same numbers may differ in their last digits.
            nearness.least(in: document).map { $0 >= least * (1 - 1e-10) } ?? false
        }
    }

    private mutating func makeShortlist(near positions: ReadingPositions, _ nearness: inout Nearness) {
        floor = Floor(end: turns + Self.shortlistTurns, positions: positions.number)
        let (end, ages, parameters) = (floor.end, ages, parameters)
        var documents: [DocumentID: Double] = [:]
        notes.makeShortlist { note in
            let least = nearness.least(in: note.rendition.document)
            if let least { documents[note.rendition.document] = least }
            return (Self.floor(of: note, at: end, least, ages, parameters), 0)
        }
        floor.documents = documents
    }

    /// The least worth of a page up to a turn: with each turn worth falls but for what readers near it add, and each use of the page
    /// raises it.
    ///
    /// - Parameter least: what it has wherever readers of its document are; nil where nobody reads that.
    private static func floor(
        of note: Note, at end: UInt64, _ least: Double?, _ ages: AgeTable, _ parameters: ReadingParameters
    ) -> Double {
        let age = end - note.lastUse
        let recency = ages.recency(age) * (note.isUnused ? parameters.unused : 1)
        let uses = parameters.use * note.uses.count(at: end, ages)
        let present = least.map { ages.lasting(age) + $0 } ?? 0
        // Sums of the same numbers may differ in their last digits.
        return (recency + uses + present) * note.cost.missPerByte * (1 - 1e-9)
    }
}

/// How often a page was used, of which less and less counts.
struct Uses: Sendable {
    private var count = 0.0
    /// When that was.
    private var turn: UInt64 = 0

    mutating func add(_ turns: UInt64, _ ages: AgeTable) {
        count = self.count(at: turns, ages) + 1
        turn = turns
    }

    /// Returns how many of the uses still count at a turn.
    func count(at turns: UInt64, _ ages: AgeTable) -> Double { count == 0 ? 0 : count * ages.fading(turns - turn) }
}

/// How often pages were used that went: bounded, those that went last stay longest.
struct PastUses: Sendable {
    /// Pages at most: many times what fits a cache of rendered pages.
    static let limit = 16_384

    private var recent: [Rendition: Uses] = [:]
    private var older: [Rendition: Uses] = [:]

    var count: Int { recent.count + older.count }

    subscript(rendition: Rendition) -> Uses { recent[rendition] ?? older[rendition] ?? Uses() }

    /// Notes the uses of a page that goes.
    mutating func add(_ uses: Uses, of rendition: Rendition) {
        // Half of all are forgotten at once: that takes no list in the order of their going.
        if recent.count >= Self.limit / 2 {
            older = recent
            recent = [:]
        }
        recent[rendition] = uses
    }
}

/// The tables of what is left of chances, by the turns since a page was used.
struct AgeTable: Sendable {
    /// So many turns are tabulated; later ones take a power each.
    private static let reach = 4096

    private let recencies: [Double]
    private let fadings: [Double]
    private let parameters: ReadingParameters

    init(_ parameters: ReadingParameters) {
        self.parameters = parameters
        recencies = (0..<Self.reach).map { Self.recency(Double($0), parameters) }
        fadings = (0..<Self.reach).map { exp2(-Double($0) / parameters.useHalfLife) }
    }

    /// The chance that is left of a page that was used once.
    func recency(_ turns: UInt64) -> Double {
        turns < Self.reach ? recencies[Int(turns)] : Self.recency(Double(turns), parameters)
    }

    /// The part that is left of a use.
    func fading(_ turns: UInt64) -> Double {
        turns < Self.reach ? fadings[Int(turns)] : exp2(-Double(turns) / parameters.useHalfLife)
    }

    /// The likelihood that is left of a page that was likely when it was used. It was 1 then.
    func likelihood(_ turns: UInt64) -> Double {
        parameters.likelyTurns / (parameters.likelyTurns + Double(turns))
    }

    /// The additional chance of a page in a document that somebody reads.
    func lasting(_ turns: UInt64) -> Double {
        parameters.recent / (Double(turns) + parameters.recentOffset)
            + parameters.lasting / (Double(turns) + parameters.lastingOffset)
    }

    private static func recency(_ turns: Double, _ parameters: ReadingParameters) -> Double {
        pow(turns + parameters.recencyOffset, -parameters.recencyExponent)
    }
}
