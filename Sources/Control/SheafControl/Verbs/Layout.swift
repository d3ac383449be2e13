import SheafInterface
import SheafOS
import Varlink

// "sheafctl layout" and "sheafctl hit": where pages lie, and what lies at a point.

extension Verb {
    /// `sheafctl layout`.
    static let layout = Verb(
        "layout", summary: "list where pages are along an axis",
        details: """
            In pixels along and across the axis, from where the first spread begins. Sizes are estimates until a page was
            measured. A page that is refused has ended two processes of its provider, and is not drawn before "sheafctl reload".
            """,
        options: [
            axisOption,
            .init("from", value: "N", help: "the first page (default: those around the current one)"),
            .init("pages", value: "COUNT", help: "how many, 1 to 256"),
            .init("at", value: "POSITION", help: "which position in spreads, counted from 1, is told in pixels"),
        ],
        parse: LayoutCommand.init)

    /// `sheafctl hit X Y`.
    static let hit = Verb(
        "hit", "X Y", atMost: 2, summary: "tell what is at a point of the viewport",
        details: """
            X and Y are pixels from the top left corner of the viewport. Prints the page there, and the point on it in points
            (1/72 inch) from its top left corner, upright.
            """,
        parse: HitCommand.init)
}

/// Lists the frames of pages along an axis.
struct LayoutCommand: Command {
    /// nil for the reader's first.
    var axis: ReaderInterface.Axis?
    /// The first page to list, from 0; nil for those around the current one.
    var first: Int?
    /// How many to list; nil: as many as the service has them.
    var pages: Int?
    /// A position in spreads, from 0, to convert to pixels; nil for the reader's own.
    var offset: Double?

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let layout = try session.call(
            ReaderInterface.GetLayout.self,
            .init(reader: reader, axis: axis, first: first, pages: pages, offset: offset),
            attempt: "ask where the pages are"
        ).parameters
        if console.isJSON { return try console.printJSON(layout) }
        try console.print(layout.frames.isEmpty ? "no pages there" : console.text(Self.table(layout.frames)))
        let length = layout.length < 0 ? "nobody knows how many" : Units.decimal(layout.length, digits: 1)
        let estimate = [layout.estimatedWidth, layout.estimatedHeight].map { Units.decimal($0, digits: 1) }
        try console.print(
            "at \(Units.decimal(layout.position, digits: 1)) of \(length) px, \(layout.spacing) px between spreads, "
                + "estimates are \(estimate.joined(separator: " x "))")
    }

    private static func table(_ frames: [ReaderInterface.Frame]) -> Table {
        Table(.right("PAGE"), .right("ALONG"), .right("ACROSS"), .right("WIDTH"), .right("HEIGHT"), "SIZE", of: frames)
        { frame in
            let numbers = [frame.along, frame.across, frame.width, frame.height]
            return
                ["\(frame.index + 1)"] + numbers.map { Units.decimal($0, digits: 1) }
                + [(frame.measured ? "measured" : "estimated") + (frame.refused == nil ? "" : ", refused")]
        }
    }
}

extension LayoutCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        first = try line.pageIndex(option: "from")
        axis = try line.axis()
        pages = try line.whole("pages", 1...256, "pages")
        offset = try line.decimal("at", "a position in spreads, counted from 1, as 2.5").map { $0 - 1 }
    }
}

/// Tells which page is at a point of the viewport.
struct HitCommand: Command {
    /// In pixels from the top left corner.
    var x: Double
    var y: Double

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        let hit = try session.call(
            ReaderInterface.HitTest.self, .init(reader: reader, x: x, y: y), attempt: "look what is there"
        ).parameters
        try console.show(hit, as: Self.text(hit))
    }

    private static func text(_ hit: ReaderInterface.HitTestReply) -> String {
        guard let page = hit.location else {
            return hit.background ? "the page is blank there, and no other is behind it" : "no page is there"
        }
        let point = [hit.x, hit.y].map { Units.decimal($0, digits: 1) }.joined(separator: ", ")
        return PageText.position([page], count: .init(kind: .unknown, pages: 0)) + " at \(point) pt"
            + (hit.background ? ", seen through the page in front" : "")
            + (hit.claims ? ", wants drags itself" : "")
    }
}

extension HitCommand {
    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        let numbers = line.words.compactMap { Double($0) }.filter(\.isFinite)
        guard numbers.count == 2, let x = numbers.first, let y = numbers.last else {
            throw line.mistake("hit wants X Y: a point of the viewport in pixels, as 300 420")
        }
        self.init(x: x, y: y)
    }
}
