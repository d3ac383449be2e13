import HostProtocol
package import HostSupervision
import Navigation
import PageModel
import Places
package import SheafBase
package import SheafDocuments
import SheafInterface
package import SheafOS
import SheafPages
import Varlink

/// Opens readers, those of clients and those of an earlier run, and closes them.
package final class ReaderOpener {
    typealias Interface = ReaderInterface
    typealias Failure = ReaderInterface.Failure

    private let context: ReaderContext
    private let readers: ReaderTable
    private let documents: DocumentTable
    private let digests: DocumentDigests
    private let supervisor: HostSupervisor
    private let worker: BackgroundWorker
    private let limitNotices: LimitNotices
    /// Makes the ids of readers.
    private let identifiers: () throws(OSError) -> RandomIdentifier
    /// The folders whose documents everybody may open.
    package var library: Library

    /// - Parameter identifiers: makes the ids of readers, which nobody must be able to guess.
    package init(
        context: ReaderContext, readers: ReaderTable, documents: DocumentTable, digests: DocumentDigests,
        supervisor: HostSupervisor, worker: BackgroundWorker, limitNotices: LimitNotices, library: Library,
        identifiers: @escaping () throws(OSError) -> RandomIdentifier
    ) {
        self.context = context
        self.readers = readers
        self.documents = documents
        self.digests = digests
        self.supervisor = supervisor
        self.worker = worker
        self.limitNotices = limitNotices
        self.library = library
        self.identifiers = identifiers
    }

    // MARK: Opening

    /// Opens a document and a reader on it for a client.
    func open(_ parameters: Interface.OpenParameters, _ call: VarlinkCall<Interface.Open>) throws(Failure) {
        let user = call.peer.uid
        let viewport = try Viewport(checking: parameters.viewport)
        let target = try parameters.target.map { wire throws(Failure) in
            try CheckedTarget(checking: wire)
        }
        let setup = try ReaderSetup(checking: parameters)
        guard setup.showsNewDocument else {
            throw .invalidArrangement(field: "axes", reason: "none of them shows the document that is opened")
        }
        let looks = try ReaderLooks(checking: parameters.looks).fitted(to: viewport, in: setup.spread)
        let password = try PasswordCheck.password(parameters.password)
        let (origin, owner) = try origin(of: parameters, for: call)
        if let name = parameters.name, name.utf8.contains(0) {
            throw .invalidCall(field: "name", reason: "it has a NUL")
        }
        let opening: UserAccounts.Opening
        do throws(HostError) { opening = try context.accounts.beginOpening(by: user) } catch {
            throw ReaderInterface.Failure(error)
        }
        documents.open(
            origin, path: parameters.path, fileName: parameters.name, owner: owner, provider: parameters.provider,
            password: password, looks: looks.document, for: user
        ) { [self] result in
            switch result {
            case .failure(let failure): fail(call, opening: parameters, failure)
            case .success(let document):
                document.learn(fileName: parameters.name)
                let begin = { [self] (place: ReadingPlace?) in
                    open(setup, on: document, viewport: viewport, looks: looks, target: target, place, opening, call)
                }
                let start = { [self] in
                    guard let places = digests.places, target == nil, setup.axes[0].start == nil else {
                        return begin(nil)
                    }
                    places.place(of: user, in: document, completion: begin)
                }
                document.whenMetadataIsKnown(for: user, start)
            }
        }
    }

    /// The file that a client means, and on whose behalf it is opened.
    private func origin(
        of parameters: ReaderInterface.OpenParameters, for call: VarlinkCall<ReaderInterface.Open>
    ) throws(Failure) -> (DocumentOrigin, HostOwner) {
        switch (parameters.fileDescriptor, parameters.path, parameters.album) {
        case (let index?, nil, nil):
            return (.descriptor(try file(at: index, of: call, "fileDescriptor")), .uid(call.peer.uid))
        case (nil, nil, let album?): return (.files(try files(of: album, call)), .uid(call.peer.uid))
        case (nil, let path?, nil):
            guard !path.utf8.contains(0) else {
                throw .pathRefused(path: path, reason: "it has a NUL, which no path has")
            }
            switch library.place(of: path) {
            case .origin(let origin): return (origin, .library)
            case .hidden:
                throw .pathRefused(
                    path: path, reason: "it or a folder above it is hidden: its name begins with a point")
            case .elsewhere:
                throw .pathRefused(path: path, reason: "it is below none of the service's library folders")
            }
        default:
            throw .invalidCall(field: "fileDescriptor", reason: "a call has one of fileDescriptor, path and album")
        }
    }

    /// The file that is to take the place of a document's; nil where the call brings none.
    func origin(
        of parameters: ReaderInterface.ReloadParameters, for call: VarlinkCall<ReaderInterface.Reload>
    ) throws(Failure) -> DocumentOrigin? {
        switch (parameters.fileDescriptor, parameters.album) {
        case (nil, nil): return nil
        case (let index?, nil): return .descriptor(try file(at: index, of: call, "fileDescriptor"))
        case (nil, let album?): return .files(try files(of: album, call))
        case (.some, .some): throw .invalidCall(field: "album", reason: "a call has either fileDescriptor or album")
        }
    }

    /// The files of an album that came with a call.
    private func files<Method: VarlinkMethod>(
        of album: [ReaderInterface.AlbumFile], _ call: VarlinkCall<Method>
    ) throws(Failure) -> DocumentFiles {
        let files = try album.map { wire throws(Failure) in
            let name = wire.name.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
            guard DocumentFiles.isName(name) else {
                throw .invalidCall(field: "album", reason: "a file's name is no name of a file")
            }
            return (name: name, file: try file(at: wire.fileDescriptor, of: call, "album"))
        }
        guard let files = DocumentFiles(album: files) else {
            throw .invalidCall(field: "album", reason: "it has no files")
        }
        return files
    }

    /// A file that came with a call.
    private func file<Method: VarlinkMethod>(
        at index: Int, of call: VarlinkCall<Method>, _ parameter: String
    ) throws(Failure) -> SharedDescriptor {
        guard let descriptor = call.descriptors.take(at: index) else {
            if call.descriptors.isSocket(at: index) { throw .notAFile(reason: "it is a socket") }
            throw .invalidCall(field: parameter, reason: "no file came with the call as its number \(index)")
        }
        return SharedDescriptor(descriptor, worker: worker, tally: call.descriptors.closing)
    }

    private func fail(
        _ call: VarlinkCall<ReaderInterface.Open>, opening parameters: ReaderInterface.OpenParameters,
        _ failure: HostError
    ) {
        if case .notFound = failure.code, let path = parameters.path {
            return call.fail(.pathRefused(path: path, reason: failure.message))
        }
        if failure.code == .hostsExhausted {
            limitNotices.reached(
                "HostsMax", by: call.peer.uid, "uid \(call.peer.uid) opened nothing: \(failure.message) (HostsMax=)")
        }
        let isNamed = parameters.provider != nil
        guard failure.code == .unknownProvider || failure.code == .providerRefused && isNamed else {
            let error = ReaderInterface.Failure(failure)
            limitNotices.reached(error, by: call.peer.uid)
            return call.fail(error)
        }
        let name = parameters.provider ?? ""
        supervisor.learnProviders { providers in
            let available = providers.filter { if case .refused = $0.state { false } else { true } }.map(\.name)
            call.fail(.unknownProvider(provider: name, available: available))
        }
    }

    /// Opens a reader on a document that has one more reader for it.
    ///
    /// - Parameters:
    ///   - place: where its user has stopped reading it.
    ///   - opening: counts as a reader until this one does.
    private func open(
        _ setup: ReaderSetup, on document: ServedDocument, viewport: Viewport, looks: ReaderLooks,
        target: CheckedTarget?,
        _ place: ReadingPlace?, _ opening: UserAccounts.Opening, _ call: VarlinkCall<ReaderInterface.Open>
    ) {
        let session: ReaderSession
        do throws(Failure) {
            session = try make(setup, on: document, viewport: viewport, looks: looks, of: call.peer.uid)
        } catch {
            documents.release([document], of: call.peer.uid)
            return call.fail(error)
        }
        for other in session.pages.documents where other !== document {
            documents.addReader(to: other, of: session.uid)
        }
        session.queue.append(
            ReaderCommand(
                perform: { [self] inputs throws(Interruption) in
                    do throws(ReaderError) { try session.pages.check(viewport) } catch { throw .failure(error) }
                    try ReaderStart(session: session, inputs: inputs)
                        .find(target, orAt: place, isOpen: setup.axes[0].start == nil)
                    guard call.isOpen else {
                        discard(session)
                        return call.fail(.serviceOverloaded(reason: "the client has gone"))
                    }
                    withExtendedLifetime(opening) {
                        readers.add(session, usedBy: call.connection.id, keep: setup.keep)
                    }
                    context.journal.log(
                        .debug, "opened reader \(session.name) on document \(session.document.logName)",
                        .reader(session.name), .document(session.document.name), .user(session.uid))
                    session.open()
                    session.forgetStop()
                    call.reply(.init(state: session.state))
                },
                fail: { [self] error in
                    call.fail(ReaderInterface.Failure(error, of: session).ofOpening)
                    discard(session)
                }))
    }

    /// Makes a reader that is not open yet.
    ///
    /// - Parameter id: nil for a new one.
    private func make(
        _ setup: ReaderSetup, on document: ServedDocument, viewport: Viewport, looks: ReaderLooks, of uid: UInt32,
        id: RandomIdentifier? = nil
    ) throws(Failure) -> ReaderSession {
        let find = { [self] (name: String?) throws(Failure) -> ServedDocument in
            guard let name else { return document }
            // Of an earlier run none is open yet.
            guard let found = documents.document(named: name, visibleTo: uid),
                id != nil || context.accounts.readers(of: uid, on: found.id) > 0
            else {
                throw .noSuchDocument(document: name)
            }
            return found
        }
        let axes = try setup.axes.map { axis throws(Failure) in
            let document = try find(axis.document)
            return ReaderAxis(
                axis.axis, document: document, first: axis.first, length: axis.length, unlocks: axis.unlocks,
                arrangement: axis.arrangement(of: document), viewport: viewport)
        }
        for axis in axes { try check(axis) }
        let background = try setup.background.map { background throws(Failure) in
            (document: try find(background.document), index: background.index)
        }
        let identifier: RandomIdentifier
        do throws(OSError) { identifier = if let id { id } else { try identifiers() } } catch {
            throw .serviceOverloaded(reason: error.description)
        }
        let model = ReaderModel(
            id: identifier, uid: uid, key: readers.nextKey(),
            pages: ReaderSurface(
                axes: axes, background: background, viewport: viewport, looks: looks,
                limit: context.settings.renditionLimit),
            setups: zip(setup.axes, axes).map { setup, axis in
                Navigation.AxisSetup(
                    spreads: axis.spreads, unlocks: setup.unlocks, isEnabled: setup.isEnabled,
                    start: setup.start ?? 0)
            }, isManual: setup.isManual, context: context)
        return ReaderSession(model, prefetch: setup.prefetch)
    }

    /// Refuses a part or a crossing that the document does not have.
    private func check(_ axis: ReaderAxis) throws(Failure) {
        guard let pages = axis.document.count.exact, pages > 0 else { return }
        guard axis.first < pages else {
            throw .invalidArrangement(field: "first", reason: "\(axis.first) is past the document's \(pages) pages")
        }
        let spreads = axis.spreads.count(pages: axis.exactCount ?? pages)
        if let unlocks = axis.unlocks, unlocks >= spreads {
            throw .invalidArrangement(field: "unlocks", reason: "\(unlocks) is past the axis' \(spreads) spreads")
        }
    }

    /// Opens documents in other looks, or finds them open: each counts one reader of the user more for each one that it is a variant of.
    func openVariants(
        of documents: [ServedDocument], in looks: DocumentLooks, for user: UInt32,
        completion: @escaping (Result<[ServedDocument], HostError>) -> Void
    ) {
        openVariants(of: documents[...], in: looks, for: user, with: [], completion: completion)
    }

    private func openVariants(
        of rest: ArraySlice<ServedDocument>, in looks: DocumentLooks, for user: UInt32, with opened: [ServedDocument],
        completion: @escaping (Result<[ServedDocument], HostError>) -> Void
    ) {
        guard let first = rest.first else { return completion(.success(opened)) }
        documents.open(first, in: looks, for: user) { [self] result in
            switch result {
            case .failure(let failure):
                documents.release(opened, of: user)
                completion(.failure(failure))
            case .success(let variant):
                let next = { [self] in
                    openVariants(
                        of: rest.dropFirst(), in: looks, for: user, with: opened + [variant], completion: completion)
                }
                variant.whenMetadataIsKnown(for: user, next)
            }
        }
    }

    // MARK: Earlier runs

    /// Goes on with a reader of an earlier run, where it was. What has to be looked up first is asked of its documents; it is
    /// there, and can be used, when they have answered. Where they can't be asked now, that is tried again when it is used next, and
    /// when they have been opened again.
    ///
    /// - Returns: false where it can't be: its documents are gone, or it makes no sense.
    package func restore(_ stored: StoredReader) -> Bool {
        let session: ReaderSession
        do throws(Failure) { session = try make(stored) } catch { return false }
        for document in session.pages.documents { documents.addReader(to: document, of: session.uid) }
        session.pages.restart = stored.position
        session.model.restore(
            transition: stored.transition, back: stored.back, forward: stored.forward, anchors: stored.anchors)
        readers.restore(session)
        // What is asked of it meanwhile waits.
        session.queue.append(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    try ReaderStart(session: session, inputs: inputs).resume()
                    // It is where it was opened.
                    if stored.transition == 0 { session.forgetStop() }
                },
                fail: { [context] error in
                    // Its viewer may have closed it meanwhile.
                    if case .closed = error { return }
                    context.journal.log(
                        .warning,
                        """
                        reader \(session.name) can't go on where it was yet: \
                        \(ReaderInterface.Failure(error, of: session))
                        """,
                        .reader(session.name), .user(session.uid))
                }))
        return true
    }

    private func make(_ stored: StoredReader) throws(Failure) -> ReaderSession {
        let viewport = try Viewport(checking: stored.setup.viewport)
        let setup = try ReaderSetup(checking: stored.setup)
        let looks = try ReaderLooks(checking: stored.setup.looks).fitted(to: viewport, in: setup.spread)
        guard let id = RandomIdentifier(stored.id), !readers.contains(id) else {
            throw .noSuchReader(reader: stored.id)
        }
        guard let name = setup.axes.first?.document,
            let first = documents.document(named: name, visibleTo: stored.uid)
        else { throw .noSuchDocument(document: setup.axes.first?.document ?? "") }
        return try make(setup, on: first, viewport: viewport, looks: looks, of: stored.uid, id: id)
    }

    // MARK: Closing

    /// Ends a reader; its documents are closed with their last one.
    package func close(_ session: ReaderSession) {
        digests.places?.readerCloses(session)
        session.close()
        readers.remove(session)
        documents.release(session.pages.documents, of: session.uid)
    }

    /// Lets go of a reader that was never opened.
    private func discard(_ session: ReaderSession) {
        session.close()
        documents.release(session.pages.documents, of: session.uid)
    }
}

extension ReaderSurface {
    /// Refuses an orientation that the viewer or a document does not take.
    func check(_ viewport: Viewport) throws(ReaderError) {
        var allowed = viewport.allowed
        for document in documents { allowed.formIntersection(document.orientations(of: viewport.size)) }
        guard allowed.contains(viewport.orientation) else { throw .orientation(viewport.orientation, allowed: allowed) }
    }
}

extension ReaderInterface.Failure {
    /// A document whose first page can't be had can't be opened.
    fileprivate var ofOpening: ReaderInterface.Failure {
        guard case .pageFailed(_, let reason) = self else { return self }
        return .notADocument(reason: reason)
    }
}
