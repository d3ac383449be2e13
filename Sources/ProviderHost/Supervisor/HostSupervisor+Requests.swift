import Glibc
import SheafOS
import Varlink

/// Called once on the loop with the result, never from within the call that it was given to.
package typealias HostCompletion<Value> = (Result<Value, HostError>) -> Void

/// A request that was made: who made it can cancel it, or raise its priority.
package final class HostTicket {
    /// The request that is under way for it; several may follow each other.
    var request: RequestID?
    private weak var supervisor: HostSupervisor?
    /// Whether ``cancel()`` was called.
    private(set) var isCancelled = false

    init(_ supervisor: HostSupervisor) {
        self.supervisor = supervisor
    }

    /// Nobody waits any more. The completion is still called: with ``HostError/Code/cancelled``, or with the result
    /// where that came first.
    package func cancel() {
        isCancelled = true
        if let request { supervisor?.cancel(request) }
    }

    /// Whether a host works on it already.
    package var isServed: Bool { request.map { supervisor?.isServed($0) ?? false } ?? false }

    /// A reader of a user waits for it too: it is a demand, whatever it was before.
    package func raise(for user: UInt32?, reader: UInt64? = nil) {
        if let request { supervisor?.raise(request, for: user, reader: reader) }
    }
}

/// A thumbnail that is made after its page was answered. It is reported after the page, whichever came first.
final class LateThumbnail {
    /// Whether the host that was asked last has answered the page.
    var isAnswered = false
    private var isMade: Bool?
    private var isPageDelivered = false
    private var finished: ((Bool) -> Void)?

    /// - Parameter finished: called once.
    init(finished: @escaping (Bool) -> Void) {
        self.finished = finished
    }

    /// A host is asked, perhaps after another one died.
    func begin() {
        isAnswered = false
        isMade = nil
    }

    /// The host has reported it, or has ended.
    func end(isMade: Bool) {
        if self.isMade == nil { self.isMade = isMade }
        reportIfComplete()
    }

    /// The page's completion has been called. Where there was no page there is no thumbnail.
    func pageIsDelivered() {
        isPageDelivered = true
        if !isAnswered { isMade = false }
        reportIfComplete()
    }

    private func reportIfComplete() {
        guard isPageDelivered, let isMade, let finished else { return }
        self.finished = nil
        finished(isMade)
    }
}

/// A request between being made and its completion: what it asks, and who gets the result.
final class PendingRequest {
    /// Asks a host. It may be done a second time, in another host. The reply is kept for ``deliver``.
    let ask: (HostConnection, _ serial: UInt32, _ finished: @escaping (HostAnswer<Void>) -> Void) -> Void
    /// Delivers the result: the last answer that a host gave, or an error.
    let deliver: (HostError?) -> Void
    /// How it was submitted; nil until it was.
    fileprivate(set) var submission: Submission?
    /// How many pages were counted when the provider said last that the answer lies behind those.
    fileprivate var counted: Int64 = -1

    /// What a request is about, and for whom.
    struct Submission {
        let document: DocumentID
        let need: HostRequest.Need
        let subject: RequestSubject
        let priority: HostPriority
        let user: UInt32?
        var reader: UInt64?
        var canBeEnded = false
        let isLimited: Bool
        let ticket: HostTicket
    }

    init(
        ask: @escaping (HostConnection, UInt32, @escaping (HostAnswer<Void>) -> Void) -> Void,
        deliver: @escaping (HostError?) -> Void
    ) {
        self.ask = ask
        self.deliver = deliver
    }

    /// A request that is done as soon as its turn comes: nothing is asked.
    convenience init(deliver: @escaping (HostError?) -> Void) {
        self.init(ask: { _, _, finished in finished(.value(())) }, deliver: deliver)
    }
}

// How requests come in, and how their completions go out.

extension HostSupervisor {
    /// Makes a document, or a candidate for one, known to the scheduler.
    ///
    /// - Parameters:
    ///   - file: what it is in; nil where that is to be found out.
    ///   - password: what it is opened with, each time.
    ///   - looks: and how its pages are to look.
    func addRecord(
        provider: ProviderID, owner: HostOwner, file: DocumentFile? = nil, password: String? = nil,
        looks: DocumentLooks = DocumentLooks(), inPlaceOf old: DocumentID? = nil
    ) -> DocumentRecord {
        lastDocument += 1
        let record = DocumentRecord(
            id: DocumentID(number: lastDocument), provider: provider, owner: owner, files: file?.files,
            password: password, looks: looks)
        records[record.id] = record
        scheduler.add(
            record.id, provider: provider, owner: owner,
            failureScope: file.map { .init(file: $0.identity, provider: provider, flow: looks.flow) }, inPlaceOf: old)
        return record
    }

    /// Forgets a document once its requests are answered.
    func closeWhenServed(_ document: DocumentID) {
        guard scheduler.hasRequests(of: document) else { return close(document) }
        // Users are served in turn: some may wait still when this has its turn.
        submit(
            PendingRequest { [self] error in error == nil ? closeWhenServed(document) : close(document) },
            for: document, need: .provider, priority: .prefetch, isLimited: false, ticket: HostTicket(self))
    }

    /// Forgets a document; its requests fail.
    func close(_ document: DocumentID) {
        guard records[document] != nil else { return }
        perform(scheduler.close(document, now: loop.now))
        records[document] = nil
    }

    /// Has a document opened anew; one that was refused is served again.
    func reload(_ document: DocumentID) {
        perform(scheduler.reload(document, now: loop.now))
    }

    /// Why something would not be asked of a document's provider; nil where it would.
    func refusal(of subject: RequestSubject, of document: DocumentID, for user: UInt32?) -> HostError? {
        scheduler.refusal(of: subject, of: document, for: user)
    }

    /// Why a document is refused; nil where it is not.
    func failure(of document: DocumentID) -> HostDeath? {
        scheduler.documents[document]?.failure
    }

    /// Whether the owner's documents have a host for this provider already.
    func hasHost(for provider: ProviderID, owner: HostOwner) -> Bool {
        scheduler.sharedQueues(of: provider, owner).contains { scheduler.queues.host(of: $0) != nil }
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - user: on whose behalf; nil: the service's own.
    ///   - reader: the one that it is for.
    ///   - canBeEnded: whether it may be ended for a demand and asked again.
    ///   - isLimited: whether it fails where too many wait already.
    func submit(
        _ request: PendingRequest, for document: DocumentID, need: HostRequest.Need, subject: RequestSubject = .other,
        priority: HostPriority = .demand, of user: UInt32? = nil, reader: UInt64? = nil, canBeEnded: Bool = false,
        isLimited: Bool = true, ticket: HostTicket
    ) {
        submit(
            request,
            .init(
                document: document, need: need, subject: subject, priority: priority, user: user, reader: reader,
                canBeEnded: canBeEnded, isLimited: isLimited, ticket: ticket))
    }

    private func submit(_ request: PendingRequest, _ submission: PendingRequest.Submission) {
        let id = nextRequest()
        submission.ticket.request = id
        request.submission = submission
        requests[id] = request
        perform(
            scheduler.submit(
                id, document: submission.document, need: submission.need, subject: submission.subject,
                priority: submission.priority, for: submission.user, reader: submission.reader,
                canBeEnded: submission.canBeEnded, isLimited: submission.isLimited, now: loop.now))
    }

    /// Has the pages of a document counted on, since the answer to a request lies behind those that are counted, and makes the
    /// request again. Others have their turns in between.
    func countOn(for request: PendingRequest) {
        guard let submission = request.submission, let record = records[submission.document] else {
            return request.deliver(HostError(.closed, "the document was closed"))
        }
        guard !submission.ticket.isCancelled else { return request.deliver(.cancelled) }
        let number = Int(submission.document.number)
        self.request(
            HostInterface.PageCount.self, of: submission.document, priority: submission.priority, for: submission.user,
            ticket: submission.ticket, parameters: { .init(serial: $0, document: number) },
            decode: { PageCount($0.parameters.count) }
        ) { [self] result in
            switch result {
            case .failure(let error): request.deliver(error)
            case .success(let count):
                record.learn(count)
                record.document?.countedOn()
                // One that has counted all of them answers; once more than it counts is asked for an answer.
                let counted = if case .counting(_, let counted) = count { counted } else { Int64.max }
                guard counted > request.counted else {
                    let message = "the provider counts no page more, and says that what was asked for lies behind them"
                    return request.deliver(HostError(.documentError(errno: EPROTO), message))
                }
                request.counted = counted
                submit(request, submission)
            }
        }
    }

    /// Makes a request whose reply becomes a value.
    ///
    /// - Parameters:
    ///   - user: on whose behalf; nil: the service's own.
    ///   - reader: the one that it is for.
    ///   - canBeEnded: whether it may be ended for a demand and asked again.
    ///   - descriptors: what is passed with it, made for each time that it is asked.
    ///   - handed: how much memory for pages that is, in bytes.
    ///   - bringsDescriptors: whether a descriptor may come with the reply.
    ///   - parameters: made for each time that it is asked, with its serial.
    ///   - late: the thumbnail that comes after the reply.
    ///   - decode: makes the value of a reply; nil where no host answers this.
    @discardableResult
    func request<Method: VarlinkMethod, Value>(
        _ method: Method.Type, of document: DocumentID, need: HostRequest.Need = .document,
        subject: RequestSubject = .other, priority: HostPriority = .demand, for user: UInt32? = nil,
        reader: UInt64? = nil, canBeEnded: Bool = false, ticket: HostTicket? = nil,
        descriptors: @escaping (HostConnection) -> [SharedDescriptor] = { _ in [] }, handed: Int = 0,
        bringsDescriptors: Bool = false,
        late: LateThumbnail? = nil,
        parameters: @escaping (_ serial: Int) -> Method.Parameters,
        decode: @escaping (VarlinkReply<Method.Reply>) -> Value?,
        completion: @escaping HostCompletion<Value>
    ) -> HostTicket where Method.Failure == HostInterface.Failure {
        let ticket = ticket ?? HostTicket(self)
        var value: Value?
        let pending = PendingRequest(
            ask: { host, serial, finished in
                if let late { host.expect(late, serial: serial) }
                if handed > 0 { host.hand(bytes: handed) }
                host.call(
                    method, parameters(Int(serial)), descriptors: descriptors(host),
                    bringsDescriptors: bringsDescriptors,
                    decode: decode
                ) { answer in
                    if case .value(let decoded) = answer {
                        value = decoded
                        if let late {
                            host.endThumbnails()
                            late.isAnswered = true
                        }
                    } else {
                        _ = host.removeThumbnail(serial: serial)
                    }
                    finished(answer.withoutValue)
                }
            },
            deliver: { error in
                defer { late?.pageIsDelivered() }
                if let error {
                    completion(.failure(error))
                } else if let value {
                    completion(.success(value))
                } else {
                    completion(.failure(HostError(.hostFailed, "the provider host gave no answer")))
                }
            })
        submit(
            pending, for: document, need: need, subject: subject, priority: priority, of: user, reader: reader,
            canBeEnded: canBeEnded, ticket: ticket)
        return ticket
    }

    /// Makes a request that needs no more than that a host has loaded the provider.
    func awaitHost(
        for document: DocumentID, of user: UInt32? = nil, ticket: HostTicket,
        completion: @escaping (HostError?) -> Void
    ) {
        submit(PendingRequest(deliver: completion), for: document, need: .provider, of: user, ticket: ticket)
    }

    /// Makes a request that is done when the document is open.
    func awaitOpening(
        of document: DocumentID, for user: UInt32? = nil, ticket: HostTicket,
        completion: @escaping (HostError?) -> Void
    ) {
        submit(PendingRequest(deliver: completion), for: document, need: .opening, of: user, ticket: ticket)
    }

    /// Nobody waits for a request any more.
    func cancel(_ request: RequestID) {
        perform(scheduler.cancel(request, now: loop.now))
    }

    /// The host that has a document open.
    func host(of document: DocumentID) -> HostConnection? {
        scheduler.documents[document]?.host.flatMap { connections[$0] }
    }

    /// Whether a host works on a request.
    func isServed(_ request: RequestID) -> Bool { scheduler.isServed(request) }

    /// A reader of a user waits for a request too.
    func raise(_ request: RequestID, for user: UInt32?, reader: UInt64?) {
        perform(scheduler.raise(request, for: user, reader: reader, now: loop.now))
    }

    /// Calls `body` after the events at hand were served.
    func complete(_ body: @escaping () -> Void) {
        completions.append(body)
        guard completions.count == 1 else { return }
        loop.afterThisBatch { [self] in
            let ready = completions
            completions = []
            for completion in ready { completion() }
        }
    }

    private func nextRequest() -> RequestID {
        lastRequest += 1
        return RequestID(number: lastRequest)
    }

    /// Asks every host whose provider `matches` picks about itself.
    func broadcast(
        to matches: (ProviderID) -> Bool = { _ in true },
        _ ask: @escaping (HostConnection, UInt32, @escaping (HostAnswer<Void>) -> Void) -> Void
    ) {
        let actions = scheduler.broadcast(to: matches, now: loop.now) { _ in
            let id = nextRequest()
            requests[id] = PendingRequest(ask: ask) { _ in }
            return id
        }
        perform(actions)
    }
}
