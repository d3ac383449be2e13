import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import Varlink

/// The thumbnails of a range of an axis' pages, handed over in order: those that are kept as they are, others rendered one at a time,
/// behind all pages that somebody waits for and in turn with what is read ahead; and no further while its client does not read.
final class ThumbnailStrip: ReaderTask {
    /// The most pages that one call is answered with.
    static let maxPages = 1_024
    /// The most bytes of thumbnails that the client has not read: then no further one is handed over.
    static let maxQueuedBytes = 256 << 10
    /// The most thumbnails that the client has not read: then no further one is handed over.
    static let maxQueued = 64

    private let axis: ReaderAxis
    private let session: ReaderSession
    private let handover: DocumentInterface.Handover
    private let call: VarlinkCall<DocumentInterface.GetThumbnails>
    private let fail: (ReaderError) -> Void
    /// The indexes on the axis whose thumbnails are still to come.
    private var rest: Range<Int>
    private var ticket: HostTicket?
    private var isOpen = true

    /// - Parameter fail: answers the call with an error.
    init(
        of range: Range<Int>, on axis: ReaderAxis, of session: ReaderSession, handover: DocumentInterface.Handover,
        _ call: VarlinkCall<DocumentInterface.GetThumbnails>, fail: @escaping (ReaderError) -> Void
    ) {
        rest = range
        self.axis = axis
        self.session = session
        self.handover = handover
        self.call = call
        self.fail = fail
    }

    /// Begins. It keeps itself until it has ended.
    func begin() {
        session.begin(self, as: .thumbnails)
        call.onDisconnect { self.end() }
        next()
    }

    /// Ends it with an error where it has not ended.
    func end(_ error: ReaderError) {
        guard isOpen else { return }
        end()
        fail(error)
    }

    private func end() {
        isOpen = false
        ticket?.cancel()
        ticket = nil
        session.ended(self, of: .thumbnails)
    }

    // MARK: Pages

    private func next() {
        guard isOpen else { return }
        guard let index = rest.first, isThere(index), let position = axis.documentIndex(of: index) else {
            return finish()
        }
        guard axis.document.pages.known(at: position) == nil else { return make(at: index) }
        axis.document.find(at: position, priority: .prefetch, for: session.uid) { [self] result in
            guard isOpen else { return }
            switch result {
            case .success: make(at: index)
            case .failure(let failure) where failure.isPastTheEnd:
                finish(isAtEnd: true)
            case .failure(let failure): failed(at: index, failure)
            }
        }
    }

    private func isThere(_ index: Int) -> Bool { index < axis.exactCount ?? .max }

    private func make(at index: Int) {
        guard let position = axis.documentIndex(of: index),
            let page = axis.document.pages.known(at: position)?.location.page,
            let shown = session.pages.placed(Location(axis.axis.surface, page: page, index: index))
        else { return failed(at: index, HostError(.noSuchPage, "the document changes while it is read")) }
        let store = session.context.store
        let rendition = session.pages.thumbnail(of: shown, in: axis.document)
        if let kept = store.thumbnails.current(for: rendition) { return hand(over: kept, of: shown, isKept: true) }
        do throws(OSError) {
            ticket = try session.context.renders.renderThumbnail(rendition, of: axis.document.opened, for: session.uid)
            {
                [self] result in
                guard isOpen else { return }
                switch result {
                case .success(let memory): hand(over: memory, of: shown, isKept: false)
                case .failure(let failure): failed(at: index, failure)
                }
            }
        } catch {
            end(.overloaded(error.description))
        }
    }

    private func failed(at index: Int, _ failure: HostError) {
        guard failure.leavesOtherPages else { return end(.document(failure)) }
        proceed(call.replyAndContinue(.init(failed: .init(index: index, reason: failure.message))))
    }

    private func hand(over memory: SealedPage, of page: PlacedPage, isKept: Bool) {
        let size = memory.rendition.pageSize
        var thumbnail = DocumentInterface.Thumbnail(
            page: Int(page.location.page.number), index: page.location.index, label: page.label,
            rendition: memory.number, width: size.width, height: size.height, stride: memory.stride,
            size: memory.bytes, rotation: memory.rendition.rotation.rawValue, kept: isKept)
        switch handover {
        case .descriptor:
            let served = [ServedPage(memory: memory, origin: .thumbnail)]
            if let refusal = session.context.leases.refusal(of: served, to: session.uid) {
                return end(ReaderError(refusal))
            }
            thumbnail.fileDescriptor = 0
            let isOpen = call.replyAndContinue(.init(thumbnail: thumbnail), descriptors: [memory.descriptor])
            session.context.leases.add(served, to: session.client, over: call.connection)
            proceed(isOpen)
        case .inline:
            do throws(OSError) {
                let mapping = try SharedMemory(
                    mapping: memory.descriptor.number, size: memory.bytes, writable: false)
                thumbnail.data = mapping.withBytes { Base64.encode($0) }
            } catch {
                return end(.overloaded(error.description))
            }
            proceed(call.replyAndContinue(.init(thumbnail: thumbnail)))
        }
    }

    /// Goes on with the next page when the client has read enough of what it was told.
    private func proceed(_ isOpen: Bool) {
        guard isOpen, self.isOpen else { return }
        rest = rest.dropFirst()
        let handNext = { [self] in axis.document.opened.afterThisEvent { self.next() } }
        if call.queuedBytes <= Self.maxQueuedBytes, call.queuedDescriptors <= Self.maxQueued {
            handNext()
        } else {
            call.onDrained(handNext)
        }
    }

    private func finish(isAtEnd: Bool = false) {
        end()
        let isMore = !isAtEnd && isThere(rest.lowerBound) && axis.documentIndex(of: rest.lowerBound) != nil
        call.reply(.init(next: isMore ? rest.lowerBound : nil))
    }
}
