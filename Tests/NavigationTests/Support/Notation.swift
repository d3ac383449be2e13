import Navigation
import PageModel

extension AppearanceEvent {
    /// WA, DA, WD or DD.
    var notation: String {
        switch self {
        case .willAppear: "WA"
        case .didAppear: "DA"
        case .willDisappear: "WD"
        case .didDisappear: "DD"
        }
    }
}

extension Location {
    /// The page's number; h, v or b stands before it where it is told apart by what it is shown on.
    var notation: String {
        let name = page.number % 10_000
        return switch surface {
        case .horizontal: page.number < 10_000 ? "\(name)" : "h\(page.number)"
        case .vertical: "v\(name)"
        case .background: "b\(name)"
        }
    }
}

extension ReaderEvent {
    /// All that it says, on one line.
    var notation: String {
        let text =
            switch what {
            case .appearance(let event, let page): "\(event.notation) \(page.notation)@\(page.index)"
            case .begin(let from, let to, let direction, let isInteractive):
                "begin \(from.map(\.notation)) → \(to.map(\.notation)) \(direction)\(isInteractive ? " drag" : "")"
            case .end(let isFinished, let isCompleted, let previous):
                "end\(isFinished ? " finished" : "")\(isCompleted ? " completed" : "") was \(previous.map(\.notation))"
            }
        return "\(text)  #\(transition) \(axis) at \(position), \(time.microseconds) µs"
    }
}
