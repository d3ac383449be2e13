import HostSupervision
import PageCache
import PageModel

// The pixels that a page is encoded from.

extension PageStore {
    /// The pixels of a page that is to be encoded, where they are in memory, which counts as a use of them.
    ///
    /// - Parameter isSequential: whether its document is.
    func pixels(of encoded: Rendition, isSequential: Bool) -> RenderedPixels? {
        guard let (rendition, shrink) = source(of: encoded, isSequential: isSequential) else { return nil }
        return record(of: rendition).flatMap { use($0) }?.memory.pixels(of: encoded.region, shrunkBy: shrink)
    }

    /// The page in memory that an encoded one can be made of, and how many times smaller that is: the same rendition, or a larger one that it
    /// is a part of. Of a sequential document it may be two or four times as large, where what is lost in encoding is more than what that
    /// makes different: docs/memory.md says how much.
    func source(of encoded: Rendition, isSequential: Bool) -> (rendition: Rendition, shrink: Int)? {
        guard let rendition = encoded.asPixels else { return nil }
        if isAlive(rendition) { return (rendition, 1) }
        if let larger = byPage.larger(than: rendition, where: isCuttable) { return (larger, 1) }
        switch encoded.format {
        case .jpeg, .webp: return isSequential ? byPage.level(above: encoded, where: isCuttable) : nil
        case .bgrx8888, .png: return nil
        }
    }
}
