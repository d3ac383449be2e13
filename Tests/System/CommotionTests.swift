import Glibc
import SheafInterface
import Testing
import Varlink

/// Readers that turn pages while these come and go.
@Suite struct CommotionTests {
    /// What a page goes through, as a viewer sees it; a step that does not exist is told.
    private struct Screen {
        private enum Phase { case appearing, visible, disappearing }

        private var phases: [Int: Phase]
        private(set) var mistakes: [String] = []

        init(showing pages: [Int]) {
            phases = Dictionary(uniqueKeysWithValues: pages.map { ($0, .visible) })
        }

        var visible: Set<Int> { Set(phases.filter { $0.value == .visible }.keys) }

        var isAtRest: Bool { phases.values.allSatisfy { $0 == .visible } }

        mutating func take(_ event: ReaderInterface.Appearance) {
            let phase = phases[event.page]
            switch (event.event, phase) {
            case (.willAppear, nil), (.willAppear, .disappearing): phases[event.page] = .appearing
            case (.didAppear, .appearing): phases[event.page] = .visible
            case (.willDisappear, .visible), (.willDisappear, .appearing): phases[event.page] = .disappearing
            case (.didDisappear, .disappearing): phases[event.page] = nil
            default:
                mistakes.append("\(event.event) of page \(event.page), which is \(phase.map { "\($0)" } ?? "hidden")")
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
        // Some do not fit, and change nothing.
        _ = try failure {
            switch dice.roll(7) {
            case 0: try viewer.turn(.init(index: dice.roll(9)), duration: dice.roll(2) * 200)
            case 1: try viewer.turn(.init(relative: dice.roll(5) - 2), duration: dice.roll(2) * 200, wrap: true)
            case 2: try viewer.beginDrag()
            case 3, 4: try viewer.drag(to: Double(dice.roll(90)) / 10)
            case 5: _ = try viewer.releaseDrag(Double(dice.roll(3) - 1))
            default: try viewer.settle(try viewer.state().transition)
            }
        }
    }

    @Test(arguments: [ReaderInterface.SpreadKind.single, .double, .cover, .leaf])
    func noPageTakesAStepThatDoesNotExist(spread: ReaderInterface.SpreadKind) throws {
        let service = try RunningService()
        var dice = Dice(seed: UInt64(spread.rawValue.utf8.reduce(7) { $0 * 31 + Int($1) }))
        let path = try service.pattern("order = 0-8\nwidth = 60\nheight = 80")
        let back: ReaderInterface.Arrangement.Back? = spread == .leaf ? .nextPage : nil
        let viewers = try (0..<3).map {
            try Viewer(
                service, path, target: .init(index: $0 * 4),
                axes: [.init(axis: .horizontal, arrangement: .init(spread: spread, back: back))])
        }
        var screens = viewers.map { Screen(showing: $0.opened.shown.map(\.page)) }
        let orders = ["0-3, 6-9", "", "5, 9-12", "12, 11, 5", "0-8", "3", "8, 7, 6, 5, 4, 3, 2, 1, 0", "0-30", "20-22"]
        for order in orders {
            _ = try service.pattern("order = \(order)\nwidth = 60\nheight = 80")
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
                try viewer.settle(state.transition)
                usleep(10_000)
                state = try viewer.state()
            }
            for event in try viewer.told().compactMap(\.appearance) { screens[place].take(event) }
            state = try viewer.state()
            #expect(screens[place].mistakes == [])
            #expect(screens[place].isAtRest && screens[place].visible == Set(state.shown.map(\.page)))
            #expect(!state.shown.isEmpty && Set(state.shown.map(\.page)).isSubset(of: [20, 21, 22]))
            let pages = try (0..<3).map { try viewer.page($0).page.page }
            #expect(pages == [20, 21, 22])
        }
    }
}
