import SheafOS

/// A line on a terminal that tells how far something is, once that takes longer than a moment.
struct ProgressBar {
    /// How long nothing is shown, in microseconds.
    private static let patience: UInt64 = 500_000
    /// How often it is drawn at most.
    private static let pause: UInt64 = 50_000
    private static let cells = 30

    private let show: (String) -> Void
    private let noun: String
    private let verb: String
    private var next = EventLoop.now + patience
    private var isShown = false
    /// How often it was drawn without a number.
    private var step = 0

    /// - Parameters:
    ///   - show: writes to the terminal.
    ///   - noun: what is counted.
    ///   - verb: what is done with it, where that is to be said.
    init(_ show: @escaping (String) -> Void, _ noun: String, _ verb: String = "") {
        self.show = show
        self.noun = noun
        self.verb = verb
    }

    /// Whether it would be drawn now.
    var isDue: Bool { EventLoop.now >= next }

    /// Shows that so much is done.
    ///
    /// - Parameter total: how much there is to be done; nil where that is not known.
    mutating func advance(to done: Int, of total: Int?) {
        if isDue { draw(Self.line(done, of: total, noun) + (verb.isEmpty ? "" : " \(verb)")) }
    }

    /// Shows that it goes on, where nobody knows how far it is.
    mutating func advance() {
        guard isDue else { return }
        draw(Self.line(step: step) + " \(verb)")
        step += 1
    }

    private mutating func draw(_ line: String) {
        next = EventLoop.now + Self.pause
        isShown = true
        show("\r\(line)\u{1b}[K")
    }

    /// Clears the line. What comes next is shown after a moment again.
    mutating func end() {
        if isShown { show("\r\u{1b}[K") }
        (isShown, step) = (false, 0)
        next = EventLoop.now + Self.patience
    }

    /// "[----###-----------------------]": the marks go to and fro.
    static func line(step: Int) -> String {
        let marks = 3
        let way = cells - marks
        let turn = step % (2 * way)
        let before = min(turn, 2 * way - turn)
        return "[" + String(repeating: "-", count: before) + String(repeating: "#", count: marks)
            + String(repeating: "-", count: way - before) + "]"
    }

    /// "[##########--------------------] 7 of 20 pages", or "7 pages".
    static func line(_ done: Int, of total: Int?, _ noun: String) -> String {
        guard let total, total > 0 else { return Units.count(done, noun) }
        let filled = min(cells, done * cells / total)
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: cells - filled)
            + "] \(done) of \(Units.count(total, noun))"
    }
}
