import SheafProvider

/// Layouts of pages that were shown or will be. They are cheap to make again: the first thing to give back.
final class LayoutCache {
    /// So many are kept; then it starts anew.
    static let capacity = 256

    private struct Key: Hashable {
        let document: ObjectIdentifier
        let page: PageID
    }

    private var layouts: [Key: PageLayout] = [:]

    /// The layout of a page, made where it is not there.
    func layout(of page: PageID, in document: PatternDocument, make: () -> PageLayout) -> PageLayout {
        let key = Key(document: ObjectIdentifier(document), page: page)
        if let layout = layouts[key] { return layout }
        let layout = make()
        if layouts.count >= Self.capacity { layouts.removeAll(keepingCapacity: true) }
        layouts[key] = layout
        return layout
    }

    /// Forgets the layouts of one document; its address may become another one's.
    func remove(_ document: PatternDocument) {
        let document = ObjectIdentifier(document)
        layouts = layouts.filter { $0.key.document != document }
    }

    /// Forgets everything, and gives the memory back.
    func removeAll() {
        layouts = [:]
    }
}
