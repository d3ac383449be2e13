import Navigation
import PageModel

/// What the machine did that the rules do not say.
struct Difference: Error, CustomStringConvertible {
    let description: String
}

/// Readers of shared documents: each is a machine, and beside it the reference, given the same commands.
struct World {
    struct Reader {
        let setting: Setting.Reader
        var machine: ReaderMachine
        var reference: Reference
        var check = Invariants()
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
        for (place, surface) in Surface.allCases.enumerated() {
            pages[surface] = (0..<(setting.pages[surface] ?? 0)).map { Int64(place * 10_000 + $0) }
        }
        let book = Book(pages)
        cache = setting.cachedPages.map { SharedCache(pages: $0, seed: UInt64($0)) }
        self.book = book
        readers = setting.readers.map { Self.reader($0, book) }
    }

    private static func reader(_ setting: Setting.Reader, _ book: Book) -> Reader {
        let axes = zip(setting.axes, setting.setups).map { ($0, $1) }
        return Reader(
            setting: setting, machine: ReaderMachine(axes: axes, isManual: setting.isManual),
            reference: Reference(axes: axes, isManual: setting.isManual, book: book))
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
        guard let number = command.reader, !readers.isEmpty else { return }
        let place = number % readers.count
        let moved = try apply(command, to: place)
        try compare(place)
        guard let moved else { return }
        var pages = book.pages
        guard let from = book.index(of: moved.page) else { return }
        pages[moved.page.surface]?.remove(at: from)
        let to = min(moved.index, pages[moved.page.surface]?.count ?? 0)
        pages[moved.page.surface]?.insert(moved.page.page.number, at: to)
        try change(to: Book(pages), on: moved.page.surface)
    }

    /// Everything ends.
    mutating func close() throws(Difference) {
        for place in readers.indices { try run(.close(place)) }
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
        for place in readers.indices {
            _ = try apply(.advance(place), to: place)
            try compare(place)
        }
        let old = book
        book = new
        for place in readers.indices {
            readers[place].machine.documentChanged(
                on: [surface], in: new, at: Instant(microseconds: now)
            ) { new.index(of: $0) }
            readers[place].reference.documentChanged(on: [surface], to: new, at: now)
            let told = try compareEvents(place)
            try protect(place, told: told)
        }
        for place in readers.indices { try render(for: place) }
        guard cache != nil else { return }
        for index in old.numbers(on: surface).indices {
            guard let page = old.location(index, on: surface), new.index(of: page) == nil else { continue }
            try cache?.retire(page)
        }
        try checkEvicted()
    }

    // MARK: Readers

    mutating func apply(
        _ command: Command, to place: Int
    ) throws(Difference) -> (page: Location, index: Int)? {
        let time = Instant(microseconds: now)
        let book = book
        let now = now
        var moved: (page: Location, index: Int)?
        switch command {
        case .open:
            if !readers[place].machine.isOpen {
                readers[place] = Self.reader(readers[place].setting, book)
                let background = readers[place].setting.background
                readers[place].machine.open(background: background, in: book, at: time)
                readers[place].reference.open(background: background, at: now)
            }
        case .close:
            readers[place].machine.advance(to: time, in: book)
            readers[place].machine.close(at: time)
            readers[place].reference.advance(to: now)
            readers[place].reference.close(at: now)
        case .advance:
            readers[place].machine.advance(to: time, in: book)
            readers[place].reference.advance(to: now)
        case .jump(_, let axis, let index, let direction, let duration):
            try both(place, command) { machine throws(NavigationError) in
                let turn = try machine.jump(
                    on: axis, to: index, direction: direction, duration: duration, in: book, at: time)
                return Reference.Turn(transition: turn.transition, isNoop: turn.isNoop)
            } _: { reference throws(NavigationError) in
                try reference.jump(on: axis, to: index, direction: direction, duration: duration, at: now)
            }
        case .turn(_, let axis, let target, let wraps, let duration):
            try turn(place, axis, target, wraps, duration)
        case .beginDrag(_, let axis, let offset):
            try both(place, command) { machine throws(NavigationError) in
                try machine.beginDrag(on: axis, at: offset, in: book, at: time)
            } _: { reference throws(NavigationError) in
                try reference.beginDrag(on: axis, at: offset, at: now)
            }
        case .drag(_, let offset):
            try both(place, command) { machine throws(NavigationError) in
                try machine.drag(to: offset, in: book, at: time)
                return 0
            } _: { reference throws(NavigationError) in
                try reference.drag(to: offset, at: now)
                return 0
            }
        case .release(_, let velocity):
            try both(place, command) { machine throws(NavigationError) in
                try machine.release(velocity: velocity, in: book, at: time).bound.index
            } _: { reference throws(NavigationError) in
                try reference.release(velocity: velocity, at: now).index
            }
        case .cancelDrag:
            try both(place, command) { machine throws(NavigationError) in
                try machine.cancelDrag(in: book, at: time).index
            } _: { reference throws(NavigationError) in
                try reference.cancelDrag(at: now).index
            }
        case .settle(_, let back):
            let step = readers[place].machine.transition - back
            try both(place, command) { machine throws(NavigationError) in
                machine.settle(step: step, in: book, at: time)
            } _: { reference throws(NavigationError) in
                reference.settle(step: step, at: now)
            }
        case .settleNow:
            readers[place].machine.settleNow(in: book, at: time)
            readers[place].reference.settleNow(at: now)
        case .setEnabled(_, let axis, let isEnabled):
            try both(place, command) { machine throws(NavigationError) in
                try machine.setEnabled(isEnabled, axis, in: book, at: time)
                return 0
            } _: { reference throws(NavigationError) in
                try reference.setEnabled(isEnabled, axis, at: now)
                return 0
            }
        case .setSpreads(_, let axis, let spreads):
            try both(place, command) { machine throws(NavigationError) in
                try machine.setSpreads(spreads, of: axis, in: book, at: time)
                return 0
            } _: { reference throws(NavigationError) in
                try reference.setSpreads(spreads, of: axis, at: now)
                return 0
            }
        case .report(_, let event, let index, let axis):
            try both(place, command) { machine throws(NavigationError) in
                try machine.report(event, of: index, on: axis, in: book, at: time)
                return 0
            } _: { reference throws(NavigationError) in
                try reference.report(event, of: index, on: axis, at: now)
                return 0
            }
        case .beginMove(_, let index, let axis):
            try both(place, command) { machine throws(NavigationError) in
                try machine.beginMove(of: index, on: axis, in: book, at: time).index
            } _: { reference throws(NavigationError) in
                try reference.beginMove(of: index, on: axis, at: now)
                return index
            }
        case .updateMove(_, let index, let edge):
            try both(place, command) { machine throws(NavigationError) in
                try machine.updateMove(to: index, edge: edge, in: book, at: time).index
            } _: { reference throws(NavigationError) in
                try reference.updateMove(to: index, edge: edge, at: now)
                return reference.moved?.index ?? -1
            }
        case .endMove:
            var end: ReaderMachine.MoveEnd?
            try both(place, command) { machine throws(NavigationError) in
                let (move, how) = try machine.endMove(in: book, at: time)
                end = how
                moved = (move.page, move.index)
                return [move.page.index, move.index]
            } _: { reference throws(NavigationError) in
                let (page, index) = try reference.endMove(at: now)
                return [page.index, index]
            }
            if let found = moved, (end == .cancelled) != (found.page.index == found.index) {
                throw Difference(description: "\(command): \(String(describing: end))")
            }
            if end != .moved { moved = nil }
        case .cancelMove:
            try both(place, command) { machine throws(NavigationError) in
                try machine.cancelMove(in: book, at: time).page.index
            } _: { reference throws(NavigationError) in
                let index = reference.moved?.page.index
                try reference.cancelMove(at: now)
                return index ?? -1
            }
        case .dropOldest:
            readers[place].machine.advance(to: time, in: book)
            readers[place].reference.advance(to: now)
            try both(place, command) { machine throws(NavigationError) in
                machine.dropOldestLeaving(at: time)
            } _: { reference throws(NavigationError) in
                guard let axis = reference.transition?.axis else { return false }
                return reference.dropOldest(axis, reference.position(of: axis, at: now), now)
            }
        case .wait, .insert, .delete, .move: break
        }
        return moved
    }

    private mutating func turn(
        _ place: Int, _ axis: Axis, _ target: Target, _ wraps: Bool, _ duration: UInt64
    ) throws(Difference) {
        let time = Instant(microseconds: now)
        readers[place].machine.advance(to: time, in: book)
        readers[place].reference.advance(to: now)
        let reader = readers[place]
        guard reader.machine.axisNames.contains(axis) else { return }
        let index = reader.machine.index(of: target, on: axis, wraps: wraps, in: book)
        let wanted = reader.reference.index(of: target, on: axis, wraps: wraps)
        guard index == wanted else {
            throw Difference(
                description: "\(target) is \(String(describing: index)), and not \(String(describing: wanted))")
        }
        if let index { _ = try apply(.jump(place, axis, index, nil, duration), to: place) }
    }

    private mutating func both<Answer: Equatable>(
        _ place: Int, _ command: Command,
        _ one: (inout ReaderMachine) throws(NavigationError) -> Answer,
        _ other: (inout Reference) throws(NavigationError) -> Answer
    ) throws(Difference) {
        let found: Result<Answer, NavigationError>
        let wanted: Result<Answer, NavigationError>
        do throws(NavigationError) { found = .success(try one(&readers[place].machine)) } catch {
            found = .failure(error)
        }
        do throws(NavigationError) { wanted = .success(try other(&readers[place].reference)) } catch {
            wanted = .failure(error)
        }
        guard found == wanted else {
            throw Difference(description: "\(command) answered \(found), and not \(wanted)")
        }
    }

    private mutating func compare(_ place: Int) throws(Difference) {
        let told = try compareEvents(place)
        try protect(place, told: told)
        try render(for: place)
    }

    @discardableResult
    mutating func compareEvents(_ place: Int) throws(Difference) -> [ReaderEvent] {
        let found = readers[place].machine.takeEvents()
        let wanted = readers[place].reference.events
        readers[place].reference.events = []
        record?[place] += found
        guard found == wanted else {
            let same = zip(found, wanted).prefix { $0 == $1 }.count
            func lines(_ events: [ReaderEvent]) -> String {
                (same > 0 ? "\n    … (\(same) more)" : "")
                    + events.dropFirst(same).prefix(12).map { "\n    \($0.notation)" }.joined()
            }
            throw Difference(description: "reader \(place) sent\(lines(found))\n  and not\(lines(wanted))")
        }
        do throws(Difference) {
            try readers[place].check.follow(found)
            try Invariants.check(readers[place].machine, readers[place].reference, in: book, at: now)
        } catch {
            throw Difference(description: "reader \(place): \(error)")
        }
        return found
    }
}
