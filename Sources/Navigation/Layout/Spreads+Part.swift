package import PageModel

extension Spreads {
    /// Whether pages face each other.
    package var isPaired: Bool { self == .double || self == .cover }

    /// The part of the viewport that a page has for itself. A cover stands on its own side, opposite to where reading
    /// begins; a last page that is alone where it would stand with its partner.
    package func part(ofPage index: Int, order: ReadingOrder) -> SpreadPart {
        guard isPaired else { return .whole }
        let isFirst = index.isMultiple(of: 2) == (self == .double)
        return isFirst == (order == .leftToRight) ? .left : .right
    }
}
