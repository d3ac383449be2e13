import Glibc
import SheafInterface
import SheafOS
import Varlink

@testable import SheafService
@testable import ServiceModel

// What clients do: all that viewers can ask for, at random.

extension ModelClient {
    /// Does something.
    func act() throws {
        readers.removeAll(where: \.isClosed)
        if readers.isEmpty || readers.count < 3 && numbers.chance(40) { return try open() }
        // Now and then with somebody else's reader: the user is the same.
        let others = numbers.chance(50) ? world.clients.flatMap(\.readers) : []
        guard let reader = numbers.one(of: others.isEmpty ? readers : others) else { return }
        switch numbers.number(0...99) {
        case 0...34: try navigate(reader)
        case 35...42:
            try call(ReaderInterface.Settle.self, .init(reader: reader.name, transition: transition(of: reader)))
        case 43...58: try drag(reader)
        case 59...62: try move(reader)
        case 63...72: try getPage(reader)
        case 73...76: try watch(reader)
        case 77:
            try call(ReaderInterface.Close.self, .init(reader: reader.name)) { [world] _ in world.closed(reader) }
        case 78...81: try setAxis(reader)
        case 82...84:
            try call(
                ReaderInterface.SetViewport.self, .init(reader: reader.name, viewport: viewport()))
        case 85...87: try report(reader)
        case 88...92: try look(reader)
        case 93: try call(ReaderInterface.Refresh.self, .init(reader: reader.name))
        case 94:
            try call(ReaderInterface.Reload.self, .init(reader: reader.name)) { [world] reply in
                world.checkPlace(of: reader, transition: reply.parameters.state.transition)
            }
        case 95...96: try prefetch(reader)
        default: try setLooks(reader)
        }
    }

    // MARK: Readers

    func open() throws {
        guard let file = numbers.one(of: world.files.files) else { return }
        var descriptors: [SharedDescriptor] = []
        let isPath = numbers.chance(600)
        if !isPath { descriptors = [SharedDescriptor(try FileDescriptor.open(file.path))] }
        let hasTwo = numbers.chance(200)
        var axes: [ReaderInterface.AxisSetup]?
        if hasTwo || numbers.chance(300) {
            axes = [
                .init(axis: .horizontal, pages: numbers.chance(200) ? 3 : nil, arrangement: arrangement()),
                .init(
                    axis: .vertical, first: numbers.chance(300) ? 1 : nil, unlocks: numbers.chance(200) ? 0 : nil,
                    start: numbers.chance(300) ? 1 : nil, arrangement: arrangement()),
            ]
            if !hasTwo { axes?.removeLast() }
        }
        let isManual = numbers.chance(120)
        try call(
            ReaderInterface.Open.self,
            .init(
                fileDescriptor: isPath ? nil : 0, path: isPath ? file.path : nil, viewport: viewport(),
                looks: numbers.chance(200) ? looks() : nil,
                target: numbers.chance(200) ? .init(index: numbers.number(0...9)) : nil, axes: axes,
                background: hasTwo && numbers.chance(400) ? .init(index: numbers.number(0...2)) : nil,
                manual: isManual ? true : nil),
            descriptors: descriptors
        ) { [unowned self] reply in
            let reader = ModelReader(reply.parameters.state.reader, isManual: isManual, hasTwoAxes: hasTwo)
            reader.transition = reply.parameters.state.transition
            readers.append(reader)
            world.opened(reader)
        }
    }

    private func viewport() -> ReaderInterface.Viewport {
        .init(
            width: numbers.number(18...22), height: 30, fit: numbers.chance(200) ? .width : nil,
            rotation: numbers.chance(100) ? 90 : nil, orientation: numbers.chance(50) ? 180 : nil)
    }

    private func arrangement() -> ReaderInterface.Arrangement {
        let spread = numbers.one(of: [ReaderInterface.SpreadKind.single, .single, .double, .cover, .leaf])
        return .init(
            spread: spread, back: spread == .leaf && numbers.chance(500) ? .nextPage : nil,
            wide: spread == .cover ? .alone : nil,
            flow: numbers.chance(200) ? .continuous : nil)
    }

    private func axis(of reader: ModelReader) -> ReaderInterface.Axis? {
        numbers.chance(700) ? nil : reader.hasTwoAxes || numbers.chance(50) ? .vertical : .horizontal
    }

    private func handover() -> ReaderInterface.Handover? {
        let none = ReaderInterface.Handover.none
        return numbers.one(of: [nil, .descriptor, .descriptor, none, none, none, .inline]) ?? nil
    }

    /// The last step that was heard of; or one before it.
    private func transition(of reader: ModelReader) -> Int {
        numbers.chance(800) ? reader.transition : max(reader.transition - numbers.number(0...2), 0)
    }

    // MARK: Turns

    /// A turn's parameters.
    func turn(_ reader: ModelReader) -> ReaderInterface.NavigateParameters {
        let target: ReaderInterface.Target =
            switch numbers.number(0...15) {
            case 0...4: .init(relative: 1)
            case 5...7: .init(relative: -1)
            case 8: .init(relative: numbers.number(-4...4))
            case 9...11: .init(index: numbers.number(0...24))
            case 12: .init(place: numbers.chance(500) ? .first : .last)
            case 13: .init(history: numbers.chance(500) ? .back : .forward)
            case 14: .init(label: "p\(numbers.number(0...10))")
            default: numbers.chance(500) ? .init(link: numbers.number(0...3)) : .init(outline: numbers.number(0...3))
            }
        return .init(
            reader: reader.name, target: target, handover: handover(), axis: axis(of: reader),
            duration: numbers.chance(250) ? numbers.number(1...900) : nil,
            direction: numbers.chance(80) ? .backward : nil, wrap: numbers.chance(150) ? true : nil, format: format())
    }

    /// A format that pages are to come in; mostly none.
    private func format() -> ReaderInterface.Format? {
        numbers.one(of: [nil, nil, nil, nil, .png, .jpeg, .webp]) ?? nil
    }

    private func navigate(_ reader: ModelReader) throws {
        let turn = turn(reader)
        if numbers.chance(80) { return try send(ReaderInterface.Navigate.self, turn) }
        try navigate(reader, turn)
    }

    func navigate(_ reader: ModelReader, _ turn: ReaderInterface.NavigateParameters) throws {
        try call(ReaderInterface.Navigate.self, turn) { [unowned self] reply in
            reader.transition = max(reader.transition, reply.parameters.transition)
            world.checkPlace(of: reader, transition: reply.parameters.transition)
            take(reply.parameters.page, of: reader, reply.descriptors)
            take(reply.parameters.second, of: reader, reply.descriptors)
        }
    }

    private func drag(_ reader: ModelReader) throws {
        let offset = Double(numbers.number(-12...240)) / 10
        switch numbers.number(0...9) {
        case 0...2:
            try call(
                ReaderInterface.BeginDrag.self, .init(reader: reader.name, axis: axis(of: reader))
            ) { [world] reply in
                reader.transition = max(reader.transition, reply.parameters.transition)
                world.checkPlace(of: reader, transition: reply.parameters.transition)
            }
        case 3...4: try send(ReaderInterface.Drag.self, .init(reader: reader.name, offset: offset))
        case 5: try call(ReaderInterface.Drag.self, .init(reader: reader.name, offset: offset))
        case 6: try call(ReaderInterface.CancelDrag.self, .init(reader: reader.name))
        default:
            let velocity = Double(numbers.number(-2...2))
            try call(ReaderInterface.ReleaseDrag.self, .init(reader: reader.name, velocity: velocity)) {
                [world] reply in
                reader.transition = max(reader.transition, reply.parameters.transition)
                world.checkPlace(of: reader, transition: reply.parameters.transition)
            }
        }
    }

    private func move(_ reader: ModelReader) throws {
        let index = numbers.number(0...9)
        switch numbers.number(0...5) {
        case 0...1: try call(ReaderInterface.BeginMove.self, .init(reader: reader.name, index: index))
        case 2...3:
            try call(
                ReaderInterface.UpdateMove.self,
                .init(reader: reader.name, index: index, edge: numbers.chance(300) ? .forward : nil))
        case 4: try call(ReaderInterface.EndMove.self, .init(reader: reader.name))
        default: try call(ReaderInterface.CancelMove.self, .init(reader: reader.name))
        }
    }

    private func looks() -> ReaderInterface.Looks {
        .init(
            paper: numbers.one(of: [nil, nil, .night, .sepia]) ?? nil,
            trim: numbers.one(of: [nil, nil, nil, .page]) ?? nil,
            flow: numbers.chance(500)
                ? .init(fontSize: numbers.one(of: [12, 20, 20]), layout: numbers.chance(400) ? .viewport : nil) : nil)
    }

    private func prefetch(_ reader: ModelReader) throws {
        let pages = (0..<numbers.number(0...3)).map { _ in numbers.number(0...12) }
        guard numbers.chance(700) else {
            return try call(
                ReaderInterface.CancelPrefetch.self,
                .init(reader: reader.name, axis: axis(of: reader), pages: numbers.chance(500) ? pages : nil))
        }
        try call(
            ReaderInterface.Prefetch.self,
            .init(
                reader: reader.name, axis: axis(of: reader), pages: pages,
                landing: numbers.chance(300) ? numbers.number(0...12) : nil,
                mode: numbers.chance(200) ? numbers.one(of: ReaderInterface.PrefetchMode.allCases) : nil))
    }

    private func setLooks(_ reader: ModelReader) throws {
        try call(ReaderInterface.SetLooks.self, .init(reader: reader.name, looks: looks())) { [world] reply in
            world.checkPlace(of: reader, transition: reply.parameters.state.transition)
        }
    }

    private func report(_ reader: ModelReader) throws {
        let event = numbers.one(of: ReaderInterface.AppearanceStep.allCases) ?? .willAppear
        try call(
            ReaderInterface.ReportAppearance.self,
            .init(reader: reader.name, axis: axis(of: reader), index: numbers.number(0...5), event: event))
    }

    // MARK: Pages

    func getPage(_ reader: ModelReader, isWhole: Bool = false) throws {
        let isRegion = !isWhole && numbers.chance(300)
        let frame = !isWhole && numbers.chance(150) ? numbers.number(0...2) : nil
        let region =
            isRegion
            ? ReaderInterface.Region(
                x: numbers.number(0...8), y: numbers.number(0...8), width: numbers.number(1...9),
                height: numbers.number(1...9)) : nil
        try call(
            ReaderInterface.GetPage.self,
            .init(
                reader: reader.name, index: numbers.chance(500) ? numbers.number(0...22) : nil, frame: frame,
                region: region, format: format(), handover: handover()),
            use: numbers.chance(300) && !isWhole ? .aside : .calls,
            failed: { [unowned world] failure in
                if case .pageFailed(_, let reason) = failure { world.checkFailure(reason) }
            },
            done: { [unowned self] reply in take(reply.parameters.page, frame: frame, of: reader, reply.descriptors) })
    }

    // MARK: The rest

    private func watch(_ reader: ModelReader) throws {
        let open = watches.filter { $0.connection.isOpen }
        if open.count > 2 || numbers.chance(400) { numbers.one(of: open)?.connection.hangUp() }
        if open.count <= 2 { try watch(reader, handover() ?? .descriptor, format()) }
    }

    private func setAxis(_ reader: ModelReader) throws {
        try call(
            ReaderInterface.SetAxis.self,
            .init(
                reader: reader.name, axis: reader.hasTwoAxes && numbers.chance(500) ? .vertical : .horizontal,
                enabled: numbers.chance(200) ? numbers.chance(700) : nil,
                arrangement: numbers.chance(800) ? arrangement() : nil))
    }

    private func look(_ reader: ModelReader) throws {
        switch numbers.number(0...5) {
        case 0: try call(ReaderInterface.GetState.self, .init(reader: reader.name))
        case 1: try call(ReaderInterface.GetHistory.self, .init(reader: reader.name))
        case 2:
            try call(
                ReaderInterface.GetLayout.self,
                .init(
                    reader: reader.name, axis: axis(of: reader),
                    first: numbers.chance(500) ? numbers.number(0...9) : nil,
                    pages: numbers.number(1...6), offset: numbers.chance(300) ? 1.5 : nil))
        case 3:
            let index = numbers.chance(300) ? numbers.number(0...9) : nil
            if numbers.chance(500) {
                try ask(DocumentInterface.GetAnnotations.self, .init(reader: reader.name, index: index))
            } else {
                try ask(DocumentInterface.GetLinks.self, .init(reader: reader.name, index: index))
            }
        default:
            try call(
                ReaderInterface.HitTest.self,
                .init(reader: reader.name, x: Double(numbers.number(0...20)), y: Double(numbers.number(0...30))))
        }
    }
}
