import Glibc
package import HostProtocol
import SheafOS
import Varlink

/// Opens a document: asks the providers how sure they are that it is their own, and has the surest one open it.
final class DocumentOpening {
    private let pool: HostPool
    private let registry: ProviderRegistry
    private let examined: DocumentFile
    private let name: String?
    private let password: String?
    private let looks: DocumentLooks
    private let user: UInt32?
    private let ticket: HostTicket
    private let completion: HostCompletion<HostDocument>
    /// The providers that may open the document, in the order in which they are asked; and those that are asked where
    /// none of these opens it.
    private var candidates: ArraySlice<ProviderID>
    private var others: [ProviderID]
    private var best: (record: DocumentRecord, certainty: Int)?
    /// The first thing that went wrong with a provider which may have known the document.
    private var trouble: HostError?
    /// The first provider whose manifest says that the document is its own, and that can't be loaded; and why.
    private var refusal: (provider: ProviderID, error: HostError)?

    init(
        _ pool: HostPool, _ registry: ProviderRegistry, _ examined: DocumentFile, name: String?, password: String?,
        looks: DocumentLooks, for user: UInt32?, _ ticket: HostTicket,
        _ completion: @escaping HostCompletion<HostDocument>
    ) {
        self.pool = pool
        self.registry = registry
        self.examined = examined
        self.name = name
        self.password = password
        self.looks = looks
        self.user = user
        self.ticket = ticket
        self.completion = completion
        let all = registry.catalog.candidates(for: examined.hints)
        candidates = (name.map { registry.catalog.candidates(named: $0) } ?? all.likely)[...]
        others = name == nil ? all.others : []
    }

    /// Asks the next provider.
    func start() {
        if ticket.isCancelled { return fail(HostError(.cancelled, "the request was cancelled")) }
        if candidates.isEmpty, best == nil, refusal == nil { (candidates, others) = (others[...], []) }
        guard let provider = candidates.popFirst() else { return choose() }
        if let fault = registry.catalog[provider].fault {
            note(fault.error, of: provider)
            return start()
        }
        if let name {
            let record = pool.addRecord(
                provider: provider, owner: examined.owner, file: examined, password: password, looks: looks)
            pool.wait(for: .provider, of: record.id, user: user, ticket: ticket) { [self] error in
                if error == nil, registry.catalog[provider].name == name { return open(record) }
                pool.close(record.id)
                note(error, of: provider)
                start()
            }
        } else {
            pool.probe(
                examined, by: provider, password: password, looks: looks, for: user, ticket: ticket
            ) { [self] record, result in
                switch result {
                case .success(let certainty): judge(record, certainty)
                case .failure(let error):
                    pool.close(record.id)
                    note(error, of: record.provider)
                    start()
                }
            }
        }
    }

    private func judge(_ record: DocumentRecord, _ certainty: Int) {
        if certainty > best?.certainty ?? 0 {
            if let best { pool.close(best.record.id) }
            best = (record, certainty)
        } else {
            pool.close(record.id)
        }
        // Nobody with a lower priority comes before it, and nobody is surer than certain.
        if let best, let next = candidates.first,
            best.certainty == HostLimits.certainty || priority(of: next) < priority(of: best.record.provider)
        {
            candidates = []
        }
        start()
    }

    private func priority(of provider: ProviderID) -> Int { registry.catalog[provider].priority }

    /// Keeps what may be the reason why nobody opens it.
    private func note(_ error: HostError?, of provider: ProviderID) {
        switch error?.code {
        case .documentError(errno: EFBIG): trouble = trouble ?? error
        case nil, .cancelled, .unsupported, .documentError, .noSuchPage: break
        case .providerRefused where name == nil:
            if let error, refusal == nil, registry.catalog.grounds(of: provider, for: examined.hints) > 0 {
                refusal = (provider, error)
            }
        default: trouble = trouble ?? error
        }
    }

    private func choose() {
        let hints = examined.hints
        if let best, isMissing(for: best.record.provider) {
            return fail(HostError(.notADocument, "the file is empty"))
        }
        if let best, refusal.map({ registry.catalog.canStand(best.record.provider, for: $0.provider, hints) }) ?? true {
            self.best = nil
            return open(best.record)
        }
        if let error = refusal?.error ?? trouble { return fail(error) }
        if let name { return fail(HostError(.unknownProvider, "no provider is called \(name)")) }
        let providers = registry.catalog.ids
        let refusals = providers.compactMap { provider in
            if case .refused(let reason) = registry.catalog[provider].state { reason } else { nil }
        }
        if let first = refusals.first, refusals.count == providers.count {
            return fail(HostError(.providerRefused, first))
        }
        fail(HostError(.notADocument, "no provider knows what kind of document it is"))
    }

    /// Whether an empty file is called as others' documents are, and not as those of a provider: it is one that never came, and no empty
    /// text.
    private func isMissing(for provider: ProviderID) -> Bool {
        guard examined.identity.size == 0, name == nil else { return false }
        let catalog = registry.catalog
        return catalog.grounds(of: provider, for: examined.hints) == 0
            && catalog.ids.contains { catalog.grounds(of: $0, for: examined.hints) > 0 }
    }

    private func open(_ record: DocumentRecord) {
        if ticket.isCancelled {
            pool.close(record.id)
            return fail(HostError(.cancelled, "the request was cancelled"))
        }
        pool.findKept(of: record, in: examined.identity) { [self] in openFound(record) }
    }

    private func openFound(_ record: DocumentRecord) {
        pool.wait(for: .opening, of: record.id, user: user, ticket: ticket) { [self] error in
            if let error {
                pool.close(record.id)
                return completion(.failure(error))
            }
            let known = registry.catalog[record.provider]
            completion(
                .success(
                    HostDocument(
                        pool, record, examined, provider: known.name, capabilities: known.capabilities)))
        }
    }

    private func fail(_ error: HostError) {
        if let best { pool.close(best.record.id) }
        best = nil
        pool.loop.afterThisBatch { [completion] in completion(.failure(error)) }
    }
}

/// The state of an open document that an earlier run of the service has kept.
package struct KeptDocument {
    /// The file, as it was then.
    package let examined: DocumentFile
    /// The library of its provider.
    package let library: String
    /// The provider's name.
    package let provider: String
    package let capabilities: ProviderCapabilities
    package let count: PageCount
    package let firstPage: Int64?
    /// Whether it needs a password, which nobody has kept.
    package let isLocked: Bool
    /// The title that the document gives itself.
    package let title: String?
    /// How its pages are to look.
    package let looks: DocumentLooks
    /// Whether they are laid out.
    package let flows: Bool

    package init(
        _ examined: DocumentFile, library: String, provider: String, capabilities: ProviderCapabilities,
        count: PageCount, firstPage: Int64?, isLocked: Bool = false, title: String? = nil,
        looks: DocumentLooks = DocumentLooks(), flows: Bool = false
    ) {
        self.examined = examined
        self.library = library
        self.provider = provider
        self.capabilities = capabilities
        self.count = count
        self.firstPage = firstPage
        self.isLocked = isLocked
        self.title = title
        self.looks = looks
        self.flows = flows
    }
}

extension HostSupervisor {
    /// Opens a document with the provider of this name, or with the one that is surest that it is its own.
    ///
    /// - Parameters:
    ///   - password: for one that is locked. The document is opened with it whenever it has to be.
    ///   - looks: how its pages are to look.
    ///   - user: on whose behalf; nil: the service's own.
    @discardableResult
    package func open(
        _ document: DocumentFile, provider name: String? = nil, password: String? = nil,
        looks: DocumentLooks = DocumentLooks(), for user: UInt32? = nil,
        completion: @escaping HostCompletion<HostDocument>
    ) -> HostTicket {
        let ticket = HostTicket(pool)
        learnPriorities { [self] in
            DocumentOpening(
                pool, registry, document, name: name, password: password, looks: looks, for: user, ticket, completion
            ).start()
        }
        return ticket
    }

    /// Calls `body` when the providers that have a priority are known by the names that they give themselves: at once, but where
    /// one of them was not loaded yet.
    func learnPriorities(_ body: @escaping () -> Void) {
        if settings.priorities.keys.allSatisfy({ registry.provider(named: $0) != nil }) { return body() }
        learnProviders { _ in body() }
    }

    /// Loads the providers that no host has loaded yet, one after the other, and tells what is known of all then.
    package func learnProviders(completion: @escaping ([ProviderDescription]) -> Void) {
        lookForChangedProviders()
        guard let next = registry.catalog.ids.first(where: { registry.catalog[$0].state == .unknown }) else {
            return pool.loop.afterThisBatch { [self] in completion(providers) }
        }
        let record = pool.addRecord(provider: next, owner: .library)
        pool.wait(for: .provider, of: record.id, ticket: HostTicket(pool)) { [self] error in
            pool.close(record.id)
            // Where no host is to be had, the rest can't be learnt now either.
            if error != nil, registry.catalog[next].state == .unknown { return completion(providers) }
            learnProviders(completion: completion)
        }
    }

    /// Restores a document that an earlier run had open, without asking a host: the next request has it opened in one.
    ///
    /// - Returns: nil where its provider is not there any more.
    package func adopt(_ document: KeptDocument) -> HostDocument? {
        guard let provider = registry.provider(at: document.library) else { return nil }
        let record = pool.addRecord(
            provider: provider, owner: document.examined.owner, file: document.examined, looks: document.looks)
        record.count = document.count
        record.firstPage = document.firstPage
        record.isLocked = document.isLocked
        record.title = document.title
        record.flows = document.flows
        return HostDocument(
            pool, record, document.examined, provider: document.provider, capabilities: document.capabilities)
    }

    /// The library of a document's provider, for ``adopt(_:)``.
    package func library(of document: HostDocument) -> String { registry.catalog[document.record.provider].path }
}
