import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// Readers that turn pages while these come and go.
@Suite struct CommotionTests {
    /// What a page goes through, as a viewer sees it; a step that does not exist is told.
    private struct Screen {
        private enum Phase { case appearing, visible, disappearing }

        private var phases: [String: Phase]
        private(set) var mistakes: [String] = []

        init(showing pages: [ReaderInterface.Location]) {
            phases = Dictionary(uniqueKeysWithValues: pages.map { (Self.name($0.page, $0.surface), .visible) })
        }

        static func name(_ page: Int, _ surface: ReaderInterface.Surface?) -> String {
            "\(surface?.rawValue ?? "") \(page)"
        }

        var visible: Set<String> { Set(phases.filter { $0.value == .visible }.keys) }

        var isAtRest: Bool { phases.values.allSatisfy { $0 == .visible } }

        mutating func take(_ event: ReaderInterface.Appearance) {
            let page = Self.name(event.page, event.surface)
            let phase = phases[page]
            switch (event.event, phase) {
            case (.willAppear, nil), (.willAppear, .disappearing): phases[page] = .appearing
            case (.didAppear, .appearing): phases[page] = .visible
            case (.willDisappear, .visible), (.willDisappear, .appearing): phases[page] = .disappearing
            case (.didDisappear, .disappearing): phases[page] = nil
            default: mistakes.append("\(event.event) of \(page), which is \(phase.map { "\($0)" } ?? "hidden")")
            }
        }
    }

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
            case 2: try viewer.beginDrag(axis)
            case 3, 4: try viewer.drag(to: Double(dice.roll(90)) / 10)
            case 5: _ = try viewer.releaseDrag(Double(dice.roll(3) - 1))
            case 6: try viewer.settle(try viewer.state().transition)
            case 7: try viewer.setAxis(axis, .init(spread: ReaderInterface.SpreadKind.allCases[dice.roll(4)]))
            case 8: try viewer.setViewport(.init(width: 60, height: 80, orientation: dice.roll(4) * 90))
            case 9: try viewer.turn(.init(history: dice.roll(2) == 0 ? .back : .forward), axis: axis)
            case 10: _ = try (viewer.hit(30, 40), viewer.layout(axis), viewer.history())
            default: try move(viewer, axis, &dice)
            }
        }
    }

    private static func move(_ viewer: Viewer, _ axis: ReaderInterface.Axis, _ dice: inout Dice) throws {
        let edge: ReaderInterface.Direction? = dice.roll(2) == 0 ? .forward : nil
        let client = viewer.client
        _ = try client.call(
            ReaderInterface.BeginMove.self, .init(reader: viewer.id, index: dice.roll(9), axis: axis))
        _ = try client.call(
            ReaderInterface.UpdateMove.self, .init(reader: viewer.id, index: dice.roll(9), edge: edge))
        _ = try client.call(ReaderInterface.EndMove.self, .init(reader: viewer.id))
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
        let orders = ["0-3, 6-9", "", "5, 9-12", "12, 11, 5", "0-8", "3", "8, 7, 6, 5, 4, 3, 2, 1, 0", "0-30", "20-22"]
        for order in orders {
            _ = try service.pattern(settings + "order = \(order)")
            // Longer than a change is waited for, and shorter than it takes to have settled everywhere.
            for _ in 0..<12 {
                for viewer in viewers { try Self.command(viewer, &dice) }
                usleep(10_000)
            }
        }
        for (place, viewer) in viewers.enumerated() {
            var state = try viewer.state()
            for _ in 0..<1_000 where state.document.count.pages != 3 || state.phase != .rest {
                _ = try failure { _ = try viewer.releaseDrag() }
                _ = try failure {
                    _ = try viewer.client.call(ReaderInterface.CancelMove.self, .init(reader: viewer.id))
                }
                try viewer.settle(state.transition)
                usleep(10_000)
                state = try viewer.state()
            }
            for event in try viewer.told().compactMap(\.appearance) { screens[place].take(event) }
            state = try viewer.state()
            #expect(screens[place].mistakes == [])
            #expect(screens[place].isAtRest)
            #expect(screens[place].visible == Set(state.shown.map { Screen.name($0.page, $0.surface) }))
            #expect(!state.shown.isEmpty && Set(state.shown.map(\.page)).isSubset(of: [20, 21, 22]))
            let pages = try (0..<3).map { try viewer.page($0).page.page }
            #expect(Set(pages) == [20, 21, 22])
        }
    }
}
