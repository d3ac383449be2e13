/// What of a reader goes on in another run of the service, which begins at rest.
extension ReaderMachine {
    /// Where an axis will be found at rest, in spreads, if nothing more is heard of what is under way: at the target of a jump
    /// or of a drag that was released, and where it was before while a finger holds it.
    package func resting(on axis: Axis) -> Int? {
        guard let transition = currentTransition, transition.axis == axis else { return position(of: axis) }
        switch transition.step.motion {
        case .jump(let jump): return jump.target.index
        case .drag(let drag): return drag.bound?.spread.index ?? position(of: axis)
        }
    }

    /// Goes on counting transition steps after those of an earlier run, before the reader is opened.
    package mutating func goOn(after transition: Int) {
        guard case .unopened = phase, transition >= 0, transition < .max / 2 else { return }
        self.transition = transition
    }
}
