import SheafInterface
import SheafOS
import Varlink

/// Shows on a terminal how far a reader's document is counted, while a command waits for what lies behind that; and that one is being
/// opened, of which nobody knows how far it is.
final class CountProgress {
    /// How often to look, in milliseconds.
    static let interval: UInt64 = 50
    /// How long the beginning of the watch is waited for, in milliseconds.
    private static let patience = 1_000

    private let makeClient: () -> VarlinkReconnectingClient
    private let show: (String) -> Void
    private var bar: ProgressBar
    /// While a document is being opened, or laid out anew.
    private var workBar: ProgressBar?
    private var watch: VarlinkReconnectingClient?
    /// Whose document it is; nil: nothing is shown.
    var reader: String? { didSet { if reader != oldValue { watch = nil } } }

    /// - Parameters:
    ///   - show: writes to the terminal.
    ///   - makeClient: makes a client with a connection of its own.
    init(_ show: @escaping (String) -> Void, makeClient: @escaping () -> VarlinkReconnectingClient) {
        self.show = show
        bar = ProgressBar(show, "page", "counted")
        self.makeClient = makeClient
    }

    /// A command begins to wait.
    func begin() { bar.end() }

    /// A command begins to wait for work of which nobody knows how far it is.
    func begin(showing work: String) { workBar = ProgressBar(show, "", TerminalText.safe(work)) }

    /// The wait goes on.
    func look() {
        workBar?.advance()
        guard let reader, bar.isDue else { return }
        do throws(VarlinkCallError<ReaderInterface.Failure>) {
            if watch == nil { try begin(reader) }
            while let event = try watch?.receive(ReaderInterface.Watch.self) { show(event.parameters) }
        } catch {
            if case .connection(let reason) = error, reason.code == .timedOut { return }
            // It is no more than a help for whoever waits.
            self.reader = nil
        }
    }

    /// The wait is over.
    func end() {
        bar.end()
        workBar?.end()
        workBar = nil
    }

    private func begin(_ reader: String) throws(VarlinkCallError<ReaderInterface.Failure>) {
        let client = makeClient()
        client.timeoutMilliseconds = Self.patience
        let first = try client.callMore(
            ReaderInterface.Watch.self, .init(reader: reader, handover: ReaderInterface.Handover.none))
        guard first.parameters.state?.document.count.kind == .estimated else {
            // Nothing is being counted.
            self.reader = nil
            return
        }
        client.timeoutMilliseconds = 1
        watch = client
    }

    private func show(_ event: ReaderInterface.WatchReply) {
        guard let count = event.count, count.pages.kind == .estimated else { return }
        bar.advance(to: count.counted, of: count.pages.pages)
    }
}
