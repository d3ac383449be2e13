package import SheafInterface

/// How many pages there are on each surface of a reader.
package struct PageCounts: Equatable, Sendable {
    private struct Part: Equatable, Sendable {
        var count: ReaderInterface.PageCount
        let first: Int?
        let pages: Int?

        /// Of a part, those that the document has.
        var value: ReaderInterface.PageCount {
            guard first != nil || pages != nil else { return count }
            guard count.kind != .unknown else {
                return .init(kind: pages == nil ? .unknown : .estimated, pages: pages ?? 0)
            }
            let rest = max(count.pages - (first ?? 0), 0)
            return .init(kind: count.kind, pages: min(pages ?? rest, rest))
        }
    }

    private let document: ReaderInterface.PageCount
    private var parts: [ReaderInterface.Surface: Part] = [:]

    /// What a reader's state tells.
    package init(_ state: ReaderInterface.State) {
        document = state.document.count
        for axis in state.axes {
            parts[axis.axis.surface] = Part(count: axis.document.count, first: axis.first, pages: axis.pages)
        }
    }

    /// The document of an axis has changed.
    package mutating func update(_ axis: ReaderInterface.Axis, _ count: ReaderInterface.PageCount) {
        parts[axis.surface]?.count = count
    }

    /// How many there are on a surface: unknown behind the axes, where one page is seen and not turned.
    package subscript(surface: ReaderInterface.Surface?) -> ReaderInterface.PageCount {
        let surface = surface ?? .horizontal
        guard surface != .background else { return .init(kind: .unknown, pages: 0) }
        return parts[surface]?.value ?? document
    }
}

extension ReaderInterface.Axis {
    /// Where its pages are shown.
    var surface: ReaderInterface.Surface {
        switch self {
        case .horizontal: .horizontal
        case .vertical: .vertical
        }
    }
}

extension ReaderInterface.State {
    /// The pages that are shown in front, in reading order.
    var front: [ReaderInterface.Location] {
        guard let location else { return [] }
        let surface = location.surface ?? .horizontal
        let pages = shown.filter { ($0.surface ?? .horizontal) == surface }
        return pages.isEmpty ? [location] : pages
    }
}
