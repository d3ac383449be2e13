import SheafInterface
import SheafOS

/// What pages are shown in, and how they are arranged.
extension CommandParser {
    func viewportChange() throws(ControlError) -> ViewportChange {
        var change = ViewportChange()
        change.size = try line.value("size").map { text throws(ControlError) in try size(text) }
        change.fit = try choice("fit", ["page": .page, "width": .width, "height": .height])
        if let scale = try decimal("scale", "pixels a point, as 2 or 1.5") {
            guard change.fit == nil else { throw mistake("a page has either a --fit or a --scale") }
            change.fit = .scale
            change.scale = scale
        }
        if let text = line.value("rotation") {
            guard let rotation = Self.number(text) else {
                throw mistake("--rotation wants 0, 90, 180 or 270 degrees, not \"\(text)\"")
            }
            change.rotation = rotation
        }
        change.orientation = try choice("orientation", Self.quarters)
        if let text = line.value("orientations") {
            var list: [Int] = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                list.append(try choose(String(word), Self.quarters, for: "each of --orientations"))
            }
            change.orientations = list
        }
        return change
    }

    private static let quarters: KeyValuePairs<String, Int> = ["0": 0, "90": 90, "180": 180, "270": 270]

    /// "1200x1600"
    func size(_ text: String) throws(ControlError) -> (width: Int, height: Int) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Self.number($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw mistake("--size wants WIDTHxHEIGHT in pixels, as 1200x1600, not \"\(text)\"")
        }
        return (width, height)
    }

    /// What was said about how pages are arranged; nil where nothing was.
    func arrangement(spread: ReaderInterface.SpreadKind? = nil) throws(ControlError) -> ReaderInterface.Arrangement? {
        var arrangement = ReaderInterface.Arrangement(spread: spread)
        if spread == nil { arrangement.spread = try choice("spread", Self.spreads) }
        arrangement.back = try choice("back", ["mirrored": .mirrored, "next": .nextPage])
        arrangement.order = try choice("order", ["ltr": .leftToRight, "rtl": .rightToLeft])
        arrangement.flow = try choice("flow", ["paged": .paged, "continuous": .continuous])
        arrangement.spacing = try whole("spacing", 0...10_000, "pixels")
        return arrangement == ReaderInterface.Arrangement() ? nil : arrangement
    }

    private static let spreads: KeyValuePairs<String, ReaderInterface.SpreadKind> = [
        "single": .single, "double": .double, "cover": .cover, "leaf": .leaf,
    ]

    func axisRequest() throws(ControlError) -> AxisRequest {
        try expectArguments(atMost: 1)
        let axis = try words.first.map { text throws(ControlError) in try choose(text, Self.axes, for: "axis") }
        guard !line.has("enable") || !line.has("disable") else {
            throw mistake("an axis is either --enable or --disable")
        }
        let isEnabled: Bool? = line.has("enable") ? true : line.has("disable") ? false : nil
        let request = AxisRequest(axis: axis, isEnabled: isEnabled, arrangement: try arrangement())
        guard axis != nil || !request.isChange else {
            throw mistake("axis wants to know which: horizontal or vertical")
        }
        return request
    }

    func spreadRequest() throws(ControlError) -> AxisRequest {
        try expectArguments(atMost: 1)
        guard let word = words.first else { throw mistake("spread wants single, double, cover or leaf") }
        let kind = try choose(word, Self.spreads, for: "spread")
        return AxisRequest(axis: try axisOption(), arrangement: try arrangement(spread: kind))
    }

    func layoutRequest() throws(ControlError) -> LayoutRequest {
        let first = try line.value("from").map { text throws(ControlError) in try pageIndex(text) }
        return LayoutRequest(
            axis: try axisOption(), first: first, pages: try whole("pages", 1...256, "pages"),
            offset: try decimal("at", "a position in spreads, counted from 1, as 2.5").map { $0 - 1 })
    }

    func hitPoint() throws(ControlError) -> Command {
        try expectArguments(atMost: 2)
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        guard numbers.count == 2, let x = numbers.first, let y = numbers.last else {
            throw mistake("hit wants X Y: a point of the viewport in pixels, as 300 420")
        }
        return .hit(x: x, y: y)
    }
}
