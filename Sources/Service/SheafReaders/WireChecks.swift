import Navigation
import PageModel
import Prefetch
package import SheafInterface
import Varlink

// What clients send of readers, checked.

/// The numbers of a motion that a client sends, checked.
enum MotionCheck {
    /// Offsets and points are within this on either side of 0: what every JSON reader can count.
    static let limit = 9_007_199_254_740_992.0
    /// The longest animation, in milliseconds.
    static let maxDuration = Int(ReaderMachine.maxDuration / 1_000)

    /// A number of a motion.
    static func number(_ value: Double, _ field: String) throws(ReaderInterface.Failure) -> Double {
        guard value.isFinite, abs(value) <= limit else {
            throw .invalidMotion(field: field, reason: "\(value) is not within -2^53 and 2^53")
        }
        return value
    }

    /// The duration of an animation in microseconds, from milliseconds.
    static func duration(_ milliseconds: Int?) throws(ReaderInterface.Failure) -> UInt64 {
        guard let milliseconds else { return 0 }
        guard (0...maxDuration).contains(milliseconds) else {
            throw .invalidMotion(
                field: "duration", reason: "\(milliseconds) is not within 0 and \(maxDuration) milliseconds")
        }
        return UInt64(milliseconds) * 1_000
    }
}

/// Checks of what a viewer says that it will show.
enum HintCheck {
    /// The pages that one call names.
    static func pages(_ wire: [Int]?) throws(ReaderInterface.Failure) -> [Int] {
        guard let wire else { return [] }
        guard wire.count <= ViewerHints.maxPages else {
            throw .invalidMotion(
                field: "pages", reason: "there are \(wire.count), and a call takes \(ViewerHints.maxPages) at most")
        }
        return wire
    }

    /// How long pages run by, in microseconds.
    static func duration(_ milliseconds: Int?) throws(ReaderInterface.Failure) -> UInt64 {
        milliseconds == nil ? ViewerHints.usualDuration : try MotionCheck.duration(milliseconds)
    }
}

/// A password that a client sends, checked.
enum PasswordCheck {
    /// The longest one, in bytes. Those of PDF have 127 at most.
    static let limit = 1_024

    /// A password as a provider can be given it.
    static func password(_ wire: String?) throws(ReaderInterface.Failure) -> String? {
        guard let wire else { return nil }
        guard wire.utf8.count <= limit, !wire.utf8.contains(0) else {
            throw .invalidCall(field: "password", reason: "it has at most \(limit) bytes, and no NUL")
        }
        return wire
    }
}

/// Where a client wants to turn to.
enum CheckedTarget {
    case number(Target)
    /// The label that is printed on the page.
    case label(String)
    /// Where the reader jumped from, or back again.
    case history(isBack: Bool)
    /// The number of a link on the current page.
    case link(Int)
    /// The number of an entry of the table of contents.
    case outline(Int)

    /// The longest label that is looked for, in bytes: what a provider can give a page, without its NUL.
    static let maxLabelLength = 63

    /// Takes what a client sent, if it is exactly one target.
    init(checking wire: ReaderInterface.Target) throws(ReaderInterface.Failure) {
        var targets: [CheckedTarget] = []
        if let index = wire.index { targets.append(.number(.index(index))) }
        if let step = wire.relative { targets.append(.number(.relative(step))) }
        if let label = wire.label { targets.append(.label(label)) }
        if let place = wire.place { targets.append(.number(place == .first ? .first : .last)) }
        if let history = wire.history { targets.append(.history(isBack: history == .back)) }
        if let link = wire.link { targets.append(.link(link)) }
        if let entry = wire.outline { targets.append(.outline(entry)) }
        guard targets.count == 1, let target = targets.first else {
            throw .invalidTarget(
                reason: """
                    it takes exactly one of index, label, relative, place, history, link and outline; \
                    there are \(targets.count)
                    """)
        }
        switch target {
        case .label(let label) where label.isEmpty || label.utf8.count > Self.maxLabelLength:
            throw .invalidTarget(reason: "a label has 1 to \(Self.maxLabelLength) bytes")
        case .link(let number) where number < 0, .outline(let number) where number < 0:
            throw .invalidTarget(reason: "links and entries are counted from 0, and \(number) is below")
        default: self = target
        }
    }

    /// The way that it goes, where that is not simply towards it.
    var direction: Direction? {
        guard case .number(let number) = self else { return nil }
        return number.direction
    }

    /// Notes in a history that a reader leaves the page that it settled on. Steps to a neighbour are no jumps.
    func record(in history: inout JumpHistory, from settled: Location) {
        switch self {
        case .history(isBack: true): history.goBack(from: settled)
        case .history(isBack: false): history.goForward(from: settled)
        case .number(.relative): break
        case .number, .label, .link, .outline: history.record(from: settled)
        }
    }

    /// The target as a person would say it.
    var text: String {
        switch self {
        case .number(.index(let index)): "index \(index)"
        case .number(.relative(let step)): "\(step >= 0 ? "+" : "")\(step) spread\(step.magnitude == 1 ? "" : "s")"
        case .number(.first): "first page"
        case .number(.last): "last page"
        case .label(let label): "label \(label)"
        case .history(let isBack): isBack ? "back" : "forward"
        case .link(let number): "link \(number)"
        case .outline(let number): "outline entry \(number)"
        }
    }
}

extension Viewport {
    /// Takes what a client sent, if all of it is within its limits.
    init(checking wire: ReaderInterface.Viewport) throws(ReaderInterface.Failure) {
        for (field, side) in [("width", wire.width), ("height", wire.height)] {
            guard (1...Viewport.maxSide).contains(side) else {
                throw .invalidViewport(field: field, reason: "\(side) is not within 1 and \(Viewport.maxSide) pixels")
            }
        }
        guard let rotation = Rotation(rawValue: wire.rotation ?? 0) else {
            throw .invalidViewport(
                field: "rotation", reason: "\(wire.rotation ?? 0) is not one of 0, 90, 180, 270 degrees")
        }
        self.init(
            size: PixelSize(width: wire.width, height: wire.height), fit: try Viewport.checkedFit(wire),
            rotation: rotation, orientation: try Viewport.orientation(wire.orientation ?? 0, "orientation"),
            allowed: try Viewport.allowed(wire.orientations))
    }

    private static func allowed(_ wire: [Int]?) throws(ReaderInterface.Failure) -> Set<Orientation> {
        guard let wire else { return Set(Orientation.allCases) }
        guard !wire.isEmpty else {
            throw .invalidViewport(field: "orientations", reason: "there is none; leave it out to allow all")
        }
        return Set(
            try wire.map { degrees throws(ReaderInterface.Failure) in try orientation(degrees, "orientations") })
    }

    private static func orientation(
        _ degrees: Int, _ field: String
    ) throws(ReaderInterface.Failure) -> Orientation {
        guard let orientation = Orientation(rawValue: degrees) else {
            throw .invalidViewport(field: field, reason: "\(degrees) is not one of 0, 90, 180, 270 degrees")
        }
        return orientation
    }

    private static func checkedFit(_ wire: ReaderInterface.Viewport) throws(ReaderInterface.Failure) -> Fit {
        if let scale = wire.scale {
            // Left out, fit is "page".
            guard wire.fit == .scale else {
                throw .invalidViewport(field: "scale", reason: "it goes with fit \"scale\" only: send both, or neither")
            }
            guard scale > 0, scale <= Viewport.maxScale else {
                throw .invalidViewport(
                    field: "scale", reason: "\(scale) is not above 0 and at most \(Viewport.maxScale) pixels a point")
            }
            return .scale(scale)
        }
        switch wire.fit {
        case .page, nil: return .page
        case .width: return .width
        case .height: return .height
        case .scale: throw .invalidViewport(field: "scale", reason: "fit \"scale\" needs it")
        }
    }

    /// The viewport as it goes over the wire.
    package var wire: ReaderInterface.Viewport {
        var scale: Double?
        let fit: ReaderInterface.Fit =
            switch self.fit {
            case .page: .page
            case .width: .width
            case .height: .height
            case .scale(let factor):
                {
                    scale = factor
                    return .scale
                }()
            }
        return ReaderInterface.Viewport(
            width: size.width, height: size.height, fit: fit, scale: scale, rotation: rotation.rawValue,
            orientation: orientation.rawValue,
            orientations: allowed.count < Orientation.allCases.count ? allowed.map(\.rawValue).sorted() : nil)
    }
}

extension PixelFormat {
    /// The quality of a JPEG or a WebP where the client names none.
    private static let defaultQuality = 85

    /// The format that a client asks for.
    init(_ wire: ReaderInterface.Format?, quality: Int?) throws(ReaderInterface.Failure) {
        if let quality, wire != .jpeg && wire != .webp || !(1...100).contains(quality) {
            throw .invalidCall(field: "quality", reason: "it is from 1 to 100, and with format jpeg or webp only")
        }
        switch wire {
        case .bgrx8888, nil: self = .bgrx8888
        case .png: self = .png
        case .jpeg: self = .jpeg(quality: quality ?? Self.defaultQuality)
        case .webp: self = .webp(quality: quality ?? Self.defaultQuality)
        }
    }
}
