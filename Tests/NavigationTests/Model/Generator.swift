import Navigation

extension ReaderMachine {
    /// The axes that it has.
    var axisNames: [Axis] { Axis.allCases.filter { position(of: $0) != nil } }
}

extension SeededGenerator {
    mutating func number(_ range: Range<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }

    mutating func isOneIn(_ chances: Int) -> Bool { number(0..<chances) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }
}

/// Makes up what readers do, mostly what fits where they are.
struct Generator {
    private var numbers: SeededGenerator
    private var ahead: [Command] = []

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    // MARK: Worlds

    private mutating func spreads() -> Spreads {
        let alone = numbers.isOneIn(3) ? (0..<12).filter { _ in numbers.isOneIn(4) } : []
        return numbers.pick([
            .single, .single, Spreads(.double, alone: alone), Spreads(.cover, alone: alone), .leaf(.mirrored),
            .leaf(.nextPage),
        ])
    }

    /// A world to begin with.
    mutating func setting() -> Setting {
        let pages = [
            Surface.horizontal: numbers.isOneIn(50) ? 1_500 : numbers.pick([0, 1, 2, 3, 9, 9, 12, 40]),
            .vertical: numbers.pick([0, 1, 3, 3, 5, 9]), .background: numbers.pick([0, 1, 3]),
        ]
        let readers = (0..<numbers.number(1..<9)).map { _ in reader() }
        let cached = numbers.pick([nil, 1, 2, 4, 8, 20])
        return Setting(pages: pages, readers: readers, cachedPages: cached)
    }

    private mutating func reader() -> Setting.Reader {
        let axes: [Axis] = numbers.pick([
            [.horizontal], [.horizontal], [.vertical], [.horizontal, .vertical], [.vertical, .horizontal],
        ])
        let setups = axes.map { _ in
            AxisSetup(
                spreads: spreads(), unlocks: numbers.pick([nil, 0, 1, 1, 1, 2]), isEnabled: !numbers.isOneIn(10),
                start: numbers.pick([0, 0, 1, 1, 2, 7]))
        }
        return Setting.Reader(
            axes: axes, setups: setups, isManual: numbers.isOneIn(10),
            background: numbers.pick([nil, 0, 0, 1]))
    }

    // MARK: Commands

    /// Returns the next command.
    mutating func command(in world: World) -> Command {
        if let next = ahead.popLast() { return next }
        let reader = numbers.number(0..<world.readers.count)
        let machine = world.readers[reader].machine
        guard machine.isOpen || numbers.isOneIn(50) else { return .open(reader) }
        switch numbers.number(0..<100) {
        case 0..<22: return .wait(UInt64(numbers.pick([1, 16_000, 50_000, 100_000, 300_000, 600_000, 1_000_000])))
        case 22..<25: return .advance(reader)
        case 25..<29 where numbers.isOneIn(2): return change(of: world)
        case 29..<31: return rare(reader, machine, world)
        default: break
        }
        if !world.readers[reader].setting.isManual || numbers.isOneIn(20) {
            return turning(reader, machine, world)
        }
        let axis = axis(machine)
        let pages = world.book.numbers(on: axis.surface).count
        return .report(
            reader, numbers.pick([.willAppear, .didAppear, .willDisappear, .didDisappear]), index(min(pages, 3)), axis)
    }

    private mutating func axis(_ machine: ReaderMachine) -> Axis {
        if let drag = machine.drag, !numbers.isOneIn(10) { return drag.axis }
        return numbers.isOneIn(50) ? numbers.pick([.horizontal, .vertical]) : numbers.pick(machine.axisNames)
    }

    /// An index, seldom one that there is not.
    private mutating func index(_ count: Int) -> Int {
        numbers.isOneIn(30) ? numbers.pick([-1, count, count + 7]) : numbers.number(0..<max(count, 1))
    }

    private mutating func duration() -> UInt64 {
        UInt64(numbers.pick([0, 0, 50_000, 200_000, 300_000, 300_000, 1_000_000]))
    }

    private mutating func turning(_ reader: Int, _ machine: ReaderMachine, _ world: World) -> Command {
        let axis = axis(machine)
        let pages = world.book.numbers(on: axis.surface).count
        if let drag = machine.drag, !drag.isReleased, !numbers.isOneIn(8) {
            return numbers.isOneIn(4)
                ? numbers.isOneIn(4) ? .cancelDrag(reader) : .release(reader, numbers.pick([-1, 0, 0, 0, 1]))
                : .drag(reader, offset(machine, drag.axis))
        }
        switch numbers.number(0..<20) {
        case 0..<4: return .jump(reader, axis, index(pages), numbers.pick([nil, nil, .forward, .backward]), duration())
        case 4..<6: return .jump(reader, axis, index(min(pages, 4)), nil, duration())
        case 6..<9:
            let step = numbers.pick([1, 1, -1, -1, 2, -3, 0])
            return .turn(
                reader, axis, numbers.pick([.relative(step), .relative(step), .first, .last]), numbers.isOneIn(2),
                duration())
        case 9..<14: return .beginDrag(reader, axis, numbers.isOneIn(3) ? offset(machine, axis) : nil)
        case 14..<17: return .settle(reader, numbers.isOneIn(8) ? numbers.pick([1, -1, 5]) : 0)
        case 17: return .drag(reader, offset(machine, axis))
        case 18: return .release(reader, numbers.pick([-1, 0, 1]))
        default: return numbers.isOneIn(20) ? .settleNow(reader) : .advance(reader)
        }
    }

    private mutating func offset(_ machine: ReaderMachine, _ axis: Axis) -> Double {
        let base = Double(machine.base(of: axis))
        return base + numbers.pick([-40, -1.5, -1, -0.7, -0.5, -0.2, 0, 0.1, 0.4, 0.5, 0.8, 1, 1.2, 1e300])
    }

    /// Returns a command of a kind that is rare, but has to occur.
    private mutating func rare(_ reader: Int, _ machine: ReaderMachine, _ world: World) -> Command {
        let axis = axis(machine)
        let pages = world.book.numbers(on: axis.surface).count
        switch numbers.number(0..<12) {
        case 0: return .close(reader)
        case 1, 2: return .setEnabled(reader, axis, !numbers.isOneIn(3))
        case 3, 4: return .setSpreads(reader, axis, spreads())
        case 5: return holdKey(reader, axis, pages)
        case 6, 7: return .dropOldest(reader)
        case 8: return numbers.pick([.endMove(reader), .cancelMove(reader), .updateMove(reader, nil, .forward)])
        case 9: return .report(reader, .willAppear, index(pages), axis)
        default:
            ahead = [numbers.pick([.endMove(reader), .cancelMove(reader)])]
            for _ in 0..<numbers.number(0..<6) {
                ahead.append(
                    numbers.pick([
                        .wait(200_000), .advance(reader), .jump(reader, axis, index(pages), nil, duration()),
                        change(of: world),
                    ]))
                let to = numbers.isOneIn(4) ? nil : index(pages)
                ahead.append(.updateMove(reader, to, numbers.pick([nil, nil, .forward, .backward])))
            }
            return .beginMove(reader, index(pages), axis)
        }
    }

    /// A key that is held down redirects again and again.
    private mutating func holdKey(_ reader: Int, _ axis: Axis, _ pages: Int) -> Command {
        ahead = (0..<min(pages * 2, numbers.pick([30, 100, 700]))).flatMap { _ -> [Command] in
            let target: Target = numbers.isOneIn(30) ? .relative(-1) : .relative(1)
            return [.turn(reader, axis, target, true, 300_000), .wait(30_000)]
        }
        return .wait(1)
    }

    private mutating func change(of world: World) -> Command {
        let surface = numbers.pick(Surface.allCases + [.horizontal, .horizontal])
        let pages = world.book.numbers(on: surface).count
        let at = numbers.number(0..<min(pages + 1, 12))
        return switch numbers.number(0..<7) {
        case 0..<2: .insert(surface, at, numbers.number(1..<4))
        case 2..<4:
            pages > 40 || numbers.isOneIn(2) ? .delete(surface, at, numbers.number(1..<3)) : .insert(surface, at, 2)
        case 4:
            pages > 40
                ? .delete(surface, 0, 1) : numbers.isOneIn(4) ? .delete(surface, 0, pages) : .delete(surface, at, 1)
        default: .move(surface, at, numbers.number(0..<min(pages + 1, 12)))
        }
    }
}
