package import SheafInterface

/// How people are told which page it is.
package enum PageText {
    /// "page  12 of 193 (iv)", "page 12 of about 200", "page 12": counted from 1; the number is filled up to the width of
    /// the last one, so that lines below each other are aligned.
    package static func position(
        index: Int, label: String? = nil, count: ReaderInterface.PageCount
    ) -> String {
        position([.init(page: 0, index: index, label: label)], count: count)
    }

    /// The pages of a spread, in reading order: "pages 12-13 of 193 (iv, v)", "vertical page 2 of 9".
    package static func position(_ pages: [ReaderInterface.Location], count: ReaderInterface.PageCount) -> String {
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

    /// "vertical " before the page of such an axis.
    package static func surface(_ surface: ReaderInterface.Surface?) -> String {
        switch surface ?? .horizontal {
        case .horizontal: ""
        case .vertical: "vertical "
        case .background: "background "
        }
    }

    /// "page 1 to 2-3", "page v2 to background"
    package static func way(from: [ReaderInterface.Location], to: [ReaderInterface.Location]) -> String {
        let (start, goal) = (short(from), short(to))
        let noun = "page "
        return
            "\(start) to \(start.hasPrefix(noun) && goal.hasPrefix(noun) ? String(goal.dropFirst(noun.count)) : goal)"
    }

    /// "page 1-2", "page v2", "background"
    package static func short(_ pages: [ReaderInterface.Location]) -> String {
        switch pages.first?.surface ?? .horizontal {
        case .horizontal: "page \(numbers(pages))"
        case .vertical: "page v\(numbers(pages))"
        case .background: "background"
        }
    }

    /// "12", "12-13": counted from 1.
    package static func numbers(_ pages: [ReaderInterface.Location]) -> String {
        pages.map { "\($0.index + 1)" }.joined(separator: "-")
    }

    /// " (iv)": what is printed on the pages, where that is not their number.
    private static func labels(_ pages: [ReaderInterface.Location]) -> String {
        let labels = pages.map { page in
            guard let label = page.label, !label.isEmpty else { return "\(page.index + 1)" }
            return DisplayText.safe(label)
        }
        let areNumbers = zip(pages, labels).allSatisfy { "\($0.index + 1)" == $1 }
        return areNumbers ? "" : " (\(labels.joined(separator: ", ")))"
    }

    /// "1200 x 1600, fit page", "scale 2", "1200 x 1600, fit width, turned 90 degrees".
    package static func viewport(_ viewport: ReaderInterface.Viewport) -> String {
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
