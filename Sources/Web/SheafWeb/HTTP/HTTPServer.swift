import CSheafWeb
import Glibc
import SheafOS

/// A request that has come whole, until its answer was sent or its client has gone.
@safe final class HTTPRequest {
    private var request: OpaquePointer?
    private weak var server: HTTPServer?
    fileprivate var ended: (() -> Void)?
    private var upgraded: ((UpgradedConnection) -> Void)?
    private(set) var isAnswered = false
    private var answered: (() -> Void)?
    /// The upload that the request's body is written to; nil: it has no body, or that was refused.
    fileprivate(set) var upload: Upload?

    /// GET, HEAD, ...
    let method: String
    /// The target of the request as it came, with escapes and query.
    let target: String
    /// The client that has connected.
    let peer: Client
    /// The number of the connection's socket.
    let socket: Int32
    /// The user of this machine who has connected; nil where that is not known.
    var user: UInt32? { server?.user(of: socket) }
    /// Whether pages of other web sites may read the answer.
    var isForOtherSites = false

    fileprivate init(_ request: OpaquePointer, of server: HTTPServer) {
        self.server = server
        socket = unsafe sheaf_http_socket(request)
        peer = server.clients[socket]?.client ?? .unknown
        unsafe self.request = request
        method = unsafe String(cString: sheaf_http_method(request))
        target = unsafe String(cString: sheaf_http_target(request))
    }

    /// The value of a header; nil where it is not there, or its request is over.
    func header(_ name: String) -> String? {
        guard let request = unsafe request, let value = unsafe sheaf_http_header(request, name) else { return nil }
        return unsafe String(cString: value)
    }

    /// How often a header is there.
    func count(of name: String) -> Int {
        guard let request = unsafe request else { return 0 }
        return unsafe Int(sheaf_http_header_count(request, name))
    }

    /// The values of a header that may be there more than once, in order.
    func headers(_ name: String) -> [String] {
        (0..<count(of: name)).compactMap { number in
            guard let request = unsafe request, let value = unsafe sheaf_http_header_at(request, name, UInt32(number))
            else { return nil }
            return unsafe String(cString: value)
        }
    }

    /// Whether the names of its headers are such, without blanks.
    var hasGoodNames: Bool {
        guard let request = unsafe request else { return false }
        return unsafe sheaf_http_has_good_names(request) == 1
    }

    /// Answers it, once: every answer after the first is dropped.
    func answer(_ response: HTTPResponse) {
        guard let request = unsafe request, !isAnswered,
            let made = unsafe response.make(for: request, sites: isForOtherSites)
        else {
            response.ended?()
            return
        }
        isAnswered = true
        if case .upgrade(let body) = response.body { upgraded = body }
        ended = response.ended
        unsafe sheaf_http_answer(request, response.status, made)
        server?.runLater()
        noteAnswer()
    }

    /// Adds to the body of an answer that is a stream. It is dropped where the client has gone.
    func write(_ bytes: [UInt8]) {
        guard let request = unsafe request else { return }
        _ = unsafe bytes.withUnsafeBytes { unsafe sheaf_http_write(request, $0.baseAddress, $0.count) }
        server?.runLater()
    }

    /// The body of an answer that is a stream is whole.
    func endBody() {
        guard let request = unsafe request else { return }
        unsafe sheaf_http_end_body(request)
        server?.runLater()
    }

    /// Has something called when it is answered, or its client has gone; at once where that is so.
    func whenAnswered(_ body: @escaping () -> Void) {
        guard unsafe request != nil, !isAnswered else { return body() }
        answered = body
    }

    private func noteAnswer() {
        let body = answered
        answered = nil
        body?()
    }

    /// Notes that the request's body has come whole, or could not be written.
    fileprivate func noteBody() {
        guard let request = unsafe request else { return }
        upload?.failure = unsafe sheaf_http_body_error(request)
    }

    fileprivate func upgrade(_ socket: Int32, early: [UInt8]) {
        upgraded?(UpgradedConnection(socket: socket, early: early, close: endUpgrade))
        upgraded = nil
    }

    fileprivate func release() {
        if let request = unsafe request { unsafe sheaf_http_release(request) }
    }

    private func endUpgrade() {
        guard let request = unsafe request else { return }
        unsafe sheaf_http_end_upgrade(request)
        server?.runLater()
    }

    fileprivate func end() {
        unsafe request = nil
        upgraded = nil
        upload = nil
        ended?()
        ended = nil
        noteAnswer()
    }
}

/// Speaks HTTP over the sockets that it is given to listen on: libmicrohttpd on this program's loop.
@safe final class HTTPServer {
    /// The limits of what one client, or many, may take.
    struct Limits: Equatable, Sendable {
        /// Connections at once; one more is closed.
        var connections = 512
        /// Bytes of a request's line and headers, with what the server itself needs for them.
        var headerBytes = 16_384
        /// Milliseconds from connecting, or from the end of an answer, until the head of a request has come whole.
        var requestTime = 30_000
        /// Bytes of a body that have to come in each window, or all that is left of it; windows are in milliseconds.
        var bodyBytes = 160_000
        var bodyWindow = 10_000
        /// Milliseconds that sending an answer takes at most.
        var responseTime = 120_000
    }

    /// How often slow connections are looked for, in microseconds.
    private static let sweep: UInt64 = 1_000_000
    /// So many connections are accepted before others get their turn.
    private static let acceptsPerRound = 32
    /// Where there are no descriptors left, connections are accepted again after so long, in microseconds.
    private static let acceptPause: UInt64 = 100_000

    fileprivate struct Connection {
        let client: Client
        let seat: ClientShares.Seat
        /// The user who has connected; nil as long as nobody has asked.
        var user: UInt32??
    }

    private let loop: EventLoop
    private let limits: Limits
    private let holder: (Client, Int32) -> ClientShares.Holder?
    private let serve: (HTTPRequest) -> Void
    private let begin: (HTTPRequest) -> Upload?
    private var server: OpaquePointer?
    private var source: DescriptorSource?
    private var listeners: [(socket: SharedDescriptor, source: DescriptorSource)] = []
    private var requests: [OpaquePointer: HTTPRequest] = unsafe [:]
    private var timer: TimerSource?
    /// The timers of the sockets whose connections wait, by their numbers.
    private var pauses: [Int32: TimerSource] = [:]
    private var isRunning = false
    /// Goes on with what was answered, or is left to do.
    private var work: BatchWork?
    /// The clients that have connected, by the socket.
    fileprivate private(set) var clients: [Int32: Connection] = [:]
    private let seats: ClientShares
    /// How many requests have come.
    private(set) var requestsServed = 0
    /// How many connections were closed since there were too many.
    private(set) var connectionsRefused = 0

    /// - Parameters:
    ///   - holder: returns whom a client's connection, on a socket of this number, is counted for; nil: nobody.
    ///   - begin: called with a request that has a body when its headers are there; what that is written to, or nil where it is refused.
    ///   - serve: called with each request that has come whole, or whose body is refused; it answers it, at once or later.
    init(
        loop: EventLoop, limits: Limits,
        holder: @escaping (Client, Int32) -> ClientShares.Holder? = { client, _ in .client(client.counted) },
        begin: @escaping (HTTPRequest) -> Upload? = { _ in nil }, serve: @escaping (HTTPRequest) -> Void
    ) throws(OSError) {
        self.loop = loop
        self.limits = limits
        self.holder = holder
        seats = ClientShares(limit: limits.connections)
        self.serve = serve
        self.begin = begin
        var handlers = unsafe sheaf_http_handlers(
            context: Unmanaged.passUnretained(self).toOpaque(),
            begins: { unsafe HTTPServer.at($0)?.begins($1) ?? -1 },
            arrived: { unsafe HTTPServer.at($0)?.arrived($1) },
            upgraded: { context, request, socket, early, length in
                let bytes = unsafe Array(UnsafeRawBufferPointer(start: early, count: length))
                unsafe request.flatMap { unsafe HTTPServer.at(context)?.requests[$0] }?.upgrade(socket, early: bytes)
            },
            ended: { unsafe HTTPServer.at($0)?.ended($1) },
            closed: { unsafe HTTPServer.at($0)?.clients[$1] = nil })
        var limits = sheaf_http_limits(
            connections: UInt32(limits.connections), header_bytes: UInt32(limits.headerBytes),
            request_time: UInt32(limits.requestTime), body_time: UInt32(limits.bodyWindow),
            body_bytes: UInt32(limits.bodyBytes), response_time: UInt32(limits.responseTime))
        try check(unsafe sheaf_http_start(&handlers, &limits, &server), "start the HTTP server")
        let number = try check(unsafe sheaf_http_descriptor(server), "watch the HTTP server")
        source = try loop.watch(number, for: .readable) { [unowned self] _ in run() }
        work = loop.addBatchWork { [weak self] in self?.run() }
    }

    /// The server that a callback is for.
    private static func at(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
        unsafe context.map { unsafe Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The version of libmicrohttpd, which reads what clients send.
    static var libraryVersion: String { unsafe String(cString: sheaf_http_library_version()) }

    /// Whether a header's line that goes on in the next one (obs-fold) ends in another name: "X-Use: alice", and " r" below it, as "X-User".
    static var gluesFoldedLines: Bool { libraryVersion.hasPrefix("0.") }

    /// Connections at the moment.
    var connections: Int { unsafe server.map { unsafe Int(sheaf_http_connections($0)) } ?? 0 }

    /// Accepts connections on a socket that listens.
    func listen(on socket: SharedDescriptor) throws(OSError) {
        let source = try loop.watch(socket.number, for: .readable) { [unowned self] _ in accept(on: socket.number) }
        listeners.append((socket, source))
    }

    /// Ends every connection, and serves no more.
    func close() {
        for (_, source) in listeners { source.cancel() }
        listeners = []
        source?.cancel()
        timer?.cancel()
        work?.cancel()
        for timer in pauses.values { timer.cancel() }
        unsafe requests.values.forEach { $0.release() }
        unsafe sheaf_http_stop(server)
        unsafe server = nil
    }

    private func accept(on number: Int32) {
        for _ in 0..<Self.acceptsPerRound {
            let accepted: FileDescriptor
            do throws(OSError) {
                guard let next = try UnixSocket.accept(on: number) else { break }
                accepted = next
            } catch {
                // It stays in the queue of the socket, which is told of all the time.
                pause(number)
                break
            }
            let client = Client(of: accepted.number)
            guard let seat = seats.take(for: holder(client, accepted.number)) else {
                connectionsRefused += 1
                continue
            }
            let number = accepted.release()
            clients[number] = Connection(client: client, seat: seat)
            if unsafe sheaf_http_add(server, number) < 0 { clients[number] = nil }
        }
        run()
    }

    /// Looked up once for each connection.
    fileprivate func user(of socket: Int32) -> UInt32? {
        if let known = clients[socket]?.user { return known }
        let user = Client.user(of: socket)
        clients[socket]?.user = .some(user)
        return user
    }

    private func pause(_ number: Int32) {
        guard let source = listeners.first(where: { $0.socket.number == number })?.source else { return }
        pauses[number] = try? loop.schedule(after: Self.acceptPause) { [unowned self] in
            pauses[number] = nil
            try? source.setInterest(.readable)
        }
        // Without a timer it is as it was.
        if pauses[number] != nil { try? source.setInterest([]) }
    }

    private func run() {
        guard !isRunning, unsafe server != nil else { return }
        isRunning = true
        if unsafe sheaf_http_run(server) == 1 { runLater() }
        isRunning = false
        // libmicrohttpd 1.0 takes connections in here.
        sweepLater()
    }

    /// Something was answered, or is left to do.
    fileprivate func runLater() { work?.request() }

    private func sweepLater() {
        guard timer == nil, connections > 0 else { return }
        timer = try? loop.schedule(after: Self.sweep) { [unowned self] in
            timer = nil
            unsafe sheaf_http_end_slow(server)
            run()
        }
    }

    private func begins(_ pointer: OpaquePointer?) -> Int32 {
        guard let pointer = unsafe pointer else { return -1 }
        let request = unsafe HTTPRequest(pointer, of: self)
        request.upload = begin(request)
        guard let upload = request.upload else { return -1 }
        unsafe requests[pointer] = request
        return upload.file.number
    }

    private func arrived(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return }
        let request = unsafe requests[pointer] ?? HTTPRequest(pointer, of: self)
        unsafe requests[pointer] = request
        requestsServed += 1
        request.noteBody()
        serve(request)
    }

    private func ended(_ pointer: OpaquePointer?) {
        unsafe pointer.flatMap { unsafe requests.removeValue(forKey: $0) }?.end()
    }
}

/// Sockets that HTTP is spoken over.
enum HTTPSocket {
    /// Listens on "ADDRESS:PORT", as 127.0.0.1:8080 or [::1]:8080, or on the Unix socket at a path that begins with a slash.
    static func listen(at place: String) throws(OSError) -> FileDescriptor {
        if place.hasPrefix("/") { return try UnixSocket.listen(at: place) }
        guard let colon = place.lastIndex(of: ":") else {
            throw OSError(code: EINVAL, operation: "listen on", subject: place)
        }
        var address = place[..<colon]
        if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
        let number = unsafe sheaf_web_listen(String(address), String(place[place.index(after: colon)...]), 4_096)
        return FileDescriptor(owning: try check(number, "listen on", place))
    }

    /// The port of a TCP socket; nil for others.
    static func port(of socket: Int32) -> Int? {
        let port = sheaf_web_port(socket)
        return port > 0 ? Int(port) : nil
    }

    static func isListening(_ socket: Int32) -> Bool { sheaf_web_is_listening(socket) == 1 }
}
