/// Draws a trace of one reader that is played in real time, in a document that is there.
package enum RealTimeRecipe {
    /// - Parameters:
    ///   - behaviours: what the reader does, each as often as in the mix compared with the others; not empty.
    ///   - seconds: how long it takes.
    ///   - longestStay: in seconds: who reads a page for longer than that is taken to turn then.
    package static func draw(
        in book: TraceDocument, _ behaviours: [Behaviour], seconds: Double, longestStay: Double, seed: UInt64
    ) -> Trace {
        var random = TraceRandom(seed: seed)
        var walk = ReaderWalk(
            reader: 0, at: 0, in: book, random: random.split(), longestStay: longestStay, end: seconds)
        walk.sit(at: 0, document: 0, book: book, position: random.whole(0...book.pages.count - 1), turns: .max)
        // The page that it opens is looked at like any other.
        walk.stay(longestStay)
        while !walk.isOver { walk.episode(of: behaviours[random.choice(behaviours.map(\.share))]) }
        let end = UInt64(seconds * 1e6)
        return Trace(
            documents: [book], requests: walk.requests.filter { $0.time < end },
            flings: walk.flings.filter { $0.time < end })
    }
}

extension Behaviour {
    /// Whether a document has what readers need for it.
    package func isPossible(in book: TraceDocument) -> Bool {
        switch self {
        case .contents: !book.chapters.isEmpty
        case .links: book.links.contains { !$0.isEmpty }
        case .search: !book.searches.isEmpty
        case .read, .skim, .fling, .compare, .reread: true
        }
    }
}
