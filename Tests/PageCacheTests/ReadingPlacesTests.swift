import PageModel
import Testing

@testable import PageCache

/// Where readers are, reckoned for all pages at once, against the same for one page and one reader after the other.
@Suite struct ReadingPlacesTests {
    private static let document = DocumentID(1)

    private static func places(using random: inout SplitMix) -> [ReadingPlace] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
            ReadingPlace(
                document: document, index: Int.random(in: 0...60, using: &random),
                direction: Bool.random(using: &random) ? 1 : -1,
                anticipated: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    PageID(Int64.random(in: 0...60, using: &random))
                })
        }
    }

    @Test(arguments: 0..<50) func distanceIsThatFromTheNearestReader(seed: UInt64) {
        var random = SplitMix(state: seed)
        let all = Self.places(using: &random)
        let places = ReadingPlaces(all)
        for index in 0...60 {
            let page = PageID(Int64(60 - index))
            let expected = all.flatMap { place in
                let ahead = (index - place.index) * place.direction
                let number = place.anticipated.firstIndex(of: page).map { 2 * $0 + 1 }
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
        var nearness = Nearness(ReadingPlaces(all), parameters, Nearness.Falls(parameters))
        func power(_ base: Double, _ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * base } }
        for index in 0...60 {
            let page = PageID(Int64(60 - index))
            let weight = nearness.of(page, at: index, in: Self.document)
            var place = 0.0
            var anticipated = 0.0
            for one in all {
                let ahead = (index - one.index) * one.direction
                place += parameters.around * power(parameters.aroundFall, abs(ahead))
                place +=
                    ahead >= 0
                    ? parameters.ahead * power(parameters.aheadFall, ahead)
                    : parameters.behind * power(parameters.behindFall, -ahead)
                for (number, other) in one.anticipated.enumerated() where other == page {
                    anticipated += parameters.anticipated * power(parameters.anticipatedFall, number)
                }
            }
            #expect(abs(weight.place - place) < 1e-9 && abs(weight.anticipated - anticipated) < 1e-9)
            #expect(weight.readers == all.count)
        }
    }

    @Test func aReaderIsInSeveralDocumentsAndLeavesAll() {
        var cache = PageCache(limits: CacheLimits(soft: 9, hard: 9), policy: LeastRecentlyUsed())
        let reader = ReaderKey(1)
        cache.follow(ReadingPlace(document: DocumentID(1), index: 3), of: reader, at: .start)
        cache.follow(ReadingPlace(document: DocumentID(2), index: 5), axis: 1, of: reader, at: .start)
        #expect(cache.currentPlaces.places(in: DocumentID(1)).map(\.index) == [3])
        #expect(cache.currentPlaces.places(in: DocumentID(2)).map(\.index) == [5])
        cache.follow(ReadingPlace(document: DocumentID(1), index: 4), of: reader, at: .start)
        #expect(cache.placesNow().places(in: DocumentID(1)).map(\.index) == [4])
        cache.follow(nil, of: reader, at: .start)
        #expect(cache.placesNow().places(in: DocumentID(1)).isEmpty)
        cache.unfollow(reader, at: .start)
        #expect(cache.placesNow().places(in: DocumentID(2)).isEmpty)
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
