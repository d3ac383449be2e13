import Navigation
import PageModel
import SheafInterface

extension ReaderInterface.Failure {
    /// What a client is told of a command that does not fit.
    ///
    /// - Parameters:
    ///   - axis: the one that it was for.
    ///   - target: what was asked for, in words.
    init(_ error: NavigationError, in reader: Reader, axis: Navigation.Axis? = nil, target: String = "") {
        let axis = axis ?? reader.machine.front
        switch error {
        case .closed: self = .noSuchReader(reader: reader.id)
        case .empty: self = .empty
        case .noSuchPage: self = .noSuchPage(target: target, pages: reader.axis(axis)?.count.pages ?? 0)
        case .noSuchAxis: self = .noSuchAxis(axis: axis.wire)
        case .axisDisabled: self = .axisDisabled(axis: axis.wire)
        case .axisLocked: self = .axisLocked(axis: axis.wire, unlocks: reader.axis(axis.other)?.unlocks)
        case .dragActive: self = .dragActive(transition: reader.machine.transition)
        case .noDrag: self = .noDrag
        case .transitionActive: self = .transitionActive(transition: reader.machine.transition)
        case .moveActive: self = .moveActive(index: reader.machine.move?.page.index ?? 0)
        case .noMove: self = .noMove
        case .manual: self = .manualReader
        case .notManual: self = .notManual
        case .noSuchStep: self = .noSuchStep(index: 0, event: .willAppear)
        }
    }
}
