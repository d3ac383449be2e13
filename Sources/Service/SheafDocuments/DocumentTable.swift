package import HostProtocol
package import HostSupervision
package import PageModel
package import SheafBase
package import SheafOS

/// The open documents: a file that one owner opens twice is opened once.
package final class DocumentTable {
    /// Called once: with the document, or with why it can't be opened.
    package typealias Completion = (Result<ServedDocument, HostError>) -> Void

    private struct Opening: Hashable {
        let identity: DocumentIdentity
        let owner: HostOwner
        let provider: String?
        let password: String?
        let looks: DocumentLooks
    }

    private let supervisor: HostSupervisor
    private let accounts: UserAccounts
    private let watcher: FileWatcher?
    private let journal: Journal
    private var documents: [DocumentID: ServedDocument] = [:]
    private var waiting: [Opening: [(user: UInt32, completion: Completion)]] = [:]
    /// The documents whose providers were asked to count on.
    private var countedOn: Set<DocumentID> = []
    private var lastNumber: UInt64 = 0
    /// Why documents could not be watched, each reason once in the journal.
    private var refusals: Set<Int32> = []

    private weak var owner: (any DocumentTableOwner)?

    /// - Parameters:
    ///   - accounts: where it is counted which documents each user has open.
    ///   - watcher: watches the files of documents; nil: they are taken not to change.
    package init(
        supervisor: HostSupervisor, accounts: UserAccounts, watcher: FileWatcher?, journal: Journal,
        owner: any DocumentTableOwner
    ) {
        self.owner = owner
        self.accounts = accounts
        self.supervisor = supervisor
        self.watcher = watcher
        self.journal = journal
    }

    /// How many documents are open.
    package var count: Int { documents.count }

    /// All open documents, in the order in which they were opened.
    package var all: [ServedDocument] { documents.values.sorted { $0.id.number < $1.id.number } }

    /// Opens a document, or finds it open. It counts one reader of a user more, which ``release(_:of:)`` takes back.
    ///
    /// One that is locked is found open only by who knows a password that opens it.
    ///
    /// - Parameters:
    ///   - path: below a library folder, for people; nil for a descriptor.
    ///   - fileName: what a client calls the file.
    ///   - looks: how its pages are to look. With others it is another document.
    package func open(
        _ origin: DocumentOrigin, path: String?, fileName: String? = nil, owner: HostOwner, provider: String?,
        password: String?, looks: DocumentLooks, for user: UInt32, completion: @escaping Completion
    ) {
        accounts.countOpeningDocuments(of: user, by: 1)
        let completion: Completion = { [accounts] result in
            accounts.countOpeningDocuments(of: user, by: -1)
            completion(result)
        }
        supervisor.examine(origin, named: fileName, owner: owner, for: user) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let examined):
                open(
                    examined, from: origin, path: path, provider: provider, password: password, looks: looks, for: user,
                    completion: completion)
            }
        }
    }

    /// Opens the file of a document in other looks, as ``open(_:path:fileName:owner:provider:password:looks:for:completion:)``; the same one
    /// where its looks are these.
    package func open(
        _ document: ServedDocument, in looks: DocumentLooks, for user: UInt32, completion: @escaping Completion
    ) {
        var looks = looks
        looks.suffix = document.opened.looks.suffix
        if document.has(looks) {
            addReader(to: document, of: user)
            return completion(.success(document))
        }
        let opened = document.opened
        let file = DocumentFile(
            identity: opened.identity, files: opened.files, owner: opened.owner, isRemote: opened.isRemote)
        accounts.countOpeningDocuments(of: user, by: 1)
        open(
            file, from: document.origin, path: document.path, provider: opened.provider, password: opened.password,
            looks: looks, for: user
        ) { [accounts] result in
            accounts.countOpeningDocuments(of: user, by: -1)
            if case .success(let variant) = result {
                variant.learn(fileName: document.fileName)
                if document.isRemoved { variant.isRemoved = true }
                if document.isOfNamedProvider { variant.isOfNamedProvider = true }
            }
            completion(result)
        }
    }

    /// An open document.
    package func document(_ id: DocumentID) -> ServedDocument? { documents[id] }

    /// The document that the supervisor has open under a number.
    func document(ofOpened number: Int64) -> ServedDocument? {
        documents.values.first { $0.opened.logNumber == number }
    }

    /// An open document, if a user may see it: it is the user's own, or of the library.
    package func document(named name: String, visibleTo uid: UInt32) -> ServedDocument? {
        documents.values.first { document in
            document.name == name && document.opened.owner.serves(uid)
        }
    }

    /// An open document counts one reader of a user more.
    package func addReader(to document: ServedDocument, of user: UInt32) {
        document.readers += 1
        accounts.addReader(to: document.id, files: document.opened.files.descriptors.count, of: user)
        countOn(document)
    }

    /// Open documents count one reader of a user less each: the last one closes its document.
    package func release(_ documents: [ServedDocument], of user: UInt32) {
        for document in documents {
            document.readers -= 1
            accounts.removeReader(from: document.id, of: user)
            if document.readers == 0 { close(document) }
        }
    }

    private func close(_ document: ServedDocument) {
        documents[document.id] = nil
        countedOn.remove(document.id)
        owner?.documentClosed(document.id)
        document.watch?.cancel()
        document.reopening?.cancel()
        document.reopening = nil
        document.digesting = nil
        document.opened.close()
        document.changes.close()
    }

    private func open(
        _ examined: DocumentFile, from origin: DocumentOrigin, path: String?, provider: String?, password: String?,
        looks: DocumentLooks, for user: UInt32, completion: @escaping Completion
    ) {
        var looks = looks
        looks.suffix = examined.suffix ?? looks.suffix
        let known = document(of: examined, provider: provider, looks: looks)
        let files = examined.files.descriptors.count
        if let refusal = accounts.refusal(of: known?.id, files: files, to: user) {
            return completion(.failure(refusal))
        }
        if let known, !known.opened.isLocked || (password != nil && password == known.opened.password) {
            addReader(to: known, of: user)
            guard known.opened.hasNewProvider else { return completion(.success(known)) }
            // It is opened with the provider as that is now, for those who read it already too.
            return reload(known, onlyIfChanged: true) { [self] failure in
                guard let failure else { return completion(.success(known)) }
                release([known], of: user)
                completion(.failure(failure))
            }
        }
        if let known, known.opened.isShut {
            // One of an earlier run: whoever knows a password opens it for its readers too.
            return unlock(known, with: password, for: user, completion: completion)
        }
        let opening = Opening(
            identity: examined.identity, owner: examined.owner, provider: provider, password: password,
            looks: looks)
        if waiting[opening] != nil {
            waiting[opening]?.append((user, completion))
            return
        }
        waiting[opening] = [(user, completion)]
        accounts.countOpeningFiles(of: user, by: files)
        let watch = watch(examined, from: origin)
        supervisor.open(examined, provider: provider, password: password, looks: looks, for: user) { [self] result in
            let joining = waiting.removeValue(forKey: opening) ?? []
            accounts.countOpeningFiles(of: user, by: -files)
            let added = result.map { opened in
                // It may be open by now, under another password that is right too; or in looks that make no difference to it.
                guard let known = document(of: examined, provider: opened.provider, looks: looks) else {
                    let added = add(opened, number: lastNumber + 1, path: path, origin: origin, watch: watch)
                    added.isOfNamedProvider = provider != nil
                    return added
                }
                watch?.cancel()
                opened.close()
                return known
            }
            // All of them before the first: a reader that is not opened after all would close it.
            if case .success(let document) = added { for one in joining { addReader(to: document, of: one.user) } }
            for one in joining { one.completion(added) }
        }
    }

    /// The document that is open of a file in these looks, with this provider where one is named.
    private func document(of examined: DocumentFile, provider: String?, looks: DocumentLooks) -> ServedDocument? {
        documents.values.first { document in
            document.has(looks) && document.opened.identity == examined.identity
                && document.opened.owner == examined.owner
                && (provider == nil || provider == document.opened.provider)
        }
    }

    private func unlock(
        _ document: ServedDocument, with password: String?, for user: UInt32, completion: @escaping Completion
    ) {
        guard let password else { return completion(.failure(.passwordNeeded(isWrong: false))) }
        reload(document, password: password) { [self] failure in
            if let failure { return completion(.failure(failure)) }
            guard documents[document.id] != nil else {
                return completion(.failure(HostError(.closed, "the document was closed")))
            }
            addReader(to: document, of: user)
            completion(.success(document))
        }
    }

    private func add(
        _ opened: HostDocument, number: UInt64, path: String?, origin: DocumentOrigin, watch: DocumentWatch?
    ) -> ServedDocument {
        lastNumber = max(lastNumber, number)
        let id = DocumentID(number)
        let document = ServedDocument(
            id: id, opened: opened, path: path, origin: origin, watch: watch, owner: owner)
        documents[id] = document
        let reopening = DocumentReopening(
            of: opened, from: origin, watch: watch, changes: document.changes, supervisor: supervisor
        ) { [weak self] outcome, completion in
            if let self, let document = documents[id] { reopened(document, outcome, completion: completion) }
        }
        document.reopening = reopening
        opened.observe { [weak self] news in
            if let self, let document = documents[id] { hear(news, of: document) }
        }
        watch?.begin { [weak reopening] change in reopening?.look(after: change) }
        countOn(document)
        return document
    }

    private func hear(_ news: DocumentNews, of document: ServedDocument) {
        switch news {
        case .changed(.all): document.reopening?.reopen()
        case .changed(let change): owner?.documentChanged(document, change) { [self] in countOn(document) }
        case .countedOn: owner?.documentCounted(document)
        case .refused(let page): owner?.documentRefused(document, page: PageID(page))
        }
    }

    /// Has a document's provider count its pages on until it knows all of them, behind everything that anybody waits for.
    ///
    /// - Parameter isSure: whether only one is asked that has said that it counts.
    private func countOn(_ document: ServedDocument, isSure: Bool = true) {
        guard !isSure || document.counted != nil, !countedOn.contains(document.id), documents[document.id] === document
        else { return }
        countedOn.insert(document.id)
        document.opened.pageCount(priority: .idle) { [self] result in
            countedOn.remove(document.id)
            // What can't be counted now is counted on for the next reader.
            guard case .success = result, documents[document.id] === document else { return }
            owner?.documentCounted(document)
            countOn(document)
        }
    }

    /// Takes over a document that an earlier run had open; its readers join it. Its file is looked at again: it may have changed
    /// meanwhile.
    ///
    /// - Parameter origin: where it is watched, and found when its file is replaced.
    package func adopt(_ opened: HostDocument, number: UInt64, path: String?, origin: DocumentOrigin) -> ServedDocument
    {
        let examined = DocumentFile(
            identity: opened.identity, files: opened.files, owner: opened.owner)
        let document = add(opened, number: number, path: path, origin: origin, watch: watch(examined, from: origin))
        // It may have been at that when the earlier run ended.
        if case .estimated = opened.count { countOn(document, isSure: false) }
        return document
    }

    /// Looks at the files of all documents again.
    package func lookAgain() {
        for document in all { document.reopening?.look(after: .unknown) }
    }

    /// Opens those documents again whose providers were replaced. Their readers stay where they are.
    package func goOverToNewProviders() {
        for document in all where document.opened.hasNewProvider { document.reopening?.reopen(onlyIfChanged: true) }
    }

    /// Closes the documents that no reader has joined.
    package func closeUnread() {
        for document in all where document.readers == 0 { close(document) }
    }

    /// Opens a document again, whether its file has changed or not. Where it can't be opened, it goes on with what it was.
    ///
    /// - Parameters:
    ///   - password: what it is opened with from then on, where it is locked; nil: with the one that it has.
    ///   - onlyIfChanged: not where its file and its provider's are as they were.
    ///   - completion: told why it could not be opened, else called when its readers have taken it in.
    package func reload(
        _ document: ServedDocument, password: String? = nil, onlyIfChanged: Bool = false,
        completion: @escaping (HostError?) -> Void
    ) {
        guard let reopening = document.reopening else {
            return completion(HostError(.closed, "the document was closed"))
        }
        let opened = document.opened
        // Whether another password is right is found out by opening it with that.
        let isKnown = password == nil || !opened.isLocked || password == opened.password
        // One user's wish costs the others of a library document all the pages that they have.
        let isOthers = opened.owner == .library && opened.failure == nil && !opened.isShut && isKnown
        reopening.reopen(onlyIfChanged: isOthers || onlyIfChanged, password: password, completion: completion)
    }

    /// Opens the file that has taken the place of a document's, in the same looks and with the same provider, as far as that is its
    /// provider's: it counts one reader of the user more then. The document's own file is opened again where it has changed or failed.
    ///
    /// - Parameters:
    ///   - fileName: what the file is called; nil: as the one before.
    ///   - password: what it is opened with, where it is locked; nil: with the one of the document.
    ///   - completion: gets the document itself, which counts nobody more, where the file is its own.
    package func open(
        _ origin: DocumentOrigin, inPlaceOf document: ServedDocument, fileName: String?, password: String?,
        for user: UInt32, completion: @escaping Completion
    ) {
        let fileName = fileName ?? document.fileName
        accounts.countOpeningDocuments(of: user, by: 1)
        let completion: Completion = { [accounts] result in
            accounts.countOpeningDocuments(of: user, by: -1)
            if case .success(let new) = result { new.learn(fileName: fileName) }
            completion(result)
        }
        supervisor.examine(origin, named: fileName, owner: .uid(user), for: user) { [self] result in
            let examined: DocumentFile
            switch result {
            case .failure(let failure): return completion(.failure(failure))
            case .success(let found): examined = found
            }
            let old = document.opened
            if examined.owner == old.owner, examined.identity.isSameFile(as: old.identity) {
                let isWhole = old.failure == nil && !old.isShut && password == nil
                return reload(document, password: password, onlyIfChanged: isWhole) { failure in
                    completion(failure.map { .failure($0) } ?? .success(document))
                }
            }
            let isOpen = self.document(of: examined, provider: old.provider, looks: old.looks) != nil
            open(
                examined, from: origin, path: nil, provider: isOpen || document.isOfNamedProvider ? old.provider : nil,
                password: password ?? old.password, looks: old.looks, for: user, completion: completion)
        }
    }

    private func reopened(
        _ document: ServedDocument, _ outcome: DocumentReopening.Outcome, completion: @escaping (HostError?) -> Void
    ) {
        switch outcome {
        case .unchanged: completion(nil)
        case .removed:
            document.isRemoved = true
            owner?.documentRemoved(document)
            completion(nil)
        case .reopened:
            if document.isFoundByPath { document.isRemoved = false }
            owner?.documentChanged(document, .all) { completion(nil) }
            countOn(document)
        case .failed(let failure):
            journal.log(
                .warning, "cannot open document \(document.logName) again, and goes on with what it was: \(failure)",
                .document(document.name), .provider(document.opened.provider))
            completion(failure)
        }
    }

    private func watch(_ examined: DocumentFile, from origin: DocumentOrigin) -> DocumentWatch? {
        guard let watcher, !examined.isRemote else { return nil }
        do throws(OSError) {
            return try DocumentWatch(of: examined, from: origin, by: watcher)
        } catch {
            if refusals.insert(error.code).inserted {
                journal.log(.notice, "changes of some documents will not be noticed: \(error)")
            }
            return nil
        }
    }
}
