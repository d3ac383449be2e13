import Glibc
import Navigation
import PageModel
import Prefetch
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import PageCache
@testable import SheafBase
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The service's readers in this process, over socket pairs, with a clock that goes when a test says so and ids that count.
final class TestService {
    private let table: TestTable
    private let server: VarlinkServer
    /// The parts that serve readers, put together as in the service.
    let core: ServiceCore
    let clock: TestClock
    /// The interface of readers that clients call, with a count of the calls that it answered as they were read in
    /// place.
    let scans: CountedScans

    /// - Parameter isWatching: whether files are watched.
    init(
        startingAt time: UInt64, prefetch: PrefetchMode = .full, readAhead: Int = 0, isWatching: Bool = true,
        userLimits: UserAccounts.Limits = UserAccounts.Limits(readers: 9, documents: 9, documentFiles: 99, watches: 99)
    ) throws {
        let clock = TestClock(time)
        self.clock = clock
        table = try TestTable()
        let worker = try BackgroundWorker()
        var ids: UInt64 = 0
        let core = ServiceCore(
            ServiceCore.Setup(
                loop: table.loop, journal: Journal(threshold: .error), supervisor: table.supervisor, worker: worker,
                watcher: isWatching ? table.watcher : nil, library: try Library(folders: [table.folder]),
                settings: ReaderContext.Settings(
                    watchesPerReader: 9,
                    renditionLimit: RenditionLimit(pixels: 16 << 20, side: 65_500), regionDelay: 150_000,
                    prefetch: prefetch, readAhead: readAhead),
                userLimits: userLimits,
                limits: CacheLimits(soft: 64 << 20, hard: 80 << 20), policy: .reading, thumbnails: (0, 0),
                leaseLimit: 64 << 20, readerKeep: 60_000_000, clock: { clock.now },
                recentTime: { clock.now },
                identifiers: {
                    ids += 1
                    return RandomIdentifier(high: 0, low: ids)
                }))
        self.core = core
        var scans: CountedScans?
        server = core.makeServer(
            VarlinkServiceInformation(vendor: "", product: "", version: "", url: ""), limits: VarlinkLimits(),
            offered: {
                let counted = CountedScans($0)
                scans = counted
                return counted
            })
        self.scans = try #require(scans)
    }

    /// The id of the reader that was opened as the so manieth.
    static func reader(_ number: UInt64) -> String { RandomIdentifier(high: 0, low: number).text }

    deinit {
        server.close()
    }

    /// Writes a document; returns its path.
    func write(_ text: String, to name: String = "document") throws -> String {
        try table.write(text, to: name)
        return "\(table.folder)/\(name)"
    }

    func connect() throws -> TestPeer {
        var peer: TestPeer?
        try UnixSocket.pair { mine, its throws(OSError) in
            peer = TestPeer(mine, table)
            try server.adopt(its)
        }
        return try #require(peer)
    }

    /// The file of the provider.
    var patternLibrary: String { "\(table.folder)/providers/libsheaf-pattern.so" }

    /// The only open document.
    var document: ServedDocument? { core.documents.all.first }

    /// Runs the service until something holds.
    func run(until isDone: () -> Bool) throws { try table.run(until: isDone) }

    /// Lets everything be rendered that is under way.
    func rest() throws { try table.run { core.renders.count == 0 } }
}

/// The interface of readers, with a count of the calls that were answered as they were read in place.
final class CountedScans: VarlinkInterface {
    private let interface: ReaderDispatcher
    private(set) var answered = 0

    init(_ interface: ReaderDispatcher) { self.interface = interface }

    var name: StaticString { interface.name }
    var description: StaticString { interface.description }
    var scansCalls: Bool { interface.scansCalls }

    func dispatch(_ incoming: borrowing VarlinkIncoming) throws(JSONError) -> Bool { try interface.dispatch(incoming) }

    func dispatch(scanning call: borrowing CallScanner, on connection: VarlinkConnection) -> Bool {
        let isAnswered = interface.dispatch(scanning: call, on: connection)
        if isAnswered { answered += 1 }
        return isAnswered
    }
}

/// A clock that goes when a test says so.
final class TestClock {
    private(set) var now: Instant

    init(_ time: UInt64) { now = Instant(microseconds: time) }

    /// Lets so many microseconds pass.
    func pass(_ time: UInt64) { now = Instant(microseconds: now.microseconds + time) }
}

/// The other end of a connection, byte by byte.
final class TestPeer {
    private let socket: FileDescriptor
    private let table: TestTable
    private var received: [UInt8] = []

    init(_ socket: consuming FileDescriptor, _ table: TestTable) {
        self.socket = socket
        self.table = table
    }

    func send(_ method: String, _ parameters: String, flag: String = "", descriptors: [Int32] = []) throws {
        try send(#"{"method":"org.sheaf.Reader.\#(method)","parameters":\#(parameters)\#(flag)}"#, descriptors)
    }

    /// Sends a message as it is.
    func send(_ text: String, _ descriptors: [Int32] = []) throws {
        let bytes = Array(text.utf8) + [0]
        let sent = try UnixSocket.send(socket.number, bytes: bytes.span.bytes, descriptors: descriptors)
        try #require(sent == bytes.count)
    }

    /// Calls, and returns the answer.
    @discardableResult
    func call(_ method: String, _ parameters: String, descriptors: [Int32] = []) throws -> String {
        try send(method, parameters, descriptors: descriptors)
        return try receive()
    }

    /// The next message, once it comes.
    func receive() throws -> String {
        try table.run {
            take()
            return received.contains(0)
        }
        let end = try #require(received.firstIndex(of: 0))
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
    }

    private func take() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return }
            received += buffer[..<count]
        }
    }
}
