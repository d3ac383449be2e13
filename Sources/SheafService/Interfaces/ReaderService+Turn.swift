import Navigation
import PageModel
import Prefetch
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

extension ReaderService {
    func navigate(_ parameters: ReaderInterface.NavigateParameters, _ call: VarlinkCall<ReaderInterface.Navigate>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let target = try CheckedTarget(checking: parameters.target)
        // A oneway call has nobody to hand a page to.
        let handover = call.isOpen ? parameters.handover ?? .descriptor : .none
        // Turns are taken in the order in which they came: one whose page is being looked for holds up those behind it.
        guard reader.isLookingUp else { return take(target, for: reader, handover: handover, call: call) }
        guard reader.waitingTurns.count < Reader.maxWaitingTurns else {
            throw .serviceOverloaded(reason: "\(Reader.maxWaitingTurns) turns of this reader wait already")
        }
        reader.waitingTurns.append { [self] in take(target, for: reader, handover: handover, call: call) }
    }

    private func take(
        _ target: CheckedTarget, for reader: Reader, handover: ReaderInterface.Handover,
        call: VarlinkCall<ReaderInterface.Navigate>
    ) {
        guard !reader.isClosed else { return call.fail(.noSuchReader(reader: reader.id)) }
        // What is known is answered here and now; everything else asks a host first.
        if case .number(let number) = target,
            let index = number.resolve(from: reader.shown.location.index, count: reader.document.count),
            let found = reader.document.known(at: index)
        {
            return turn(reader, to: found, handover: handover, call: call)
        }
        reader.isLookingUp = true
        find(target, in: reader.document, from: reader.shown.location.index) { [self] result in
            switch result {
            case .success(let found): turn(reader, to: found, handover: handover, call: call)
            case .failure(let failure): call.fail(reader.isClosed ? .noSuchReader(reader: reader.id) : failure)
            }
            reader.isLookingUp = false
            while !reader.isLookingUp, !reader.waitingTurns.isEmpty { reader.waitingTurns.removeFirst()() }
        }
    }

    /// Looks for the page that a target means. The completion may be called from within this call.
    ///
    /// - Parameter isOpening: a document whose first page is broken is none; else only that page is.
    func find(
        _ target: CheckedTarget, in document: ServedDocument, from current: Int = 0, isOpening: Bool = false,
        completion: @escaping (Result<ServedDocument.FoundPage, ReaderInterface.Failure>) -> Void
    ) {
        let pages = document.count.pages
        if document.count == .exact(0) { return completion(.failure(.empty)) }
        let answer = { (result: Result<ServedDocument.FoundPage, HostError>, index: Int?) in
            completion(
                result.mapError { failure in
                    switch failure.code {
                    case .noSuchPage, .endOfDocument: return .noSuchPage(target: target.text, pages: pages)
                    default:
                        guard let index, !isOpening else { return .init(failure) }
                        return .init(page: index, failure)
                    }
                })
        }
        switch target {
        case .label(let label): document.find(label: label) { answer($0, nil) }
        case .number(let number):
            guard let index = number.resolve(from: current, count: document.count) else {
                return completion(.failure(.noSuchPage(target: target.text, pages: pages)))
            }
            document.find(at: index) { answer($0, index) }
        }
    }

    /// Turns a reader to a page, and answers with it where it is in the cache.
    private func turn(
        _ reader: Reader, to found: ServedDocument.FoundPage, handover: ReaderInterface.Handover,
        call: VarlinkCall<ReaderInterface.Navigate>
    ) {
        guard !reader.isClosed else { return call.fail(.noSuchReader(reader: reader.id)) }
        if handover == .inline {
            // Before anything changes, and whether or not the page is in the cache.
            let bytes = reader.rendition(of: found).pixelBytes
            guard bytes <= PageHandover.maxInline else {
                return call.fail(.inlineTooLarge(bytes: bytes, limit: PageHandover.maxInline))
            }
        }
        let jump = reader.machine.jump(to: found.location)
        reader.shown = found
        if !reader.watches.isEmpty { tell(reader, jump.events) }
        let cached = show(reader)
        do throws(ReaderInterface.Failure) {
            var handed: PageHandover?
            if let cached, handover != .none {
                handed = try PageHandover(
                    cached, of: found, pageSize: reader.geometry(of: found).size, handover: handover)
                reader.held.add(cached.memory)
            }
            call.reply(
                .init(
                    noop: jump.isNoop, hit: cached != nil, transition: jump.transition, location: found.wire,
                    page: handed?.page),
                descriptors: handed?.descriptors ?? [])
        } catch {
            call.fail(error)
        }
        renderAround(reader, isShownCached: cached != nil)
    }

    /// Shows the page that a reader stands on: from now on it is protected. Follow it with
    /// ``renderAround(_:isShownCached:)`` once the caller is answered.
    ///
    /// - Returns: the page, where it is in the cache.
    func show(_ reader: Reader) -> ServedPage? {
        let rendition = reader.rendition(of: reader.shown)
        protect(rendition, for: reader)
        return pages.cached(rendition)
    }

    /// Has the page rendered that a reader shows, where it is not in the cache, and what lies around it rendered ahead;
    /// what the reader does not need any more is cancelled.
    func renderAround(_ reader: Reader, isShownCached: Bool) {
        guard let rendition = reader.protected else { return }
        let around = ReadAheadPlan.indexes(
            around: reader.shown.location.index, goingForward: reader.machine.direction == .forward,
            count: reader.document.count.isExact ? reader.document.count.pages : nil, depth: settings.readAhead)
        if pages.rendersUnderWay > 0 { leaveOthers(than: rendition, around: around, of: reader) }
        if !isShownCached { renderShown(rendition, for: reader) }
        for index in around { readAhead(index, for: reader, shown: rendition) }
    }

    /// Ends the renders for a reader that the page it shows and those around it don't need.
    private func leaveOthers(than rendition: Rendition, around: [Int], of reader: Reader) {
        let known = around.compactMap { reader.document.known(at: $0) }
        pages.leave(
            reader: reader.key, keeping: Set(known.map { reader.rendition(of: $0) } + [rendition]))
    }

    /// Has the page rendered that a reader has turned to; its watches get it.
    private func renderShown(_ rendition: Rendition, for reader: Reader) {
        let found = reader.shown
        guard fits(rendition) else {
            return fail(
                found, in: reader,
                reason: "the page has \(rendition.pixelBytes) bytes, and \(settings.pageMax) are allowed")
        }
        // A reader that turns to its page again gets it once.
        guard !pages.isAwaited(rendition, by: reader.key, for: .turn) else { return }
        pages.render(
            rendition, of: reader.document.opened, for: reader.key, purpose: .turn
        ) { [self, weak reader] result in
            // A reader that has turned on meanwhile does not want it any more.
            guard let reader, reader.protected == rendition else { return }
            switch result {
            case .success(let page): handOver(page, to: reader)
            case .failure(let failure): fail(found, in: reader, reason: failure.message)
            }
        }
    }

    /// Tells the watches of a reader that the page it shows can't be rendered.
    private func fail(_ found: ServedDocument.FoundPage, in reader: Reader, reason: String) {
        let failure = ReaderInterface.PageFailure(
            page: Int(found.location.page.number), index: found.location.index, reason: reason)
        for watch in reader.watches { watch.send(failure: failure) }
    }

    private func readAhead(_ index: Int, for reader: Reader, shown: Rendition) {
        if let found = reader.document.known(at: index) { return readAhead(found, for: reader) }
        guard reader.lookingAhead.insert(index).inserted else { return }
        reader.document.find(at: index, priority: .prefetch) { [self, weak reader] result in
            reader?.lookingAhead.remove(index)
            // Only as long as the reader rests where it did.
            guard let reader, reader.protected == shown, case .success(let found) = result else { return }
            readAhead(found, for: reader)
        }
    }

    private func readAhead(_ found: ServedDocument.FoundPage, for reader: Reader) {
        let rendition = reader.rendition(of: found)
        guard fits(rendition), !pages.contains(rendition),
            !pages.isAwaited(rendition, by: reader.key, for: .readAhead)
        else { return }
        pages.render(
            rendition, of: reader.document.opened, for: reader.key, purpose: .readAhead, completion: { _ in })
    }

    /// Whether a rendition is within what a page may have.
    private func fits(_ rendition: Rendition) -> Bool { rendition.pixelBytes <= settings.pageMax }
}
