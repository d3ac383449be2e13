import Navigation
import PageModel
import ProviderHost
import SheafInterface
import Varlink

extension ReaderService {
    func setViewport(
        _ parameters: ReaderInterface.SetViewportParameters, _ call: VarlinkCall<ReaderInterface.SetViewport>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        reader.viewport = try Viewport(checking: parameters.viewport)
        announce(reader)
        call.reply(.init(state: state(of: reader)))
    }

    func watch(_ parameters: ReaderInterface.WatchParameters, _ call: VarlinkCall<ReaderInterface.Watch>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        // A oneway watch tells nobody anything, and would never be heard to end.
        guard call.wantsMore, call.isOpen else { throw .service(.expectedMore) }
        guard reader.watches.count < settings.watchesPerReader else {
            throw .limitReached(limit: "WatchesPerReader", value: settings.watchesPerReader)
        }
        let watch = ReaderWatch(call: call, handover: parameters.handover ?? .none)
        reader.watches.append(watch)
        call.onDisconnect { [weak reader] in reader?.watches.removeAll { $0 === watch } }
        watch.send(state: state(of: reader))
    }

    func reload(_ parameters: ReaderInterface.ReloadParameters, _ call: VarlinkCall<ReaderInterface.Reload>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        reader.document.opened.reload { [self] result in
            if case .success = result { showAnew(reader.document, except: reader) }
            guard !reader.isClosed else { return call.fail(.noSuchReader(reader: reader.id)) }
            if case .failure(let failure) = result { return call.fail(.init(failure)) }
            showAgain(reader) { [self] failure in
                if let failure { return call.fail(failure) }
                call.reply(.init(state: state(of: reader)))
            }
        }
    }

    func close(_ parameters: ReaderInterface.CloseParameters, _ call: VarlinkCall<ReaderInterface.Close>)
        throws(ReaderInterface.Failure)
    {
        end(try reader(parameters.reader, for: call))
        call.reply()
    }

    /// Forgets what was known of a document that was opened again, and shows it to its readers.
    func showAnew(_ document: ServedDocument, except caller: Reader? = nil) {
        document.allChanged()
        for reader in readers.all where reader.document === document && reader !== caller {
            // One that can't be put on a page stays where it is, and is told so by its next call.
            showAgain(reader) { _ in }
        }
    }

    /// Puts a reader on the page it was on, or the last one where that is gone, after its document was opened again.
    private func showAgain(_ reader: Reader, completion: @escaping (ReaderInterface.Failure?) -> Void) {
        var index = reader.shown.location.index
        if case .exact(let pages) = reader.document.count { index = min(index, max(pages - 1, 0)) }
        find(.number(.index(index)), in: reader.document) { [self] result in
            switch result {
            case _ where reader.isClosed: completion(.noSuchReader(reader: reader.id))
            case .failure(let failure): completion(failure)
            case .success(let found):
                tell(reader, reader.machine.jump(to: found.location).events)
                reader.shown = found
                announce(reader)
                completion(nil)
            }
        }
    }

    /// Shows the current page anew, and tells the watches where the reader stands.
    private func announce(_ reader: Reader) {
        let shown = show(reader)
        let state = state(of: reader)
        for watch in reader.watches { watch.send(state: state) }
        if let shown { handOver(shown, to: reader) }
        renderAround(reader, isShownCached: shown != nil)
    }
}
