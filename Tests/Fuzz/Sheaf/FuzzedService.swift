import Glibc
import HostProtocol
import HostSupervision
import PageModel
import SheafInterface
import SheafOS

@testable import HostSupervision
@testable import SheafService
@testable import Varlink
@testable import ServiceModel

/// The whole service, with a reader that is open on a document of a host without a process (``FakeHosts``): what a client sends to it,
/// or a host answers, is the input.
final class FuzzedService {
    /// The folder of the documents and of the provider.
    private static let folder: String = {
        close(open("\(FuzzFolder.service)/providers/libsheaf-fake.so", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        return FuzzFolder.service
    }()
    /// How often the loop turns before something is taken not to happen.
    private static let patience = 200

    private let clock = ModelClock()
    private let files: FakeFiles
    private let service: ModelService
    private let client: ModelConnection
    /// The proxy between the service and its hosts, which changes their answers; nil where there is none.
    private let proxy: AnswerProxy?

    private init(answers: [ArraySlice<UInt8>]? = nil) throws {
        let numbers = ModelNumbers(seed: 1)
        files = try FakeFiles(in: Self.folder, numbers)
        let proxy = answers.map { AnswerProxy($0) }
        var lastReader: UInt64 = 0
        service = try ModelService(
            ModelSetting(numbers), files: files, folder: Self.folder, clock: clock, numbers: numbers,
            nextReader: {
                lastReader += 1
                return lastReader
            },
            makeStarter: { hosts in
                guard let proxy else { return hosts.start }
                return { (descriptors, output, ended) throws(OSError) in
                    try proxy.start(descriptors, output, hosts, ended)
                }
            })
        self.proxy = proxy
        service.hosts.areKind = true
        service.hosts.areQuick = true
        client = try service.connect()
    }

    // MARK: Inputs

    /// A client sends calls, each up to its NUL. One that begins with a control character has so many documents with it.
    static func receive(_ input: [UInt8]) {
        use { fuzzed in
            var socket: Int32 = -1
            try UnixSocket.pair { near, far throws(OSError) in
                socket = near.release()
                try fuzzed.service.adopt(far)
            }
            let peer = FileDescriptor(owning: socket)
            for call in input.split(separator: 0, omittingEmptySubsequences: true) {
                guard try fuzzed.send(call, over: peer.number) else { break }
                try fuzzed.turn()
            }
        }
    }

    /// Hosts answer: each piece up to a NUL is what takes the place of one answer, or of a value in it, as `key:value`; an empty one
    /// leaves an answer as it is.
    static func answer(_ input: [UInt8]) {
        use(answers: input.split(separator: 0, omittingEmptySubsequences: false)) { fuzzed in
            let reader = RandomIdentifier(high: 0, low: 1).text
            for index in [0, 5, 8, 1] {
                try fuzzed.call(ReaderInterface.Navigate.self, .init(reader: reader, target: .init(index: index)))
                try fuzzed.call(ReaderInterface.GetPage.self, .init(reader: reader, index: index))
            }
            try fuzzed.call(ReaderInterface.GetLayout.self, .init(reader: reader))
            try fuzzed.call(ReaderInterface.GetState.self, .init(reader: reader))
            try fuzzed.call(
                ReaderInterface.SetLooks.self, .init(reader: reader, looks: .init(flow: .init(fontSize: 30))))
            try fuzzed.call(ReaderInterface.Refresh.self, .init(reader: reader))
        }
    }

    private static func use(
        answers: [ArraySlice<UInt8>]? = nil, _ body: (FuzzedService) throws -> Void
    ) {
        do {
            let fuzzed = try FuzzedService(answers: answers)
            try fuzzed.openReader()
            try body(fuzzed)
            try fuzzed.pass(2_000_000)
            try fuzzed.end()
        } catch {
            fatalError("the service can't be run: \(error)")
        }
    }

    // MARK: What happens

    private func openReader() throws {
        let file = SharedDescriptor(try FileDescriptor.open(files.files[0].path))
        try call(
            ReaderInterface.Open.self, .init(fileDescriptor: 0, viewport: .init(width: 20, height: 30)),
            descriptors: [file])
    }

    /// Calls, and lets the loop turn until it is answered, or nothing happens any more.
    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = []
    ) throws {
        guard client.isOpen else { fatalError("the connection has ended") }
        var isAnswered = false
        client.client.call(method, parameters, descriptors: descriptors) { _ in isAnswered = true }
        for _ in 0..<Self.patience where !isAnswered { try turn() }
        // A host that says nothing is ended when the time of its request is over.
        if !isAnswered { try pass(200_000_000) }
        guard isAnswered else { fatalError("\(Method.name) is not answered") }
    }

    /// - Returns: false where the service has ended the connection.
    private func send(_ call: ArraySlice<UInt8>, over socket: Int32) throws -> Bool {
        var bytes = Array(call)
        var documents: [SharedDescriptor] = []
        if let count = bytes.first, count < 4 {
            bytes.removeFirst()
            documents = try files.files.prefix(Int(count)).map { SharedDescriptor(try FileDescriptor.open($0.path)) }
        }
        bytes.append(0)
        var sent = 0
        while sent < bytes.count {
            let rest = Array(bytes[sent...])
            do throws(OSError) {
                sent += try UnixSocket.send(
                    socket, bytes: rest.span.bytes, descriptors: sent == 0 ? documents.map(\.number) : [])
            } catch { return false }
            try turn()
        }
        return true
    }

    private func turn() throws {
        try service.loop.runOnce(timeoutMilliseconds: 0)
        try proxy?.turn()
        service.hosts.proceed()
    }

    /// Time passes, in microseconds.
    private func pass(_ time: UInt64) throws {
        let end = clock.now + time
        var timers = 0
        while clock.fireNext(by: end) {
            for _ in 0..<3 { try turn() }
            timers += 1
            if timers > 20_000 { fatalError("timers are set anew as soon as they fire") }
        }
        clock.pass(to: end)
        for _ in 0..<3 { try turn() }
    }

    /// Checks that other clients are served, whatever the input was, and ends the service.
    private func end() throws {
        let other = try service.connect()
        var isAnswered = false
        other.client.call(ReaderInterface.GetPlaces.self, .init()) { _ in isAnswered = true }
        for _ in 0..<Self.patience where !isAnswered { try turn() }
        guard isAnswered else { fatalError("the service does not answer any more") }
        client.end()
        other.end()
        try service.end()
    }
}

/// Passes on what a service asks of its hosts, and changes what they answer.
private final class AnswerProxy {
    /// The connection to one host, in two halves: from the service, and to the host.
    private final class Way {
        let service: SharedDescriptor
        let host: SharedDescriptor
        var answer: [UInt8] = []

        init(service: SharedDescriptor, host: SharedDescriptor) {
            (self.service, self.host) = (service, host)
        }
    }

    private var pieces: ArraySlice<ArraySlice<UInt8>>
    private var ways: [Way] = []

    init(_ pieces: [ArraySlice<UInt8>]) { self.pieces = pieces[...] }

    func start(
        _ descriptors: [Int32], _ output: Int32, _ hosts: FakeHosts, _ ended: @escaping (ProcessEnd) -> Void
    ) throws(OSError) -> any RunningHost {
        var ends: (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { near, far throws(OSError) in ends = (near.release(), far.release()) }
        let far = FileDescriptor(owning: ends.1)
        let way = Way(
            service: SharedDescriptor(FileDescriptor(owning: try check(dup(descriptors[0]), "pass a socket on"))),
            host: SharedDescriptor(FileDescriptor(owning: ends.0)))
        let host = try hosts.start([far.number] + descriptors.dropFirst(), output, ended)
        ways.append(way)
        return host
    }

    /// Passes on what there is.
    func turn() throws {
        for way in ways {
            try forward(from: way.service, to: way.host) { $0 }
            try forward(from: way.host, to: way.service) { bytes in
                way.answer += bytes
                var answers: [UInt8] = []
                while let end = way.answer.firstIndex(of: 0) {
                    answers += change(Array(way.answer[..<end])) + [0]
                    way.answer.removeSubrange(...end)
                }
                return answers
            }
        }
    }

    private func forward(
        from source: SharedDescriptor, to target: SharedDescriptor, change: ([UInt8]) -> [UInt8]
    ) throws {
        var descriptors: [Int32] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var read: SocketRead?
        do throws(OSError) {
            var span = bytes.mutableSpan
            var raw = span.mutableBytes
            read = try UnixSocket.receive(source.number, into: &raw, descriptors: &descriptors)
        } catch {
            // The one at this end has gone.
        }
        let owned = descriptors.map { SharedDescriptor(FileDescriptor(owning: $0)) }
        switch read {
        case .bytes(let count):
            let changed = change(Array(bytes[..<count]))
            if !changed.isEmpty {
                _ = try? UnixSocket.send(target.number, bytes: changed.span.bytes, descriptors: owned.map(\.number))
            }
        case .end, nil: UnixSocket.shutDown(target.number)
        case .wouldBlock: break
        }
    }

    /// An answer as the next piece has it.
    private func change(_ answer: [UInt8]) -> [UInt8] {
        guard let piece = pieces.popFirst(), let first = piece.first else { return answer }
        guard first != UInt8(ascii: "{"), let colon = piece.firstIndex(of: UInt8(ascii: ":")) else {
            return Array(piece)
        }
        let key = [UInt8(ascii: "\"")] + piece[..<colon] + Array("\":".utf8)
        guard let start = answer.indices.first(where: { answer[$0...].starts(with: key) }) else { return answer }
        let value = start + key.count
        let end =
            answer[value...].firstIndex { [UInt8(ascii: ","), UInt8(ascii: "}")].contains($0) } ?? answer.endIndex
        return Array(answer[..<value]) + piece[(colon + 1)...] + Array(answer[end...])
    }
}
