import Glibc
import SheafOS

/// "sheafctl top": looks at the service again and again, and draws what it sees.
///
/// All of it is on one loop, so that keys and signals are served also while the service is silent.
final class TopView {
    /// How wide a frame is where nobody says how wide it may be.
    private static let plainColumns = 80
    /// After so long without an answer it is said that the service is waited for, in microseconds.
    private static let silence: UInt64 = 2_000_000
    /// What ends it, as "q" does.
    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

    private let request: TopRequest
    private let settings: Settings
    private let console: Console
    /// Whether a person looks at a terminal that can be drawn on.
    private let isLive: Bool

    private var loop: EventLoop?
    private var source: TopSource?
    private var signals: [SignalSource] = []
    private var keySource: DescriptorSource?
    private var timer: TimerSource?
    private var silenceTimer: TimerSource?

    private var last: TopSample?
    /// What is on the screen: it is drawn anew where the terminal's size changes.
    private var draw: ((TerminalSize) -> [String])?
    private var looks = 0
    private var nextLook: UInt64 = 0
    private var failure: ControlError?

    init(_ request: TopRequest, _ settings: Settings, _ console: Console) {
        self.request = request
        self.settings = settings
        self.console = console
        let terminal = CurrentProcess.environment("TERM") ?? "dumb"
        isLive = StandardStream.output.isTerminal && terminal != "dumb" && !terminal.isEmpty
    }

    /// Looks until it has looked as often as it was told to, or until it is told to end.
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
        let source = TopSource(
            loop: loop, path: settings.socket, patience: UInt64(settings.timeoutMilliseconds) * 1_000)
        self.source = source
        nextLook = loop.now
        defer { leave() }
        let keys = isLive ? try takeTerminal(on: loop) : nil
        defer { keys?.giveBack() }
        look()
        // Everything may have ended by now: a loop that was told to ends at once.
        _ = try loop.run()
    }

    // MARK: The terminal

    private func takeTerminal(on loop: EventLoop) throws(OSError) -> TerminalKeys? {
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
        timer?.cancel()
        silenceTimer?.cancel()
        guard draw != nil, isLive else { return }
        // Whatever ended it, and where the terminal has gone nothing is to be restored.
        try? console.say(TerminalScreen.leave, terminator: "")
    }

    private func redraw() {
        guard let draw else { return }
        let size = TerminalSize.ofStandardOutput ?? TerminalSize(columns: Self.plainColumns, rows: 24)
        say(TerminalScreen.drawing(draw(size), rows: size.rows))
    }

    private func show(_ draw: @escaping (TerminalSize) -> [String]) {
        if self.draw == nil { say(TerminalScreen.enter) }
        self.draw = draw
        redraw()
    }

    private func say(_ text: String, terminator: String = "") {
        do throws(ControlError) {
            try console.say(text, terminator: terminator)
        } catch {
            end(error)
        }
    }

    private func end(_ error: ControlError? = nil) {
        failure = failure ?? error
        loop?.exit()
    }

    // MARK: Looking

    private func look() {
        silenceTimer = schedule(after: Self.silence) { [unowned self] in
            wait(for: "it does not answer at \(settings.socket)")
        }
        source?.look { [unowned self] outcome in
            silenceTimer?.cancel()
            silenceTimer = nil
            switch outcome {
            case .sample(let sample): show(sample)
            case .unreachable(let error): miss(error)
            case .failed(let error): end(error)
            }
        }
    }

    private func show(_ sample: TopSample) {
        let frame = TopFrame(sample, since: last)
        last = sample
        looks += 1
        if isLive {
            show { [style = console.style] in frame.lines(columns: $0.columns, rows: $0.rows, style) }
        } else {
            let lines = frame.lines(columns: Self.plainColumns, rows: nil, console.style)
            say((looks > 1 ? "\n" : "") + lines.joined(separator: "\n"), terminator: "\n")
        }
        if looks == request.iterations ?? (isLive ? nil : 1) { return end() }
        lookLater()
    }

    /// One that was never there is not waited for, and nobody sits before what is not a terminal.
    private func miss(_ error: ControlError) {
        guard isLive, last != nil else { return end(error) }
        wait(for: error.description)
        lookLater()
    }

    private func wait(for reason: String) {
        guard isLive else { return }
        let lines = [InkedLine("waiting for sheafd (q ends this)", .slow), InkedLine(reason)]
        show { [style = console.style] size in lines.map { $0.text(style, columns: size.columns) } }
    }

    private func lookLater() {
        let now = EventLoop.now
        // Looks that were missed are not made good.
        nextLook = max(nextLook + request.interval, now)
        timer = schedule(after: nextLook - now) { [unowned self] in look() }
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
