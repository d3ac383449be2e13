import Navigation
import SheafInterface

@testable import ServiceModel

/// A reader as its clients know it.
final class ModelReader {
    let name: String
    let isManual: Bool
    let hasTwoAxes: Bool
    /// The number of the last transition step that was heard of.
    var transition = 0
    /// Whether the reader was closed, or is gone.
    var isClosed = false

    init(_ name: String, isManual: Bool, hasTwoAxes: Bool) {
        self.name = name
        self.isManual = isManual
        self.hasTwoAxes = hasTwoAxes
    }
}

/// The pages of a reader as a watch was told of them.
final class ModelWatch {
    /// A page on a surface.
    struct Page: Hashable {
        let surface: ReaderInterface.Surface
        let page: Int
    }

    let reader: ModelReader
    let connection: ModelConnection
    /// The pages that are not hidden. It is known from the first state on that tells of a reader at rest.
    private(set) var pages: [Page: PageAppearance.State]?
    private(set) var isClosed = false

    init(_ reader: ModelReader, _ connection: ModelConnection) {
        self.reader = reader
        self.connection = connection
    }

    /// Takes in what it is told; returns what is wrong with that.
    func hear(_ reply: ReaderInterface.WatchReply) -> String? {
        if let transition = reply.begin?.transition ?? reply.end?.transition ?? reply.appearance?.transition {
            // A step that began before may end within the one that took it over.
            reader.transition = max(reader.transition, transition)
        }
        if let state = reply.state {
            reader.transition = max(reader.transition, state.transition)
            if pages == nil, !reader.isManual, state.phase == .rest || state.phase == .empty {
                pages = Dictionary(
                    state.shown.map { (Page(surface: $0.surface ?? .horizontal, page: $0.page), .visible) },
                    uniquingKeysWith: { one, _ in one })
            }
        }
        if let appearance = reply.appearance { return hear(appearance) }
        if reply.closed == true {
            isClosed = true
            if let pages, !pages.isEmpty { return "pages are left on a reader that is closed: \(pages)" }
        }
        return nil
    }

    private func hear(_ appearance: ReaderInterface.Appearance) -> String? {
        guard pages != nil else { return nil }
        let page = Page(surface: appearance.surface ?? .horizontal, page: appearance.page)
        let before = pages?[page]
        let after: PageAppearance.State?
        switch (appearance.event, before) {
        case (.willAppear, nil), (.willAppear, .disappearing): after = .appearing
        case (.didAppear, .appearing): after = .visible
        case (.willDisappear, .visible), (.willDisappear, .appearing): after = .disappearing
        case (.didDisappear, .disappearing): after = nil
        default: return "\(appearance.event) of \(page), which is \(before.map { "\($0)" } ?? "hidden")"
        }
        pages?[page] = after
        return nil
    }
}
