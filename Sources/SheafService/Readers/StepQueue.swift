/// What is asked of one reader, done in the order in which it was asked: a step that has to look for a page first holds up
/// those behind it.
final class StepQueue {
    /// Does something and calls back, at once or later, when the next step may go on.
    typealias Step = (_ done: @escaping () -> Void) -> Void

    private var waiting: [Step] = []
    private var isBusy = false

    /// How many steps wait for one that is under way.
    var count: Int { waiting.count }

    /// Whether a step would be done at once.
    var isIdle: Bool { !isBusy && waiting.isEmpty }

    /// Does a step now where nothing is under way, else when its turn comes.
    func run(_ step: @escaping Step) {
        waiting.append(step)
        guard !isBusy else { return }
        runWaiting()
    }

    private func runWaiting() {
        // A loop, not a recursion: a thousand steps may be done without waiting.
        while !isBusy, !waiting.isEmpty {
            let step = waiting.removeFirst()
            isBusy = true
            var isWithin = true
            step { [self] in
                isBusy = false
                if !isWithin { runWaiting() }
            }
            isWithin = false
        }
    }
}
