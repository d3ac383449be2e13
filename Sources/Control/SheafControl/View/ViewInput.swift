import Glibc
import SheafOS

/// The input of the viewer: keys, answers of the terminal, and the signals that resize it, stop the viewer or end it.
final class ViewInput {
    /// An event of the input, for the viewer.
    enum Event {
        case typed(TerminalInput)
        /// The terminal, or a character of it, has another size, or the screen was taken anew.
        case resized
        /// How pages are drawn is known now.
        case formatChosen
        /// No more comes, or a signal ends the viewer.
        case ended(ControlError?)
    }

    /// How long the terminal may take to say what it can, in microseconds; the environment tells then.
    private static let answerTime: UInt64 = 1_000_000
    /// How long an escape waits for the rest of a sequence, in microseconds.
    private static let escapeTime: UInt64 = 50_000
    /// The signals that end the viewer, as the key q does, and those that it serves.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT]

    private let loop: EventLoop
    private let screen: ViewScreen
    private var notify: (Event) -> Void = { _ in }
    private var keySource: DescriptorSource?
    private var signalSources: [SignalSource] = []
    private var answerTimer: TimerSource?
    private var escapeTimer: TimerSource?
    private var decoder = TerminalInputDecoder()

    init(from screen: ViewScreen, on loop: EventLoop) {
        self.screen = screen
        self.loop = loop
    }

    /// Takes the screen and the keys, and asks what the terminal can.
    ///
    /// - Parameter format: how pages are drawn; nil: the best of the terminal.
    func enter(format: TerminalPicture.Format?, notify: @escaping (Event) -> Void) throws(OSError) {
        self.notify = notify
        try CurrentProcess.block(signals: Self.signals)
        for signal in Self.signals {
            signalSources.append(try loop.watch(signal: signal) { [unowned self] _ in serve(signal) })
        }
        keySource = try loop.watch(screen.number, for: .readable) { [unowned self] _ in
            guard let typed = screen.read() else { return self.notify(.ended(nil)) }
            serve(typed)
        }
        try screen.enter()
        try ask(format)
    }

    /// Gives back the screen and the keys.
    func leave() {
        keySource?.cancel()
        for source in signalSources { source.cancel() }
        answerTimer?.cancel()
        escapeTimer?.cancel()
        screen.leave()
    }

    /// Asks what the terminal can, where nobody has said.
    private func ask(_ format: TerminalPicture.Format?) throws(OSError) {
        if !screen.tellsPixels { screen.print(TerminalQuestion.cell) }
        let terminal = CurrentProcess.environment("TERM")
        // From 3.4 on tmux says that it shows sixels, and on terminals that don't it shows a sentence in their place.
        screen.format = format ?? (TerminalQuestion.isMultiplexer(terminal) ? .symbols : nil)
        if screen.format == nil {
            screen.print(TerminalQuestion.formats)
            answerTimer = try loop.schedule(after: Self.answerTime) { [unowned self] in
                choose(TerminalPicture.detected)
            }
        }
        try screen.flush()
    }

    private func serve(_ answer: TerminalAnswer) {
        switch answer {
        case .cell(let width, let height):
            screen.answeredCell = (width, height)
            notify(.resized)
        case .kittyGraphics where screen.format == nil: choose(.kitty)
        case .attributes(let numbers) where screen.format == nil: choose(numbers.contains(4) ? .sixel : .symbols)
        case .kittyGraphics, .attributes: break
        }
    }

    private func choose(_ format: TerminalPicture.Format) {
        answerTimer?.cancel()
        screen.format = format
        notify(.formatChosen)
    }

    private func serve(_ signal: Int32) {
        switch signal {
        case SIGWINCH:
            screen.measure()
            notify(.resized)
        case SIGTSTP:
            screen.leave()
            CurrentProcess.stop()
        case SIGCONT:
            screen.measure()
            do throws(OSError) { try screen.enter() } catch { return notify(.ended(ControlError(error))) }
            notify(.resized)
        default: notify(.ended(nil))
        }
    }

    private func serve(_ typed: [UInt8]) {
        escapeTimer?.cancel()
        for input in decoder.decode(typed) { serve(input) }
        guard decoder.isWaiting else { return }
        escapeTimer = try? loop.schedule(after: Self.escapeTime) { [unowned self] in
            for input in decoder.flush() { serve(input) }
        }
    }

    private func serve(_ input: TerminalInput) {
        if case .answer(let answer) = input { serve(answer) } else { notify(.typed(input)) }
    }
}
