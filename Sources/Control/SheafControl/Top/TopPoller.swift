import ServiceDiscovery
import SheafInterface
import SheafOS
import Varlink

/// The replies of the service to one poll.
struct TopSample: Equatable, Sendable {
    /// The time when the sample was complete, on the monotonic clock in microseconds.
    var time: UInt64
    var status: ManagerInterface.StatusReply
    /// The cache without its pages.
    var cache: ManagerInterface.GetCacheReply
    /// The cache with its pages, as of the last poll that asked for them.
    var listing: ManagerInterface.GetCacheReply
    var readers: [ManagerInterface.ReaderEntry]
    var hosts: [ManagerInterface.HostEntry]
}

/// Asks the service for samples, over a connection on the view's event loop.
///
/// A poll is one attempt: where it fails the connection is dropped, and the next poll opens another. When that is, and
/// for how long, the view decides.
final class TopPoller {
    /// The result of a poll.
    enum Outcome {
        case sample(TopSample)
        /// There is no connection to the service, or it was lost, or the service did not answer in time.
        case unreachable(ControlError)
        /// The service has answered with an error, as it would again.
        case failed(ControlError)
    }

    /// A list of many pages takes the service long to make. The next one is asked for after this many times as long.
    private static let listingPauses: UInt64 = 20

    private let loop: EventLoop
    private let finder: ServiceFinder
    private let timeout: UInt64
    private var client: VarlinkClient?
    private var timer: TimerSource?
    private var completion: ((Outcome) -> Void)?

    private var status: ManagerInterface.StatusReply?
    private var cache: ManagerInterface.GetCacheReply?
    private var readers: [ManagerInterface.ReaderEntry] = []
    private var hosts: [ManagerInterface.HostEntry] = []
    private var listing: ManagerInterface.GetCacheReply?
    private var nextListing: UInt64 = 0

    /// - Parameters:
    ///   - finder: connects to the service.
    ///   - timeout: how long to wait for all answers of a poll, in microseconds.
    init(loop: EventLoop, finder: ServiceFinder, timeout: UInt64) {
        self.loop = loop
        self.finder = finder
        self.timeout = timeout
    }

    /// Begins a poll. `completion` is called once, from the loop or at once; the next poll may begin after that.
    func poll(_ completion: @escaping (Outcome) -> Void) {
        self.completion = completion
        do throws(OSError) {
            let client = try openClient()
            timer = try loop.schedule(after: timeout) { [unowned self] in
                disconnect("no answer within \(Units.milliseconds(timeout))")
            }
            ask(client)
        } catch {
            disconnect(ControlError(finder.problem(error.code)))
        }
    }

    private func openClient() throws(OSError) -> VarlinkClient {
        if let client, client.isOpen { return client }
        // It may be another run of the service, with other pages.
        listing = nil
        nextListing = 0
        let new = try VarlinkClient(try finder.connect(), on: loop) { _ in }
        client = new
        return new
    }

    private func ask(_ client: VarlinkClient) {
        ask(client, ManagerInterface.Status.self, .init()) { [unowned self] in status = $0 }
        ask(client, ManagerInterface.ListReaders.self, .init()) { [unowned self] in readers = $0.readers }
        ask(client, ManagerInterface.ListHosts.self, .init()) { [unowned self] in hosts = $0.hosts }
        // Replies come in the order of the calls: with this one all are there.
        ask(client, ManagerInterface.GetCache.self, .init()) { [unowned self] reply in
            cache = reply
            if isListingDue(reply) { askForListing(client) } else { finish() }
        }
    }

    /// Whether to ask for the pages: their numbers have changed, and the last list is long enough ago.
    private func isListingDue(_ cache: ManagerInterface.GetCacheReply) -> Bool {
        guard let listing else { return true }
        return loop.now >= nextListing
            && (listing.states != cache.states || listing.counters != cache.counters
                || listing.renders != cache.renders)
    }

    private func askForListing(_ client: VarlinkClient) {
        let start = loop.now
        ask(client, ManagerInterface.GetCache.self, .init(list: true)) { [unowned self] reply in
            listing = reply
            nextListing = loop.now + (loop.now - start) * Self.listingPauses
            finish()
        }
    }

    private func ask<Method: VarlinkMethod>(
        _ client: VarlinkClient, _ method: Method.Type, _ parameters: Method.Parameters,
        _ body: @escaping (Method.Reply) -> Void
    ) where Method.Failure: ExplainedFailure {
        client.call(method, parameters) { [weak self, weak client] result in
            // Replies of a poll that has timed out are ignored.
            guard let self, client === self.client, completion != nil else { return }
            switch result {
            case .success(let reply): body(reply.parameters)
            case .failure(.connection(let error)): disconnect(error.description)
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
                    hosts: hosts)))
    }

    private func disconnect(_ reason: String) {
        disconnect(ControlError("cannot ask sheafd at \(finder.location.socket) how it is doing: \(reason)"))
    }

    private func disconnect(_ error: ControlError) {
        client?.close()
        client = nil
        finish(.unreachable(error))
    }

    private func finish(_ outcome: Outcome) {
        timer?.cancel()
        timer = nil
        let body = completion
        completion = nil
        body?(outcome)
    }
}
