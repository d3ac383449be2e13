import CSheafProvider
import Glibc

/// What to render: a region of a page, scaled and turned.
public struct RenderRequest: Equatable, Sendable {
    /// The page.
    public let page: PageID
    /// Pixels per point, above 0.
    public let scale: Double
    /// How far the page is turned.
    public let rotation: Rotation
    /// Which pixels of the scaled and turned page.
    public let region: PixelRegion

    /// A request for a region of a page.
    public init(page: PageID, scale: Double, rotation: Rotation, region: PixelRegion) {
        self.page = page
        self.scale = scale
        self.rotation = rotation
        self.region = region
    }

    /// Takes over what the host asks for, if it is something that a provider can fill.
    init(_ render: sheaf_render) throws(ProviderError) {
        guard unsafe render.format == SHEAF_FORMAT_BGRX8888 else {
            throw .unsupported(unsafe "pixel format \(render.format) is not rendered")
        }
        guard unsafe render.page >= 0 else { throw .noPage }
        guard
            let rotation = unsafe Rotation(rawValue: render.rotation),
            unsafe render.scale.isFinite && render.scale > 0 && render.x >= 0 && render.y >= 0
        else { throw ProviderError(errno: EINVAL, "the rendering's scale, rotation or region is none") }
        self.page = unsafe PageID(render.page)
        self.scale = unsafe render.scale
        self.rotation = rotation
        self.region = unsafe PixelRegion(
            x: Int(render.x), y: Int(render.y), width: Int(render.width), height: Int(render.height))
    }
}
