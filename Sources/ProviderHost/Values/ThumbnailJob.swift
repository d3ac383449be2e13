package import SheafOS

/// A rendering in small, made beside it, in memory that the service made.
package struct ThumbnailJob {
    /// In pixels; neither side is larger than the rendering's.
    package let width, height: Int32
    /// Gets the pixels as those of ``RenderFormat/bgrx8888``, rows without gaps. It holds ``bytes``.
    package let memory: SharedDescriptor

    package init(width: Int32, height: Int32, memory: SharedDescriptor) {
        self.width = width
        self.height = height
        self.memory = memory
    }

    /// The bytes of the pixels.
    package var bytes: Int { 4 * Int(width) * Int(height) }
}
