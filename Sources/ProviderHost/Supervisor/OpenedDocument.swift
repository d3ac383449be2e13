package import SheafOS
import Varlink

/// A document that a provider has opened. It outlives the hosts that serve it, and is closed with its last reference.
package final class OpenedDocument {
    package private(set) var identity: DocumentIdentity
    package let owner: HostOwner
    /// The file. Nothing but a host reads it.
    package private(set) var descriptor: SharedDescriptor
    /// The provider's name.
    package let provider: String
    package let capabilities: ProviderCapabilities
    /// Called on the loop when the provider says that the document changed.
    package var changed: ((DocumentChange) -> Void)?

    /// Whether it is on FUSE or a network file system: nobody else is to hold its descriptor.
    package private(set) var isRemote: Bool

    let supervisor: HostSupervisor
    /// What the provider is to be told of pages on screens.
    let appearances = AppearanceNotes()
    /// What the provider is to be told of pages that will be wanted.
    let advice = PrefetchAdvice()
    private(set) var record: HostedRecord
    private var isOpen = true

    init(_ supervisor: HostSupervisor, _ record: HostedRecord, _ examined: ExaminedDocument) {
        self.supervisor = supervisor
        self.record = record
        identity = examined.identity
        owner = examined.owner
        descriptor = examined.descriptor
        isRemote = examined.isRemote
        provider = supervisor.catalog[record.provider].name
        capabilities = supervisor.catalog[record.provider].capabilities
        record.document = self
    }

    /// Of an earlier run.
    init(_ supervisor: HostSupervisor, _ record: HostedRecord, _ adopted: AdoptedDocument) {
        self.supervisor = supervisor
        self.record = record
        identity = adopted.examined.identity
        owner = adopted.examined.owner
        descriptor = adopted.examined.descriptor
        isRemote = adopted.examined.isRemote
        provider = adopted.provider
        capabilities = adopted.capabilities
        record.document = self
    }

    deinit {
        close()
    }

    /// How many pages there are, as far as was said when it was opened last or asked for the count.
    package var count: PageCount { record.count }

    /// What names it in a ``HostLogLine``.
    package var logNumber: Int64 { record.id.number }

    /// The id of the first page when it was opened last; nil of an empty document.
    package var firstPage: Int64? { record.firstPage }

    /// How it ended its hosts; nil while it is not refused.
    package var failure: HostDeath? { supervisor.failure(of: record.id) }

    /// Opens it again from its descriptor, whatever it did before. ``count`` and ``firstPage`` are new then.
    @discardableResult
    package func reload(completion: @escaping (Result<Void, HostError>) -> Void) -> HostTicket {
        let ticket = HostTicket(supervisor)
        supervisor.reload(record.id)
        advice.reset()
        supervisor.awaitOpening(of: record.id, ticket: ticket) { error in
            completion(error.map { .failure($0) } ?? .success(()))
        }
        return ticket
    }

    /// Opens it again from another file, or from its own as that is now. It becomes what it is then only when this has
    /// worked: until then, and where it fails, everything is as it was. What was asked before is answered of the old one.
    @discardableResult
    package func reload(
        from examined: ExaminedDocument, completion: @escaping (Result<Void, HostError>) -> Void
    ) -> HostTicket {
        let ticket = HostTicket(supervisor)
        let fresh = supervisor.addRecord(provider: record.provider, owner: owner, descriptor: examined.descriptor)
        supervisor.awaitOpening(of: fresh.id, ticket: ticket) { [self] error in
            if let error = isOpen ? error : HostError(.closed, "the document was closed") {
                supervisor.close(fresh.id)
                return completion(.failure(error))
            }
            let old = record
            old.document = nil
            record = fresh
            record.document = self
            (identity, descriptor) = (examined.identity, examined.descriptor)
            isRemote = examined.isRemote
            supervisor.closeWhenServed(old.id)
            advice.reset()
            completion(.success(()))
        }
        return ticket
    }

    /// Closes it. Requests that are under way fail with ``HostError/Code/closed``, and so do those that follow.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        supervisor.close(record.id)
    }

    /// Renders a region of a page into the job's memory.
    @discardableResult
    package func render(
        _ job: RenderJob, priority: HostPriority = .demand,
        completion: @escaping (Result<RenderedPage, HostError>) -> Void
    ) -> HostTicket {
        let document = Int(record.id.number)
        if let error = refusal(of: job) { return refuse(error, completion) }
        return supervisor.request(
            HostInterface.Render.self, of: record.id, priority: priority,
            descriptors: [job.memory] + [job.thumbnail?.memory].compactMap { $0 },
            parameters: { serial in
                HostInterface.RenderParameters(
                    serial: serial, document: document, page: Int(job.page), scale: job.scale,
                    rotation: Int(job.rotation), x: Int(job.x), y: Int(job.y), width: Int(job.width),
                    height: Int(job.height), format: job.format.wire, quality: job.format.quality, fileDescriptor: 0,
                    thumbnail: job.thumbnail.map {
                        HostInterface.Thumbnail(fileDescriptor: 1, width: Int($0.width), height: Int($0.height))
                    })
            },
            decode: { reply in RenderedPage(reply.parameters, of: job) },
            completion: completion)
    }

    private func refusal(of job: RenderJob) -> HostError? {
        let order = RenderOrder(
            page: job.page, scale: job.scale, rotation: job.rotation, x: job.x, y: job.y, width: job.width,
            height: job.height, format: job.format)
        do throws(HostError) {
            try order.check(limit: supervisor.settings.limits.renderBytes)
            return nil
        } catch {
            return error
        }
    }

    /// Calls `body` as a completion is called: for what is known without asking.
    package func afterThisEvent(_ body: @escaping () -> Void) {
        supervisor.complete(body)
    }

    /// Answers a request that no host need see.
    func refuse<Value>(
        _ error: HostError, _ completion: @escaping (Result<Value, HostError>) -> Void
    ) -> HostTicket {
        supervisor.complete { completion(.failure(error)) }
        return HostTicket(supervisor)
    }
}

extension RenderedPage {
    /// nil where this can't have been made of the job.
    fileprivate init?(_ wire: HostInterface.RenderReply, of job: RenderJob) {
        let stride = job.format == .bgrx8888 ? 4 * Int(job.width) : 0
        guard wire.stride == stride, wire.bytes >= 1, wire.bytes <= job.capacity, wire.microseconds >= 0 else {
            return nil
        }
        if job.format == .bgrx8888, wire.bytes != stride * Int(job.height) { return nil }
        self.init(
            bytes: wire.bytes, stride: wire.stride, isCuttable: wire.cuttable && job.format == .bgrx8888,
            microseconds: UInt64(wire.microseconds), hasThumbnail: wire.thumbnail && job.thumbnail != nil)
    }
}
