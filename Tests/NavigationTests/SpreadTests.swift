import Navigation
import PageModel
import Testing

/// Spreads: what is turned as one.
@Suite struct SpreadTests {
    @Test(arguments: [
        (Spreads.single, 0, "next, end", "WA1 WD0 | DA1 DD0"),
        // Events name pages: front first, and spreads by the rules.
        (.double, 0, "next, end", "WA2 WA3 WD0 WD1 | DA2 DA3 DD0 DD1"),
        (.double, 3, "jump 7, jump 8, end", "WA6 WA7 WD2 WD3 WA8 WD6 WD7 | DA8 DD6 DD7 DD2 DD3"),
        // A jump to a page is one to its spread.
        (.double, 0, "jump 1 = noop, jump 3, jump 2 = noop, end", "WA2 WA3 WD0 WD1 | DA2 DA3 DD0 DD1"),
        // Offsets count spreads.
        (.double, 2, "drag 1.8, release, end", "WA4 WA5 WD2 WD3 | DA4 DA5 DD2 DD3"),
        (.double, 2, "drag 1.4, release, end", "WA4 WA5 WD2 WD3 | WA2 WA3 DA2 DA3 WD4 WD5 DD4 DD5"),
        // The first page alone, then pairs.
        (.cover, 0, "next, end, next, end", "WA1 WA2 WD0 | DA1 DA2 DD0 WA3 WA4 WD1 WD2 | DA3 DA4 DD1 DD2"),
        (.cover, 8, "previous, end", "WA5 WA6 WD7 WD8 | DA5 DA6 DD7 DD8"),
        // A back gets no events; a jump to it is one to its front.
        (.leaf(.nextPage), 0, "next, end", "WA2 WD0 | DA2 DD0"),
        (.leaf(.nextPage), 0, "jump 5, end", "WA4 WD0 | DA4 DD0"),
        (.leaf(.nextPage), 0, "jump 1 = noop", ""),
        (.leaf(.mirrored), 0, "next, end", "WA1 WD0 | DA1 DD0"),
    ])
    func spreadsTurnAsOne(spreads: Spreads, start: Int, script: String, sent: String) {
        var stage = Stage(at: start, spreads)
        #expect(stage.play(script) == sent, "\(script)")
    }

    /// A change of spreads settles the turn or drag under way; a page that is in both spreads gets no events.
    @Test(arguments: [
        (2, "spreads double", "WA3 DA3"),
        (3, "spreads double", "WA2 DA2"),
        (3, "spreads cover", "WA4 DA4"),
        (4, "spreads double, spreads single", "WA5 DA5 WD5 DD5"),
        (5, "spreads leaf", "WA4 WD5 DA4 DD5"),
        (0, "jump 4, spreads double", "WA4 WD0 DA4 DD0 WA5 DA5"),
        (1, "drag 1.4, spreads double", "WA2 WD1 WA1 DA1 WD2 DD2 WA0 DA0"),
    ])
    func spreadsChangeWhereTheyAre(start: Int, script: String, sent: String) {
        var stage = Stage(at: start)
        #expect(stage.play(script) == sent, "\(script)")
    }

    /// Page by page: the spread, and what is in it.
    @Test(arguments: [
        (Spreads.single, [0, 1, 2, 3, 4], [[0], [1], [2], [3], [4]]),
        (.double, [0, 0, 1, 1, 2], [[0, 1], [2, 3], [4, 5]]),
        (.cover, [0, 1, 1, 2, 2], [[0], [1, 2], [3, 4]]),
        (.leaf(.nextPage), [0, 0, 1, 1, 2], [[0], [2], [4]]),
        (.leaf(.mirrored), [0, 1, 2, 3, 4], [[0], [1], [2], [3], [4]]),
    ])
    func pagesFallIntoSpreads(spreads: Spreads, of: [Int], pages: [[Int]]) {
        #expect((0..<5).map(spreads.spread(ofPage:)) == of)
        #expect((0..<pages.count).map { Array(spreads.pages(ofSpread: $0)) } == pages)
        #expect(spreads.count(pages: 5) == pages.count)
        #expect(spreads.count(pages: 0) == 0)
    }

    /// Behind a page that stands alone pairs are counted anew.
    @Test(arguments: [
        (Spreads(.double, alone: [2]), [[0, 1], [2], [3, 4], [5, 6]]),
        (Spreads(.cover, alone: [2]), [[0], [1], [2], [3, 4], [5, 6]]),
        (Spreads(.cover, alone: [0, 3]), [[0], [1, 2], [3], [4, 5]]),
        (Spreads(.double, alone: [0]), [[0], [1, 2], [3, 4]]),
        (Spreads(.double, alone: [1, 2, 5, 9]), [[0], [1], [2], [3, 4], [5], [6, 7], [8], [9], [10, 11]]),
        // Where no pages face each other all stand alone.
        (Spreads(.single, alone: [1]), [[0], [1], [2], [3]]),
        (Spreads(.leaf(.nextPage), alone: [1]), [[0], [2], [4]]),
    ])
    func pagesStandAlone(spreads: Spreads, pages: [[Int]]) {
        #expect((0..<pages.count).map { Array(spreads.pages(ofSpread: $0)) } == pages)
        for (spread, pages) in pages.enumerated() {
            for page in pages { #expect(spreads.spread(ofPage: page) == spread) }
        }
        #expect(spreads.count(pages: (pages.last?.last ?? 0) + 1) == pages.count)
    }

    /// One that stands alone has the whole viewport; others stand where their spread has them.
    @Test func aPageThatStandsAloneHasTheWholeViewport() {
        let spreads = Spreads(.cover, alone: [2])
        let parts = (0..<6).map { spreads.part(ofPage: $0, order: .leftToRight) }
        #expect(parts == [.right, .left, .whole, .left, .right, .left])
        #expect(
            (0..<6).map { spreads.part(ofPage: $0, order: .rightToLeft) } == [
                .left, .right, .whole, .right, .left, .right,
            ])
    }

    /// News of pages behind the spreads that are there leaves these where they are.
    @Test(arguments: [SpreadKind.double, .cover]) func aPageThatIsLearntMovesNoneBeforeIt(kind: SpreadKind) {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var spreads = Spreads(kind)
            for page in 0..<40 where random.next() % 4 == 0 {
                let before = (0..<page).map {
                    (spreads.spread(ofPage: $0), spreads.pages(ofSpread: spreads.spread(ofPage: $0)))
                }
                spreads.setAlone(page)
                for (index, old) in before.enumerated() {
                    #expect(spreads.spread(ofPage: index) == old.0)
                    #expect(spreads.pages(ofSpread: old.0) == old.1.clamped(to: 0..<page))
                }
                #expect(spreads.pages(ofSpread: spreads.spread(ofPage: page)) == page..<page + 1)
            }
        }
    }

    /// A change of the document counts pairs anew: the current page stays current.
    @Test func pairsAreCountedAnewWhereTheDocumentChanges() {
        var stage = Stage(20, at: 4, .double)
        _ = stage.machine.documentChanged(
            on: [.horizontal], counted: [.horizontal: Spreads(.double, alone: [1])], in: stage.book, at: stage.time
        ) { $0.index }
        #expect(stage.machine.settled(on: .horizontal)?.pages.map(\.index) == [4, 5])
        #expect(stage.machine.position(of: .horizontal) == 3)
        _ = stage.machine.documentChanged(
            on: [.horizontal], counted: [.horizontal: Spreads(.double, alone: [2])], in: stage.book, at: stage.time
        ) { $0.index }
        #expect(stage.machine.settled(on: .horizontal)?.pages.map(\.index) == [3, 4])
    }

    /// A back goes with its front, and is rendered before the front that comes.
    @Test func backsAreProtectedAndWantedWithTheirFronts() {
        var stage = Stage(20, at: 4, .leaf(.nextPage))
        func moving() -> Set<Int> { Set(stage.current.protected.moving.map(\.index)) }
        #expect(stage.current.protected.shown.map(\.index) == [4, 5])
        _ = stage.play("jump 8")
        #expect(moving() == [4, 5, 8, 9])
        _ = stage.play("jump 12")
        #expect(moving() == [4, 5, 8, 9, 12, 13])
        #expect(stage.current.wanted.map(\.index) == [5, 12])
        _ = stage.play("jump 0")
        #expect(stage.current.wanted.map(\.index) == [1, 0])
    }
}
