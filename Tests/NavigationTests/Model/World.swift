import Navigation
import PageModel

/// A difference between what the machine did and what the rules say.
struct Difference: Error, CustomStringConvertible {
    let description: String
}

/// Readers of shared documents: each is a machine, and beside it the reference, given the same commands.
struct World {
    struct Reader {
        let setting: Setting.Reader
        var machine: ReaderMachine
        /// Does the same, and nobody listens: a second machine of the first reader.
        var silent: ReaderMachine?
        var reference: Reference
        var check = Invariants()
        /// The events since the machine was last compared with the reference.
        var events: [ReaderEvent] = []
    }

    var readers: [Reader]
    private(set) var book: Book
    private(set) var now: UInt64 = 0
    /// All events of all readers, where they are to be kept.
    var record: [[ReaderEvent]]?
    private var nextPage: Int64 = 100_000
    var cache: SharedCache?

    init(_ setting: Setting) {
        var pages: [Surface: [Int64]] = [:]
        for (number, surface) in Surface.allCases.enumerated() {
            pages[surface] = (0..<(setting.pages[surface] ?? 0)).map { Int64(number * 10_000 + $0) }
        }
        let book = Book(pages)
        cache = setting.cachedPages.map { SharedCache(pages: $0, seed: UInt64($0)) }
        self.book = book
        readers = setting.readers.enumerated().map { Self.reader($1, hasSilent: $0 == 0, book) }
    }

    private static func reader(_ setting: Setting.Reader, hasSilent: Bool, _ book: Book) -> Reader {
        let axes = zip(setting.axes, setting.setups).map { ($0, $1) }
        let silent = ReaderMachine(axes: axes, isManual: setting.isManual)
        var machine = silent
        machine.isObserved = true
        return Reader(
            setting: setting, machine: machine, silent: hasSilent ? silent : nil,
            reference: Reference(axes: axes, isManual: setting.isManual, book: book))
    }

    /// Returns the standing of a reader.
    func current(_ number: Int) -> Standing {
        readers[number].check.last ?? readers[number].machine.current(in: book, at: Instant(microseconds: now))
    }

    /// Does a command to machine and reference, and compares.
    mutating func run(_ command: Command) throws(Difference) {
        try step(command)
        try checkCache()
    }

    private mutating func step(_ command: Command) throws(Difference) {
        if case .wait(let time) = command { now += time }
        if cache != nil {
            let now = now
            try cache?.work(at: now)
            try checkEvicted()
        }
        if let changed = changed(by: command) { return try change(to: changed.book, on: changed.surface) }
        guard let reader = command.reader, !readers.isEmpty else { return }
        let number = reader % readers.count
        let moved = try apply(command, to: number)
        try compare(number)
        guard let moved else { return }
        var pages = book.pages
        guard let from = book.index(of: moved.page) else { return }
        pages[moved.page.surface]?.remove(at: from)
        let to = min(moved.index, pages[moved.page.surface]?.count ?? 0)
        pages[moved.page.surface]?.insert(moved.page.page.number, at: to)
        try change(to: Book(pages), on: moved.page.surface)
    }

    /// Closes all readers.
    mutating func close() throws(Difference) {
        for number in readers.indices { try run(.close(number)) }
    }

    // MARK: Documents

    private mutating func changed(by command: Command) -> (book: Book, surface: Surface)? {
        var pages = book.pages
        switch command {
        case .insert(let surface, let index, let count):
            let new = (0..<count).map { nextPage + Int64($0) }
            nextPage += Int64(count)
            pages[surface]?.insert(contentsOf: new, at: min(index, book.numbers(on: surface).count))
            return (Book(pages), surface)
        case .delete(let surface, let index, let count):
            let length = book.numbers(on: surface).count
            pages[surface]?.removeSubrange(min(index, length)..<min(index + count, length))
            return (Book(pages), surface)
        case .move(let surface, let from, let to):
            let length = book.numbers(on: surface).count
            guard length > 0, let page = pages[surface]?.remove(at: from % length) else { return nil }
            pages[surface]?.insert(page, at: to % length)
            return (Book(pages), surface)
        default: return nil
        }
    }

    private mutating func change(to new: Book, on surface: Surface) throws(Difference) {
        // What is due happens among the pages that there were.
        for number in readers.indices {
            _ = try apply(.advance(number), to: number)
            try compare(number)
        }
        let old = book
        book = new
        for number in readers.indices {
            let time = Instant(microseconds: now)
            try both(number) { machine in
                let step = machine.documentChanged(on: [surface], in: new, at: time) { new.index(of: $0) }
                return (true, step)
            }
            readers[number].reference.documentChanged(on: [surface], to: new, at: now)
            let sent = try compareEvents(number)
            try protect(number, sent: sent)
        }
        for number in readers.indices { try render(for: number) }
        guard cache != nil else { return }
        for index in old.numbers(on: surface).indices {
            guard let page = old.location(index, on: surface), new.index(of: page) == nil else { continue }
            try cache?.retire(page)
        }
        try checkEvicted()
    }

    // MARK: Readers

    mutating func apply(
        _ command: Command, to number: Int
    ) throws(Difference) -> (page: Location, index: Int)? {
        let time = Instant(microseconds: now)
        let book = book
        let now = now
        switch command {
        case .open:
            guard !readers[number].machine.isOpen else { break }
            let setting = readers[number].setting
            readers[number] = Self.reader(setting, hasSilent: number == 0, book)
            try both(number) { machine in (true, machine.open(background: setting.background, in: book, at: time)) }
            readers[number].reference.open(background: setting.background, at: now)
        case .close:
            try both(number) { machine in (true, machine.close(in: book, at: time)) }
            readers[number].reference.advance(to: now)
            readers[number].reference.close(at: now)
        case .advance:
            try both(number) { machine in (true, machine.advance(to: time, in: book)) }
            readers[number].reference.advance(to: now)
        case .jump(_, let axis, let index, let direction, let duration):
            try compare(number, command) { machine throws(Refusal) in
                let step = try machine.jump(
                    on: axis, to: index, direction: direction, duration: duration, in: book, at: time)
                return (Reference.Turn(transition: step.transition, isNoop: step.isNoop), step)
            } _: { reference throws(NavigationError) in
                try reference.jump(on: axis, to: index, direction: direction, duration: duration, at: now)
            }
        case .turn(_, let axis, let target, let wraps, let duration):
            try turn(number, axis, target, wraps, duration)
        case .beginDrag(_, let axis, let offset):
            try compare(number, command) { machine throws(Refusal) in
                let start = try machine.beginDrag(on: axis, at: offset, in: book, at: time)
                return (
                    Reference.Begun(
                        transition: start.standing.transition, origin: start.origin, position: start.position),
                    start.standing
                )
            } _: { reference throws(NavigationError) in
                try reference.beginDrag(on: axis, at: offset, at: now)
            }
        case .drag(_, let offset):
            try compare(number, command) { machine throws(Refusal) in
                (true, try machine.drag(to: offset, in: book, at: time))
            } _: { reference throws(NavigationError) in
                try reference.drag(to: offset, at: now)
                return true
            }
        case .release(_, let velocity):
            try compare(number, command) { machine throws(Refusal) in
                Self.release(try machine.release(velocity: velocity, in: book, at: time))
            } _: { reference throws(NavigationError) in
                try reference.release(velocity: velocity, at: now)
            }
        case .cancelDrag:
            try compare(number, command) { machine throws(Refusal) in
                Self.release(try machine.cancelDrag(in: book, at: time))
            } _: { reference throws(NavigationError) in
                try reference.cancelDrag(at: now)
            }
        case .settle(_, let back):
            let step = readers[number].machine.transition - back
            try compare(number, command) { machine throws(Refusal) in
                let (isSettled, step) = machine.settle(transition: step, in: book, at: time)
                return (isSettled, step)
            } _: { reference throws(NavigationError) in
                reference.settle(transition: step, at: now)
            }
        case .settleNow:
            try both(number) { machine in (true, machine.settleNow(in: book, at: time)) }
            readers[number].reference.settleNow(at: now)
        case .setEnabled(_, let axis, let isEnabled):
            try compare(number, command) { machine throws(Refusal) in
                (true, try machine.setEnabled(isEnabled, axis, in: book, at: time))
            } _: { reference throws(NavigationError) in
                try reference.setEnabled(isEnabled, axis, at: now)
                return true
            }
        case .setSpreads(_, let axis, let spreads):
            try compare(number, command) { machine throws(Refusal) in
                (true, try machine.setSpreads(spreads, of: axis, in: book, at: time))
            } _: { reference throws(NavigationError) in
                try reference.setSpreads(spreads, of: axis, at: now)
                return true
            }
        case .report(_, let event, let index, let axis):
            try compare(number, command) { machine throws(Refusal) in
                (true, try machine.report(event, of: index, on: axis, in: book, at: time))
            } _: { reference throws(NavigationError) in
                try reference.report(event, of: index, on: axis, at: now)
                return true
            }
        case .beginMove, .updateMove, .endMove, .cancelMove: return try move(command, number)
        case .dropOldest:
            try both(number) { machine in
                let hadOne = machine.oldestDeparture != nil
                let step = machine.dropOldestDeparting(in: book, at: time)
                return (hadOne, step)
            }
            readers[number].reference.advance(to: now)
            guard let axis = readers[number].reference.transition?.axis else { break }
            let position = readers[number].reference.position(of: axis, at: now)
            _ = readers[number].reference.dropOldest(axis, position, now)
        case .wait, .insert, .delete, .move: break
        }
        return nil
    }

    private static func release(_ end: DragEnd) -> (Reference.Release, Standing?) {
        (Reference.Release(bound: end.bound.index, overscroll: end.overscroll, axis: end.axis), end.standing)
    }

    /// Moves a page by hand.
    ///
    /// - Returns: the page, and where it is dropped.
    private mutating func move(_ command: Command, _ number: Int) throws(Difference) -> (page: Location, index: Int)? {
        let time = Instant(microseconds: now)
        let book = book
        let now = now
        var dropped: (page: Location, index: Int)?
        switch command {
        case .beginMove(_, let index, let axis):
            try compare(number, command) { machine throws(Refusal) in
                let (move, step) = try machine.beginMove(of: index, on: axis, in: book, at: time)
                return (move.index, step)
            } _: { reference throws(NavigationError) in
                try reference.beginMove(of: index, on: axis, at: now)
                return index
            }
        case .updateMove(_, let index, let edge):
            try compare(number, command) { machine throws(Refusal) in
                let (move, step) = try machine.updateMove(to: index, edge: edge, in: book, at: time)
                return (move.index, step)
            } _: { reference throws(NavigationError) in
                try reference.updateMove(to: index, edge: edge, at: now)
                return reference.moved?.index ?? -1
            }
        case .endMove:
            try compare(number, command) { machine throws(Refusal) in
                let (move, end, step) = try machine.endMove(in: book, at: time)
                dropped = end == .moved ? (move.page, move.index) : nil
                return ([move.page.index, move.index, end == .moved ? 1 : 0], step)
            } _: { reference throws(NavigationError) in
                let (page, index) = try reference.endMove(at: now)
                return [page.index, index, page.index == index ? 0 : 1]
            }
        case .cancelMove:
            try compare(number, command) { machine throws(Refusal) in
                let (move, step) = try machine.cancelMove(in: book, at: time)
                return (move.page.index, step)
            } _: { reference throws(NavigationError) in
                let index = reference.moved?.page.index
                try reference.cancelMove(at: now)
                return index ?? -1
            }
        default: break
        }
        return dropped
    }

    private mutating func turn(
        _ number: Int, _ axis: Axis, _ target: Target, _ wraps: Bool, _ duration: UInt64
    ) throws(Difference) {
        _ = try apply(.advance(number), to: number)
        let reader = readers[number]
        guard reader.machine.axisNames.contains(axis) else { return }
        let index = reader.machine.index(of: target, on: axis, wraps: wraps, in: book)
        let wanted = reader.reference.index(of: target, on: axis, wraps: wraps)
        let direction = Reference.direction(of: target)
        guard index == wanted, target.direction == direction else {
            throw Difference(
                description: "\(target) is \(String(describing: index)), and not \(String(describing: wanted))")
        }
        if let index { _ = try apply(.jump(number, axis, index, direction, duration), to: number) }
    }

    /// Has a reader's machine do something, and the one beside it to which nobody listens, where there is one: they must do
    /// the same.
    @discardableResult
    private mutating func both<Answer: Equatable>(
        _ number: Int, _ body: (inout ReaderMachine) throws(Refusal) -> (Answer, Standing?)
    ) throws(Difference) -> Result<Answer, NavigationError> {
        let (answer, step) = Self.answer(of: &readers[number].machine, body)
        if var machine = readers[number].silent {
            let (other, silent) = Self.answer(of: &machine, body)
            readers[number].silent = machine
            guard answer == other, silent?.events.isEmpty ?? true, silent == step.map(Self.withoutEvents) else {
                throw Difference(
                    description:
                        "reader \(number) came to \(String(describing: step)) where somebody listens, and else to "
                        + String(describing: silent))
            }
        }
        let current = readers[number].machine.current(in: book, at: Instant(microseconds: now))
        try readers[number].check.follow(step, current)
        if let step { readers[number].events += step.events }
        return answer
    }

    private static func withoutEvents(_ step: Standing) -> Standing {
        var step = step
        step.events = []
        return step
    }

    private static func answer<Answer>(
        of machine: inout ReaderMachine, _ body: (inout ReaderMachine) throws(Refusal) -> (Answer, Standing?)
    ) -> (Result<Answer, NavigationError>, Standing?) {
        do throws(Refusal) {
            let (answer, step) = try body(&machine)
            return (.success(answer), step)
        } catch {
            return (.failure(error.reason), error.passed)
        }
    }

    /// Has machine and reference do something: they must answer the same.
    private mutating func compare<Answer: Equatable>(
        _ number: Int, _ command: Command, _ one: (inout ReaderMachine) throws(Refusal) -> (Answer, Standing?),
        _ other: (inout Reference) throws(NavigationError) -> Answer
    ) throws(Difference) {
        let found = try both(number, one)
        let wanted: Result<Answer, NavigationError>
        do throws(NavigationError) { wanted = .success(try other(&readers[number].reference)) } catch {
            wanted = .failure(error)
        }
        guard found == wanted else {
            throw Difference(description: "\(command) answered \(found), and not \(wanted)")
        }
    }

    private mutating func compare(_ number: Int) throws(Difference) {
        let sent = try compareEvents(number)
        try protect(number, sent: sent)
        try render(for: number)
    }

    @discardableResult
    mutating func compareEvents(_ number: Int) throws(Difference) -> [ReaderEvent] {
        let found = readers[number].events
        readers[number].events = []
        let wanted = readers[number].reference.events
        readers[number].reference.events = []
        record?[number] += found
        guard found == wanted else {
            let same = zip(found, wanted).prefix { $0 == $1 }.count
            func lines(_ events: [ReaderEvent]) -> String {
                (same > 0 ? "\n    … (\(same) more)" : "")
                    + events.dropFirst(same).prefix(12).map { "\n    \($0.notation)" }.joined()
            }
            throw Difference(description: "reader \(number) sent\(lines(found))\n  and not\(lines(wanted))")
        }
        do throws(Difference) {
            try readers[number].check.follow(found)
            try Invariants.check(readers[number].machine, current(number), readers[number].reference, at: now)
        } catch {
            throw Difference(description: "reader \(number): \(error)")
        }
        return found
    }
}
