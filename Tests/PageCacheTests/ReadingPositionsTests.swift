import PageModel
import Testing

@testable import PageCache

/// Where readers are, reckoned for all pages at once, against the same for one page and one reader after the other.
@Suite struct ReadingPositionsTests {
    private static let document = DocumentID(1)

    private static func places(using random: inout SplitMix) -> [ReadingPosition] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
            ReadingPosition(
                document: document, index: Int.random(in: 0...60, using: &random),
                direction: Bool.random(using: &random) ? 1 : -1,
                likelyPages: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    PageID(Int64.random(in: 0...60, using: &random))
                })
        }
    }

    @Test(arguments: 0..<50) func distanceIsThatFromTheNearestReader(seed: UInt64) {
        var random = SplitMix(state: seed)
        let all = Self.places(using: &random)
        let places = ReadingPositions(all)
        for index in 0...60 {
            let page = PageID(Int64(60 - index))
            let expected = all.flatMap { place in
                let ahead = (index - place.index) * place.direction
                let number = place.likelyPages.firstIndex(of: page).map { 2 * $0 + 1 }
                return [ahead > 0 ? 2 * ahead - 1 : -2 * ahead, number ?? .max]
            }
            #expect(places.distance(of: page, at: index, in: Self.document) == expected.min() ?? .max)
        }
        #expect(places.distance(of: PageID(1), at: 1, in: DocumentID(2)) == .max)
    }

    @Test(arguments: 0..<50) func nearnessIsTheSumOverReaders(seed: UInt64) {
        var random = SplitMix(state: seed)
        let all = Self.places(using: &random)
        let parameters = ReadingParameters()
        var nearness = Nearness(ReadingPositions(all), parameters, Nearness.Decays(parameters))
        func power(_ base: Double, _ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * base } }
        for index in 0...60 {
            let page = PageID(Int64(60 - index))
            let weight = nearness.of(page, at: index, in: Self.document)
            var place = 0.0
            var likelyPages = 0.0
            for one in all {
                let ahead = (index - one.index) * one.direction
                place += parameters.around * power(parameters.aroundDecay, abs(ahead))
                place +=
                    ahead >= 0
                    ? parameters.ahead * power(parameters.aheadDecay, ahead)
                    : parameters.behind * power(parameters.behindDecay, -ahead)
                for (number, other) in one.likelyPages.enumerated() where other == page {
                    likelyPages += parameters.likely * power(parameters.likelyDecay, number)
                }
            }
            #expect(abs(weight.position - place) < 1e-9 && abs(weight.likely - likelyPages) < 1e-9)
            #expect(weight.readers == all.count)
        }
    }

    @Test func aReaderIsInSeveralDocumentsAndLeavesAll() {
        var cache = PageCache(limits: CacheLimits(soft: 9, hard: 9), policy: LeastRecentlyUsed())
        let reader = cache.addReader()
        func indexes(_ document: UInt64) -> [Int] { cache.readers.positions.all(in: DocumentID(document)).map(\.index) }
        func set(_ document: UInt64, _ index: Int?, axis: Int) {
            let position = index.map { ReadingPosition(document: DocumentID(document), index: $0) }
            cache.setPosition(position, axis: axis, of: reader, at: .start)
        }
        set(1, 3, axis: 0)
        set(2, 5, axis: 1)
        #expect(indexes(1) == [3] && indexes(2) == [5])
        // What was gathered once is gathered again when a reader has turned.
        _ = cache.readers.gatherPositions()
        set(1, 4, axis: 0)
        #expect(indexes(1) == [4])
        set(1, nil, axis: 0)
        #expect(indexes(1) == [])
        _ = cache.readers.gatherPositions()
        _ = cache.removeReader(reader, at: .start)
        #expect(indexes(2) == [])
        // Its number may be another one's since.
        let other = cache.addReader()
        set(2, 5, axis: 0)
        #expect(other.index == reader.index && indexes(2) == [])
    }

    @Test func pastUsesAreBounded() {
        var past = PastUses()
        let ages = AgeTable(ReadingParameters())
        var once = Uses()
        once.add(1, ages)
        let most = Int64(PastUses.limit)
        for number in 0...2 * most { past.add(once, of: .page(number)) }
        #expect(past.count <= PastUses.limit && past.count > PastUses.limit / 2 - 1)
        #expect(past[.page(2 * most)].count(at: 1, ages) == 1)
        #expect(past[.page(0)].count(at: 1, ages) == 0)
    }

    @Test func usesFade() {
        var parameters = ReadingParameters()
        parameters.useHalfLife = 20
        let ages = AgeTable(parameters)
        var uses = Uses()
        uses.add(10, ages)
        uses.add(30, ages)
        #expect(uses.count(at: 30, ages) == 1.5 && uses.count(at: 50, ages) == 0.75)
        // Past the table it is the same.
        #expect(ages.fading(4095) > ages.fading(4096) && ages.recency(4095) > ages.recency(4096))
    }
}
