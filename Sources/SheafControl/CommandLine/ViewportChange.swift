package import SheafInterface

/// What is to change in a viewport: what is nil stays.
package struct ViewportChange: Equatable, Sendable {
    package var size: (width: Int, height: Int)? {
        get { if let width, let height { (width, height) } else { nil } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    private var width: Int?
    private var height: Int?
    /// `scale` goes with `scale`.
    package var fit: ReaderInterface.Fit?
    /// Pixels per point.
    package var scale: Double?
    /// Degrees, clockwise.
    package var rotation: Int?
    package var orientation: Int?
    package var orientations: [Int]?

    package init() {}

    /// Whether nothing is to change.
    var isEmpty: Bool { self == ViewportChange() }

    /// A viewport with the change made.
    package func applied(to viewport: ReaderInterface.Viewport) -> ReaderInterface.Viewport {
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
