import Glibc
import ServiceDiscovery
import SheafInterface
import SheafOS
import Varlink

/// The service as the viewer has it: a connection for gestures, one that watches the reader, and others for what may take longer.
///
/// Where the service is restarted it is connected to again, and the reader goes on; one that the service does not know any more is opened
/// again, on the page where it was.
final class ViewService {
    /// An event of the service, for the viewer.
    enum Event {
        case watched(ReaderInterface.WatchReply, VarlinkDescriptors)
        /// The service has ended its connections. Calls that were not answered never are.
        case lost
        /// Another file has taken the place of the document's, and the reader has gone over to it; or why it has not.
        case followed(Result<String, ControlError>)
        /// The service is there again, and the watch has begun anew.
        case back
        /// There is no going on.
        case failed(ControlError)
    }

    /// The pause between attempts to connect again, in microseconds.
    private static let pause: UInt64 = 200_000
    /// How long a service is waited for that was there before, in microseconds.
    private static let patience = UInt64(VarlinkReconnection().patience) * 1_000

    private let loop: EventLoop
    private let session: Session
    private var notify: (Event) -> Void = { _ in }
    private var open: OpenCall
    private(set) var reader: String
    /// nil while there is no connection.
    private var gestures: VarlinkClient?
    private var watching: VarlinkClient?
    /// For calls that may take longer than a gesture may wait.
    private var aside: VarlinkClient?
    private var retry: TimerSource?
    private var deadline: UInt64 = 0
    /// Whether the service has gone, and is waited for.
    private var isAway = false
    private var isEnded = false
    /// Waits for the file that takes the place of the document's.
    private var follower: FileFollower?
    private var lookTimer: TimerSource?
    /// Whether the service is being given such a file.
    private var isReloading = false

    /// - Parameters:
    ///   - reader: one that was opened.
    ///   - open: how it is opened again.
    ///   - files: what it was opened from; nil: nothing that has a path.
    init(loop: EventLoop, session: Session, reader: String, open: OpenCall, files: OpenedFiles?) {
        self.loop = loop
        self.session = session
        self.reader = reader
        self.open = open
        follower = files.map { FileFollower($0) }
        session.notes.note(files, of: reader)
    }

    /// Connects, and watches the reader.
    func start(notify: @escaping (Event) -> Void) throws(OSError) {
        self.notify = notify
        gestures = try connect()
        try watch()
    }

    /// Closes the reader, without waiting for a service that may not answer. One that can't be closed expires.
    func end() {
        isEnded = true
        session.notes.forget(reader)
        retry?.cancel()
        lookTimer?.cancel()
        gestures?.send(ReaderInterface.Close.self, .init(reader: reader))
        gestures?.close()
        watching?.close()
        aside?.close()
    }

    /// Where the reader is to be opened again, should that be.
    func remember(page index: Int, viewport: ReaderInterface.Viewport, looks: ReaderInterface.Looks) {
        open.parameters.target = ReaderInterface.Target(index: index)
        open.parameters.viewport = viewport
        open.parameters.looks = looks
    }

    // MARK: Calls

    /// Calls over the connection for gestures. Where that is lost nobody is told an outcome.
    ///
    /// - Parameter attempt: what the call is to do, as in "turn to the next page".
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: String,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, ControlError>) -> Void
    ) where Method.Failure: ExplainedFailure {
        guard let client = gestures else { return }
        client.call(method, parameters) { [weak self, weak client] result in
            guard let self, client === gestures, let outcome = Self.outcome(result, attempt) else { return }
            completion(outcome)
        }
    }

    /// Returns a page to the service.
    func release(rendition: Int) {
        gestures?.send(ReaderInterface.ReleasePage.self, .init(reader: reader, rendition: rendition))
    }

    /// Calls with `more` over a connection of its own: it ends with the client.
    ///
    /// - Returns: nil where there is no connection now.
    func stream<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, attempt: String,
        each: @escaping (Result<VarlinkReply<Method.Reply>, ControlError>) -> Void
    ) -> VarlinkClient? where Method.Failure: ExplainedFailure {
        guard gestures != nil, let client = try? connect(isMain: false) else { return nil }
        client.stream(method, parameters) { result in
            if let outcome = Self.outcome(result, attempt) { each(outcome) }
        }
        return client
    }

    /// Calls over a connection beside that for gestures, which need not wait for the answer then. Where the service is lost nobody is told
    /// an outcome.
    ///
    /// - Returns: whether it was called: there may be no connection now.
    func callAside<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>) -> Void
    ) -> Bool {
        guard gestures != nil, let client = aside ?? (try? connect(isMain: false)) else { return false }
        aside = client
        client.call(method, parameters) { [weak self, weak client] result in
            guard let self, client === aside else { return }
            if case .failure(.connection) = result { aside = nil }
            completion(result)
        }
        return true
    }

    /// nil of a call that was lost with its connection.
    private static func outcome<Reply, Failure: ExplainedFailure>(
        _ result: Result<VarlinkReply<Reply>, VarlinkCallError<Failure>>, _ attempt: String
    ) -> Result<VarlinkReply<Reply>, ControlError>? {
        switch result {
        case .success(let reply): .success(reply)
        case .failure(.connection): nil
        case .failure(let error): .failure(ControlError(cannot: attempt, error))
        }
    }

    // MARK: Connections

    /// - Parameter isMain: whether its end is that of the service.
    private func connect(isMain: Bool = true) throws(OSError) -> VarlinkClient {
        try VarlinkClient(try session.finder.connect(), on: loop) { [weak self] _ in
            if isMain { self?.lose() }
        }
    }

    private func watch() throws(OSError) {
        let client = try connect()
        watching = client
        client.stream(ReaderInterface.Watch.self, .init(reader: reader, handover: .descriptor)) {
            [weak self, weak client] result in
            guard let self, client === watching else { return }
            switch result {
            case .success(let reply):
                // Also at first, and where events were missed.
                if reply.parameters.removed ?? false || reply.parameters.state != nil { follow() }
                notify(.watched(reply.parameters, reply.descriptors))
            case .failure(.connection): break
            case .failure(let error): notify(.failed(ControlError(cannot: "watch the reader", error)))
            }
        }
    }

    private func lose() {
        guard !isEnded, gestures != nil else { return }
        drop()
        // One that ends its connections again at once is as good as none.
        if isAway { return tryLater() }
        isAway = true
        deadline = loop.now + Self.patience
        notify(.lost)
        tryAgain()
    }

    private func drop() {
        let clients = [gestures, watching, aside]
        (gestures, watching, aside) = (nil, nil, nil)
        for client in clients { client?.close() }
    }

    private func tryAgain() {
        guard !isEnded else { return }
        do throws(OSError) {
            let client = try connect()
            gestures = client
            ask(client)
        } catch { tryLater(error.code) }
    }

    private func tryLater(_ code: Int32 = ECONNRESET) {
        guard loop.now < deadline else {
            return notify(.failed(session.cannotReach(code)))
        }
        do throws(OSError) {
            retry = try loop.schedule(after: Self.pause) { [weak self] in self?.tryAgain() }
        } catch { notify(.failed(ControlError(error))) }
    }

    /// Finds out whether the service knows the reader still.
    private func ask(_ client: VarlinkClient) {
        client.call(ReaderInterface.GetState.self, .init(reader: reader)) { [weak self, weak client] result in
            guard let self, client === gestures else { return }
            switch result {
            case .success: resumed()
            case .failure(.failed(.noSuchReader)): openAgain(client)
            case .failure(.connection): break
            case .failure(let error): notify(.failed(ControlError(cannot: "go on reading", error)))
            }
        }
    }

    private func openAgain(_ client: VarlinkClient?) {
        client?.call(ReaderInterface.Open.self, open.parameters, descriptors: open.descriptors) {
            [weak self, weak client] result in
            guard let self, client === gestures else { return }
            switch result {
            case .success(let reply):
                session.notes.forget(reader)
                reader = reply.parameters.state.reader
                session.notes.note(follower?.files, of: reader)
                resumed()
            case .failure(.connection): break
            case .failure(let error): notify(.failed(ControlError(cannot: "open the document again", error)))
            }
        }
    }

    private func resumed() {
        do throws(OSError) {
            try watch()
            isAway = false
            notify(.back)
        } catch { lose() }
    }

    // MARK: Its file

    private func follow() {
        follower?.begin(at: loop.now)
        look()
    }

    private func look() {
        lookTimer?.cancel()
        lookTimer = nil
        // When the service is there again the watch begins with a state.
        guard !isEnded, !isAway, !isReloading, let client = gestures, let due = follower?.due else { return }
        guard due <= loop.now else {
            lookTimer = try? loop.schedule(after: due - loop.now) { [weak self] in self?.look() }
            return
        }
        // Another sheafctl may have done it.
        if let files = session.notes.files(of: reader) { follower?.files.shown = files.shown }
        guard case .another(let descriptors)? = follower?.look(at: loop.now), let follower else { return look() }
        isReloading = true
        client.call(ReaderInterface.Reload.self, follower.files.reload(reader), descriptors: descriptors) {
            [weak self] result in
            self?.followed(descriptors, result)
        }
    }

    private func followed(
        _ descriptors: [SharedDescriptor],
        _ result: Result<VarlinkReply<ReaderInterface.ReloadReply>, VarlinkCallError<ReaderInterface.Failure>>
    ) {
        isReloading = false
        guard let name = follower?.name else { return }
        switch result {
        case .success(let reply):
            follower?.shown(descriptors)
            session.notes.note(follower?.files, of: reader)
            open.descriptors = descriptors
            notify(.followed(.success(ReloadText.done(name, reply.parameters))))
        case .failure(.failed(let failure)):
            follower?.refused(failure)
            notify(.followed(.failure(ControlError(cannot: "go over to \(name)", .failed(failure)))))
        case .failure: break
        }
        look()
    }
}
