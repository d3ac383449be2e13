import Glibc

/// Which trace to draw.
package struct TraceRecipe: Sendable {
    /// The readers of a trace, and whether they share a document.
    package struct Company: Equatable, Sendable {
        package let readers: Int
        /// Whether all read one document; else each takes one of the library for each sitting.
        package let sharesDocument: Bool

        package init(readers: Int, sharesDocument: Bool) {
            self.readers = readers
            self.sharesDocument = sharesDocument
        }

        package static let all = [
            Company(readers: 1, sharesDocument: false),
            Company(readers: 4, sharesDocument: true), Company(readers: 4, sharesDocument: false),
            Company(readers: 16, sharesDocument: true), Company(readers: 16, sharesDocument: false),
        ]
    }

    /// How many documents a library has: as many of each class, where none is named.
    private static let library = 12
    /// How much oftener the first ones are read: 1 / n^0.9.
    private static let zipf = 0.9
    /// Turns in a sitting.
    private static let sitting = 80.0
    /// The time from one sitting of a reader to its next, in seconds.
    private static let pause = (median: 300.0, sigma: 1.0)
    /// Readers begin within so many seconds.
    private static let arrival = 60.0

    /// The behaviour of the readers; nil: the mix.
    package let behaviour: Behaviour?
    /// The class of the documents; nil: all classes, beginning with another one for each seed.
    package let renderClass: RenderClass?
    package let company: Company
    package let requests: Int
    package let seed: UInt64

    package init(
        behaviour: Behaviour? = nil, renderClass: RenderClass? = nil, company: Company, requests: Int, seed: UInt64
    ) {
        self.behaviour = behaviour
        self.renderClass = renderClass
        self.company = company
        self.requests = requests
        self.seed = seed
    }

    /// Draws the trace.
    package func draw() -> Trace {
        var random = TraceRandom(seed: seed)
        let classes = RenderClass.allCases
        let turn = Int(seed % UInt64(classes.count))
        let documents = (0..<(company.sharesDocument ? 1 : Self.library)).map { number in
            TraceDocument(renderClass ?? classes[(number + turn) % classes.count], &random)
        }
        // Each reader might be the only one who asks for much.
        let walks = (0..<company.readers).map { walk($0, through: documents, random.split()) }
        let requests = walks.flatMap(\.requests).sorted { ($0.time, $0.reader) < ($1.time, $1.reader) }
        let flings = walks.flatMap(\.flings).sorted { ($0.time, $0.reader) < ($1.time, $1.reader) }
        return Trace(documents: documents, requests: Array(requests.prefix(self.requests)), flings: flings)
    }

    /// The way of one reader, until it has asked for enough.
    private func walk(
        _ reader: Int, through documents: [TraceDocument], _ random: TraceRandom
    ) -> ReaderWalk {
        var random = random
        let popularity = documents.indices.map { 1 / pow(Double($0 + 1), Self.zipf) }
        let shares = Behaviour.allCases.map(\.share)
        var left: [Int: Int] = [:]
        var walk = ReaderWalk(
            reader: reader, at: random.uniform(0, Self.arrival), in: documents[0], random: random.split())
        while walk.requests.count < requests {
            let document = random.choice(popularity)
            let book = documents[document]
            walk.sit(
                at: walk.clock, document: document, book: book,
                position: left[document] ?? random.whole(0...book.pages.count - 1),
                turns: random.geometric(mean: Self.sitting))
            while !walk.isOver { walk.episode(of: behaviour ?? Behaviour.allCases[random.choice(shares)]) }
            left[document] = walk.position
            walk.stay(random.logNormal(median: Self.pause.median, sigma: Self.pause.sigma))
        }
        return walk
    }
}
