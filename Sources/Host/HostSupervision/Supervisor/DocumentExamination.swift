package import HostProtocol
package import SheafOS
import Varlink

/// Where a document comes from. Nothing is read from either in the service: a host does that.
package enum DocumentOrigin {
    /// Open files, as a client passed them.
    case files(DocumentFiles)
    /// A path below a library folder.
    case file(folder: SharedDescriptor, path: String)

    /// An open file.
    package static func descriptor(_ file: SharedDescriptor) -> DocumentOrigin { .files(DocumentFiles(file)) }
}

/// Finds out what a file is, by way of a host.
final class DocumentExamination {
    private let pool: HostPool
    private let worker: BackgroundWorker?
    private let origin: DocumentOrigin
    private let owner: HostOwner
    private let user: UInt32?
    /// The name of the file; nil where nobody has said.
    private let name: String?
    /// The signatures that a host looks for in the file.
    private let signatures: [(provider: ProviderID, text: String)]
    private let ticket: HostTicket
    /// The check of a file, as ``ExaminationFinding/file(owner:hints:checking:)`` describes it.
    private let check: (DocumentFiles, HostOwner) throws(HostError) -> Bool
    private let completion: HostCompletion<DocumentFile>
    /// The providers whose hosts are still to be tried, where those before them can't be loaded. Any of them can
    /// examine the file.
    private var providers: ArraySlice<ProviderID>
    private var lastError: HostError

    init(
        _ pool: HostPool, _ registry: ProviderRegistry, _ origin: DocumentOrigin, named name: String?,
        _ owner: HostOwner, for user: UInt32?, providers: [ProviderID], _ ticket: HostTicket,
        checking check: @escaping (DocumentFiles, HostOwner) throws(HostError) -> Bool,
        _ completion: @escaping HostCompletion<DocumentFile>
    ) {
        self.name = name
        signatures = registry.catalog.signatures
        self.pool = pool
        worker = registry.worker
        self.check = check
        self.origin = origin
        self.owner = owner
        self.user = user
        self.ticket = ticket
        self.completion = completion
        self.providers = providers[...]
        let folders = registry.settings.providerFolders.joined(separator: ", ")
        lastError = HostError(.unknownProvider, "no page provider is installed in \(folders)")
    }

    /// Asks the next provider's host.
    func start() {
        guard let provider = providers.popFirst() else {
            let error = lastError
            return pool.loop.afterThisBatch { [completion] in completion(.failure(error)) }
        }
        let record = pool.addRecord(provider: provider, owner: owner)
        let descriptors: [SharedDescriptor]
        let isOpenedThere: Bool
        var wire = HostInterface.ExamineParameters(serial: 0, signatures: signatures.map(\.text))
        switch origin {
        case .files(let files):
            descriptors = files.descriptors
            isOpenedThere = false
            wire.fileDescriptor = 0
            wire.album = files.names
        case .file(let folder, let path):
            descriptors = [folder]
            isOpenedThere = true
            wire.folderDescriptor = 0
            wire.path = path
        }
        pool.request(
            HostInterface.Examine.self, of: record.id, need: .provider, subject: .opening, for: user, ticket: ticket,
            descriptors: { _ in descriptors }, bringsDescriptors: isOpenedThere,
            parameters: { [wire] serial in
                var parameters = wire
                parameters.serial = serial
                return parameters
            },
            decode: { [origin, count = signatures.count, worker] reply in
                ExaminationFinding(reply, of: origin, signatures: count, worker: worker)
            },
            completion: { [self] result in
                pool.close(record.id)
                finished(result)
            })
    }

    private func finished(_ result: Result<ExaminationFinding, HostError>) {
        switch result {
        case .success(let finding):
            let matching = (finding.reply.matching ?? []).map { signatures[$0].provider }
            let hints = FileHints(matching: Set(matching), name: name)
            completion(finding.file(owner: owner, hints: hints, checking: check))
        case .failure(let error) where error.code == .providerRefused && !ticket.isCancelled:
            lastError = error
            start()
        case .failure(let error):
            completion(.failure(error))
        }
    }
}

/// The findings of a host about a file.
struct ExaminationFinding {
    let reply: HostInterface.ExamineReply
    let files: DocumentFiles

    init(_ reply: HostInterface.ExamineReply, _ files: DocumentFiles) {
        self.reply = reply
        self.files = files
    }

    /// nil where the descriptor that must come with it is missing, or it names signatures that it was not given.
    init?(
        _ reply: VarlinkReply<HostInterface.ExamineReply>, of origin: DocumentOrigin, signatures: Int,
        worker: BackgroundWorker?
    ) {
        self.reply = reply.parameters
        guard (self.reply.matching ?? []).allSatisfy((0..<signatures).contains) else { return nil }
        switch origin {
        case .files(let passed):
            files = passed
        case .file:
            guard let index = reply.parameters.fileDescriptor, let opened = reply.descriptors.take(at: index) else {
                return nil
            }
            files = DocumentFiles(SharedDescriptor(opened, worker: worker))
        }
    }

    /// The file, where it may be opened.
    ///
    /// - Parameter check: whether descriptors may be, and whether a file of them is remote. What a host says is not asked: one that
    ///   a document has taken over could have the service wait for a file system.
    func file(
        owner: HostOwner, hints: FileHints = FileHints(),
        checking check: (DocumentFiles, HostOwner) throws(HostError) -> Bool
    ) -> Result<DocumentFile, HostError> {
        let identity = DocumentIdentity(
            device: UInt64(bitPattern: Int64(reply.device)), inode: UInt64(bitPattern: Int64(reply.inode)),
            size: UInt64(bitPattern: Int64(reply.size)), changed: Int64(reply.changed))
        do throws(HostError) {
            var file = DocumentFile(identity: identity, files: files, owner: owner, isRemote: try check(files, owner))
            file.hints = hints
            file.folders = Array((reply.folders ?? []).prefix(DocumentFile.watchedFolders))
            return .success(file)
        } catch {
            return .failure(error)
        }
    }
}

extension HostSupervisor {
    /// Has a host look at a file: which one it is, and whether it may be opened at all.
    ///
    /// Refusals are ``HostError/Code/notAFile``, ``HostError/Code/notReadable``, ``HostError/Code/remote`` and
    /// ``HostError/Code/notFound(errno:)``.
    ///
    /// - Parameters:
    ///   - name: what the file is called, for those that open files of such names; nil: as its path.
    ///   - user: on whose behalf; nil: the service's own.
    @discardableResult
    package func examine(
        _ origin: DocumentOrigin, named name: String? = nil, owner: HostOwner, for user: UInt32? = nil,
        completion: @escaping HostCompletion<DocumentFile>
    ) -> HostTicket {
        lookForChangedProviders()
        let ticket = HostTicket(pool)
        if case .files(let files) = origin {
            // Before any host has them: closing them there may never end.
            do throws(HostError) { _ = try check(files, of: owner) } catch {
                pool.loop.afterThisBatch { completion(.failure(error)) }
                return ticket
            }
        }
        let name: String? = if case .file(_, let path) = origin { name ?? path } else { name }
        // One that runs already, else the one that is likely to open it.
        let all = registry.catalog.candidates(for: FileHints(name: name))
        let ready = registry.catalog.ids.filter { provider in
            let queues = pool.scheduler.sharedQueues(of: provider, owner)
            return queues.contains { pool.scheduler.queues.host(of: $0) != nil }
        }
        DocumentExamination(
            pool, registry, origin, named: name, owner, for: user,
            providers: ready + (all.likely + all.others).filter { !ready.contains($0) }, ticket, checking: check,
            completion
        ).start()
        return ticket
    }

    /// Whether one of some files is remote, where all may be opened.
    package func check(_ files: DocumentFiles, of owner: HostOwner) throws(HostError) -> Bool {
        var isRemote = false
        for (index, file) in files.descriptors.enumerated() {
            do throws(HostError) {
                if try check(file, of: owner, isOfAlbum: files.names != nil) { isRemote = true }
            } catch {
                guard let names = files.names else { throw error }
                throw HostError(error.code, "\(names[index]): \(error.message)")
            }
        }
        return isRemote
    }

    /// Whether a file is remote, where it may be opened: a regular file that can be read, or a folder of the library, and on a file
    /// system that is known to be this machine's own, unless others are allowed. No file system is asked.
    private func check(_ file: SharedDescriptor, of owner: HostOwner, isOfAlbum: Bool) throws(HostError) -> Bool {
        let kind: DescriptorKind
        do throws(OSError) { kind = try DescriptorKind(of: file.number) } catch {
            throw HostError(.notReadable, error.description)
        }
        guard kind.isReadable else {
            throw HostError(.notReadable, "the descriptor can't be read from: it is write-only or only names a place")
        }
        // Only a host of the library can open what is in a folder.
        guard kind.isRegular || kind.isFolder && owner == .library && !isOfAlbum else {
            throw HostError(
                .notAFile,
                kind.isFolder
                    ? "it is a folder, and only those below a library folder are opened, by their path"
                    : "it is no regular file, but a device or a socket")
        }
        let isRemote = !mounts.isLocal(kind)
        guard !isRemote || settings.limits.remoteFileSystems else {
            throw HostError(
                .remote,
                """
                it is on FUSE or a network file system, or on one that the service does not see mounted, which \
                RemoteFileSystems=yes would allow
                """)
        }
        return isRemote
    }
}
