import Navigation
import PageModel
import Testing

/// Readers whose source is ahead of them, as while a change of the document is looked up: no page is stranded.
@Suite struct SourceAheadTests {
    /// A page that has moved may still be known where it was.
    @Test(arguments: [Spreads.double, .leaf(.nextPage)]) func aPageIsSeenOnceOnASpread(spreads: Spreads) {
        let book = Book([.horizontal: [7, 7, 8, 9]])
        var machine = ReaderMachine(axes: [(.horizontal, AxisSetup(spreads: spreads))])
        let step = machine.open(in: book, at: Instant(microseconds: 0))
        #expect(step.shown.pages.map(\.page) == [PageID(7)] && step.shown.back == nil)
    }

    /// Takes random steps, and checks what was sent.
    private struct Walk {
        private var random: SeededGenerator
        private var machine: ReaderMachine
        private var book: Book
        private var states: [PageID: PageAppearance.State] = [:]
        private var now: UInt64 = 0
        private var nextPage: Int64 = 100

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            book = Book(6)
            let spreads = random.pick([Spreads.single, .single, .double, .cover, .leaf(.nextPage)])
            machine = ReaderMachine(axes: [(.horizontal, AxisSetup(spreads: spreads, start: 2))])
            machine.isObserved = true
            note(machine.open(in: book, at: time))
        }

        private var time: Instant { Instant(microseconds: now) }

        mutating func run(steps: Int) -> Bool {
            for _ in 0..<steps {
                do throws(Refusal) { try step() } catch { note(error.passed) }
            }
            tellChange()
            note(machine.settleNow(in: book, at: time))
            let visible = machine.appearances.filter { $0.state == .visible }.map(\.location.page)
            return visible.count == machine.appearances.count && Set(visible) == Set(machine.shown.pages.map(\.page))
                && visible.allSatisfy { states[$0] == .visible } && states.count == visible.count
        }

        private mutating func step() throws(Refusal) {
            let offset = Double(machine.base(of: .horizontal)) + random.pick([-1, -0.6, -0.1, 0, 0.2, 0.5, 0.9, 1.2])
            let duration = random.pick([UInt64(0), 300_000])
            switch random.number(0..<10) {
            case 0: change()
            case 1: tellChange()
            case 2: now += random.pick([1, 200_000, 1_000_000])
            case 3:
                let index = random.number(0..<6)
                note(try machine.jump(on: .horizontal, to: index, duration: duration, in: book, at: time))
            case 4: note(try machine.beginDrag(on: .horizontal, at: offset, in: book, at: time).standing)
            case 5...7: note(try machine.drag(to: offset, in: book, at: time))
            case 8: note(try machine.release(velocity: random.pick([-1, 0, 1]), in: book, at: time).standing)
            default: note(machine.settleNow(in: book, at: time))
            }
        }

        /// The source has other pages.
        private mutating func change() {
            var pages = book.numbers(on: .horizontal)
            let index = random.number(0..<max(pages.count, 1))
            switch random.number(0..<4) {
            case 0: pages.insert(nextPage, at: index)
            case 1 where pages.count > 1: pages.remove(at: index)
            case 2:
                let page = pages.remove(at: index)
                pages.insert(page, at: random.number(0..<pages.count + 1))
            default: pages[index] = nextPage
            }
            nextPage += 1
            book.pages[.horizontal] = pages
        }

        private mutating func tellChange() {
            let new = book
            note(machine.documentChanged(on: [.horizontal], in: new, at: time) { new.index(of: $0) })
        }

        private mutating func note(_ step: Standing?) {
            for event in step?.events ?? [] {
                guard case .appearance(let step, let page) = event.what else { continue }
                let old = states[page.page]
                let new: PageAppearance.State? =
                    switch step {
                    case .willAppear: .appearing
                    case .didAppear: .visible
                    case .willDisappear: .disappearing
                    case .didDisappear: nil
                    }
                let isStep =
                    switch (old, new) {
                    case (nil, .appearing), (.disappearing, .appearing), (.appearing, .visible),
                        (.appearing, .disappearing), (.visible, .disappearing), (.disappearing, nil):
                        true
                    default: false
                    }
                #expect(isStep, "\(event.notation)")
                states[page.page] = new
            }
        }
    }

    @Test func noPageIsStranded() {
        for seed in 0..<2_000 {
            var walk = Walk(seed: UInt64(seed))
            let isAtRest = walk.run(steps: 40)
            #expect(isAtRest, "seed \(seed)")
        }
    }
}
