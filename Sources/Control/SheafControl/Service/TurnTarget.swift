import SheafInterface

/// Where to turn.
enum TurnTarget: Equatable, Sendable {
    /// So many spreads on, or back where it is below 0.
    case relative(Int)
    case first
    case last
    /// A page by its index, from 0.
    case index(Int)
    case label(String)
    /// Where the last jump came from.
    case back
    /// Where the last `back` came from.
    case forward
    /// A link on the current page, from 0.
    case link(Int)
    /// An entry of the table of contents, from 0.
    case outline(Int)
    /// A place in an EPUB, as an EPUB CFI.
    case cfi(String)

    /// The target in the protocol; an empty one of a CFI, whose page is asked for first (org.sheaf.Document.FindCFI).
    var target: ReaderInterface.Target {
        switch self {
        case .cfi: .init()
        case .relative(let spreads): .init(relative: spreads)
        case .first: .init(place: .first)
        case .last: .init(place: .last)
        case .index(let index): .init(index: index)
        case .label(let label): .init(label: label)
        case .back: .init(history: .back)
        case .forward: .init(history: .forward)
        case .link(let number): .init(link: number)
        case .outline(let number): .init(outline: number)
        }
    }

    /// Whether it is the same page wherever the reader is, so that turning there twice is turning there once.
    var isAbsolute: Bool {
        switch self {
        case .first, .last, .index, .label, .outline, .cfi: true
        case .relative, .back, .forward, .link: false
        }
    }

    /// The target as a part of a sentence: what follows "turn to".
    ///
    /// - Parameter count: the pages of the document.
    func phrase(_ count: ReaderInterface.PageCount) -> String {
        switch self {
        case .relative(1): "the next page"
        case .relative(-1): "the previous page"
        case .relative(let spreads): "\(spreads.magnitude) spreads \(spreads < 0 ? "back" : "on")"
        case .first: "the first page"
        case .last: "the last page" + (count.kind == .exact ? "" : " of a document that does not know how many it has")
        case .index(let index): PageText.name(index)
        case .label(let label): "the page with the label \"\(label)\""
        case .back: "where the last jump came from"
        case .forward: "where \"back\" came from"
        case .link(let number): "link \(number + 1) of the page"
        case .outline(let number): "entry \(number + 1) of the table of contents"
        case .cfi(let cfi): cfi
        }
    }
}
