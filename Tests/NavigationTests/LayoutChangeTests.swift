import Navigation
import PageModel
import Testing

@Suite struct LayoutChangeTests {
    private static func layout(_ flow: Flow = .continuous, spreads: Spreads = .single, count: Int? = 100) -> AxisLayout
    {
        AxisLayout(
            axis: .vertical, viewport: Viewport(size: PixelSize(width: 1000, height: 600), fit: .scale(1)),
            spreads: spreads, flow: flow, count: count)
    }

    @Test func aMeasuredPageMovesWhatLiesBehindIt() throws {
        var layout = Self.layout()
        _ = layout.measure(50, size(100, 500), anchor: 50)
        let same = layout.measure(50, size(100, 500), anchor: 50)
        #expect(same == nil)
        let before = try #require(layout.frame(ofPage: 50))
        // The estimate of 49 pages becomes 600, one of the 50 is measured at 700.
        let learnt = layout.measure(10, size(100, 700), anchor: 50)
        let change = try #require(learnt)
        #expect(change.movedBy == 49 * 100 + 200)
        #expect(layout.frame(ofPage: 50)?.along == before.along + change.movedBy)
        #expect(change.frame == layout.frame(ofPage: 10))
        #expect(change.frame.isMeasured)
    }

    @Test func inPagedFlowNothingMoves() {
        var layout = Self.layout(.paged)
        let change = layout.measure(10, size(100, 700), anchor: 50)
        #expect(change?.movedBy == 0)
    }

    @Test func pagesThatAreNotThereAreNotLearnt() {
        var layout = Self.layout()
        for index in [-1, 100, Int.min, Int.max] {
            let change = layout.measure(index, size(1, 1), anchor: index)
            #expect(change == nil)
        }
        #expect(layout.estimate == .a4)
    }

    @Test func whatIsLookedAtStaysInItsOwnCoordinates() throws {
        for seed in 0..<400 {
            var random = SeededGenerator(seed: UInt64(seed))
            var layout = AxisLayout.random(using: &random)
            let anchor = Int.random(in: 0..<(layout.count ?? 1), using: &random)
            // What is looked at is measured: it is on screen.
            let spread = layout.spreads.spread(ofPage: anchor)
            for page in layout.spreads.pages(ofSpread: spread) {
                _ = layout.measure(page, size(Double(50 + page), 80), anchor: anchor)
            }
            let offset = Double(spread) + Double.random(in: 0..<1, using: &random)
            for _ in 0..<20 {
                let before = layout
                let change = layout.measureAny(using: &random, anchor: anchor)
                let shown = layout.spreads.pages(ofSpread: spread)
                guard let change, !shown.contains(change.frame.page) else { continue }
                let moved = layout.position(ofOffset: offset) - before.position(ofOffset: offset)
                #expect(abs(moved - Double(change.movedBy)) < 1e-6, "seed \(seed)")
                for page in shown {
                    #expect(
                        HitGeometry(layout, offset: offset).region(ofPage: page)
                            == HitGeometry(before, offset: offset).region(ofPage: page), "seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: [Spreads.single, .double, .cover, .leaf(.nextPage)], [Axis.horizontal, .vertical])
    func theOrderOfLearningDoesNotMatter(spreads: Spreads, axis: Axis) {
        var random = SeededGenerator(seed: 7)
        // Whole numbers: their sums are exact in any order.
        let sizes = (0..<40).map { _ in
            size(Double(Int.random(in: 1...900, using: &random)), Double(Int.random(in: 1...900, using: &random)))
        }
        let layouts = [Array(0..<40), (0..<40).reversed(), (0..<40).shuffled(using: &random)].map { order in
            var layout = AxisLayout(
                axis: axis, viewport: Viewport(size: PixelSize(width: 700, height: 900), fit: .width), spreads: spreads,
                flow: .continuous, spacing: 3, count: 61)
            for index in order { _ = layout.measure(index + 11, sizes[index], anchor: 0) }
            return layout.frames(in: 0..<61)
        }
        #expect(layouts[0] == layouts[1])
        #expect(layouts[0] == layouts[2])
    }

    @Test func sizesFollowTheirPages() {
        var layout = Self.layout(count: 10)
        for page in 0..<3 { _ = layout.measure(page, size(100, Double(page + 1) * 100), anchor: 0) }
        // Page 0 goes, three come before all.
        layout.documentChanged(count: 12) { $0 == 0 ? nil : $0 + 2 }
        #expect(layout.frames(in: 0..<12).filter(\.isMeasured).map(\.page) == [3, 4])
        #expect(layout.estimate == size(100, 250))
        #expect(layout.frame(ofPage: 5)?.along == 3 * 250 + 200 + 300)
        layout.documentChanged(count: 4) { $0 }
        #expect(layout.frames(in: 0..<12).filter(\.isMeasured).map(\.page) == [3])
        layout.forgetSizes()
        #expect(layout.estimate == .a4)
        #expect(layout.frame(ofPage: 3)?.along == 3 * 842)
    }

    @Test func setUpAnewItIsAsIfItHadAlwaysBeenSo() {
        for seed in 0..<400 {
            var random = SeededGenerator(seed: UInt64(seed))
            var layout = AxisLayout.random(using: &random)
            let other = AxisLayout.random(using: &random)
            guard layout.axis == other.axis else { continue }
            var fresh = AxisLayout(
                axis: layout.axis, viewport: other.viewport, spreads: other.spreads, flow: other.flow,
                spacing: other.spacing, order: other.order, count: other.count)
            for frame in layout.frames(in: 0..<100) where frame.isMeasured && frame.page < other.count ?? 0 {
                _ = fresh.measure(frame.page, frame.size, anchor: 0)
            }
            layout.documentChanged(count: other.count) { $0 }
            let changes: [(inout AxisLayout) -> Void] = [
                { $0.viewport = other.viewport }, { $0.spreads = other.spreads }, { $0.flow = other.flow },
                { $0.spacing = other.spacing }, { $0.order = other.order },
            ]
            for change in changes.shuffled(using: &random) { change(&layout) }
            guard layout.estimate == fresh.estimate else { continue }
            #expect(layout.frames(in: 0..<100) == fresh.frames(in: 0..<100), "seed \(seed)")
        }
    }

    @Test func theFarthestSizeIsForgottenWhereThereAreTooMany() {
        var layout = Self.layout(count: nil)
        for page in 0..<AxisLayout.maxMeasured { _ = layout.measure(page * 2, size(100, 100), anchor: 0) }
        let beyond = layout.measure(1_000_000, size(100, 100), anchor: 0)
        #expect(beyond == nil)
        let near = layout.measure(1, size(100, 100), anchor: 0)
        #expect(near != nil)
        #expect(layout.frame(ofPage: 2 * (AxisLayout.maxMeasured - 1))?.isMeasured == false)
        let far = layout.measure(1_000_000, size(100, 300), anchor: 1_000_000)
        #expect(far?.frame.isMeasured == true)
        #expect(layout.frame(ofPage: 0)?.isMeasured == false)
        #expect(layout.frame(ofPage: 1)?.isMeasured == true)
        // The mean is a little above 100 now: those that are not measured take 101.
        let others = AxisLayout.maxMeasured - 1
        #expect(far?.frame.along == others * 100 + (1_000_000 - others) * 101)
    }

    @Test func theSpacingStaysInItsLimits() {
        var layout = Self.layout()
        layout.spacing = -1
        #expect(layout.spacing == 0)
        layout.spacing = Int.max
        #expect(layout.spacing == AxisLayout.maxSpacing)
    }
}
