import HostProtocol
package import Navigation

/// The view that a document asks for at first: readers that do not choose take it.
package struct FirstView: Equatable {
    /// The side at which reading begins; nil where the document does not say.
    package private(set) var order: ReadingOrder?
    /// The spreads in which its pages stand side by side; nil where the document does not say.
    package private(set) var spread: SpreadKind?
    /// Whether pages that are wider than high stand alone among pairs; nil where the document does not say.
    package private(set) var wide: WidePages?
    /// The indexes of the pages that it has marked as wide, whatever they measure, in its own order.
    package private(set) var doublePages: Set<Int> = []
    /// The index of the page to begin with, in the document's own order; nil where the document does not say.
    package private(set) var page: Int?

    private static let orders: [String: ReadingOrder] = [
        "left-to-right": .leftToRight, "right-to-left": .rightToLeft,
    ]
    private static let wideness: [String: WidePages] = ["alone": .alone, "paired": .paired]
    private static let layouts: [String: SpreadKind] = ["single": .single, "double": .double, "cover": .cover]

    /// The view that a document's metadata has: of each key the first value counts, and one that is none says nothing.
    init(_ metadata: [DocumentItem]) {
        func value(_ key: String) -> String { metadata.first { $0.key == key }?.text ?? "" }
        order = Self.orders[value("reading-direction")]
        spread = Self.layouts[value("page-layout")]
        wide = Self.wideness[value("wide-pages")]
        doublePages = Set(
            value("double-pages").split(separator: " ").compactMap { Int($0) }.filter { $0 > 0 }.map { $0 - 1 })
        page = Int(value("start-page")).flatMap { $0 > 0 ? $0 - 1 : nil }
    }
}
