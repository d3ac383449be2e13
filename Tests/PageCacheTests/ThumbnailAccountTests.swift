import PageModel
import Testing

@testable import PageCache

@Suite struct ThumbnailAccountTests {
    private static func page(
        _ number: Int64, document: UInt64 = 1, edition: Int = 0, rotation: Rotation = .upright, width: Int = 600,
        height: Int = 800
    ) -> Rendition {
        Rendition(
            document: DocumentID(document), page: PageID(number), edition: edition, scale: 2, rotation: rotation,
            region: PixelRegion(all: PixelSize(width: width, height: height)), format: .bgrx8888)
    }

    /// Takes in the thumbnails of pages, of 10 bytes each; returns what went.
    private static func add(_ pages: [Rendition], to account: inout ThumbnailAccount<Rendition>) -> [Int64] {
        pages.flatMap { page in
            account.wanted(of: page).map { account.add($0, in: $0, bytes: 10) } ?? []
        }.map(\.page.number)
    }

    @Test(arguments: [
        (129, 129, 128, 128), (600, 800, 96, 128), (800, 600, 128, 96), (3_840, 2_160, 128, 72), (1, 30_000, 1, 128),
    ])
    func itIsThePageInSmall(width: Int, height: Int, smallWidth: Int, smallHeight: Int) throws {
        let account = ThumbnailAccount<Rendition>(limit: 100)
        let thumbnail = try #require(account.wanted(of: Self.page(1, width: width, height: height)))
        #expect(thumbnail.region == PixelRegion(x: 0, y: 0, width: smallWidth, height: smallHeight))
        #expect(thumbnail.isWholePage)
    }

    @Test func noneIsMadeOfWhatIsSmallOrNotAPageInPixels() {
        let account = ThumbnailAccount<Rendition>(limit: 100)
        #expect(account.wanted(of: Self.page(1, width: 128, height: 128)) == nil)
        let part = Rendition(
            document: DocumentID(1), page: PageID(1), scale: 2, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 500, height: 500), format: .bgrx8888,
            pageSize: PixelSize(width: 600, height: 800))
        #expect(account.wanted(of: part) == nil)
        let encoded = Rendition(
            document: DocumentID(1), page: PageID(1), scale: 2, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 500, height: 500), format: .png)
        #expect(account.wanted(of: encoded) == nil)
    }

    @Test func aLimitOfNothingKeepsNone() {
        #expect(ThumbnailAccount<Rendition>(limit: 0).wanted(of: Self.page(1)) == nil)
    }

    @Test func theCurrentOneIsOfTheSameEditionAndRotation() {
        var account = ThumbnailAccount<Rendition>(limit: 20)
        _ = Self.add([Self.page(1, edition: 2), Self.page(2)], to: &account)
        #expect(account.current(for: Self.page(1, edition: 2, width: 50, height: 60))?.edition == 2)
        #expect(account.current(for: Self.page(1, edition: 1)) == nil)
        #expect(account.current(for: Self.page(1, edition: 3)) == nil)
        #expect(account.current(for: Self.page(1, edition: 2, rotation: .right)) == nil)
        #expect(account.current(for: Self.page(3)) == nil)
        // Only the one that was found was used: the other one goes first.
        _ = account.current(for: Self.page(1, edition: 2))
        #expect(Self.add([Self.page(4)], to: &account) == [2])
    }

    @Test func oneIsMadeOfEachPageAndEdition() {
        var account = ThumbnailAccount<Rendition>(limit: 100)
        let gone = Self.add([Self.page(1)], to: &account)
        #expect(gone.isEmpty && account.count == 1)
        #expect(account.wanted(of: Self.page(1, width: 1_200, height: 1_600)) == nil)
        #expect(account.wanted(of: Self.page(2)) != nil)
        #expect(account.wanted(of: Self.page(1, rotation: .right)) != nil)
        #expect(account.wanted(of: Self.page(1, edition: 1)) != nil)
    }

    @Test func anEarlierEditionStandsInUntilTheLaterOneIsThere() throws {
        var account = ThumbnailAccount<Rendition>(limit: 100)
        _ = Self.add([Self.page(1)], to: &account)
        let before = account.find(for: Self.page(1, edition: 1))
        #expect(before?.edition == 0)
        let gone = Self.add([Self.page(1, edition: 1)], to: &account)
        #expect(gone == [1] && account.count == 1 && account.bytes == 10)
        let after = account.find(for: Self.page(1))
        #expect(after?.edition == 1)
        // Rendered before the change, and finished after it.
        #expect(account.wanted(of: Self.page(1)) == nil)
        let late = try #require(ThumbnailAccount<Rendition>(limit: 100).wanted(of: Self.page(1)))
        let refused = account.add(late, in: late, bytes: 10)
        #expect(refused == [late] && account.bytes == 10)
    }

    @Test(arguments: [(30, [] as [Int64]), (29, [1])])
    func theLimitHolds(limit: Int, expected: [Int64]) {
        var account = ThumbnailAccount<Rendition>(limit: limit)
        let gone = Self.add([Self.page(1), Self.page(2), Self.page(3)], to: &account)
        #expect(gone == expected)
        #expect(account.bytes <= limit)
    }

    @Test(arguments: [(3, [] as [Int64]), (2, [1])])
    func theCountIsLimitedToo(countLimit: Int, expected: [Int64]) {
        var account = ThumbnailAccount<Rendition>(limit: 1_000, countLimit: countLimit)
        let gone = Self.add([Self.page(1), Self.page(2), Self.page(3)], to: &account)
        #expect(gone == expected && account.count == countLimit)
    }

    @Test func theLeastRecentlyUsedGoesFirst() {
        var account = ThumbnailAccount<Rendition>(limit: 30)
        _ = Self.add([Self.page(1), Self.page(2), Self.page(3)], to: &account)
        _ = account.find(for: Self.page(1))
        let gone = Self.add([Self.page(4), Self.page(5)], to: &account)
        #expect(gone == [2, 3])
        let shrunk = account.setLimit(10)
        #expect(shrunk.map(\.page.number) == [1, 4])
        let last = account.setLimit(0)
        #expect(last.map(\.page.number) == [5] && account.count == 0)
    }

    @Test func usesByTheThousandAreNotKept() {
        var account = ThumbnailAccount<Rendition>(limit: 1_000)
        _ = Self.add((0..<100).map { Self.page($0) }, to: &account)
        for use in 0..<10_000 { _ = account.find(for: Self.page(Int64(use % 99) + 1)) }
        let gone = Self.add([Self.page(100)], to: &account)
        #expect(gone == [0] && account.count == 100)
    }

    @Test func thoseOfADocumentGoWithIt() {
        var account = ThumbnailAccount<Rendition>(limit: 100)
        _ = Self.add([Self.page(1), Self.page(2), Self.page(1, document: 2)], to: &account)
        let gone = account.removeAll(of: DocumentID(1))
        #expect(gone.count == 2 && account.count == 1 && account.bytes == 10)
        let rest = account.removeAll()
        #expect(rest.count == 1 && account.bytes == 0)
    }
}
