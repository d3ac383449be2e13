import SheafInterface
import SheafOS
import Varlink

/// Readers of sheafd for whoever shows a document in a browser: each over a WebSocket, which it ends with. So the page server knows what is
/// read and reads ahead of it, and drags follow its rules.
final class BrowserReaders {
    /// How many there are at once.
    static let defaultLimit = 64

    private let loop: EventLoop
    private let library: LibraryIndex
    /// Connections that are spoken over so, or are about to be; those that are closed as soon as they are open count, too.
    private let seats: ClientShares
    private let imageLimit: ImageLimit
    private let connect: () throws(OSError) -> FileDescriptor
    private var readers: [ObjectIdentifier: BrowserReader] = [:]

    /// - Parameters:
    ///   - imageLimit: pages are rendered no larger for them.
    ///   - connect: makes a connection to sheafd, without waiting.
    init(
        loop: EventLoop, library: LibraryIndex, limit: Int, imageLimit: ImageLimit,
        connect: @escaping () throws(OSError) -> FileDescriptor
    ) {
        (self.loop, self.library, self.imageLimit) = (loop, library, imageLimit)
        seats = ClientShares(limit: limit)
        self.connect = connect
    }

    /// How many there are.
    var count: Int { readers.count }

    /// Closes all of them.
    func close() {
        for reader in readers.values { reader.close() }
    }

    /// Answers who wants to speak to a reader of a document.
    func serve(_ request: HTTPRequest, _ name: String, for holder: ClientShares.Holder) {
        guard let document = request.document(name, in: library) else { return }
        guard let key = request.header("Sec-WebSocket-Key"), key.utf8.count == 24, request.method == "GET",
            request.header("Upgrade")?.lowercased() == "websocket",
            request.header("Connection").map({ $0.lowercased().includes("upgrade") }) ?? false,
            request.header("Sec-WebSocket-Version") == "13"
        else {
            return request.answer(
                HTTPResponse(
                    426, "a reader is spoken to over a WebSocket of version 13",
                    [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]))
        }
        guard let seat = seats.take(for: holder) else {
            let reason =
                seats.isAtItsShare(holder)
                ? "this client has \(seats.perClient) readers, as many as one may have"
                : "there are \(seats.total) readers of \(seats.limit), and the last ones are for others"
            return request.refuse(WebFailure(503, reason))
        }
        var response = HTTPResponse(
            status: 101, [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", WebSocket.answer(to: key))])
        response.ended = { withExtendedLifetime(seat) {} }
        response.body = .upgrade { [self] connection in
            let reader = BrowserReader(
                document, over: connection, seat, on: loop, imageLimit: imageLimit, connect: connect
            ) { [weak self] reader in self?.readers[ObjectIdentifier(reader)] = nil }
            readers[ObjectIdentifier(reader)] = reader
        }
        request.answer(response)
    }

}

/// A reader of a browser. Its client calls methods of org.sheaf.Reader: each text is
/// `{"method":"Drag","parameters":{…}}`, with an `id` where an answer is wanted, which comes as
/// `{"id":1,"parameters":{…}}` or `{"id":1,"error":"org.sheaf.Reader.NoDrag","parameters":{…}}`. The first is Open. The
/// replies of its watch come as `{"watch":{…}}`.
private final class BrowserReader {
    /// Calls without an answer yet: one more ends it.
    private static let callsLimit = 64
    /// How long it may take until it is to be opened, in microseconds.
    private static let openTime: UInt64 = 10_000_000

    private let document: LibraryDocument
    private let loop: EventLoop
    private let imageLimit: ImageLimit
    private let connect: () throws(OSError) -> FileDescriptor
    private let ended: (BrowserReader) -> Void
    private let seat: ClientShares.Seat
    private let parser = JSONParser()
    private var socket: WebSocket?
    private var calls: VarlinkClient?
    private var watch: VarlinkClient?
    private var reader: String?
    private var unanswered = 0
    private var timer: TimerSource?
    private var isOpening = false
    /// Whether the reader's client has gone.
    private(set) var hasEnded = false

    init(
        _ document: LibraryDocument, over connection: UpgradedConnection, _ seat: ClientShares.Seat,
        on loop: EventLoop, imageLimit: ImageLimit, connect: @escaping () throws(OSError) -> FileDescriptor,
        ended: @escaping (BrowserReader) -> Void
    ) {
        (self.document, self.loop, self.imageLimit) = (document, loop, imageLimit)
        (self.connect, self.ended, self.seat) = (connect, ended, seat)
        socket = WebSocket(
            connection, on: loop, limits: .init(), received: { [weak self] in self?.receive($0) },
            ended: { [weak self] in self?.end() })
        timer = try? loop.schedule(after: Self.openTime) { [weak self] in
            self?.socket?.close(.policy, "it was not opened within \(Self.openTime / 1_000_000) s")
        }
    }

    /// The program ends.
    func close() {
        if let reader { calls?.send(ReaderInterface.Close.self, .init(reader: reader)) }
        reader = nil
        socket?.close(.leaving, "the server ends")
    }

    private func end() {
        hasEnded = true
        timer?.cancel()
        watch?.close()
        // What is being opened is closed then: sheafd would keep it.
        if isOpening { return }
        if let reader { calls?.send(ReaderInterface.Close.self, .init(reader: reader)) }
        calls?.close()
        ended(self)
    }

    // MARK: What the client wants

    private func receive(_ text: RawSpan) {
        do throws(JSONError) {
            let method = try parser.withValue(of: text) { value throws(JSONError) in
                try Message<Skipped>(decoding: value).method
            }
            switch method {
            case "Open": try open(text)
            case "Navigate":
                try call(ReaderInterface.Navigate.self, \.reader, text) { $0.handover = ReaderInterface.Handover.none }
            case "BeginDrag": try call(ReaderInterface.BeginDrag.self, \.reader, text)
            case "Drag": try call(ReaderInterface.Drag.self, \.reader, text)
            case "ReleaseDrag": try call(ReaderInterface.ReleaseDrag.self, \.reader, text)
            case "CancelDrag": try call(ReaderInterface.CancelDrag.self, \.reader, text)
            case "Settle": try call(ReaderInterface.Settle.self, \.reader, text)
            case "SetAxis": try call(ReaderInterface.SetAxis.self, \.reader, text)
            case "SetViewport":
                try call(ReaderInterface.SetViewport.self, \.reader, text) {
                    $0.viewport = imageLimit.viewport($0.viewport)
                }
            case "Prefetch": try call(ReaderInterface.Prefetch.self, \.reader, text)
            case "CancelPrefetch": try call(ReaderInterface.CancelPrefetch.self, \.reader, text)
            case "GetState": try call(ReaderInterface.GetState.self, \.reader, text)
            default: socket?.close(.policy, "there is no such method here")
            }
        } catch {
            socket?.close(.policy, "\(error)")
        }
    }

    private func open(_ text: RawSpan) throws(JSONError) {
        guard calls == nil else {
            socket?.close(.policy, "it is open already")
            return
        }
        let message = try parser.withValue(of: text) { value throws(JSONError) in try Message<Opening>(decoding: value)
        }
        guard let calls = client(), let watch = client() else {
            socket?.close(.restarting, "the page server can't be reached")
            return
        }
        (self.calls, self.watch) = (calls, watch)
        var parameters = ReaderInterface.OpenParameters(
            viewport: imageLimit.viewport(message.parameters.viewport), looks: document.looks.wire)
        let files = document.name(in: &parameters)
        parameters.target = message.parameters.target
        if let arrangement = message.parameters.arrangement {
            parameters.axes = [.init(axis: .horizontal, arrangement: arrangement)]
        }
        timer?.cancel()
        unanswered += 1
        isOpening = true
        // This is kept until it is answered, whether anybody is there still or not.
        calls.call(ReaderInterface.Open.self, parameters, descriptors: files, bringsDescriptors: false) {
            [self] result in
            isOpening = false
            if case .success(let reply) = result { reader = reply.parameters.state.reader }
            if hasEnded { return end() }
            if let reader { tellWatch(of: reader) }
            // Why it can't be opened may say where its file is.
            answer(result, to: message.id, tellsWhy: false)
        }
    }

    private func tellWatch(of reader: String) {
        watch?.stream(ReaderInterface.Watch.self, .init(reader: reader, handover: ReaderInterface.Handover.none)) {
            [weak self] result in
            switch result {
            case .success(let reply): self?.send { writer in writer.field(#"{"watch":"#, reply.parameters) }
            case .failure: self?.socket?.close(.restarting, "the reader is gone")
            }
        }
    }

    private func client() -> VarlinkClient? {
        guard let socket = try? connect() else { return nil }
        return try? VarlinkClient(socket, on: loop) { [weak self] _ in
            self?.socket?.close(.restarting, "the page server has closed the connection")
        }
    }

    /// Passes a call on.
    ///
    /// - Parameter named: where its parameters name the reader.
    private func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ named: KeyPath<Method.Parameters, String>, _ text: RawSpan,
        changing: (inout Method.Parameters) -> Void = { _ in }
    ) throws(JSONError) {
        let message = try parser.withValue(of: text) { value throws(JSONError) in
            try Message<Method.Parameters>(decoding: value)
        }
        guard let calls, message.parameters[keyPath: named] == reader else {
            socket?.close(.policy, "it has another reader, or none yet")
            return
        }
        var parameters = message.parameters
        changing(&parameters)
        guard let id = message.id else { return calls.send(method, parameters) }
        guard unanswered < Self.callsLimit else {
            socket?.close(.busy, "\(Self.callsLimit) calls wait for an answer")
            return
        }
        unanswered += 1
        calls.call(method, parameters, bringsDescriptors: false) { [weak self] in self?.answer($0, to: id) }
    }

    // MARK: What it is told

    private func answer<Reply: JSONEncodable, Failure>(
        _ result: Result<VarlinkReply<Reply>, VarlinkCallError<Failure>>, to id: Int?, tellsWhy: Bool = true
    ) {
        unanswered -= 1
        guard let id else { return }
        switch result {
        case .success(let reply):
            send { writer in
                writer.field(#"{"id":"#, id)
                writer.field(#","parameters":"#, reply.parameters)
            }
        case .failure(.failed(let failure)):
            send { writer in
                writer.field(#"{"id":"#, id)
                writer.field(#","error":"#, "\(failure.errorName)")
                writer.raw(#","parameters":"#)
                if tellsWhy { failure.encodeParameters(into: &writer) } else { writer.raw("{}") }
            }
        case .failure(.undeclared(let name, _)):
            send { writer in
                writer.field(#"{"id":"#, id)
                writer.field(#","error":"#, name)
            }
        // The socket is closed with the connection.
        case .failure(.connection): break
        }
    }

    private func send(_ fields: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        fields(&writer)
        writer.endObject()
        writer.withBytes { socket?.send($0) }
    }
}

extension ImageLimit {
    /// A viewport in which no page is larger than an image may be, as far as its sides tell.
    fileprivate func viewport(_ wanted: ReaderInterface.Viewport) -> ReaderInterface.Viewport {
        // sheafd says what is wrong with others.
        guard 1...32_767 ~= wanted.width, 1...32_767 ~= wanted.height else { return wanted }
        var viewport = wanted
        // A page that is as wide as the viewport may be higher than it.
        if viewport.fit != .width { viewport.fit = .page }
        viewport.scale = nil
        let height = viewport.fit == .width ? max(2 * viewport.width, viewport.height) : viewport.height
        let factor = (Double(area) / Double(viewport.width * height)).squareRoot()
        guard factor < 1 else { return viewport }
        viewport.width = max(Int(Double(viewport.width) * factor), 1)
        viewport.height = max(Int(Double(viewport.height) * factor), 1)
        return viewport
    }
}

// MARK: Messages

private struct Message<Parameters: JSONDecodable>: JSONDecodable {
    let method: String
    let id: Int?
    let parameters: Parameters

    init(decoding value: borrowing JSONValue) throws(JSONError) {
        var fields = try value.fields("\u{6}method\u{2}id\u{a}parameters")
        var (method, id, parameters): (String?, Int?, Parameters?) = (nil, nil, nil)
        while let field = try fields.next() {
            switch field {
            case 0: try fields.read(&method)
            case 1: try fields.readOptional(&id)
            default: try fields.read(&parameters)
            }
        }
        guard let method, let parameters else { throw fields.missing(0b101) }
        (self.method, self.id, self.parameters) = (method, id, parameters)
    }
}

/// Parameters that are not looked at yet.
private struct Skipped: JSONDecodable {
    init(decoding value: borrowing JSONValue) throws(JSONError) {}
}

/// The parameters of a browser that opens a reader: the document is that of its address.
private struct Opening: JSONDecodable {
    let viewport: ReaderInterface.Viewport
    let target: ReaderInterface.Target?
    let arrangement: ReaderInterface.Arrangement?

    init(decoding value: borrowing JSONValue) throws(JSONError) {
        var fields = try value.fields("\u{8}viewport\u{6}target\u{b}arrangement")
        var viewport: ReaderInterface.Viewport?
        var target: ReaderInterface.Target?
        var arrangement: ReaderInterface.Arrangement?
        while let field = try fields.next() {
            switch field {
            case 0: try fields.read(&viewport)
            case 1: try fields.readOptional(&target)
            default: try fields.readOptional(&arrangement)
            }
        }
        guard let viewport else { throw fields.missing(0b1) }
        (self.viewport, self.target, self.arrangement) = (viewport, target, arrangement)
    }
}
