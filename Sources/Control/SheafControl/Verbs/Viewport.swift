import SheafInterface
import SheafOS
import Varlink

// "sheafctl viewport": what pages are shown in.

extension Verb {
    /// `sheafctl viewport`.
    static let viewport = Verb(
        "viewport", summary: "show or change what pages are shown in",
        details: "Without options it is shown. What is not given stays as it is.", options: ViewportChange.options
    ) { line throws(ControlError) in ViewportCommand(change: try ViewportChange(line)) }
}

/// Shows the viewport, after changing it where the change is not empty.
struct ViewportCommand: Command {
    var change: ViewportChange

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reader = try session.reader()
        var state = try session.state(of: reader)
        if change != ViewportChange() {
            state = try session.call(
                ReaderInterface.SetViewport.self,
                .init(reader: reader, viewport: change.applied(to: state.viewport)), attempt: "change the viewport"
            ).parameters.state
        }
        let orientations = state.orientations.map { "\($0)" }.joined(separator: ", ")
        try console.show(
            state, as: "\(PageText.viewport(state.viewport))   can be turned \(orientations) degrees")
    }
}

/// A change of a viewport: fields that are nil stay as they are.
struct ViewportChange: Equatable, Sendable {
    /// The size in pixels.
    var size: (width: Int, height: Int)? {
        get { if let width, let height { (width, height) } else { nil } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    private var width: Int?
    private var height: Int?
    /// With ``ReaderInterface/Fit/scale`` it goes by `scale`.
    var fit: ReaderInterface.Fit?
    /// Pixels per point.
    var scale: Double?
    /// Degrees, clockwise.
    var rotation: Int?
    var orientation: Int?
    var orientations: [Int]?

    init() {}

    /// A viewport after the change.
    func applied(to viewport: ReaderInterface.Viewport) -> ReaderInterface.Viewport {
        var viewport = viewport
        if let size { (viewport.width, viewport.height) = size }
        if let fit {
            viewport.fit = fit
            viewport.scale = scale
        }
        viewport.rotation = rotation ?? viewport.rotation
        viewport.orientation = orientation ?? viewport.orientation
        viewport.orientations = orientations ?? viewport.orientations
        return viewport
    }
}

extension ViewportChange {
    /// The options of a viewport: "open" has them too.
    static let options: [Verb.Option] = [
        .init("size", value: "WxH", help: "the viewport in pixels (\"open\": \(defaultSize))"),
        .init(
            "fit", value: "HOW", offers: .oneOf(fits),
            help: "show all of the page, or fill the width or height: page (default), width, height"),
        .init("scale", value: "S", help: "show pages at S pixels a point (1/72 inch) instead of fitting them"),
        .init("rotation", value: "D", offers: .oneOf(quarters), help: "turn pages clockwise by 90, 180 or 270 degrees"),
        .init(
            "orientation", value: "D", offers: .oneOf(quarters),
            help: "how far the screen is turned clockwise: 0, 90, 180 or 270 degrees"),
        .init("orientations", value: "D,D", help: "those that the screen can take (default: all)"),
    ]

    /// The viewport that a document is opened in where none is given.
    static let defaultSize = "1200x1600"
    private static let fits = VerbArguments.Choices<ReaderInterface.Fit>([
        "page": .page, "width": .width, "height": .height,
    ])
    /// The turns of a page or a screen, in degrees.
    static let quarters = VerbArguments.Choices(["0": 0, "90": 90, "180": 180, "270": 270])

    /// The change in the options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        if let text = line.value("size") { size = try Self.size(text, line) }
        fit = try line.choice("fit", Self.fits)
        if let scale = try line.decimal("scale", "pixels a point, as 2 or 1.5") {
            guard fit == nil else { throw line.mistake("a page has either a --fit or a --scale") }
            fit = .scale
            self.scale = scale
        }
        if let text = line.value("rotation") {
            guard let rotation = VerbArguments.number(text) else {
                throw line.mistake("--rotation wants 0, 90, 180 or 270 degrees, not \"\(text)\"")
            }
            self.rotation = rotation
        }
        orientation = try line.choice("orientation", Self.quarters)
        if let text = line.value("orientations") {
            var list: [Int] = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                list.append(try line.choose(String(word), Self.quarters, for: "each of --orientations"))
            }
            orientations = list
        }
    }

    /// The sides in "1200x1600".
    static func size(_ text: String, _ line: VerbArguments) throws(ControlError) -> (width: Int, height: Int) {
        let sides = VerbArguments.numbers(text, separator: "x")
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw line.mistake("--size wants WIDTHxHEIGHT in pixels, as 1200x1600, not \"\(text)\"")
        }
        return (width, height)
    }
}
