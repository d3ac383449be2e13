import SheafOS

/// The time of a model: it stands still until the model lets it pass, and fires the timers of the loop in their order.
final class ModelClock: LoopClock {
    private struct Timer {
        let due: UInt64
        let number: Int
        weak var source: TimerSource?
    }

    private(set) var now: UInt64 = 1_000_000
    private var timers: [Timer] = []
    private var lastNumber = 0

    func add(_ timer: TimerSource, due: UInt64) {
        lastNumber += 1
        timers.append(Timer(due: due, number: lastNumber, source: timer))
    }

    /// When the next timer is due; nil where none is set.
    var nextDue: UInt64? {
        timers.removeAll { $0.source?.isSet != true }
        return timers.map(\.due).min()
    }

    /// Fires the timer that is due first, and is by `end`; false where none is.
    func fireNext(by end: UInt64) -> Bool {
        guard let due = nextDue, due <= end,
            let next = timers.filter({ $0.due == due }).min(by: { $0.number < $1.number })
        else { return false }
        timers.removeAll { $0.number == next.number }
        now = max(now, due)
        next.source?.fire()
        return true
    }

    /// Sets the clock to a time, unless it is later already.
    func pass(to time: UInt64) { now = max(now, time) }

    /// The program whose timers they were has ended.
    func forgetTimers() { timers = [] }
}

/// The random numbers of a run: all that is decided by chance is decided by these (SplitMix64).
final class ModelNumbers: RandomNumberGenerator {
    private let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// A step begins: its numbers are the same whatever steps were before it, so that others can be left out.
    func begin(step: Int) {
        state = seed
        state = next() &+ UInt64(bitPattern: Int64(step)) &* 0xd129_42d9_6a9c_11c5
    }

    func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number within a range.
    func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// Whether something happens that does so many times in a thousand.
    func chance(_ perMille: Int) -> Bool { next() % 1_000 < UInt64(perMille) }

    /// Draws one of some; nil of none.
    func one<Element>(of all: [Element]) -> Element? { all.isEmpty ? nil : all[number(0...all.count - 1)] }
}
