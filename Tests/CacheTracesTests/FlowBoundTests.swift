import CacheTraces
import PageCache
import Testing

@Suite struct FlowBoundTests {
    /// A few requests of two readers for a few pages of one document.
    private static func tinyTrace(seed: UInt64, sameSizes: Bool) -> Trace {
        var random = TraceRandom(seed: seed)
        let pages = (0..<5).map { _ in
            TraceDocument.Page(
                renderTime: sameSizes ? 1000 : UInt64(random.next() % 100_000),
                bytes: TraceDocument.memoryPage * (sameSizes ? 1 : Int(1 + random.next() % 4)))
        }
        let requests = (0..<14).map { place in
            Trace.Request(
                time: UInt64(place) * 1_000_000, reader: Int(random.next() % 2), document: 0,
                index: Int(random.next() % UInt64(pages.count)))
        }
        return Trace(documents: [TraceDocument(pages: pages)], requests: requests)
    }

    @Test(arguments: 1...150 as ClosedRange<UInt64>)
    func boundIsBelowTheOptimumAndThatBelowEveryPolicy(seed: UInt64) {
        let trace = Self.tinyTrace(seed: seed, sameSizes: false)
        let sequence = RequestSequence(trace)
        for units in [2, 4, 7] {
            let capacity = units * TraceDocument.memoryPage
            let optimum = ExhaustiveOptimum.missTime(of: sequence, capacity: capacity)
            #expect(FlowBound.missTime(of: sequence, capacity: capacity) <= optimum)
            #expect(FlowBound.missTime(of: sequence, capacity: capacity, segment: 4) <= optimum)
            for clairvoyant in Clairvoyant.allCases {
                #expect(optimum <= clairvoyant.play(sequence, capacity: capacity).missTime)
            }
            let policies: [any EvictionPolicy] = CachePolicy.allCases.map { $0.make() } + [FarthestFromReaders()]
            for policy in policies {
                #expect(optimum <= TracePlayer.play(trace, capacity: capacity, policy: policy).missTime)
            }
        }
    }

    /// Where all that is on screen fits, keeping it is the only thing that is not free to choose.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func minAndTheBoundAreTheOptimumWherePagesAreAlike(seed: UInt64) {
        let sequence = RequestSequence(Self.tinyTrace(seed: seed, sameSizes: true))
        for pages in 2...4 {
            let capacity = pages * TraceDocument.memoryPage
            let optimum = ExhaustiveOptimum.missTime(of: sequence, capacity: capacity)
            #expect(Clairvoyant.min.play(sequence, capacity: capacity).missTime == optimum)
            #expect(FlowBound.missTime(of: sequence, capacity: capacity) == optimum)
        }
    }

    /// Two readers show a page each, and there is room for one: the bound counts a page for nothing then, and stays a bound.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func boundHoldsWhereWhatIsOnScreenDoesNotFit(seed: UInt64) {
        let sequence = RequestSequence(Self.tinyTrace(seed: seed, sameSizes: true))
        let capacity = TraceDocument.memoryPage
        let optimum = ExhaustiveOptimum.missTime(of: sequence, capacity: capacity)
        #expect(FlowBound.missTime(of: sequence, capacity: capacity) <= optimum)
        #expect(optimum <= Clairvoyant.min.play(sequence, capacity: capacity).missTime)
    }

    /// One reader looks at a page while another goes to and fro between two: with room for two, one of these is missed each time.
    @Test func whatIsOnScreenTakesItsRoom() {
        let pages = (0..<3).map { _ in TraceDocument.Page(renderTime: 100, bytes: TraceDocument.memoryPage) }
        let order = [0, 1, 2, 1, 2, 1, 2]
        let watched = RequestSequence(order: order, readers: [0, 1, 1, 1, 1, 1, 1], pages: pages)
        #expect(FlowBound.missTime(of: watched, capacity: 2 * TraceDocument.memoryPage) == 700)
        #expect(FlowBound.missTime(of: watched, capacity: 3 * TraceDocument.memoryPage) == 300)
        // Nobody looks at the first one any more.
        #expect(
            FlowBound.missTime(of: RequestSequence(order: order, pages: pages), capacity: 2 * TraceDocument.memoryPage)
                == 300)
    }

    /// A page that somebody else shows is there.
    @Test func whatIsOnScreenIsHadForNothing() {
        let pages = (0..<3).map { _ in TraceDocument.Page(renderTime: 100, bytes: TraceDocument.memoryPage) }
        let sequence = RequestSequence(order: [0, 1, 0, 2, 0], readers: [0, 1, 1, 1, 1], pages: pages)
        #expect(FlowBound.missTime(of: sequence, capacity: 2 * TraceDocument.memoryPage) == 300)
        for cut in 1...5 {
            #expect(FlowBound.missTime(of: sequence, capacity: 2 * TraceDocument.memoryPage, segment: cut) == 300)
        }
    }

    @Test func pageLargerThanTheCapIsNeverSaved() {
        let pages = [TraceDocument.Page(renderTime: 600, bytes: 3 * TraceDocument.memoryPage)]
        let sequence = RequestSequence(order: [0, 0, 0], pages: pages)
        #expect(FlowBound.missTime(of: sequence, capacity: 2 * TraceDocument.memoryPage) == 1800)
        #expect(FlowBound.missTime(of: sequence, capacity: 3 * TraceDocument.memoryPage) == 600)
    }

    @Test func boundStaysBelowOnALongTraceThatIsCut() {
        let company = TraceRecipe.Company(readers: 4, sharesDocument: true)
        let sequence = RequestSequence(TraceRecipe(company: company, requests: 1500, seed: 7).draw())
        let capacity = 16 * TraceDocument.meanPageBytes
        let whole = FlowBound.missTime(of: sequence, capacity: capacity)
        let cut = FlowBound.missTime(of: sequence, capacity: capacity, segment: 300)
        #expect(cut <= whole)
        #expect(whole <= Clairvoyant.greedy.play(sequence, capacity: capacity).missTime)
        // What is lost by the cuts is little.
        #expect(cut > whole / 10 * 9)
    }
}
