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
        layout.documentChanged(count: 12, anchor: 0, newAnchor: 0) { $0 == 0 ? nil : $0 + 2 }
        #expect(layout.frames(in: 0..<12).filter(\.isMeasured).map(\.page) == [3, 4])
        #expect(layout.estimate == size(100, 250))
        #expect(layout.frame(ofPage: 5)?.along == 3 * 250 + 200 + 300)
        layout.documentChanged(count: 4, anchor: 0, newAnchor: 0) { $0 }
        #expect(layout.frames(in: 0..<12).filter(\.isMeasured).map(\.page) == [3])
    }

    /// Thirty pages down an axis, at page 10, of which its neighbours are measured: 500, 540, … 580 high.
    private static func varied() -> AxisLayout {
        var layout = layout(count: 30)
        for page in 8..<13 { _ = layout.measure(page, size(400, Double(500 + (page - 8) * 20)), anchor: 10) }
        return layout
    }

    /// Where the page begins that the reader looks at.
    private func position(_ layout: AxisLayout, _ page: Int) -> Double {
        layout.position(ofOffset: Double(layout.spreads.spread(ofPage: page)))
    }

    /// Rewritten, pages inserted before it, pages deleted before it: the sum of what is sent is how far the page has moved.
    @Test(arguments: [(30, 0), (33, 3), (22, -8)])
    func whatIsLookedAtMovesByWhatIsSent(count: Int, shift: Int) {
        var layout = Self.varied()
        let before = position(layout, 10)
        // Only of what is held it is known where it is.
        var sent = layout.documentChanged(count: count, anchor: 10, newAnchor: 10 + shift) {
            $0 == 10 ? $0 + shift : nil
        }
        #expect(position(layout, 10 + shift) - before == Double(sent))
        for page in [10, 11, 9, 12, 8] where page + shift >= 0 {
            let size = size(400, Double(500 + (page - 8) * 20))
            sent += layout.measure(page + shift, size, anchor: 10 + shift)?.movedBy ?? 0
        }
        #expect(position(layout, 10 + shift) - before == Double(sent))
        // Where the pages around are known at once it moves once, by the same.
        var atOnce = Self.varied()
        let around = (8..<13).compactMap { page -> (index: Int, size: PageSize)? in
            page + shift < 0 ? nil : (page + shift, size(400, Double(500 + (page - 8) * 20)))
        }
        let moved = atOnce.documentChanged(
            count: count, anchor: 10, newAnchor: 10 + shift, measured: around
        ) { _ in nil }
        #expect(moved == sent)
        #expect(atOnce.frames(in: 0..<count) == layout.frames(in: 0..<count))
        #expect(shift != 0 || moved == 0)
    }

    @Test func changesSayHowFarAnythingMoved() {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            var layout = AxisLayout.random(using: &random)
            var anchor = Int.random(in: 0..<(layout.count ?? 1), using: &random)
            for _ in 0..<10 {
                let before = position(layout, anchor)
                let number = layout.number
                let sent: Int
                if Bool.random(using: &random) {
                    sent = layout.measureAny(using: &random, anchor: anchor)?.movedBy ?? 0
                } else {
                    let count = Int.random(in: 1...60, using: &random)
                    let shift = Int.random(in: -5...5, using: &random)
                    let new = min(max(anchor + shift, 0), count - 1)
                    sent = layout.documentChanged(count: count, anchor: anchor, newAnchor: new) { $0 + shift }
                    anchor = new
                }
                #expect(position(layout, anchor) - before == Double(sent), "seed \(seed)")
                #expect(sent == 0 || layout.number > number)
            }
        }
    }

    @Test func everyChangeHasAHigherNumber() {
        var layout = Self.layout()
        var last = layout.number
        func isHigher() -> Bool {
            defer { last = layout.number }
            return layout.number > last
        }
        _ = layout.measure(3, size(100, 100), anchor: 0)
        #expect(isHigher())
        _ = layout.measure(3, size(100, 100), anchor: 0)
        #expect(!isHigher())
        let changes: [(inout AxisLayout) -> Void] = [
            { $0.viewport = Viewport(size: PixelSize(width: 10, height: 10)) }, { $0.spreads = .double },
            { $0.flow = .paged }, { $0.order = .rightToLeft }, { $0.spacing = 3 }, { $0.count = 4 },
            { $0.documentChanged(count: 4, anchor: 0, newAnchor: 0) { $0 } },
        ]
        for change in changes {
            change(&layout)
            #expect(isHigher())
        }
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
            layout.documentChanged(count: other.count, anchor: 0, newAnchor: 0) { $0 }
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
