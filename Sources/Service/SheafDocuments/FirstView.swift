import HostProtocol
package import Navigation

/// The view that a document asks for at first: readers that do not choose take it.
package struct FirstView: Equatable {
    /// The side at which reading begins; nil where the document does not say.
    package private(set) var order: ReadingOrder?
    /// The spreads in which its pages stand side by side; nil where the document does not say.
    package private(set) var spreads: Spreads?
    /// The index of the page to begin with, in the document's own order; nil where the document does not say.
    package private(set) var page: Int?

    private static let orders: [String: ReadingOrder] = [
        "left-to-right": .leftToRight, "right-to-left": .rightToLeft,
    ]
    private static let layouts: [String: Spreads] = ["single": .single, "double": .double, "cover": .cover]

    /// The view that a document's metadata has: of each key the first value counts, and one that is none says nothing.
    init(_ metadata: [DocumentItem]) {
        func value(_ key: String) -> String { metadata.first { $0.key == key }?.text ?? "" }
        order = Self.orders[value("reading-direction")]
        spreads = Self.layouts[value("page-layout")]
        page = Int(value("start-page")).flatMap { $0 > 0 ? $0 - 1 : nil }
    }
}
