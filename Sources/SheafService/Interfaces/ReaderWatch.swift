import Navigation
import PageModel
import SheafInterface
import SheafOS
import Varlink

/// A connection that is told what happens to a reader.
final class ReaderWatch {
    private let call: VarlinkCall<ReaderInterface.Watch>
    /// How pages come to it.
    let handover: ReaderInterface.Handover

    init(call: VarlinkCall<ReaderInterface.Watch>, handover: ReaderInterface.Handover) {
        self.call = call
        self.handover = handover
    }

    /// Tells where the reader stands.
    func send(state: ReaderInterface.State) {
        call.replyAndContinue(.init(state: state))
    }

    /// Tells what happened on screen.
    func send(_ events: [AppearanceEvent], transition: Int, time: UInt64) {
        for event in events {
            call.replyAndContinue(
                .init(
                    appearance: ReaderInterface.Appearance(
                        event: event.kind.wire, page: Int(event.location.page.number), index: event.location.index,
                        transition: transition, time: Int(time))))
        }
    }

    /// Hands over the page that the reader has turned to, or tells why that can't be; later pages may be smaller.
    func send(_ handed: Result<PageHandover, ReaderInterface.Failure>, of found: ServedDocument.FoundPage) {
        switch handed {
        case .success(let handed):
            call.replyAndContinue(.init(page: handed.page), descriptors: handed.descriptors)
        case .failure(let failure):
            send(
                failure: ReaderInterface.PageFailure(
                    page: Int(found.location.page.number), index: found.location.index, reason: failure.reason))
        }
    }

    /// Tells that the page which the reader has turned to can't be rendered.
    func send(failure: ReaderInterface.PageFailure) {
        call.replyAndContinue(.init(failure: failure))
    }

    /// Tells that the reader is closed, and ends.
    func sendClosed() {
        call.reply(.init(closed: true))
    }
}

extension ReaderInterface.Failure {
    /// Why a page can't be handed over, in words.
    fileprivate var reason: String {
        switch self {
        case .inlineTooLarge(let bytes, let limit): "the page has \(bytes) bytes, and \(limit) go inline"
        case .serviceOverloaded(let reason): reason
        default: "\(self)"
        }
    }
}

extension AppearanceEvent.Kind {
    /// As it goes over the wire.
    var wire: ReaderInterface.Appearance.Event {
        switch self {
        case .willAppear: .willAppear
        case .didAppear: .didAppear
        case .willDisappear: .willDisappear
        case .didDisappear: .didDisappear
        }
    }
}
