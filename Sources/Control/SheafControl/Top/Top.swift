import Glibc
import ServiceDiscovery
import SheafOS

// "sheafctl top": the service's numbers, drawn again and again.

extension Verb {
    /// `sheafctl top`.
    static let top = Verb(
        "top", summary: "show live how the service is doing",
        details: """
            In a terminal, until q or Ctrl-C: how much the cache holds of what it may, how short memory is, what happened a second,
            a letter for each page in the cache, the readers, and the processes that run providers. A service that ends is
            waited for. Elsewhere, one look is printed, or so many as --iterations says.

            \(operators)
            """,
        usesReader: false,
        options: [
            .init(
                "interval", value: "SECONDS",
                help: "look again so often, 0.1 to 3600 (default: \(TopCommand.defaultInterval))"),
            .init("iterations", letter: "n", value: "N", help: "end after so many looks"),
        ],
        parse: TopCommand.init)
}

/// Polls the service, and draws each sample.
struct TopCommand: Command {
    /// The interval where none is given, in seconds.
    static let defaultInterval = 1
    /// The allowed intervals, in seconds.
    private static let intervals = 0.1...3_600
    /// The allowed numbers of samples.
    private static let allowedIterations = 1...1_000_000

    /// Between two polls, in microseconds.
    var interval = UInt64(defaultInterval) * 1_000_000
    /// After how many samples it ends; nil: in a terminal not by itself, elsewhere after the first.
    var iterations: Int?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        try TopView(self, session, console).run()
    }
}

extension TopCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        guard !line.has("json") else {
            throw line.mistake(
                "top is for people: \"status\", \"cache\", \"readers\" and \"hosts\" have the same with --json")
        }
        if let seconds = try line.decimal("interval", "seconds") {
            guard Self.intervals.contains(seconds) else {
                throw line.mistake("--interval wants 0.1 to 3600 seconds")
            }
            interval = UInt64(seconds * 1_000_000)
        }
        iterations = try line.whole("iterations", Self.allowedIterations, "looks")
    }
}

/// The live view: polls the service at each interval and draws the samples, in a terminal over all of it.
///
/// All of it runs on one event loop, so that keys and signals are served also while the service does not answer.
private final class TopView {
    /// The width of a frame that is not drawn on a terminal.
    private static let plainColumns = 80
    /// How long the service may be silent before the view says that it is waiting, in microseconds.
    private static let silence: UInt64 = 2_000_000
    /// The signals that end it, as the key q does.
    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

    private let command: TopCommand
    private let settings: Settings
    private let finder: ServiceFinder
    private let console: Console
    /// Whether standard output is a terminal that can be drawn on.
    private let isLive: Bool

    private var loop: EventLoop?
    private var poller: TopPoller?
    private var signals: [SignalSource] = []
    private var keySource: DescriptorSource?
    private var pollTimer: TimerSource?
    private var silenceTimer: TimerSource?

    private var last: TopSample?
    /// Draws what is on the screen, again where the terminal's size changes.
    private var draw: ((TerminalSize) -> [String])?
    private var samples = 0
    private var nextPoll: UInt64 = 0
    private var failure: ControlError?

    init(_ command: TopCommand, _ session: Session, _ console: Console) {
        self.command = command
        settings = session.settings
        finder = session.finder
        self.console = console
        let terminal = CurrentProcess.environment("TERM") ?? "dumb"
        isLive = StandardStream.output.isTerminal && terminal != "dumb" && !terminal.isEmpty
    }

    /// Runs until the last sample is drawn, or until a key, a signal or an error ends it.
    func run() throws(ControlError) {
        do throws(OSError) {
            try serve()
        } catch {
            throw ControlError(error)
        }
        if let failure { throw failure }
    }

    private func serve() throws(OSError) {
        let loop = try EventLoop()
        self.loop = loop
        poller = TopPoller(
            loop: loop, finder: finder, timeout: UInt64(settings.timeoutMilliseconds) * 1_000)
        nextPoll = loop.now
        defer { leave() }
        let keys = isLive ? try openTerminal(on: loop) : nil
        defer { keys?.giveBack() }
        poll()
        // Where the first poll has ended the view already, the loop returns at once.
        _ = try loop.run()
    }

    // MARK: The terminal

    private func openTerminal(on loop: EventLoop) throws(OSError) -> TerminalKeys? {
        try CurrentProcess.block(signals: Self.endingSignals + [SIGWINCH])
        for signal in Self.endingSignals {
            signals.append(try loop.watch(signal: signal) { [unowned self] _ in end() })
        }
        signals.append(try loop.watch(signal: SIGWINCH) { [unowned self] _ in redraw() })
        guard let keys = TerminalKeys() else { return nil }
        keySource = try loop.watch(keys.number, for: .readable) { [unowned self] _ in
            guard let typed = keys.read() else { return keySource?.cancel() ?? () }
            if typed.contains(UInt8(ascii: "q")) || typed.contains(UInt8(ascii: "Q")) { end() }
        }
        return keys
    }

    private func leave() {
        keySource?.cancel()
        for signal in signals { signal.cancel() }
        pollTimer?.cancel()
        silenceTimer?.cancel()
        guard draw != nil, isLive else { return }
        // An error here is that the terminal has gone, and with it the screen to restore.
        try? console.print(TerminalScreen.leave, terminator: "")
    }

    private func redraw() {
        guard let draw else { return }
        let size = TerminalSize.ofStandardOutput ?? TerminalSize(columns: Self.plainColumns, rows: 24)
        print(TerminalScreen.drawing(draw(size), rows: size.rows))
    }

    private func show(_ draw: @escaping (TerminalSize) -> [String]) {
        if self.draw == nil { print(TerminalScreen.enter) }
        self.draw = draw
        redraw()
    }

    private func print(_ text: String, terminator: String = "") {
        do throws(ControlError) {
            try console.print(text, terminator: terminator)
        } catch {
            end(error)
        }
    }

    private func end(_ error: ControlError? = nil) {
        failure = failure ?? error
        loop?.exit()
    }

    // MARK: Polling

    private func poll() {
        silenceTimer = schedule(after: Self.silence) { [unowned self] in
            showWaiting("it does not answer at \(finder.location.socket)")
        }
        poller?.poll { [unowned self] outcome in
            silenceTimer?.cancel()
            silenceTimer = nil
            switch outcome {
            case .sample(let sample): show(sample)
            // A service that was there before is waited for, where a person can see that.
            case .unreachable(let error) where isLive && last != nil:
                showWaiting(error.description)
                scheduleNextPoll()
            case .unreachable(let error), .failed(let error): end(error)
            }
        }
    }

    private func show(_ sample: TopSample) {
        let frame = TopFrame(sample, since: last)
        last = sample
        samples += 1
        if isLive {
            show { [style = console.style] in frame.lines(columns: $0.columns, rows: $0.rows, style) }
        } else {
            let lines = frame.lines(columns: Self.plainColumns, rows: nil, console.style)
            print((samples > 1 ? "\n" : "") + lines.joined(separator: "\n"), terminator: "\n")
        }
        if samples == command.iterations ?? (isLive ? nil : 1) { return end() }
        scheduleNextPoll()
    }

    private func showWaiting(_ reason: String) {
        guard isLive else { return }
        let lines = [StyledLine("waiting for sheafd (q ends this)", .slow), StyledLine(reason)]
        show { [style = console.style] size in lines.map { $0.text(style, columns: size.columns) } }
    }

    private func scheduleNextPoll() {
        let now = EventLoop.now
        // Polls that were missed are skipped.
        nextPoll = max(nextPoll + command.interval, now)
        pollTimer = schedule(after: nextPoll - now) { [unowned self] in poll() }
    }

    private func schedule(after time: UInt64, _ body: @escaping () -> Void) -> TimerSource? {
        do throws(OSError) {
            return try loop?.schedule(after: time, handler: body)
        } catch {
            end(ControlError(error))
            return nil
        }
    }
}
