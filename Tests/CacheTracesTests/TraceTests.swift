import CacheTraces
import PageCache
import Testing

@Suite struct TraceTests {
    private static let alone = TraceRecipe.Company(readers: 1, sharesDocument: false)

    @Test func seedGivesTheSameTraceEachTime() {
        let recipe = TraceRecipe(company: Self.alone, requests: 500, seed: 11)
        let other = TraceRecipe(company: Self.alone, requests: 500, seed: 12)
        #expect(Self.places(recipe.draw()) == Self.places(recipe.draw()))
        #expect(Self.places(recipe.draw()) != Self.places(other.draw()))
    }

    @Test(arguments: TraceRecipe.Company.all)
    func requestsAreInOrderAndInRange(company: TraceRecipe.Company) {
        for (number, behaviour) in (Behaviour.allCases + Behaviour.allCases).enumerated() {
            let trace = TraceRecipe(
                behaviour: behaviour, company: company, requests: 400, seed: UInt64(number)
            ).draw()
            #expect(trace.requests.count == 400)
            #expect(zip(trace.requests, trace.requests.dropFirst()).allSatisfy { $0.time <= $1.time })
            #expect(
                trace.requests.allSatisfy { trace.documents[$0.document].pages.indices.contains($0.index) })
            #expect(trace.requests.allSatisfy { $0.reader < company.readers })
            #expect(trace.documents.count == 1 || !company.sharesDocument)
        }
    }

    @Test(arguments: TraceRecipe.Company.all)
    func allReadersTakePart(company: TraceRecipe.Company) {
        let trace = TraceRecipe(company: company, requests: 2000, seed: 4).draw()
        #expect(Set(trace.requests.map(\.reader)).count == company.readers)
    }

    /// Likely pages of a request are links of its page, or pages that its reader has been at before.
    @Test func likelyPagesAreKnownAtTheTime() {
        let company = TraceRecipe.Company(readers: 4, sharesDocument: false)
        let trace = TraceRecipe(company: company, requests: 3000, seed: 5).draw()
        var past: [Int: Set<Int>] = [:]
        var jumpedFrom = 0
        for request in trace.requests {
            let reader = request.reader << 32 | request.document
            let links = Set(trace.documents[request.document].links[request.index])
            for place in request.likelyPages where !links.contains(place) {
                jumpedFrom += 1
                #expect(past[reader, default: []].contains(place))
            }
            #expect(!request.likelyPages.contains(request.index))
            past[reader, default: []].insert(request.index)
        }
        #expect(jumpedFrom > 0)
    }

    /// A page that takes longer to render than a fling stays on it is not asked for, but where the fling ends.
    @Test func flingsPassSlowPagesOver() {
        func passed(_ renderClass: RenderClass) -> Int {
            TraceRecipe(behaviour: .fling, renderClass: renderClass, company: Self.alone, requests: 2000, seed: 9)
                .draw().requests.count { $0.kind == .passing }
        }
        #expect(passed(.text) > 1500)
        #expect(passed(.map) < passed(.scan))
        #expect(passed(.scan) < passed(.text))
    }

    @Test func distributionsAreAsDocumented() {
        let documents = (1...40 as ClosedRange<UInt64>).map { seed in
            TraceRecipe(renderClass: .compound, company: Self.alone, requests: 1, seed: seed).draw().documents
        }.joined()
        let counts = documents.map(\.pages.count)
        #expect(counts.min() ?? 0 >= 30 && counts.max() ?? 0 <= 1000)
        let pages = documents.flatMap(\.pages)
        let mean = pages.reduce(0) { $0 + $1.bytes } / pages.count
        #expect(abs(mean - TraceDocument.meanPageBytes) < TraceDocument.meanPageBytes / 50)
        let share = { (low: UInt64, high: UInt64) in
            Double(pages.count { $0.renderTime >= low && $0.renderTime <= high }) / Double(pages.count)
        }
        #expect(abs(share(2_000, 6_000) - 0.85) < 0.01)
        #expect(abs(share(40_000, 120_000) - 0.10) < 0.01)
        #expect(abs(share(200_000, 2_000_000) - 0.05) < 0.01)
        let linked = documents.flatMap { $0.links }
        #expect(abs(Double(linked.count { !$0.isEmpty }) / Double(linked.count) - 0.35) < 0.02)
    }

    private static func places(_ trace: Trace) -> [[Int]] {
        trace.requests.map { [Int($0.time), $0.reader, $0.document, $0.index] + $0.likelyPages }
    }
}
