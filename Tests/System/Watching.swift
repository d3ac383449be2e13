import SheafInterface
import Testing
import Varlink

/// A watch of a reader, and all that it was told.
final class Watching {
    let client: VarlinkBlockingClient
    private(set) var told: [ReaderInterface.WatchReply] = []

    /// Watches, and takes the state that comes first.
    init(
        _ reader: TestReader, on service: some TestedService, handover: ReaderInterface.Handover? = nil
    ) throws {
        client = try service.connect()
        try client.send(ReaderInterface.Watch.self, .init(reader: reader.id, handover: handover), flags: .more)
        let first = try client.receive(ReaderInterface.Watch.self)
        #expect(first.parameters.state?.reader == reader.id)
    }

    /// What comes next.
    @discardableResult
    func next() throws -> VarlinkReply<ReaderInterface.WatchReply> {
        let reply = try client.receive(ReaderInterface.Watch.self)
        told.append(reply.parameters)
        return reply
    }

    /// Takes what comes until something is told, and returns that.
    @discardableResult
    func wait<Value>(for value: (ReaderInterface.WatchReply) -> Value?) throws -> Value {
        while true {
            let reply = try next()
            if let found = value(reply.parameters) { return found }
            if !reply.continues { throw TestFailure("it ends before that") }
        }
    }

    /// Takes what comes until the reader is closed.
    func waitForTheEnd() throws { try wait { $0.closed } }

    /// All appearance events, as docs/navigation.md writes them.
    var appearances: String { Notation.text(told) }

    /// All begin and end events, one a line.
    var steps: [String] { told.compactMap(Notation.step) }

    /// The times of all events, in the order in which they were told.
    var times: [Int] { told.compactMap { $0.begin?.time ?? $0.appearance?.time ?? $0.end?.time } }
}

/// Events as people write them.
enum Notation {
    /// Appearance events: "WA4 WD0 | DA4 DD0". The bar stands where a settle begins: before what happened at the time at
    /// which its step ended, if something of the same transition happened earlier. Transitions are told apart by "; ".
    /// Pages of a vertical axis are written v1, those of the background bg.
    static func text(_ told: [ReaderInterface.WatchReply]) -> String {
        var transitions: [String] = []
        var open: [ReaderInterface.Appearance] = []
        func close(settledAt time: Int?) {
            guard !open.isEmpty else { return }
            let before = open.filter { event in time.map { event.time < $0 } ?? true }
            let after = open.dropFirst(before.count)
            let parts = [before, Array(after)].filter { !$0.isEmpty }
            transitions.append(parts.map { $0.map(name).joined(separator: " ") }.joined(separator: " | "))
            open = []
        }
        for reply in told {
            if let appearance = reply.appearance { open.append(appearance) }
            if let end = reply.end, end.finished { close(settledAt: end.time) }
        }
        close(settledAt: nil)
        return transitions.joined(separator: "; ")
    }

    /// "WA" and the like.
    static func word(_ step: ReaderInterface.AppearanceStep) -> String {
        switch step {
        case .willAppear: "WA"
        case .didAppear: "DA"
        case .willDisappear: "WD"
        case .didDisappear: "DD"
        }
    }

    /// "WA4", "WAv4", "WAbg".
    static func name(_ event: ReaderInterface.Appearance) -> String {
        let step = word(event.event)
        return switch event.surface ?? .horizontal {
        case .horizontal: "\(step)\(event.index)"
        case .vertical: "\(step)v\(event.index)"
        case .background: "\(step)bg"
        }
    }

    /// "1: 0 to 4, forward, from 0.0", "1: dragged 1 to 2, …", and "1: finished, completed, was 0".
    static func step(_ reply: ReaderInterface.WatchReply) -> String? {
        let list = { (pages: [ReaderInterface.Location]) in pages.map { "\($0.index)" }.joined(separator: "+") }
        if let begin = reply.begin {
            let way = begin.direction == .forward ? "forward" : "backward"
            return """
                \(begin.transition): \(begin.interactive ? "dragged " : "")\(list(begin.from)) to \(list(begin.to)), \(way)
                """
        }
        return reply.end.map { end in
            """
            \(end.transition): \(end.finished ? "finished" : "interrupted"), \
            \(end.completed ? "completed" : "back"), was \(list(end.previous))
            """
        }
    }
}
