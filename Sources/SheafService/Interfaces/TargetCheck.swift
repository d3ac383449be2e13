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
        var found: [CheckedTarget] = []
        if let index = wire.index { found.append(.number(.index(index))) }
        if let step = wire.relative { found.append(.number(.relative(step))) }
        if let label = wire.label { found.append(.label(label)) }
        switch wire.place {
        case .first: found.append(.number(.first))
        case .last: found.append(.number(.last))
        case nil: break
        }
        guard found.count == 1 else {
            throw .invalidTarget(
                reason: "it takes exactly one of index, label, relative and place; there are \(found.count)")
        }
        if case .label(let label) = found[0], label.isEmpty || label.utf8.count > Self.maxLabelLength {
            throw .invalidTarget(reason: "a label has 1 to \(Self.maxLabelLength) bytes")
        }
        self = found[0]
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
