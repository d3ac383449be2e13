import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Readers that turn pages while these come and go.
@Suite struct CommotionTests {
    /// Numbers that look random, the same each time.
    private struct Dice {
        var seed: UInt64

        mutating func roll(_ sides: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % sides
        }
    }

    private static func command(_ viewer: Viewer, _ dice: inout Dice) throws {
        let axis = viewer.opened.axes[dice.roll(viewer.opened.axes.count)].axis
        // Some do not fit, and change nothing.
        _ = try failure {
            switch dice.roll(12) {
            case 0: try viewer.turn(.init(index: dice.roll(9)), axis: axis, duration: dice.roll(2) * 200)
            case 1:
                try viewer.turn(.init(relative: dice.roll(5) - 2), axis: axis, duration: dice.roll(2) * 200, wrap: true)
            case 2: try viewer.beginDrag(axis: axis)
            case 3, 4: try viewer.drag(to: Double(dice.roll(90)) / 10)
            case 5: _ = try viewer.releaseDrag(velocity: Double(dice.roll(3) - 1))
            case 6: try viewer.settle(try viewer.state().transition)
            case 7:
                try viewer.setAxis(axis, arrangement: .init(spread: ReaderInterface.SpreadKind.allCases[dice.roll(4)]))
            case 8: try viewer.setViewport(.init(width: 60, height: 80, orientation: dice.roll(4) * 90))
            case 9: try viewer.turn(.init(history: dice.roll(2) == 0 ? .back : .forward), axis: axis)
            case 10: _ = try (viewer.hit(30, 40), viewer.layout(axis), viewer.history())
            default: try move(viewer, axis, &dice)
            }
        }
    }

    private static func move(_ viewer: Viewer, _ axis: ReaderInterface.Axis, _ dice: inout Dice) throws {
        let edge: ReaderInterface.Direction? = dice.roll(2) == 0 ? .forward : nil
        try viewer.beginMove(dice.roll(9), axis: axis)
        try viewer.updateMove(dice.roll(9), edge: edge)
        _ = try viewer.endMove()
    }

    @Test(arguments: zip(ReaderInterface.SpreadKind.allCases, [true, false, true, false]))
    func noPageTakesAStepThatDoesNotExist(spread: ReaderInterface.SpreadKind, crosses: Bool) throws {
        let service = try RunningService()
        var dice = Dice(seed: UInt64(spread.rawValue.utf8.reduce(crosses ? 7 : 11) { $0 * 31 + Int($1) }))
        let settings = "width = 60\nheight = 80\nmovable = on\n"
        let path = try service.pattern(settings + "order = 0-8")
        let back: ReaderInterface.Arrangement.Back? = spread == .leaf ? .nextPage : nil
        var axes: [ReaderInterface.AxisSetup] = [
            .init(axis: .horizontal, unlocks: crosses ? 1 : nil, arrangement: .init(spread: spread, back: back))
        ]
        if crosses { axes.append(.init(axis: .vertical, unlocks: 1, start: 1)) }
        let viewers = try (0..<3).map {
            try Viewer(
                service, path, target: .init(index: $0 * 4), axes: axes,
                background: crosses ? .init(index: 6) : nil)
        }
        var screens = viewers.map { Screen(showing: $0.opened.shown) }
        let orders = [
            ("0-3, 6-9", 8), ("", 0), ("5, 9-12", 5), ("12, 11, 5", 3), ("0-8", 9), ("3", 1),
            ("8, 7, 6, 5, 4, 3, 2, 1, 0", 9), ("0-30", 31), ("20-22", 3),
        ]
        for (order, pages) in orders {
            _ = try service.pattern(settings + "order = \(order)")
            // The next change comes as soon as this one is seen anywhere, and has not settled everywhere.
            try eventually {
                for (place, viewer) in viewers.enumerated() {
                    try Self.command(viewer, &dice)
                    // Read as it comes: what is not read is left out in the end.
                    for event in try viewer.told().compactMap(\.appearance) { screens[place].take(event) }
                }
                return try viewers.map { try $0.state().document.count.pages }
            } until: {
                $0.contains(pages)
            }
        }
        for (place, viewer) in viewers.enumerated() {
            try eventually {
                _ = try failure { try viewer.releaseDrag() }
                _ = try failure { try viewer.cancelMove() }
                try viewer.settle(try viewer.state().transition)
                return try viewer.state()
            } until: { (state: ReaderInterface.State) in
                // The document may have changed before the reader has taken that in.
                state.phase == .rest && !state.shown.isEmpty
                    && Set(state.shown.map(\.page)).isSubset(of: [20, 21, 22])
            }
            for event in try viewer.told().compactMap(\.appearance) { screens[place].take(event) }
            let state = try viewer.state()
            #expect(screens[place].mistakes == [])
            #expect(screens[place].isAtRest)
            #expect(screens[place].visible == Set(state.shown.map { Screen.name($0.page, $0.surface) }))
            let pages = try (0..<3).map { try viewer.page($0).page.page }
            #expect(Set(pages) == [20, 21, 22])
        }
        try service.checkNothingIsDeferred()
    }
}
