import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import SheafService
@testable import ServiceModel

/// A client: its connections, the readers that it has opened, and what it hears.
final class ModelClient {
    let number: Int
    unowned let world: ModelWorld
    private var connections: [ModelConnection?] = [nil, nil, nil]
    private(set) var watches: [ModelWatch] = []
    var readers: [ModelReader] = []

    /// The purpose of a connection.
    enum Use: Int {
        /// Calls, one after the other.
        case calls
        /// Pages that are not to wait behind another call.
        case aside
        /// Calls that are answered at once.
        case returns
    }

    init(_ number: Int, in world: ModelWorld) {
        self.number = number
        self.world = world
    }

    var numbers: ModelNumbers { world.numbers }

    /// The connections that there are.
    var all: [ModelConnection] { connections.compactMap { $0 } + watches.map(\.connection) }

    /// Returns the client's connection for a purpose, which it makes where it has none.
    func connection(_ use: Use = .calls) throws -> ModelConnection {
        if let known = connections[use.rawValue], known.isOpen { return known }
        if let mistake = connections[use.rawValue]?.mistake { world.report("connection \(number) ended: \(mistake)") }
        let connection = try world.service.connect()
        connections[use.rawValue] = connection
        return connection
    }

    /// A connection ends, if there is one: that for calls, with what waits on it, or a watch.
    func hangUp() {
        let open = all.filter(\.isOpen)
        numbers.one(of: open)?.hangUp()
    }

    /// The service has ended.
    func end() { for connection in all { connection.end() } }

    /// Forgets the connections: the client connects anew from now on.
    func forgetConnections() {
        connections = [nil, nil, nil]
        watches = []
    }

    // MARK: Calls

    /// Calls, and counts that there is one answer.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        use: Use = .calls, _ done: @escaping (VarlinkReply<Method.Reply>) -> Void = { _ in }
    ) throws where Method.Failure == ReaderInterface.Failure {
        try call(method, parameters, descriptors: descriptors, use: use, failed: { _ in }, done: done)
    }

    /// Calls a method, where it matters why there is no reply.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        use: Use = .calls, failed: @escaping (ReaderInterface.Failure) -> Void,
        done: @escaping (VarlinkReply<Method.Reply>) -> Void
    ) throws where Method.Failure == ReaderInterface.Failure {
        try call(method, parameters, descriptors: descriptors, use: use, done: done) { [unowned world] failure in
            if case .noSuchReader(let name) = failure { world.gone(name) }
            if case .service = failure { world.report("\(Method.name) of \(Self.text(parameters)): \(failure)") }
            failed(failure)
        }
    }

    /// Asks what a document says.
    func ask<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, use: Use = .calls,
        _ done: @escaping (Method.Reply) -> Void = { _ in }
    ) throws where Method.Failure == DocumentInterface.Failure {
        try call(method, parameters, use: use, done: { done($0.parameters) }) { [unowned world] failure in
            if case .noSuchReader(let name) = failure { world.gone(name) }
            if case .service = failure { world.report("\(Method.name) of \(Self.text(parameters)): \(failure)") }
        }
    }

    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [], use: Use,
        done: @escaping (VarlinkReply<Method.Reply>) -> Void, failed: @escaping (Method.Failure) -> Void
    ) throws {
        let connection = try connection(use)
        let number = world.calls.begin("\(Method.name)")
        world.say("client \(self.number): \(Method.name) \(Self.text(parameters))")
        connection.client.call(method, parameters, descriptors: descriptors) { [unowned world] result in
            guard world.calls.end(number) else { return world.report("\(Method.name) was answered twice") }
            switch result {
            case .success(let reply):
                world.say("    \(Method.name): \(Self.text(reply.parameters))")
                done(reply)
            case .failure(.failed(let failure)):
                world.say("    \(Method.name): \(failure)")
                failed(failure)
            case .failure(.undeclared(let name, _)): world.report("\(Method.name) answered \(name)")
            case .failure(.connection(let error)):
                if !connection.isEnding { world.report("the connection of \(Method.name) ended: \(error)") }
            }
        }
    }

    /// Calls where nobody wants an answer.
    func send<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters) throws {
        world.say("client \(number): oneway \(Method.name) \(Self.text(parameters))")
        try connection().client.send(method, parameters)
    }

    static func text(_ value: some JSONEncodable) -> String {
        String(decoding: JSONText { value.encode(into: &$0) }.bytes.prefix(600), as: UTF8.self)
    }

    // MARK: What it gets

    /// A page was handed over: it shows what it is said to show, in the frame that was asked for, and is leased.
    func take(
        _ page: ReaderInterface.Page?, frame: Int? = nil, of reader: ModelReader, _ descriptors: VarlinkDescriptors
    ) {
        guard let page, let index = page.fileDescriptor else { return }
        guard let taken = descriptors.take(at: index) else {
            return world.report("page \(page.page) came without its memory")
        }
        let memory = SharedDescriptor(taken)
        world.leases.add(page.rendition, through: reader)
        var shown: Int64 = 0
        let size = (try? Memfd.size(of: memory.number)) ?? 0
        if size >= 8, pread(memory.number, &shown, 8, 0) != 8 || shown != FakeHost.stamp(of: page.page, frame: frame) {
            world.report(
                """
                rendition \(page.rendition) is said to show page \(page.page), frame \(frame ?? 0), and shows \
                \(String(shown, radix: 16))
                """)
        }
        if size != page.size || (try? Memfd.seals(of: memory.number)) != Memfd.finalSeals {
            world.report("rendition \(page.rendition) has \(size) bytes, not \(page.size), or can be written")
        }
    }

    /// Begins to watch a reader.
    func watch(
        _ reader: ModelReader, _ handover: ReaderInterface.Handover, _ format: ReaderInterface.Format? = nil
    ) throws {
        watches.removeAll { !$0.connection.client.isOpen }
        let connection = try world.service.connect()
        let watch = ModelWatch(reader, connection)
        watches.append(watch)
        let number = world.calls.begin("Watch", isStream: true)
        world.say("client \(self.number): Watch \(reader.name) \(handover) \(format.map { "\($0)" } ?? "")")
        connection.client.stream(
            ReaderInterface.Watch.self, .init(reader: reader.name, handover: handover, format: format)
        ) { [unowned self, unowned world] result in
            switch result {
            case .success(let reply):
                world.say("    watch of \(reader.name): \(Self.text(reply.parameters))")
                if !reply.continues, !world.calls.end(number) { world.report("Watch was answered twice") }
                if watch.isClosed { world.report("a watch went on after it was closed") }
                if let problem = watch.hear(reply.parameters) { world.report("watch of \(reader.name): \(problem)") }
                if reply.parameters.closed == true { world.closed(reader) }
                world.checkPlace(of: reader, reply.parameters)
                if let failure = reply.parameters.failure { world.checkFailure(failure.reason) }
                take(reply.parameters.page, of: reader, reply.descriptors)
                take(reply.parameters.second, of: reader, reply.descriptors)
            case .failure(let failure):
                if !world.calls.end(number) { world.report("Watch was answered twice") }
                world.say("    watch of \(reader.name): \(failure)")
                if case .connection(let error) = failure, !connection.isEnding {
                    world.report("the connection of a watch ended: \(error)")
                }
                connection.hangUp()
            }
        }
    }
}

/// The calls that wait for their answer.
final class ModelCalls {
    private var waiting: [Int: Waiting] = [:]
    private var last = 0

    private struct Waiting {
        let method: String
        let isStream: Bool
    }

    /// How many calls there were.
    var count: Int { last }

    /// The service that was to answer them has ended.
    func forgetAll() { waiting = [:] }

    /// Notes a call that begins, and returns its number.
    func begin(_ method: String, isStream: Bool = false) -> Int {
        last += 1
        waiting[last] = Waiting(method: method, isStream: isStream)
        return last
    }

    /// Notes that a call is answered; false where it was answered before.
    func end(_ number: Int) -> Bool { waiting.removeValue(forKey: number) != nil }

    /// The methods of the calls that ought to be answered sooner or later.
    var open: [String] { waiting.sorted { $0.key < $1.key }.filter { !$0.value.isStream }.map(\.value.method) }
}

/// The pages that clients hold: those that they were handed as descriptors, and have not returned.
final class ModelLeases {
    /// The readers through which each page was handed over, by the number of its memory; "" for those that are closed.
    private(set) var held: [Int: Set<String>] = [:]

    func add(_ rendition: Int, through reader: ModelReader) {
        held[rendition, default: []].insert(reader.isClosed ? "" : reader.name)
    }

    /// A reader has ended; what it has handed over is held on.
    func close(_ reader: ModelReader) {
        for (rendition, readers) in held where readers.contains(reader.name) {
            held[rendition] = readers.subtracting([reader.name]).union([""])
        }
    }

    /// Notes that a page is returned; false where nobody holds it through this reader or a closed one.
    func remove(_ rendition: Int, through reader: ModelReader) -> Bool {
        guard var readers = held[rendition], readers.remove(reader.name) ?? readers.remove("") != nil else {
            return false
        }
        held[rendition] = readers.isEmpty ? nil : readers
        return true
    }

    func forgetAll() { held = [:] }
}
