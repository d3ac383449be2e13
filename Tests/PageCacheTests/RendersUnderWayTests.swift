import PageCache
import PageModel
import Testing

@Suite struct RendersUnderWayTests {
    private static let page = Rendition(
        document: DocumentID(1), page: PageID(1), scale: 1, rotation: .upright,
        region: PixelRegion(x: 0, y: 0, width: 1, height: 1), format: .png)

    @Test func manyWaitersShareOneRender() {
        var renders = RendersUnderWay<String, Int>()
        let joinedNothing = renders.join(Self.page, 1)
        renders.begin(Self.page, work: "ticket", waiters: [1])
        let joined = renders.join(Self.page, 2)
        #expect(!joinedNothing && joined)
        let abandonedByFirst = renders.leave { $1 == 1 }
        let abandonedBySecond = renders.leave { $1 == 2 }
        #expect(abandonedByFirst == (abandoned: [], gone: [1]))
        #expect(abandonedBySecond == (abandoned: ["ticket"], gone: [2]))
        let joinedAgain = renders.join(Self.page, 3)
        let waiters = renders.end(Self.page)
        #expect(joinedAgain)
        #expect(waiters == [3])
        #expect(renders.count == 0)
    }
}
