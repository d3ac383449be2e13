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
        /// Also before it went last.
        var uses: Uses
        var isUnused: Bool
        /// When it was used last, in turns.
        var lastUse: UInt64
    }

    private let parameters: ReadingParameters
    private let decays: Nearness.Decays
    private let ages: AgeTable
    private var notes = PolicyNotes<Note>()
    private var past = PastUses()
    /// The turns of all readers so far.
    private var turns: UInt64 = 0

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
        var nearness = Nearness(positions, parameters, decays)
        notes.rank(by: { note in (worth(of: note, &nearness), note.lastUse) }, body)
    }

    package mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool {
        var nearness = Nearness(positions, parameters, decays)
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
        if !page.isReadAhead { turns += 1 }
        return false
    }

    /// Of a page that comes now.
    private func note(of page: CandidatePage) -> Note {
        var uses = past[page.rendition]
        if !page.isReadAhead { uses.add(turns, ages) }
        return Note(
            rendition: page.rendition, cost: page.cost, index: page.index, uses: uses, isUnused: page.isReadAhead,
            lastUse: turns)
    }

    /// For each byte.
    private func worth(of note: Note, _ nearness: inout Nearness) -> Double {
        let age = turns - note.lastUse
        let near = nearness.of(note.rendition.page, at: note.index, in: note.rendition.document)
        let recency = ages.recency(age) * (note.isUnused ? parameters.unused : 1)
        let uses = parameters.use * note.uses.count(at: turns, ages)
        let present =
            near.readers == 0 ? 0 : ages.lasting(age) + near.position + near.likely * ages.likelihood(age)
        return (recency + uses + present) * note.cost.missPerByte
    }
}

/// The numbers of ``ReadingPolicy``: chances that a page is turned to with the next turn, up to a common factor. Only what
/// they are to each other counts.
///
/// Unless it says otherwise, a number was fitted to drawn traces of readers (docs/benchmarks.md), with other seeds than those
/// that are reported; docs/memory.md says how far each may be off before it shows.
package struct ReadingParameters: Equatable, Sendable {
    /// Of a page that was used so many turns ago: (turns + this) to the power
    package var recencyOffset = 2.7
    /// of minus this.
    package var recencyExponent = 1.46
    /// The part of that of a page that nobody has used yet: it was read ahead, and was not wanted so far.
    package var unused = 0.1
    /// For each use of a page,
    package var use = 0.0056
    /// of which half is left after so many turns, in the cache or not.
    package var useHalfLife = 2_400.0
    /// In a document that somebody reads, beside that: this
    package var recent = 0.5
    /// divided by the turns since the page was used and this,
    package var recentOffset = 3.6
    /// and, since who has not come back for long may come still, this
    package var lasting = 3.8
    /// divided by those turns and this.
    package var lastingOffset = 300.0
    /// For each reader of the document, wherever it is, divided by how many pages that has.
    package var anywhere = 1.6
    /// For each reader of the document, of a page with many links.
    package var contents = 0.066
    /// Of the page after the one that a reader shows,
    package var ahead = 0.25
    /// and by how much it falls with each page further.
    package var aheadDecay = 0.925
    /// Of the page before,
    package var behind = 0.095
    /// and by how much it falls with each page further.
    package var behindDecay = 0.72
    /// Of pages around a reader, ahead or behind,
    package var around = 0.02
    /// and by how much it falls with each page further.
    package var aroundDecay = 0.989
    /// Of the likeliest page,
    package var likely = 0.1
    /// and by how much it falls from one to the next.
    package var likelyDecay = 0.96
    /// After so many turns without use, half of that is left of it.
    package var likelyTurns = 12.0

    /// What a reader adds to that, by what its last turn was.
    package struct Chances: Equatable, Sendable {
        /// Of pages ahead, for each page: this times ``nextDecay`` to the power of the distance.
        package var ahead: Double
        /// Of pages behind, as ahead.
        package var behind: Double
        /// Of the place that the reader jumped from last.
        package var origin: Double
    }

    /// By how much what is ahead falls with each page further,
    package var nextDecay = 0.7
    /// and what is behind.
    package var previousDecay = 0.79
    /// By ``TurnContext``: step, fast, passing, reversed, returned, to and fro, link, search hit, contents, far, opened.
    package var after: [Chances] = [
        Chances(ahead: 1.34, behind: 0.017, origin: 0),
        Chances(ahead: 0.61, behind: 0.08, origin: 0),
        Chances(ahead: 1.66, behind: 0.049, origin: 0),
        Chances(ahead: 0.37, behind: 0.89, origin: 0),
        Chances(ahead: 0, behind: 1.06, origin: 2.6),
        Chances(ahead: 0.11, behind: 0.07, origin: 10.5),
        Chances(ahead: 0.76, behind: 0.028, origin: 5.8),
        Chances(ahead: 0.19, behind: 0.31, origin: 0.82),
        Chances(ahead: 0.19, behind: 0.31, origin: 0.82),
        Chances(ahead: 0.22, behind: 1.5, origin: 1.5),
        Chances(ahead: 0.46, behind: 0, origin: 0),
    ]

    package init() {}
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

    /// What counts of them at a turn.
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

/// What is left of chances by the turns since a page was used.
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

    /// Of a page that was used once.
    func recency(_ turns: UInt64) -> Double {
        turns < Self.reach ? recencies[Int(turns)] : Self.recency(Double(turns), parameters)
    }

    /// Of a use.
    func fading(_ turns: UInt64) -> Double {
        turns < Self.reach ? fadings[Int(turns)] : exp2(-Double(turns) / parameters.useHalfLife)
    }

    /// Of a page that was likely when it was used, by which it is 1.
    func likelihood(_ turns: UInt64) -> Double {
        parameters.likelyTurns / (parameters.likelyTurns + Double(turns))
    }

    /// Of a page in a document that somebody reads, beside what it has anyway.
    func lasting(_ turns: UInt64) -> Double {
        parameters.recent / (Double(turns) + parameters.recentOffset)
            + parameters.lasting / (Double(turns) + parameters.lastingOffset)
    }

    private static func recency(_ turns: Double, _ parameters: ReadingParameters) -> Double {
        pow(turns + parameters.recencyOffset, -parameters.recencyExponent)
    }
}
