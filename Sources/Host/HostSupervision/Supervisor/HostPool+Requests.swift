import Glibc
import HostProtocol
import SheafOS
import Varlink

// The requests that documents and openings make, each in terms of the call that it is.

extension HostPool {
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
        bringsDescriptors: Bool = false, late: LateThumbnail? = nil,
        parameters: @escaping (_ serial: Int) -> Method.Parameters,
        decode: @escaping (VarlinkReply<Method.Reply>) -> Value?,
        completion: @escaping HostCompletion<Value>
    ) -> HostTicket where Method.Failure == HostInterface.Failure {
        let ticket = ticket ?? HostTicket(self)
        var value: Value?
        let pending = PendingRequest(
            .init(
                document: document, need: need, work: subject, priority: priority, user: user, reader: reader,
                canBeEnded: canBeEnded, ticket: ticket),
            ask: { host, serial, finished in
                if let late { host.expect(late, serial: serial) }
                if handed > 0 { host.consumption.hand(bytes: handed) }
                host.call(
                    method, parameters(Int(serial)), descriptors: descriptors(host),
                    bringsDescriptors: bringsDescriptors, decode: decode
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
        submit(pending)
        return ticket
    }

    /// Has the pages of a document counted on, since the answer to a request lies behind those that are counted, and makes the
    /// request again. Others have their turns in between.
    func countOn(for request: PendingRequest) {
        guard let subject = request.subject, let record = records[subject.document] else {
            return request.deliver(HostError(.closed, "the document was closed"))
        }
        guard !subject.ticket.isCancelled else { return request.deliver(.cancelled) }
        let number = Int(subject.document.number)
        self.request(
            HostInterface.PageCount.self, of: subject.document, priority: subject.priority, for: subject.user,
            ticket: subject.ticket, parameters: { .init(serial: $0, document: number) },
            decode: { reply in PageCount(reply.parameters.count).map { ($0, reply.parameters.kept) } }
        ) { [self] result in
            switch result {
            case .failure(let error): request.deliver(error)
            case .success(let (count, kept)):
                record.learn(count)
                keep(kept, of: record)
                record.tell(.countedOn)
                // One that has counted all of them answers; once more than it counts is asked for an answer.
                let counted = if case .counting(_, let counted) = count { counted } else { Int64.max }
                guard counted > request.counted else {
                    let message = "the provider counts no page more, and says that what was asked for lies behind them"
                    return request.deliver(HostError(.documentError(errno: EPROTO), message))
                }
                request.counted = counted
                submit(request)
            }
        }
    }

    /// Makes a request that asks nothing: it is done when a host has come so far.
    ///
    /// - Parameter need: that a host has loaded the provider, or that it has opened the document.
    func wait(
        for need: HostRequest.Need, of document: DocumentID, user: UInt32? = nil, ticket: HostTicket,
        completion: @escaping (HostError?) -> Void
    ) {
        submit(PendingRequest(.init(document: document, need: need, user: user, ticket: ticket), deliver: completion))
    }

    /// Forgets a document once its requests are answered.
    func closeWhenServed(_ document: DocumentID) {
        guard scheduler.hasRequests(of: document) else { return close(document) }
        // Users are served in turn: some may wait still when this has its turn.
        submit(
            PendingRequest(
                .init(
                    document: document, need: .provider, priority: .prefetch, isLimited: false,
                    ticket: HostTicket(self))
            ) { [self] error in error == nil ? closeWhenServed(document) : close(document) })
    }

    /// Asks one provider how sure it is, from 0 to 100, that a file is its own. `completion` gets the record too, to open it by or to
    /// close.
    func probe(
        _ document: DocumentFile, by provider: ProviderID, password: String? = nil,
        looks: DocumentLooks = DocumentLooks(), for user: UInt32?, ticket: HostTicket,
        completion: @escaping (DocumentRecord, Result<Int, HostError>) -> Void
    ) {
        let record = addRecord(
            provider: provider, owner: document.owner, file: document, password: password, looks: looks)
        request(
            HostInterface.Probe.self, of: record.id, need: .provider, subject: .opening, for: user, ticket: ticket,
            descriptors: { _ in document.files.descriptors },
            parameters: {
                HostInterface.ProbeParameters(
                    serial: $0, fileDescriptor: 0, album: document.files.names,
                    suffix: looks.suffix ?? document.hints.suffix)
            },
            decode: { (0...HostLimits.certainty).contains($0.parameters.certainty) ? $0.parameters.certainty : nil },
            completion: { completion(record, $0) })
    }
}
