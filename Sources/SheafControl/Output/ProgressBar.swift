import SheafOS

/// A line on a terminal that tells how far something is, once that takes longer than a moment.
struct ProgressBar {
    /// How long nothing is shown, in microseconds.
    private static let patience: UInt64 = 500_000
    /// How often it is drawn at most.
    private static let pause: UInt64 = 50_000
    private static let cells = 30

    private let console: Console
    private let total: Int?
    private let noun: String
    private var next = EventLoop.now + patience
    private var isShown = false

    /// - Parameters:
    ///   - total: how much there is to be done; nil where that is not known.
    ///   - noun: what is counted.
    init(_ console: Console, total: Int?, _ noun: String) {
        self.console = console
        self.total = total
        self.noun = noun
    }

    /// Shows that so much is done.
    mutating func advance(to done: Int) {
        guard EventLoop.now >= next else { return }
        next = EventLoop.now + Self.pause
        isShown = true
        console.showProgress("\r" + Self.line(done, of: total, noun) + "\u{1b}[K")
    }

    /// Clears the line.
    mutating func end() {
        if isShown { console.showProgress("\r\u{1b}[K") }
        isShown = false
    }

    /// "[##########--------------------] 7 of 20 pages", or "7 pages".
    static func line(_ done: Int, of total: Int?, _ noun: String) -> String {
        guard let total, total > 0 else { return Units.count(done, noun) }
        let filled = min(cells, done * cells / total)
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: cells - filled)
            + "] \(done) of \(Units.count(total, noun))"
    }
}
