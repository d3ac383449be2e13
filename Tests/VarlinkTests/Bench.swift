import Glibc
import SheafOS
import TestSupport
import Testing
import Varlink

/// A server with the test library, its loop, and what its log said.
final class Bench {
    let loop: EventLoop
    let server: VarlinkServer
    let library = TestLibrary()
    private let owner: Owner

    /// The server's owner: the callbacks of the server, and its log.
    private final class Owner {
        var log: [String] = []
        var connectsOperators = false
        var connectionEnded: () -> Void = {}
    }

    var log: [String] { owner.log }

    /// Whether who connects to a listening socket is an operator.
    var connectsOperators: Bool {
        get { owner.connectsOperators }
        set { owner.connectsOperators = newValue }
    }

    /// Called for each connection that has ended.
    var connectionEnded: () -> Void {
        get { owner.connectionEnded }
        set { owner.connectionEnded = newValue }
    }

    /// - Parameters:
    ///   - clock: what timers go by; nil: the monotonic clock.
    ///   - refused: what those are told whom a limit refuses; nil: nothing.
    init(
        limits: VarlinkLimits = VarlinkLimits(), worker: BackgroundWorker? = nil, clock: StandingClock? = nil,
        refused: ((VarlinkRefusal) -> any VarlinkFailure)? = nil
    ) throws {
        let owner = Owner()
        self.owner = owner
        loop = try EventLoop(clock: clock)
        server = VarlinkServer(
            on: loop,
            information: VarlinkServiceInformation(
                vendor: "Sheaf", product: "Test", version: "1", url: "https://example.org"),
            limits: limits, worker: worker, isOperator: { _, _ in owner.connectsOperators },
            connectionEnded: { _ in owner.connectionEnded() }, refused: refused,
            log: { owner.log.append("\($0): \($1)") })
        server.add(LibraryDispatcher(library))
    }

    // What waits for the loop's next turn holds the connections, which hold the loop.
    deinit {
        server.close()
        try? loop.runOnce(timeoutMilliseconds: 0)
    }

    /// A connection to the server, held by the test.
    ///
    /// - Parameter user: whose it is; nil: who runs the test.
    func connect(as user: UInt32? = nil) throws -> SharedDescriptor {
        var far: SharedDescriptor?
        try UnixSocket.pair { near, other throws(OSError) in
            far = SharedDescriptor(other)
            try server.adopt(near, from: user.map { PeerCredentials(pid: 1, uid: $0, gid: $0) })
        }
        return try #require(far)
    }

    /// A client on the same loop.
    func client(
        worker: BackgroundWorker? = nil, ended: @escaping (VarlinkError) -> Void = { _ in }
    ) throws -> VarlinkClient {
        var client: VarlinkClient?
        try UnixSocket.pair { near, other throws(OSError) in
            try server.adopt(near)
            client = try VarlinkClient(other, on: loop, worker: worker, ended: ended)
        }
        return try #require(client)
    }

    /// Runs the loop until it holds.
    func run(at location: SourceLocation = #_sourceLocation, until condition: () -> Bool) throws {
        try eventually(on: loop, at: location, condition)
    }

    /// Runs the loop until nothing happens any more.
    func settle() throws {
        for _ in 0..<20 { try loop.runOnce(timeoutMilliseconds: 1) }
    }
}

/// A clock that stands still until a test lets time pass.
final class StandingClock: LoopClock {
    private(set) var now: UInt64 = 1_000_000
    private var timers: [(due: UInt64, timer: TimerSource)] = []

    func add(_ timer: TimerSource, due: UInt64) {
        timers.append((due, timer))
    }

    /// Lets so many microseconds pass, in which no timer fires.
    func take(_ time: UInt64) { now += time }

    /// Lets so many microseconds pass, and fires the timers that become due, in their order.
    func pass(_ time: UInt64) {
        let end = now + time
        while true {
            timers.removeAll { !$0.timer.isSet }
            guard let next = timers.filter({ $0.due <= end }).min(by: { $0.due < $1.due }) else { break }
            now = max(now, next.due)
            next.timer.fire()
        }
        now = end
    }
}

/// The raw end of a connection.
extension SharedDescriptor {
    func write(_ text: String, descriptors: [Int32] = []) throws {
        try write(Array(text.utf8), descriptors: descriptors)
    }

    func write(_ bytes: [UInt8], descriptors: [Int32] = []) throws {
        #expect(try UnixSocket.send(number, bytes: bytes.span.bytes, descriptors: descriptors) == bytes.count)
    }

    /// Returns the text that has come so far; nil at the end of the stream.
    func read() throws -> String? {
        var text: [UInt8] = []
        while true {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return text.isEmpty ? nil : String(decoding: text, as: UTF8.self) }
            if count < 0 {
                if errno == ECONNRESET { return nil }
                try #require(errno == EAGAIN)
                return String(decoding: text, as: UTF8.self)
            }
            text += buffer[0..<count]
        }
    }
}

/// SplitMix64: the same numbers in every run.
struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
