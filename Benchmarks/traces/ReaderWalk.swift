/// A reader on the way through a document: keeps what the service knows of it, and writes down what it asks for.
struct ReaderWalk {
    /// How many places a reader jumped from the service keeps.
    private static let historyLimit = 8
    /// How far back re-reading goes, in visits.
    private static let visitedLimit = 40

    private let reader: Int
    private var document = 0
    private(set) var book: TraceDocument
    /// The reader's time, in seconds.
    private(set) var clock: Double
    private(set) var position: Int
    private(set) var direction = 1
    /// Where the reader jumped from, the latest first.
    private var history: [Int] = []
    /// The pages where the reader stayed, the latest last.
    private(set) var visited: [Int] = []
    private(set) var requests: [Trace.Request] = []
    private(set) var flings: [Trace.Fling] = []
    /// The pages that the last search in the document has found, in order.
    var hits: [Int] = []
    /// How many turns are left of the sitting.
    private(set) var turnsLeft = 0
    /// When the document was opened.
    private var opening = 0.0
    /// The longest stay on a page, in seconds, where somebody waits for the reader.
    private let longestStay: Double
    /// The end of the trace, in seconds: a sitting that goes on until then is over.
    private let end: Double
    var random: TraceRandom

    init(
        reader: Int, at clock: Double, in book: TraceDocument, random: TraceRandom, longestStay: Double = .infinity,
        end: Double = .infinity
    ) {
        self.longestStay = longestStay
        self.end = end
        self.reader = reader
        self.clock = clock
        self.book = book
        self.random = random
        position = 0
    }

    var last: Int { book.pages.count - 1 }
    var isOver: Bool { turnsLeft <= 0 || clock >= end }

    /// Opens a document where it was left.
    mutating func sit(at clock: Double, document: Int, book: TraceDocument, position: Int, turns: Int) {
        self.clock = clock
        opening = clock
        if document != self.document {
            history = []
            visited = []
        }
        hits = []
        self.document = document
        self.book = book
        self.position = position
        direction = 1
        turnsLeft = turns
        ask(for: position, .jump, isForeseeable: false)
    }

    /// Turns to a page and stays there for so many seconds.
    ///
    /// - Parameter isForeseeable: whether the service could know that it may.
    mutating func go(to target: Int, stay: Double, _ kind: Trace.Kind? = nil, isForeseeable: Bool = true) {
        defer { self.stay(stay) }
        let index = min(max(target, 0), last)
        guard index != position else { return }
        let distance = index - position
        direction = distance > 0 ? 1 : -1
        let kind = kind ?? (distance.magnitude == 1 ? .turn : .jump)
        if kind == .jump { remember(position) }
        position = index
        turnsLeft -= 1
        // Who turns on at once has opened the document there.
        ask(for: index, kind, isForeseeable: isForeseeable && clock > opening)
    }

    /// Lets the pages run, to end so many further on if nothing stops them.
    ///
    /// - Parameter tau: so many seconds before the end, at its first speed, it would be there.
    mutating func fling(by way: Int, tau: Double) {
        flings.append(
            Trace.Fling(
                time: UInt64(clock * 1e6), reader: reader, landing: min(max(position + way, 0), last),
                timeConstant: UInt64(tau * 1e6)))
    }

    /// Lets seconds pass on the page.
    mutating func stay(_ seconds: Double) { clock += min(seconds, longestStay) }

    private mutating func ask(for index: Int, _ kind: Trace.Kind, isForeseeable: Bool) {
        if kind != .passing {
            visited.append(index)
            if visited.count > Self.visitedLimit { visited.removeFirst() }
        }
        requests.append(
            Trace.Request(
                time: UInt64(clock * 1e6), reader: reader, document: document, index: index, kind: kind,
                direction: direction, likelyPages: likelyPages(at: index), history: history, hits: hits,
                isForeseeable: isForeseeable))
    }

    private mutating func remember(_ index: Int) {
        history.removeAll { $0 == index }
        history.insert(index, at: 0)
        if history.count > Self.historyLimit { history.removeLast() }
    }

    private func likelyPages(at index: Int) -> [Int] {
        var places: [Int] = []
        for place in history + book.links[index] where place != index && !places.contains(place) {
            places.append(place)
        }
        return places
    }
}
