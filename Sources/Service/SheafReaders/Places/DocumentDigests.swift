import HostProtocol
import HostSupervision
import Places
import SheafDocuments
package import SheafOS

/// Finds out by what documents are known: the digests of their bytes. Each document is read once for whoever asks, and again when its file has
/// changed.
package final class DocumentDigests {
    private let loop: EventLoop
    private let journal: Journal
    /// The keeper of files' digests over restarts, and of where users have stopped reading; nil where nobody wants
    /// that.
    package var places: PlaceKeeper?
    /// Started when the first document is to be read.
    private var thread: DigestThread?

    package init(on loop: EventLoop, journal: Journal) {
        self.loop = loop
        self.journal = journal
    }

    /// Finds the digest of a document, as its file is now. The completion is called at once where it is known already, and with
    /// ``DigestFailure/notNow(reason:)`` where the document is closed before.
    ///
    /// - Parameter user: who wants to know it: documents are read in their users' turns.
    func digest(of document: ServedDocument, for user: UInt32, completion: @escaping DocumentDigesting.Completion) {
        var waiting: [DocumentDigesting.Waiting] = []
        if let known = document.digesting {
            if known.identity == document.opened.identity {
                if let result = known.result { return completion(result) }
                return known.wait(user, completion)
            }
            // They want that of what it is now.
            waiting = known.waiting
            known.waiting = []
        }
        let digesting = DocumentDigesting(of: document.opened.identity)
        digesting.waiting = waiting + [(user, completion)]
        document.digesting = digesting
        begin(digesting, of: document)
    }

    /// Ends: nothing is read any more.
    package func finish() {
        thread?.finish()
    }

    private func begin(_ digesting: DocumentDigesting, of document: ServedDocument) {
        let files = document.opened.files
        if document.opened.isRemote {
            let reason = "the document is on FUSE or a network file system: copy it to this machine"
            return end(digesting, of: document, .failure(.noDigest(reason: reason)))
        }
        if case .file = document.origin, let path = document.path,
            let kind = try? DescriptorKind(of: files.descriptors[0].number), kind.isFolder
        {
            return end(digesting, of: document, .success(DocumentDigest(folder: path)))
        }
        guard files.names == nil, let places else { return read(digesting, of: document) }
        places.digest(knownOf: files.descriptors[0]) { [self, weak digesting] known in
            // Of a document that was closed nobody wants it any more.
            guard let digesting else { return }
            if let known { return end(digesting, of: document, .success(known)) }
            read(digesting, of: document)
        }
    }

    private func read(_ digesting: DocumentDigesting, of document: ServedDocument) {
        let thread: DigestThread
        do throws(OSError) {
            if let known = self.thread { thread = known } else { thread = try DigestThread(on: loop) }
        } catch {
            return end(digesting, of: document, .failure(.notNow(reason: error.description)))
        }
        self.thread = thread
        let files = document.opened.files
        let users = Set(digesting.waiting.map(\.user)).sorted()
        let number = thread.digest(of: files.descriptors, isAlbum: files.names != nil, for: users) {
            [self, weak digesting] answer in
            guard let digesting else { return }
            if case .success((let digest, let file?)) = answer { places?.note(digest, of: file) }
            end(digesting, of: document, answer.map { $0.digest })
        }
        digesting.reading = (thread, number)
    }

    private func end(
        _ digesting: DocumentDigesting, of document: ServedDocument, _ result: Result<DocumentDigest, DigestFailure>
    ) {
        let waiting = digesting.waiting
        digesting.waiting = []
        digesting.reading = nil
        guard document.digesting === digesting, document.opened.identity == digesting.identity else {
            // The file has changed meanwhile.
            for (user, completion) in waiting { digest(of: document, for: user, completion: completion) }
            return
        }
        switch result {
        case .failure(.notNow): document.digesting = nil
        case .failure(.unreadable(let reason)):
            journal.log(.notice, "document \(document.logName) has no digest, and no places: \(reason)")
            digesting.result = result
        case .success, .failure(.noDigest): digesting.result = result
        }
        for (_, completion) in waiting { completion(result) }
    }
}
