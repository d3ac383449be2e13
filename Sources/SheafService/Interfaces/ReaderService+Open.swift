import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

extension ReaderService {
    func open(_ parameters: ReaderInterface.OpenParameters, _ call: VarlinkCall<ReaderInterface.Open>)
        throws(ReaderInterface.Failure)
    {
        let viewport = try Viewport(checking: parameters.viewport)
        let target = try parameters.target.map { wire throws(ReaderInterface.Failure) in
            try CheckedTarget(checking: wire)
        }
        guard readers.count(of: call.peer.uid) < settings.readersPerUser else {
            throw .limitReached(limit: "ReadersPerUser", value: settings.readersPerUser)
        }
        let (origin, owner) = try origin(of: parameters, for: call)
        documents.open(origin, path: parameters.path, owner: owner, provider: parameters.provider) { [self] result in
            switch result {
            case .failure(let failure): fail(call, opening: parameters, failure)
            case .success(let document):
                find(target ?? .number(.first), in: document, isOpening: true) { [self] result in
                    add(result, to: document, viewport: viewport, call: call)
                }
            }
        }
    }

    /// The file that a client means, and on whose behalf it is opened.
    private func origin(
        of parameters: ReaderInterface.OpenParameters, for call: VarlinkCall<ReaderInterface.Open>
    ) throws(ReaderInterface.Failure) -> (DocumentOrigin, HostOwner) {
        switch (parameters.fileDescriptor, parameters.path) {
        case (let index?, nil):
            guard let descriptor = call.descriptors.take(at: index) else {
                throw .service(.invalidParameter(parameter: "fileDescriptor"))
            }
            return (.descriptor(SharedDescriptor(descriptor, closer: closer)), .uid(call.peer.uid))
        case (nil, let path?):
            guard let origin = library.origin(of: path) else {
                throw .pathRefused(path: path, reason: "it is below none of the service's library folders")
            }
            return (origin, .library)
        default:
            throw .service(.invalidParameter(parameter: "fileDescriptor"))
        }
    }

    private func fail(
        _ call: VarlinkCall<ReaderInterface.Open>, opening parameters: ReaderInterface.OpenParameters,
        _ failure: HostError
    ) {
        if case .notFound = failure.code, let path = parameters.path {
            return call.fail(.pathRefused(path: path, reason: failure.message))
        }
        guard failure.code == .unknownProvider || failure.code == .providerRefused else {
            return call.fail(.init(failure))
        }
        let name = parameters.provider ?? ""
        supervisor.learnProviders { providers in
            let available = providers.filter { $0.refusal == nil }.map(\.name)
            call.fail(.unknownProvider(provider: name, available: available))
        }
    }

    /// Puts a reader on the page that was found.
    private func add(
        _ result: Result<ServedDocument.FoundPage, ReaderInterface.Failure>, to document: ServedDocument,
        viewport: Viewport, call: VarlinkCall<ReaderInterface.Open>
    ) {
        do throws(ReaderInterface.Failure) {
            let found = try result.get()
            guard call.isOpen else { throw .serviceOverloaded(reason: "the client has gone") }
            // Others may have been opened meanwhile.
            guard readers.count(of: call.peer.uid) < settings.readersPerUser else {
                throw .limitReached(limit: "ReadersPerUser", value: settings.readersPerUser)
            }
            let id: String
            do throws(OSError) { id = try RandomBytes.identifier() } catch {
                throw .serviceOverloaded(reason: error.description)
            }
            let reader = Reader(
                key: readers.nextKey(), id: id, uid: call.peer.uid, document: document, viewport: viewport,
                shown: found)
            readers.add(reader, usedBy: ObjectIdentifier(call.connection))
            journal.log(
                .debug, "opened reader \(id) on document \(document.name)", LogField("SHEAF_READER", id),
                LogField("SHEAF_DOCUMENT", document.name), LogField("SHEAF_UID", "\(reader.uid)"))
            tell(reader, reader.machine.open(at: found.location))
            let shown = show(reader)
            call.reply(.init(state: state(of: reader)))
            renderAround(reader, isShownCached: shown != nil)
        } catch {
            if documents.leave(document) { pages.forget(document.id) }
            call.fail(error)
        }
    }
}
