/// The format of a rendition's bytes.
package enum PixelFormat: Hashable, Sendable {
    /// Four bytes a pixel: blue, green, red, 255.
    case bgrx8888
    case png
    /// `quality` 1 to 100.
    case jpeg(quality: Int)
}
