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
            throw limitReached("ReadersPerUser", settings.readersPerUser, by: call.peer.uid)
        }
        let plan = try ReaderPlan(checking: parameters)
        let (origin, owner) = try origin(of: parameters, for: call)
        documents.open(origin, path: parameters.path, owner: owner, provider: parameters.provider) { [self] result in
            switch result {
            case .failure(let failure): fail(call, opening: parameters, failure)
            case .success(let document):
                let start = { [self] in open(plan, on: document, viewport: viewport, target: target, call: call) }
                if document.shapes == nil { document.learnShapes(completion: start) } else { start() }
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
        if failure.code == .hostsExhausted {
            limitNotices.reached(
                "HostsMax", by: call.peer.uid, "uid \(call.peer.uid) opened nothing: \(failure.message) (HostsMax=)")
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

    /// Opens a reader on a document that has one more reader for it.
    private func open(
        _ plan: ReaderPlan, on document: ServedDocument, viewport: Viewport, target: CheckedTarget?,
        call: VarlinkCall<ReaderInterface.Open>
    ) {
        var joined = [document]
        let giveUp = { [self] (failure: ReaderInterface.Failure) in
            for document in joined where documents.leave(document) { pages.forget(document.id) }
            call.fail(failure)
        }
        do throws(ReaderInterface.Failure) {
            let reader = try reader(plan, on: document, viewport: viewport, of: call.peer.uid)
            for other in reader.documents where other !== document {
                documents.join(other)
                joined.append(other)
            }
            try check(viewport, for: reader.documents)
            findStart(of: reader, target: target) { [self] failure in
                if let failure { return giveUp(failure) }
                do throws(ReaderInterface.Failure) {
                    try admit(reader, call: call)
                } catch {
                    giveUp(error)
                }
            }
        } catch {
            giveUp(error)
        }
    }

    /// Makes a reader; it is open when ``begin(_:)`` was called.
    ///
    /// - Parameter id: nil for a new one.
    func reader(
        _ plan: ReaderPlan, on document: ServedDocument, viewport: Viewport, of uid: UInt32, id: String? = nil
    ) throws(ReaderInterface.Failure) -> Reader {
        let find = { [self] (name: String?) throws(ReaderInterface.Failure) -> ServedDocument in
            guard let name else { return document }
            guard let found = documents.document(named: name, visibleTo: uid) else {
                throw .noSuchDocument(document: name)
            }
            return found
        }
        let axes = try plan.axes.map { axis throws(ReaderInterface.Failure) in
            ReaderAxis(
                axis.axis, document: try find(axis.document), first: axis.first, length: axis.length,
                unlocks: axis.setup.unlocks, arrangement: axis.arrangement, viewport: viewport)
        }
        for (axis, setup) in zip(axes, plan.axes) { try check(axis, setup) }
        let background = try plan.background.map { background throws(ReaderInterface.Failure) in
            (document: try find(background.document), index: background.index)
        }
        let name: String
        do throws(OSError) { if let id { name = id } else { name = try identifiers() } } catch {
            throw .serviceOverloaded(reason: error.description)
        }
        return Reader(
            id: name, uid: uid, key: readers.nextKey(), axes: axes, setups: plan.axes.map(\.setup),
            background: background, isManual: plan.isManual, viewport: viewport,
            limit: settings.renditionLimit)
    }

    /// Refuses a part or a crossing that the document does not have.
    private func check(_ axis: ReaderAxis, _ plan: ReaderPlan.Axis) throws(ReaderInterface.Failure) {
        guard let pages = axis.document.count.exact, pages > 0 else { return }
        guard axis.first < pages else {
            throw .invalidArrangement(field: "first", reason: "\(axis.first) is past the document's \(pages) pages")
        }
        let spreads = axis.arrangement.spreads.count(pages: axis.count.exact ?? pages)
        if let unlocks = axis.unlocks, unlocks >= spreads {
            throw .invalidArrangement(field: "unlocks", reason: "\(unlocks) is past the axis' \(spreads) spreads")
        }
    }

    /// Looks for the pages that a reader begins with, and sets it on them.
    func findStart(
        of reader: Reader, target: CheckedTarget?, completion: @escaping (ReaderInterface.Failure?) -> Void
    ) {
        var left = reader.axes.filter { $0.count != .exact(0) }
        func next() {
            guard let axis = left.popLast() else { return findBackground(of: reader, completion) }
            let isFirst = axis === reader.axes[0]
            let start = reader.machine.start(of: axis.axis)
            findIndex(of: isFirst ? target ?? .number(.index(start)) : .number(.index(start)), on: axis, in: reader) {
                [self] result in
                switch result {
                case .failure(let failure): completion(failure)
                case .success(let index):
                    let spread = axis.arrangement.spreads.spread(ofPage: index)
                    lookUp(spread...spread, with: index, on: axis, target: target?.text ?? "index \(index)") {
                        failure in
                        if let failure { return completion(failure.ofOpening) }
                        reader.machine.setStart(index, of: axis.axis)
                        next()
                    }
                }
            }
        }
        next()
    }

    private func findBackground(of reader: Reader, _ completion: @escaping (ReaderInterface.Failure?) -> Void) {
        guard let (document, index) = reader.background else { return completion(nil) }
        document.find(at: index) { result in
            guard case .failure = result else { return completion(nil) }
            completion(.noSuchPage(target: "background \(index)", pages: document.count.pages))
        }
    }

    /// Takes in a reader whose pages were found.
    private func admit(
        _ reader: Reader, call: VarlinkCall<ReaderInterface.Open>
    ) throws(ReaderInterface.Failure) {
        guard call.isOpen else { throw .serviceOverloaded(reason: "the client has gone") }
        // Others may have been opened meanwhile.
        guard readers.count(of: reader.uid) < settings.readersPerUser else {
            throw limitReached("ReadersPerUser", settings.readersPerUser, by: reader.uid)
        }
        readers.add(reader, usedBy: ObjectIdentifier(call.connection))
        journal.log(
            .debug, "opened reader \(reader.id) on document \(reader.document.name)",
            .reader(reader.id), .document(reader.document.name), .user(reader.uid))
        begin(reader)
        call.reply(.init(state: state(of: reader)))
        showOnWatches(reader)
    }

    /// Opens a reader whose pages were found.
    func begin(_ reader: Reader) {
        // Another configuration may have been read meanwhile.
        reader.limit = settings.renditionLimit
        reader.machine.open(background: reader.background?.index, in: reader.pages, at: now)
        follow(reader)
    }
}

extension ReaderInterface.Failure {
    /// A document whose first page can't be had can't be opened.
    fileprivate var ofOpening: ReaderInterface.Failure {
        guard case .pageFailed(_, let reason) = self else { return self }
        return .notADocument(reason: reason)
    }
}
