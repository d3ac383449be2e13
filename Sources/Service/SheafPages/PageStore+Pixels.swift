import HostSupervision
import PageCache
import PageModel

// The pixels that a page is encoded from.

extension PageStore {
    /// The pixels of a page that is to be encoded, where they are in memory, which counts as a use of them: as the same rendition, as a
    /// part of a larger one, or as one that it can be made of (``level(above:)``).
    ///
    /// - Parameter isSequential: whether its document is.
    func pixels(of encoded: Rendition, isSequential: Bool) -> RenderedPixels? {
        guard let rendition = encoded.asPixels else { return nil }
        let larger = byPage.larger(than: rendition, where: isCuttable)
        if let page = record(of: rendition).flatMap({ use($0) })
            ?? larger.flatMap({ record(of: $0) }).flatMap({ use($0) })
        {
            return page.memory.pixels(of: encoded.region)
        }
        guard isSequential, let level = level(above: encoded) else { return nil }
        return record(of: level.rendition).flatMap { use($0) }?.memory.pixels(
            of: encoded.region, shrunkBy: level.shrink)
    }

    /// The page in memory that an encoded one can be made of, two or four times as large, where what is lost in encoding is more
    /// than what that makes different: docs/memory.md says how much.
    func level(above encoded: Rendition) -> (rendition: Rendition, shrink: Int)? {
        switch encoded.format {
        case .jpeg, .webp: byPage.level(above: encoded, where: isCuttable)
        case .bgrx8888, .png: nil
        }
    }
}
