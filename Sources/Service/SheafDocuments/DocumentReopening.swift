import HostProtocol
import HostSupervision
import SheafOS

/// Opens a document again after its file has changed: the old one is served until the new one is open, and goes on
/// being served where that one can't be opened, because half of it is written, say.
final class DocumentReopening {
    /// The outcome of looking at the document's file again.
    enum Outcome {
        /// The file is as it was, and so is its provider's.
        case unchanged
        case reopened
        /// The file has lost its name: it was deleted, or another file has taken its place. The data read from it is
        /// still there.
        case removed
        case failed(HostError)
    }

    private let supervisor: HostSupervisor
    private let opened: HostDocument
    private let origin: DocumentOrigin
    private let watch: DocumentWatch?
    private let changes: PendingChanges
    private var isCancelled = false
    private let finished: (Outcome, @escaping (HostError?) -> Void) -> Void
    private var isUnderWay = false
    /// The changes of the file since it was looked at last.
    private var waiting: FileChange = []
    /// Whether the document is to be opened again, whatever happened to its file.
    private var isWanted = false
    /// Whether it is to be opened again even where nothing has changed.
    private var isForced = false
    /// The password for the next opening; nil: the one that the document was opened with.
    private var password: String?
    /// The password for the opening that is under way; nil: the one that the document was opened with.
    private var servedPassword: String?
    /// The completions of the next opening; ``served`` has those of the one that is under way.
    private var wanting: [(HostError?) -> Void] = []
    private var served: [(HostError?) -> Void] = []

    /// - Parameter finished: called each time that the file was looked at, with what to call when that was taken in.
    init(
        of opened: HostDocument, from origin: DocumentOrigin, watch: DocumentWatch?, changes: PendingChanges,
        supervisor: HostSupervisor,
        finished: @escaping (Outcome, @escaping (HostError?) -> Void) -> Void
    ) {
        self.opened = opened
        self.origin = origin
        self.watch = watch
        self.changes = changes
        self.supervisor = supervisor
        self.finished = finished
    }

    /// Looks at the file, now or after the look that is under way.
    func look(after change: FileChange) {
        waiting.formUnion(change)
        guard !isUnderWay, !isCancelled else { return }
        if isWanted {
            let isForced = self.isForced
            (isWanted, self.isForced) = (false, false)
            served = wanting
            wanting = []
            (servedPassword, password) = (password, nil)
            begin()
            return examineWhereItIs { [self] result in
                let isUnchanged = (try? result.get())?.identity == opened.identity && !opened.hasNewProvider
                if !isForced, isUnchanged { end(.unchanged) } else { open(result) }
            }
        }
        let change = waiting
        waiting = []
        // What can't be watched can be looked at.
        let origin = watch.map { $0.origin(after: change, of: opened.files) }
        let next = origin ?? .files(opened.files)
        // Nothing new can be found, or what was written was written before its name went.
        if next == nil || change.contains(.deleted) && !isFoundByPath { finished(.removed) { _ in } }
        guard let origin = next else { return }
        begin()
        examine(origin) { self.found($0, after: change, isByName: true) }
    }

    /// Opens it again from its descriptor, or its path where it is of the library.
    ///
    /// - Parameters:
    ///   - onlyIfChanged: not where its file and its provider's are as they were.
    ///   - password: what it is opened with from then on; nil: with the one that it has.
    ///   - completion: told why that failed, else called when its readers have taken in what is new.
    func reopen(
        onlyIfChanged: Bool = false, password: String? = nil, completion: @escaping (HostError?) -> Void = { _ in }
    ) {
        isWanted = true
        if !onlyIfChanged { isForced = true }
        if let password { self.password = password }
        wanting.append(completion)
        look(after: [])
    }

    /// Whether what takes the place of the file is found by itself: one of the library is.
    private var isFoundByPath: Bool { if case .file = origin { true } else { false } }

    /// Looks at what lies where the document was opened from; where nothing does any more, at what was opened.
    private func examineWhereItIs(completion: @escaping (Result<DocumentFile, HostError>) -> Void) {
        guard isFoundByPath else { return examine(completion: completion) }
        examine(origin) { [self] result in
            if case .failure(let failure) = result, case .notFound = failure.code {
                examine(completion: completion)
            } else {
                if case .success(let examined) = result, !isCancelled { watch?.replaceFiles(by: examined) }
                completion(result)
            }
        }
    }

    /// - Parameter origin: nil: the descriptors that it was opened from.
    private func examine(
        _ origin: DocumentOrigin? = nil,
        completion: @escaping (Result<DocumentFile, HostError>) -> Void
    ) {
        let origin = origin ?? .files(opened.files)
        supervisor.examine(origin, owner: opened.owner, completion: completion)
    }

    private func found(_ result: Result<DocumentFile, HostError>, after change: FileChange, isByName: Bool) {
        guard !isCancelled else { return }
        switch result {
        case .failure(let failure):
            guard isByName, case .notFound = failure.code else { return end(.failed(failure)) }
            // Its name is gone, but not what was read under it.
            finished(.removed) { _ in }
            guard !change.isDisjoint(with: [.rewritten, .unknown]) else { return end(.unchanged) }
            examine { self.found($0, after: change, isByName: false) }
        case .success(let examined):
            guard examined.identity != opened.identity else { return end(.unchanged) }
            // From now on: more may be written while it is being opened.
            watch?.replaceFiles(by: examined)
            open(result)
        }
    }

    private func open(_ result: Result<DocumentFile, HostError>) {
        guard !isCancelled else { return }
        switch result {
        case .failure(let failure): end(.failed(failure))
        case .success(let examined):
            opened.reload(from: examined, password: servedPassword) { [self] result in
                switch result {
                case .success: end(.reopened)
                case .failure(let failure): end(.failed(failure))
                }
            }
        }
    }

    /// The document was closed: nobody opens it again.
    func cancel() {
        isCancelled = true
        let completions = wanting + served
        wanting = []
        served = []
        for completion in completions { completion(HostError(.closed, "the document was closed")) }
    }

    private func begin() {
        isUnderWay = true
        // It is a change from here on: who asked for a refresh is told when this is over.
        changes.begin()
    }

    private func end(_ outcome: Outcome) {
        guard !isCancelled else { return }
        isUnderWay = false
        servedPassword = nil
        let completions = served
        served = []
        finished(outcome) { failure in for completion in completions { completion(failure) } }
        changes.end()
        if isWanted || !waiting.isEmpty { look(after: []) }
    }
}
