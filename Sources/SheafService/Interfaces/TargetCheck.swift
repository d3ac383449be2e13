import Navigation
import SheafInterface

/// Where a client wants to turn: by number, or by what is printed on the page.
enum CheckedTarget {
    case number(Target)
    case label(String)

    /// The longest label that is looked for, in bytes: what a provider can give a page, without its NUL.
    static let maxLabelLength = 63

    /// Takes what a client sent, if it is exactly one target.
    init(checking wire: ReaderInterface.Target) throws(ReaderInterface.Failure) {
        var count = 0
        var found = CheckedTarget.number(.first)
        func add(_ target: CheckedTarget) {
            count += 1
            found = target
        }
        if let index = wire.index { add(.number(.index(index))) }
        if let step = wire.relative { add(.number(.relative(step))) }
        if let label = wire.label { add(.label(label)) }
        if let place = wire.place { add(.number(place == .first ? .first : .last)) }
        guard count == 1 else {
            throw .invalidTarget(
                reason: "it takes exactly one of index, label, relative and place; there are \(count)")
        }
        if case .label(let label) = found, label.isEmpty || label.utf8.count > Self.maxLabelLength {
            throw .invalidTarget(reason: "a label has 1 to \(Self.maxLabelLength) bytes")
        }
        self = found
    }

    /// As a person would say it.
    var text: String {
        switch self {
        case .number(.index(let index)): "index \(index)"
        case .number(.relative(let step)): "\(step >= 0 ? "+" : "")\(step) pages"
        case .number(.first): "first page"
        case .number(.last): "last page"
        case .label(let label): "label \(label)"
        }
    }
}
