import PageModel
import SheafInterface
import SheafOS

/// What a reader asks for of a region, until it is answered. Only the latest of a reader counts.
final class RegionRequest {
    private enum Stage {
        /// Its page is being looked for.
        case looking
        /// It waits whether another one comes.
        case resting(TimerSource)
        /// It is being rendered.
        case rendering(leave: () -> Void)
        /// It was answered, or nobody waits for it any more.
        case ended
    }

    /// When it came.
    let arrival: Instant
    private let refuse: (ReaderInterface.Failure) -> Void
    private var stage = Stage.looking

    /// - Parameter refuse: answers the call with an error, where it has no answer yet.
    init(arrival: Instant, refuse: @escaping (ReaderInterface.Failure) -> Void) {
        self.arrival = arrival
        self.refuse = refuse
    }

    /// Whether it still waits for its answer.
    var isOpen: Bool {
        if case .ended = stage { false } else { true }
    }

    /// It waits until a timer fires.
    func rest(_ timer: TimerSource) {
        if isOpen { stage = .resting(timer) }
    }

    /// It waits for a render.
    ///
    /// - Parameter leave: ends that.
    func render(leave: @escaping () -> Void) {
        if isOpen { stage = .rendering(leave: leave) }
    }

    /// It has its answer, or nobody waits for that any more.
    func end() {
        switch stage {
        case .looking, .ended: break
        case .resting(let timer): timer.cancel()
        case .rendering(let leave): leave()
        }
        stage = .ended
    }

    /// Answers it with an error where it has no answer yet.
    func fail(_ failure: ReaderInterface.Failure) {
        guard isOpen else { return }
        end()
        refuse(failure)
    }
}
