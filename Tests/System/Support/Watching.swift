import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A watch of a reader, and all that it was told.
final class Watching {
    let client: VarlinkBlockingClient
    private(set) var told: [ReaderInterface.WatchReply] = []

    /// Watches, and takes the state that comes first.
    init(
        _ reader: TestReader, on service: some TestedService, handover: ReaderInterface.Handover? = nil,
        format: ReaderInterface.Format? = nil
    ) throws {
        client = try service.connect()
        try client.send(
            ReaderInterface.Watch.self, .init(reader: reader.id, handover: handover, format: format), flags: .more)
        let first = try client.receive(ReaderInterface.Watch.self)
        #expect(first.parameters.state?.reader == reader.id)
    }

    /// Returns the next reply of the watch.
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

    /// Takes what comes until a page is handed over.
    func page() throws -> HandedPage {
        while true {
            let reply = try next()
            if let page = reply.parameters.page { return try HandedPage(page, reply.descriptors) }
        }
    }

    /// Takes what comes until the reader is closed.
    func waitForTheEnd() throws { try wait { $0.closed } }

    /// The appearance events so far, as docs/navigation.md writes them.
    var appearances: String { Notation.text(told) }

    /// The begin and end events so far, one a line.
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

/// The pages on a viewer's screen, by the events that it is told. An event that does not fit its page is a mistake.
struct Screen {
    private enum Phase { case appearing, visible, disappearing }

    private var phases: [String: Phase]
    private(set) var mistakes: [String] = []

    init(showing pages: [ReaderInterface.Location]) {
        phases = Dictionary(uniqueKeysWithValues: pages.map { (Self.name($0.page, $0.surface), .visible) })
    }

    /// A page of a surface.
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

/// A connection of which every byte counts.
final class RawConnection {
    private let socket: FileDescriptor
    private var rest: [UInt8] = []

    init(_ path: String) throws {
        socket = try UnixSocket.connectBlocking(to: path, seconds: 30)
    }

    /// Sends a text as a message.
    func send(_ call: String) throws {
        let bytes = Array(call.utf8) + [0]
        guard Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw TestFailure("the call does not go out")
        }
    }

    /// Sends bytes, and descriptors with the first.
    func send(bytes: [UInt8], descriptors: [Int32] = []) throws {
        guard try UnixSocket.send(socket.number, bytes: bytes.span.bytes, descriptors: descriptors) == bytes.count
        else {
            throw TestFailure("the call does not go out")
        }
    }

    /// Returns one message, without its NUL.
    func receive() throws -> String {
        while true {
            if let end = rest.firstIndex(of: 0) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            try receiveMore()
        }
    }

    /// Sends a call and returns its answer, which is empty where the connection ends.
    func exchange(_ call: String) -> String {
        do {
            try send(call)
            return try receive()
        } catch {
            return ""
        }
    }

    /// Returns the messages up to the last one.
    func receiveAll() throws -> String {
        var all = ""
        while true {
            let message = try receive()
            all += message + "\0"
            if !message.contains(#""continues":true"#) { return all }
        }
    }

    private func receiveMore() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket.number, &buffer, buffer.count, 0)
        guard count > 0 else { throw TestFailure("nothing comes: \(errno)") }
        rest += buffer[..<count]
    }
}
