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

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func minAndTheBoundAreTheOptimumWherePagesAreAlike(seed: UInt64) {
        let sequence = RequestSequence(Self.tinyTrace(seed: seed, sameSizes: true))
        for pages in 1...4 {
            let capacity = pages * TraceDocument.memoryPage
            let optimum = ExhaustiveOptimum.missTime(of: sequence, capacity: capacity)
            #expect(Clairvoyant.min.play(sequence, capacity: capacity).missTime == optimum)
            #expect(FlowBound.missTime(of: sequence, capacity: capacity) == optimum)
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
