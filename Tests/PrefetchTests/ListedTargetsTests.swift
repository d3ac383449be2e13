import Prefetch
import Testing

@Suite struct ListedTargetsTests {
    @Test func theyAreOrderedAndBounded() {
        var listed = ListedTargets()
        for index in [30, 10, 20, 10, 50] { listed.addHit(index) }
        #expect(listed.hits == [10, 20, 30, 50])
        let around = listed.jumpTargets(around: 30) { $0 }
        #expect(
            around == [
                PrefetchPlanner.JumpTarget(50, .hit(1)), .init(10, .hit(2)), .init(20, .hit(3)), .init(20, .hit(-1)),
                .init(30, .hit(0)),
            ])
        for index in 0..<2 * ListedTargets.maxTargets { listed.addHit(index) }
        #expect(listed.hits.count == ListedTargets.maxTargets)
        listed.forgetHits()
        #expect(listed.jumpTargets(around: 30, spreadOfPage: { $0 }).isEmpty)
        for chapter in 1...ListedTargets.maxEntries { listed.addEntry(chapter * 10) }
        let entries = listed.jumpTargets(around: 35) { $0 }
        #expect(entries.count == ListedTargets.maxEntries && entries.contains(.init(30, .contents(isOwn: true))))
        listed.addEntry(1000)
        #expect(listed.jumpTargets(around: 35, spreadOfPage: { $0 }) == [.init(30, .contents(isOwn: true))])
    }
}
