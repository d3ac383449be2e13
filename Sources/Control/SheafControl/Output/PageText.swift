import SheafInterface
import SheafOS

/// How pages and viewports are written for people. Numbers of pages count from 1.
enum PageText {
    /// The page, or the pages of a spread in reading order: "page  12 of 193 (iv)", "page 12 of about 200",
    /// "pages 12-13 of 193 (iv, v)", "vertical page 2 of 9". The number is as wide as that of the last page, so that
    /// lines below each other are aligned.
    static func position(_ pages: [ReaderInterface.Location], count: ReaderInterface.PageCount) -> String {
        guard let first = pages.first else { return "no pages" }
        let total =
            switch count.kind {
            case .exact: " of \(count.pages)"
            case .estimated: " of about \(count.pages)"
            case .unknown: ""
            }
        let columns = count.kind == .unknown ? 0 : String(count.pages).count
        let number = DisplayText.padded(numbers(pages), to: columns, alignment: .right)
        let noun = surface(first.surface) + (pages.count > 1 ? "pages" : "page")
        return "\(noun) \(number)\(total)\(labels(pages))"
    }

    /// "page 6": as sentences name a page.
    static func name(_ index: Int) -> String { "page \(index + 1)" }

    /// "vertical " before the number of a page on that axis.
    static func surface(_ surface: ReaderInterface.Surface?) -> String {
        switch surface ?? .horizontal {
        case .horizontal: ""
        case .vertical: "vertical "
        case .background: "background "
        }
    }

    /// Where a transition goes: "page 1 to 2-3", "page v2 to background".
    static func way(from: [ReaderInterface.Location], to: [ReaderInterface.Location]) -> String {
        let (start, goal) = (short(from), short(to))
        let noun = "page "
        return
            "\(start) to \(start.hasPrefix(noun) && goal.hasPrefix(noun) ? String(goal.dropFirst(noun.count)) : goal)"
    }

    /// Pages as events name them: "page 1-2", "page v2", "background".
    static func short(_ pages: [ReaderInterface.Location]) -> String {
        switch pages.first?.surface ?? .horizontal {
        case .horizontal: "page \(numbers(pages))"
        case .vertical: "page v\(numbers(pages))"
        case .background: "background"
        }
    }

    /// "12", "12-13".
    static func numbers(_ pages: [ReaderInterface.Location]) -> String {
        pages.map { "\($0.index + 1)" }.joined(separator: "-")
    }

    /// " (iv)": the labels of the pages; empty where they are their numbers.
    private static func labels(_ pages: [ReaderInterface.Location]) -> String {
        let labels = pages.map { page in
            guard let label = page.label, !label.isEmpty else { return "\(page.index + 1)" }
            return TerminalText.safe(label)
        }
        let areNumbers = zip(pages, labels).allSatisfy { "\($0.index + 1)" == $1 }
        return areNumbers ? "" : " (\(labels.joined(separator: ", ")))"
    }

    /// "1200 x 1600, fit page", "scale 2", "1200 x 1600, fit width, turned 90 degrees".
    static func viewport(_ viewport: ReaderInterface.Viewport) -> String {
        var parts: [String] = []
        if let scale = viewport.scale, viewport.fit == .scale {
            parts.append("scale \(Int(exactly: scale).map { "\($0)" } ?? "\(scale)")")
        } else {
            parts += ["\(viewport.width) x \(viewport.height)", "fit \((viewport.fit ?? .page).rawValue)"]
        }
        if let rotation = viewport.rotation, rotation != 0 { parts.append("turned \(rotation) degrees") }
        if let orientation = viewport.orientation, orientation != 0 {
            parts.append("screen turned \(orientation) degrees")
        }
        return parts.joined(separator: ", ")
    }
}

/// How many pages each surface of a reader has.
struct PageCounts: Equatable, Sendable {
    /// An axis: a whole document, or a part of it.
    private struct Part: Equatable, Sendable {
        /// Of the whole document.
        var count: ReaderInterface.PageCount
        let first: Int?
        let pages: Int?

        /// The pages along the axis: those of the part that the document has.
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

    /// The counts in a reader's state.
    init(_ state: ReaderInterface.State) {
        document = state.document.count
        for axis in state.axes {
            parts[axis.axis.surface] = Part(count: axis.document.count, first: axis.first, pages: axis.pages)
        }
    }

    /// Sets the count of an axis whose document has changed.
    mutating func update(_ axis: ReaderInterface.Axis, _ count: ReaderInterface.PageCount) {
        parts[axis.surface]?.count = count
    }

    /// The count of a surface, nil for the horizontal one. It is unknown behind the axes, where one page is fixed.
    subscript(surface: ReaderInterface.Surface?) -> ReaderInterface.PageCount {
        let surface = surface ?? .horizontal
        guard surface != .background else { return .init(kind: .unknown, pages: 0) }
        return parts[surface]?.value ?? document
    }
}

extension ReaderInterface.Axis {
    /// The surface that its pages are on.
    var surface: ReaderInterface.Surface {
        switch self {
        case .horizontal: .horizontal
        case .vertical: .vertical
        }
    }
}

extension ReaderInterface.State {
    /// The pages of the spread that the reader is on, in reading order; none where the document is empty.
    var front: [ReaderInterface.Location] {
        guard let location else { return [] }
        let surface = location.surface ?? .horizontal
        let pages = shown.filter { ($0.surface ?? .horizontal) == surface }
        return pages.isEmpty ? [location] : pages
    }
}
