import PageModel
import SheafInterface

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
            guard wire.fit == nil || wire.fit == .scale else {
                throw .invalidViewport(field: "scale", reason: "it goes with fit \"scale\" only")
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

    /// As it goes over the wire.
    var wire: ReaderInterface.Viewport {
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
