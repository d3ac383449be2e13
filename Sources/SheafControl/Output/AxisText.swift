package import SheafInterface

/// How people are told how an axis is.
package enum AxisText {
    /// "double", "leaf, next page on the back, rtl, continuous, 8 px apart".
    package static func arrangement(_ arrangement: ReaderInterface.Arrangement) -> String {
        var parts = [(arrangement.spread ?? .single).rawValue]
        if arrangement.spread == .leaf {
            parts.append(arrangement.back == .nextPage ? "next page on the back" : "back mirrored")
        }
        if arrangement.order == .rightToLeft { parts.append("rtl") }
        if arrangement.flow == .continuous { parts.append("continuous") }
        if let spacing = arrangement.spacing, spacing != 0 { parts.append("\(spacing) px apart") }
        return parts.joined(separator: ", ")
    }

    /// "on", "off", "locked"
    package static func condition(_ axis: ReaderInterface.AxisState) -> String {
        axis.enabled ? axis.locked ? "locked" : "on" : "off"
    }

    /// A position in spreads, counted from 1: "3", or "3.40" between two of them.
    package static func position(_ position: Double) -> String {
        Int(exactly: position).map { "\($0 + 1)" } ?? Units.decimal(position + 1, digits: 2)
    }

    /// What is not as it is by default, for the end of a line: "   double, rtl   vertical axis locked on page 2 of 9".
    package static func remarks(_ state: ReaderInterface.State) -> String {
        var parts: [String] = []
        for (index, axis) in state.axes.enumerated() {
            let arrangement = self.arrangement(axis.arrangement)
            let isPlain = arrangement == ReaderInterface.SpreadKind.single.rawValue
            if index == 0 {
                if !isPlain { parts.append(arrangement) }
                if !axis.enabled || axis.locked { parts.append("\(axis.axis) axis \(condition(axis))") }
            } else {
                let place = axis.location.map { "page \($0.index + 1)" } ?? "no pages"
                parts.append("\(axis.axis) axis \(condition(axis)), \(place)\(isPlain ? "" : ", \(arrangement)")")
            }
        }
        if state.phase != .rest, state.phase != .empty { parts.append("in transition \(state.transition)") }
        if state.manual { parts.append("manual") }
        if let page = state.moving { parts.append("page \(page.index + 1) is being moved") }
        if state.refreshing { parts.append("refreshing") }
        return parts.map { "   \($0)" }.joined()
    }
}
