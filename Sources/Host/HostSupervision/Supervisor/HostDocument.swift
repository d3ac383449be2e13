package import HostProtocol
import SheafOS
import Varlink

/// A document that a provider has opened. It outlives the hosts that serve it, and is closed with its last reference.
package final class HostDocument {
    package private(set) var identity: DocumentIdentity
    package let owner: HostOwner
    /// The files of the document. Nothing but a host reads them.
    package private(set) var files: DocumentFiles
    /// The provider's name.
    package private(set) var provider: String
    package private(set) var capabilities: ProviderCapabilities
    /// Gets what happens to it (``observe(_:)``).
    private var tell: (DocumentNews) -> Void = { _ in }

    /// Whether it is on FUSE or a network file system: nobody else is to hold its descriptor.
    package private(set) var isRemote: Bool

    let pool: HostPool
    /// Appearance events on their way to the provider.
    let appearances = AppearanceNotes()
    /// The readers' plans on their way to the provider.
    let advice = PrefetchAdvice()
    private(set) var record: DocumentRecord
    private var isOpen = true

    /// - Parameters:
    ///   - provider: the provider's name.
    ///   - capabilities: what it can do.
    init(
        _ pool: HostPool, _ record: DocumentRecord, _ examined: DocumentFile, provider: String,
        capabilities: ProviderCapabilities
    ) {
        self.pool = pool
        self.record = record
        identity = examined.identity
        owner = examined.owner
        files = examined.files
        isRemote = examined.isRemote
        self.provider = provider
        self.capabilities = capabilities
        hear(record)
    }

    deinit {
        close()
    }

    /// Sets what is called, on the loop, for events of the document that nobody has asked for.
    package func observe(_ tell: @escaping (DocumentNews) -> Void) { self.tell = tell }

    /// The provider says that it has changed.
    package func changed(_ change: DocumentChange) { tell(.changed(change)) }

    private func hear(_ record: DocumentRecord) {
        record.tell = { [weak self] news in self?.tell(news) }
    }

    /// Why a page is not drawn for a user, since that has ended hosts; nil where it may be.
    ///
    /// - Parameter pixels: how many it would have.
    package func refusal(ofPage page: Int64, pixels: Int, for user: UInt32) -> HostError? {
        pool.scheduler.refusal(of: drawing(page, pixels: pixels), of: record.id, for: user)
    }

    /// Forgets the failures of the document for a user: work that ended hosts is tried again when it is asked for.
    package func forgetFailures(for user: UInt32) { pool.scheduler.forgetFailures(of: record.id, for: user) }

    /// How many pages there are, as far as was said when it was opened last or asked for the count.
    package var count: PageCount { record.count }

    /// Whether it can't be opened without a password, as far as was said when it was opened last.
    package var isLocked: Bool { record.isLocked }

    /// The title that the document gives itself, as a ``DocumentTitle``; nil where it has none.
    package var title: String? { record.title }

    /// The password that the document is opened with, each time; nil where it is not locked, and for one of an earlier
    /// run.
    package var password: String? { record.isLocked ? record.password : nil }

    /// How its pages are to look.
    package var looks: DocumentLooks { record.looks }

    /// Whether its pages are laid out, as ``DocumentLooks/flow`` says.
    package var flows: Bool { record.flows }

    /// Whether a region of a page takes about as long as the page, as far as was said when it was opened last.
    package var isSequential: Bool { record.isSequential }

    /// Whether its pages can come in another order (``DocumentLooks/order``): the ones that flow come in that of the text, and those with
    /// ids of their own in that of their provider.
    package var takesOrders: Bool { !flows && capabilities.isDisjoint(with: [.pageIDs, .pageStep]) }

    /// Whether it is locked and its password is not known: it is of an earlier run.
    package var isShut: Bool { record.isLocked && record.password == nil }

    /// The number of the document in a ``HostLogLine``.
    package var logNumber: Int64 { record.id.number }

    /// The id of the first page when it was opened last; nil of an empty document.
    package var firstPage: Int64? { record.firstPage }

    /// How it ended its hosts; nil while it is not refused.
    package var failure: HostDeath? { pool.scheduler.documents[record.id]?.failure }

    /// Whether its provider was replaced since, or may do other things: it is another one when the document is opened again.
    package var hasNewProvider: Bool { pool.hasNewProvider(record) }

    /// Opens it again from its descriptor, whatever it did before. ``count`` and ``firstPage`` are new then.
    @discardableResult
    package func reload(completion: @escaping HostCompletion<Void>) -> HostTicket {
        let ticket = HostTicket(pool)
        pool.schedule { $0.reload(record.id, now: $1) }
        advice.reset()
        pool.wait(for: .opening, of: record.id, ticket: ticket) { error in
            completion(error.map { .failure($0) } ?? .success(()))
        }
        return ticket
    }

    /// Opens it again from another file, or from its own as that is now, with its provider as that is now. It becomes what it is then only when this has
    /// worked: until then, and where it fails, everything is as it was. What was asked before is answered of the old one.
    ///
    /// - Parameter password: what it is opened with from then on; nil: with the one that it has.
    @discardableResult
    package func reload(
        from examined: DocumentFile, password: String? = nil, completion: @escaping HostCompletion<Void>
    ) -> HostTicket {
        let ticket = HostTicket(pool)
        let provider = pool.successor(of: record.provider)
        let fresh = pool.addRecord(
            provider: provider, owner: owner, file: examined, password: password ?? record.password,
            looks: record.looks, inPlaceOf: provider == record.provider ? record.id : nil)
        pool.findKept(of: fresh, in: examined.identity) { [self] in
            open(fresh, from: examined, with: provider, ticket, completion)
        }
        return ticket
    }

    /// Opens what a record is of, and becomes that.
    private func open(
        _ fresh: DocumentRecord, from examined: DocumentFile, with provider: ProviderID, _ ticket: HostTicket,
        _ completion: @escaping HostCompletion<Void>
    ) {
        pool.wait(for: .opening, of: fresh.id, ticket: ticket) { [self] error in
            if let error = isOpen ? error : HostError(.closed, "the document was closed") {
                pool.close(fresh.id)
                return completion(.failure(error))
            }
            let old = record
            old.tell = { _ in }
            record = fresh
            hear(record)
            (identity, files) = (examined.identity, examined.files)
            isRemote = examined.isRemote
            let known = pool.description(of: provider)
            (self.provider, capabilities) = (known.name, known.capabilities)
            pool.closeWhenServed(old.id)
            advice.reset()
            completion(.success(()))
        }
    }

    /// Closes it. Requests that are under way fail with ``HostError/Code/closed``, and so do those that follow.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        pool.close(record.id)
    }

    /// Calls `body` as a completion is called: for what is known without asking.
    package func afterThisEvent(_ body: @escaping () -> Void) {
        pool.loop.afterThisBatch(body)
    }

    /// Calls `body` when all changes are told (``observe(_:)``) that the provider has told by now. They are told some
    /// at a time, and what it has answered since may go by them.
    package func whenChangesAreTold(_ body: @escaping () -> Void) {
        record.changes.hurry()
        pool.loop.afterThisBatch(body)
    }

    /// Advice to the provider: a reader may ask for these pages, the likeliest first; with none it gives up what it had.
    /// Without effect where the provider takes no advice. It is sent after ``PrefetchAdvice/pause``, and so never where a
    /// later advice for the same reader replaces it before.
    ///
    /// - Parameter reader: who may ask for them; they replace those of its last advice.
    package func advise(_ pages: [Int64], for reader: UInt64) {
        guard capabilities.contains(.prefetch) else { return }
        advice.set(pages, for: reader, of: self)
    }

    /// Tells the provider that a page comes on some screen or leaves it, where it wants to know; soon, and in order.
    package func appearance(of page: Int64, _ event: AppearanceEvent) {
        guard capabilities.contains(.appearance) else { return }
        appearances.add(page, event, of: self)
    }
}
