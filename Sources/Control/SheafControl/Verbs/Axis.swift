import SheafInterface
import SheafOS
import Varlink

// "sheafctl axis" and "sheafctl spread": how pages are arranged along the axes of a reader.

extension Verb {
    /// `sheafctl axis [AXIS]`.
    static let axis = Verb(
        "axis", "[AXIS]", offers: .cases(of: ReaderInterface.Axis.self),
        summary: "show the axes of a reader, or change one",
        details: """
            AXIS is horizontal or vertical. Without options it is shown; left out, all are. What moves along an axis that
            is changed settles first. Spreads and positions are counted from 1.
            """,
        options: [
            .init("enable", help: "switch the axis on"),
            .init("disable", help: "switch the axis off"),
        ] + arrangementOptions
    ) { line throws(ControlError) in try AxisCommand(axis: line) }

    /// `sheafctl spread KIND`.
    static let spread = Verb(
        "spread", "KIND", offers: .cases(of: ReaderInterface.SpreadKind.self),
        summary: "show pages one by one, in pairs or as leaves",
        details: """
            KIND is single; double, pairs from the first page on; cover, the first page alone, then pairs; or leaf, a front
            with its back. It is short for "sheafctl axis AXIS --spread KIND".
            """,
        options: [axisOption] + arrangementOptions.filter { $0.name != "spread" }
    ) { line throws(ControlError) in try AxisCommand(spread: line) }

    /// The options of an arrangement: "open" has them too.
    static let arrangementOptions: [Option] = [
        .init(
            "spread", value: "KIND", offers: .cases(of: ReaderInterface.SpreadKind.self),
            help: "what is turned: single pages, double, cover, leaf (opened: as the document asks)"),
        .init(
            "back", value: "WHAT", offers: .oneOf(VerbArguments.backs),
            help: "on the back of a leaf: the front mirrored (default), or the next page"),
        .init(
            "wide", value: "WHAT", offers: .cases(of: ReaderInterface.Arrangement.Wide.self),
            help: "pages wider than high, among pairs: alone or paired (opened: as the document asks)"),
        .init(
            "order", value: "ORDER", offers: .oneOf(VerbArguments.orders),
            help: "ltr or rtl: where the first page of a spread stands (opened: as the document asks)"),
        .init(
            "flow", value: "FLOW", offers: .cases(of: ReaderInterface.Arrangement.Flow.self),
            help: "paged (default): a spread takes the viewport; or continuous"),
        .init("spacing", value: "PX", help: "pixels between spreads, 0 to 10000 (default: 0)"),
    ]
}

extension VerbArguments {
    fileprivate static let backs = Choices<ReaderInterface.Arrangement.Back>(["mirrored": .mirrored, "next": .nextPage])
    /// The orders of pages. "view" has them too.
    static let orders = Choices<ReaderInterface.Arrangement.Order>(["ltr": .leftToRight, "rtl": .rightToLeft])

    /// The arrangement in the options; nil where none of them is given.
    func arrangement(
        spread: ReaderInterface.SpreadKind? = nil
    ) throws(ControlError) -> ReaderInterface.Arrangement? {
        var arrangement = ReaderInterface.Arrangement(spread: spread)
        if spread == nil { arrangement.spread = try choice("spread", .all()) }
        arrangement.back = try choice("back", Self.backs)
        arrangement.wide = try choice("wide", .all())
        arrangement.order = try choice("order", Self.orders)
        arrangement.flow = try choice("flow", .all())
        arrangement.spacing = try whole("spacing", 0...10_000, "pixels")
        return arrangement == ReaderInterface.Arrangement() ? nil : arrangement
    }
}

/// Changes an axis, or shows them.
struct AxisCommand: Command {
    /// nil for the reader's first, or for all where nothing changes.
    var axis: ReaderInterface.Axis?
    /// nil: unchanged.
    var isEnabled: Bool?
    /// nil: unchanged.
    var arrangement: ReaderInterface.Arrangement?

    private var isChange: Bool { isEnabled != nil || arrangement != nil }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let state: ReaderInterface.State
        if isChange {
            let axis = if let axis { axis } else { try session.state(of: reader).axes.first?.axis ?? .horizontal }
            let parameters = ReaderInterface.SetAxisParameters(
                reader: reader, axis: axis, enabled: isEnabled, arrangement: arrangement)
            state = try session.call(ReaderInterface.SetAxis.self, parameters, attempt: "change the \(axis) axis")
                .parameters.state
        } else {
            state = try session.state(of: reader)
        }
        if console.isJSON { return try console.printJSON(state) }
        let axes = state.axes.filter { isChange || axis == nil || $0.axis == axis }
        guard !axes.isEmpty else {
            let failure = ReaderInterface.Failure.noSuchAxis(axis: axis ?? .horizontal)
            throw ControlError("cannot show the axis: \(failure.explanation)")
        }
        try console.print(console.text(Self.table(axes)))
    }

    /// Spreads and positions are counted from 1.
    private static func table(_ axes: [ReaderInterface.AxisState]) -> Table {
        Table(
            "AXIS", "STATE", .right("PAGE"), .right("SPREAD"), .right("POSITION"), "ARRANGEMENT", "DOCUMENT", "PART",
            "FREES THE OTHER AT", of: axes
        ) { axis in
            [
                axis.axis.rawValue, AxisText.condition(axis), axis.location.map { "\($0.index + 1)" } ?? "-",
                axis.location == nil ? "-" : "\(axis.spread + 1)", AxisText.position(axis.position),
                AxisText.arrangement(axis.arrangement), axis.document.document, part(axis),
                axis.unlocks.map { "spread \($0 + 1)" } ?? "any",
            ]
        }
    }

    private static func part(_ axis: ReaderInterface.AxisState) -> String {
        guard axis.first != nil || axis.pages != nil else { return "all" }
        return "\((axis.first ?? 0) + 1)+\(axis.pages.map { "\($0)" } ?? "")"
    }
}

extension AxisCommand {
    /// The command of "sheafctl axis".
    fileprivate init(axis line: VerbArguments) throws(ControlError) {
        axis = try line.optionalWord(.all())
        guard !line.has("enable") || !line.has("disable") else {
            throw line.mistake("an axis is either --enable or --disable")
        }
        isEnabled = line.has("enable") ? true : line.has("disable") ? false : nil
        arrangement = try line.arrangement()
        guard axis != nil || !isChange else {
            throw line.mistake("axis wants to know which: horizontal or vertical")
        }
    }

    /// The command of "sheafctl spread".
    fileprivate init(spread line: VerbArguments) throws(ControlError) {
        axis = try line.axis()
        arrangement = try line.arrangement(spread: try line.choose(line.words.first, .all(), for: line.verb))
    }
}

/// How an axis is written for people.
enum AxisText {
    /// "double", "leaf, next page on the back, rtl, continuous, 8 px apart".
    static func arrangement(_ arrangement: ReaderInterface.Arrangement) -> String {
        var parts = [(arrangement.spread ?? .single).rawValue]
        if arrangement.spread == .leaf {
            parts.append(arrangement.back == .nextPage ? "next page on the back" : "back mirrored")
        }
        if [.double, .cover].contains(arrangement.spread), arrangement.wide == .alone {
            parts.append("wide pages alone")
        }
        if arrangement.order == .rightToLeft { parts.append("rtl") }
        if arrangement.flow == .continuous { parts.append("continuous") }
        if let spacing = arrangement.spacing, spacing != 0 { parts.append("\(spacing) px apart") }
        return parts.joined(separator: ", ")
    }

    /// "on", "off", "locked".
    static func condition(_ axis: ReaderInterface.AxisState) -> String {
        axis.enabled ? axis.locked ? "locked" : "on" : "off"
    }

    /// A position in spreads, counted from 1: "3", or "3.40" between two of them.
    static func position(_ position: Double) -> String {
        Int(exactly: position).map { "\($0 + 1)" } ?? Units.decimal(position + 1, digits: 2)
    }

    /// Everything in a state that differs from the defaults, for the end of a line:
    /// "   double, rtl   vertical axis locked, page 2".
    static func remarks(_ state: ReaderInterface.State) -> String {
        var parts: [String] = []
        for (index, axis) in state.axes.enumerated() {
            let arrangement = self.arrangement(axis.arrangement)
            let isPlain = arrangement == ReaderInterface.SpreadKind.single.rawValue
            if index == 0 {
                if !isPlain { parts.append(arrangement) }
                if !axis.enabled || axis.locked { parts.append("\(axis.axis) axis \(condition(axis))") }
            } else {
                let page = axis.location.map { PageText.name($0.index) } ?? "no pages"
                parts.append("\(axis.axis) axis \(condition(axis)), \(page)\(isPlain ? "" : ", \(arrangement)")")
            }
        }
        if state.phase != .rest, state.phase != .empty { parts.append("in transition \(state.transition)") }
        if state.manual { parts.append("manual") }
        if let page = state.moving { parts.append("page \(page.index + 1) is being moved") }
        if state.refreshing { parts.append("refreshing") }
        return parts.map { "   \($0)" }.joined()
    }
}
