import Navigation
import PageModel
import SheafInterface
import SheafOS
import Varlink

/// A connection that is told what happens to a reader.
final class ReaderWatch {
    /// A watch that has not read so many bytes is behind: nothing more is kept for it until it has read them.
    static let maxQueuedBytes = 256 << 10
    /// The same for pages that it was handed.
    static let maxQueuedPages = 64

    private let call: VarlinkCall<ReaderInterface.Watch>
    /// How pages come to it.
    let handover: ReaderInterface.Handover
    private let begin: (ReaderWatch) -> Void
    /// What it was not told since it is behind.
    private var missed = 0

    /// - Parameter begin: tells it where the reader stands and what it shows: at first, and when it has caught up.
    init(
        call: VarlinkCall<ReaderInterface.Watch>, handover: ReaderInterface.Handover,
        begin: @escaping (ReaderWatch) -> Void
    ) {
        self.call = call
        self.handover = handover
        self.begin = begin
    }

    /// The connection that it is on.
    var connection: VarlinkConnection { call.connection }

    /// Tells where the reader stands, and what it shows.
    func start() { begin(self) }

    /// Tells something that has happened, unless the watch is behind.
    ///
    /// - Returns: whether it was told.
    @discardableResult
    func send(_ reply: ReaderInterface.WatchReply, descriptors: [SharedDescriptor] = []) -> Bool {
        guard missed == 0 else {
            missed += 1
            return false
        }
        guard call.queuedBytes <= Self.maxQueuedBytes, call.queuedDescriptors <= Self.maxQueuedPages else {
            missed = 1
            call.onDrained { [weak self] in self?.catchUp() }
            return false
        }
        call.replyAndContinue(reply, descriptors: descriptors)
        return true
    }

    /// Hands over the pages of a spread; returns whether it did.
    @discardableResult
    func send(_ handed: SpreadHandover) -> Bool {
        send(.init(page: handed.page, second: handed.second), descriptors: handed.descriptors)
    }

    /// Tells that the reader is closed, and ends; before that, what it has missed.
    func sendClosed() {
        if missed > 0 { call.replyAndContinue(.init(missed: missed)) }
        missed = 0
        call.reply(.init(closed: true))
    }

    private func catchUp() {
        let count = missed
        missed = 0
        send(.init(missed: count))
        start()
    }
}
