/// The meaning of the keys while a page is shown.
struct ViewKeys: Equatable, Sendable {
    /// The action that a key asks for.
    enum Action: Equatable, Sendable {
        case next, previous, first, last
        /// A page, counted from 1.
        case page(Int)
        /// Moves over the page that is zoomed.
        case move(right: Int, down: Int)
        /// Zooms by so many steps, in, or out below 0.
        case zoom(Int)
        case fit
        case outline, thumbnails, search, help
        case nextHit, previousHit
        case rotate
        /// Day, sepia, night.
        case paper
        case redraw, quit
        /// Nothing: what was typed means nothing, or is taken back.
        case nothing
    }

    /// The keys and what they do.
    static let help = [
        "  space, PgDn, right, down, j, l   the next page",
        "  b, PgUp, left, up, k, h          the page before",
        "  g, Home; G, End; NUMBER g        the first page; the last; that page",
        "  + - 0                            zoom in, out, back; arrows, hjkl move",
        "  o                                table of contents: arrows, Enter, q",
        "  t                                pages in small: arrows, Enter, q",
        "  /, n, N                          search, next match, match before",
        "  r, d                             rotate; day, sepia, night",
        "  ?, q                             these keys; quit",
    ]

    /// The longest number of a page.
    private static let digitLimit = 9

    /// The digits of a page's number that were typed so far.
    private(set) var digits = ""

    init() {}

    /// Returns the action that an input asks for.
    ///
    /// - Parameters:
    ///   - isZoomed: whether there is more of the page than is seen.
    ///   - isRightToLeft: whether the next page is at the left.
    mutating func action(
        _ input: TerminalInput, isZoomed: Bool = false, isRightToLeft: Bool = false
    ) -> Action {
        if case .character(let character) = input, let digit = character.wholeNumberValue, character.isASCII,
            digit > 0 || !digits.isEmpty
        {
            if digits.count < Self.digitLimit { digits.append(character) }
            return .nothing
        }
        let number = Int(digits)
        digits = ""
        switch input {
        case .left, .character("h"):
            return isZoomed ? .move(right: -1, down: 0) : isRightToLeft ? .next : .previous
        case .right, .character("l"):
            return isZoomed ? .move(right: 1, down: 0) : isRightToLeft ? .previous : .next
        case .up, .character("k"): return isZoomed ? .move(right: 0, down: -1) : .previous
        case .down, .character("j"): return isZoomed ? .move(right: 0, down: 1) : .next
        case .character(" "), .pageDown: return .next
        case .character("b"), .pageUp, .backspace: return .previous
        case .character("g"): return number.map { .page($0) } ?? .first
        case .character("G"): return number.map { .page($0) } ?? .last
        case .enter: return number.map { .page($0) } ?? .next
        case .home: return .first
        case .end: return .last
        case .character("+"), .character("="): return .zoom(1)
        case .character("-"): return .zoom(-1)
        case .character("0"): return .fit
        case .character("o"): return .outline
        case .character("t"): return .thumbnails
        case .character("/"): return .search
        case .character("n"): return .nextHit
        case .character("N"): return .previousHit
        case .character("r"): return .rotate
        case .character("d"): return .paper
        case .character("?"): return .help
        case .character("q"), .character("Q"): return .quit
        case .redraw: return .redraw
        default: return .nothing
        }
    }
}
