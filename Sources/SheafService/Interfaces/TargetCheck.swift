import Navigation
import SheafInterface

/// Where a client wants to turn to.
enum CheckedTarget {
    case number(Target)
    /// What is printed on the page.
    case label(String)
    /// Where the reader jumped from, or back again.
    case history(isBack: Bool)
    /// The number of a link on the current page.
    case link(Int)
    /// The number of an entry of the table of contents.
    case outline(Int)

    /// The longest label that is looked for, in bytes: what a provider can give a page, without its NUL.
    static let maxLabelLength = 63

    /// Takes what a client sent, if it is exactly one target.
    init(checking wire: ReaderInterface.Target) throws(ReaderInterface.Failure) {
        var targets: [CheckedTarget] = []
        if let index = wire.index { targets.append(.number(.index(index))) }
        if let step = wire.relative { targets.append(.number(.relative(step))) }
        if let label = wire.label { targets.append(.label(label)) }
        if let place = wire.place { targets.append(.number(place == .first ? .first : .last)) }
        if let history = wire.history { targets.append(.history(isBack: history == .back)) }
        if let link = wire.link { targets.append(.link(link)) }
        if let entry = wire.outline { targets.append(.outline(entry)) }
        guard targets.count == 1, let target = targets.first else {
            throw .invalidTarget(
                reason: """
                    it takes exactly one of index, label, relative, place, history, link and outline; \
                    there are \(targets.count)
                    """)
        }
        switch target {
        case .label(let label) where label.isEmpty || label.utf8.count > Self.maxLabelLength:
            throw .invalidTarget(reason: "a label has 1 to \(Self.maxLabelLength) bytes")
        case .link(let number) where number < 0, .outline(let number) where number < 0:
            throw .invalidTarget(reason: "links and entries are counted from 0, and \(number) is below")
        default: self = target
        }
    }

    /// Whether going there leaves a place to come back to.
    var isJump: Bool {
        switch self {
        case .number(.relative), .history: false
        case .number, .label, .link, .outline: true
        }
    }

    /// Whether only the provider knows where that is.
    var isLookedFor: Bool {
        switch self {
        case .number, .history: false
        case .label, .link, .outline: true
        }
    }

    /// As a person would say it.
    var text: String {
        switch self {
        case .number(.index(let index)): "index \(index)"
        case .number(.relative(let step)): "\(step >= 0 ? "+" : "")\(step) spread\(step.magnitude == 1 ? "" : "s")"
        case .number(.first): "first page"
        case .number(.last): "last page"
        case .label(let label): "label \(label)"
        case .history(let isBack): isBack ? "back" : "forward"
        case .link(let number): "link \(number)"
        case .outline(let number): "outline entry \(number)"
        }
    }
}
