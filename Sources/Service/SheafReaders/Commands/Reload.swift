import HostProtocol
import HostSupervision
import SheafDocuments
import SheafInterface
import Varlink

// Documents that are looked at again, or come anew.
extension ReaderService {
    func refresh(_ parameters: Interface.RefreshParameters, _ call: VarlinkCall<Interface.Refresh>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Its watches need not hear of what nobody does.
        guard session.document.opened.capabilities.contains(.refresh) else { throw .unsupported(what: "refresh") }
        Self.refresh(session.document, for: session) { [self] failure in
            if let failure { call.fail(self.failure(.refresh(failure), of: session)) } else { call.reply() }
        }
    }

    /// Has a provider look at its source again; what is new comes as a change.
    static func refresh(
        _ document: ServedDocument, for session: ReaderSession, completion: @escaping (HostError?) -> Void
    ) {
        session.noteRefresh(isUnderWay: true)
        session.watches.send(.init(refresh: .refreshing))
        session.round.plan()
        document.opened.refresh { result in
            // What the provider has found was told before it answered.
            document.changes.whenTaken {
                session.noteRefresh(isUnderWay: false)
                var failure: HostError?
                if case .failure(let error) = result { failure = error }
                session.watches.send(.init(refresh: failure == nil ? .refreshed : .failed))
                session.watches.flush()
                completion(failure)
            }
        }
    }

    func reload(_ parameters: Interface.ReloadParameters, _ call: VarlinkCall<Interface.Reload>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let password = try PasswordCheck.password(parameters.password)
        if let origin = try opener.origin(of: parameters, for: call) {
            return reload(session, from: origin, named: parameters.name, password: password, call)
        }
        let document = session.document
        document.opened.forgetFailures(for: session.uid)
        documents.reload(document, password: password) { [self] failure in
            if failure == nil, !session.isClosed { session.delivery.retry() }
            finish(call, reloadOf: document, by: session, failure)
        }
    }

    /// Has a reader go over to the file that has taken the place of its document's.
    private func reload(
        _ session: ReaderSession, from origin: DocumentOrigin, named name: String?, password: String?,
        _ call: VarlinkCall<ReaderInterface.Reload>
    ) {
        let (old, user) = (session.document, session.uid)
        documents.open(origin, inPlaceOf: old, fileName: name, password: password, for: user) { [self] result in
            switch result {
            case .failure(let failure): return finish(call, reloadOf: old, by: session, failure)
            case .success(let new) where new === old:
                old.opened.forgetFailures(for: user)
                if !session.isClosed { session.delivery.retry() }
                return finish(call, reloadOf: old, by: session, nil)
            case .success(let new):
                guard !session.isClosed else {
                    documents.release([new], of: user)
                    return finish(call, reloadOf: old, by: session, nil)
                }
                guard new.opened.provider == old.opened.provider, new.opened.flows == old.opened.flows else {
                    documents.release([new], of: user)
                    return call.fail(.otherFormat(provider: new.opened.provider, flows: new.opened.flows))
                }
                let show = { [self] () -> Void in
                    session.queue.run(
                        command(call, of: session) { [self] inputs throws(Interruption) in
                            let unused = try DocumentSwitch(session: session).show(new, inPlaceOf: old, inputs)
                            if !new.isSameFile(as: old) { session.keepPlaceAnew(in: digests.places) }
                            markCopies.replaced(old, in: session) { [self] in
                                documents.release(unused, of: user)
                                finish(call, reloadOf: new, by: session, nil)
                            }
                        } failed: { [documents] _ in
                            documents.release([new], of: user)
                        })
                }
                new.whenMetadataIsKnown(for: user, show)
            }
        }
    }

    /// Answers when the marks are copied, too.
    private func finish(
        _ call: VarlinkCall<ReaderInterface.Reload>, reloadOf document: ServedDocument, by session: ReaderSession,
        _ failure: HostError?
    ) {
        if session.isClosed { return call.fail(.noSuchReader(reader: session.name)) }
        if let failure { return call.fail(self.failure(.document(failure), of: session)) }
        markCopies.whenCopied(of: session.uid, in: document) { [self] count in
            run(call, of: session) { _ throws(Interruption) in call.reply(.init(state: session.state, marks: count)) }
        }
    }
}
