import Navigation
import PageModel
import Testing

/// A reader on a stage: a script, one line, says what its viewer does, and what it is sent is written down as
/// docs/navigation.md does: "WA4 WD0 | DA4 DD0", the bar where a settle begins.
///
/// The script's commands, with a comma between them: `jump 4` (animated, 300 ms), `jump! 4` (at once), `next`, `previous`,
/// `previous wrap`, `drag 1.4 0.7` (the finger comes down, where it is not down, and moves), `at 1.3` (it comes down there),
/// `release`, `release -1`, `cancel`, `end` (the viewer says that the step is over), `end 2` (of that step), `wait 300` (in
/// ms), `sleep 300` (nobody looks at the time meanwhile), `drop` (the page whose WD is oldest), `insert 0 2` (two pages at
/// 0), `delete 3`, `delete 3 2`, `move 0 5`, `renew 4` (the source has another page there, and the reader does not know
/// yet), `change` (now it does), `spreads double`, `off`, `on`, `close`, `axis v` (what follows is of that axis; `b`: the changes are the background's). A command
/// may end in ` = answer`: `noop`, or the name of its error.
struct Stage {
    var machine: ReaderMachine
    private(set) var book: Book
    private var now: UInt64 = 0
    private var axis = Axis.horizontal
    /// The surface whose pages are changed: the axis', or the background's.
    private var surface = Surface.horizontal
    private var nextPage: Int64 = 100
    private var written = ""
    /// The events that ``play(_:_:sourceLocation:)`` has not written down yet.
    private var events: [ReaderEvent] = []
    /// The last step that a command led to; other commands leave it.
    private(set) var step: Standing

    /// - Parameter pages: how many there are on the horizontal axis, 0, 1, ….
    init(_ pages: Int = 9, at start: Int = 0, _ spreads: Spreads = .single, isManual: Bool = false) {
        self.init(
            Book(pages), axes: [(.horizontal, AxisSetup(spreads: spreads, start: start))], isManual: isManual)
    }

    init(
        _ book: Book, axes: [(axis: Axis, setup: AxisSetup)], background: Int? = nil, isManual: Bool = false
    ) {
        self.book = book
        machine = ReaderMachine(axes: axes, isManual: isManual)
        machine.isObserved = true
        step = machine.open(background: background, in: book, at: Instant(microseconds: 0))
    }

    /// Two axes of three pages, each unlocks the other at 1, with a background.
    static func crossing(at start: Int = 1, vertical: Int = 1) -> Stage {
        let book = Book([.horizontal: [0, 1, 2], .vertical: [10_000, 10_001, 10_002], .background: [20_000]])
        return Stage(
            book,
            axes: [
                (.horizontal, AxisSetup(unlocks: 1, start: start)), (.vertical, AxisSetup(unlocks: 1, start: vertical)),
            ], background: 0)
    }

    var time: Instant { Instant(microseconds: now) }

    /// The standing of the reader.
    var current: Standing { machine.current(in: book, at: time) }

    /// Has the reader take in what is in the source.
    private mutating func tellChange() {
        let new = book
        note(machine.documentChanged(on: [surface], in: new, at: time) { new.index(of: $0) })
    }

    private mutating func note(_ step: Standing?) {
        guard let step else { return }
        events += step.events
        self.step = step
    }

    /// Returns the appearance event of a page as the rules write it, "WA4"; nil for any other event.
    static func appearance(of event: ReaderEvent) -> String? {
        guard case .appearance(let step, let page) = event.what else { return nil }
        return step.notation + page.notation
    }

    /// Returns any event as a line: an appearance event, or the begin or end of a step with its pages.
    static func all(of event: ReaderEvent) -> String? {
        func names(_ pages: PagePair) -> String { pages.map(\.notation).joined(separator: "+") }
        switch event.what {
        case .appearance: return appearance(of: event)
        case .begin(let from, let to, let direction, let isInteractive):
            let way = direction == .forward ? "→" : "←"
            return "[\(event.transition) \(names(from))\(way)\(names(to))\(isInteractive ? " drag" : "")"
        case .end(let isFinished, let isCompleted, let previous):
            let flags = (isFinished ? " finished" : "") + (isCompleted ? " completed" : "")
            return "\(event.transition)]\(flags) was \(names(previous))"
        }
    }

    /// Plays a script and returns what was sent meanwhile.
    mutating func play(
        _ script: String, _ printer: (ReaderEvent) -> String? = appearance,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String {
        written = ""
        for line in script.split(separator: ",") {
            let parts = line.split(separator: "=").map { $0.split(separator: " ").map(String.init) }
            guard let command = parts.first, let verb = command.first else { continue }
            let wanted = parts.count > 1 ? parts[1].first : nil
            var answer: String?
            do throws(Refusal) {
                answer = try run(verb, Array(command.dropFirst()))
            } catch {
                note(error.passed)
                answer = "\(error.reason)"
            }
            #expect(answer == wanted, "\(line)", sourceLocation: sourceLocation)
            let sent = events.compactMap(printer)
            events = []
            guard !sent.isEmpty else { continue }
            let bar = verb == "end" || verb == "wait"
            written += (written.isEmpty && !bar ? "" : bar ? " | " : " ") + sent.joined(separator: " ")
        }
        return written.hasPrefix(" ") ? String(written.dropFirst()) : written
    }

    private mutating func run(_ verb: String, _ words: [String]) throws(Refusal) -> String? {
        let number = words.first.flatMap { Int($0) }
        switch verb {
        case "jump", "jump!":
            let way: Direction? = words.contains("forward") ? .forward : words.contains("backward") ? .backward : nil
            return try jump(to: number, way, isAnimated: verb == "jump")
        case "next", "previous":
            let target = Target.relative(verb == "next" ? 1 : -1)
            let index = machine.index(of: target, on: axis, wraps: words.contains("wrap"), in: book)
            return try jump(to: index ?? -1, target.direction)
        case "at":
            note(try machine.beginDrag(on: axis, at: words.first.flatMap { Double($0) }, in: book, at: time).standing)
        case "begin": note(try machine.beginDrag(on: axis, at: nil, in: book, at: time).standing)
        case "drag":
            if machine.drag?.isReleased ?? true {
                note(try machine.beginDrag(on: axis, at: nil, in: book, at: time).standing)
            }
            for word in words { note(try machine.drag(to: Double(word) ?? .nan, in: book, at: time)) }
        case "offset": note(try machine.drag(to: words.first.flatMap { Double($0) } ?? .nan, in: book, at: time))
        case "release":
            note(try machine.release(velocity: words.first.flatMap { Double($0) } ?? 0, in: book, at: time).standing)
        case "cancel": note(try machine.cancelDrag(in: book, at: time).standing)
        case "end":
            let (isSettled, step) = machine.settle(transition: number ?? machine.transition, in: book, at: time)
            note(step)
            return isSettled ? nil : "ignored"
        case "wait":
            now += UInt64(number ?? 0) * 1_000
            note(machine.advance(to: time, in: book))
        case "sleep": now += UInt64(number ?? 0) * 1_000
        case "drop": note(machine.dropOldestDeparting(in: book, at: time))
        case "close": note(machine.close(in: book, at: time))
        case "axis":
            axis = words.first == "v" ? .vertical : .horizontal
            surface = words.first == "b" ? .background : axis.surface
        case "on", "off": note(try machine.setEnabled(verb == "on", axis, in: book, at: time))
        case "spreads": note(try machine.setSpreads(Self.spreads(words.first), of: axis, in: book, at: time))
        case "insert", "delete", "move":
            change(verb, words.compactMap { Int($0) })
            tellChange()
        case "renew": change(verb, words.compactMap { Int($0) })
        case "change": tellChange()
        default: return "unknown command"
        }
        return nil
    }

    private mutating func jump(
        to index: Int?, _ direction: Direction?, isAnimated: Bool = true
    ) throws(Refusal) -> String? {
        let step = try machine.jump(
            on: axis, to: index ?? 0, direction: direction, duration: isAnimated ? 300_000 : 0, in: book, at: time)
        note(step)
        return step.isNoop ? "noop" : nil
    }

    private static func spreads(_ name: String?) -> Spreads {
        switch name {
        case "double": .double
        case "cover": .cover
        case "leaf": .leaf(.nextPage)
        case "mirrored": .leaf(.mirrored)
        default: .single
        }
    }

    private mutating func change(_ verb: String, _ numbers: [Int]) {
        var pages = book.numbers(on: surface)
        let at = numbers.first ?? 0
        let other = numbers.count > 1 ? numbers[1] : 1
        switch verb {
        case "insert":
            pages.insert(contentsOf: (0..<other).map { nextPage + Int64($0) }, at: at)
            nextPage += Int64(other)
        case "delete": pages.removeSubrange(at..<at + other)
        case "renew":
            pages[at] = nextPage
            nextPage += 1
        default: pages.insert(pages.remove(at: at), at: other)
        }
        book.pages[surface] = pages
    }
}
