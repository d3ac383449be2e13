package import SheafInterface

/// What a command line asks for, checked as far as it can be checked without the service.
package enum Command: Equatable, Sendable {
    case open(OpenRequest)
    case turn(TurnRequest)
    case drag(DragRequest)
    /// The number of a transition step.
    case settle(Int)
    case page(PageRequest)
    case watch
    case state
    case axis(AxisRequest)
    case viewport(ViewportChange)
    case layout(LayoutRequest)
    /// A point of the viewport, in pixels.
    case hit(x: Double, y: Double)
    case history
    case move(MoveRequest)
    case report(ReportRequest)
    case refresh
    case reload
    case close
    case readers
    case documents
    case providers
    case hosts
    case status
    case top(TopRequest)
    /// Whether its pages are listed too.
    case cache(isListed: Bool)
    case metrics
    case warn(ManagerInterface.PressureLevel)
    case configure
    /// What it becomes; nil: it is shown.
    case logLevel(ManagerInterface.LogLevel?)
    /// What it becomes; nil: it is shown.
    case logTarget(ManagerInterface.LogTarget?)
}
