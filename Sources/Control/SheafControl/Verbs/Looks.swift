import SheafInterface
import SheafOS

// "sheafctl looks": the colours, the margins and the layout of pages.

extension Verb {
    /// `sheafctl looks`.
    static let looks = Verb(
        "looks", summary: "show or change how pages look",
        details: """
            Without options it is shown. What is not given stays as it is; "default" is as the provider is set. The page stays on
            which the text is that was read.
            """, options: LooksChange.options
    ) { line throws(ControlError) in LooksCommand(change: try LooksChange(line)) }
}

/// Shows the looks, after changing them where the change is not empty.
struct LooksCommand: Command {
    var change: LooksChange

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        var state = try session.state(of: reader)
        if change != LooksChange() {
            state = try session.callOpening(
                ReaderInterface.SetLooks.self, .init(reader: reader, looks: change.applied(to: state.looks)),
                attempt: "change the looks", showing: "laying out the document"
            ).get().state
        }
        try console.show(state, as: Self.text(of: state))
    }

    /// How pages look.
    static func text(of state: ReaderInterface.State) -> String {
        let looks = state.looks
        var parts = ["paper \(looks.paper ?? .day)"]
        if let order = looks.order, !order.isEmpty { parts.append("pages ordered \(LooksChange.pages(order))") }
        parts += LooksText.parts(trim: looks.trim, flow: state.document.flows ?? false ? looks.flow : nil)
        return parts.joined(separator: ", ")
    }
}

/// How the looks of documents are written for people.
enum LooksText {
    /// The looks that differ from the default, in words.
    static func parts(trim: ReaderInterface.Trim?, flow: ReaderInterface.TextFlow?) -> [String] {
        var parts: [String] = []
        switch trim {
        case nil, .no?: break
        case .page?: parts.append("margins of each page cut off")
        case .document?: parts.append("the same margins of all pages cut off")
        }
        if let family = flow?.fontFamily { parts.append("font \(TerminalText.safe(family))") }
        if let size = flow?.fontSize { parts.append("\(LooksChange.points(size))") }
        if let height = flow?.lineHeight { parts.append("line height \(height)") }
        if let margin = flow?.margin { parts.append("margins of \(LooksChange.points(margin))") }
        if let columns = flow?.columns { parts.append(columns == 1 ? "1 column" : "\(columns) columns") }
        if let justify = flow?.justify { parts.append(justify ? "justified" : "not justified") }
        if let unwrap = flow?.unwrap { parts.append(unwrap ? "lines joined" : "lines as in the file") }
        if let encoding = flow?.encoding { parts.append("read as \(TerminalText.safe(encoding))") }
        if let styles = flow?.styles { parts.append(styles == .plain ? "plain styles" : "styles of the book") }
        if flow?.layout == .viewport { parts.append("pages as large as the screen") }
        if flow?.width != nil || flow?.height != nil {
            let sides = [flow?.width, flow?.height].map { $0.map { LooksChange.points($0) } ?? "default" }
            parts.append("pages of \(sides[0]) x \(sides[1])")
        }
        return parts
    }
}

/// A change of the looks of pages.
struct LooksChange: Equatable, Sendable {
    /// A value to set, or back to what it would be.
    enum Setting<Value: Equatable & Sendable>: Equatable, Sendable {
        case kept
        case byDefault
        case set(Value)

        func applied(to value: Value?) -> Value? {
            switch self {
            case .kept: value
            case .byDefault: nil
            case .set(let value): value
            }
        }
    }

    var paper: ReaderInterface.Paper?
    var trim: ReaderInterface.Trim?
    var width = Setting<Double>.kept
    var height = Setting<Double>.kept
    var fontSize = Setting<Double>.kept
    var fontFamily = Setting<String>.kept
    var lineHeight = Setting<Double>.kept
    var margin = Setting<Double>.kept
    var columns = Setting<Int>.kept
    var justify = Setting<Bool>.kept
    var unwrap = Setting<Bool>.kept
    var encoding = Setting<String>.kept
    var layout = Setting<ReaderInterface.TextLayout>.kept
    var styles = Setting<ReaderInterface.TextStyles>.kept
    /// Indexes of pages.
    var order = Setting<[Int]>.kept

    init() {}

    /// Looks after the change.
    func applied(to looks: ReaderInterface.Looks) -> ReaderInterface.Looks {
        let flow = looks.flow
        return ReaderInterface.Looks(
            paper: paper ?? looks.paper, trim: trim ?? looks.trim,
            flow: .init(
                width: width.applied(to: flow?.width), height: height.applied(to: flow?.height),
                fontSize: fontSize.applied(to: flow?.fontSize), fontFamily: fontFamily.applied(to: flow?.fontFamily),
                lineHeight: lineHeight.applied(to: flow?.lineHeight), margin: margin.applied(to: flow?.margin),
                columns: columns.applied(to: flow?.columns), justify: justify.applied(to: flow?.justify),
                unwrap: unwrap.applied(to: flow?.unwrap), encoding: encoding.applied(to: flow?.encoding),
                layout: layout.applied(to: flow?.layout),
                pixelsPerPoint: layout == .kept ? flow?.pixelsPerPoint : nil,
                styles: styles.applied(to: flow?.styles)),
            order: order.applied(to: looks.order))
    }

    /// Pages as people count them; the first few of many.
    static func pages(_ indexes: [Int]) -> String {
        let shown = 12
        return indexes.prefix(shown).map { "\($0 + 1)" }.joined(separator: ",") + (indexes.count > shown ? ",…" : "")
    }

    static func points(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value)) pt" : "\(value) pt"
    }
}

extension LooksChange {
    /// The options of looks: "open" has them too.
    static let options: [Verb.Option] = [
        .init(
            "paper", value: "HOW", offers: .cases(of: ReaderInterface.Paper.self),
            help: "day (default), sepia, night (pictures stay as they are), or inverted"),
        .init(
            "trim", value: "HOW", offers: .cases(of: ReaderInterface.Trim.self),
            help: "cut margins off: of each page, the same of the whole document, or no (default)"
        ),
        .init(
            "font-size", value: "PT", help: "of a document that flows (EPUB, FB2, HTML, text): the size of its text"),
        .init("font", value: "NAME", help: "its font: serif, sans-serif, monospace, or a name"),
        .init("line-height", value: "N", help: "from line to line, in sizes of the font"),
        .init("margin", value: "PT", help: "around the text of a page"),
        .init("columns", value: "N", help: "of text on a page: 1 to 4"),
        .init(
            "justify", value: "HOW", offers: .oneOf(justifications),
            help: "whether lines are as wide as their column: yes or no"),
        .init(
            "unwrap", value: "HOW", offers: .oneOf(unwrappings),
            help: "whether lines of a text are joined that were broken to a width: yes, no, or auto: if prose"),
        .init("encoding", value: "NAME", help: "what a text is encoded in, if it was guessed wrong: windows-1251"),
        .init(
            "styles", value: "WHOSE", offers: .oneOf(stylings),
            help: "whose styles a book has: its own (book), or plain ones"),
        .init("page-size", value: "WxH", help: "of its pages, in points; or screen: as large as the viewport"),
        .init("sequence", value: "N,N,...", help: "these pages of the document first, in this order"),
    ]

    private static let justifications = VerbArguments.Choices<Setting<Bool>>([
        "yes": .set(true), "no": .set(false), "default": .byDefault,
    ])

    private static let stylings = VerbArguments.Choices<Setting<ReaderInterface.TextStyles>>([
        "book": .set(.book), "plain": .set(.plain), "default": .byDefault,
    ])

    private static let unwrappings = VerbArguments.Choices<Setting<Bool>>([
        "yes": .set(true), "no": .set(false), "auto": .byDefault,
    ])

    /// The change in the options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        paper = try line.choice("paper", .all())
        trim = try line.choice("trim", .all())
        fontSize = try Self.setting("font-size", "points", line)
        lineHeight = try Self.setting("line-height", "sizes of the font, as 1.4", line)
        margin = try Self.setting("margin", "points", line)
        if let family = line.value("font") { fontFamily = family == "default" ? .byDefault : .set(family) }
        if let text = line.value("columns") {
            guard text == "default" || VerbArguments.number(text) != nil else {
                throw line.mistake("--columns wants a number, or default, not \"\(text)\"")
            }
            columns = VerbArguments.number(text).map { .set($0) } ?? .byDefault
        }
        justify = try line.choice("justify", Self.justifications) ?? .kept
        unwrap = try line.choice("unwrap", Self.unwrappings) ?? .kept
        styles = try line.choice("styles", Self.stylings) ?? .kept
        if let name = line.value("encoding") { encoding = name == "default" ? .byDefault : .set(name) }
        switch line.value("sequence") {
        case nil: break
        case "default"?: order = .byDefault
        case let text?:
            let pages = VerbArguments.numbers(text, separator: ",").map { $0.map { $0 - 1 } }
            guard pages.allSatisfy({ $0 ?? -1 >= 0 }) else {
                throw line.mistake("--sequence wants numbers of pages, as 3,1,2, or default, not \"\(text)\"")
            }
            order = .set(pages.compactMap { $0 })
        }
        switch line.value("page-size") {
        case nil: break
        case "default"?: (width, height, layout) = (.byDefault, .byDefault, .byDefault)
        case "screen"?: (width, height, layout) = (.byDefault, .byDefault, .set(.viewport))
        case let text?:
            let sides = VerbArguments.numbers(text, separator: "x")
            guard sides.count == 2, let wide = sides[0], let high = sides[1] else {
                throw line.mistake(
                    "--page-size wants WIDTHxHEIGHT in points, as 420x595, screen or default, not \"\(text)\"")
            }
            (width, height, layout) = (.set(Double(wide)), .set(Double(high)), .byDefault)
        }
    }

    private static func setting(
        _ option: String, _ what: String, _ line: VerbArguments
    ) throws(ControlError) -> Setting<Double> {
        if line.value(option) == "default" { return .byDefault }
        return try line.decimal(option, "\(what), or default").map { .set($0) } ?? .kept
    }
}
