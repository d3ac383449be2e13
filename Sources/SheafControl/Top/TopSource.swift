import SheafInterface
import SheafOS
import Varlink

/// Looks at the service, over a connection that is made anew where it has ended.
final class TopSource {
    /// What came of a look.
    enum Outcome {
        case sample(TopSample)
        /// It can't be spoken to for now.
        case unreachable(ControlError)
        /// It answers, but not so that it would help to ask again.
        case failed(ControlError)
    }

    /// A list of many pages holds the service up while it is made: for this part of the time at most.
    private static let listingShare: UInt64 = 20

    private let loop: EventLoop
    private let path: String
    private let patience: UInt64
    private var client: VarlinkClient?
    private var patienceEnds: TimerSource?
    private var completion: ((Outcome) -> Void)?

    private var status: ManagerInterface.StatusReply?
    private var cache: ManagerInterface.GetCacheReply?
    private var readers: [ManagerInterface.ReaderEntry] = []
    private var documents: [ManagerInterface.DocumentEntry] = []
    private var hosts: [ManagerInterface.HostEntry] = []
    private var listing: ManagerInterface.GetCacheReply?
    private var nextListing: UInt64 = 0

    /// - Parameters:
    ///   - path: the service's socket.
    ///   - patience: how long an answer is waited for, in microseconds.
    init(loop: EventLoop, path: String, patience: UInt64) {
        self.loop = loop
        self.path = path
        self.patience = patience
    }

    /// Looks. `completion` is called once, from the loop or at once; ask for the next look after that.
    func look(_ completion: @escaping (Outcome) -> Void) {
        self.completion = completion
        do throws(OSError) {
            let client = try connected()
            patienceEnds = try loop.schedule(after: patience) { [unowned self] in
                lost("no answer within \(Units.milliseconds(patience))")
            }
            ask(client)
        } catch {
            lost(ControlError(cannotReach: path, error))
        }
    }

    private func connected() throws(OSError) -> VarlinkClient {
        if let client, client.isOpen { return client }
        // Another run of the service may be behind it.
        listing = nil
        nextListing = 0
        let new = try VarlinkClient(try UnixSocket.connect(to: path), on: loop) { _ in }
        client = new
        return new
    }

    private func ask(_ client: VarlinkClient) {
        ask(client, ManagerInterface.Status.self, .init()) { [unowned self] in status = $0 }
        ask(client, ManagerInterface.ListReaders.self, .init()) { [unowned self] in readers = $0.readers }
        ask(client, ManagerInterface.ListDocuments.self, .init()) { [unowned self] in documents = $0.documents }
        ask(client, ManagerInterface.ListHosts.self, .init()) { [unowned self] in hosts = $0.hosts }
        ask(client, ManagerInterface.GetCache.self, .init()) { [unowned self] reply in
            cache = reply
            if isListingDue(reply) { askForListing(client) } else { finish() }
        }
    }

    /// Whether the pages are to be asked for: something has happened to them, and the last time is long enough ago.
    private func isListingDue(_ cache: ManagerInterface.GetCacheReply) -> Bool {
        guard let listing else { return true }
        return loop.now >= nextListing
            && (listing.states != cache.states || listing.counters != cache.counters
                || listing.renders != cache.renders)
    }

    private func askForListing(_ client: VarlinkClient) {
        let asked = loop.now
        ask(client, ManagerInterface.GetCache.self, .init(list: true)) { [unowned self] reply in
            listing = reply
            nextListing = loop.now + (loop.now - asked) * Self.listingShare
            finish()
        }
    }

    private func ask<Method: VarlinkMethod>(
        _ client: VarlinkClient, _ method: Method.Type, _ parameters: Method.Parameters,
        _ body: @escaping (Method.Reply) -> Void
    ) where Method.Failure: ExplainedFailure {
        client.call(method, parameters) { [weak self, weak client] result in
            // What comes of a look that was given up is of no use.
            guard let self, client === self.client, completion != nil else { return }
            switch result {
            case .success(let reply): body(reply.parameters)
            case .failure(.connection(let error)): lost(error.description)
            case .failure(let error): finish(.failed(ControlError(cannot: "ask how the service is doing", error)))
            }
        }
    }

    private func finish() {
        guard let status, let cache, let listing else { return }
        finish(
            .sample(
                TopSample(
                    time: loop.now, status: status, cache: cache, listing: listing, readers: readers,
                    documents: documents, hosts: hosts)))
    }

    private func lost(_ reason: String) {
        lost(ControlError("cannot ask sheafd at \(path) how it is doing: \(reason)"))
    }

    private func lost(_ error: ControlError) {
        client?.close()
        client = nil
        finish(.unreachable(error))
    }

    private func finish(_ outcome: Outcome) {
        patienceEnds?.cancel()
        patienceEnds = nil
        let body = completion
        completion = nil
        body?(outcome)
    }
}
