package import SheafInterface

extension Tables {
    /// The axes of a reader. Spreads and positions are counted from 1.
    package static func axes(_ axes: [ReaderInterface.AxisState]) -> Table {
        var table = Table([
            .init("AXIS"), .init("STATE"), .init("PAGE", .right), .init("SPREAD", .right), .init("POSITION", .right),
            .init("ARRANGEMENT"), .init("DOCUMENT"), .init("PART"), .init("FREES THE OTHER AT"),
        ])
        for axis in axes {
            table.add([
                axis.axis.rawValue, AxisText.condition(axis), axis.location.map { "\($0.index + 1)" } ?? "-",
                axis.location == nil ? "-" : "\(axis.spread + 1)", AxisText.position(axis.position),
                AxisText.arrangement(axis.arrangement), axis.document.document, part(axis),
                axis.unlocks.map { "spread \($0 + 1)" } ?? "any",
            ])
        }
        return table
    }

    private static func part(_ axis: ReaderInterface.AxisState) -> String {
        guard axis.first != nil || axis.pages != nil else { return "all" }
        return "\((axis.first ?? 0) + 1)+\(axis.pages.map { "\($0)" } ?? "")"
    }

    /// Where pages are along an axis, in pixels.
    package static func layout(_ frames: [ReaderInterface.Frame]) -> Table {
        var table = Table([
            .init("PAGE", .right), .init("ALONG", .right), .init("ACROSS", .right), .init("WIDTH", .right),
            .init("HEIGHT", .right), .init("SIZE"),
        ])
        for frame in frames {
            let numbers = [frame.along, frame.across, frame.width, frame.height]
            table.add(
                ["\(frame.index + 1)"] + numbers.map { Units.decimal($0, digits: 1) }
                    + [frame.measured ? "measured" : "estimated"])
        }
        return table
    }

    /// Where a reader jumped from, the nearest first, and where it came back from.
    package static func history(_ history: ReaderInterface.GetHistoryReply) -> Table {
        var table = Table([.init("TURN"), .init("PAGE", .right), .init("LABEL")])
        for (way, pages) in [("back", history.back), ("forward", history.forward)] {
            for (index, page) in pages.enumerated() {
                let times = index == 0 ? "" : " x \(index + 1)"
                table.add([way + times, PageText.surface(page.surface) + "\(page.index + 1)", page.label ?? ""])
            }
        }
        return table
    }
}
