import CacheTraces
import Testing

@Suite struct AheadPlayerTests {
    private static let alone = TraceRecipe.Company(readers: 1, sharesDocument: false)

    /// Pages that take so many milliseconds, asked for one after the other at these frames.
    private static func trace(_ times: [UInt64], _ requests: [(frame: Double, index: Int)]) -> Trace {
        let pages = times.map { TraceDocument.Page(renderTime: $0 * 1000, bytes: 4096) }
        return Trace(
            documents: [TraceDocument(pages: pages)],
            requests: requests.map { request in
                Trace.Request(
                    time: UInt64((request.frame * 1_000_000 / 60).rounded()), reader: 0, document: 0,
                    index: request.index)
            })
    }

    private static func play(_ trace: Trace, _ scheme: AheadScheme, pages: Int = 8) -> AheadScore {
        AheadPlayer.play(trace, capacity: pages * 4096, scheme: scheme)
    }

    /// A turn between two frames is shown with the next one: what takes 40 ms from half a frame on is there at the fourth.
    @Test func framesUntilAPageIsThereAreDropped() {
        let score = Self.play(Self.trace([40, 4, 4], [(0.5, 0), (60.5, 1), (120.1, 2), (180, 1)]), .none)
        // 40 ms are 2.4 frames: 1 and 2. The third page is there before its frame, so is the second; and it stays.
        #expect(score.turns == 4 && score.drops == 2 && score.processorTime == 48_000)
        #expect(score.wasted == 0)
    }

    @Test func aReaderThatGoesOnDropsNoMoreForWhereItWas() {
        let score = Self.play(Self.trace([1000, 0], [(0.5, 0), (10.5, 1)]), .none)
        // What nobody waits for any more is ended.
        #expect(score.drops == 10 && score.wasted == 1)
        #expect(score.processorTime == 166_667)
    }

    @Test func whatWasReadAheadIsThere() {
        let trace = Self.trace([50, 50, 50], [(0.5, 0), (60.5, 1), (120.5, 2)])
        #expect(Self.play(trace, .none).drops == 9)
        for scheme in AheadScheme.allCases where ![.none, .recyclerView].contains(scheme) {
            let score = Self.play(trace, scheme)
            #expect(score.drops == 3 && score.processorTime == 150_000, "\(scheme.name)")
        }
    }

    /// A page takes longer than a frame, on average: its turn comes only when it is asked for.
    @Test func theGatedOneRendersOnlyWhatFitsAFrame() {
        let requests = (0..<4).map { (frame: 60 * Double($0) + 0.5, index: $0) }
        #expect(Self.play(Self.trace([50, 50, 50, 50], requests), .recyclerView).drops == 12)
        #expect(Self.play(Self.trace([12, 12, 12, 12], requests), .recyclerView).drops == 1)
    }

    @Test func demandEndsWhatNobodyWaitsFor() {
        // 1 is being read ahead when 5 is asked for.
        let trace = Self.trace([1, 1000, 1, 1, 1, 1], [(0.5, 0), (6.5, 5)])
        #expect(Self.play(trace, .neighbours).drops == 0)
    }

    /// A reader that goes to where nothing points to makes a drop that nobody could foresee.
    @Test func whatNobodyCouldForeseeIsCountedApart() {
        for behaviour in Behaviour.allCases {
            let trace = TraceRecipe(
                behaviour: behaviour, renderClass: .map, company: Self.alone, requests: 400, seed: 3
            )
            .draw()
            let foreseeable = trace.requests.count { $0.isForeseeable }
            #expect(foreseeable < trace.requests.count && foreseeable > trace.requests.count / 2)
            let score = AheadPlayer.play(trace, capacity: 16 * TraceDocument.meanPageBytes, scheme: .none)
            #expect(score.foreseeableDrops < score.drops)
        }
    }

    @Test(arguments: [Behaviour.read, .skim], 1...6 as ClosedRange<UInt64>)
    func textThatIsReadOrSkimmedDropsNothingForeseeable(behaviour: Behaviour, seed: UInt64) {
        let trace = TraceRecipe(
            behaviour: behaviour, renderClass: .text, company: Self.alone, requests: 600, seed: seed
        )
        .draw()
        let score = AheadPlayer.play(trace, capacity: 16 * TraceDocument.meanPageBytes, scheme: .full)
        #expect(score.foreseeableDrops == 0)
    }

    /// Nothing is rendered again and again: between two turns each page once.
    @Test(arguments: [AheadScheme.eco, .full], Behaviour.allCases)
    func rendersForATurnAreBounded(scheme: AheadScheme, behaviour: Behaviour) {
        for renderClass in RenderClass.allCases {
            let trace = TraceRecipe(
                behaviour: behaviour, renderClass: renderClass, company: Self.alone, requests: 300, seed: 8
            ).draw()
            let slowest = trace.documents.flatMap(\.pages).map(\.renderTime).max() ?? 0
            let score = AheadPlayer.play(trace, capacity: 4 * TraceDocument.meanPageBytes, scheme: scheme)
            #expect(score.wasted < 4 * score.turns && score.processorTime < UInt64(score.turns) * 5 * slowest)
        }
    }

    @Test func whoKnowsTheFutureDropsLeastAndTheServiceLessThanWhatOthersDo() {
        var scores: [AheadScheme: AheadScore] = [:]
        for seed in 11...13 as ClosedRange<UInt64> {
            let trace = TraceRecipe(renderClass: .scan, company: Self.alone, requests: 1000, seed: seed).draw()
            for scheme in AheadScheme.allCases {
                scores[scheme, default: AheadScore()] += AheadPlayer.play(
                    trace, capacity: 16 * TraceDocument.meanPageBytes, scheme: scheme)
            }
        }
        let least = scores[.clairvoyant]?.drops ?? .max
        for scheme in AheadScheme.allCases { #expect(least <= scores[scheme]?.drops ?? 0, "\(scheme.name)") }
        let drops = { (scheme: AheadScheme) in scores[scheme]?.foreseeableDrops ?? .max }
        #expect(drops(.full) < drops(.evince) && drops(.evince) < drops(.neighbours))
        #expect(drops(.neighbours) < drops(.none))
        #expect(scores[.eco]?.processorTime ?? .max < scores[.full]?.processorTime ?? 0)
    }
}
