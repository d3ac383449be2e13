package import SheafInterface

/// How people are told which page it is.
package enum PageText {
    /// "page  12 of 193 (iv)", "page 12 of about 200", "page 12": counted from 1; the number is filled up to the width of
    /// the last one, so that lines below each other are aligned.
    package static func position(
        index: Int, label: String? = nil, count: ReaderInterface.PageCount
    ) -> String {
        let total =
            switch count.kind {
            case .exact: " of \(count.pages)"
            case .estimated: " of about \(count.pages)"
            case .unknown: ""
            }
        let columns = count.kind == .unknown ? 0 : String(count.pages).count
        let number = DisplayText.padded("\(index + 1)", to: columns, alignment: .right)
        return "page \(number)\(total)\(self.label(label, index: index))"
    }

    /// " (iv)": what is printed on the page, where that is not its number.
    private static func label(_ label: String?, index: Int) -> String {
        guard let label, !label.isEmpty, label != "\(index + 1)" else { return "" }
        return " (\(DisplayText.safe(label)))"
    }

    /// "1200 x 1600, fit page", "scale 2", "1200 x 1600, fit width, turned 90".
    package static func viewport(_ viewport: ReaderInterface.Viewport) -> String {
        var parts: [String] = []
        if let scale = viewport.scale, viewport.fit == .scale {
            parts.append("scale \(Int(exactly: scale).map { "\($0)" } ?? "\(scale)")")
        } else {
            parts += ["\(viewport.width) x \(viewport.height)", "fit \((viewport.fit ?? .page).rawValue)"]
        }
        if let rotation = viewport.rotation, rotation != 0 { parts.append("turned \(rotation) degrees") }
        return parts.joined(separator: ", ")
    }
}
